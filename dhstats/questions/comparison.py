"""Did a rule tweak change anything? The same deals under both rule sets, compared block by block."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.errors import DataProblem
from dhstats.queries.counts import counting
from dhstats.questions import words
from dhstats.questions.metrics import ASK, Ask, Metric, metrics
from dhstats.stats.blocks import BlockSums
from dhstats.stats.corrections import benjamini_hochberg, holm
from dhstats.stats.critical_values import student_critical, student_tail
from dhstats.stats.intervals import UNBOUNDED, Interval
from dhstats.stats.paired import variance_reduction
from dhstats.stats.payoffs import largest_of
from dhstats.stats.sequences import log_capital
from dhstats.stats.stopping import Rule, judge_at_any_time
from dhstats.stats.verdicts import judge, kind_of
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
SEED = 1  # of the normal draws behind simultaneous intervals


@dataclass(frozen=True)
class DealSums:
    """What happened on every deal of a run, by column, in the order of the deals, under a seed and design.

    `rescored` says that the games were counted anew and not played under these rules; `game` is which was played.
    """

    columns: Mapping[str, Array]
    seed: int
    rescored: bool = False
    game: str = "dragonheart"

    @property
    def games(self) -> int:
        """How many games a deal has."""
        return int(self.columns["games"][0])

    def first(self, deals: int) -> DealSums:
        """The first deals alone."""
        return replace(self, columns={name: values[:deals] for name, values in self.columns.items()})


@dataclass(frozen=True)
class Difference:
    """One quantity under a tweak less under the base.

    `factor` is the variance reduction factor; `independent` says that the runs had to be played on different deals. `p`
    is missing (NaN) where a run was watched and no bet was taken on the quantity.
    """

    tweak: str
    metric: Metric
    base: float
    value: float
    se: float
    df: float
    interval: Interval
    p: float
    factor: float
    verdict: str
    independent: bool

    @property
    def amount(self) -> str:
        """The difference in words, with its unit where that is a share."""
        unit = f" {self.metric.shown}" if self.metric.factor != 1.0 else ""
        return f"{words.number(self.metric.factor * self.value, self._digits, sign=True)}{unit}"

    @property
    def amount_range(self) -> str:
        """From where to where its interval goes."""
        return words.reach(self.interval, self._digits, factor=self.metric.factor, sign=True)

    @property
    def _digits(self) -> int:
        return words.places(self.metric.factor * self.interval.half_width / 2.0)

    @property
    def alike(self) -> bool:
        """Every deal came out the same."""
        return self.value == 0.0 and math.isinf(self.factor)


@dataclass(frozen=True)
class Comparison:
    """A tweak's run against the base run: all differences, and the paired differences of what is judged by deal."""

    tweak: str
    differences: tuple[Difference, ...]
    values: Array
    ask: Ask
    watched: bool = False
    rescored: bool = False

    @property
    def primary(self) -> Difference:
        """The difference that is judged."""
        return next(each for each in self.differences if each.metric is self.ask.metric)

    @property
    def others(self) -> tuple[Difference, ...]:
        """All other differences."""
        return tuple(each for each in self.differences if each.metric is not self.ask.metric)


def deal_sums(run: Run) -> DealSums:
    """What happened on every deal of a run."""
    with counting(run) as counts:
        frame = counts.frame("deals")
    columns = {name: frame[name].to_numpy().astype(np.int64) for name in frame.columns}
    return DealSums(columns, run.manifest.seed, game=run.manifest.game)


def compare(
    base: Run | DealSums, tweak: Run | DealSums, name: str, ask: Ask = ASK, rule: Rule | None = None
) -> Comparison:  # fmt: skip
    """A tweak against the base, deal by deal; DataProblem for runs that were not played alike.

    Runs with other seeds are compared as independent ones. `rule` is how a watched run was judged; it may have ended
    before the base did.
    """
    one, other = (each if isinstance(each, DealSums) else deal_sums(each) for each in (base, tweak))
    if rule is not None:
        deals = min(len(one.columns["games"]), len(other.columns["games"]))
        one, other = one.first(deals), other.first(deals)
    games = one.columns["games"]
    if len(games) != len(other.columns["games"]) or (games != other.columns["games"]).any():
        raise DataProblem(f"{name}: was played on other deals or designs than the base; the deals cannot be paired")
    found = tuple(
        _difference(name, metric, one, other, ask, rule)
        for metric in metrics(one.game)
        if metric.name in one.columns and metric.name in other.columns
    )
    if ask.metric.name not in other.columns:
        raise DataProblem(f"{name}: the {ask.metric.what} cannot be counted anew from stored games; play the tweak")
    values = (other.columns[ask.metric.name] - one.columns[ask.metric.name]) / (ask.metric.scale * one.games)
    return Comparison(name, found, values, ask, rule is not None, other.rescored)


def _difference(
    tweak: str, metric: Metric, one: DealSums, other: DealSums, ask: Ask, rule: Rule | None
) -> Difference:  # fmt: skip
    base, changed = one.columns[metric.name], other.columns[metric.name]
    scale, independent = metric.scale * one.games, one.seed != other.seed
    sums = BlockSums.from_values((changed - base).tolist(), scale)
    before, after = (BlockSums.from_values(values.tolist(), scale) for values in (base, changed))
    factor = variance_reduction(before.variance, after.variance, sums.variance)
    margin = ask.margin if metric is ask.metric else metric.margin
    verdict, se, df = "fact", sums.se, sums.n - 1.0
    if independent:
        se, df = _welch(before, after)
        interval, p = _student(sums.mean, se, df, sums.n, ask.level), _p(sums.mean, se, df)
    elif rule is not None:
        reach = (-metric.reach, metric.reach) if metric.reach else UNBOUNDED
        found = judge_at_any_time(sums, 0.0, margin or 1.0, rule.planned, rule.alpha, reach)
        interval, verdict = found.interval95, found.kind if margin else "fact"
        p = _betting_p(changed - base, scale, metric.reach)
    else:
        interval, p = sums.interval(ask.level), _p(sums.mean, sums.se, sums.n - 1)
        reach = (-metric.reach, metric.reach) if metric.reach else UNBOUNDED
        verdict = judge(sums, 0.0, margin, ask.alpha, bounds=reach).kind if margin else "fact"
    return Difference(tweak, metric, before.mean, sums.mean, se, df, interval, p, factor, verdict, independent)


def _betting_p(differences: Array, scale: int, reach: float) -> float:
    """A p-value that holds at all looks: one over what betting against no difference has earned; NaN without bounds."""
    if reach == 0.0:
        return math.nan
    steps, counts = np.unique(differences, return_counts=True)
    return min(1.0, math.exp(-log_capital((steps / (scale * reach) + 1.0) / 2.0, counts, 0.5)))


def _p(value: float, se: float, df: float) -> float:
    if se == 0.0:
        return 1.0 if value == 0.0 else 0.0
    return min(1.0, 2.0 * student_tail(abs(value) / se, max(1, int(df))))


def _welch(before: BlockSums, after: BlockSums) -> tuple[float, float]:
    """Independent runs: the standard error of the difference of two means, and its degrees of freedom."""
    one, other, n = before.se**2, after.se**2, before.n
    df = (one + other) ** 2 / (one**2 / (n - 1) + other**2 / (after.n - 1)) if one + other > 0 else n - 1.0
    return math.sqrt(one + other), df


def _student(value: float, se: float, df: float, n: int, level: float) -> Interval:
    reach = student_critical(level, max(1, int(df))) * se
    return Interval(value - reach, value + reach, level, "t, Welch", n, "deals")


def hurts(found: Comparison) -> bool:
    """Whether playing the same deals made the comparison worse than independent runs would have."""
    return not found.primary.independent and found.primary.factor < 1.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A tweak's difference with an interval that holds for all tweaks together, its verdict, and adjusted p-values."""

    interval: Interval
    verdict: str
    holm: float
    screened: float


def judged(comparisons: Sequence[Comparison]) -> list[Judged]:
    """All tweaks judged together."""
    p_values = [each.primary.p for each in comparisons]
    intervals = _joint(comparisons)
    return [
        Judged(interval, verdict, confirmed, screened)
        for (interval, verdict), confirmed, screened in zip(
            intervals, holm(p_values), benjamini_hochberg(p_values), strict=True
        )
    ]


def _joint(comparisons: Sequence[Comparison]) -> list[tuple[Interval, str]]:
    """Intervals that hold together, and their verdicts.

    Tweaks on common deals share max-T intervals at their part of the error; one that had to be played on deals of its
    own takes its part alone.
    """
    paired = [each for each in comparisons if not each.primary.independent]
    if len(comparisons) == 1 or any(each.watched for each in comparisons):
        return [(each.primary.interval, each.primary.verdict) for each in comparisons]
    ask, many = comparisons[0].ask, len(comparisons)
    part = len(paired) / many
    shared: list[list[Interval]] = [[], []]
    if paired:
        sample = np.stack([each.values for each in paired], axis=1)
        shared = [_simultaneous(sample, 1.0 - part * chance) for chance in (ask.alpha, 2.0 * ask.alpha)]
    pairs = iter(zip(*shared, strict=True))
    found = []
    for each in comparisons:
        first = each.primary
        if first.independent:
            found.append((_student(first.value, first.se, first.df, first.interval.n, 1.0 - ask.alpha / many), "fact"))
            continue
        outer, inner = next(pairs)
        same = first.alike  # nothing varied: what judges a single tweak judges this one too
        judged_alone = first.verdict if same or not ask.margin else ""
        found.append((outer, judged_alone or kind_of(outer, inner, 0.0, ask.margin)))
    return found


def _simultaneous(sample: Array, level: float) -> list[Interval]:
    critical, deals = largest_of(sample, level, SEED), len(sample)
    found = []
    for mean, sd in zip(sample.mean(axis=0), sample.std(axis=0, ddof=1), strict=True):
        half = critical * float(sd) / math.sqrt(deals)
        found.append(Interval(float(mean) - half, float(mean) + half, level, "max-T", deals, "deals"))
    return found
