"""Empirical likelihood on a finite support: the secular equation, the likelihood ratio and its interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from dhstats.stats.intervals.intervals import Interval, no_spread_interval, normal_critical, whole

_Floats = npt.NDArray[np.float64]
_FINEST = 4.0 * float(np.finfo(float).eps)  # the finest step brentq accepts


@dataclass(frozen=True, slots=True)
class _Sample:
    """The values that occurred, as offsets from their mean, and how often each did.

    Shape: both arrays are (k,), offsets rising, weights positive.
    """

    mean: float
    offsets: _Floats
    weights: _Floats

    @classmethod
    def observed(cls, support: Sequence[float], counts: Sequence[float]) -> Self:
        """The values that were seen, with their counts; ValueError where they make no distribution."""
        if len(support) != len(counts) or len(set(support)) != len(support):
            raise ValueError(f"needs one count per distinct value, got {list(counts)} for {list(support)}")
        pairs = sorted(zip(support, counts, strict=True))
        if not all(math.isfinite(value) and 0.0 <= count < math.inf for value, count in pairs):
            raise ValueError(f"values must be finite and counts not negative, got {pairs}")
        kept = [pair for pair in pairs if pair[1] > 0.0]
        if not kept:
            raise ValueError(f"needs at least one block, got the counts {list(counts)}")
        values, weights = np.array(kept, dtype=float).T
        above_least = values - values[0]
        centre = float(above_least @ weights / weights.sum())
        return cls(float(values[0]) + centre, above_least - centre, weights)


def likelihood_ratio(support: Sequence[float], counts: Sequence[float], mean: float) -> float:
    """Minus twice the log of a mean's empirical likelihood ratio; chi-square with 1 df if the mean is true.

    It is 2 Σ N_k ln(1 + x (a_k − s)), with x the root of the secular equation Σ N_k (a_k − s) / (1 + x (a_k − s)) = 0.
    Units: `support` holds the values a_k, `counts` how often each occurred (weights need not be whole).
    Source: Owen 2001, Empirical Likelihood, section 2.9 and theorem 2.2.
    """
    sample = _Sample.observed(support, counts)
    return _ratio(sample, mean - sample.mean)


def el_interval(support: Sequence[float], counts: Sequence[int], level: float = 0.95) -> Interval:
    """The empirical likelihood interval for a mean: skewed where the sample is, and never out of its range.

    Where all blocks have one value, the support decides how far off the mean may be (see `no_spread_interval`).
    Source: Owen 2001, section 2.5: all s with 2 Σ N_k ln(1 + x (a_k − s)) ≤ χ²(1).
    """
    sample = _Sample.observed(support, counts)
    n = sum(whole("count", count, least=0) for count in counts)
    if len(sample.weights) == 1:
        return no_spread_interval(sample.mean, n, level, (min(support), max(support)), "deals")
    bound = normal_critical(level)  # the root of what a chi-square variable with 1 df stays below
    low = _limit(sample, bound, float(sample.offsets[0]))
    high = _limit(sample, bound, float(sample.offsets[-1]))
    return Interval(low, high, level, "empirical likelihood", n, "deals")


def _ratio(sample: _Sample, shift: float) -> float:
    """Minus twice the log likelihood ratio of the sample's mean plus `shift`, by the secular root there."""
    distance = sample.offsets - shift
    if not distance[0] < 0.0 < distance[-1]:
        low, high = sample.mean + sample.offsets[0], sample.mean + sample.offsets[-1]
        raise ValueError(f"mean {sample.mean + shift} is not between {low} and {high}")
    share = sample.weights / sample.weights.sum()
    # A tilted probability is at most 1, so 1 + x (a_k − s) ≥ p_k, which bounds x (Owen 2001, section 2.9);
    # with half of p_k the root is never on a bound
    low, high = (share[-1] / 2.0 - 1.0) / distance[-1], (share[0] / 2.0 - 1.0) / distance[0]

    def imbalance(x: float) -> float:
        return float(np.sum(share * distance / (1.0 + x * distance)))

    # The ratio is flat in x at the root, so an error of 1e-14 in x costs nothing
    root = float(brentq(imbalance, low, high, xtol=1e-14 * min(-low, high), rtol=_FINEST))
    return 2.0 * float(sample.weights @ np.log1p(root * distance))


def _limit(sample: _Sample, bound: float, extreme: float) -> float:
    """The mean, between the sample's and one extreme, where the square root of the ratio meets the bound."""

    def excess(step: float) -> float:
        # The ratio is a parabola near the sample's mean, so its square root is nearly a straight line
        ratio = _ratio(sample, step * extreme) if step > 0.0 else 0.0
        return math.sqrt(max(0.0, ratio)) - bound

    return sample.mean + extreme * float(brentq(excess, 0.0, 1.0 - 1e-12, xtol=1e-15, rtol=_FINEST))
