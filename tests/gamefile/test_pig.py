"""Pig against its solution: the first player wins 53.06 % among optimal players."""

from pathlib import Path

import numpy as np
import pytest

from tests.gamefile.examples import near, played
from tests.gamefile.pig_solved import TARGET, settled


def test_the_solution_is_the_published_one_and_holding_from_a_number_on_loses_nothing() -> None:
    """Value iteration finds 53.06 %, and what holds from 20 on among its like 53.47 %."""
    chance, first = settled()
    assert round(100 * chance[0, 0], 2) == 53.06
    assert settled(first)[0][0, 0] == pytest.approx(chance[0, 0], abs=1e-6)
    assert 100 * settled(np.full((TARGET, TARGET), 20))[0][0, 0] == pytest.approx(53.47, abs=0.005)


def test_a_roll_in_six_ends_the_turn(tmp_path: Path) -> None:
    """A one, and nothing else, ends a turn that rolls."""
    _, moves = played(tmp_path / "run", "pig", "hold_at_20", 4_000)
    rolled = moves["act"][:-1] == "roll"  # the last decision of a game is to hold
    assert near((moves["seat"][1:] != moves["seat"][:-1])[rolled], 1 / 6)
