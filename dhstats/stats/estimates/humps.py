"""Humps of a histogram of whole numbers that are no play of chance, and how far two histograms lie apart."""

import math
from collections.abc import Mapping

import numpy as np

from dhstats.stats.estimates.quantiles import Distribution

SURE = 4.0  # standard errors by which a hump must rise above the valley that parts it from a higher one
WINDOW = 3.0  # counts are smoothed over a third of a standard deviation to either side
COARSE = 3.0  # classes of a third of it, in which two histograms are compared


def humps(found: Distribution) -> tuple[int, ...]:
    """Where a histogram has its humps, from the least value to the greatest; the greatest of all is always one.

    Counts are smoothed by a triangle. A hump counts if it is higher than the deepest valley between it and a higher
    hump by more than `SURE` standard errors, as if both were counted apart. Valid for independent observations only:
    one game a deal.
    Source: topological persistence of a density's modes, as in Chazal, Guibas, Oudot & Skraba 2013, J. ACM 60.
    """
    half = 1 + round(found.sd / WINDOW) if found.n > 1 else 1
    low, high = found.values[0], found.values[-1]
    counts = np.zeros(high - low + 1 + 2 * half, np.int64)
    counts[np.array(found.values) - low + half] = found.counts
    triangle = half - np.abs(np.arange(1 - half, half))
    heights, spreads = np.convolve(counts, triangle, "same"), np.convolve(counts, triangle**2, "same")
    # Every peak with the place of the deepest valley between it and a higher one; -1 for one without
    home: dict[int, int] = {}  # position to the peak of the hill that it belongs to
    valleys: dict[int, int] = {}
    for at in (int(place) for place in np.argsort(-heights, kind="stable") if heights[place] > 0):
        near = {_peak(home, side) for side in (at - 1, at + 1) if side in home}
        if not near:
            home[at], valleys[at] = at, -1
            continue
        first, *lower = sorted(near, key=lambda peak: (-heights[peak], peak))
        home[at] = first
        for peak in lower:
            home[peak], valleys[peak] = first, at
    top = max(valleys, key=lambda at: (heights[at], -at))
    kept = {at for at, valley in valleys.items() if _rise(heights, at, valley) > SURE * _error(spreads, at, valley)}
    return tuple(int(at) + low - half for at in sorted(kept | {top}))


def _rise(heights: np.ndarray, peak: int, valley: int) -> float:
    return float(heights[peak] - (heights[valley] if valley >= 0 else 0))


def _error(spreads: np.ndarray, peak: int, valley: int) -> float:
    """The standard error of the difference of two smoothed counts: counts vary as much as they are large."""
    return math.sqrt(float(spreads[peak] + (spreads[valley] if valley >= 0 else 0)))


def _peak(home: Mapping[int, int], at: int) -> int:
    while home[at] != at:
        at = home[at]
    return at


def apart(one: Distribution, other: Distribution) -> float:
    """How far two histograms lie apart, from 0 (alike) to 1 (nothing in common), in coarse classes: total variation."""
    width = max(1, round((one + other).sd / COARSE))
    classes = [_classes(each, width) for each in (one, other)]
    return 0.5 * sum(abs(classes[0].get(name, 0.0) - classes[1].get(name, 0.0)) for name in classes[0] | classes[1])


def _classes(found: Distribution, width: int) -> dict[int, float]:
    shares: dict[int, float] = {}
    for value, count in zip(found.values, found.counts, strict=True):
        shares[value // width] = shares.get(value // width, 0.0) + count / found.n
    return shares
