"""Tic-tac-toe, all of it: positions, games, the value of perfect play, chances at random."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.gamefile.examples import Table, played


@pytest.fixture(scope="module")
def everything() -> Any:
    """How many games there are, how likely each result is at random, and what is known of every position."""
    table, known = Table("tic_tac_toe"), dict[bytes, Any]()
    (state, _), *more = table.beginnings()
    assert not more
    count, likely = table.at_random(state, known)
    return count, likely, known


def test_all_positions_and_games_are_counted(everything: Any) -> None:
    """By going through all of them."""
    count, _, known = everything
    assert (count, len(known)) == (255_168, 5_478)


def test_random_play_ends_as_openspiel_says(everything: Any) -> None:
    """The share of games that each wins, and of draws."""
    _, likely, _ = everything
    assert likely == pytest.approx({(1, 0): 0.584920634920635, (0, 1): 0.288095238095238, (0, 0): 0.126984126984127})


def test_the_table_in_the_file_is_what_looking_ahead_finds(everything: Any) -> None:
    """A position is worth to who is to move what the best of their moves leaves."""
    table = Table("tic_tac_toe")
    listed, worth = table.file.module.WORTH, dict[bytes, int]()
    for mark in reversed(list(everything[2])):
        state = np.frombuffer(bytearray(mark), table.file_state).view(np.recarray)[0]
        worth[mark] = _worth(table, state, worth)
        assert listed[sum((int(owner) + 1) * 3**square for square, owner in enumerate(state.board))] == worth[mark]
    assert listed[0] == 0


def _worth(table: Table, state: Any, worth: dict[bytes, int]) -> int:
    if table.over(state):
        scores = table.scores(state)
        return scores[int(state.mover)] - scores[1 - int(state.mover)]
    found = list[int]()
    for move in table.allowed(state):
        ((after, _),) = table.after(state, move)
        mark = np.asarray(after).tobytes()
        if mark not in worth:
            worth[mark] = _worth(table, after, worth)
        found.append(-worth[mark])
    return max(found)


def test_the_perfect_player_never_loses_and_draws_against_itself(tmp_path: Path) -> None:
    """Against a player at random, and against its like."""
    games, _ = played(tmp_path / "run", "tic_tac_toe", "perfect,random", 2_000)
    perfect = np.where(games["first"] == "perfect", 0, 1)
    assert not np.any((games["winner"] >= 0) & (games["winner"] != perfect))
    assert np.mean(games["winner"] == perfect) > 0.8
    twice, _ = played(tmp_path / "twice", "tic_tac_toe", "perfect", 1_000)
    assert np.all(twice["winner"] == -1)
