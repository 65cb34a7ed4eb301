"""Looking as often as one likes: confidence sequences and e-values for block values.

Sources: Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences" (2024); Howard et
al., "Time-uniform, nonparametric, nonasymptotic confidence sequences" (2021); Waudby-Smith, Ramdas, "Estimating means
of bounded random variables by betting" (2024).
"""

import math

import numpy as np
from scipy.optimize import brentq
from scipy.special import betaln, lambertw, logsumexp, xlog1py, xlogy

from dhstats.stats.intervals.intervals import Array, Interval, open_share

FIRST_LOOK = 300  # blocks before which the asymptotic sequence is not to be trusted
BETS = 20  # sizes of bet that the capital is spread over; enough for ten thousand million blocks


def tuning(alpha: float, planned: float) -> float:
    """The parameter that makes the asymptotic sequence narrowest at a planned number of blocks."""
    return float((-lambertw(-(alpha**2) / math.e, -1).real - 1.0) / planned)


def unit_half_width(n: float, alpha: float, rho2: float) -> float:
    """The half-width of the asymptotic sequence after n blocks, for a standard deviation of 1."""
    grown = n * rho2 + 1.0
    return math.sqrt(2.0 * grown / (n**2 * rho2) * math.log(math.sqrt(grown) / alpha))


def asymptotic(mean: float, variance: float, n: int, planned: float, level: float = 0.95) -> Interval:
    """An interval that holds at all looks together, in the limit, for any block values; from about 300 blocks on."""
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


def log_bernoulli(k: int, n: int, p: float) -> float:
    """The log e-value against the rate p after k events in n: a mixture of all rates, each equally likely, against p.

    Infinite where k and n are impossible at p. Source: Robbins (1970), with the uniform mixture of beta and binomial.
    """
    if not 0 <= k <= n or not 0.0 <= p <= 1.0:
        raise ValueError(f"needs events from 0 to n and a rate from 0 to 1, got {k} of {n} and {p}")
    return float(betaln(1 + k, 1 + n - k) - xlogy(k, p) - xlog1py(n - k, -p))


def bernoulli_mixture(k: int, n: int, level: float = 0.95, unit: str = "deals") -> Interval:
    """The interval of the rate of a yes-or-no event that may be looked at after every block, for any number of them."""
    if not 0 <= k <= n or n < 1:
        raise ValueError(f"needs at least one block and events from 0 to n, got {k} of {n}")
    bar = -math.log1p(-open_share("level", level))

    def least(events: int) -> float:
        if events == 0:
            return 0.0
        return float(brentq(lambda rate: log_bernoulli(events, n, rate) - bar, 1e-300, events / n, xtol=1e-18))

    low, high = least(k), 1.0 - least(n - k)
    return Interval(low, high, level, "Bernoulli mixture confidence sequence", n, unit)
