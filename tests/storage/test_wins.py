"""What a win is worth: who comes first alone has all of it, who share the first place share it."""

from typing import Any

import numpy as np
import pytest

from dhstats.simulate.tables import win_parts
from dhstats.storage.run import came_first, first_seats, parts_of_win

GAMES: list[tuple[dict[str, Any], list[int]]] = [
    ({"winner": 0}, [12, 0]),
    ({"winner": 1}, [0, 12]),
    ({"winner": -1}, [6, 6]),
    ({"rank_first": 1, "rank_second": 2, "rank_third": 2}, [12, 0, 0]),
    ({"rank_first": 3, "rank_second": 1, "rank_third": 1}, [0, 6, 6]),
    ({"rank_first": 1, "rank_second": 1, "rank_third": 1}, [4, 4, 4]),
    ({f"rank_{seat}": 1 for seat in ("first", "second", "third", "fourth", "fifth")}, [12] * 5),
]


@pytest.mark.parametrize(("game", "parts"), GAMES)
def test_a_win_is_shared_by_all_who_come_first(game: dict[str, Any], parts: list[int]) -> None:
    """Of two, a draw is half a win for each: nobody is left out and nothing is lost."""
    assert win_parts(game, len(parts)).tolist() == parts
    assert sum(parts) == parts_of_win(len(parts))
    assert first_seats(game, len(parts)) == tuple(seat for seat, part in enumerate(parts) if part)


def test_columns_of_games_are_read_like_single_games() -> None:
    """Three games of two: won, drawn, lost."""
    games = {"winner": np.array([0, -1, 1], np.int8)}
    assert came_first(games, 2).tolist() == [[True, True, False], [False, True, True]]
    assert win_parts(games, 2).tolist() == [[12, 6, 0], [0, 6, 12]]
