"""States of games looked into: every legal move of each played on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.games.bundle import GameBundle
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import UNIFORM, Arm, RolloutTable
from dhstats.simulate.plans.designs import design, loop_plan, round_robin
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, Watcher, ends_of, fork, noting, terms_of
from dhstats.simulate.work.budget import Budget
from dhstats.simulate.work.checkpoints import Arrays, Checkpoints
from dhstats.simulate.work.workers import ResumableMap, on_each_thread

Array = np.ndarray[Any, Any]
WHAT = "states"


@dataclass(frozen=True)
class Looked:
    """States of games with every legal move played on: a row a move of `kinds` (which cards, how many) in `states`.

    `scores` and `margins` of shape (moves, replicates) are the mover's; `chosen` marks the move that was played.
    """

    states: Array
    deals: Array
    turns: Array
    kinds: Array
    chosen: Array
    scores: Array
    margins: Array


def look_into(
    experiment: Experiment, deals: int, replicates: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> tuple[Lineup, Looked]:  # fmt: skip
    """One state of each of so many games, at a turn drawn by lot, with every legal move played on.

    Results are the same for any number of workers; with checkpoints finished states are kept. Raises BadInput for
    unknown players or more than two, ResourceFailure when the budget is used up.
    """
    lineup, found = fork(
        experiment, [Study(UNIFORM, (Arm("as it is"),))], deals, workers=workers, watch_training=watch_training,
        checkpoints=checkpoints, budget=budget,
    )  # fmt: skip
    forks = found[UNIFORM].forks
    first = forks[np.asarray(forks["member"]) == 0]
    pair = round_robin(list(lineup.strategies))[0]
    terms = terms_of(experiment, lineup, deals=deals, replicates=replicates)
    plan = loop_plan(design(experiment.design, [pair], 1).arms[:1])
    table = on_each_thread(lambda: RolloutTable(lineup, pair, replicates))
    assert experiment.seed is not None  # as for the forks
    seed = experiment.seed

    def look(at: int) -> Arrays:
        """All moves of a state played on, a row a move."""
        seen = table().moves(plan, seed, int(first[at]["deal"]), int(first[at]["turn"]))
        numbers = {"sizes": len(seen.moves), "chosen": seen.chosen, "seats": seen.seat}
        rows = {"results": seen.results, "moves": seen.moves}
        return rows | {name: np.array([number]) for name, number in numbers.items()}

    task = checkpoints.task(WHAT, terms) if checkpoints else None
    work = ResumableMap("states", ("sizes", "chosen", "seats", "results", "moves"), look, task, budget or Budget())
    note = noting(watch, WHAT, len(first), work.kept)
    return lineup, _looked(lineup.bundle, first, work.run(len(first), 1, workers or machine.processors(), note))


def _looked(bundle: GameBundle, forks: Array, seen: Arrays) -> Looked:
    sizes, moves = seen["sizes"], seen["moves"]
    states = np.repeat(np.arange(len(sizes)), sizes)
    places = np.arange(len(states)) - (np.cumsum(sizes) - sizes)[states]
    scores, margins = ends_of(seen["results"], seen["seats"][states, None])
    assert bundle.plays is not None  # who asks has checked it
    kinds = np.stack([moves[bundle.plays.kind], moves[bundle.plays.number]], axis=1)
    return Looked(
        states, np.asarray(forks["deal"])[states], np.asarray(forks["turn"])[states], kinds,
        places == seen["chosen"][states], scores, margins,
    )  # fmt: skip
