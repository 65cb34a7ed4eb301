"""Which of two means is true? A generalised sequential probability ratio test on block values of a finite support.

Sources: Wald (1945); Van den Bergh, notes on the generalised SPRT for match testing; Siegmund, "Sequential analysis"
(1985), for the overshoot.
"""

import math
from collections.abc import Sequence

from dhstats.stats.intervals.likelihood import likelihood_ratio

UNSEEN = 1e-3  # what a value that has not occurred yet counts, so that no mean inside the support is impossible
OVERSHOOT = 0.583  # mean overshoot of a random walk over a bound, in steps (Siegmund 1985)


def log_ratio(support: Sequence[float], counts: Sequence[float], null: float, other: float) -> float:
    """The log likelihood ratio of the mean `other` to the mean `null`, each at its best distribution on the support.

    `counts`: how often each value of the support occurred. Raises ValueError for a mean outside the support.
    """
    kept = [count if count > 0 else UNSEEN for count in counts]
    return 0.5 * (likelihood_ratio(support, kept, null) - likelihood_ratio(support, kept, other))


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Where the test stops: below the first for the null, above the second for the other mean (Wald)."""
    if not (0.0 < alpha < 1.0 and 0.0 < beta < 1.0 and alpha + beta < 1.0):
        raise ValueError(f"alpha and beta must be positive with a sum below 1, got {alpha} and {beta}")
    return math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)


def expected_blocks(
    true: float, null: float, other: float, variance: float, alpha: float = 0.05, beta: float = 0.05, batch: int = 0
) -> float:
    """How many blocks the test takes if a mean is true, as Brownian motion.

    Corrected for blocks that are looked at together where they are a `batch`. `variance` is that of a block value.
    Raises ValueError for a variance or a distance of means that is not positive.
    """
    if not (variance > 0.0 and other != null):
        raise ValueError("the test needs block values that vary and two different means")
    step = (other - null) ** 2 / variance
    low, high = bounds(alpha, beta)
    reach = OVERSHOOT * math.sqrt(step * batch)
    low, high = low - reach, high + reach
    drift = (true - (null + other) / 2.0) * (other - null) / variance
    if abs(drift) < 1e-12 * step:
        return -low * high / step
    tilt = 2.0 * drift / step
    accepts = -math.expm1(-tilt * low) / (math.exp(-tilt * high) - math.exp(-tilt * low))
    return (low * (1.0 - accepts) + high * accepts) / drift
