"""What a strategy may ask in words."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood import glance
from dhstats.games.dragonwood.rules import attempts
from dhstats.games.dragonwood.table import TITLES
from tests.games.dragonwood.positions import Position, rule_set
from tests.games.dragonwood.test_rulebook import BOTH, position


@compiled(inline=False)
def hand_in_words(view: Any) -> Any:
    """All that is said of a hand and of what lies open."""
    return (
        glance.hand_cards(view), glance.hand_suit(view, 0), glance.hand_suit(view, 9), glance.hand_number(view, 3),
        glance.hand_number(view, 0), glance.holds(view, 1, 3), glance.holds(view, 1, 4), glance.hand_row(view),
        glance.hand_alike(view), glance.hand_suited(view), glance.lies_open(view, glance.FIRE_ANTS),
        glance.lies_open(view, glance.WILD_BOAR), glance.owns(view, 0, glance.SILVER_SWORD),
        glance.owns(view, 1, glance.SILVER_SWORD), glance.points_of(view, glance.FIRE_ANTS),
        glance.points_of(view, glance.SILVER_SWORD), glance.is_dragon(view, glance.BLUE_DRAGON),
        glance.is_dragon(view, glance.FIRE_ANTS),
    )  # fmt: skip


@compiled(inline=False)
def move_in_words(view: Any, move: Any) -> Any:
    """All that is said of a move."""
    return (
        glance.is_attempt(move), glance.cards_played(move), glance.played_suit(move, 0), glance.played_number(move, 3),
        glance.dice_rolled(view, move), glance.number_needed(view, move), glance.success_chance(view, move),
        glance.expected_points(view, move),
    )  # fmt: skip


def test_the_hand_is_secret() -> None:
    """A player sees his own cards and only how many the others hold, while cards are passed as well."""
    place = position(rules="three", hands=("r1 r2 g9", "o1 o2", "p1 p2"), coming="wind_storm wild_boar").roll(4)
    for play in ("strike spooky_spiders g9", "pass r1", "pass o2"):
        for seat in range(3):
            assert place.view(seat)["hand"] == place.table["hands"][seat]
        assert place.view(0)["hand_sizes"].tolist() == [*place.hand_sizes(), 0]
        place.play(play)


def test_players_know_whether_the_whole_deck_was_shuffled() -> None:
    """With events that go back alone dragons stay low, and everybody may count on it."""
    for reading in ("put_back", "reshuffled"):
        rules = rule_set("two", (f"setup.events={reading}",))
        mixed = [Position(rules, 3, 0, number).seen["mixed"] for number in range(40)]
        assert any(mixed) == (reading == "reshuffled")


def test_titles_have_their_names() -> None:
    """The number of a name is that of the card in views and moves."""
    assert [getattr(glance, name.upper()) for name in TITLES] == list(range(len(TITLES)))


def test_a_hand_and_the_landscape_in_words() -> None:
    """Two threes, a red four and a green nine; two ants and a dragon open, a sword before the first player."""
    place = position(hands=("r3 o3 r4 g9", BOTH[1]), landscape="fire_ants fire_ants blue_dragon")
    place.set_owned(0, "silver_sword")
    assert hand_in_words(place.view(0)) == (
        *(4, 2, 0, 2, 0, True, False),  # cards, red ones, of no suit, threes, of no number, an orange 3, an orange 4
        *(2, 2, 2),  # 3 and 4 in a row, two threes, two red ones
        *(2, 0, True, False, 2, 0, True, False),
    )


def test_what_an_attempt_needs_and_may_bring() -> None:
    """Two dice of 1, 2, 2, 3, 3, 4 show 4 in 31 of 36 rolls; a strike with the sword needs 7 - 2: 23 of 36."""
    place = position(hands=("r3 o3 r4", BOTH[1]), landscape="fire_ants")
    place.set_owned(0, "silver_sword")
    moves, view = place.moves(), place.view(0)

    def words(text: str) -> Any:
        return move_in_words(view, place._game.options.moves[moves.index(text)])

    assert words("stomp fire_ants r3 o3") == pytest.approx((True, 2, 1, 2, 2, 4, 31 / 36, 62 / 36))
    assert words("strike fire_ants r4 o3") == pytest.approx((True, 2, 1, 1, 2, 5, 23 / 36, 46 / 36))
    assert words("reload") == (False, 0, 0, 0, 0, 0, 0.0, 0.0)


def test_a_card_that_stands_for_any_is_counted_once() -> None:
    """A potion beside two cards in a row is a third card: three dice, for the roll, its chance, and what may be foreseen."""
    place = position(hands=("r3 g5", BOTH[1]), landscape="angry_ogre")
    place.set_owned(0, "charmed_potion")
    number = place.moves().index("strike angry_ogre r3 g5 + charmed_potion")
    view, move = place.view(0), place._game.options.moves[number]
    rules, target, helping = view["rules"], int(move["target"]), int(view["owned"][0])
    aid = np.zeros(1, attempts.AID).view(np.recarray)[0]
    attempts.add_up(rules, helping, aid)
    needs = attempts.needed(rules, attempts.STRIKE, target) - int(aid["adds"][0])
    rolls = list(product(place.rules.effective["dice"]["faces"], repeat=3))
    chance = sum(sum(roll) >= needs for roll in rolls) / len(rolls)
    assert (
        move_in_words(view, move)[4]
        == attempts.dice_earned(view, 0, attempts.STRIKE, target, move["cards"], helping)
        == 3
    )
    assert attempts.success(view, move) == pytest.approx(chance)
    assert attempts.share_of(rules, aid, attempts.STRIKE, target, 2) == pytest.approx(chance)
