"""What a win is worth: all of it to who comes first alone, or a part to each who is first alike.

A win is counted in so many parts that all who may share it have a whole number of them.
"""

from math import lcm
from typing import Any

import numpy as np

from dhstats.storage.manifest import SEATS

Array = np.ndarray[Any, Any]
PARTS = (12, 60, 2520)  # that up to four seats can share, five and six as well, and up to ten
NAMES = {12: "twelfths", 60: "sixtieths", 2520: "2520ths"}


def parts_of_win(seats: int) -> int:
    """A win in parts, at a table for so many: 12, or 60 for five and six, 2,520 for seven to ten."""
    return next(parts for parts in PARTS if parts % lcm(*range(1, seats + 1)) == 0)


def parts_name(seats: int) -> str:
    """What these parts are called."""
    return NAMES[parts_of_win(seats)]


def win_columns(seats: int) -> tuple[str, ...]:
    """The columns of games that tell who won: those for three and more have the place of every seat."""
    return tuple(f"rank_{seat}" for seat in SEATS[:seats]) if seats > 2 else ("winner",)


def came_first(games: Any, seats: int) -> Array:
    """Whether each seat came first in each game, alone or alike with others, be it as partners: (seats, *games).

    `games` are rows or columns of any shape.
    """
    columns = np.stack([np.asarray(games[name]).astype(np.int64) for name in win_columns(seats)])
    if seats > 2:
        return np.asarray(columns == 1)
    (winner,) = columns
    return np.stack([(winner == seat) | (winner < 0) for seat in range(seats)])


def first_seats(game: Any, seats: int) -> tuple[int, ...]:
    """The seats that came first in one game."""
    return tuple(map(int, np.flatnonzero(came_first(game, seats))))


def parts(first: Array) -> Array:
    """What each seat has of the win of each game, in parts, from who came first: shape (seats, *games)."""
    return np.asarray(first * (parts_of_win(len(first)) // np.maximum(1, first.sum(axis=0))))
