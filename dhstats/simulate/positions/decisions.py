"""Decisions of games with every legal move played on, and what the player to move does not see guessed each time."""

import numpy as np

from dhstats import machine
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup, line_up
from dhstats.players.positions.decisions import DecisionTable, legal_moves
from dhstats.simulate.plans.designs import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import WHAT, Looked, Watcher, noting, terms_of
from dhstats.simulate.work.checkpoints import Arrays, Checkpoints
from dhstats.simulate.work.workers import Budget, ResumableMap, on_each_thread

OFTEN = 3  # deals whose games are looked through for each decision that is asked for


def look_at(
    experiment: Experiment, states: int, tries: int, every: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> tuple[Lineup, Looked]:  # fmt: skip
    """So many decisions with a choice, one of `every` in games of one strategy, each legal move tried; by any workers.

    Try t of every move has the same hidden cards and luck. BadInput for a game whose hidden things nobody can guess.
    """
    bundle = catalogue.load(experiment.game)
    if bundle.game.learning is None:
        raise BadInput(f"game {bundle.game.name!r}: nobody can guess what is hidden in it, which this question needs")
    rules = bundle.rule_files.load(experiment.rules, experiment.settings)
    found = [trainees.find(bundle, rules, name, watch_training) for name in experiment.strategies]
    lineup = line_up(bundle, rules, tuple(found), whole=False)
    (players,) = tables([each.name for each in found], bundle.players(rules.record()))
    assert experiment.seed is not None  # drawn when the plan was made
    seed = experiment.seed
    kept = DecisionTable(lineup, players).keep(seed, OFTEN * states, every, states)
    table = on_each_thread(lambda: DecisionTable(lineup, players))

    def look(at: int) -> Arrays:
        """All moves of a decision tried, a row a move."""
        view = kept.views[at]
        moves = legal_moves(bundle.game, view)
        return {"sizes": np.array([len(moves)]), "moves": moves,
                "results": table().tries(view, moves, (seed, at, 0), tries).results}  # fmt: skip

    terms = terms_of(experiment, lineup, states=states, tries=tries, every=every)
    task = checkpoints.task(WHAT, terms) if checkpoints else None
    work = ResumableMap("states", ("sizes", "results", "moves"), look, task, budget or Budget())
    seen = work.run(len(kept.kept), 1, workers or machine.processors(), noting(watch, WHAT, len(kept.kept), work.kept))
    sizes = seen["sizes"]
    rows = np.repeat(np.arange(len(sizes)), sizes)
    places = np.arange(len(rows)) - (np.cumsum(sizes) - sizes)[rows]
    movers = np.array([int(view["seat"]) for view in kept.views])
    return lineup, Looked(
        rows, kept.kept["deal"][rows], kept.kept["before"][rows], seen["moves"], places == kept.kept["choice"][rows],
        movers[rows], seen["results"],
    )  # fmt: skip
