"""Means, standard errors and contrasts over blocks, from exact sums.

A block is a deal with all the games that share it: the only thing that is independent between observations.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval, enough_blocks, make_exact, whole


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated mean, its standard error over blocks, and a confidence interval."""

    value: float
    se: float
    interval: Interval

    def minus(self, value: float) -> "Estimate":
        """The estimate of the number less a value."""
        return Estimate(self.value - value, self.se, self.interval.minus(value))

    def taken_from(self, value: float) -> "Estimate":
        """The estimate of a value less the number."""
        return Estimate(value - self.value, self.se, self.interval.taken_from(value))


@dataclass(frozen=True, slots=True)
class BlockSums:
    """The sum and the sum of squares of one value per block: all that a mean and its standard error need.

    Units: values are whole multiples of 1/scale (a pair's mean score has scale 4), so sums are exact, and the same for
    any order, number of threads or shards.
    """

    n: int
    total: int
    squares: int
    scale: int

    def __post_init__(self) -> None:
        make_exact(self, least={"n": 0, "squares": 0, "scale": 1})
        if self.spread < 0 or (self.n == 0 and (self.total or self.squares)):
            raise ValueError(f"no {self.n} values have the sum {self.total} and the squares {self.squares}")

    @classmethod
    def from_counts(cls, counts: Mapping[int, int], scale: int) -> Self:
        """Sums from a histogram: how many blocks have each value, in units of 1/scale."""
        kept = intervals.tally(counts.items())
        total = sum(value * count for value, count in kept.items())
        return cls(sum(kept.values()), total, sum(v * v * count for v, count in kept.items()), scale)

    @classmethod
    def from_values(cls, values: Iterable[int], scale: int) -> Self:
        """Sums from one value per block, in units of 1/scale."""
        return cls.from_counts(Counter(whole("value", value) for value in values), scale)

    @property
    def spread(self) -> int:
        """The squared spread in whole numbers, n Σx² − (Σx)²; zero if all blocks have the same value."""
        return self.n * self.squares - self.total * self.total

    @property
    def mean(self) -> float:
        """The mean over blocks."""
        return self.total / (enough_blocks(1, self.n) * self.scale)

    @property
    def variance(self) -> float:
        """The sample variance of the block values, with divisor n − 1."""
        return self.spread / (enough_blocks(2, self.n) * (self.n - 1) * self.scale**2)

    @property
    def se(self) -> float:
        """The standard error of the mean, S / √n."""
        return math.sqrt(self.variance / self.n)

    def interval(self, level: float = 0.95, bounds: tuple[float, float] = UNBOUNDED) -> Interval:
        """Student's interval for the mean; `bounds` are the least and the greatest value that a block can take."""
        se = self.se
        return intervals.student_interval(self.mean, se, self.n, level, bounds, "t over blocks")

    def estimate(self, level: float = 0.95, bounds: tuple[float, float] = UNBOUNDED) -> Estimate:
        """The mean with its standard error and interval."""
        return Estimate(self.mean, self.se, self.interval(level, bounds))


@dataclass(frozen=True, slots=True)
class PairMoments:
    """Sums, in units of 1/scale, over pairs of games that share a deal: what pairing gains, the mean of each order."""

    n: int
    sum_a: int
    sum_b: int
    sum_aa: int
    sum_bb: int
    sum_ab: int
    scale: int

    def __post_init__(self) -> None:
        make_exact(self, least={"n": 0, "scale": 1})
        if self.games_a.spread * self.games_b.spread < self._covariation**2:
            raise ValueError(f"no {self.n} pairs have the sum of products {self.sum_ab}")

    @property
    def games_a(self) -> BlockSums:
        """The first game of every pair."""
        return BlockSums(self.n, self.sum_a, self.sum_aa, self.scale)

    @property
    def games_b(self) -> BlockSums:
        """The second game of every pair."""
        return BlockSums(self.n, self.sum_b, self.sum_bb, self.scale)

    @property
    def rho(self) -> float:
        """The correlation between the two games of a pair."""
        spreads = self.games_a.spread * self.games_b.spread
        if spreads == 0:
            raise ValueError(f"one game of the {self.n} pairs never varies: no correlation")
        return self._covariation / math.sqrt(spreads)

    @property
    def variance_factor(self) -> float:
        """The variance of a pair's mean relative to two independent games: 1 + ρ where both games vary alike."""
        spreads = self.games_a.spread + self.games_b.spread
        if spreads == 0:
            raise ValueError(f"no game of the {self.n} pairs varies: no variance factor")
        # Var((a+b)/2) / ((Va+Vb)/4) = 1 + 2 Cov / (Va+Vb), which is 1 + ρ for Va = Vb
        return (spreads + 2 * self._covariation) / spreads

    @property
    def effective_games(self) -> float:
        """How many independent games a game of a pair is worth, 1 / (1 + ρ); infinite if all pairs split."""
        factor = self.variance_factor
        return 1.0 / factor if factor > 0.0 else math.inf

    @property
    def _covariation(self) -> int:
        return self.n * self.sum_ab - self.sum_a * self.sum_b


def variance_reduction(base: float, tweak: float, difference: float) -> float:
    """By how much more blocks independent runs would need than common deals; below 1 the coupling hurts."""
    return math.inf if difference == 0.0 else (base + tweak) / difference


def sign_test(plus: int, minus: int) -> float:
    """The two-sided p-value of gains against losses as a fair coin, of any size; split pairs do not enter."""
    plus, minus = whole("plus", plus, least=0), whole("minus", minus, least=0)
    return min(1.0, 2.0 * intervals.binomial_at_least(max(plus, minus), plus + minus, 0.5))


def elo(score: float) -> float:
    """The difference in Elo points at which a player expects `score`; infinite for 0 and 1."""
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"an expected score lies between 0 and 1, got {score}")
    if score in (0.0, 1.0):
        return math.copysign(math.inf, score - 0.5)
    return 400.0 * math.log10(score / (1.0 - score))  # Elo 1978: −400 log₁₀(1/s − 1)


def elo_interval(interval: Interval) -> Interval:
    """The interval of a score in Elo points; ends beyond the possible scores become infinite."""
    low, high = (elo(min(1.0, max(0.0, end))) for end in (interval.low, interval.high))
    return replace(interval, low=low, high=high, method=f"{interval.method}, in Elo points")
