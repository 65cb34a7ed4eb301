"""What stored runs say of every deal, and by how much two of them differ. Runs are data: no game file is executed.

Runs of one seed that share deals are compared deal by deal, even if all else differs: a deal is independent
of all other deals. All other runs are independent, and their means are compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import NAMES
from dhstats.games.objective import SIDE
from dhstats.questions.catalogue import possible
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import apart, at_once, capital
from dhstats.questions.shared.groups import stored_rule
from dhstats.questions.shared.metrics import (
    ALONE,
    LEAD,
    OF_TABLES,
    SHARE,
    SHARED,
    Metric,
    a_game,
    metrics,
    share_of_games,
)
from dhstats.questions.tweaks.comparison import deal_sums
from dhstats.questions.tweaks.differences import Blocks
from dhstats.seats import SEATS
from dhstats.simulate.checks.shard import open_checked
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, student_critical, within
from dhstats.stats.sequential.stopping import Rule
from dhstats.storage import Run
from dhstats.storage.layout import MANIFEST
from dhstats.storage.run import came_first, open_run, parts, parts_of_win
from dhstats.storage.soundness import read_written

Array = np.ndarray[Any, Any]
ALPHA = 0.05
FEWEST = 2  # deals that an interval needs
ENDS = "ends_"  # begins the names of columns of games that end in a certain way
COUNTED = (ENDS, SIDE)  # of columns that a run has only if some game of it is one of these
POINTS = "points_of_"  # begins the names of columns of what each seat scores
# Columns of a game file's tables that every game has, besides those of ranks, scores and turns of seats.
COMMON = {
    "game_id", "deal_id", "arm", "swapped", "layout", "winner", "turns", "ended_by", "lead_changes", "lead_since",
    "players", "won_by", *SEATS,
}  # fmt: skip
OF_SEATS = ("score_", "rank_", "turns_")


@dataclass(frozen=True)
class Deals:
    """A run deal by deal: its columns, and what each is; `first` is its first deal, `source` what its deals come from.

    A deal has `games` games. `rule` is the one that could stop the run, if it had one.
    """

    columns: Mapping[str, Array]
    metrics: Mapping[str, Metric]
    games: int
    first: int
    source: str
    rule: Rule | None = None

    @classmethod
    def of(cls, run: Run) -> Deals:
        """The deals of a run; of a game file by the columns that every game has, and by those of its own numbers."""
        manifest = run.manifest
        if manifest.keep != "games":
            raise DataProblem(
                f"{run.folder}: keeps exact totals and no games, so its deals are not known; name another"
            )
        if manifest.game in NAMES:
            seats = manifest.seats
            games = _games(run, [f"score_{seat}" for seat in seats] if len(seats) > 1 else [])
            points = {f"{POINTS}{name.removeprefix('score_')}": _summed(run, each) for name, each in games.items()}
            known = (*metrics(manifest.game, len(seats)), *(_metric(name, {}, len(seats)) for name in points))
            columns = {**deal_sums(run).columns, **points}
        else:
            columns, known = _logged(run)
        deals = cls(
            columns, {each.name: each for each in known if each.name in columns}, len(manifest.design.arms),
            manifest.design.from_deal, manifest.log or f"seed {manifest.seed}", stored_rule(manifest),
        )  # fmt: skip
        if len(deals) < FEWEST:
            raise DataProblem(f"{run.folder}: has one deal, and an interval needs two; simulate more games")
        return deals

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @property
    def last(self) -> int:
        """The number after that of its last deal."""
        return self.first + len(self)

    def between(self, first: int, last: int) -> Deals:
        """Some of its deals alone."""
        start, end = first - self.first, last - self.first
        return replace(self, first=first, columns={name: each[start:end] for name, each in self.columns.items()})

    def of_metric(self, metric: Metric, times: int = 1) -> Array:
        """The values of a quantity, as often as that; zero for an ending or a winner that never occurred."""
        return self.columns.get(metric.name, np.zeros(len(self), np.int64)) * times

    def alone(self, metric: Metric) -> Blocks:
        """A quantity of this run alone, as what it is more than nothing; what has a largest value is never below 0."""
        values = self.of_metric(metric)
        return Blocks(np.zeros_like(values), values, metric.scale * self.games, metric.reach, self.rule, alone=True)

    def estimate(self, metric: Metric) -> Estimate:
        """The mean of a quantity, with an interval that is right alone."""
        blocks = self.alone(metric)
        return Estimate(blocks.sums.mean, blocks.sums.se, blocks.interval(1.0 - ALPHA))


def _logged(run: Run) -> tuple[dict[str, Array], tuple[Metric, ...]]:
    """What the tables of a game file say deal by deal, and what it is, with the words that all games share."""
    seats, sides, games = len(run.manifest.seats), dict[str, Array](), dict[str, Array]()
    for name, column in _games(run).items():
        if name == "end_reason":
            games |= _each(ENDS, column)
        elif name == "won_by":  # by the sides, whose players have no wins of their own
            sides = _each(SIDE, column) | {"draws": np.asarray(column.is_null())}
        elif pa.types.is_integer(column.type):
            games[name] = column.to_numpy().astype(np.int64)
    results = {"points": games["score_first"]} if seats == 1 else sides or _results(games, seats)
    results |= {f"{POINTS}{seat}": games[f"score_{seat}"] for seat in SEATS[: seats if seats > 1 else 0]}
    own = {name: each for name, each in games.items() if name not in COMMON and not name.startswith(OF_SEATS)}
    columns = {name: _summed(run, each) for name, each in ({"turns": games["turns"]} | results | own).items()}
    common = {each.name: each for each in (*SHARED, LEAD, *(ALONE if seats == 1 else OF_TABLES if seats > 2 else ()))}
    return columns, tuple(_metric(name, common, seats) for name in columns)


def _games(run: Run, columns: Sequence[str] | None = None) -> dict[str, Any]:
    """Columns of the games of a run, all or some, in the order of its plan; DataProblem for other games."""
    wanted = None if columns is None else ["game_id", *columns]
    table = pa.concat_tables(read_written(run.folder, file, wanted) for file in run.manifest.files("games"))
    found = dict(zip(table.column_names, table.columns, strict=True))
    if not np.array_equal(found["game_id"].to_numpy(), np.array(run.manifest.game_ids, np.uint64)):
        raise DataProblem(
            f"{run.folder}: its games are not those of its plan; `dhstats verify {run.folder}` shows more"
        )
    return found if columns is None else {name: found[name] for name in columns}


def _summed(run: Run, values: Any) -> Array:
    """A column of the games of a run added up by deal."""
    by_deal = np.asarray(values).astype(np.int64).reshape(-1, len(run.manifest.design.arms))
    return np.asarray(by_deal.sum(axis=1))


def _each(start: str, column: Any) -> dict[str, Array]:
    """Which games have each word of a column."""
    every = np.asarray(column.to_pylist(), object)
    return {f"{start}{each}": every == each for each in sorted(set(every.tolist()) - {None})}


def _metric(name: str, common: Mapping[str, Metric], seats: int) -> Metric:
    if name.startswith(SHARE):
        seat = name.removeprefix(SHARE)
        return replace(SHARED[0], name=name, what=f"{seat} seat's share of the wins", scale=parts_of_win(seats))
    if name.startswith(SIDE):
        return share_of_games(name, f"games won by the “{words.spoken(name.removeprefix(SIDE))}” side")
    if name.startswith(POINTS):
        return Metric(name, f"{name.removeprefix(POINTS)} seat's points", "points", 1, 0.0, shown="points")
    if name.startswith(ENDS):
        return share_of_games(name, f"games that end by {words.spoken(name.removeprefix(ENDS))}")
    return common.get(name) or a_game(name, words.spoken(name))


def _results(games: Mapping[str, Array], seats: int) -> dict[str, Array]:
    """Who wins each game, by how much and how often the lead changes."""
    first = came_first(games, seats)
    lead = games["score_first"] - games["score_second"]
    sums = {"margin": lead, "gap": np.abs(lead), "draws": first.sum(axis=0) > 1, "lead_changes": games["lead_changes"]}
    if seats == 2:
        return {"score": first[0] * (2 // first.sum(axis=0)), **sums}
    return {**{f"{SHARE}{seat}": won for seat, won in zip(SEATS, parts(first), strict=False)}, **sums}


@dataclass(frozen=True, eq=False)
class Change:
    """A quantity before and after, with an interval of the change that is right together with `of` others.

    Numbers are shown times `factor`, in a `unit`. `alike` says that every deal that both share came out the same.
    """

    name: str
    what: str
    unit: str
    factor: float
    before: float
    after: float
    interval: Interval
    of: int
    alike: bool = False
    step: str = ""  # of a history

    @property
    def value(self) -> float:
        """By how much it is more."""
        return self.after - self.before

    @property
    def known(self) -> bool:
        """Whether some deals differ, and enough for an interval."""
        return not self.alike and math.isfinite(self.interval.high)

    @property
    def moved(self) -> bool:
        """Whether it changed for certain."""
        return self.known and not self.interval.contains(0.0)

    @property
    def clearness(self) -> float:
        """How many half-widths of its interval it is away from none; 0 where nothing is known."""
        half = self.interval.half_width if self.known else math.inf
        return abs(self.value) / half if half else math.inf if self.moved else 0.0

    @property
    def digits(self) -> int:
        """As many digits as its interval leaves; one more where before and after would look alike."""
        digits = words.places(self.factor * self.interval.half_width / 2.0)
        digits = apart(self.interval, digits, 0.0, self.factor) if self.moved else digits
        before, after, change = (
            words.number(self.factor * each, digits) for each in (self.before, self.after, self.value)
        )
        return digits + (before == after and change != words.number(0.0, digits))

    @property
    def certainty(self) -> str:
        """By how much it changed, from where to where, as a first screen says it."""
        ends = words.reach(self.interval, self.digits, factor=self.factor, sign=True)
        return f"{ends} {self.unit}".rstrip() + f" ({words.level(self.interval)} interval{at_once(self.of)})"

    @property
    def from_to(self) -> str:
        """Before and after in words, with the unit: "48.2 instead of 53.1 turns"."""
        before, after = (words.number(self.factor * each, self.digits) for each in (self.before, self.after))
        return f"{after} instead of {before} {self.unit}".rstrip()

    @property
    def sentence(self) -> str:
        """What it is, before and after, by how much it changed, and how certain that is."""
        change = words.number(self.factor * self.value, self.digits, sign=True)
        sure = f"simultaneous {words.level(self.interval)}" if self.of > 1 else ""
        ends = words.span(self.interval, self.digits, factor=self.factor, sign=True, sure=sure)
        doubt = "" if self.moved else ", not certain"
        return f"{capital(self.what)}: {self.from_to}{doubt} (change {change}; {ends})."


def moved(changes: Iterable[Change]) -> list[Change]:
    """The certain changes, the clearest first."""
    return sorted((each for each in changes if each.moved), key=lambda each: -each.clearness)


def shown(metric: Metric) -> str:
    """The unit of a quantity in sentences."""
    return metric.shown.replace("a game", "per game")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs as they are compared: `common` says that they share the deals that count, else none is shared."""

    one: Deals
    other: Deals
    common: bool

    @classmethod
    def of(cls, one: Deals, other: Deals) -> Pair:
        """Two runs by their common deals, if these are at least half of the shorter run; otherwise without them."""
        first, last = max(one.first, other.first), min(one.last, other.last)
        if one.source != other.source or last <= first:
            return cls(one, other, common=False)
        if last - first >= max(FEWEST, min(len(one), len(other)) / 2):
            return cls(one.between(first, last), other.between(first, last), common=True)
        # The few that both have are left out of the first, which then shares none with the second
        rest = one.between(one.first, first) if first > one.first else one.between(last, one.last)
        if len(rest) < FEWEST:
            raise DataProblem("the runs share deals and have too few besides; name runs of two seeds, or of more deals")
        return cls(rest, other, common=False)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What both say, in the order of the second; endings and winners count where only one has them."""
        known = {**self.other.metrics, **{name: m for name, m in self.one.metrics.items() if name.startswith(COUNTED)}}
        both = self.one.metrics.keys() & self.other.metrics.keys()
        return tuple(each for name, each in known.items() if name in both or name.startswith(COUNTED))

    @property
    def deals(self) -> str:
        """How they are compared, in words."""
        one, other = (words.count(len(each), "deals") for each in (self.one, self.other))
        return f"the same {one}, deal by deal" if self.common else f"independent games, {one} and {other}"

    def changes(self, of: int) -> list[Change]:
        """How every quantity changed, with intervals that are right for all of `of` at once (Bonferroni)."""
        changed, level, one, other = list[Change](), 1.0 - ALPHA / of, self.one, self.other
        for metric in self.metrics:
            if self.common:
                before, after = one.of_metric(metric, other.games), other.of_metric(metric, one.games)
                scale, rule = metric.scale * one.games * other.games, one.rule or other.rule
                blocks = Blocks(before, after, scale, metric.reach, rule)
                means, interval, alike = blocks.both, blocks.interval(level), blocks.differing == 0
            else:
                alone = one.alone(metric), other.alone(metric)
                means, interval, alike = (alone[0].sums, alone[1].sums), of_independent(*alone, level), False
                if metric.reach:
                    interval = within(interval, (-metric.reach, metric.reach))
            changed.append(
                Change(
                    metric.name, metric.what, shown(metric), metric.factor, means[0].mean, means[1].mean,
                    replace(interval, level=1.0 - ALPHA), of, alike,
                )
            )  # fmt: skip
        return changed


def of_independent(one: Blocks, other: Blocks, level: float) -> Interval:
    """The interval of the difference of two means over separate deals: Welch's.

    If few deals make the spread of either, or a run could stop by what it showed, each has its own interval, which
    holds with half of the error.
    """
    n = one.sums.n + other.sums.n
    if one.rule or other.rule or one.rare or other.rare:
        before, after = (each.interval((1.0 + level) / 2.0) for each in (one, other))
        method = f"{before.method}, and of the other run {after.method}"
        return Interval(after.low - before.high, after.high - before.low, level, method, n, "deals")
    parts_of = [each.sums.variance / each.sums.n for each in (one, other)]
    degrees = sum(part**2 / (each.sums.n - 1) for part, each in zip(parts_of, (one, other), strict=True))
    half = student_critical(level, sum(parts_of) ** 2 / degrees) * math.sqrt(sum(parts_of))  # type: ignore[arg-type]
    change = other.sums.mean - one.sums.mean
    return Interval(change - half, change + half, level, "Welch's t over deals", n, "deals")


def read_run(path: Path) -> Run:
    """A run, opened for reading; one of a game file is opened without its game. BadInput where there is none."""
    if not (path / MANIFEST).is_file():
        raise BadInput(f"{path}: holds no run; name the folder of one, as `dhstats simulate --out` makes it")
    run = open_run(path)
    return open_checked(path) if run.manifest.game in NAMES else run


def deals_of(run: Run) -> Deals:
    """What a run says of every deal; DataProblem for numbers that no games could have."""
    with possible(run):
        return Deals.of(run)


def pair_of(one: Run, other: Run) -> Pair:
    """Two runs as they are compared; BadInput for two games. Versions of a game file are one game."""
    games, seats = ([each.manifest.game for each in (one, other)], [len(each.manifest.seats) for each in (one, other)])
    if games[0] != games[1] and not all("@" in name for name in games):
        raise BadInput(f"{one.folder} is of {games[0]}, {other.folder} of {games[1]}; name two of one game")
    if seats[0] != seats[1]:
        raise BadInput(
            f"{one.folder} has {seats[0]} players, {other.folder} {seats[1]}; `dhstats report` takes runs of several"
            " numbers of players"
        )
    return Pair.of(deals_of(one), deals_of(other))
