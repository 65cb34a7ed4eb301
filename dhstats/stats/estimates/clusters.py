"""Means, differences and ratios of observations that share deals, with standard errors clustered by deal.

Forks, turns and plays of one game are not independent of each other; deals are. A statistic here carries, for every
deal, how much that deal pulls it up or down, so that sums and differences of statistics on the same deals get the right
standard error without further bookkeeping.
Sources: Liang, Zeger, "Longitudinal data analysis using generalized linear models" (1986); Fieller, "Some problems in
interval estimation" (1954); Hothorn, Bretz, Westfall, "Simultaneous inference in general parametric models" (2008).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.special import ndtr, stdtrit

from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, UNBOUNDED, Array, Interval, enough_blocks, student_critical

Numbers = Array | Sequence[float]
GROUPS_LEVEL = 0.95  # of the intervals of all groups together


@dataclass(frozen=True, slots=True)
class Clustered:
    """A statistic and how much every deal pulls it: all that its standard error over deals needs.

    Shapes: `deals` (G,) are deal numbers, each once and rising; `pulls` (G,) add up to 0 but for rounding, and
    SE² = n/(n−1) · Σ pulls² (Liang & Zeger's CR1). Statistics can be added, subtracted and scaled; `fewest` are then
    the deals of the rarest part, None for a statistic of one part.
    """

    value: float
    deals: Array
    pulls: Array
    fewest: int | None = None

    @property
    def n(self) -> int:
        """How many deals the statistic rests on: of a sum or difference those of its rarest part."""
        return len(self.deals) if self.fewest is None else self.fewest

    @property
    def se(self) -> float:
        """The standard error over deals; exactly 0 if no deal pulls."""
        return math.sqrt(covariance(self, self))

    def interval(self, level: float = 0.95, bounds: tuple[float, float] = UNBOUNDED) -> Interval:
        """Student's interval; `bounds` are the least and greatest value that an observation can take."""
        return intervals.student_interval(self.value, self.se, self.n, level, bounds, "t over deals, clustered")

    def estimate(self, level: float = 0.95, bounds: tuple[float, float] = UNBOUNDED) -> Estimate:
        """The statistic with its standard error and interval."""
        return Estimate(self.value, self.se, self.interval(level, bounds))

    def times(self, factor: float) -> Clustered:
        """The statistic in another unit."""
        return Clustered(factor * self.value, self.deals, factor * self.pulls, self.fewest)

    def __neg__(self) -> Clustered:
        return self.times(-1.0)

    def __add__(self, other: Clustered) -> Clustered:
        deals, mine, theirs = _aligned(self, other)
        return Clustered(self.value + other.value, deals, mine + theirs, min(self.n, other.n))

    def __sub__(self, other: Clustered) -> Clustered:
        return self + -other


def covariance(one: Clustered, other: Clustered) -> float:
    """The covariance of two statistics over the deals that either rests on; the squared SE of one with itself."""
    _, mine, theirs = _aligned(one, other)
    n = enough_blocks(2, min(one.n, other.n))
    return n / (n - 1) * float(mine @ theirs)


def mean(values: Numbers, deals: Array | Sequence[int], weights: Array | None = None) -> Clustered:
    """The mean of observations and the pull of every deal on it.

    Shapes: `values` (n,) or (n, K) with K continuations of each observation, `deals` (n,), `weights` (n,) or None for
    equal ones. Sums of whole and half values are exact, so observations that are all alike pull exactly 0.
    """
    table, numbers = observations(values, deals)
    kept, which = np.unique(numbers, return_inverse=True)
    heavy = np.ones(len(table)) if weights is None else np.asarray(weights, np.float64)
    if heavy.shape != numbers.shape or not (heavy >= 0.0).all() or not heavy.sum() > 0.0:
        raise ValueError("needs a weight from 0 up for every observation, and one above 0")
    sums = np.bincount(which, weights=heavy * table.sum(axis=1), minlength=len(kept))
    sizes = table.shape[1] * np.bincount(which, weights=heavy, minlength=len(kept))
    return from_sums(kept, sums, sizes)


def from_sums(deals: Array, sums: Array, sizes: Array) -> Clustered:
    """The statistic Σ sums / Σ sizes; a sum and a size (a number or weight of observations) for each deal, all (G,)."""
    total = float(sizes.sum())
    value = float(sums.sum()) / total
    some = sizes > 0.0
    return Clustered(value, deals[some], ((sums - value * sizes) / total)[some])


def observations(values: Numbers, deals: Numbers) -> tuple[Array, Array]:
    """Checked observations (n, K) and deal numbers (n,)."""
    table, numbers = np.asarray(values, np.float64), np.asarray(deals)
    table = table[:, None] if table.ndim == 1 else table
    if table.ndim != 2 or table.size == 0 or numbers.shape != (len(table),):
        raise ValueError(f"needs values (n,) or (n, K) and a deal for each, got {table.shape} and {numbers.shape}")
    if not np.isfinite(table).all():
        raise ValueError("needs finite values")
    return table, numbers


def ratio(top: Clustered, bottom: Clustered, level: float = 0.95) -> Estimate:
    """The ratio of two statistics on common deals, with Fieller's interval and a linearised standard error.

    Where the denominator cannot be told from 0, the data set no limits and the ends are infinite.
    Source: Fieller 1954: all r with (top − r·bottom)² ≤ t² Var(top − r·bottom).
    """
    if bottom.value == 0.0:
        raise ValueError("the denominator is 0: there is no ratio")
    value = top.value / bottom.value
    gap = top - bottom.times(value)
    se, t = gap.se / abs(bottom.value), student_critical(level, gap.n - 1)
    square = bottom.value**2 - t**2 * covariance(bottom, bottom)
    if square <= 0.0:
        method = "Fieller, no limit as the denominator may be 0"
        return Estimate(value, se, Interval(*UNBOUNDED, level, method, gap.n, "deals"))
    middle = top.value * bottom.value - t**2 * covariance(top, bottom)
    rest = top.value**2 - t**2 * covariance(top, top)
    reach = math.sqrt(max(0.0, middle**2 - square * rest))
    low, high = (middle - reach) / square, (middle + reach) / square
    return Estimate(value, se, Interval(min(low, value), max(high, value), level, "Fieller", gap.n, "deals"))


@dataclass(frozen=True, slots=True)
class Group:
    """The mean within one group of observations, such as a band of turns.

    `n` observations on `deals` deals; the interval of `effect` holds together with those of all other groups. A group
    on a single deal has the standard error NaN, and one on fewer than `LEAST_DEALS` an interval without ends.
    """

    label: Hashable
    n: int
    deals: int
    effect: Estimate


def by_group(
    values: Numbers, groups: Array | Sequence[Any], deals: Numbers, bounds: tuple[float, float] = UNBOUNDED
) -> tuple[Group, ...]:
    """Means of all groups that occur, in rising order, with intervals that are all right at once.

    Shapes: `values` (n,) or (n, K), `groups` and `deals` (n,). The intervals come from the largest of correlated normal
    values (max-T), carried over to Student's with each group's own deals; a group that never varied is one statement
    more (Šidák). Groups on fewer than `LEAST_DEALS` have none.
    """
    table, numbers = observations(values, deals)
    labels, which = np.unique(np.asarray(groups), return_inverse=True)
    if which.shape != numbers.shape:
        raise ValueError(f"needs a group for each of {len(numbers)} observations, got {which.shape}")
    means = [mean(table[which == i], numbers[which == i]) for i in range(len(labels))]
    known = [one for one in means if one.n >= LEAST_DEALS]
    varying = [one for one in known if one.se > 0.0]
    constant = len(known) - len(varying) if bounds != UNBOUNDED else 0  # each has an interval by its bounds
    single = intervals.sidak_level(GROUPS_LEVEL, max(1, constant + bool(varying)))
    tail, rows = 0.5, []  # the area of each tail that intervals may leave out for all to be right at once
    if varying:
        everywhere = np.unique(np.concatenate([one.deals for one in varying]))
        pulls = np.zeros((len(everywhere), len(varying)))
        for column, one in enumerate(varying):
            pulls[np.searchsorted(everywhere, one.deals), column] = one.pulls
        tail = float(ndtr(-intervals.largest_of(pulls, single, 0)))
    for label, size, one in zip(labels.tolist(), np.bincount(which), means, strict=True):
        se = one.se if one.n > 1 else math.nan
        if one.n < LEAST_DEALS:
            interval = intervals.too_few(one.n, GROUPS_LEVEL, "deals")
        elif se == 0.0:
            interval = replace(one.interval(single, bounds), level=GROUPS_LEVEL)
        else:
            half = -float(stdtrit(one.n - 1, tail)) * se
            ends = one.value - half, one.value + half
            interval = intervals.within(Interval(*ends, GROUPS_LEVEL, "max-T, clustered", one.n, "deals"), bounds)
        rows.append(Group(label, int(size), one.n, Estimate(one.value, se, interval)))
    return tuple(rows)


def _aligned(one: Clustered, other: Clustered) -> tuple[Array, Array, Array]:
    """The deals of both statistics and the pulls of each on all of them."""
    if np.array_equal(one.deals, other.deals):
        return one.deals, one.pulls, other.pulls
    deals = np.union1d(one.deals, other.deals)
    spread = []
    for statistic in (one, other):
        pulls = np.zeros(len(deals))
        pulls[np.searchsorted(deals, statistic.deals)] = statistic.pulls
        spread.append(pulls)
    return deals, spread[0], spread[1]


ONE_WAY = 1e-9  # correlations this near to 1 or −1 count as such


@dataclass(frozen=True, slots=True)
class VectorSums:
    """The exact sums of m values a block and of their products (`products[i][j]`), in units of 1/scale."""

    n: int
    totals: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    scale: int

    def __post_init__(self) -> None:
        for number in (self.n, self.scale, *self.totals, *(each for row in self.products for each in row)):
            intervals.whole("sum", number)
        if self.products != tuple(zip(*self.products, strict=True)) or len(self.products) != len(self.totals):
            raise ValueError(f"{len(self.totals)} values need as many products each way, the same both ways")

    def contrast(self, weights: Sequence[int], scale: int = 1) -> BlockSums:
        """The weighted sum of the values as one value a block, in units of 1/scale of theirs."""
        pulls = [
            (intervals.whole("weight", weight), i) for weight, i in zip(weights, range(len(self.totals)), strict=True)
        ]
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

    def contrasts(self, weights: Sequence[Sequence[int]], scale: int = 1) -> VectorSums:
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
        intervals.open_share("level", level)
        covariance = self.covariance
        varying = np.flatnonzero(np.diag(covariance) > 0.0)
        constant = len(self.totals) - len(varying) if bounded and len(self.totals) > 2 else 0
        together = intervals.sidak_level(level, max(1, constant + (len(varying) > 0)))
        deviations = np.sqrt(np.diag(covariance)[varying])
        correlation = covariance[np.ix_(varying, varying)] / np.outer(deviations, deviations)
        if (np.abs(correlation) > 1.0 - ONE_WAY).all():
            return together
        return 1.0 - 2.0 * intervals.normal_share(-intervals.largest_normal(correlation, together, seed))


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
