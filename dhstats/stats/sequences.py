"""Looking as often as one likes: confidence sequences and e-values for block values.

Sources: Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences" (2024); Howard et
al., "Time-uniform, nonparametric, nonasymptotic confidence sequences" (2021); Waudby-Smith, Ramdas, "Estimating means
of bounded random variables by betting" (2024); Wang, Ramdas, "False discovery rate control with e-values" (2022).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import lambertw, logsumexp

from dhstats.stats.intervals import Interval

Array = np.ndarray[Any, Any]
FIRST_LOOK = 300  # blocks before which the asymptotic sequence is not to be trusted
BETS = 20  # sizes of bet that the capital is spread over; enough for ten thousand million blocks


def tuning(alpha: float, planned: float) -> float:
    """The parameter that makes the asymptotic sequence narrowest at a planned number of blocks."""
    return float((-lambertw(-(alpha**2) / math.e, -1).real - 1.0) / planned)


def unit_half_width(n: int, alpha: float, rho2: float) -> float:
    """The half-width of the asymptotic sequence after n blocks, for a standard deviation of 1."""
    grown = n * rho2 + 1.0
    return math.sqrt(2.0 * grown / (n**2 * rho2) * math.log(math.sqrt(grown) / alpha))


def asymptotic(mean: float, variance: float, n: int, planned: float, level: float = 0.95) -> Interval:
    """An interval that may be looked at after every block, for block values of any kind.

    It holds at all looks together with probability `level`, in the limit; do not look before about 300 blocks.
    """
    alpha = 1.0 - level
    reach = math.sqrt(variance) * unit_half_width(n, alpha, tuning(alpha, planned))
    return Interval(mean - reach, mean + reach, level, "asymptotic confidence sequence", n, "deals")


def log_capital(values: Array, counts: Array, mean: float) -> float:
    """The logarithm of what betting against a mean has earned: an e-value against that mean.

    `values` from 0 to 1 with how often each occurred; the order of blocks does not matter. Half the money bets on a
    larger mean, half on a smaller one, each spread over bets of halving size.
    """
    up, down = _sides(values, counts, mean)
    return float(logsumexp(np.concatenate([up, down])) - math.log(2 * BETS))


def log_capital_above(values: Array, counts: Array, mean: float) -> float:
    """The same with all money on a mean larger than `mean`: an e-value against every mean up to it."""
    return float(logsumexp(_sides(values, counts, mean)[0]) - math.log(BETS))


def log_capital_below(values: Array, counts: Array, mean: float) -> float:
    """The same with all money on a mean smaller than `mean`: an e-value against every mean from it on."""
    return float(logsumexp(_sides(values, counts, mean)[1]) - math.log(BETS))


def _sides(values: Array, counts: Array, mean: float) -> tuple[Array, Array]:
    """Log capital of each size of bet on a larger and on a smaller mean."""
    if not 0.0 < mean < 1.0:
        raise ValueError(f"the mean bet against must lie strictly between 0 and 1, got {mean}")
    values, counts = np.asarray(values, np.float64), np.asarray(counts, np.float64)
    if values.min() < 0.0 or values.max() > 1.0 or (counts < 0).any():
        raise ValueError("block values must be from 0 to 1, and counts not negative")
    gaps, halves = values - mean, 2.0 ** -np.arange(1.0, BETS + 1.0)
    up = np.log1p(np.outer(halves / mean, gaps)) @ counts
    down = np.log1p(-np.outer(halves / (1.0 - mean), gaps)) @ counts
    return up, down


def betting(values: Array, counts: Array, level: float = 0.95) -> Interval:
    """All means against which betting has not earned enough: holds at all looks together, for any number of blocks."""
    values, counts = np.asarray(values, np.float64), np.asarray(counts, np.float64)
    n, bar = int(counts.sum()), -math.log(1.0 - level)
    found, edge = float(values @ counts) / n, 1e-12

    def excess(mean: float) -> float:
        return log_capital(values, counts, mean) - bar

    inside = min(max(found, edge), 1.0 - edge)
    low = brentq(excess, edge, inside, xtol=1e-14) if excess(edge) > 0.0 > excess(inside) else 0.0
    high = brentq(excess, inside, 1.0 - edge, xtol=1e-14) if excess(1.0 - edge) > 0.0 > excess(inside) else 1.0
    return Interval(float(low), float(high), level, "betting confidence sequence", n, "deals")


def e_bh(e_values: Sequence[float], alpha: float = 0.05) -> int:
    """How many hypotheses with the largest e-values may be rejected at this false discovery rate, under any dependence.

    All e-values are to be read at one common time, never as running maxima.
    """
    ordered = sorted(e_values, reverse=True)
    kept = [k for k, e in enumerate(ordered, start=1) if e >= len(ordered) / (alpha * k)]
    return max(kept, default=0)
