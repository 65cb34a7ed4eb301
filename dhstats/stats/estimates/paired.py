"""Two rule sets on the same deals: what the common deals save."""

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def variance_reduction(base: float, tweak: float, difference: float) -> float:
    """By how much more blocks independent runs would need than common deals, from the three variances over blocks.

    Below 1 the coupling hurts; infinite where the differences do not vary at all.
    """
    return math.inf if difference == 0.0 else (base + tweak) / difference
