"""Pig against its solution: the first player wins 53.06 % among optimal players."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.gamefile.examples import Table, near, played
from tests.gamefile.pig_solved import TARGET, as_player, settled


@pytest.fixture(scope="module")
def optimal(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Games among players who play by the solution."""
    chance, first = settled()
    folder = tmp_path_factory.mktemp("pig")
    (folder / "optimal.py").write_text(as_player(first), encoding="utf-8")
    games, moves = played(folder / "run", "pig", f"{folder / 'optimal.py'}:optimal", 20_000)
    return chance, first, games, moves


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


def test_openspiel_agrees_on_every_die_of_games_at_random() -> None:
    """Scores, turn total and who is to move after every die."""
    spiel = pytest.importorskip("pyspiel")
    game, lots, table = (
        spiel.load_game("pig", {"players": 2, "winscore": 30}),
        random.Random(1),
        Table("pig", target=30),
    )
    for _ in range(10):
        state, there = next(table.beginnings())[0], game.new_initial_state()
        while not table.over(state):
            move = lots.choice(table.allowed(state))
            there.apply_action(move)
            after = [state for state, _ in table.after(state, move)]
            assert len(after) == (6 if there.is_chance_node() else 1)
            die = lots.randrange(len(after))
            if there.is_chance_node():
                there.apply_action(die)
            state = after[die]
            told = f"Scores: {state.scores[0]} {state.scores[1]}, Turn total: {state.turn_points}"
            assert there.is_terminal() == table.over(state)
            assert str(there).startswith(told)
            assert table.over(state) or there.current_player() == state.mover
