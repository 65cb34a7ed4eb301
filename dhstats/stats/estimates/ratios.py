"""Ratios of two sums over blocks, such as points per card played, with standard errors over blocks.

What is measured where something happens, such as the margin of games with some ending, is a ratio too: the sum over
those games by their number. What it is known by are the deals in which that happens, however many others were played.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit

from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, UNBOUNDED, Array, Interval, enough_blocks, student_critical

SKEWED = 0.05  # a share this near to 0 or 1 has an interval that is skewed as the sample is


@dataclass(frozen=True, slots=True)
class RatioSums:
    """The sums of a numerator y and a denominator x per block: all that Σy / Σx and its standard error need.

    Units: y and x are whole numbers, so the sums are exact, and x is not negative. `n` counts the blocks with x above
    0: those in which the event occurs that the ratio is about. Blocks in which nothing happened count nowhere.
    """

    n: int
    sum_x: int
    sum_y: int
    sum_xx: int
    sum_yy: int
    sum_xy: int

    def __post_init__(self) -> None:
        intervals.make_exact(self, least={"n": 0, "sum_x": 0, "sum_xx": 0, "sum_yy": 0})
        if self.sum_xx * self.sum_yy < self.sum_xy**2 or self.n * self.sum_xx < self.sum_x**2:
            raise ValueError(f"no {self.n} blocks have these sums: {self}")

    @property
    def ratio(self) -> float:
        """The ratio of the two sums, which weighs every unit of x alike."""
        if self.sum_x == 0:
            raise ValueError(f"x sums to 0 over {self.n} blocks: there is no ratio")
        return self.sum_y / self.sum_x

    @property
    def se(self) -> float:
        """The linearised standard error over the blocks with x; zero if every block has the same ratio.

        Source: Cochran 1977, Sampling Techniques, section 2.11; equals the cluster-robust CR1 of Liang & Zeger 1986.
        """
        x, y = self.sum_x, self.sum_y
        if x == 0:
            raise ValueError(f"x sums to 0 over {self.n} blocks: there is no ratio")
        n = enough_blocks(2, self.n)
        # Cochran 1977: SE² = n/(n−1) Σ(y − r x)² / (Σx)²; with r = Σy/Σx over one denominator it stays exact
        residual = self.sum_yy * x**2 - 2 * self.sum_xy * x * y + self.sum_xx * y**2
        return math.sqrt(n * residual / ((n - 1) * x**4))

    def interval(self, level: float = 0.95, unit: str = "deals", least: int = LEAST_DEALS) -> Interval:
        """Student's interval for the ratio, with n − 1 degrees of freedom; `unit` says of which blocks.

        There is none for fewer than `least` blocks. If every block has the same ratio, the data set no limit on what
        was not seen, and the ends are infinite.
        """
        if self.n < max(2, least):
            return intervals.too_few(self.n, level, unit)
        se = self.se
        if se == 0.0:
            return Interval(*UNBOUNDED, level, "no limit, as all blocks have one ratio", self.n, unit)
        half = student_critical(level, self.n - 1) * se
        return Interval(self.ratio - half, self.ratio + half, level, "t over blocks, linearised ratio", self.n, unit)

    def estimate(self, level: float = 0.95, unit: str = "deals", least: int = LEAST_DEALS) -> Estimate:
        """The ratio with its standard error (NaN for a single block) and interval."""
        se = self.se if self.n > 1 else math.nan
        return Estimate(self.ratio, se, self.interval(level, unit, least))

    def rate(self, level: float = 0.95, unit: str = "deals", least: int = LEAST_DEALS) -> Estimate:
        """A ratio that lies between 0 and 1, as y counts some of what x counts, with an interval that stays there.

        Near 0 and 1, and where Student's interval would leave that range, it is the exact one for as many independent
        observations as have the same standard error.
        """
        estimate = self.estimate(level, unit, least)
        if not 0.0 <= estimate.value <= 1.0:
            raise ValueError(f"a rate lies between 0 and 1, got {estimate.value}")
        near = min(estimate.value, 1.0 - estimate.value) < SKEWED or not estimate.interval.inside(0.0, 1.0)
        if self.n < max(2, least) or not near:
            return estimate
        method = "Korn–Graubard over blocks, Clopper–Pearson at the effective number"
        # How many independent observations tell a rate as well; at most as many as there are
        rate, se = self.ratio, self.se
        if se == 0.0:
            effective = float(self.n)
        else:
            fewer = (student_critical(level, max(1, self.sum_x - 1)) / student_critical(level, self.n - 1)) ** 2
            effective = min(float(self.sum_x), rate * (1.0 - rate) / se**2 * fewer)
        exact = intervals.clopper_pearson(estimate.value, effective, level, method, self.n, unit)
        return Estimate(estimate.value, estimate.se, exact)


GROUPS = 200  # of deals, at most, that are left out in turn


def groups(deals: int) -> list[Array]:
    """The numbers of the deals that are left out in turn."""
    return np.array_split(np.arange(deals), min(deals, GROUPS))


def error(left: Array) -> Array:
    """The standard error of a statistic from its values (groups, ...) with each group left out."""
    return np.asarray(np.sqrt((len(left) - 1) / len(left) * ((left - left.mean(axis=0)) ** 2).sum(axis=0)))


def share_interval(share: float, se: float, deals: int, level: float = 0.95, *, alike: bool = False) -> Interval:
    """Student's interval of a share, on the logit scale where the plain one lies inside 0 to 1; else cut off there.

    Where all deals are `alike` it is known up to the rare deal that was not seen. Where they are not, and no deal
    changes the share (as one that is cut off at 0 may be), the ends are infinite.
    """
    if alike and math.isfinite(share):
        return intervals.no_spread_interval(share, deals, level, (0.0, 1.0), "deals")
    reach = student_critical(level, min(deals, GROUPS) - 1) * se
    if reach == 0.0:
        return Interval(*UNBOUNDED, level, "no limit, as no deal changes it", deals, "deals")
    low, high = share - reach, share + reach
    if low > 0.0 and high < 1.0:
        middle, wide = float(logit(share)), reach / (share * (1.0 - share))
        low, high = float(expit(middle - wide)), float(expit(middle + wide))
    return Interval(max(0.0, low), min(1.0, high), level, "jackknife over deals, logit", deals, "deals")


def share_of_means(statistic: Callable[[Array, float], float], blocks: Array, level: float = 0.95) -> Estimate:
    """A share that follows from the mean over deals and their number, with its jackknife interval.

    Shapes: `blocks` (deals, ...); `statistic` takes a mean of shape (...) and the number of deals behind it.
    """
    deals = enough_blocks(2, len(blocks))
    total = blocks.sum(axis=0, dtype=np.float64)
    share = statistic(total / deals, float(deals))
    left = []
    for group in groups(deals):
        rest = deals - len(group)
        left.append(statistic((total - blocks[group].sum(axis=0, dtype=np.float64)) / rest, rest))
    se = float(error(np.array(left)))
    alike = bool((blocks == blocks[:1]).all())
    return Estimate(share, se, share_interval(share, se if math.isfinite(se) else 0.0, deals, level, alike=alike))


BEND = 1.5  # standard errors of the mean lead by which its slope is taken further out


def values_of_luck(leads: Array, squares: Array, counts: Array) -> Array:
    """A value a deal whose mean over deals is r = 1 − μ²/s, the part of luck in a lead.

    `leads` are a deal's mean lead and `squares` its mean squared lead, μ and s their means over deals; `counts` are how
    many deals have these. The variance of the values is that of the delta method, but for one thing: the slope along μ
    is taken BEND standard errors further from zero. It is zero at a mean lead of zero, where r bends and a slope tells
    nothing: a difference d from the true mean moves μ² by at most (2|μ| + |d|)|d|, which this bounds for |d| up to
    2·BEND errors. In large samples it makes no difference.
    """
    deals = float(counts.sum())
    mean, square = float(leads @ counts) / deals, float(squares @ counts) / deals
    if square < 0.0:
        raise ValueError(f"a mean square cannot be {square}")
    if square == 0.0:  # nobody ever led: nothing follows from who plays
        return np.ones(len(leads))
    error = float(((leads - mean) ** 2 @ counts) ** 0.5) / deals
    away = mean + np.copysign(BEND * error, mean)
    luck = 1.0 - mean**2 / square
    return np.asarray(luck - 2.0 * away / square * (leads - mean) + (mean / square) ** 2 * (squares - square))


def values_of_ratio(below: Array, above: Array, counts: Array) -> Array:
    """A value a deal whose mean over deals is the ratio of two sums, with the variance of the delta method.

    `below` and `above` are the sums of a deal, `counts` how many deals have these; 0 where there is nothing below.
    """
    whole = float(below @ counts)
    if whole == 0.0:
        return np.zeros(len(below))
    ratio = float(above @ counts) / whole
    return np.asarray(ratio + (above - ratio * below) * float(counts.sum()) / whole)
