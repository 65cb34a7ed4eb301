"""How races stand and what ends the game: small positions, worked by hand."""

from typing import Any

import numpy as np
import pytest

from dhstats.games.dragonwood.players import rivals
from tests.games.dragonwood.positions import title
from tests.games.dragonwood.test_rulebook import position

RACES = {
    # creatures of both now: the bonus against the other now, and with one creature more
    "level": ("", "", 0, 3),
    "one behind": ("", "fire_ants", -3, 0),
    "two behind": ("", "fire_ants fire_ants", -3, -3),
    "one ahead": ("fire_ants", "", 3, 3),
}


def tally(view: Any, points: int = 0, creatures: int = 0) -> Any:
    """What all have captured, with so many points and creatures more for the first player."""
    record = np.zeros(1, rivals.TALLY).view(np.recarray)[0]
    rivals.take_stock(view, record)
    record.points[0] += points
    record.creatures[0] += creatures
    return record


@pytest.mark.parametrize("case", RACES)
def test_the_race_for_most_creatures(case: str) -> None:
    """Three points alone, two each where it is tied."""
    own, theirs, now, then = RACES[case]
    place = position()
    place.set_captured(0, own)
    place.set_captured(1, theirs)
    view = place.view(0)
    rules = view["rules"]
    assert [rivals.bonus_lead(rules, tally(view, 0, more), 0) for more in (0, 1)] == [now, then]
    assert rivals.best_other(rules, view["points"], 0) == 2 * len(theirs.split())
    points = 2 * len(own.split()) - 2 * len(theirs.split())
    assert rivals.final_lead(rules, tally(view), 0, 0) == points + now
    assert rivals.final_lead(rules, tally(view, 5, 1), 0, 0) == points + 5 + then


def test_three_in_the_race() -> None:
    """The bonus may go to one of the others, the points to another: the lead is over the best score of all."""
    place = position(rules="three", hands=("r1", "o1", "p1"))
    place.set_captured(0, "wild_boar")  # 3 points, 1 creature
    place.set_captured(1, "crazy_bats crazy_bats")  # 2 points, 2 creatures
    place.set_captured(2, "angry_ogre")  # 5 points, 1 creature
    view = place.view(0)
    rules = view["rules"]
    assert rivals.best_other(rules, view["points"], 0) == 5
    assert rivals.bonus_lead(rules, tally(view), 0) == -3
    assert rivals.final_lead(rules, tally(view), 0, 0) == 3 - 5  # 5 against 2 + 3
    assert rivals.final_lead(rules, tally(view, 2, 1), 0, 0) == 5 + 2 - 5  # two creatures each: 2 + 2 and 5


def test_what_ends_the_game() -> None:
    """The second dragon does, the first does not; in the simple set-up the capture before the last card as well."""
    place = position(landscape="blue_dragon fire_ants")
    assert not rivals.ends_game(place.view(0), title("blue_dragon"))
    assert rivals.dragons_to_come(place.view(0)) == 1 << title("blue_dragon") | 1 << title("orange_dragon")
    place.set_captured(1, "orange_dragon")
    assert rivals.ends_game(place.view(0), title("blue_dragon"))
    assert rivals.dragons_to_come(place.view(0)) == 1 << title("blue_dragon")
    assert not rivals.ends_game(place.view(0), title("fire_ants"))
    simple = position(rules="simple", landscape="fire_ants", coming="wild_boar")
    assert rivals.ends_game(simple.view(0), title("fire_ants"))
    simple = position(rules="simple", landscape="fire_ants", coming="wild_boar wild_boar")
    assert not rivals.ends_game(simple.view(0), title("fire_ants"))


@pytest.mark.parametrize(
    ("left", "players", "last"), [(-1, "two", 0), (1, "two", 1), (2, "two", 1), (3, "two", 0), (3, "three", 1)]
)
def test_whose_last_turn_it_is(left: int, players: str, last: int) -> None:
    """Once everybody has one turn left, each is his last; the turn that called the end is not."""
    place = position(rules=players)
    place.seen["turns_left"] = left
    assert rivals.in_last_turn(place.view(0)) == last
