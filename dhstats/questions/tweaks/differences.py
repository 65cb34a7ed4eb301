"""One quantity under a tweak less under the base: its estimate, its interval by a method that fits, its verdict."""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.players.solving.solutions import ROUNDED
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import apart
from dhstats.questions.shared.metrics import Metric
from dhstats.questions.verdicts.sequential import LOOK
from dhstats.stats.estimates.rare import Rare, deals_needed, making_spread, no_limit, spread_known, varying_of
from dhstats.stats.intervals.blocks import BlockSums, sign_test, variance_reduction
from dhstats.stats.intervals.intervals import EXACT, UNBOUNDED, Interval, no_spread_interval, student_tail
from dhstats.stats.sequential.at_any_time import judge_at_any_time
from dhstats.stats.sequential.sequences import betting, log_capital
from dhstats.stats.sequential.stopping import Rule, Sample, guard_of_equal
from dhstats.stats.sequential.stopping_bias import Adjusted, Looks, adjusted
from dhstats.stats.sequential.verdicts import kind_of

Array = np.ndarray[Any, Any]


def known_digits(interval: Interval, metric: Metric) -> int:
    """As many digits as an interval leaves of a quantity, as sentences show it."""
    least = ROUNDED if interval.method == EXACT else 1e-9
    return words.places(metric.factor * max(interval.half_width / 2.0, least))


def reach_of(interval: Interval, metric: Metric, sure: str = "") -> str:
    """From where to where a change goes, in as many digits as tell it from none; `sure` stands in for its level."""
    digits = apart(interval, known_digits(interval, metric), 0.0, metric.factor)
    if interval.method == EXACT:
        return f"exactly {words.number(metric.factor * interval.middle, known_digits(interval, metric), sign=True)}"
    return words.reach(interval, digits, factor=metric.factor, sign=True, sure=sure)


def in_its_unit(interval: Interval, metric: Metric, sure: str = "") -> str:
    """The same with its unit."""
    return f"{reach_of(interval, metric, sure)} {metric.shown}"


@dataclass(frozen=True, eq=False)
class Blocks:
    """A quantity on every deal under base and tweak, in whole steps of which `scale` make its unit."""

    base: Array
    tweak: Array
    scale: int
    reach: float  # the largest distance of two deals, 0 if there is none
    rule: Rule | None = None  # which ended the run, if it was watched
    known: tuple[Interval, Interval] | None = None  # base and tweak, where both are worked out and not measured
    alone: bool = False  # the base is nothing, so that no deal is below 0

    @cached_property
    def sums(self) -> BlockSums:
        """The differences."""
        return self._sums(self.tweak - self.base)

    @cached_property
    def both(self) -> tuple[BlockSums, BlockSums]:
        """The base and the tweak, each alone."""
        return self._sums(self.base), self._sums(self.tweak)

    def _sums(self, values: Array) -> BlockSums:
        found, deals = np.unique(values, return_counts=True)
        return BlockSums.from_counts(dict(zip(found.tolist(), deals.tolist(), strict=True)), self.scale)

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest difference that a deal can have."""
        return (0.0 if self.alone else -self.reach, self.reach) if self.reach else UNBOUNDED

    @cached_property
    def values(self) -> Array:
        """The difference of every deal, in units."""
        return (self.tweak - self.base) / self.scale

    @cached_property
    def differing(self) -> int:
        """How many deals came out otherwise."""
        return int(np.count_nonzero(self.tweak - self.base))

    @cached_property
    def rare(self) -> bool:
        """Whether too few deals make the spread for a t interval or a sequence that goes by it."""
        return not spread_known(*self._steps)

    @cached_property
    def telling(self) -> int:
        """How many deals make the spread of the differences."""
        return making_spread(*self._steps)

    @cached_property
    def _steps(self) -> tuple[Array, Array]:
        """Every difference that occurs, in steps, and on how many deals."""
        values, counts = np.unique(self.tweak - self.base, return_counts=True)
        return values, counts

    @property
    def few_words(self) -> str:
        """How few deals make the spread, in words: all others are alike, or differ by little beside them."""
        odd, deals = varying_of(self._steps[1]), words.count(self.sums.n, "deals")
        if self.telling < odd:
            return f"{self.telling} of {deals} make most of the spread"
        return f"all but {odd} of {deals} alike"

    def adjusted(self, seed: int, most: int) -> Adjusted | None:
        """The mean without the bias of stopping, of at most so many deals; nothing where no rule ended it."""
        if self.rule is None:
            return None
        steps, counts = self._steps
        sample = Sample(steps / self.scale, counts.astype(np.float64), -self.reach, self.reach)
        return adjusted(self.rule, sample, Looks(LOOK, most), seed)

    def interval(self, level: float) -> Interval:
        """The interval of this level, by the method that fits whether the run was watched and how many deals differ."""
        if self.known:
            before, after = self.known
            return replace(after, low=after.low - before.high, high=after.high - before.low, level=level)
        if self.rare and not self.reach:
            if self.sums.spread:
                return no_limit(self.sums.n, level)
            # Without a largest value an exception is taken to be off by twice the largest that occurred
            largest = float(max(np.abs(self.base).max(), np.abs(self.tweak).max())) / self.scale
            if self.rule is not None:
                return guard_of_equal(self.sums.mean, self.sums.n, 1.0 - level, UNBOUNDED, largest)
            return no_spread_interval(self.sums.mean, self.sums.n, level, UNBOUNDED, "deals", largest)
        if self.rule is not None:  # a sequence that holds at all looks; by bets where it could not go by the spread
            if not self.rare:
                return judge_at_any_time(self.sums, 0.0, 1.0, self.rule.planned, 1.0 - level, self.bounds).interval95
            found, (least, most) = betting(*self._bets, level), self.bounds
            low, high = (least + (most - least) * end for end in (found.low, found.high))
            return Interval(low, high, level, found.method, found.n, found.unit)
        return self._few.interval(level) if self.rare else self.sums.interval(level, self.bounds)

    @property
    def p(self) -> float:
        """The p-value of no difference by the interval's method; NaN if a run was watched and no bet can be taken."""
        if self.known:
            return float(self.interval(0.95).contains(0.0))
        if self.rule is not None:
            return min(1.0, math.exp(-log_capital(*self._bets, 0.5))) if self.reach else math.nan
        if self.rare and not self.reach:  # without a largest difference the few that differ have a sign
            gaps = self.tweak - self.base
            return sign_test(int((gaps > 0).sum()), int((gaps < 0).sum()))
        if self.rare:
            return self._few.p(0.0)
        return min(1.0, 2.0 * student_tail(abs(self.sums.mean) / self.sums.se, self.sums.n - 1))

    @property
    def _few(self) -> Rare:
        return Rare.of(self.values, *self.bounds)

    @property
    def _bets(self) -> tuple[Array, Array]:
        (steps, counts), (least, most) = self._steps, self.bounds
        return (steps / self.scale - least) / (most - least), counts


@dataclass(frozen=True, eq=False)
class Difference:
    """One quantity under a tweak less under the base, with its interval and its verdict, "fact" without a margin."""

    tweak: str
    metric: Metric
    blocks: Blocks
    margin: float
    alpha: float
    of: int = 1  # differences that a page tells together, whose intervals are all right at once with level 1 - alpha

    @property
    def base(self) -> float:
        """The mean under the base rules."""
        return self.blocks.known[0].middle if self.blocks.known else self.blocks.both[0].mean

    @property
    def value(self) -> float:
        """The mean difference."""
        return self.interval.middle if self.blocks.known else self.blocks.sums.mean

    @cached_property
    def interval(self) -> Interval:
        """Its interval, right together with those of the others that it is one of (Bonferroni)."""
        return self._at(self.alpha)

    def _at(self, chance: float) -> Interval:
        return replace(self.blocks.interval(1.0 - chance / self.of), level=1.0 - chance)

    @property
    def sure(self) -> str:
        """What the level of its interval is called where it is that of several together; "" where it is its own."""
        return f"simultaneous {words.level(self.interval)}" if self.of > 1 else ""

    @cached_property
    def p(self) -> float:
        """The p-value of no difference alone; NaN where there is none."""
        return self.blocks.p

    @property
    def factor(self) -> float:
        """The variance reduction factor; infinite where the differences do not vary."""
        before, after = self.blocks.both
        return variance_reduction(before.variance, after.variance, self.blocks.sums.variance)

    @property
    def verdict(self) -> str:
        """The verdict of this quantity alone."""
        return self.judged(self.interval, self._at(2.0 * self.alpha))

    def judged(self, wide: Interval, narrow: Interval) -> str:
        """The verdict that intervals of levels 1 - alpha and 1 - 2 alpha give."""
        return kind_of(wide, narrow, 0.0, self.margin) if self.margin else "fact"

    @property
    def amount(self) -> str:
        """The difference in words, with its unit where that is a share."""
        unit = f" {self.metric.shown}" if self.metric.factor != 1.0 else ""
        return f"{words.number(self.metric.factor * self.value, self._digits, sign=True)}{unit}"

    @property
    def amount_range(self) -> str:
        """From where to where its interval goes, or how many deals differ where that is too few for one."""
        if math.isinf(self.interval.high):
            more = words.count(self.takes or 0, "deals")
            return f"{self.blocks.few_words}: too few for an interval, which takes about {more}"
        return words.reach(self.interval, self._digits, factor=self.metric.factor, sign=True, sure=self.sure)

    @property
    def takes(self) -> int | None:
        """About how many deals an interval takes, where these are too few for one; None where there is one."""
        if math.isfinite(self.interval.high):
            return None
        return deals_needed(self.blocks.telling, self.blocks.sums.n)

    @property
    def _digits(self) -> int:
        if self.blocks.known:
            return known_digits(self.interval, self.metric)
        return words.places(self.metric.factor * self.interval.half_width / 2.0)

    @property
    def clearness(self) -> float:
        """How many half-widths of its interval it is away from none; 0 where nothing is sure."""
        half = self.interval.half_width
        return 0.0 if self.alike or not 0.0 < half < math.inf else abs(self.value) / half

    @property
    def alike(self) -> bool:
        """Every deal came out the same, and nothing more is known."""
        return self.blocks.differing == 0 and not self.blocks.known

    @property
    def certain(self) -> bool:
        """Whether the quantity changed beyond doubt."""
        return not self.alike and math.isfinite(self.interval.high) and not self.interval.contains(0.0)
