"""Exact odds of Dragonwood as fractions: dice, attempts, and the cards that three adventurers happen to be.

Everything is counted by going through all cases; nothing is drawn by lot.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from tests.reference.dragonwood import (
    CREATURES,
    ENHANCEMENTS,
    FACES,
    LADYBUG,
    WAYS,
    Attempt,
    Position,
    adventurer_cards,
    bonus_of,
    dice_of,
    fits,
    may_reroll,
    need_of,
    numbers_of,
)


def totals(dice: int) -> dict[int, Fraction]:
    """How likely each total of so many dice is."""
    chances = {0: Fraction(1)}
    for _ in range(dice):
        longer: dict[int, Fraction] = {}
        for total, face in product(chances, FACES):
            longer[total + face] = longer.get(total + face, Fraction(0)) + chances[total] / len(FACES)
        chances = longer
    return chances


@cache
def chance_to_reach(dice: int, need: int) -> Fraction:
    """The chance of this total or more."""
    return sum((chance for total, chance in totals(dice).items() if total >= need), Fraction(0))


@cache
def rolls(dice: int) -> dict[tuple[int, ...], Fraction]:
    """How likely each roll is; the faces sorted, for the dice are alike."""
    counts = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=dice))
    return {faces: Fraction(count, len(FACES) ** dice) for faces, count in counts.items()}


def chance_after(faces: Sequence[int], need: int, again: int | None) -> Fraction:
    """The chance to reach the number with this roll, if the die that shows `again` is rolled again (None: none is)."""
    total = sum(faces)
    if again is None:
        return Fraction(total >= need)
    return chance_to_reach(1, need - (total - again))


def best_reroll(faces: Sequence[int], need: int) -> tuple[int | None, Fraction]:
    """Which die of this roll to roll again, and the chance then; the dice lie if nothing is better than that."""
    choices = [None, *sorted(set(faces))]
    best = max(choices, key=lambda again: chance_after(faces, need, again))
    return best, chance_after(faces, need, best)


@cache
def chance_with_reroll(dice: int, need: int) -> Fraction:
    """The chance of this total or more for who may roll one die again after looking, and chooses best."""
    return sum((chance * best_reroll(faces, need)[1] for faces, chance in rolls(dice).items()), Fraction(0))


def chance_to_capture(position: Position, attempt: Attempt) -> Fraction:
    """The chance of this attempt of the player whose turn it is, with all that helps him, the mushroom used best."""
    need = need_of(attempt) - bonus_of(position, attempt)
    chance = chance_with_reroll if may_reroll(position, attempt) else chance_to_reach
    return chance(dice_of(attempt), need)


def chances_of_three_cards() -> dict[str, Fraction]:
    """How likely three cards are a strike, a stomp, a scream.

    Three different cards of the sixty without ladybugs, all choices equally likely (a ladybug is replaced, so that
    three cards that stay are just that). A row of one colour counts as a strike and as a scream.
    """
    sixty = [card for card in adventurer_cards() if card != LADYBUG]
    threes = list(combinations(sixty, 3))
    return {way: Fraction(sum(fits(way, three) for three in threes), len(threes)) for way in WAYS}


def strike_against_scream() -> tuple[int, int, int]:
    """On how many titles the number of the strike is above, below, equal to that of the scream."""
    pairs = [(numbers_of(title)[0], numbers_of(title)[2]) for title in (*CREATURES, *ENHANCEMENTS)]
    above = sum(strike > scream for strike, scream in pairs)
    below = sum(strike < scream for strike, scream in pairs)
    return above, below, len(pairs) - above - below
