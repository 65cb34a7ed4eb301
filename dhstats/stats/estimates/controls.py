"""Results with luck taken off: a control variate of known mean zero, and whether its mean looks like zero.

Source: Glasserman, "Monte Carlo methods in financial engineering" (2003), section 4.1, with a coefficient of one.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A mean over games as it was and with luck taken off.

    `luck` is the mean of what was taken off, `p` how often a mean as far from zero comes by chance where the true one
    is zero. `factor` says how many games without the adjustment tell as much as one with it: the variances' ratio.
    """

    raw: Estimate
    adjusted: Estimate
    luck: Estimate
    p: float
    factor: float


def adjust(results: Array, luck: Array, level: float = 0.95) -> Adjusted:
    """Results of independent games less their luck, both as arrays over games.

    The coefficient is one, so that nothing is fitted to these games and the mean stays free of bias.
    Errors: ValueError for fewer than two games, or for arrays of different lengths.
    """
    if len(results) != len(luck) or len(results) < 2:
        raise ValueError(f"needs two games or more, each with its luck, not {len(results)} and {len(luck)}")
    less = results - luck
    mean = _mean(luck, level)
    t = mean.value / mean.se if mean.se > 0.0 else math.inf * (mean.value != 0.0)
    p = float(2.0 * stdtr(len(luck) - 1, -abs(t))) if not math.isnan(t) else 1.0
    before, after = float(results.var(ddof=1)), float(less.var(ddof=1))
    factor = before / after if after > 0.0 else math.inf
    return Adjusted(_mean(results, level), _mean(less, level), mean, p, factor)


def _mean(values: Array, level: float) -> Estimate:
    """A mean over independent games with Student's interval."""
    n = len(values)
    mean, se = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)
    half = student_critical(level, n - 1) * se
    return Estimate(mean, se, Interval(mean - half, mean + half, level, "t over games", n, "games"))
