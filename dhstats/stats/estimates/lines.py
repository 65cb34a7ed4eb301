"""A line through the costs of several things over their worth, and how far each of them is off it.

Costs are ratios of sums over common deals, and they multiply: the line is one through their logarithms. It is estimated
from all of them, so errors come from leaving out one part of the sample after another and doing everything again.
Source: Wolter, Introduction to Variance Estimation (2007), chapter 4: the jackknife over random groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dhstats.stats.estimates import ratios
from dhstats.stats.estimates.clusters import Clustered, mean, ratio
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Array, Interval, enough_blocks, student_critical

LEAST = 3  # things that a line is laid through


@dataclass(frozen=True, slots=True)
class Line:
    """ln cost = intercept + slope · worth by least squares, and how far the ln cost of each thing is above that.

    Shapes: `costs`, `above` and `errors` (k,). `errors` are standard errors of `above`; `parts` is how many parts of
    the sample they come from, which share no block.
    """

    costs: Array
    slope: float
    slope_error: float
    above: Array
    errors: Array
    parts: int

    def distance(self, at: int, level: float = 0.95) -> Estimate:
        """How far the ln cost of a thing is above the line, with Student's interval over parts."""
        return self._estimate(float(self.above[at]), float(self.errors[at]), level)

    def steepness(self, level: float = 0.95) -> Estimate:
        """The slope with Student's interval over parts."""
        return self._estimate(self.slope, self.slope_error, level)

    def _estimate(self, value: float, se: float, level: float) -> Estimate:
        unit = "parts of the run"
        if se == 0.0:
            return Estimate(value, se, Interval(*UNBOUNDED, level, "no limit, as all parts agree", self.parts, unit))
        half = student_critical(level, self.parts - 1) * se
        return Estimate(value, se, Interval(value - half, value + half, level, "jackknife t", self.parts, unit))


def line(worth: Sequence[float] | Array, spent: Array, times: Array) -> Line:
    """The line of ln cost over worth, where the cost of a thing is all that was spent on it by how often it came.

    Shapes: `worth` (k,) known exactly; `spent` and `times` (parts, k), sums over the blocks of a part.
    """
    x, y, n = (np.asarray(values, np.float64) for values in (worth, spent, times))
    if x.ndim != 1 or len(x) < LEAST or y.shape != n.shape or y.shape[1:] != x.shape:
        raise ValueError(f"needs at least {LEAST} things and two sums of each by part, got {y.shape} and {n.shape}")
    if len(set(x.tolist())) < 2:
        raise ValueError("things that are all worth the same have no line over worth")
    parts = enough_blocks(2, len(y))
    all_spent, all_times = y.sum(axis=0), n.sum(axis=0)
    if not ((all_times - n > 0.0).all() and (all_spent - y > 0.0).all()):
        raise ValueError("a thing that came in no more than one part, or cost nothing, has no cost to tell")
    whole = _fit(x, np.log(all_spent / all_times))
    without = np.array([_fit(x, costs) for costs in np.log((all_spent - y) / (all_times - n))])
    errors = ratios.error(without)
    return Line(all_spent / all_times, float(whole[1]), float(errors[1]), whole[2:], errors[2:], parts)


def _fit(x: Array, y: Array) -> Array:
    """Intercept, slope, and what is left of every value."""
    powers = np.vander(x, 2, increasing=True)
    coefficients = np.linalg.lstsq(powers, y, rcond=None)[0]
    return np.concatenate([coefficients, y - powers @ coefficients])


@dataclass(frozen=True, slots=True)
class Association:
    """The mean outcome of holders and of others, and the naive difference, each over deals."""

    holders: Clustered
    others: Clustered

    @property
    def difference(self) -> Clustered:
        """Holders minus others: an association, not an effect."""
        return self.holders - self.others


def association(
    outcomes: Array | Sequence[float], holds: Array | Sequence[bool], deals: Array | Sequence[int]
) -> Association:
    """The naive comparison of those who hold something with those who do not.

    Shapes: `outcomes` (win scores or margins), `holds` and `deals` all (n,), a row for every player of every game; the
    standard errors are linearised and clustered by deal.
    """
    results, having, numbers = np.asarray(outcomes, np.float64), np.asarray(holds, bool), np.asarray(deals)
    if results.ndim != 1 or having.shape != results.shape or numbers.shape != results.shape:
        raise ValueError(f"needs rows of one length, got {results.shape}, {having.shape} and {numbers.shape}")
    if having.all() or not having.any():
        raise ValueError("needs rows with and rows without: everybody or nobody holds it")
    return Association(mean(results[having], numbers[having]), mean(results[~having], numbers[~having]))


@dataclass(frozen=True, slots=True)
class BiasMeter:
    """The effects on holders and on all, and how far the naive difference is off, with standard errors over deals.

    `exaggeration` is how many times the average effect the naive difference is, with Fieller's interval; None if that
    effect is 0.
    """

    att: Estimate
    ate: Estimate
    bias: Estimate
    exaggeration: Estimate | None


def bias_meter(naive: Clustered, att: Clustered, ate: Clustered, level: float = 0.95) -> BiasMeter:
    """The decomposition with each part measured alone, in one unit: games, forks at claims, forks at random turns."""
    on_holders, on_all, bias = (part.estimate(level) for part in (att, ate, naive - ate))
    return BiasMeter(on_holders, on_all, bias, ratio(naive, ate, level) if ate.value else None)
