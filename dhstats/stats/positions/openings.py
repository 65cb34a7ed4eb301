"""What a card in the opening hand is worth: the shuffle is an experiment that costs nothing.

Both decks of a deal are shuffled, so who opens with more of a picture is chance. Opening counts add up to the size of
the hand, so a picture can only be compared with the average card of the deck.
Sources: Imbens, Rubin (2015), chapter 7, for regression of randomised experiments; MacKinnon, White (1985) for HC3.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]


def card_values(
    counts: Array, outcomes: Array | Sequence[float], copies: Mapping[str, int], level: float = 0.95
) -> dict[str, Estimate]:
    """The worth of one more of each picture in the opening hand instead of an average card of the deck.

    Outcomes on differences of counts, one row a deal; values by picture, in the unit of the outcome, with standard
    errors over deals. They average to 0 over the deck.

    `counts` (n, pictures) is the opening count of deck order 1 minus that of deck order 2, so rows add up to 0;
    `outcomes` (n,) is in favour of the owner of order 1, such as half the difference between a pair's two margins;
    `copies` is the composition of the deck, in the order of the columns. There is no constant: exchanging the decks
    changes the sign of both sides.
    Errors: ValueError for shapes that do not fit, rows that do not add up to 0, pictures that never differ, or no more
    rows than pictures.
    """
    table, names = np.asarray(counts, np.float64), tuple(copies)
    if table.ndim != 2 or table.shape[1] != len(names) or len(names) < 2:
        raise ValueError(f"needs counts (deals, pictures) for {', '.join(names)}, got {table.shape}")
    if (table.sum(axis=1) != 0.0).any():
        raise ValueError("hands of one size differ by counts that add up to 0 in every row")
    coefficients, covariance = _robust_regression(np.asarray(outcomes, np.float64), np.ascontiguousarray(table[:, :-1]))
    df, deck = len(table) - len(coefficients), sum(copies.values())
    average = np.array([copies[name] / deck for name in names[:-1]])
    values = {}
    for at, name in enumerate(names):
        parts = (np.arange(len(average)) == at) - average
        value, se = float(parts @ coefficients), math.sqrt(max(0.0, float(parts @ covariance @ parts)))
        half = student_critical(level, df) * se
        values[name] = Estimate(value, se, Interval(value - half, value + half, level, "t, HC3", len(table), "deals"))
    return values


def _robust_regression(y: Array, x: Array) -> tuple[Array, Array]:
    """The coefficients of least squares of y (n,) on x (n, p), and their covariance HC3, for any spread of rows."""
    if y.shape != x.shape[:1] or not np.isfinite(y).all():
        raise ValueError(f"needs a finite outcome for each of {len(x)} rows, got {y.shape}")
    if len(x) <= x.shape[1]:
        raise ValueError(f"needs more rows than the {x.shape[1]} columns, got {len(x)}")
    if int(np.linalg.matrix_rank(x)) < x.shape[1]:
        raise ValueError("columns depend on each other: leave one out")
    q, r = np.linalg.qr(x)
    inverse = np.linalg.inv(r)
    coefficients, bread = inverse @ (q.T @ y), inverse @ inverse.T
    room = 1.0 - np.einsum("ij,jk,ik->i", x, bread, x)
    if (room <= 1e-12).any():
        raise ValueError("a row decides a coefficient alone: its errors cannot be told")
    pulls = x * ((y - x @ coefficients) / room)[:, None]
    return np.asarray(coefficients), np.asarray(bread @ (pulls.T @ pulls) @ bread)
