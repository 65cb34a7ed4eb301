"""Referees name what was changed in a log: a cell, a move, a result, its end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from dhstats.errors import DataProblem
from dhstats.games import catalogue
from dhstats.games.retelling import Kept, load
from dhstats.seats import SEATS
from tests.games.logs import engine_logs

GAMES = pytest.mark.parametrize("game", catalogue.NAMES)
CELLS: dict[str, dict[str, Any]] = {
    "dragonheart": {
        "turn": 300, "seat": 3, "cards": 9, "taken_cards": 40, "taken_points": 90, "claimed_figure": 7,
        "legal_moves": 0, "hand_after": 11, "deck_after": 60, "score_first_after": 99, "score_second_after": 99,
        "picture": None, "values": 1 << 54, "target": "dwarf",
    },
    "dragon": {
        "own_turn": 99, "seat": 3, "mover": 3, "step": "draw", "card": 200, "rival": 3, "at": 5, "declared": 77,
        "number": 9, "depth": 40, "first_card": 3, "outcome": "cancelled", "wounds": 44, "legal_moves": 0,
        "hand_after": 60, "deck_after": 60, "score_first_after": 99, "score_fourth_after": 9,
        "facing_second_after": "tail", "siege_second_after": 40,
    },
    "dragonwood": {
        "total": 40, "captured": 7, "points": 9, "hand_after": 9, "adventurers_after": 70, "wood_after": 60,
        "legal_moves": 0, "score_first_after": 50, "own_turn": 99, "seat": 3, "rolled": 7, "die": 4,
    },
}  # fmt: skip
# Cards that nobody holds, what may not be aimed at or used, acts of another step.
MOVES: dict[str, tuple[dict[str, Any], ...]] = {
    "dragonheart": ({"picture": None}, {"picture": "ship"}, {"values": 0}, {"values": 1 << 54}, {"target": "dwarf"}),
    "dragon": ({"card": 17}, {"act": "top"}, {"act": "discard"}, {"act": "shed"}),
    "dragonwood": ({"cards": 1 << 59 | 1 << 40}, {"target": "orange_dragon"}, {"act": "discard"}, {"used": 1}),
}

ATTACKS: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "dragonheart": lambda turn: bool(turn["taken_cards"]),
    "dragonwood": lambda turn: turn["act"] in ("strike", "stomp", "scream"),
    "dragon": lambda turn: turn["act"] == "play" and bool(turn["wounds"]),
}


@cache
def rules_of(game: str) -> Mapping[str, Any]:
    """The rules that are played."""
    files = catalogue.rules(game)
    return files.load(files.schema.base).effective


@cache
def kept_game(game: str) -> Kept:
    """A game of random and greedy players with some hundred rows."""
    files = catalogue.rules(game)
    return engine_logs(game, files.load(files.schema.base), ("random", "greedy"), 5, 0, 1)[0]


def complaints(game: str, **changed: Any) -> list[str]:
    """What the referee says of the game with other rows, or another row of the games table."""
    return load(game).check(rules_of(game), replace(kept_game(game), **changed))


def with_attack(game: str, changes: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The number of an attack, and what the referee says when its row is changed."""
    turns = [dict(turn) for turn in kept_game(game).turns]
    number = next(number for number, turn in enumerate(turns) if ATTACKS[game](turn))
    turns[number] |= changes
    return number, complaints(game, turns=turns)


@pytest.mark.parametrize(("game", "column"), [(game, column) for game, cells in CELLS.items() for column in cells])
def test_a_changed_cell_is_found(game: str, column: str) -> None:
    """Whatever column of a row is changed, the referee names it."""
    number, said = with_attack(game, {column: CELLS[game][column]})
    assert any(
        line.startswith(f"game 0, turn {number}: {column} is {CELLS[game][column]}, should be ") for line in said
    )


@GAMES
def test_a_move_that_is_not_legal_is_found(game: str) -> None:
    """Whatever part of the move makes it so."""
    for change in MOVES[game]:
        assert with_attack(game, change)[1], change


@GAMES
def test_a_changed_result_is_found(game: str) -> None:
    """Every column of the games table is recomputed."""
    row = dict(kept_game(game).row)
    columns = set(row).difference(("game_id", "deal_id", "arm", *SEATS, "swapped", "logged_turns"))
    said = complaints(game, row=row | dict.fromkeys(columns, 77))
    assert set(said) == {f"game 0, games table: {column} is 77, should be {row[column]}" for column in columns}


@GAMES
def test_a_log_that_stops_early_or_goes_on_is_found(game: str) -> None:
    """A missing last row, and a row too many."""
    turns = kept_game(game).turns
    last = len(turns) - 1
    assert complaints(game, turns=turns[:-1]) == [
        f"game 0, games table: turns is {last + 1}, should be more than the {last} that are logged"
    ]
    (late,) = complaints(game, turns=[*turns, turns[-1]])
    assert late.startswith(
        f"game 0, turn {last + 1}: turn is logged, should be absent: the game is over after {last + 1} "
    )


@GAMES
def test_a_changed_game_is_not_told_in_words(game: str) -> None:
    """What the referee objects to is said in place of a story."""
    kept = kept_game(game)
    with pytest.raises(DataProblem, match="games table: winner"):
        load(game).tell(rules_of(game), replace(kept, row={**kept.row, "winner": 7}))
