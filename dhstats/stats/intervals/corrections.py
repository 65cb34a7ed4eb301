"""Many questions at once: levels, p-values and critical values that hold for all of them together.

Source: Hothorn, Bretz, Westfall, "Simultaneous inference in general parametric models" (2008), for critical values of
the largest of correlated statistics.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.stats.intervals.counts import open_share

Array = np.ndarray[Any, Any]
DRAWS = 20_000  # of the largest of correlated normals; its quantile is then good to about 0.01


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


def standard_errors(blocks: Array) -> Array:
    """The standard error of each mean over deals; shape of a block."""
    return np.asarray(blocks.std(axis=0, ddof=1, dtype=np.float64) / np.sqrt(len(blocks)))


def largest_of(samples: Array, level: float, seed: int) -> float:
    """The value that the largest absolute of jointly normal means stays below with probability `level`.

    `samples` has shape (n deals, m statistics); their correlation over deals is taken, constant ones left out.
    """
    spread = samples.std(axis=0)
    varying = samples[:, spread > 0]
    if varying.shape[1] == 0:
        return 0.0
    return largest_normal(np.atleast_2d(np.corrcoef(varying, rowvar=False)), level, seed)


def largest_normal(correlation: Array, level: float, seed: int) -> float:
    """The value that the largest absolute of standard normals of this correlation stays below; shape (m, m)."""
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    normals = np.random.Generator(np.random.Philox(key=seed)).standard_normal((DRAWS, len(values)))
    return float(np.quantile(np.abs(normals @ root.T).max(axis=1), level))
