"""How the cards of a hand go together: its largest sets, and which of the cards to come would enlarge them."""

from typing import Any

import numpy as np

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.rules.plays import ROWS, numbers_in
from dhstats.games.dragonwood.table import NUMBER_BITS, NUMBERS, SUIT_BITS, SUITS

SHAPE = np.dtype(
    (
        np.record,
        [
            ("sizes", "i8", 3),  # by way: how large the largest set is,
            ("sets", "i8", 3),  # its cards, of several such sets the first,
            ("enlarge", "i8", 3),  # and the cards that would make a larger one, a bit each
            ("in_suits", "i8"),  # pairs of cards of one suit, counted twice
        ],
    )
)


def _first_row(numbers: int) -> int:
    """The first of the longest rows among some numbers."""
    length = int(ROWS[numbers])
    row = (1 << length) - 1
    while length and numbers & row != row:
        row <<= 1
    return row


def _lengthen(numbers: int) -> int:
    """The numbers that make the longest row longer."""
    return sum(1 << more for more in range(NUMBERS) if ROWS[numbers | 1 << more] > ROWS[numbers])


FIRST_ROW = np.array([_first_row(numbers) for numbers in range(1 << NUMBERS)], np.int16)
LENGTHEN = np.array([_lengthen(numbers) for numbers in range(1 << NUMBERS)], np.int16)


@compiled(inline=False)
def look_over(hand: int, shape: Any) -> None:
    """The shape of a hand."""
    numbers = numbers_in(hand)
    shape.sizes[0], shape.sets[0] = ROWS[numbers], one_of_each(hand, int(FIRST_ROW[numbers]))
    shape.enlarge[0] = np.int64(LENGTHEN[numbers]) * NUMBER_BITS
    most = find_alike(hand, shape)
    shape.enlarge[1] = most * NUMBER_BITS
    shape.sets[1] = hand & (most & -most) * NUMBER_BITS
    find_of_a_suit(hand, shape)


@compiled()
def one_of_each(hand: int, numbers: int) -> int:
    """A card of each of these numbers: of several suits the first."""
    cards, found = 0, 0
    for suit in range(SUITS):
        here = hand >> NUMBERS * suit & numbers & ~found
        cards |= here << NUMBERS * suit
        found |= here
    return cards


@compiled()
def find_alike(hand: int, shape: Any) -> int:
    """The numbers of which a hand has most cards, a bit each; all of them for an empty hand. Notes how many that is."""
    one, two, three, four, five = 0, 0, 0, 0, 0
    for suit in range(SUITS):  # numbers that at least so many suits have
        here = hand >> NUMBERS * suit & SUIT_BITS
        five |= four & here
        four |= three & here
        three |= two & here
        two |= one & here
        one |= here
    most, size = SUIT_BITS, 0
    for has in (one, two, three, four, five):
        if has != 0:
            most, size = has, size + 1
    shape.sizes[1] = size
    return most


@compiled()
def find_of_a_suit(hand: int, shape: Any) -> None:
    """The suits of which a hand has most cards, and pairs of a suit."""
    size, enlarge, first, pairs = -1, 0, 0, 0
    for suit in range(SUITS):
        own = SUIT_BITS << NUMBERS * suit
        cards = ones(hand & own)
        pairs += cards * (cards - 1)
        if cards > size:
            size, enlarge, first = cards, own, hand & own
        elif cards == size:
            enlarge |= own
    shape.sizes[2], shape.enlarge[2], shape.sets[2], shape.in_suits = size, enlarge, first, pairs
