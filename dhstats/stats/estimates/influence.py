"""A number that follows from means over deals, as a mean of values of deals: by their influence on it.

A smooth function of means is in large samples a mean itself, of its influence values, so that what holds of means holds
of it, confidence sequences among it. Sources: Hampel, "The influence curve and its role in robust estimation" (1974);
Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences" (2024), on asymptotically
linear estimators.
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
BEND = 1.5  # standard errors of the mean lead by which its slope is taken further out


def values_of_luck(leads: Array, squares: Array, counts: Array) -> Array:
    """A value a deal whose mean over deals is r = 1 − μ²/s, the part of luck in a lead.

    `leads` are a deal's mean lead and `squares` its mean squared lead, μ and s their means over deals; `counts` are how
    many deals have these. The variance of the values is that of the delta method, but for one thing: the slope along μ
    is taken BEND standard errors further from zero. It is zero at a mean lead of zero, where r bends and a slope tells
    nothing: a difference d from the true mean moves μ² by at most (2|μ| + |d|)|d|, which this bounds for |d| up to
    2·BEND errors. In large samples it makes no difference.
    Errors: ValueError for squares whose mean is below zero.
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
