"""What a strategy may ask in words."""

from typing import Any

import pytest

from dhstats.engine.compiled import compiled
from dhstats.games.dragon import glance
from tests.games.dragon.positions import STONE, Position, Side


@compiled(inline=False)
def standing_in_words(view: Any, seat: int, card: int) -> Any:
    """All that is said of a hand, with copies of a card, and of how a dragon stands."""
    return (
        glance.hand_cards(view), glance.hand_copies(view, card), glance.hand_kind(view, glance.ACTION),
        glance.hand_kind(view, glance.UPGRADE), glance.hand_type(view, glance.MELEE), glance.hand_type(view, 99),
        glance.health_left(view, seat), glance.lair_left(view, seat), glance.deck_left(view, seat),
        glance.is_rival(view, seat), glance.attacks_left(view),
    )  # fmt: skip


@compiled(inline=False)
def move_in_words(view: Any, move: Any) -> Any:
    """All that is said of a move."""
    return (
        glance.cost_in_cards(view, move), glance.own_wounds(view, move), glance.wounds(view, move),
        glance.lair_attack(view, move), glance.wins_at_once(view, move), glance.turns_away(view, move),
        glance.cards_drawn(view, move), glance.cards_lost(view, move), glance.top_chance(view, move),
    )  # fmt: skip


def words(place: Position, text: str) -> Any:
    """What is said of a move in a position."""
    moves = place.moves()
    return move_in_words(place.view(place.mover), place._game.options.moves[moves.index(text)])


def test_a_hand_and_dragons_in_words() -> None:
    """Two claws and an upgrade; the rival has 16 - 5 health, 6 - 3 lair and four cards to draw."""
    place = Position(Side(f"claw_attack claw_attack {STONE}", grounds="siege_tower"), Side(STONE, wounds=5))
    view = place.view(0)
    claw = next(int(move.card) for move in place._game.options.moves[: len(place.moves())] if move.act == glance.PLAY)
    assert standing_in_words(view, 1, claw)[:10] == (3, 2, 2, 1, 2, 0, 11, 3, 4, True)
    assert standing_in_words(view, 0, claw)[6:10] == (16, 6, 4, False)
    assert standing_in_words(view, 0, 159)[1] == 0


def test_what_a_move_costs_and_does() -> None:
    """A claw inflicts 2; one of the rival's five unseen cards tops it, and one is in hand: a chance of a fifth."""
    place = Position(Side(f"claw_attack ember_spray long_breath get_behind {STONE}"), Side("quick_turn", wounds=12))
    assert words(place, "play claw_attack") == pytest.approx((1, 0, 2, 0, False, 0, 0, 0, 1 / 5))
    assert words(place, "play ember_spray") == pytest.approx((1, 0, 4, 0, True, 0, 0, 0, 0))  # fire adds 1 to its 3
    assert words(place, "play long_breath") == pytest.approx((2, 0, 4, 0, True, 0, 0, 0, 0))
    assert words(place, "play get_behind: second tail") == pytest.approx((2, 0, 0, 0, False, 2, 0, 0, 1 / 5))
    assert words(place, "pass") == (0, 0, 0, 0, False, 0, 0, 0, 0)


def test_ground_cards_and_draws_in_words() -> None:
    """Three lair attack for two cards, enough for a lair of 3; drawing two cards costs none."""
    place = Position(Side(f"siege_tower {STONE}", grounds="siege_tower"), Side(STONE), step="ground")
    assert words(place, "play siege_tower")[:5] == (2, 0, 0, 3, True)
    place = Position(Side(STONE, pile=" ".join([STONE] * 9)), Side(STONE), step="draw")
    assert words(place, "draw 2") == (0, 0, 0, 0, False, 0, 2, 0, 0)
    upgrade = Side(f"emberwing_2 far_sight {STONE} {STONE}")
    place = Position(upgrade, Side(STONE), settings=("pack.dragons.emberwing.levels.2.draws=2",))
    assert [words(place, f"play {card}")[6] for card in ("emberwing_2", "far_sight")] == [
        0,
        2,
    ]  # of its level, of the card


@pytest.mark.parametrize(("limit", "chance"), [("none", 1 / 3), ("plays", 1 / 3), ("all", 0.0)])
def test_the_chance_to_be_topped_knows_of_the_first_turn(limit: str, chance: float) -> None:
    """Of six unseen cards a claw alone tops the outfly, and two are in hand: 1 - 5/6 · 4/5, none where it may not."""
    sides = Side(f"positioning claw_attack {STONE}"), Side("outfly")
    place = Position(*sides, settings=(f"first_turn.limit={limit}",))
    place.seen["turns"][:2] = 0
    place.play("play positioning: first side")
    assert place.mover == 1
    assert words(place, "top outfly")[-1] == pytest.approx(chance)
