"""How many more blocks end a run, if its mean and deviation stay as they are."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dhstats.stats.intervals.critical_values import normal_critical

GRID = 41  # true means between which the remaining blocks are sought
LONGEST = 1e12  # blocks beyond which nothing is awaited


class Ends(Protocol):
    """What says of a mean and a standard deviation after n blocks whether they end a run, in large samples."""

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is settled."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """About how many more blocks until the end, and between which numbers; infinite where no end is in sight."""

    blocks: float
    low: float
    high: float


def remaining(rule: Ends, mean: float, sd: float, n: int, level: float = 0.95) -> Remaining:
    """The blocks still to come if the mean stays as it is, and for true means between which it probably lies."""
    if sd == 0.0:
        return Remaining(math.inf, 0.0, math.inf)
    reach = normal_critical(level) * sd / n**0.5
    likely = [until_end(rule, float(each), sd, n) for each in np.linspace(mean - reach, mean + reach, GRID)]
    return Remaining(until_end(rule, mean, sd, n), min(likely), max(likely))


def until_end(rule: Ends, mean: float, sd: float, n: int) -> float:
    """How many more blocks of this mean and deviation end the run."""
    if rule.reached(mean, sd, n):
        return 0.0
    low, high = float(n), 2.0 * n
    while not rule.reached(mean, sd, high):
        low, high = high, 2.0 * high
        if high > LONGEST:
            return math.inf
    while high - low > max(1.0, 1e-4 * low):
        middle = (low + high) / 2.0
        low, high = (low, middle) if rule.reached(mean, sd, middle) else (middle, high)
    return high - n
