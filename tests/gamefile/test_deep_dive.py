"""Deep Dive: the chance of a danger, and a deck without any."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.gamefile.examples import by_game, example, near, played


@pytest.fixture(scope="module")
def at_random(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Games of two at random, of one dive each."""
    return played(tmp_path_factory.mktemp("dive") / "run", "deep_dive", "random", 20_000, "dives=1")


def test_a_second_card_ends_the_first_dive_as_often_as_two_of_a_kind_come_up(at_random: Any) -> None:
    """Of 32 cards twelve are dangers, four of each: 12/32 times 3/31. Both games of a deal have the same deck."""
    _, moves = at_random
    ended = [rows[2]["seat"] != rows[1]["seat"] for rows in by_game(moves) if rows[1]["act"] == "dive"]
    assert near(ended, 12 / 32 * 3 / 31)


def test_a_dive_is_worth_its_pearls(at_random: Any) -> None:
    """Who surfaces with the first card has a pearl of 1 to 5 in 20 of 32 cases."""
    games, moves = at_random
    first = [games["score_first"][at] for at, rows in enumerate(by_game(moves)) if rows[1]["act"] == "surface"]
    assert near(first, 20 / 32 * 3)
    assert set(first) == set(range(6))


def test_where_no_danger_comes_twice_who_counts_takes_every_pearl(tmp_path: Path) -> None:
    """With one card of each danger no dive ends by them: all pearls, four times."""
    games, _ = played(tmp_path / "run", "deep_dive", "counting", 300, "dangers=1", "players=3", "dives=4")
    for seat in ("first", "second", "third"):
        assert np.all(games[f"score_{seat}"] == 4 * 4 * sum(range(1, 6)))


def test_the_example_is_told_in_words() -> None:
    """The first line of a file is the game's idea."""
    assert example("deep_dive").idea.startswith("Deep Dive: draw pearls")
