"""What stored runs say of every deal, and by how much two of them differ. Runs are data: no game file is executed.

Runs of one seed that share deals are compared deal by deal, even if all else differs: a deal is independent
of all other deals. All other runs are independent, and their means are compared.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import NAMES
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import at_once
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
from dhstats.stats.intervals.intervals import Interval, student_critical
from dhstats.stats.sequential.stopping import Rule
from dhstats.storage import Run
from dhstats.storage.run import came_first, parts, parts_of_win
from dhstats.storage.soundness import read_written

Array = np.ndarray[Any, Any]
ALPHA = 0.05
FEWEST = 2  # deals that an interval needs
ENDS = "ends_"  # begins the names of columns of games that end in a certain way
# Columns of a game file's tables that every game has, besides those of ranks, scores and turns of seats.
COMMON = {
    "game_id", "deal_id", "arm", "swapped", "layout", "winner", "turns", "ended_by", "lead_changes", "lead_since",
    "players", *SEATS,
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
        manifest, seats = run.manifest, len(run.manifest.seats)
        if manifest.keep != "games":
            raise DataProblem(
                f"{run.folder}: keeps exact totals and no games, so its deals are not known; name another"
            )
        if manifest.design.deals < FEWEST:
            raise DataProblem(f"{run.folder}: has one deal, and an interval needs two; simulate more games")
        if manifest.game in NAMES:
            columns, known = deal_sums(run).columns, metrics(manifest.game, seats)
        else:
            columns, known = _logged(run)
        return cls(
            columns, {each.name: each for each in known if each.name in columns}, len(manifest.design.arms),
            manifest.design.from_deal, manifest.log or f"seed {manifest.seed}", stored_rule(manifest),
        )  # fmt: skip

    @property
    def last(self) -> int:
        """The number after that of its last deal."""
        return self.first + len(next(iter(self.columns.values())))

    def between(self, first: int, last: int) -> Deals:
        """Some of its deals alone."""
        start, end = first - self.first, last - self.first
        return replace(self, first=first, columns={name: each[start:end] for name, each in self.columns.items()})

    def of_metric(self, metric: Metric, times: int = 1) -> Array:
        """The values of a quantity, as often as that; zero for a way to end that never occurred."""
        return self.columns.get(metric.name, np.zeros(self.last - self.first, np.int64)) * times

    def alone(self, metric: Metric) -> Blocks:
        """A quantity of this run alone, as what it is more than nothing."""
        values = self.of_metric(metric)
        return Blocks(np.zeros_like(values), values, metric.scale * self.games, metric.reach, self.rule)


def _logged(run: Run) -> tuple[dict[str, Array], tuple[Metric, ...]]:
    """What the tables of a game file say deal by deal, and what it is, with the words that all games share."""
    arms, seats = len(run.manifest.design.arms), len(run.manifest.seats)
    parts_of = [_sums(read_written(run.folder, file), arms, seats) for file in run.manifest.files("games")]
    names = dict.fromkeys(name for each in parts_of for name in each)
    lengths = [len(each["turns"]) for each in parts_of]
    columns = {
        name: np.concatenate([each.get(name, np.zeros(n, np.int64)) for each, n in zip(parts_of, lengths, strict=True)])
        for name in names
    }
    common = {each.name: each for each in (*SHARED, *ALONE, LEAD)}
    if seats > 2:
        common |= {each.name: each for each in OF_TABLES}
    return columns, tuple(_metric(name, common, seats) for name in names)


def _metric(name: str, common: Mapping[str, Metric], seats: int) -> Metric:
    if name.startswith(SHARE):
        seat = name.removeprefix(SHARE)
        return replace(SHARED[0], name=name, what=f"{seat} seat's share of the wins", scale=parts_of_win(seats))
    if name.startswith(ENDS):
        return share_of_games(name, f"games that end by {words.spoken(name.removeprefix(ENDS))}")
    return common.get(name) or a_game(name, words.spoken(name))


def _sums(table: pa.Table, arms: int, seats: int) -> dict[str, Array]:
    """The sum of each quantity over the games of every deal in one file, in which the games lie in their order."""
    of_games: dict[str, Array] = {}
    for name in table.column_names:
        column = table.column(name)
        if name == "end_reason":
            reasons = np.asarray(column.to_pylist(), object)
            of_games |= {f"{ENDS}{each}": reasons == each for each in sorted(set(reasons.tolist()), key=str)}
        elif pa.types.is_integer(column.type):
            of_games[name] = column.to_numpy().astype(np.int64)
    sums = {"turns": of_games["turns"]}
    if seats == 1:
        sums["points"] = of_games["score_first"]
    else:
        sums |= _results(of_games, seats)
    own = [name for name in of_games if name not in COMMON and not name.startswith(OF_SEATS)]
    sums |= {name: of_games[name] for name in own}
    return {name: values.astype(np.int64).reshape(-1, arms).sum(axis=1) for name, values in sums.items()}


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
    `judged` has the verdicts of a goal or a claim, before and after; "" without one.
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
    judged: str = ""
    step: str = ""  # of a history

    @property
    def value(self) -> float:
        """By how much it is more."""
        return self.after - self.before

    @property
    def moved(self) -> bool:
        """Whether it changed beyond error."""
        return not self.alike and math.isfinite(self.interval.high) and not self.interval.contains(0.0)

    @property
    def clearness(self) -> float:
        """How many half-widths of its interval it is away from none; 0 where nothing is known."""
        half = self.interval.half_width
        return abs(self.value) / half if 0.0 < half < math.inf and not self.alike else 0.0

    @property
    def digits(self) -> int:
        """As many digits as its interval leaves."""
        return words.places(self.factor * self.interval.half_width / 2.0)

    @property
    def ends(self) -> str:
        """From where to where its interval goes, with what it rests on."""
        sure = f"simultaneous {words.level(self.interval)}" if self.of > 1 else ""
        return words.span(self.interval, self.digits, factor=self.factor, sign=True, sure=sure)

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


def shown(metric: Metric) -> str:
    """The unit of a quantity in sentences."""
    return "games in 100" if metric.factor == 100.0 else metric.shown.replace("a game", "per game")


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
        shared = last - first if one.source == other.source else 0
        if shared <= 0:
            return cls(one, other, common=False)
        if 2 * shared >= min(one.last - one.first, other.last - other.first) and shared >= FEWEST:
            return cls(one.between(first, last), other.between(first, last), common=True)
        # The few that both have are left out of the first, which then shares none with the second
        rest = one.between(one.first, first) if first > one.first else one.between(last, one.last)
        if rest.last - rest.first < FEWEST:
            raise DataProblem("the runs share deals and have too few besides; name runs of two seeds, or of more deals")
        return cls(rest, other, common=False)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What both say, in the order of the second; ways to end are counted where only one has them."""
        known = {**self.other.metrics, **{name: m for name, m in self.one.metrics.items() if name.startswith(ENDS)}}
        both = self.one.metrics.keys() & self.other.metrics.keys()
        return tuple(each for name, each in known.items() if name in both or name.startswith(ENDS))

    @property
    def deals(self) -> str:
        """How they are compared, in words."""
        one, other = (words.count(each.last - each.first, "deals") for each in (self.one, self.other))
        return f"the same {one}, deal by deal" if self.common else f"independent games, {one} and {other}"

    def changes(self, of: int, alpha: float = ALPHA) -> list[Change]:
        """How every quantity changed, with intervals that are right for all of `of` at once (Bonferroni)."""
        return [self._change(each, of, alpha) for each in self.metrics]

    def _change(self, metric: Metric, of: int, alpha: float) -> Change:
        level, one, other = 1.0 - alpha / of, self.one, self.other
        if self.common:
            rule = one.rule or other.rule
            before, after = one.of_metric(metric, other.games), other.of_metric(metric, one.games)
            blocks = Blocks(before, after, metric.scale * one.games * other.games, metric.reach, rule)
            means, interval, alike = [each.mean for each in blocks.both], blocks.interval(level), blocks.differing == 0
        else:
            alone = (one.alone(metric), other.alone(metric))
            means, interval, alike = [each.sums.mean for each in alone], of_independent(*alone, level), False
        wide = replace(interval, level=1.0 - alpha)
        return Change(metric.name, metric.what, shown(metric), metric.factor, means[0], means[1], wide, of, alike)


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
    parts_of, degrees = [each.sums.variance / each.sums.n for each in (one, other)], 0.0
    for part, each in zip(parts_of, (one, other), strict=True):
        degrees += part**2 / (each.sums.n - 1)
    half = student_critical(level, sum(parts_of) ** 2 / degrees) * math.sqrt(sum(parts_of))  # type: ignore[arg-type]
    change = other.sums.mean - one.sums.mean
    return Interval(change - half, change + half, level, "Welch's t over deals", n, "deals")


def of_one_game(one: Run, other: Run) -> None:
    """BadInput for runs of two games, or with different numbers of players; versions of a game file are one game."""
    games = [each.manifest.game for each in (one, other)]
    if games[0] != games[1] and not all("@" in name for name in games):
        raise BadInput(f"{one.folder} is of {games[0]}, {other.folder} of {games[1]}; name two of one game")
    seats = [len(each.manifest.seats) for each in (one, other)]
    if seats[0] != seats[1]:
        raise BadInput(
            f"{one.folder} has {seats[0]} players, {other.folder} {seats[1]}; `dhstats report` takes runs of several"
            " numbers of players"
        )
