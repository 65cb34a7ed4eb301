"""Pig solved by value iteration, and how good any way to play is that holds from so many points on.

`chance[i, j]` is the chance to win of a player with i points whose turn begins, against j points.
"""

from typing import Any

import numpy as np

TARGET = 100
CLOSE = 1e-9

Array = np.ndarray[Any, Any]


def turn(chance: Array, hold_from: Array | None = None) -> tuple[Array, Array]:
    """The chances one turn earlier, and from how many points it holds: as is best, or as it is told."""
    reached = np.arange(TARGET)[:, None]
    worth = {k: np.ones((TARGET, TARGET)) for k in range(TARGET, TARGET + 6)}  # by the points of the turn
    first = np.full((TARGET, TARGET), TARGET)
    for k in range(TARGET - 1, -1, -1):
        rolled = (1 - chance.T + sum(worth[k + die] for die in range(2, 7))) / 6  # a one ends the turn
        held = np.ones((TARGET, TARGET))
        held[: TARGET - k] = 1 - chance.T[k:]
        hold = (held > rolled if hold_from is None else k >= hold_from) & (k > 0)
        hold |= reached + k >= TARGET
        worth[k] = np.where(hold, held, rolled)
        first = np.where(hold, k, first)
    return worth[0], first


def settled(hold_from: Array | None = None) -> tuple[Array, Array]:
    """The chances once they no longer change, and from how many points each turn holds."""
    chance = np.full((TARGET, TARGET), 0.5)
    while True:
        after, first = turn(chance, hold_from)
        if np.abs(after - chance).max() < CLOSE:
            return after, first
        chance = after
