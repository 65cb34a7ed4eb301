"""Two rule sets on the same deals: differences block by block, and tables of paired results.

Sources: McNemar (1947); Newcombe, "Improved confidence intervals for the difference between binomial proportions based
on paired data" (1998), method 10; Tango, "Equivalence test and confidence interval for the difference in proportions
for the paired-sample design" (1998); Stuart (1955), Maxwell (1970); Bowker (1948).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import chdtrc

from dhstats.stats.critical_values import binomial_at_most, normal_critical
from dhstats.stats.intervals import Interval, wilson

Array = np.ndarray[Any, Any]


def variance_reduction(base: float, tweak: float, difference: float) -> float:
    """By how much more blocks independent runs would need than common deals, from the three variances over blocks.

    Below 1 the coupling hurts; infinite where the differences do not vary at all.
    """
    return math.inf if difference == 0.0 else (base + tweak) / difference


@dataclass(frozen=True, slots=True)
class McNemar:
    """Whether an event became more or less frequent: exact p, mid-p, chi-square p without and with correction."""

    exact: float
    mid: float
    chi_square: float
    corrected: float


def mcnemar(only_base: int, only_tweak: int) -> McNemar:
    """The tests of equal frequency, from how many blocks had the event under one rule set only.

    Raises ValueError for negative counts. Without any such block all p-values are 1.
    """
    if only_base < 0 or only_tweak < 0:
        raise ValueError(f"counts must not be negative, got {only_base} and {only_tweak}")
    n, fewer = only_base + only_tweak, min(only_base, only_tweak)
    if n == 0:
        return McNemar(1.0, 1.0, 1.0, 1.0)
    tail = binomial_at_most(fewer, n, 0.5)
    point = tail - (binomial_at_most(fewer - 1, n, 0.5) if fewer > 0 else 0.0)
    gap = abs(only_base - only_tweak)
    plain, corrected = gap**2 / n, max(gap - 1, 0) ** 2 / n
    exact = min(1.0, 2.0 * tail)
    return McNemar(exact, min(1.0, exact - point), float(chdtrc(1, plain)), float(chdtrc(1, corrected)))


def tango(both: int, only_base: int, only_tweak: int, neither: int, level: float = 0.95) -> Interval:
    """The score interval of how much more often the event happens under the tweak than under the base.

    One yes-or-no event a block; no approximation breaks down near 0 or 1.
    """
    n = both + only_base + only_tweak + neither
    if n < 1 or min(both, only_base, only_tweak, neither) < 0:
        raise ValueError("a paired table needs counts that are not negative, and at least one")
    z, found = normal_critical(level), (only_tweak - only_base) / n

    def statistic(delta: float) -> float:
        a = 2.0 * n
        b = -only_base - only_tweak + (2 * n - only_tweak + only_base) * delta
        c = -only_base * delta * (1.0 - delta)
        q = (math.sqrt(max(b * b - 4.0 * a * c, 0.0)) - b) / (2.0 * a)
        spread = n * (2.0 * q + delta * (1.0 - delta))
        gap = only_tweak - only_base - n * delta
        return gap / math.sqrt(spread) if spread > 0.0 else math.copysign(math.inf, gap) if gap else 0.0

    low = -1.0 if statistic(-1.0 + 1e-12) <= z else brentq(lambda d: statistic(d) - z, -1.0 + 1e-12, found, xtol=1e-14)
    high = 1.0 if statistic(1.0 - 1e-12) >= -z else brentq(lambda d: statistic(d) + z, found, 1.0 - 1e-12, xtol=1e-14)
    return Interval(float(low), float(high), level, "Tango score", n, "deals")


def newcombe(both: int, only_base: int, only_tweak: int, neither: int, level: float = 0.95) -> Interval:
    """The interval of the same difference by squaring and adding two Wilson intervals (method 10)."""
    n = both + only_base + only_tweak + neither
    found = (only_tweak - only_base) / n
    base, tweak = wilson(both + only_base, n, level=level), wilson(both + only_tweak, n, level=level)
    p_base, p_tweak = (both + only_base) / n, (both + only_tweak) / n
    margins = (both + only_base) * (only_tweak + neither) * (both + only_tweak) * (only_base + neither)
    product = float(both * neither - only_base * only_tweak)
    product = product - n / 2 if product > n / 2 else 0.0 if product >= 0 else product
    phi = product / math.sqrt(margins) if margins > 0 else 0.0

    def reach(one: float, other: float) -> float:
        return math.sqrt(max(one**2 - 2.0 * phi * one * other + other**2, 0.0))

    low = found - reach(p_tweak - tweak.low, base.high - p_base)
    high = found + reach(tweak.high - p_tweak, p_base - base.low)
    return Interval(low, high, level, "Newcombe", n, "deals")


@dataclass(frozen=True, slots=True)
class TableTest:
    """A chi-square test on a square table of paired results."""

    statistic: float
    df: int
    p: float


def stuart_maxwell(table: Array) -> TableTest:
    """Whether the shares of win, draw and loss changed; rows are the base, columns the tweak."""
    counts = _square(table)
    gaps = (counts.sum(axis=1) - counts.sum(axis=0))[:-1]
    spread = -(counts + counts.T).astype(np.float64)
    np.fill_diagonal(spread, counts.sum(axis=1) + counts.sum(axis=0) - 2 * np.diag(counts))
    statistic = float(gaps @ np.linalg.pinv(spread[:-1, :-1]) @ gaps)
    df = len(counts) - 1
    return TableTest(statistic, df, float(chdtrc(df, statistic)))


def bowker(table: Array) -> TableTest:
    """Whether the table is symmetric: as many changes one way as the other for each pair of results."""
    counts = _square(table).astype(np.float64)
    upper = np.triu_indices(len(counts), 1)
    gap, total = (counts - counts.T)[upper], (counts + counts.T)[upper]
    statistic = float((gap[total > 0] ** 2 / total[total > 0]).sum())
    df = int((total > 0).sum())
    return TableTest(statistic, df, float(chdtrc(df, statistic)) if df else 1.0)


def _square(table: Array) -> Array:
    counts = np.asarray(table)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or (counts < 0).any():
        raise ValueError(f"a table of paired results is square and counts, got shape {counts.shape}")
    return counts
