"""Ratios of two sums over blocks, such as points per card played, with standard errors over blocks."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dhstats.stats.blocks import Estimate
from dhstats.stats.counts import enough_blocks, make_exact, whole
from dhstats.stats.critical_values import student_critical
from dhstats.stats.intervals import UNBOUNDED, Interval


@dataclass(frozen=True, slots=True)
class RatioSums:
    """The sums of a numerator y and a denominator x per block: all that Σy / Σx and its standard error need.

    Units: y and x are whole numbers, so the sums are exact. Blocks in which nothing happened (x = y = 0)
    count in n.
    Errors: ValueError for fractions and for impossible sums; the ratio needs a sum of x above zero.
    """

    n: int
    sum_x: int
    sum_y: int
    sum_xx: int
    sum_yy: int
    sum_xy: int

    def __post_init__(self) -> None:
        make_exact(self, least={"n": 0, "sum_x": 0, "sum_xx": 0, "sum_yy": 0})
        if self.sum_xx * self.sum_yy < self.sum_xy**2 or self.n * self.sum_xx < self.sum_x**2:
            raise ValueError(f"no {self.n} blocks have these sums: {self}")

    @classmethod
    def from_blocks(cls, blocks: Iterable[tuple[int, int]]) -> "RatioSums":
        """Sums from one pair (x, y) per block."""
        rows = [(whole("x", x), whole("y", y)) for x, y in blocks]
        return cls(
            n=len(rows),
            sum_x=sum(x for x, _ in rows),
            sum_y=sum(y for _, y in rows),
            sum_xx=sum(x * x for x, _ in rows),
            sum_yy=sum(y * y for _, y in rows),
            sum_xy=sum(x * y for x, y in rows),
        )

    def __add__(self, other: "RatioSums") -> "RatioSums":
        return RatioSums(
            self.n + other.n,
            self.sum_x + other.sum_x,
            self.sum_y + other.sum_y,
            self.sum_xx + other.sum_xx,
            self.sum_yy + other.sum_yy,
            self.sum_xy + other.sum_xy,
        )

    @property
    def ratio(self) -> float:
        """The ratio of the two sums, which weighs every unit of x alike.

        Errors: ValueError if x sums to zero.
        """
        if self.sum_x == 0:
            raise ValueError(f"x sums to 0 over {self.n} blocks: there is no ratio")
        return self.sum_y / self.sum_x

    @property
    def se(self) -> float:
        """The linearised standard error over blocks; zero if every block has the same ratio.

        Errors: ValueError for fewer than two blocks, or if x sums to zero.
        Source: Cochran 1977, Sampling Techniques, section 2.11; equals the cluster-robust CR1 of Liang &
        Zeger 1986.
        """
        n, x, y = enough_blocks(2, self.n), self.sum_x, self.sum_y
        if x == 0:
            raise ValueError(f"x sums to 0 over {n} blocks: there is no ratio")
        # Cochran 1977: SE² = n/(n−1) Σ(y − r x)² / (Σx)²; with r = Σy/Σx over one denominator it stays exact
        residual = self.sum_yy * x**2 - 2 * self.sum_xy * x * y + self.sum_xx * y**2
        return math.sqrt(n * residual / ((n - 1) * x**4))

    def interval(self, level: float = 0.95) -> Interval:
        """Student's interval for the ratio, with n − 1 degrees of freedom.

        If every block has the same ratio, the data set no limit on what was not seen, and the ends are
        infinite.
        """
        se = self.se
        if se == 0.0:
            return Interval(*UNBOUNDED, level, "no limit, as all blocks have one ratio", self.n, "deals")
        half = student_critical(level, self.n - 1) * se
        method = "t over blocks, linearised ratio"
        return Interval(self.ratio - half, self.ratio + half, level, method, self.n, "deals")

    def estimate(self, level: float = 0.95) -> Estimate:
        """The ratio with its standard error and interval."""
        return Estimate(self.ratio, self.se, self.interval(level))
