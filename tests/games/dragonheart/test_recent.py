"""What a view still holds of the last turns of both seats."""

import random
from typing import Any

import numpy as np
import pytest

from dhstats.games.catalogue import load
from dhstats.games.course import RECENT
from dhstats.games.dragonheart.table import NO_CHOICE, PAST_TURN, PICTURES, PLACES
from tests.games.dragonheart.positions import packed, position
from tests.harness import OpenGame

BUNDLE = load("dragonheart")
NOT_PLAYED = {"turn": -1, "picture": -1, "target": NO_CHOICE} | dict.fromkeys(
    ("cards", "values", "drawn", "taken_cards", "taken_points", "claimed_figure"), 0
)


def facts(turn: Any) -> dict[str, Any]:
    """A turn of a view, what it left lying by place and without empty places."""
    row = {name: turn[name].item() for name in PAST_TURN.names or () if not name.startswith("left_")}
    left = zip(PLACES, turn["left_cards"].tolist(), turn["left_points"].tolist(), strict=False)
    return row | {"left": {place: (cards, points) for place, cards, points in left if cards}}


def test_nothing_is_remembered_before_the_first_turn() -> None:
    """Each of the turns that a seat has not played yet says so."""
    turns = position(first="dwarf 1").view(0)["recent"]
    assert turns.shape == (2, RECENT)
    assert all(facts(turn) == NOT_PLAYED | {"left": {}} for turn in turns.ravel())


def test_a_turn_that_takes_nothing() -> None:
    """Two dwarfs of 1 and 3 lie on the row of dwarfs, which is not full; the mover drew two cards."""
    view = position(first="dwarf 1 1 3, troll 0 2", board="knight 2").play("dwarf 1 3").view(1)
    assert facts(view["recent"][0, 0]) == NOT_PLAYED | {
        "turn": 10, "picture": PICTURES.index("dwarf"), "cards": 2, "values": packed((1, 3)), "drawn": 2,
        "left": {"dwarf": (2, 4), "knight": (1, 2)},
    }  # fmt: skip
    assert facts(view["recent"][1, 0]) == NOT_PLAYED | {"left": {}}


def test_a_turn_that_takes_and_claims() -> None:
    """A sorceress takes both petrified dragons, and the figure with them: she stays, and the chests are left lying."""
    table = position(first="sorceress 1, dwarf 1 1 1 1", board="petrified_dragon 2 2, treasure_chest 4")
    view = table.play("sorceress 1 -> petrified_dragon").view(1)
    assert facts(view["recent"][0, 0]) == {
        "turn": 10, "picture": PICTURES.index("sorceress"), "cards": 1, "values": packed((1,)), "drawn": 2,
        "target": PLACES.index("petrified_dragon"), "taken_cards": 2, "taken_points": 4, "claimed_figure": 1,
        "left": {"sorceress": (1, 1), "treasure_chest": (1, 4)},
    }  # fmt: skip


def test_a_space_that_acts_upon_an_empty_one() -> None:
    """A troll took from the sorceresses, of whom there are none; a chest, which leads nowhere, took from no place."""
    table = position(first="troll 2", second="treasure_chest 3").play("troll 2", "treasure_chest 3")
    troll, chest = table.view(0)["recent"][:, 0]
    assert (troll["target"], troll["taken_cards"]) == (PLACES.index("sorceress"), 0)
    assert (chest["target"], chest["taken_cards"]) == (NO_CHOICE, 0)


def test_a_pass_is_a_turn() -> None:
    """Whoever could play nothing played no picture, and drew what they could."""
    turn = position(first="", decks=("dwarf 1 1 1", "dwarf 1")).play("pass").view(1)["recent"][0, 0]
    assert facts(turn) == NOT_PLAYED | {"turn": 10, "drawn": 3, "left": {}}


@pytest.mark.parametrize("rules", BUNDLE.rule_files.shipped())
def test_the_last_turns_are_those_of_the_log(rules: str) -> None:
    """In whole games a view has the last three turns of each seat, the latest first, and what lay open after them."""
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules).record()), random.Random(4)
    game.deal(8, 0)
    played: tuple[list[Any], list[Any]] = ([], [])
    while game.mover >= 0:
        before = game.view(game.mover).copy()
        row = game.take(chance.randrange(len(game.moves())))
        seat = row["seat"]
        after = game.view(seat)
        drawn = row["hand_after"] - before["hand_sizes"][seat] + row["cards"]
        played[seat].insert(0, (row, drawn, after["cards"].tolist(), after["points"].tolist()))
        for watcher in (0, 1):
            view = game.view(watcher)
            for mover in (0, 1):
                check_turns(view["recent"][mover], played[mover])
    assert min(map(len, played)) > RECENT


def check_turns(turns: Any, log: list[Any]) -> None:
    """Compares the turns in a view with those of a log, the latest first."""
    for turn, (row, drawn, cards, points) in zip(turns, log, strict=False):
        same = ("turn", "picture", "cards", "values", "taken_cards", "taken_points", "claimed_figure")
        assert [turn[name] for name in same] == [row[name] for name in same]
        assert turn["drawn"] == drawn
        assert np.array_equal(turn["left_cards"], cards)
        assert np.array_equal(turn["left_points"], points)
    assert all(turn["turn"] == -1 for turn in turns[len(log) :])
