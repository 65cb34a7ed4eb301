"""What a view still holds of the last turns of all seats."""

import random
from typing import Any

import pytest

from dhstats.games.course import RECENT
from dhstats.games.dragon.table import FIXED_TYPES
from tests.games.dragon.positions import BUNDLE, STONE, Position, Side
from tests.games.tellings import bits
from tests.harness import OpenGame

SETS = ("played", "cancelled", "topped", "discarded")


def two(hand: str, other: str) -> Position:
    """A position of two players with these hands, in which nothing is remembered of how it was dealt."""
    place = Position(Side(hand), Side(other))
    for name in ("drawn", *SETS):
        place.seen["recent"][name] = 0
    return place


def facts(place: Position, seat: int, back: int = 0) -> dict[str, Any]:
    """A turn of a seat in a view, its cards in notation, without what is nought."""
    turn = place.view(0)["recent"][seat, back]
    row = {name: turn[name].item() for name in turn.dtype.names}
    code = place.seen["rules"]["code"][place.seen["place"][seat]]
    row |= {name: " ".join(sorted(place.names[code[slot]] for slot in bits(row[name]))) for name in SETS}
    row["let_pass"] = " ".join(name for number, name in enumerate(FIXED_TYPES) if row["let_pass"] >> number & 1)
    return {name: value for name, value in row.items() if value}


def test_a_chain_of_cards() -> None:
    """Claw, topped by Quick Turn, by Tail Smash, Roll Away and Quick Turn: the rival let the last card, a turn, pass."""
    place = two(f"claw_attack tail_smash quick_turn {STONE}", f"quick_turn roll_away {STONE}")
    place.play("play claw_attack", "top quick_turn", "top tail_smash", "top roll_away", "top quick_turn")
    assert facts(place, 0) == {"played": "claw_attack", "topped": "quick_turn tail_smash", "wounds": 2}
    assert facts(place, 1) == {"turn": -1, "topped": "quick_turn roll_away", "let_pass": "turn"}


def test_a_card_that_was_cancelled() -> None:
    """A claw that Quick Turn tops was played in vain; its player let the turn pass."""
    place = two(f"claw_attack {STONE}", f"quick_turn {STONE}").play("play claw_attack", "top quick_turn")
    assert facts(place, 0) == {"played": "claw_attack", "cancelled": "claw_attack", "let_pass": "turn"}
    assert facts(place, 1) == {"turn": -1, "topped": "quick_turn"}


@pytest.mark.parametrize("rival", ["quick_turn", STONE])
def test_silence_tells_the_same_whether_they_could_top_or_not(rival: str) -> None:
    """Only a rival with a Quick Turn is asked about the claw; letting it pass looks like having nothing that tops it."""
    place = two(f"claw_attack {STONE}", f"{rival} {STONE}").play("play claw_attack")
    place.play(*(["hold"] if rival != STONE else []))
    assert facts(place, 1) == {"turn": -1, "let_pass": "melee"}


def test_types_that_were_let_pass_add_up() -> None:
    """A claw and two turns, one after the other, all unanswered: melee and turn, each said once."""
    place = two(f"claw_attack positioning positioning {STONE}", STONE)
    place.play("play claw_attack", "play positioning: second side", "play positioning: second tail")
    assert facts(place, 1) == {"turn": -1, "let_pass": "melee turn"}


def test_what_a_card_costs_was_discarded() -> None:
    """Two cards pay for an upgrade; they are discarded, not played."""
    place = two(f"emberwing_2 claw_attack roll_away {STONE}", f"{STONE} {STONE}")
    place.play("play emberwing_2", "pay claw_attack", "pay roll_away")
    assert facts(place, 0) == {"played": "emberwing_2", "discarded": "claw_attack roll_away"}


@pytest.mark.parametrize("rules", BUNDLE.rule_files.shipped())
def test_the_last_turns_are_those_of_the_log(rules: str) -> None:
    """In whole games a view has the last turns of each seat, and what came and went explains every hand."""
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules).record()), random.Random(4)
    game.deal(8, 0)
    players = int(game.table["seen"]["rules"]["players"])
    closed, before = [0] * players, game.view(0)["recent"].copy()
    closed[0] = brought(before[0, 1])  # seat 0 began their first turn with the set-up
    while game.mover >= 0:
        row = game.take(chance.randrange(len(game.moves())))
        view = game.view(0)
        turns = view["recent"]
        mover = row["mover"]
        for seat in range(players):
            begun = turns[seat, 0]["turn"] != before[seat, 0]["turn"]
            if begun:
                assert turns[seat, 0]["turn"] == view["turns"][seat]
                assert turns[seat, 2] == before[seat, 1]
                closed[seat] += brought(turns[seat, 1])
            else:
                assert (turns[seat, 1:] == before[seat, 1:]).all()
            assert view["hand_sizes"][seat] == closed[seat] + brought(turns[seat, 0])
        if turns[mover, 0]["turn"] == row["own_turn"]:
            assert turns[mover, 0]["wounds"] == before[mover, 0]["wounds"] + row["wounds"]
        before = turns.copy()
    assert min(view["turns"][:players]) > RECENT


def brought(turn: Any) -> int:
    """How many cards more a hand has by a turn."""
    return int(turn["drawn"]) - sum(int(turn[name]).bit_count() for name in ("played", "topped", "discarded"))
