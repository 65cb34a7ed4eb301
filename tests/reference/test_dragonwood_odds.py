"""Known answers of Dragonwood's dice and cards, and the ways of counting them checked against one another."""

from fractions import Fraction
from itertools import product

import pytest

from tests.reference.dragonwood import CREATURES, FACES, Attempt, numbers_of
from tests.reference.dragonwood_odds import (
    best_reroll,
    chance_after,
    chance_to_capture,
    chance_to_reach,
    chance_with_reroll,
    chances_of_three_cards,
    rolls,
    strike_against_scream,
    totals,
)
from tests.reference.test_dragonwood import attempt, position

# Dice


@pytest.mark.parametrize(
    ("dice", "need", "chance", "percent"),
    [
        (2, 6, Fraction(13, 36), 36.1),
        (3, 8, Fraction(1, 2), 50.0),
        (4, 10, Fraction(779, 1296), 60.1),
        (5, 13, Fraction(1, 2), 50.0),
        (6, 15, Fraction(13609, 23328), 58.3),
    ],
)
def test_published_chances(dice: int, need: int, chance: Fraction, percent: float) -> None:
    """The chances that the designer's numbers rest on."""
    assert chance_to_reach(dice, need) == chance
    assert round(100 * float(chance), 1) == percent


def test_one_and_two_dice() -> None:
    """One die is 1, 2, 2, 3, 3, 4; the 36 pairs have totals 2 to 8 in 1, 4, 8, 10, 8, 4, 1 ways."""
    assert [6 * totals(1)[face] for face in (1, 2, 3, 4)] == [1, 2, 2, 1]
    assert [36 * totals(2)[total] for total in range(2, 9)] == [1, 4, 8, 10, 8, 4, 1]


@pytest.mark.parametrize("dice", range(1, 7))
def test_totals_add_up(dice: int) -> None:
    """Chances sum to one; the mean is 5/2 a die; totals lie evenly around it; all rolls together say the same."""
    chances = totals(dice)
    assert sum(chances.values()) == 1
    assert sum(total * chance for total, chance in chances.items()) == Fraction(5, 2) * dice
    assert all(chances[total] == chances[5 * dice - total] for total in chances)
    for need in range(5 * dice):
        assert chance_to_reach(dice, need) == sum(chance for faces, chance in rolls(dice).items() if sum(faces) >= need)


# The mushroom


@pytest.mark.parametrize(
    ("dice", "need", "chance"),
    [
        (1, 1, Fraction(1)),
        (1, 3, Fraction(3, 4)),
        (1, 4, Fraction(11, 36)),
        (1, 5, Fraction(0)),
        (2, 6, Fraction(11, 18)),
        (2, 8, Fraction(1, 36) + Fraction(10, 36) * Fraction(1, 6)),
    ],
)
def test_mushroom_by_hand(dice: int, need: int, chance: Fraction) -> None:
    """One die: once more if it fails. Two for 6: of 23 that fail, 2 hold a four (5/6), 12 a three (1/2), 8 a two (1/6).

    Two for 8: two fours at once; or one four, in 10 of 36, and the other die comes up four.
    """
    assert chance_with_reroll(dice, need) == chance


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_mushroom_takes_the_lowest_die(dice: int) -> None:
    """Rolling the lowest die again is never worse than another, and leaving a roll that suffices is best."""
    for faces in rolls(dice):
        for need in range(1, 4 * dice + 2):
            again, chance = best_reroll(faces, need)
            assert chance == max(chance_after(faces, need, None), chance_after(faces, need, min(faces)))
            assert again is None if sum(faces) >= need else True


def test_mushroom_by_going_through_all_rolls() -> None:
    """Three dice for 9: every roll with every die rolled again, counted without any sorting of faces."""
    won = 0
    for faces in product(FACES, repeat=3):
        options = [6 * (sum(faces) >= 9)]
        options += [sum(sum(faces) - old + new >= 9 for new in FACES) for old in faces]
        won += max(options)
    assert chance_with_reroll(3, 9) == Fraction(won, 6**4)


def test_mushroom_never_harms() -> None:
    """The chance with it is never less, and it does not make up for a die."""
    for dice in range(1, 6):
        for need in range(1, 4 * dice + 5):
            bare, helped, one_more = (
                chance_to_reach(dice, need),
                chance_with_reroll(dice, need),
                chance_to_reach(dice + 1, need),
            )
            assert bare <= helped <= one_more


# Attempts


@pytest.mark.parametrize(
    ("enhancements", "tried", "chance"),
    [
        ("", attempt("hungry_bear", "stomp", "r5 g5"), chance_to_reach(2, 6)),
        ("bucket_of_spinach", attempt("hungry_bear", "stomp", "r5 g5"), chance_to_reach(2, 4)),
        ("silver_sword", attempt("hungry_bear", "stomp", "r5 g5"), chance_to_reach(2, 6)),
        ("lightning_bolt", attempt("hungry_bear", "stomp", "r5 g5"), chance_to_reach(2, 6)),
        ("lightning_bolt", attempt("hungry_bear", "stomp", "r5 g5", "lightning_bolt"), Fraction(1)),
        ("friendly_bunny", attempt("hungry_bear", "stomp", "r5 g5", "friendly_bunny"), chance_to_reach(3, 6)),
        ("charmed_potion", attempt("hungry_bear", "stomp", "r5 g5", "charmed_potion"), chance_to_reach(3, 6)),
        ("lucky_mushroom", attempt("hungry_bear", "stomp", "r5 g5"), Fraction(11, 18)),
        ("lucky_mushroom cloak_of_darkness", attempt("wild_boar", "strike", "r5 g6"), Fraction(11, 18)),
        ("lucky_mushroom cloak_of_darkness", attempt("magical_unicorn", "stomp", "r5 g5"), chance_to_reach(2, 6)),
        ("", attempt("blue_dragon", "spell", "r3 r4 r5"), Fraction(13, 36)),
        ("magical_unicorn", attempt("orange_dragon", "spell", "r3 r4 r5"), Fraction(23, 36)),
    ],
)
def test_chance_of_an_attempt(enhancements: str, tried: Attempt, chance: Fraction) -> None:
    """Dice, number and what helps, taken together."""
    lying = "hungry_bear wild_boar magical_unicorn blue_dragon orange_dragon"
    start = position("r3 r4 r5 g5 g6", landscape=lying, enhancements=[enhancements], dragon_spell=True)
    assert chance_to_capture(start, tried) == chance


# Cards


def test_three_cards() -> None:
    """Of the 34,220 threes of sixty cards 1,250 are a strike, 120 a stomp, 1,100 a scream; 50 are both in one.

    Strike: ten rows, 5 x 5 x 5 colours. Stomp: twelve numbers, ten threes of five colours. Scream: five colours, 220
    threes of twelve.
    """
    chances = chances_of_three_cards()
    counts = {"strike": 10 * 5**3, "stomp": 12 * 10, "scream": 5 * 220}
    assert chances == {way: Fraction(count, 34220) for way, count in counts.items()}
    percents = {way: round(100 * float(chance), 2) for way, chance in chances.items()}
    assert percents == {"strike": 3.65, "stomp": 0.35, "scream": 3.21}


def test_strike_numbers_against_scream_numbers() -> None:
    """Of 25 titles 8 are harder to strike, 8 are harder to scream at, 9 are equal."""
    assert strike_against_scream() == (8, 8, 9)
    equal = {title for title in CREATURES if numbers_of(title)[0] == numbers_of(title)[2]}
    assert equal == {"fierce_jaguar", "grumpy_troll", "blue_dragon"}
