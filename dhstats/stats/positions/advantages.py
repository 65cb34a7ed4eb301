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


def advantages(rollouts: Array | Sequence[Sequence[float]]) -> Advantages:
    """The advantage of every legal move, Q(s, a) − mean over a of Q(s, a), from roll-outs (actions, K).

    Errors: ValueError for another shape, no move or no roll-out, or values that are not finite.
    """
    table = np.asarray(rollouts, np.float64)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise ValueError(f"needs finite roll-outs (actions, K), got shape {table.shape}")
    actions, k = table.shape
    centred = table - table.mean(axis=0)
    values = table.mean(axis=1)
    if actions == 1:
        return Advantages(values, np.zeros(1), np.zeros(1))
    errors = centred.std(axis=1, ddof=1) / math.sqrt(k) if k > 1 else np.full(actions, math.nan)
    return Advantages(values, values - values.mean(), errors)
