"""Did a rule tweak change anything? The same deals under both rule sets, compared block by block."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import DataProblem
from dhstats.queries.counts import counting
from dhstats.questions import words
from dhstats.questions.metrics import ASK, METRICS, Ask, Metric
from dhstats.stats.blocks import BlockSums
from dhstats.stats.corrections import benjamini_hochberg, holm
from dhstats.stats.critical_values import student_critical, student_tail
from dhstats.stats.intervals import Interval
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

    `rescored` says that the games were counted anew and not played under these rules.
    """

    columns: Mapping[str, Array]
    seed: int
    rescored: bool = False

    @property
    def games(self) -> int:
        """How many games a deal has."""
        return int(self.columns["games"][0])

    def first(self, deals: int) -> DealSums:
        """The first deals alone."""
        return DealSums({name: values[:deals] for name, values in self.columns.items()}, self.seed, self.rescored)


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
    return DealSums(columns, run.manifest.seed)


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
        for metric in METRICS
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
    verdict = "fact"
    if independent:
        interval, p = _welch(before, after, ask.level)
    elif rule is not None:
        found = judge_at_any_time(sums, 0.0, margin or 1.0, rule.planned, rule.alpha)
        interval, verdict = found.interval95, found.kind if margin else "fact"
        p = _betting_p(changed - base, scale, metric.reach)
    else:
        interval, p = sums.interval(ask.level), _p(sums.mean, sums.se, sums.n - 1)
        reach = (-metric.reach, metric.reach) if metric.reach else (-math.inf, math.inf)
        verdict = judge(sums, 0.0, margin, ask.alpha, bounds=reach).kind if margin else "fact"
    return Difference(tweak, metric, before.mean, sums.mean, interval, p, factor, verdict, independent)


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


def _welch(before: BlockSums, after: BlockSums, level: float) -> tuple[Interval, float]:
    """Independent runs: the interval of the difference of two means with unequal variances, and its p-value."""
    one, other = before.se**2, after.se**2
    se, value, n = math.sqrt(one + other), after.mean - before.mean, before.n
    df = (one + other) ** 2 / (one**2 / (n - 1) + other**2 / (after.n - 1)) if se > 0 else n - 1
    reach = student_critical(level, max(1, int(df))) * se
    return Interval(value - reach, value + reach, level, "t, Welch", n, "deals"), _p(value, se, df)


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
    """Intervals that hold together, and their verdicts, where several tweaks share the base's deals."""
    alone = len(comparisons) == 1 or any(each.primary.independent or each.watched for each in comparisons)
    if alone or len({len(each.values) for each in comparisons}) > 1:
        return [(each.primary.interval, each.primary.verdict) for each in comparisons]
    sample, ask = np.stack([each.values for each in comparisons], axis=1), comparisons[0].ask
    wide, narrow = (_simultaneous(sample, 1.0 - chance) for chance in (ask.alpha, 2.0 * ask.alpha))
    found = []
    for outer, inner, each in zip(wide, narrow, comparisons, strict=True):
        same = each.primary.alike  # nothing varied: what judges a single tweak judges this one too
        verdict = kind_of(outer, inner, 0.0, ask.margin) if ask.margin and not same else each.primary.verdict
        found.append((outer, verdict))
    return found


def _simultaneous(sample: Array, level: float) -> list[Interval]:
    critical, deals = largest_of(sample, level, SEED), len(sample)
    found = []
    for mean, sd in zip(sample.mean(axis=0), sample.std(axis=0, ddof=1), strict=True):
        half = critical * float(sd) / math.sqrt(deals)
        found.append(Interval(float(mean) - half, float(mean) + half, level, "max-T", deals, "deals"))
    return found
