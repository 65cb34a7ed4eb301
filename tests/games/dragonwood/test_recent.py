"""What a view still holds of the last turns of all seats."""

import random
from typing import Any

import pytest

from dhstats.games.course import RECENT
from dhstats.games.dragonwood.table import NO_TITLE, SPELL, STRIKE, TITLES
from tests.games.dragonwood.positions import BUNDLE, bits, cards, title
from tests.games.dragonwood.test_rulebook import position
from tests.harness import OpenGame


def facts(turn: Any) -> dict[str, Any]:
    """A turn of a view, its cards and titles in notation, without what is nought."""
    row = {name: turn[name].item() for name in turn.dtype.names}
    row |= {name: cards(row[name]) for name in ("cards", "discarded")}
    row["left"] = " ".join(TITLES[number] for number in bits(row["left"]))
    return {name: value for name, value in row.items() if value}


def test_the_opening_hand_came_before_the_first_turn() -> None:
    """As dealt, nobody has had a turn, and everybody drew what they hold."""
    game = OpenGame(BUNDLE, BUNDLE.rule_files.load("four").record())
    game.deal(1, 0)
    turns, sizes = game.view(0)["recent"], game.view(0)["hand_sizes"]
    assert turns.shape == (4, RECENT)
    for seat in range(4):
        assert facts(turns[seat, 0]) == {"turn": -1, "act": -1, "target": NO_TITLE, "drawn": sizes[seat]}
        assert facts(turns[seat, 1]) == {"turn": -1, "act": -1, "target": NO_TITLE}


def test_an_attempt_that_succeeds() -> None:
    """One card, a roll of 4: the spiders are captured, the ants are left; the card went to the discard pile."""
    place = position(hands=("r1 g9", "o1 o2"), landscape="spooky_spiders fire_ants", coming="wild_boar").roll(4)
    turn = place.play("strike spooky_spiders g9").view(1)["recent"][0, 0]
    assert (turn["turn"], turn["target"]) == (0, title("spooky_spiders"))
    assert facts(turn) == {
        "act": STRIKE, "cards": "g9", "total": 4, "captured": 1,
        "points": place.row["points"], "discarded": "g9", "left": "fire_ants",
    }  # fmt: skip


def test_an_attempt_that_fails() -> None:
    """A roll of 1 is too little: what was shown stays in hand, and one card of the player's choice is discarded."""
    place = position(hands=("r1 g9", "o1 o2"), landscape="spooky_spiders fire_ants").roll(1)
    place.play("strike spooky_spiders g9", "discard r1")
    turn = facts(place.view(1)["recent"][0, 0])
    assert (turn["cards"], turn["discarded"], turn["total"]) == ("g9", "r1", 1)
    assert set(turn["left"].split()) == {"spooky_spiders", "fire_ants"}
    assert "captured" not in turn


def test_cards_that_a_neighbour_got() -> None:
    """A wind storm passes a card on from everybody: it counts in each seat's latest turn, and its face stays hidden."""
    place = position(rules="three", hands=("r1 r2 g9", "o1 o2", "p1 p2"), coming="wind_storm wild_boar").roll(4)
    place.play("strike spooky_spiders g9", "pass r1", "pass o2", "pass p1")
    turns = place.view(1)["recent"][:, 0]
    assert turns["passed"].tolist() == [1, 1, 1, 0]
    assert turns["turn"].tolist() == [0, -1, -1, -1]
    assert [cards(turn["discarded"]) for turn in turns] == ["g9", "", "", ""]


@pytest.mark.parametrize("rules", BUNDLE.rule_files.shipped())
def test_the_last_turns_are_those_of_the_log(rules: str) -> None:
    """In whole games a view has the last turns of each seat, and what they drew and discarded explains every hand."""
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules).record()), random.Random(4)
    game.deal(8, 0)
    players = int(game.table["seen"]["rules"]["players"])
    began: list[list[dict[str, int]]] = [[] for _ in range(players)]
    closed = 0  # cards that turns before the latest ones brought to all hands
    while game.mover >= 0:
        row = game.take(chance.randrange(len(game.moves())))
        view = game.view(0)
        turns = view["recent"][:players]
        if row["act"] <= SPELL:
            began[row["mover"]].insert(0, row)
            closed += brought(turns[row["mover"], 1])
        for own, log in zip(turns, began, strict=True):
            assert [
                [turn[name] for name in ("turn", "act", "target", "cards", "used")] for turn in own[: len(log)]
            ] == [[each[name] for name in ("own_turn", "act", "target", "cards", "used")] for each in log[:RECENT]]
        held = view["hand_sizes"].sum() + view["laid_sizes"].sum()
        assert held == closed + sum(brought(turn) for turn in turns[:, 0])
    assert min(map(len, began)) > RECENT


def brought(turn: Any) -> int:
    """How many cards more a hand has by a turn, whatever neighbours passed on."""
    return int(turn["drawn"]) - len(bits(turn["discarded"]))
