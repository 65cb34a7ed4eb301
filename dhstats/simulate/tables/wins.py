"""What a win is worth: all of it to who comes first alone, or a part to each who is first alike."""

from typing import Any

import numpy as np

from dhstats.storage.manifest import SEATS
from dhstats.storage.wins import FEW, parts_of_win

Array = np.ndarray[Any, Any]
HALF = FEW // 2  # of a win, where two play


def win_columns(seats: int) -> tuple[str, ...]:
    """The columns of games that tell it: those for three and more have the place of every seat."""
    return tuple(f"rank_{seat}" for seat in SEATS[:seats]) if seats > 2 else ("winner",)


def win_parts(games: Any, seats: int) -> Array:
    """What each seat has of the win of each game, in parts (`parts_of_win`): shape (seats, *games).

    Those who come first share it, be it that they are partners. `games` are rows or columns of any shape.
    """
    columns = np.stack([np.asarray(games[name]).astype(np.int64) for name in win_columns(seats)])
    if seats > 2:
        first = columns == 1
    else:
        (winner,) = columns
        first = np.stack([(winner == seat) | (winner < 0) for seat in range(seats)])
    return np.asarray(first * (parts_of_win(seats) // np.maximum(1, first.sum(axis=0))))
