"""When a run may stop: rules judged by confidence sequences and likelihood ratios, as often as one likes to look.

Sources: Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences" (2024); Wald,
"Sequential tests of statistical hypotheses" (1945); Schuirmann (1987) for balance as two one-sided claims.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np
from scipy.optimize import brentq

from dhstats.stats.estimates.rare import LEAST_VARYING, RAREST, spread_known, unseen_matters, unseen_share, varying_of
from dhstats.stats.intervals.intervals import EXCEPTION, Array, Interval, assumed, normal_critical, within
from dhstats.stats.sequential import sequences, verdicts

GRID = 41  # true means between which the remaining blocks are sought
LONGEST = 1e12  # blocks beyond which nothing is awaited


class Ends(Protocol):
    """What says of a mean and a standard deviation after n blocks whether they end a run, in large samples."""

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is settled."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """About how many more blocks until the end, and between which numbers; infinite where no end is in sight."""

    blocks: float
    low: float
    high: float


def remaining(rule: Ends, mean: float, sd: float, n: int, level: float = 0.95) -> Remaining:
    """The blocks still to come if the mean stays as it is, and for true means between which it probably lies."""
    if sd == 0.0:
        return Remaining(math.inf, 0.0, math.inf)
    reach = normal_critical(level) * sd / n**0.5
    likely = [until_end(rule, float(each), sd, n) for each in np.linspace(mean - reach, mean + reach, GRID)]
    return Remaining(until_end(rule, mean, sd, n), min(likely), max(likely))


def until_end(rule: Ends, mean: float, sd: float, n: int) -> float:
    """How many more blocks of this mean and deviation end the run."""
    if rule.reached(mean, sd, n):
        return 0.0
    low, high = float(n), 2.0 * n
    while not rule.reached(mean, sd, high):
        low, high = high, 2.0 * high
        if high > LONGEST:
            return math.inf
    while high - low > max(1.0, 1e-4 * low):
        middle = (low + high) / 2.0
        low, high = (low, middle) if rule.reached(mean, sd, middle) else (middle, high)
    return high - n


Outcome = Literal["balanced", "unbalanced", "narrow", "better", "not better", "open"]
DRIFT = math.sqrt(2.0 / math.pi)  # mean distance of a standard normal from its middle: what an estimate strays
UNSAID = "confidence sequence from 300 deals on"
WIDENED = ", widened for values that no deal has shown"
Doubt = Literal["", "spread", "unseen"]
NO_LIMIT = {
    "spread": f"no limit, as fewer than {LEAST_VARYING} deals make the spread",
    "unseen": f"no limit, as a value that one deal in {1.0 / RAREST:,.0f} has may not have been seen",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """Block values by how often each occurred; the order of blocks does not matter.

    `support` are the values a block can take, from `low` to `high`; `counts` how many blocks took each. `furthest` is
    a value that none exceeds, where no bet can be taken on that.
    """

    support: Array
    counts: Array
    low: float
    high: float
    furthest: float = math.inf

    @classmethod
    def of_shares(cls, counts: Sequence[float] | Array) -> Sample:
        """Shares from 0 to 1 in equal steps, by how many blocks had each."""
        return cls(np.arange(len(counts)) / (len(counts) - 1), np.asarray(counts, np.float64), 0.0, 1.0)

    def __add__(self, other: Sample) -> Sample:
        return replace(self, counts=self.counts + other.counts)

    @property
    def n(self) -> int:
        """How many blocks there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean block value."""
        return float(self.support @ self.counts) / self.n

    @property
    def variance(self) -> float:
        """The variance of a block value, with divisor n."""
        return float(((self.support - self.mean) ** 2) @ self.counts) / self.n

    def scaled(self, mean: float) -> tuple[Array, float]:
        """The support and a mean, stretched to go from 0 to 1, where bets are taken."""
        reach = self.high - self.low
        return (self.support - self.low) / reach, (mean - self.low) / reach


def sequence(sample: Sample, alpha: float, planned: float) -> Interval:
    """The interval that holds at all looks together, with level 1 - alpha."""
    return sequences.asymptotic(sample.mean, sample.variance, sample.n, planned, 1.0 - alpha)


def guard(sample: Sample, alpha: float) -> Interval:
    """The same without any appeal to large numbers: all means that betting could not make money against."""
    values, _ = sample.scaled(sample.mean)
    interval = sequences.betting(values, sample.counts, 1.0 - alpha)
    reach = sample.high - sample.low
    return replace(interval, low=sample.low + reach * interval.low, high=sample.low + reach * interval.high)


def doubt(sample: Sample, alpha: float, planned: float) -> Doubt:
    """Why the sequence of level 1 - alpha may be narrower than it says: "" where it can be relied on.

    Too few blocks make the spread that it goes by; or large values that no block has shown could put the mean further
    off, and there are too few blocks to say that they are rare.
    """
    if not spread_known(sample.support, sample.counts):
        return "spread"
    mean, low, high = sample.mean, sample.low, min(sample.high, sample.furthest)
    half_width = sequence(sample, alpha, planned).half_width
    return "unseen" if unseen_matters(sample.n, max(mean - low, high - mean), half_width, alpha / 2.0) else ""


def former_doubt(sample: Sample, alpha: float, planned: float) -> Doubt:
    """The same as certificates of the first schema had it: only that few blocks differ from the commonest value."""
    return "spread" if varying_of(sample.counts) < LEAST_VARYING else ""


def known(
    sample: Sample, alpha: float, planned: float, doubted: Callable[[Sample, float, float], Doubt] = doubt
) -> Interval:
    """The sequence, or the guard where the sequence cannot be relied on.

    Where bets cannot be taken, it is widened by what values that no block has shown could do, as far as they may lie;
    without limits where that is not known, or too few blocks make the spread.
    """
    if not (why := doubted(sample, alpha, planned)):
        return sequence(sample, alpha, planned)
    if math.isfinite(sample.high - sample.low):
        return guard(sample, alpha)
    if np.count_nonzero(sample.counts) == 1:
        return guard_of_equal(sample.mean, sample.n, alpha, (sample.low, sample.high))
    if why == "unseen" and math.isfinite(sample.furthest - sample.low):
        # The sequence with room for as many values at either limit as none of so many blocks may show
        interval, share, mean = sequence(sample, alpha, planned), unseen_share(sample.n, alpha / 2.0), sample.mean
        low, high = interval.low - share * (mean - sample.low), interval.high + share * (sample.furthest - mean)
        return replace(interval, low=low, high=high, method=f"{interval.method}{WIDENED}")
    return Interval(-math.inf, math.inf, 1.0 - alpha, NO_LIMIT[why], sample.n, "deals")


def known_within(sample: Sample, alpha: float, planned: float) -> Interval:
    """The same as far as there can be such means, to be shown: no share is below none or above all."""
    return within(known(sample, alpha, planned), (sample.low, sample.high))


def guard_of_equal(value: float, n: int, alpha: float, bounds: tuple[float, float], largest: float = 0.0) -> Interval:
    """What n blocks say that all have one value: a guard between their bounds, or what is `assumed` for them."""
    low, high = assumed(value, bounds, largest)
    interval = guard(Sample(np.array([value]), np.array([float(n)]), low, high), alpha)
    if (low, high) == bounds:
        return interval
    return replace(interval, method=f"{interval.method}, {EXCEPTION} {high - value:g}")


def clearness(sample: Sample, share: float) -> float:
    """The log e-value against a mean from 1 - share to share, for that of the two ends that is further away."""
    values, edge = sample.scaled(share)
    _, opposite = sample.scaled(1.0 - share)
    above = sequences.log_capital_above(values, sample.counts, edge)
    return max(above, sequences.log_capital_below(values, sample.counts, opposite))


@dataclass(frozen=True, slots=True)
class Balance:
    """Whether the mean lies within null ± margin. Balanced at level alpha a side, unbalanced at alpha for both."""

    null: float
    margin: float
    alpha: float
    planned: float

    @classmethod
    def plan(cls, null: float, margin: float, deviation: float, alpha: float = 0.05) -> Balance:
        """Tuned for the blocks that proving balance takes when the truth is in the middle, on average."""

        def spare(n: float) -> float:
            return margin - half_width_after(deviation, n, 2.0 * alpha, n) - DRIFT * deviation / math.sqrt(n)

        return cls(null, margin, alpha, _first(spare))

    def outcome(self, sample: Sample) -> Outcome:
        """Balanced, unbalanced or open."""
        if sample.n < sequences.FIRST_LOOK:
            return "open"
        low, high = self.null - self.margin, self.null + self.margin
        if known(sample, 2.0 * self.alpha, self.planned).inside(low, high):
            return "balanced"
        return "unbalanced" if known(sample, self.alpha, self.planned).outside(low, high) else "open"

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is settled."""
        away = abs(mean - self.null)
        inside = away + half_width_after(sd, n, 2.0 * self.alpha, self.planned) < self.margin
        return inside or away - half_width_after(sd, n, self.alpha, self.planned) > self.margin

    def e_values(self, sample: Sample) -> tuple[float, float]:
        """Log e-values against a mean at or below the lower edge, and at or above the upper one; both prove balance."""
        values, lower = sample.scaled(self.null - self.margin)
        _, upper = sample.scaled(self.null + self.margin)
        above = sequences.log_capital_above(values, sample.counts, lower)
        return above, sequences.log_capital_below(values, sample.counts, upper)


@dataclass(frozen=True, slots=True)
class Proof(Balance):
    """The same question settled by bets alone, as a certificate settles it; its intervals are tuned as those are."""

    def outcome(self, sample: Sample) -> Outcome:
        """Balanced, unbalanced or open."""
        if sample.n < sequences.FIRST_LOOK:
            return "open"
        if min(self.e_values(sample)) >= -math.log(self.alpha):
            return "balanced"
        outside = guard(sample, self.alpha).outside(self.null - self.margin, self.null + self.margin)
        return "unbalanced" if outside else "open"

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is settled, by the large-sample form of what bets earn."""
        away, need = abs(mean - self.null), -math.log(self.alpha)
        inside = away < self.margin and float(earned(self.margin - away, sd, n)) >= need
        return inside or (away > self.margin and float(earned(away - self.margin, sd, n)) >= need + math.log(2.0))


def earned(gap: Array | float, sd: Array | float, n: Array | float) -> Array:
    """The logarithm of what one-sided bets earn in large samples, where the mean is `gap` beyond the one bet against.

    Units: shares of a win with a mean near one half, so that the largest bet is one times the block's gap.
    """
    sizes = 2.0 ** -np.arange(sequences.BETS)
    gains = [np.asarray(n * (size * gap - 0.5 * size**2 * (np.square(sd) + np.square(gap)))) for size in sizes]
    return np.asarray(np.logaddexp.reduce(gains) - math.log(sequences.BETS))


@dataclass(frozen=True, slots=True)
class Width:
    """The interval is to be narrow enough."""

    half_width: float
    alpha: float
    planned: float

    @classmethod
    def plan(cls, half_width: float, deviation: float, alpha: float = 0.05) -> Width:
        """Tuned for the blocks that this half-width takes."""
        return cls(half_width, alpha, _first(lambda n: half_width - half_width_after(deviation, n, alpha, n)))

    def outcome(self, sample: Sample) -> Outcome:
        """Narrow or open."""
        if sample.n < sequences.FIRST_LOOK or sample.variance == 0.0:
            return "open"
        return "narrow" if known(sample, self.alpha, self.planned).half_width <= self.half_width else "open"

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is narrow."""
        return half_width_after(sd, n, self.alpha, self.planned) <= self.half_width


@dataclass(frozen=True, slots=True)
class Better:
    """Whether the mean is `other` rather than `null`. A likelihood ratio test with errors alpha and beta."""

    null: float
    other: float
    alpha: float
    planned: float
    beta: float = 0.05

    @classmethod
    def plan(cls, null: float, other: float, deviation: float, alpha: float = 0.05) -> Better:
        """Its intervals are tuned for the blocks that the test takes where it is slowest."""
        slowest = verdicts.expected_blocks((null + other) / 2.0, null, other, deviation**2, alpha, alpha)
        return cls(null, other, alpha, slowest, alpha)

    def ratio(self, sample: Sample) -> float:
        """The log likelihood ratio of `other` to `null`."""
        return verdicts.log_ratio(sample.support.tolist(), sample.counts.tolist(), self.null, self.other)

    def outcome(self, sample: Sample) -> Outcome:
        """Better, not better or open."""
        if sample.n < sequences.FIRST_LOOK or sample.variance == 0.0:
            return "open"
        low, high = verdicts.bounds(self.alpha, self.beta)
        ratio = self.ratio(sample)
        return "better" if ratio >= high else "not better" if ratio <= low else "open"

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether the test would have ended, by its large-sample form."""
        low, high = verdicts.bounds(self.alpha, self.beta)
        ratio = n * (self.other - self.null) * (2.0 * mean - self.null - self.other) / (2.0 * sd**2)
        return not low < ratio < high


Rule = Balance | Width | Better  # each has `alpha`, `planned`, `outcome(sample)` and `reached(mean, sd, n)`


def half_width_after(sd: float, n: float, alpha: float, planned: float) -> float:
    """The half-width of the asymptotic sequence of level 1 - alpha after n blocks of this standard deviation."""
    return sd * sequences.unit_half_width(n, alpha, sequences.tuning(alpha, planned))


def _first(spare: Callable[[float], float]) -> float:
    """The number of blocks from which there is something to spare."""
    return float(np.exp(brentq(lambda log: spare(math.exp(log)), 0.0, math.log(LONGEST), xtol=1e-6)))
