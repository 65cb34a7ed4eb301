"""Which of several rule sets is the best: those that cannot be it drop out, however often one looks.

Source: Kim, Nelson, "A fully sequential procedure for indifference-zone selection" (2001), with the confidence
sequence of `sequences` in place of its boundary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from dhstats.stats.estimates.rare import LEAST_VARYING
from dhstats.stats.intervals.intervals import Array, Interval, open_share, positive
from dhstats.stats.sequential import stopping
from dhstats.stats.sequential.sequences import FIRST_LOOK, bernoulli_mixture, tuning, unit_half_width
from dhstats.stats.sequential.stopping import Doubt, Outcome, Sample


@dataclass(frozen=True, slots=True)
class CommonSums:
    """Sums and sums of products of the block values of k rule sets on common deals: all that elimination needs.

    Shapes: `sums` is (k,), `products` is (k, k) with the sums of squares on its diagonal, `fourths` is (k, k): the
    fourth powers of the differences of two rule sets. Whole numbers stay exact, and independent of the order of deals;
    then divide span and zone by the same unit.
    """

    n: int
    sums: Array
    products: Array
    fourths: Array

    @classmethod
    def none(cls, k: int) -> CommonSums:
        """No deals yet of a number of rule sets, in whole numbers."""
        return cls(0, np.zeros(k, np.int64), np.zeros((k, k), np.int64), np.zeros((k, k), np.int64))

    @classmethod
    def from_values(cls, values: Array) -> CommonSums:
        """Sums from block values of shape (n deals, k rule sets)."""
        table = np.asarray(values)
        if table.ndim != 2:
            raise ValueError(f"block values have shape (deals, rule sets), got {table.shape}")
        table = table.astype(np.int64 if np.issubdtype(table.dtype, np.integer) else np.float64)
        gaps = table[:, :, None] - table[:, None, :]
        return cls(len(table), table.sum(axis=0), table.T @ table, (gaps**4).sum(axis=0))

    def __add__(self, other: CommonSums) -> CommonSums:
        return CommonSums(
            self.n + other.n, self.sums + other.sums, self.products + other.products, self.fourths + other.fourths
        )

    @property
    def differences(self) -> tuple[Array, Array]:
        """The means and variances of row minus column over deals, both (k, k), with divisor n."""
        return self._pairs(-1)

    @property
    def totals(self) -> tuple[Array, Array]:
        """The same of row plus column."""
        return self._pairs(1)

    def _pairs(self, sign: int) -> tuple[Array, Array]:
        squares = np.diag(self.products)
        means = (self.sums[:, None] + sign * self.sums[None, :]) / self.n
        # Products are added before they are divided: of a difference what both rule sets share cancels exactly
        spread = (squares[:, None] + squares[None, :] + sign * 2 * self.products) / self.n
        variances = spread - means**2
        return means, np.where(variances > 1e-12 * spread, variances, 0.0)


@dataclass(frozen=True, slots=True)
class Standing:
    """Which rule sets may still be the best, which leads, and whether the race is over."""

    survivors: tuple[int, ...]
    best: int
    decided: bool


def survivors(
    seen: CommonSums, alpha: float, planned: float, zone: float = 0.0, alive: Sequence[int] | None = None,
    span: float = 1.0,
) -> Standing:  # fmt: skip
    """The rule sets that may still have the largest mean, at any number of looks on the way.

    A rule set is out once the confidence sequence of another's lead over it, at level 1 − α/(k − 1) and narrowest at
    `planned` deals, lies above 0. The race is over when one is left, or when no survivor can lead the best by more
    than `zone`. With probability 1 − α, in the limit, the best is never out and the one named is at most `zone` worse:
    only the k − 1 sequences of leads over the truly best rule set matter, one side of each for either error.

    `alive` are the survivors of the look before; who is out stays out. Before 300 deals only those are out that hardly
    ever differed otherwise. Two rule sets that always differed alike may differ otherwise on deals not seen: at a rate
    bounded by the Bernoulli mixture, and by `span` at most, the largest difference of two block values.
    """
    k, running = len(seen.sums), _running(seen, zone, alive)
    error = open_share("alpha", alpha) / max(1, k - 1)
    best = max(running, key=lambda j: float(seen.sums[j]))
    if seen.n == 0 or len(running) == 1:
        return Standing(tuple(running), best, len(running) == 1)
    gaps, reach = _leads(seen, error, planned, positive("span", span))
    np.fill_diagonal(reach, 0.0)
    left = [j for j in running if not (gaps[:, j] - reach[:, j] > 0.0).any()]
    if not left:  # every survivor was beaten at some look: the sequences contradict each other, and the leader stays
        return Standing((best,), best, True)
    best = max(left, key=lambda j: float(seen.sums[j]))
    close = all(j == best or gaps[j, best] + reach[j, best] <= zone for j in left)
    return Standing(tuple(left), best, close)


def _half_widths(variances: Array, n: int, error: float, planned: float) -> Array:
    """The half-widths of asymptotic sequences of these variances after n deals; before 300 deals they have no ends."""
    if n < FIRST_LOOK:
        return np.full(variances.shape, np.inf)
    return np.asarray(np.sqrt(variances) * unit_half_width(n, error, tuning(error, planned)))


def _running(seen: CommonSums, zone: float, alive: Sequence[int] | None) -> list[int]:
    running = list(range(len(seen.sums))) if alive is None else sorted(alive)
    if not running or zone < 0.0:
        raise ValueError(f"needs a rule set and a zone that is not negative, got {running} and {zone}")
    return running


def _leads(seen: CommonSums, error: float, planned: float, span: float) -> tuple[Array, Array]:
    """The mean differences of every two rule sets, and how far off each may be however often one looks; both (k, k).

    By the spread of the differences d, unless they are always alike, or too few deals make it: how many do is
    (Σd²)² / Σd⁴, as `rare.carrying` has it.
    """
    gaps, variances = seen.differences
    squares, alike = seen.n * (variances + gaps**2), variances == 0.0
    events = np.where(alike, 0, np.minimum(np.asarray(np.rint(squares), np.int64), seen.n))
    rates = {k: bernoulli_mixture(k, seen.n, 1.0 - error).high for k in map(int, np.unique(events))}
    rate = np.array([[rates[int(k)] for k in row] for row in events])
    away = np.abs(gaps)
    unseen = np.where(alike, rate * (span + away), rate * span + away)
    few = alike | (squares**2 < LEAST_VARYING * seen.fourths)
    return gaps, np.where(few, unseen, _half_widths(variances, seen.n, error, planned))


def nearest(
    seen: CommonSums, target: float, alpha: float, planned: float, zone: float = 0.0,
    alive: Sequence[int] | None = None, span: float = 1.0,
) -> Standing:  # fmt: skip
    """The rule sets that may still have the mean nearest to a target, at any number of looks on the way.

    Of two rule sets the one with mean a is farther off than the one with b where a − b and a + b − 2·target have the
    same sign; both are differences on common deals and known well. A rule set is out once another's sequences say so of
    both. The race is over when one is left, or when the leader is within `zone` of the target or of every survivor.
    Every sequence has level 1 − α/k², so that all of them hold together. `target`, `zone` and `span` are in the unit of
    the block values; who is out stays out. Before 300 deals only those are out that hardly ever differed otherwise.
    """
    running = _running(seen, zone, alive)
    error, off = open_share("alpha", alpha) / len(seen.sums) ** 2, np.abs(seen.sums / seen.n - target)
    best = min(running, key=lambda j: float(off[j]))
    if seen.n == 0:
        return Standing(tuple(running), best, len(running) == 1)
    room = positive("span", span)
    unseen = bernoulli_mixture(0, seen.n, 1.0 - error).high * 2.0 * room
    gaps, gap_reach = _leads(seen, error, planned, room)
    both, spread = seen.totals
    both, both_reach = both - 2.0 * target, np.where(spread > 0.0, _half_widths(spread, seen.n, error, planned), unseen)
    same_side = (np.abs(gaps) > gap_reach) & (np.abs(both) > both_reach) & (np.sign(gaps) == np.sign(both))
    left = [j for j in running if not same_side[j, running].any()] or [best]
    best = min(left, key=lambda j: float(off[j]))
    alone = np.where(np.diag(spread) > 0.0, np.diag(both_reach) / 2.0, unseen)
    there = off[best] + alone[best] <= zone
    close = all(j == best or abs(gaps[j, best]) + gap_reach[j, best] <= zone for j in left)
    return Standing(tuple(left), best, bool(there or close))


@dataclass(frozen=True, slots=True)
class Gain:
    """Whether a change is better (`alpha`: the chance to keep one that is not), or hardly worth it, below `worth`."""

    worth: float
    alpha: float
    planned: float

    @classmethod
    def plan(cls, worth: float, deviation: float, alpha: float, changes: int) -> Gain:
        """One of so many changes that together are kept wrongly with chance alpha; tuned to see a gain of `worth`."""
        own = alpha / changes
        return cls(worth, own, stopping.Width.plan(worth, deviation, 2.0 * own).planned)

    def interval(self, sample: Sample) -> Interval:
        """The gain, at all looks together; each side on its own is wrong with chance `alpha`."""
        if sample.variance > 0.0:
            return stopping.sequence(sample, 2.0 * self.alpha, self.planned)
        return stopping.guard(sample, 2.0 * self.alpha)

    def outcome(self, sample: Sample) -> Outcome:
        """Better, not better or open."""
        if sample.n < FIRST_LOOK:
            return "open"
        interval = self.interval(sample)
        if interval.low > 0.0:
            return "better"
        return "not better" if interval.high < self.worth else "open"


RangeStanding = Literal["met", "missed", "open"]


@dataclass(frozen=True, slots=True)
class InRange:
    """A mean is to lie from `low` to `high`, of which one may be infinite.

    Met if the sequence of level 1 − 2α lies inside, which is wrong with chance α at most; missed if that of level 1 − α
    lies outside. `planned` are the blocks at which sequences are narrowest, chosen before anything was seen. `former`
    judges as certificates of the first schema do.
    """

    low: float
    high: float
    alpha: float
    planned: float
    former: bool = False

    def __post_init__(self) -> None:
        if not self.low < self.high or (math.isinf(self.low) and math.isinf(self.high)):
            raise ValueError(f"a range needs a width and an end, got {self.low} to {self.high}")
        if not 0.0 < self.alpha < 0.5 or not self.planned > 0.0:
            raise ValueError(f"needs alpha from 0 to 0.5 and planned blocks, got {self.alpha} and {self.planned}")

    def standing(self, sample: Sample) -> RangeStanding:
        """Whether the range is met, missed, or neither is certain yet."""
        if sample.n < FIRST_LOOK:
            return "open"
        if self._known(sample, 2.0 * self.alpha).inside(self.low, self.high):
            return "met"
        return "missed" if self._known(sample, self.alpha).outside(self.low, self.high) else "open"

    def doubt(self, sample: Sample) -> Doubt:
        """Why the sequence cannot be relied on; "" where it can."""
        return (stopping.former_doubt if self.former else stopping.doubt)(sample, self.alpha, self.planned)

    def _known(self, sample: Sample, alpha: float) -> Interval:
        return stopping.known(sample, alpha, self.planned, stopping.former_doubt if self.former else stopping.doubt)

    def interval(self, sample: Sample) -> Interval:
        """The sequence that the verdict rests on: of level 1 − 2α where the range is met, else of 1 − α."""
        if sample.n < FIRST_LOOK:
            return Interval(-math.inf, math.inf, 1.0 - self.alpha, stopping.UNSAID, sample.n, "deals")
        met = self.standing(sample) == "met"
        return self._known(sample, 2.0 * self.alpha if met else self.alpha)

    def until_settled(self, sample: Sample) -> float:
        """How many more blocks settle it if they are like all so far; infinite where their value is a range's end."""
        value, inside = sample.mean, self.low < sample.mean < self.high
        seen = stopping.known(sample, 2.0 * self.alpha if inside else self.alpha, self.planned)
        below, above = value - seen.low, seen.high - value  # how far off the mean may be
        if inside:
            times = max(below / (value - self.low), above / (self.high - value))
        elif value > self.high:
            times = below / (value - self.high)
        else:
            times = above / (self.low - value) if value < self.low else math.inf
        return max(1.0, sample.n * (times - 1.0))

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is settled, in large samples."""
        room = min(mean - self.low, self.high - mean)  # how far the mean lies within the nearer end
        if room >= 0.0:
            return stopping.half_width_after(sd, n, 2.0 * self.alpha, self.planned) < room
        return stopping.half_width_after(sd, n, self.alpha, self.planned) < -room
