"""What every seat has of the wins of played games; `storage.run` says what a win is worth."""

from typing import Any

from dhstats.storage.run import PARTS, Array, came_first, parts

HALF = PARTS[0] // 2  # of a win, where two play


def win_parts(games: Any, seats: int) -> Array:
    """What each seat has of the win of each game, in parts (`parts_of_win`): shape (seats, *games)."""
    return parts(came_first(games, seats))
