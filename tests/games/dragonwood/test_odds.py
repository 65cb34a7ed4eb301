"""Known answers: what dice show, what cards are dealt, which numbers stand on the cards."""

from itertools import combinations, product

import pytest

from dhstats.games.dragonwood.files.rulesets import chances
from dhstats.games.dragonwood.rules.attempts import longest_row, most_alike, most_of_a_suit

FACES = (1, 2, 2, 3, 3, 4)


@pytest.mark.parametrize(
    ("dice", "number", "share"), [(3, 8, 0.500), (4, 10, 0.601), (5, 13, 0.500), (6, 15, 0.583), (2, 6, 13 / 36)]
)
def test_the_chance_of_dice(dice: int, number: int, share: float) -> None:
    """Three dice show at least 8 in half of all rolls, four at least 10 in 60.1 %, two at least 6 in 13 of 36."""
    assert chances(FACES)[0, dice, number] == pytest.approx(share, abs=0.0005)


@pytest.mark.parametrize("faces", [FACES, (1, 9), (2, 2, 2), (1, 2, 3, 4, 5)])
def test_chances_are_those_of_all_rolls(faces: tuple[int, ...]) -> None:
    """Every roll of up to four dice counted, and every way to roll the best die again."""
    table = chances(faces)
    for dice in range(1, 5):
        rolls = list(product(faces, repeat=dice))
        for number in range(9 * dice + 2):
            assert table[0, dice, number] == sum(sum(roll) >= number for roll in rolls) / len(rolls)
            best = sum(max(_again(roll, i, faces, number) for i in range(dice)) for roll in rolls)
            assert table[1, dice, number] == pytest.approx(best / len(rolls), abs=1e-12)


def _again(roll: tuple[int, ...], die: int, faces: tuple[int, ...], number: int) -> float:
    """The chance of a roll if this die may be rolled again."""
    total = sum(roll)
    return 1.0 if total >= number else sum(total - roll[die] + face >= number for face in faces) / len(faces)


def test_three_cards_make_a_scream_strike_or_stomp_as_often_as_counted() -> None:
    """Of all 34,220 triples of adventurers 3.21 % are of one suit, 3.65 % in a row, 0.35 % of one number."""
    hands = [sum(1 << card for card in three) for three in combinations(range(60), 3)]
    assert len(hands) == 34_220
    found = [sum(measure(hand) == 3 for hand in hands) for measure in (most_of_a_suit, longest_row, most_alike)]
    assert found == [5 * 220, 10 * 5**3, 12 * 10]
    assert [round(100 * count / len(hands), 2) for count in found] == [3.21, 3.65, 0.35]
