"""How dhstats itself answers the tasks: in this process, by what its commands judge with, as often as it likes to look.

Each question is put to one or more means, each of which is to lie in a range (`elimination.InRange`, which `goals
check` uses; for one mean and a margin that is the rule of `compare --until decided`). A wrong answer has a chance of at
most 5 % in large samples, for all means and all looks together, so that an answer stands once it is given.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from dhstats.games import catalogue
from dhstats.players.match import line_up
from dhstats.questions.balancebench.tasks import GOOD_ENOUGH, PLAIN, SEAT, UNDECIDED, UNITS, Task
from dhstats.questions.evenings.programs import checks
from dhstats.questions.evenings.records import Evenings
from dhstats.questions.goals.checking import PLANNED
from dhstats.questions.goals.quantity import FREE, Bounds
from dhstats.questions.goals.sources import Part
from dhstats.questions.shared.groups import PLANNED_DIFFERENCE, PLANNED_VARIANCE
from dhstats.questions.verdicts.sequential import LOOK
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import Experiment, seats_at
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from dhstats.simulate.running.runner import prepare
from dhstats.simulate.tables import Columns, ShardPlan, ShardPlayer, whole_win, win_shares
from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.sequential.elimination import InRange, RangeStanding
from dhstats.stats.sequential.power import blocks_for_half_width, variance_interval
from dhstats.stats.sequential.stopping import Balance, Sample

Array = np.ndarray[Any, Any]
Standing = tuple[RangeStanding, Sample]
Rows = list[dict[str, Any]]  # games of people: scores and shares of the win by seat, turns, how the game ended
ALPHA = 0.05
MOST_DEALS = 10**9
GROWTH = 0.25  # of the deals so far are played until the next look
PROGRAMS = 5_000  # games of the programs that people's games are compared with
NONE = "none"


def rules_of(task: Task) -> tuple[str, tuple[str, ...]]:
    """The rule set of a task, by its name, and the keys that it sets."""
    named = [each for each in task.rules if "=" not in each]
    source = named[0] if named else catalogue.load(task.game).default_rules
    return source, tuple(each for each in task.rules if "=" in each)


class Dealt:
    """The games of a task under some settings, played on and on in this process; nothing is written.

    One player at every seat takes turns to begin, unless each game is to be a deal of its own (`apart`).
    """

    def __init__(self, task: Task, seed: int, settings: Sequence[str] = (), *, apart: bool = False) -> None:
        (source, keys), names = rules_of(task), task.strategies
        settings = (*keys, *settings)
        self.seats = seats_at(task.game, source, settings)
        names = names * self.seats if len(names) == 1 else names
        self.design = "single" if apart or self.seats == 1 or len(set(names)) > 1 else "seat"
        plan = Experiment("bench", "", task.game, source, settings, matchups=(names,), design=self.design,
                          games=MOST_DEALS, seed=seed, moves="none")  # fmt: skip
        prepared = prepare(plan)
        self.bundle, self.manifest, self.unit = prepared.bundle, prepared.manifest, task.unit
        self._player = ShardPlayer(line_up(prepared.bundle, prepared.rules, prepared.strategies), prepared.manifest)
        self._last: tuple[Part, Columns] | None = None

    def columns(self, part: Part) -> Columns:
        """The columns of all games of a part."""
        if self._last is None or self._last[0] != part:
            self._last = part, self._player.columns(ShardPlan(part.number, part.first, part.deals))[0]
        return self._last[1]

    def shares(self, columns: Columns) -> Array:
        """What each seat has of the win of each game."""
        return np.asarray(win_shares(columns, self.manifest) / whole_win(self.manifest))

    def points(self, columns: Columns) -> Array:
        """The points of each seat in each game."""
        return np.stack([columns[f"score_{seat}"].astype(np.float64) for seat in SEATS[: self.seats]], axis=1)

    def values(self, part: Part, metric: str = SEAT) -> Array:
        """A quantity of each deal: the mean of its games."""
        kind, _, whose = metric.partition(".")
        each = self._of_games(self.columns(part), kind, whose)
        return np.asarray(np.round(each.reshape(-1, len(self.manifest.design.arms)).mean(axis=1), 12))

    def _of_games(self, columns: Columns, kind: str, whose: str) -> Array:
        if kind == "turns":
            return columns["turns"].astype(np.float64)
        if kind == "side":
            side, won = self.bundle.words["won_by"].index(whose), columns["won_by"]
            shared = 0.5 if len(self.bundle.objective.sides) == 2 else 0.0
            return np.where(won < 0, shared, won == side)
        in_points = kind in PLAIN or (kind == SEAT and self.unit == "points")
        of_seats = self.points(columns) if in_points else self.shares(columns)
        if kind == "margin":
            return np.asarray(of_seats[:, 0] - of_seats[:, 1])
        own = of_seats[:, SEATS.index(whose) if whose else 0]
        alone = self.seats == 1 or self.bundle.objective.together
        return np.asarray(own - of_seats.mean(axis=1) if kind == SEAT and not alone else own)

    def bounds(self, metric: str = SEAT) -> Bounds:
        """Between what a quantity lies."""
        kind = metric.partition(".")[0]
        if kind in PLAIN or (kind == SEAT and self.unit == "points"):
            return FREE
        return (-1.0, 1.0) if kind == SEAT else (0.0, 1.0)


@dataclass(frozen=True)
class Mean:
    """A mean over deals that a question is about: the value of each deal of a part, and between what these lie."""

    play: Callable[[Part], Array]
    bounds: Bounds


def mean_of(task: Task, seed: int, settings: Sequence[str] = (), metric: str = "") -> Mean:
    """A quantity under some settings, in shares where it is one."""
    metric, games = metric or task.metric or SEAT, Dealt(task, seed, settings)
    return Mean(partial(games.values, metric=metric), games.bounds(metric))


def answers(task: Task, seed: int, rows: Rows) -> Iterator[str]:
    """What stands after each look; it ends with the first answer that is not "undecided"."""
    if task.question == "people":
        yield _people(task, seed, rows)
    elif task.question == "games":
        yield from _games(task, seed)
    elif task.question == "power":
        yield from _power(task, seed)
    elif task.goal:
        yield from _change(task, seed)
    else:
        yield from _of_one(task, seed)


# What is answered of one mean: within the margin of nothing, above it, below it
OF_ONE = {
    "seat": ("within", "first", "other"), "worth": ("within", "more", "less"),
    "reading": ("no", "yes", "yes"), "change": ("no", "yes", "yes"),
}  # fmt: skip


def _of_one(task: Task, seed: int) -> Iterator[str]:
    """Whether the first seat's edge, what a thing is worth, or what a change does lies within the margin."""
    within, above, below = OF_ONE[task.question]
    if task.changes:  # base and change on the same deals, as `compare` has them
        (settings,) = task.changes.values()
        base, other = (mean_of(task, seed, each) for each in ((), settings))
        mean, variance = Mean(lambda part: other.play(part) - base.play(part), _apart(base.bounds)), PLANNED_DIFFERENCE
    else:
        mean = mean_of(task, seed)
        variance = PLANNED_VARIANCE["seat"]

    def says(states: list[Standing]) -> str:
        ((standing, sample),) = states
        return UNDECIDED if standing == "open" else within if standing == "met" else above if sample.mean > 0 else below

    plain = math.isinf(mean.bounds[1])  # of quantities of an unknown spread, as goals have it
    planned = PLANNED if plain else Balance.plan(0.0, task.effect, math.sqrt(variance), ALPHA).planned
    return _looks([mean], [InRange(-task.effect, task.effect, ALPHA, planned)], says)


def _apart(bounds: Bounds) -> Bounds:
    return bounds[0] - bounds[1], bounds[1] - bounds[0]


def _power(task: Task, seed: int) -> Iterator[str]:
    """What each side or seat wins, which is to be more than an even share and the margin."""
    games, names = Dealt(task, seed), [each for each in task.answers if each != NONE]
    kind, even = ("side", len(games.bundle.objective.sides)) if task.power == "side" else ("share", games.seats)
    metrics = [f"{kind}.{name}" for name in names]
    means = [Mean(partial(games.values, metric=each), games.bounds(each)) for each in metrics]
    return _of_several(task, means, 1.0 / even + task.effect, math.inf)


def _change(task: Task, seed: int) -> Iterator[str]:
    """What the quantity of the goal is under each change, which is to lie in the range: all on the same deals."""
    metric = str(task.goal["metric"])
    plain = metric.partition(".")[0] in PLAIN or (metric == SEAT and task.unit == "points")
    scale = 1.0 if plain else UNITS["games in 100"]
    low, high = (float(task.goal.get(end, far)) / scale for end, far in (("low", -math.inf), ("high", math.inf)))
    means = [mean_of(task, seed, task.changes[name], metric) for name in task.answers if name != NONE]
    return _of_several(task, means, low, high)


def _of_several(task: Task, means: Sequence[Mean], low: float, high: float) -> Iterator[str]:
    """The first of the names whose mean lies in the range, none where no mean does; they share the chance of error."""
    names = [each for each in task.answers if each != NONE]

    def says(states: list[Standing]) -> str:
        standings = [standing for standing, _ in states]
        if "met" in standings:
            return names[standings.index("met")]
        return UNDECIDED if "open" in standings else NONE

    return _looks(means, [InRange(low, high, ALPHA / len(names), PLANNED)] * len(names), says)


def _looks(means: Sequence[Mean], rules: Sequence[InRange], says: Callable[[list[Standing]], str]) -> Iterator[str]:
    """What is answered by the standings of some means, each with its sample, look after look."""
    number, first, counts = 0, 0, [Counter[float]() for _ in means]
    while True:
        part, states = Part(number, first, max(LOOK, int(GROWTH * first))), list[Standing]()
        for mean, rule, seen in zip(means, rules, counts, strict=True):
            values, deals = np.unique(mean.play(part), return_counts=True)
            seen.update(dict(zip(values.tolist(), deals.tolist(), strict=True)))
            support = np.array(sorted(seen))
            sample = Sample(support, np.array([seen[value] for value in support.tolist()], np.float64), *mean.bounds)
            states.append((rule.standing(sample), sample))
        answer = says(states)
        yield answer
        if answer != UNDECIDED:
            return
        number, first = number + 1, first + part.deals


def _games(task: Task, seed: int) -> Iterator[str]:
    """How many games a half-width takes, from a pilot as `plan` has it, once its variance is known well enough.

    Look k spends α / (k (k + 1)) of the chance of error, so that all looks together spend no more than α.
    """
    games, counts, number, first = Dealt(task, seed, apart=True), Counter[int](), 0, 0
    steps = whole_win(games.manifest) * games.seats
    while True:
        number, part = number + 1, Part(number, first, max(LOOK, int(GROWTH * first)))
        values, deals = np.unique(np.rint(steps * games.values(part)).astype(np.int64), return_counts=True)
        counts.update(dict(zip(values.tolist(), deals.tolist(), strict=True)))
        first += part.deals
        if len(counts) > 1:
            variance = BlockSums.from_counts(dict(counts), steps).variance
            known = variance_interval(counts, steps, 1.0 - ALPHA / (number * (number + 1)))
            if known.high * (1.0 - GOOD_ENOUGH) <= variance <= known.low * (1.0 + GOOD_ENOUGH):
                yield str(blocks_for_half_width(variance, task.effect))
                return
        yield UNDECIDED


def rows_of(task: Task, seed: int, games: int, settings: Sequence[str] = ()) -> Rows:
    """Games as people write them down: scores and shares of the win by seat, turns, how each ended."""
    dealt = Dealt(task, seed, settings, apart=True)
    columns, endings = dealt.columns(Part(0, 0, games)), dealt.bundle.words["end_reason"]
    told = (dealt.points(columns).tolist(), dealt.shares(columns).tolist(), columns["turns"].tolist())
    ended = [endings[code] for code in columns["end_reason"].tolist()]
    return [dict(zip(("scores", "won", "turns", "ended"), row, strict=True)) for row in zip(*told, ended, strict=True)]


def sheet_of(task: Task, seed: int) -> Rows:
    """The games of people of a task, made by its recipe; others for each seed, none for another question."""
    if task.question != "people":
        return []
    players = task.sheet.get("players", task.players)
    made = replace(task, players=players if isinstance(players, str) else tuple(players))
    return rows_of(
        made, task.seed_of(seed, "sheet"), int(task.sheet.get("games", 30)), tuple(task.sheet.get("set", ()))
    )


def _people(task: Task, seed: int, rows: Rows) -> str:
    """Different, if a check of `playtests --with` says so; the same, if people's mean lies within the margin.

    The margin is in the unit of the task, so it holds for the checks in that unit, and for all of these.
    """
    compared = checks(_evenings("people", rows), _evenings("programs", rows_of(task, seed, PROGRAMS)))
    if any(each.differs for each in compared):
        return "different"
    own = [(each.people, each.programs) for each in compared if each.people and each.unit == task.unit]
    reach = task.effect  # of a share, or in points, as the means are
    near = [people.interval.inside(programs - reach, programs + reach) for people, programs in own]
    return "same" if near and all(near) else UNDECIDED


def _evenings(name: str, rows: Rows) -> Evenings:
    games = []
    for at, row in enumerate(rows):
        each = enumerate(zip(row["scores"], row["won"], strict=True), 1)
        people = tuple(SheetPlayer(None, seat, None, score, None, won) for seat, (score, won) in each)
        games.append(SheetGame(at, people, turns=row["turns"], ended_by=row["ended"]))
    return Evenings(Sheet(name, tuple(games), ()))
