"""Planning: how many blocks a question needs, and what a number of blocks can show."""

import math
from collections.abc import Mapping

from scipy.optimize import brentq

from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.intervals import Interval, enough_blocks, normal_quantile, normal_share, positive
from dhstats.stats.sequential import sequences


def blocks_for_half_width(variance: float, half_width: float, level: float = 0.95) -> int:
    """The blocks after which a confidence interval has the given half-width: n = z² S² / w².

    Units: `variance` is that of one block value, in the square of the unit of `half_width`.
    """
    widths = intervals.normal_critical(level) / positive("half_width", half_width)
    return math.ceil(widths**2 * positive("variance", variance))


def blocks_for_effect(variance: float, effect: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """The blocks after which a two-sided test finds an effect of this size with the given power.

    Source: n = (z_{1−α/2} + z_power)² S² / δ², for example Lehr 1992, Stat. Med. 11.
    """
    tails, power = 1.0 - intervals.open_share("alpha", alpha), intervals.open_share("power", power)
    reach = intervals.normal_critical(tails) + normal_quantile(power)
    return math.ceil((reach / positive("effect", abs(effect))) ** 2 * positive("variance", variance))


def blocks_for_equivalence(
    variance: float, margin: float, power: float = 0.9, alpha: float = 0.05, effect: float = 0.0
) -> int:
    """The blocks that prove a mean to be within ±margin with the given power, `effect` being its distance.

    For no effect this is n = (z_{1−α} + z_{1−β/2})² S² / Δ²; otherwise the power of the two tests is solved for n.
    Source: Schuirmann 1987, J. Pharmacokin. Biopharm. 15, in its normal approximation.
    """
    share = abs(effect) / positive("margin", margin)
    if share >= 1.0:
        raise ValueError(f"effect must be smaller than the margin {margin}, got {effect}")
    significance = normal_quantile(1.0 - intervals.open_share("alpha", alpha))
    # In units of SE: only the nearer side can fail at the low end; both sides fail alike at the high end
    low = (significance + normal_quantile(power)) / (1.0 - share)
    high = (significance + normal_quantile((1.0 + power) / 2.0)) / (1.0 - share)

    def missing(x: float) -> float:
        # STATS §3.7, with the margin x in units of SE: Φ((Δ−θ)/SE − z_{1−α}) + Φ((Δ+θ)/SE − z_{1−α}) − 1 is the chance
        # that both one-sided tests reject, negative where no mean can pass both
        sides = normal_share(x * (1.0 - share) - significance), normal_share(x * (1.0 + share) - significance)
        return sides[0] + sides[1] - 1.0 - power

    reach = float(brentq(missing, low - 1e-3, high + 1e-3))
    return math.ceil((reach / margin) ** 2 * positive("variance", variance))


def variance_interval(counts: Mapping[int, int], scale: int, level: float = 0.95) -> Interval:
    """The interval of the variance of a block value of any distribution, from a histogram in units of 1/scale.

    The standard error comes from the fourth central moment, SE(S²)² = (m₄ − S⁴ (n − 3) / (n − 1)) / n, and the normal
    interval is that of log S², so that its ends are positive.
    Source: Cramér 1946, Mathematical Methods of Statistics, section 27.4.
    """
    kept = intervals.tally(counts.items())
    n = enough_blocks(4, sum(kept.values()))
    mean = sum(value * count for value, count in kept.items()) / n
    squares, fourths = (sum((v - mean) ** power * count for v, count in kept.items()) for power in (2, 4))
    variance = positive("variance", squares / (n - 1))
    error = math.sqrt(max(0.0, fourths / n - variance**2 * (n - 3) / (n - 1)) / n)
    factor, shown = math.exp(intervals.normal_critical(level) * error / variance), variance / scale**2
    return Interval(shown / factor, shown * factor, level, "fourth moment, on the log scale", n, "deals")


def blocks_watched_for_half_width(variance: float, half_width: float, alpha: float = 0.05) -> float:
    """The blocks after which a confidence sequence has the given half-width, if it is tuned for just these blocks."""
    reach = _tuned_half_width(alpha) / positive("half_width", half_width)
    return reach**2 * positive("variance", variance)


def blocks_watched_for_equivalence(variance: float, margin: float, alpha: float = 0.05, effect: float = 0.0) -> float:
    """About how many blocks a run takes, on average, that is watched until a mean is proved to be within ±margin.

    It ends when a confidence sequence of level 1 − 2 alpha lies inside; `effect` is the mean's true distance. The
    estimate is taken to be as far off as it is on average, and the sequence to be tuned for an effect of zero.
    """
    sd, away = math.sqrt(positive("variance", variance)), abs(effect)
    if away >= positive("margin", margin):
        raise ValueError(f"effect must be smaller than the margin {margin}, got {effect}")
    tuned = ((_tuned_half_width(2.0 * alpha) + math.sqrt(2.0 / math.pi)) * sd / margin) ** 2
    if away == 0.0:
        return tuned

    def lacking(n: float) -> float:
        half_width = sd * sequences.unit_half_width(n, 2.0 * alpha, sequences.tuning(2.0 * alpha, tuned))
        se = sd / math.sqrt(n)
        z = away / se
        # How far a normal estimate is from zero on average: the mean of the folded normal distribution
        strays = se * math.sqrt(2.0 / math.pi) * math.exp(-z * z / 2.0) + away * (1.0 - 2.0 * normal_share(-z))
        return strays + half_width - margin

    low, high = tuned, 2.0 * tuned
    while lacking(high) > 0.0:
        low, high = high, 2.0 * high
    return float(brentq(lacking, low, high, rtol=1e-9))


def _tuned_half_width(alpha: float) -> float:
    """The half-width, times the root of the blocks, of a sequence of deviation 1 where it is narrowest."""
    return sequences.unit_half_width(1.0, alpha, sequences.tuning(alpha, 1.0))
