"""What hands promise and enhancements add: small positions, worked by hand."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dhstats.games.dragonwood.players import prospects
from dhstats.games.dragonwood.rules.attempts import AID, add_up
from dhstats.games.dragonwood.table import ENHANCEMENTS, KEEP, MAX_SEATS, NO_TITLE, REROLL, SCREAM, STOMP, STRIKE
from tests.games.dragonwood.positions import Position, mask, title
from tests.games.dragonwood.test_rulebook import BOTH, position

FACES = (1, 2, 2, 3, 3, 4)


def at_least(dice: int, number: int) -> Fraction:
    """The chance that so many dice show a number or more: every roll counted."""
    rolls = list(product(FACES, repeat=dice))
    return Fraction(sum(sum(roll) >= number for roll in rolls), len(rolls))


def hidden(view: Any, target: int) -> float:
    """How many cards of a title may be expected in the draw pile."""
    return float(prospects.hidden_among(view, target, *prospects.unseen_cards(view)))


def owned(names: str) -> int:
    """Enhancements as bits."""
    return sum(1 << ENHANCEMENTS.index(name) for name in names.split())


def aid(rules: Any, seat_owns: int = 0) -> Any:
    """What lasting enhancements add."""
    record = np.zeros(1, AID).view(np.recarray)[0]
    add_up(rules, prospects.lasting(rules, seat_owns), record)
    return record


def rules_of(place: Position) -> Any:
    """The rules that a position is played by."""
    return place.view(0)["rules"]


LIKELY = {
    # what one owns, the card, the way, how many cards: dice, and the number that they have to show
    "two dice against 4": ("", "fire_ants", STOMP, 2, (2, 4)),
    "a sword adds two to strikes": ("silver_sword", "fire_ants", STRIKE, 3, (3, 5)),
    "a sword adds nothing to stomps": ("silver_sword", "fire_ants", STOMP, 2, (2, 4)),
    "cloak and unicorn add three to screams": ("cloak_of_darkness magical_unicorn", "fire_ants", SCREAM, 1, (1, 3)),
    "nothing helps with enhancements": ("cloak_of_darkness lucky_mushroom", "silver_sword", STOMP, 2, (2, 6)),
    "what is spent is not counted on": ("lightning_bolt friendly_bunny", "fire_ants", STOMP, 1, (1, 4)),
    "no more than six dice": ("", "orange_dragon", STOMP, 9, (6, 11)),
}


@pytest.mark.parametrize("case", LIKELY)
def test_the_chance_of_so_many_cards(case: str) -> None:
    """Dice for the cards, less what lasting enhancements add."""
    names, target, act, cards, (dice, number) = LIKELY[case]
    rules = rules_of(position())
    found = prospects.likely(rules, aid(rules, owned(names)), title(target), act, cards)
    assert found == pytest.approx(float(at_least(dice, number)))


def test_no_cards_no_chance() -> None:
    """Not even with a number that everything reaches."""
    rules = rules_of(position())
    assert prospects.likely(rules, aid(rules, owned("cloak_of_darkness")), title("spooky_spiders"), STOMP, 0) == 0.0


def promise(rules: Any, targets: int, row: int, alike: int, suit: int) -> float:
    """The expected points of the best attack with sets of these sizes on creatures."""
    promises = np.zeros(1, prospects.PROMISES).view(np.recarray)[0]
    prospects.promise_nothing_yet(targets, promises)
    return float(prospects.best_promise(rules, aid(rules), promises, NO_TITLE, row, alike, suit))


def test_a_hand_promises_its_best_attack() -> None:
    """Two sevens stomp on ants (2 points, 4) in 33 of 36 rolls; three in a row strike wolves (3 points, 6) in most."""
    place = position(landscape="fire_ants pack_of_wolves")
    rules, targets = rules_of(place), int(place.view(0)["landscape"])
    ants = 2 * at_least(2, 4)
    assert promise(rules, targets, 1, 2, 1) == pytest.approx(float(ants))
    wolves = 3 * at_least(3, 6)
    assert wolves > ants
    assert promise(rules, targets, 3, 2, 1) == pytest.approx(float(wolves))
    assert promise(rules, 0, 3, 2, 1) == 0.0
    assert promise(rules, targets, 0, 0, 0) == 0.0


def test_cards_that_go_together() -> None:
    """Row 3 4 5, two fours, three of the first suit: eight together."""
    assert prospects.fit(mask("r3 r4 r9 g4 b5")) == 3 + 2 + 3
    assert prospects.fit(0) == 0


def test_what_threatens() -> None:
    """Half of four cards, rounded up: two dice; stomping ants needs 4, striking them 7, screaming 6."""
    place = position(hands=("r1 r2", "o1 o2 o3 p7"), landscape="fire_ants")
    rules, ants, aids = rules_of(place), title("fire_ants"), np.zeros(MAX_SEATS, AID).view(np.recarray)
    assert prospects.threat_of_others(place.view(0), aids, ants) == pytest.approx(float(at_least(2, 4)))
    aids[1] = aid(rules, owned("silver_sword bucket_of_spinach"))
    assert prospects.threat_of_others(place.view(0), aids, ants) == pytest.approx(float(at_least(2, 2)))
    three = position(rules="three", hands=("r1 r2", "o1 o2", "o3 p7 g1 g2 g3 g4"), landscape="fire_ants")
    aids = np.zeros(MAX_SEATS, AID).view(np.recarray)
    assert prospects.threat_of_others(three.view(0), aids, ants) == pytest.approx(float(at_least(3, 4)))


def test_what_may_still_come() -> None:
    """Dragons all; of ten other cards unseen of which four are in the pile, four tenths of each."""
    place = position(coming="wild_boar orange_dragon blue_dragon fire_ants crazy_bats crazy_bats")
    seen = place.seen
    seen["revealed"][:] = seen["rules"]["copies"]
    for name, left in {"crazy_bats": 4, "fire_ants": 2, "wild_boar": 2, "blue_dragon": 1, "orange_dragon": 1}.items():
        seen["revealed"][title(name)] -= left
    seen["revealed"][title("sunny_day")] -= 1
    seen["revealed"][title("silver_sword")] -= 1
    view = place.view(0)
    assert hidden(view, title("blue_dragon")) == 1
    assert hidden(view, title("crazy_bats")) == pytest.approx(4 * 4 / 10)
    assert hidden(view, title("silver_sword")) == pytest.approx(0.4)
    assert hidden(view, title("angry_ogre")) == 0


def worth(enhancement: str, creatures: str, owns: str = "") -> float:
    """What an enhancement is worth to one of two players, where just these creatures are left."""
    place = position(landscape=f"{creatures} silver_sword", coming="")
    place.seen["revealed"][:] = place.seen["rules"]["copies"]  # nothing is to come
    view, prey = place.view(0), np.zeros(1, prospects.PREY).view(np.recarray)[0]
    helped = aid(view["rules"], owned(owns))
    prospects.look_for_prey(view, helped, prey)
    return float(prospects.worth_of(view["rules"], helped, prey, ENHANCEMENTS.index(enhancement)))


def test_what_an_enhancement_adds_to_an_attack() -> None:
    """Over strike 7, stomp 4 and scream 6 with three dice at ants of two points; one that lasts shares them by two."""
    sword_adds = Fraction(2, 3) * (at_least(3, 5) - at_least(3, 7))
    assert worth("silver_sword", "fire_ants") == pytest.approx(float(sword_adds) / 2)
    die_adds = Fraction(2, 3) * sum(at_least(4, number) - at_least(3, number) for number in (7, 4, 6))
    assert worth("friendly_bunny", "fire_ants") == pytest.approx(float(die_adds))
    assert worth("charmed_potion", "fire_ants") == pytest.approx(float(die_adds))
    with_cloak = Fraction(2, 3) * (at_least(3, 3) - at_least(3, 5))
    assert worth("silver_sword", "fire_ants", "cloak_of_darkness") == pytest.approx(float(with_cloak) / 2)


def test_what_a_mushroom_adds_is_the_best_die_again() -> None:
    """Every roll of three dice, its lowest die rolled again where it falls short."""
    total = Fraction(0)
    for number in (7, 4, 6):
        for roll in product(FACES, repeat=3):
            short = sum(roll) < number
            total += Fraction(sum(sum(roll) - min(roll) + face >= number for face in FACES) * short, 6**4)
    assert worth("lucky_mushroom", "fire_ants") == pytest.approx(float(2 * total / 3) / 2)


def test_what_an_enhancement_is_worth_falls_with_the_creatures_left() -> None:
    """Lasting ones: half of what they add over all creatures left, for two; spent ones: where they add most."""
    ants, boar = (worth("silver_sword", name) for name in ("fire_ants", "wild_boar"))
    assert worth("silver_sword", "fire_ants fire_ants wild_boar") == pytest.approx(2 * ants + boar)
    assert 0 < ants < boar
    most = max(worth("lightning_bolt", name) for name in ("fire_ants", "wild_boar"))
    assert worth("lightning_bolt", "fire_ants fire_ants wild_boar") == pytest.approx(most)
    chances = [at_least(3, number - 4) - at_least(3, number) for number in (7, 4, 6)]
    assert worth("lightning_bolt", "fire_ants") == pytest.approx(float(2 * sum(chances) / 3))


def test_a_die_again_or_not() -> None:
    """A 1 and a 2 against four: kept they fail; the 1 again has 5 of 6, needing 2; the 2 again 3 of 6, needing 3."""
    place = position(hands=("r7 g7 b1", BOTH[1]), landscape="fire_ants").roll(1, 2)
    place.set_owned(0, "lucky_mushroom")
    place.play("stomp fire_ants r7 g7")
    view = place.view(0)
    assert prospects.chance_with(view, KEEP, 0) == 0.0
    assert prospects.chance_with(view, REROLL, 1) == pytest.approx(5 / 6)
    assert prospects.chance_with(view, REROLL, 2) == pytest.approx(3 / 6)
