"""What a move is worth: roll-outs of every legal move from one state, against the average legal move.

Roll-out k of every move has the same cards to come, so the differences between moves are sharper than the values.
Source: Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search" (1996); Glasserman, Yao (1992) for
common random numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Advantages:
    """The legal moves of one state against their average; all (actions,), in the unit of the roll-outs.

    `values` are the mean outcomes, `advantages` add up to 0, `errors` are their standard errors over roll-outs with
    common random numbers (NaN for a single roll-out, but 0 where only one move is legal).
    """

    values: Array
    advantages: Array
    errors: Array

    @property
    def best(self) -> int:
        """The move with the highest value; the first of equals."""
        return int(np.argmax(self.values))


def advantages(rollouts: Array | Sequence[Sequence[float]]) -> Advantages:
    """The advantage of every legal move, Q(s, a) − mean over a of Q(s, a), from roll-outs (actions, K).

    Errors: ValueError for another shape, no move or no roll-out, or values that are not finite.
    """
    table = _table(rollouts)
    actions, k = table.shape
    centred = table - table.mean(axis=0)
    values = table.mean(axis=1)
    if actions == 1:
        return Advantages(values, np.zeros(1), np.zeros(1))
    errors = centred.std(axis=1, ddof=1) / math.sqrt(k) if k > 1 else np.full(actions, math.nan)
    return Advantages(values, values - values.mean(), errors)


@dataclass(frozen=True, slots=True)
class Contrast:
    """One move minus another, with the standard error of common random numbers beside that of independent ones."""

    value: float
    se: float
    independent_se: float


def contrast(rollouts: Array | Sequence[Sequence[float]], one: int, other: int) -> Contrast:
    """The difference between two moves of one state, from roll-outs (actions, K).

    `se` pairs roll-out k of both; `independent_se` is what moves with cards of their own would have.
    Errors: ValueError as in `advantages`, or for fewer than two roll-outs.
    """
    table = _table(rollouts)
    k = table.shape[1]
    if k < 2:
        raise ValueError(f"a standard error needs two roll-outs, got {k}")
    gap = table[one] - table[other]
    apart = (float(table[one].var(ddof=1)) + float(table[other].var(ddof=1))) / k
    return Contrast(float(gap.mean()), float(gap.std(ddof=1)) / math.sqrt(k), math.sqrt(apart))


def regret(rollouts: Array | Sequence[Sequence[float]], played: int) -> Contrast:
    """What the best move promised beyond the one that was played; 0 for the best itself.

    The best of several noisy values looks better than it is, so judge by `se` before blaming a player; play the two
    moves again with fresh roll-outs for a value without that bias.
    """
    return contrast(rollouts, advantages(rollouts).best, played)


def _table(rollouts: Array | Sequence[Sequence[float]]) -> Array:
    table = np.asarray(rollouts, np.float64)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise ValueError(f"needs finite roll-outs (actions, K), got shape {table.shape}")
    return table
