"""Many questions at once: levels and p-values that hold for all of them together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dhstats.stats.counts import open_share


def sidak_level(level: float, count: int) -> float:
    """The level of each of `count` intervals that are all right at once with probability `level`.

    Exact for independent ones, conservative for intervals around jointly normal means. Source: Šidák (1967).
    """
    open_share("level", level)
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    return float(level ** (1.0 / count))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values that control the chance of any false rejection, whatever the dependence.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    p = _shares(p_values)
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(steps, 1.0)
    return tuple(map(float, adjusted))


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values that control the expected share of false rejections among all rejections.

    Source: Benjamini, Hochberg, "Controlling the false discovery rate" (1995).
    """
    p = _shares(p_values)
    order = np.argsort(p, kind="stable")
    ranked = p[order] * len(p) / np.arange(1, len(p) + 1)
    steps = np.minimum.accumulate(ranked[::-1])[::-1]
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(steps, 1.0)
    return tuple(map(float, adjusted))


def _shares(p_values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    p = np.asarray(p_values, np.float64)
    if len(p) == 0 or not ((p >= 0.0) & (p <= 1.0)).all():
        raise ValueError("p-values must be from 0 to 1, and at least one")
    return p
