"""Forks of many games, and decisions with every legal move played on: on threads, in the order of the deals."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.learning import trainees
from dhstats.players.match import Array, Lineup, line_up
from dhstats.players.positions.decisions import DecisionTable, legal_moves
from dhstats.players.positions.forks import UNIFORM, Arm, Forked, ForkTable, RolloutTable, forking_of, moment_code
from dhstats.release import VERSION
from dhstats.seats import SEATS
from dhstats.simulate.plans.designs import design, loop_plan, tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.tables import win_parts
from dhstats.simulate.work.checkpoints import Arrays, Checkpoints
from dhstats.simulate.work.workers import Budget, ResumableMap, on_each_thread
from dhstats.storage.run import parts_of_win

CHUNK_DEALS = 128  # forked in one go; small, so that threads end together


@dataclass(frozen=True, slots=True)
class Study:
    """Forks at one moment: where games are copied, how each copy continues, and how often."""

    moment: str
    arms: tuple[Arm, ...]
    replicates: int = 1


def switched(bundle: GameBundle, arms: Sequence[Arm], load: Callable[[Sequence[str]], RuleSet]) -> list[Any]:
    """The rule records of the arms that switch the rules; `load` gives the rules with changed keys."""
    records = []
    for arm in arms:
        if arm.rules:
            before, record = load(()).record(), load(arm.rules).record()
            late = [name for name in forking_of(bundle).settled if not np.array_equal(before[name], record[name])]
            if late:
                raise BadInput(
                    f"arm {arm.name!r}: {', '.join(arm.rules)} changes how a game is set up ({words_of(late)}), which"
                    " is too late for a game in play; use `dhstats compare`"
                )
            records.append(record)
    return records


def words_of(fields: Sequence[str]) -> str:
    """Names of fields of the rules as words."""
    return ", ".join(name.replace("_", " ") for name in fields)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many deals of a study are forked, of how many; `kept` of them by an earlier call."""

    moment: str
    deals: int
    most: int
    seconds: float
    kept: int


Watcher = Callable[[Progress], None]


def fork(
    experiment: Experiment, studies: Sequence[Study], deals: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, label: str = "", budget: Budget | None = None,
) -> tuple[Lineup, dict[str, Forked]]:  # fmt: skip
    """Forks every game of a number of deals for each study; by moment, in the order of the deals.

    They begin at the experiment's first deal. One strategy plays a mirror, two a match; where more play, the first
    against a field of the second, or as many as there are seats. Results are the same for any number of workers. With
    checkpoints finished deals are kept, by moment after `label`, and those that are there already are not forked again.
    """
    bundle = catalogue.load(experiment.game)
    rules = bundle.rule_files.load(experiment.rules, experiment.settings)
    check_names(experiment.strategies, bundle.players(rules.record()))
    if deals < 1:
        raise BadInput(f"--deals: must be at least 1, not {deals}")
    for study in studies:
        moment_code(bundle, study.moment)
    lineup, players, seed = _seated(experiment, watch_training)
    plan = loop_plan(design(experiment.design, [players], 1).arms)

    def load(settings: Sequence[str]) -> RuleSet:
        return bundle.rule_files.load(experiment.rules, (*experiment.settings, *settings))

    others = {study.moment: switched(bundle, study.arms, load) for study in studies}
    begin = experiment.from_deal
    terms = terms_of(experiment, lineup, deals=deals, **({"from_deal": begin} if begin else {}))

    def forked(study: Study) -> Forked:
        ways = study.arms, study.replicates, others[study.moment]
        table = on_each_thread(lambda: ForkTable(lineup, players, study.moment, *ways))
        task = checkpoints.task(label + study.moment, terms | {"study": asdict(study)}) if checkpoints else None

        def chunk(first: int) -> Arrays:
            merged = table().play(plan, seed, begin + first, min(CHUNK_DEALS, deals - first))
            return {"forks": merged.forks, "parents": merged.parents, "results": merged.results}

        names = ("forks", "parents", "results")
        work = ResumableMap(f"forks at {study.moment}", names, chunk, task, budget or Budget())
        note = noting(watch, study.moment, deals, work.kept)
        merged = work.run(deals, CHUNK_DEALS, workers or machine.processors(), note)
        return Forked(merged["forks"], merged["parents"], merged["results"], deals * len(plan))

    return lineup, {study.moment: forked(study) for study in studies}


def _seated(experiment: Experiment, watch: trainees.Watcher) -> tuple[Lineup, tuple[str, ...], int]:
    """The strategies of an experiment, who sits where, and its seed."""
    bundle = catalogue.load(experiment.game)
    rules = bundle.rule_files.load(experiment.rules, experiment.settings)
    strategies = {name: trainees.find(bundle, rules, name, watch) for name in experiment.strategies}
    lineup = line_up(bundle, rules, tuple(strategies.values()), whole=False)
    names = [strategies[name].name for name in experiment.strategies]
    (players,) = tables(names, bundle.players(rules.record()))
    assert experiment.seed is not None  # drawn when the plan was made
    return lineup, players, experiment.seed


def check_names(names: Sequence[str], seats: int) -> None:
    """BadInput for a number of strategies that fills no table, or more than one."""
    if len(names) not in {1, 2, seats}:
        more = "" if seats == 2 else f" (the first against a field of the second), or {seats} for a table"
        raise BadInput(f"--strategies: one for a mirror or two for a match{more}, not {', '.join(names) or 'none'}")


def terms_of(experiment: Experiment, lineup: Lineup, **more: int) -> dict[str, Any]:
    """All that forked games depend on, but for how they are forked."""
    game, rules = lineup.bundle.game, lineup.bundle.rule_files.load(experiment.rules, experiment.settings)
    dealt = {"version": VERSION, "game": [game.name, game.version], "rules": rules.hash, "seed": experiment.seed}
    strategies = [[strategy.name, strategy.hash] for strategy in lineup.strategies.values()]
    return {**dealt, "strategies": strategies, "design": experiment.design, **more}


def noting(watch: Watcher, what: str, most: int, kept: int) -> Callable[[int], None]:
    """What tells how many of the most are done, since now."""
    started = time.monotonic()
    return lambda done: watch(Progress(what, done, most, time.monotonic() - started, kept))


def ends(forked: Forked) -> tuple[Array, Array]:
    """Win scores and final leads of the player to move at the fork; both of shape (forks, arms, replicates)."""
    return ends_of(forked.results, np.asarray(forked.forks["seat"])[:, None, None])


def seats_of(results: Any) -> int:
    """How many sit at the table: the first game tells for all of them."""
    names = results.dtype.names
    if "players" in names and results.size:
        return int(results["players"].flat[0])
    return sum(f"score_{name}" in names for name in SEATS)


def ends_of(results: Any, seat: Array | int) -> tuple[Array, Array]:
    """Win scores and final leads over the best of the others, or alone the score: seen from a seat, of any results."""
    seats = seats_of(results)
    totals = np.stack([np.asarray(results[f"score_{name}"], np.int64) for name in SEATS[:seats]])
    at = np.broadcast_to(seat, totals.shape[1:])
    own, won = (np.take_along_axis(each, at[None], axis=0)[0] for each in (totals, win_parts(results, seats)))
    if seats == 1:
        return won / parts_of_win(seats), own
    others = np.where(np.arange(seats).reshape(-1, *[1] * at.ndim) == at, np.iinfo(np.int64).min, totals)
    return won / parts_of_win(seats), own - others.max(axis=0)


WHAT = "states"


@dataclass(frozen=True)
class Looked:
    """Decisions of games with every legal move played on: a row a move of `moves` in `states`, made by one of `movers`.

    `scores` and `margins` are how continuations end for that seat, shape (moves, continuations), of `results`.
    """

    states: Array
    deals: Array
    turns: Array
    moves: Array
    chosen: Array
    movers: Array
    results: Array

    @cached_property
    def _ends(self) -> tuple[Array, Array]:
        return ends_of(self.results, self.movers[:, None])

    @property
    def scores(self) -> Array:
        """What the player to move has of the win."""
        return self._ends[0]

    @property
    def margins(self) -> Array:
        """How many points they are ahead of the best other; alone how many they have."""
        return self._ends[1]

    @property
    def points(self) -> Array:
        """How many points the player to move has at the end."""
        totals = np.stack([np.asarray(self.results[f"score_{name}"], np.int64) for name in SEATS[: self.seats]])
        return totals[self.movers, np.arange(len(self.movers))]

    @property
    def seats(self) -> int:
        """How many play."""
        return seats_of(self.results)

    @cached_property
    def won(self) -> Array:
        """What each seat has of the win, in parts: shape (moves, continuations, seats)."""
        return np.moveaxis(win_parts(self.results, self.seats), 0, -1)


def look_into(
    experiment: Experiment, deals: int, replicates: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> tuple[Lineup, Looked]:  # fmt: skip
    """A state of each of a number of games, at a random turn, with every legal move played on; by any workers."""
    lineup, found = fork(
        experiment, [Study(UNIFORM, (Arm("as it is"),))], deals, workers=workers, watch_training=watch_training,
        checkpoints=checkpoints, budget=budget,
    )  # fmt: skip
    forks = found[UNIFORM].forks
    first = forks[np.asarray(forks["member"]) == 0]
    pair = tables(list(lineup.strategies), lineup.bundle.players(lineup.rules))[0]
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
    seen = work.run(len(first), 1, workers or machine.processors(), note)
    return lineup, _looked(seen, first["deal"], first["turn"], seen["chosen"], seen["seats"])


def _looked(seen: Arrays, deals: Array, turns: Array, chosen: Array, movers: Array) -> Looked:
    """What was seen of every state, a row a move; `chosen` are the places of the moves that `movers` chose."""
    sizes = seen["sizes"]
    states = np.repeat(np.arange(len(sizes)), sizes)
    places = np.arange(len(states)) - (np.cumsum(sizes) - sizes)[states]
    deals, turns, chosen, movers = (np.asarray(each)[states] for each in (deals, turns, chosen, movers))
    return Looked(states, deals, turns, seen["moves"], places == chosen, movers, seen["results"])


OFTEN = 3  # deals whose games are looked through for each decision that is asked for


def look_at(
    experiment: Experiment, states: int, tries: int, every: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> tuple[Lineup, Looked]:  # fmt: skip
    """Decisions with a choice, one of `every` in games of one strategy, each legal move tried; by any workers.

    Try t of every move has the same hidden cards and luck. BadInput for a game whose hidden things nobody can guess.
    """
    game = catalogue.load(experiment.game).game
    if game.learning is None:
        raise BadInput(f"game {game.name!r}: has no function that guesses hidden cards, which this question needs")
    lineup, players, seed = _seated(experiment, watch_training)
    kept = DecisionTable(lineup, players).keep(seed, OFTEN * states, every, states)
    table = on_each_thread(lambda: DecisionTable(lineup, players))

    def look(at: int) -> Arrays:
        """All moves of a decision tried, a row a move."""
        view = kept.views[at]
        moves = legal_moves(game, view)
        return {"sizes": np.array([len(moves)]), "moves": moves,
                "results": table().tries(view, moves, (seed, at, 0), tries).results}  # fmt: skip

    terms = terms_of(experiment, lineup, states=states, tries=tries, every=every)
    task = checkpoints.task(WHAT, terms) if checkpoints else None
    work = ResumableMap("states", ("sizes", "results", "moves"), look, task, budget or Budget())
    seen = work.run(len(kept.kept), 1, workers or machine.processors(), noting(watch, WHAT, len(kept.kept), work.kept))
    movers = np.array([int(view["seat"]) for view in kept.views])
    return lineup, _looked(seen, kept.kept["deal"], kept.kept["before"], kept.kept["choice"], movers)
