"""Brim recounted from the log, and what its tutorial says of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.gamefile.examples import FOLDER, by_game, columns, command, played


def recounted(rows: list[dict[str, Any]], brim: int, gift: int, taker_goes_on: bool) -> Any:
    """The points of one game, from its cards alone."""
    points, bowl, mover = [gift, 0], [], 0
    for row in rows:
        assert row["seat"] == mover
        if row["move"] < 0:  # without cards they pass
            mover = 1 - mover
            continue
        bowl.append(row["card"])
        other = 1 - mover
        taker = mover if sum(bowl) == brim else other if sum(bowl) > brim else -1
        if taker >= 0:
            points[taker] += len(bowl)
            bowl = []
        mover = taker if taker >= 0 and taker_goes_on else other
        if [row["score_first_after"], row["score_second_after"]] != points:
            return None
    return points


@pytest.mark.parametrize(
    ("changes", "brim", "gift", "taker"), [((), 10, 0, False), (("gift=2", "brim=9", "after=taker"), 9, 2, True)]
)
def test_points_are_the_cards_of_full_and_spilled_bowls(
    tmp_path: Path, changes: tuple[str, ...], brim: int, gift: int, taker: bool
) -> None:
    """Every score of the log follows from the cards that were poured."""
    games, moves = played(tmp_path / "run", "brim", "watchful", 1_000, *changes)
    for at, rows in enumerate(by_game(moves)):
        cards = sorted(row["card"] for row in rows if row["move"] >= 0)
        assert cards == sorted([*range(1, 6)] * 4)
        assert recounted(rows, brim, gift, taker) == [games["score_first"][at], games["score_second"][at]]


def first_player(folder: Path, *words: str) -> Any:
    """What the first player scored in games of Brim, deal by deal."""
    game = ["--game", str(FOLDER / "brim.py"), "--seed", "5", "--moves", "none", "--out", str(folder)]
    command("simulate", *game, *words)
    winner = columns(folder / "games")["winner"].reshape(-1, 2)
    return np.where(winner < 0, 0.5, winner == 0).mean(axis=1)


def test_a_gift_of_one_point_makes_it_even_among_greedy_players(tmp_path: Path) -> None:
    """As the tutorial says: without a gift it hurts to begin, one point mends that, two are too many."""
    for gift, low, high in ((0, 0.43, 0.47), (1, 0.48, 0.52), (2, 0.52, 0.56)):
        asked = ("--set", f"gift={gift}", "--strategies", "greedy", "--games", "20000")
        assert low < first_player(tmp_path / str(gift), *asked).mean() < high
