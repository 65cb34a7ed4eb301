"""Which adventurer cards can be played together: in a row, of one number, of one suit. Sets of cards are bits."""

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.table import NUMBER_BITS, NUMBERS, SUIT_BITS, SUITS


def _longest(numbers: int) -> int:
    length = 0
    while numbers:
        numbers &= numbers >> 1
        length += 1
    return length


ROWS = np.array([_longest(numbers) for numbers in range(1 << NUMBERS)], np.int8)  # the longest row, by numbers held


@compiled()
def suit_of(hand: int, suit: int) -> int:
    """The cards of one suit."""
    return hand & SUIT_BITS << NUMBERS * suit


@compiled()
def number_of(hand: int, number: int) -> int:
    """The cards of one number, counted from 0."""
    return hand & NUMBER_BITS << number


@compiled()
def numbers_in(hand: int) -> int:
    """The numbers that a hand has in any suit, a bit each."""
    found = hand | hand >> NUMBERS | hand >> 2 * NUMBERS | hand >> 3 * NUMBERS | hand >> 4 * NUMBERS
    return found & SUIT_BITS


@compiled()
def lowest_choice(hand: int, numbers: int) -> int:
    """One card of each of these numbers: of several suits the first."""
    cards = 0
    while numbers != 0:
        own = number_of(hand, lowest(numbers))
        cards |= own & -own
        numbers &= numbers - 1
    return cards


@compiled()
def next_choice(hand: int, numbers: int, cards: int) -> int:
    """The choice of suits after `cards`, one card of each number; 0 after the last one.

    As in counting: the lowest number takes its next suit, or its first again, and then it is the next number's turn.
    """
    while numbers != 0:
        own = number_of(hand, lowest(numbers))
        now = cards & own
        later = own & -(now << 1)
        if later != 0:
            return cards ^ now ^ (later & -later)
        cards ^= now ^ (own & -own)
        numbers &= numbers - 1
    return 0


@compiled()
def next_subset(cards: int, among: int) -> int:
    """The subset after `cards` when all are counted down from `among`; 0 after the last one."""
    return cards - 1 & among


@compiled()
def longest_row(hand: int) -> int:
    """How many cards the longest row in a hand has."""
    return int(ROWS[numbers_in(hand)])


@compiled()
def most_alike(hand: int) -> int:
    """How many cards of one number a hand has at most.

    The cards of all numbers are counted at once: bit n of `odd`, `twos` and `fours` together says how many suits have
    number n.
    """
    first, second, third = hand, hand >> NUMBERS, hand >> 2 * NUMBERS
    fourth, fifth = hand >> 3 * NUMBERS, hand >> 4 * NUMBERS
    three = first ^ second ^ third
    pairs = first & second | third & (first ^ second)
    odd = (three ^ fourth ^ fifth) & SUIT_BITS
    more = three & fourth | fifth & (three ^ fourth)
    twos, fours = (pairs ^ more) & SUIT_BITS, pairs & more & SUIT_BITS
    two, four = twos | fours != 0, fours != 0  # as many at least
    three_or_more, five = twos & odd | fours != 0, fours & odd != 0
    return int(odd | twos | fours != 0) + int(two) + int(three_or_more) + int(four) + int(five)


@compiled()
def most_of_a_suit(hand: int) -> int:
    """How many cards of one suit a hand has at most."""
    most = 0
    for suit in range(SUITS):
        most = max(most, ones(suit_of(hand, suit)))
    return most
