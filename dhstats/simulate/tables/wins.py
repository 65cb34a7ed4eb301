"""What every seat has of the wins of played games; `storage.wins` says what a win is worth."""

from typing import Any

from dhstats.storage.wins import PARTS, Array, came_first, parts

HALF = PARTS[0] // 2  # of a win, where two play


def win_parts(games: Any, seats: int) -> Array:
    """What each seat has of the win of each game, in parts (`parts_of_win`): shape (seats, *games).

    Those who come first share it, be it that they are partners. `games` are rows or columns of any shape.
    """
    return parts(came_first(games, seats))
