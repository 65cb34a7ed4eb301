"""The exact chance of dice to reach a number, with and without rolling one again: a table for each rule set."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from dhstats.games.dragonwood.table import MAX_DICE, MAX_TOTAL

Rolls = Counter[tuple[int, int]]  # how many rolls have this total and this lowest die


@cache
def chances(faces: tuple[int, ...]) -> Any:
    """The chance that d dice show at least n: `[0, d, n]`, and `[1, d, n]` if the lowest may be rolled again.

    A die is rolled again only where the total falls short, and the lowest is the one that can gain most.
    """
    table = np.zeros((2, MAX_DICE + 1, MAX_TOTAL + 2))
    rolls: Rolls = Counter({(0, max(faces)): 1})
    for dice in range(MAX_DICE + 1):
        for number in range(MAX_TOTAL + 2):
            table[0, dice, number] = at_least(rolls, number)
            table[1, dice, number] = at_least_again(rolls, number, faces) if dice else at_least(rolls, number)
        rolls = _one_more(rolls, faces)
    table.flags.writeable = False  # all who ask for these faces have the same table
    return table


def _one_more(rolls: Rolls, faces: Sequence[int]) -> Rolls:
    longer: Rolls = Counter()
    for (total, low), count in rolls.items():
        for face in faces:
            longer[total + face, min(low, face)] += count
    return longer


def at_least(rolls: Rolls, number: int) -> Fraction:
    """The share of rolls with at least this total."""
    return Fraction(sum(count for (total, _), count in rolls.items() if total >= number), rolls.total())


def at_least_again(rolls: Rolls, number: int, faces: Sequence[int]) -> Fraction:
    """The share of rolls that reach the number, or do so with the lowest die rolled again."""
    ways = 0
    for (total, low), count in rolls.items():
        good = len(faces) if total >= number else sum(total - low + face >= number for face in faces)
        ways += count * good
    return Fraction(ways, rolls.total() * len(faces))
