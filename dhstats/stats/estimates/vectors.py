"""Several values of the same blocks, such as what each seat won on a deal: their means and all contrasts of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.corrections import largest_normal, sidak_level
from dhstats.stats.intervals.counts import enough_blocks, open_share, whole
from dhstats.stats.intervals.critical_values import normal_share, student_critical
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]
ONE_WAY = 1e-9  # correlations this near to 1 or −1 count as such


@dataclass(frozen=True, slots=True)
class VectorSums:
    """The sums of m values a block, and of their products: exact whole numbers in units of 1/scale.

    `products[i][j]` is the sum over blocks of value i times value j.
    Errors: ValueError for sums that are not whole, or whose numbers or order do not fit.
    """

    n: int
    totals: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    scale: int

    def __post_init__(self) -> None:
        for number in (self.n, self.scale, *self.totals, *(each for row in self.products for each in row)):
            whole("sum", number)
        if self.products != tuple(zip(*self.products, strict=True)) or len(self.products) != len(self.totals):
            raise ValueError(f"{len(self.totals)} values need as many products each way, the same both ways")

    def contrast(self, weights: Sequence[int], scale: int = 1) -> BlockSums:
        """The weighted sum of the values as one value a block, in units of 1/scale of theirs.

        Errors: ValueError for weights that are not whole, or not one a value.
        """
        pulls = [(whole("weight", weight), i) for weight, i in zip(weights, range(len(self.totals)), strict=True)]
        total = sum(weight * self.totals[i] for weight, i in pulls)
        squares = sum(one * other * self.products[i][j] for one, i in pulls for other, j in pulls)
        return BlockSums(self.n, total, squares, self.scale * scale)

    def value(self, number: int) -> BlockSums:
        """One of the values alone."""
        return self.contrast([int(at == number) for at in range(len(self.totals))])

    @property
    def covariance(self) -> Array:
        """The sample covariance of the values over blocks, shape (m, m), with divisor n − 1."""
        n = enough_blocks(2, self.n)
        spreads = [
            [n * product - one * other for product, other in zip(row, self.totals, strict=True)]
            for row, one in zip(self.products, self.totals, strict=True)
        ]
        return np.array(spreads, np.float64) / (n * (n - 1) * float(self.scale) ** 2)

    def contrasts(self, weights: Sequence[Sequence[int]], scale: int = 1) -> "VectorSums":
        """Several weighted sums of the values as the values of a block, in units of 1/scale of theirs."""
        pulls = np.array(weights, dtype=object)
        totals = pulls @ np.array(self.totals, dtype=object)
        products = pulls @ np.array(self.products, dtype=object) @ pulls.T
        return VectorSums(self.n, tuple(totals), tuple(map(tuple, products)), self.scale * scale)

    def single_level(self, level: float, seed: int, *, bounded: bool = True) -> float:
        """The level that the interval of each value needs for all of them to be right at once with `level` (max-T).

        From the largest of normals that are correlated as the values are over blocks. Each value that never varied is
        one statement more (Šidák), as long as its bounds give it an interval. It is the level itself where all values
        say the same, as the two seats of a game for two do.
        """
        open_share("level", level)
        covariance = self.covariance
        varying = np.flatnonzero(np.diag(covariance) > 0.0)
        constant = len(self.totals) - len(varying) if bounded and len(self.totals) > 2 else 0
        together = sidak_level(level, max(1, constant + (len(varying) > 0)))
        deviations = np.sqrt(np.diag(covariance)[varying])
        correlation = covariance[np.ix_(varying, varying)] / np.outer(deviations, deviations)
        if (np.abs(correlation) > 1.0 - ONE_WAY).all():
            return together
        return 1.0 - 2.0 * normal_share(-largest_normal(correlation, together, seed))


def worth_of_a_game(deals: Sequence[tuple[int, int, int]], games: int, level: float = 0.95) -> Estimate | None:
    """How many independent games a game of a block is worth for the mean of a value.

    `deals` has rows (sum of the value over the games of a block, sum of its squares, how many blocks have both),
    `games` is the number of games in a block. The worth is the variance that the mean of so many independent games
    would have, each from a block of its own and any place in it, over the variance of a block's mean: 1 where games of
    a block have nothing to do with each other, 1 / (1 + ρ) for pairs with the correlation ρ. None where no two blocks
    differ: then there is no such number.
    Source: both variances are means over blocks about the common mean, to whose error neither answers in the first
    order; the logarithm of their ratio is linearised (delta method).
    """
    totals, squares, counts = np.array(deals, np.float64).reshape(-1, 3).T
    n = enough_blocks(2, int(counts.sum()))
    mean = float((totals * counts).sum()) / (n * games)
    alone = squares - 2.0 * mean * totals + games * mean**2
    together = (totals - games * mean) ** 2
    apart, joint = (float((each * counts).sum()) / n for each in (alone, together))
    if joint <= 0.0:
        return None
    pulls = alone / apart - together / joint
    error = math.sqrt(float((pulls**2 * counts).sum()) / (n * (n - 1)))
    worth, reach = apart / joint, math.exp(student_critical(level, n - 1) * error)
    method = "t over blocks, logarithm of a ratio of variances"
    return Estimate(worth, worth * error, Interval(worth / reach, worth * reach, level, method, n, "deals"))
