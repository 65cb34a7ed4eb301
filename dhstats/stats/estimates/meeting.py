"""Where means at several levels meet a target, on straight lines between neighbours.

A line or parabola through all levels is narrower where it fits, but a test of fit hardly sees a mild bend, and then its
interval misses. Neighbouring levels ask for no shape. The interval holds all places that a test does not reject, as
Fieller's does: "Some problems in interval estimation" (1954).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import brentq

from dhstats.stats.estimates.curves import Curve
from dhstats.stats.intervals.critical_values import normal_critical
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]
METHOD = "inverted test between levels"
FAR = 1e12  # stands for no limit


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where means meet a target, or why that is not certain anywhere; `value` lies between levels on either side."""

    reason: str
    value: float | None = None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class _Path:
    """Gaps to the target along rising levels, and how large a gap a test allows at a place between two of them.

    At the levels that is `widths`. Between two it follows from the `covariance` of both means, or is the mean of the
    widths where one of them is `rare`, known by another interval than its spread gives.
    """

    levels: Array
    gaps: Array
    covariance: Array
    widths: Array
    rare: Array
    critical: float

    def excess(self, at: int, place: float) -> float:
        """By how much the gap at a place after a level is larger than the test allows; 0 or less where it is not."""
        share = (place - self.levels[at]) / (self.levels[at + 1] - self.levels[at])
        weights, both = np.array([1.0 - share, share]), slice(at, at + 2)
        gap = abs(float(weights @ self.gaps[both]))
        if self.rare[both].any():
            return gap - float(weights @ self.widths[both])
        return gap - self.critical * math.sqrt(max(0.0, float(weights @ self.covariance[both, both] @ weights)))

    def crossing(self, first: int, last: int) -> tuple[int, float]:
        """After which level, and where, the gaps change sign between two levels; of several the middle one."""
        found = [at for at in range(first, last) if (self.gaps[at] < 0.0) != (self.gaps[at + 1] < 0.0)]
        at = found[len(found) // 2]
        one, other = self.gaps[at], self.gaps[at + 1]
        return at, float(self.levels[at] + (self.levels[at + 1] - self.levels[at]) * one / (one - other))


def meets(found: Curve, target: float, level: float = 0.95, known: Mapping[int, Interval] | None = None) -> Meeting:
    """Where the means meet a target for sure, the first time: some level is certainly below it, and a later one above.

    Of some levels, by their places, another interval may be `known`, which then decides. Errors: ValueError for one.
    """
    path_known = known or {}
    order, critical = np.argsort(found.levels), normal_critical(level)
    if len(order) < 2:
        raise ValueError("one level has no neighbour")
    gaps, widths, rare = found.means - target, critical * found.errors, np.zeros(len(order), bool)
    for at, interval in path_known.items():
        side = interval.taken_from(float(found.means[at]))  # how far off the mean may be, to either side
        widths[at], rare[at] = min(FAR, side.high if gaps[at] > 0.0 else -side.low), True
    covariance = found.covariance[np.ix_(order, order)]
    path = _Path(found.levels[order], gaps[order], covariance, widths[order], rare[order], critical)
    sure = [at for at in range(len(path.levels)) if abs(path.gaps[at]) > path.widths[at]]
    turns = [(one, other) for one, other in pairwise(sure) if path.gaps[one] * path.gaps[other] < 0.0]
    if not turns:
        return Meeting(_why_not(path.gaps[sure], bool(path.gaps.min() > 0.0 or path.gaps.max() < 0.0)))
    first, last = turns[0]
    at, value = path.crossing(first, last)
    low = _edge(lambda place: path.excess(first, place), path.levels[first], _inner(path, first, at, value))
    high = _edge(lambda place: path.excess(last - 1, place), path.levels[last], _inner(path, last - 1, at, value, 0))
    again = f", and again between {len(turns) - 1} more" if len(turns) > 1 else ""
    reason = f"between {path.levels[first]:g} and {path.levels[last]:g}, which are certainly on either side{again}"
    return Meeting(reason, value, Interval(min(low, value), max(high, value), level, METHOD, found.n, "deals"))


def _inner(path: _Path, segment: int, at: int, value: float, end: int = 1) -> float:
    """A place that the test accepts in a segment between levels: where the means cross, or its inner end."""
    return value if segment == at else float(path.levels[segment + end])


def _edge(excess: Callable[[float], float], outer: float, inner: float) -> float:
    """Where the test begins to accept between a level that it rejects and a place that it accepts."""
    if excess(inner) >= 0.0:
        return inner
    return float(brentq(excess, outer, inner, xtol=1e-12))


def _why_not(sure: Array, one_side: bool) -> str:
    """Why no two levels are certainly on either side."""
    if one_side and len(sure):
        return "all means are on one side of the target"
    if not len(sure):
        return "no level is certain to be off it"
    return f"no level is certain to be {'above' if sure[0] < 0.0 else 'below'} it"
