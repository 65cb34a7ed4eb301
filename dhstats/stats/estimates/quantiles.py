"""Histograms of whole numbers, their quantiles, and limits for both that need no model."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.intervals import Interval, binomial_at_least, binomial_at_most, open_share, tally, whole


@dataclass(frozen=True, slots=True)
class Distribution:
    """An empirical distribution: the whole numbers that occurred, rising, and how often each did."""

    values: tuple[int, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.values or len(self.values) != len(self.counts):
            raise ValueError(f"needs values with a count each, got {self.values}: {self.counts}")
        if min(self.counts) < 1 or any(b <= a for a, b in zip(self.values, self.values[1:], strict=False)):
            raise ValueError(f"values must rise and counts be positive, got {self.values}: {self.counts}")

    @classmethod
    def from_counts(cls, counts: Mapping[int, int]) -> "Distribution":
        """A distribution from a histogram in any order."""
        kept = sorted(tally(counts.items()).items())
        return cls(tuple(value for value, _ in kept), tuple(count for _, count in kept))

    def __add__(self, other: "Distribution") -> "Distribution":
        merged = dict(zip(self.values, self.counts, strict=True))
        for value, count in zip(other.values, other.counts, strict=True):
            merged[value] = merged.get(value, 0) + count
        return Distribution.from_counts(merged)

    @property
    def n(self) -> int:
        """How many observations there are."""
        return sum(self.counts)

    @property
    def sd(self) -> float:
        """The sample standard deviation, with divisor n − 1."""
        return math.sqrt(BlockSums.from_counts(dict(zip(self.values, self.counts, strict=True)), scale=1).variance)

    def count_at_least(self, value: float) -> int:
        """How many observations are at least `value`; with `n`, the counts of a rate."""
        return sum(self.counts[bisect_left(self.values, value) :])

    def share_at_most(self, value: float) -> float:
        """The empirical distribution function: the share of observations that are at most `value`."""
        return sum(self.counts[: bisect_right(self.values, value)]) / self.n

    def at_rank(self, rank: int) -> int:
        """The order statistic of a rank from 1 (least) to n (greatest)."""
        if not 1 <= rank <= self.n:
            raise ValueError(f"rank must lie between 1 and {self.n}, got {rank}")
        return self.values[bisect_left(list(accumulate(self.counts)), rank)]

    def quantile(self, share: float) -> float:
        """The quantile; where the share falls between two observations, their mean, as usual for the median.

        Source: Hyndman & Fan 1996, Am. Stat. 50, definition 2.
        """
        # The share is read as it is written: 0.1 of 30 observations is rank 3, not a hair above it
        rank = self.n * Fraction(str(open_share("share", float(share))))
        below = self.at_rank(math.ceil(rank))
        return (below + self.at_rank(math.floor(rank) + 1)) / 2.0 if rank.denominator == 1 else float(below)

    def mid_quantile(self, share: float) -> float:
        """The quantile of the mid-distribution, which moves smoothly although the values are whole numbers.

        Source: Ma, Genton & Parzen 2011, Ann. Inst. Stat. Math. 63: lines through (P(X<x) + ½P(X=x), x).
        """
        target = open_share("share", share) * self.n
        middles = [top - count / 2.0 for top, count in zip(accumulate(self.counts), self.counts, strict=True)]
        right = bisect_left(middles, target)
        if right in (0, len(middles)):
            return float(self.values[min(right, len(middles) - 1)])
        part = (target - middles[right - 1]) / (middles[right] - middles[right - 1])
        return self.values[right - 1] + part * (self.values[right] - self.values[right - 1])


def quantile_ranks(n: int, share: float, level: float = 0.95) -> tuple[int, int]:
    """The ranks of the order statistics that enclose a quantile of any continuous distribution with at least the level.

    They are the largest l with P(Bin ≤ l−1) ≤ α/2 and the smallest u with P(Bin ≥ u) ≤ α/2. Rank 0 and
    rank n + 1 mean that n observations set no limit on that side.
    Source: Conover 1999, Practical Nonparametric Statistics, section 3.2.
    """
    n, share = whole("n", n, least=1), open_share("share", share)
    tail = (1.0 - open_share("level", level)) / 2.0
    ranks = range(n + 1)  # from the first rank on for which a statement holds it stays true
    lower = bisect_left(ranks, True, key=lambda rank: binomial_at_most(rank, n, share) > tail)
    upper = bisect_left(ranks, True, key=lambda rank: binomial_at_least(rank, n, share) <= tail)
    return lower, upper


def quantile_interval(distribution: Distribution, share: float, level: float = 0.95) -> Interval:
    """The distribution-free interval for a quantile, conservative for whole numbers.

    An end is infinite where so few observations set no limit. Valid for independent observations only: one
    game per deal.
    """
    n = distribution.n
    lower, upper = quantile_ranks(n, share, level)
    low = float(distribution.at_rank(lower)) if lower >= 1 else -math.inf
    high = float(distribution.at_rank(upper)) if upper <= n else math.inf
    return Interval(low, high, level, "order statistics", n, "games")


def dkw_half_width(n: int, level: float = 0.95) -> float:
    """The half-width of a band around the empirical distribution function that holds everywhere at once.

    Source: Massart 1990, Ann. Prob. 18: √(ln(2/α) / 2n).
    """
    alpha = 1.0 - open_share("level", level)
    return math.sqrt(math.log(2.0 / alpha) / (2.0 * whole("n", n, least=1)))


SURE = 4.0  # standard errors by which a hump must rise above the valley that parts it from a higher one
WINDOW = 3.0  # counts are smoothed over a third of a standard deviation to either side
COARSE = 3.0  # classes of a third of it, in which two histograms are compared


def humps(distribution: Distribution) -> tuple[int, ...]:
    """Where a histogram has its humps, from the least value to the greatest; the greatest of all is always one.

    Counts are smoothed by a triangle. A hump counts if it is higher than the deepest valley between it and a higher
    hump by more than `SURE` standard errors, as if both were counted apart. Valid for independent observations only:
    one game a deal.
    Source: topological persistence of a density's modes, as in Chazal, Guibas, Oudot & Skraba 2013, J. ACM 60.
    """
    half = 1 + round(distribution.sd / WINDOW) if distribution.n > 1 else 1
    low, high = distribution.values[0], distribution.values[-1]
    counts = np.zeros(high - low + 1 + 2 * half, np.int64)
    counts[np.array(distribution.values) - low + half] = distribution.counts
    triangle = half - np.abs(np.arange(1 - half, half))
    heights, spreads = np.convolve(counts, triangle, "same"), np.convolve(counts, triangle**2, "same")
    # Every peak with the place of the deepest valley between it and a higher one; 0, where nothing is, for one without
    home: dict[int, int] = {}  # position to the peak of the hill that it belongs to
    valleys: dict[int, int] = {}
    for at in (int(place) for place in np.argsort(-heights, kind="stable") if heights[place] > 0):
        near = {_peak(home, side) for side in (at - 1, at + 1) if side in home}
        if not near:
            home[at], valleys[at] = at, 0
            continue
        first, *lower = sorted(near, key=lambda peak: (-heights[peak], peak))
        home[at] = first
        for peak in lower:
            home[peak], valleys[peak] = first, at
    top = max(valleys, key=lambda at: (heights[at], -at))
    # The variance of the difference of two smoothed counts is their sum: counts vary as much as they are large
    kept = {
        at
        for at, valley in valleys.items()
        if heights[at] - heights[valley] > SURE * math.sqrt(spreads[at] + spreads[valley])
    }
    return tuple(int(at) + low - half for at in sorted(kept | {top}))


def _peak(home: Mapping[int, int], at: int) -> int:
    while home[at] != at:
        at = home[at]
    return at


def apart(one: Distribution, other: Distribution) -> float:
    """How far two histograms lie apart, from 0 (alike) to 1 (nothing in common), in coarse classes: total variation."""
    width = max(1, round((one + other).sd / COARSE))
    classes = [_classes(each, width) for each in (one, other)]
    return 0.5 * sum(abs(classes[0].get(name, 0.0) - classes[1].get(name, 0.0)) for name in classes[0] | classes[1])


def _classes(distribution: Distribution, width: int) -> dict[int, float]:
    shares: dict[int, float] = {}
    for value, count in zip(distribution.values, distribution.counts, strict=True):
        shares[value // width] = shares.get(value // width, 0.0) + count / distribution.n
    return shares
