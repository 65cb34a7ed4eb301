"""What an attempt needs and what it has: the number on the card, dice, what enhancements add, the chance of success.

All of it follows from a view, so that strategies may ask as well.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.table import (
    MAX_TOTAL,
    N_CREATURES,
    NUMBER_BITS,
    NUMBERS,
    SPELL,
    STRIKE,
    SUIT_BITS,
    SUITS,
    WAYS,
)
from dhstats.games.records import record


@compiled()
def needed(rules: Any, act: int, target: int) -> int:
    """The number that a way to capture has to reach: that on the card, or the spell's own."""
    return rules.spell_number if act == SPELL else rules.numbers_of[target, act - STRIKE]


@compiled()
def may_help(rules: Any, act: int, target: int) -> bool:
    """Whether enhancements help with such an attempt: never at an enhancement, with a spell where the rules say so."""
    return bool(target < N_CREATURES and (act != SPELL or rules.spell_enhanced != 0))


@compiled()
def in_force(view: Any, seat: int, act: int, target: int, used: int) -> int:
    """The enhancements that help a player with an attempt, if any may: lasting ones and those used."""
    if not may_help(view.rules, act, target):
        return 0
    return view.owned[seat] & ~(view.rules.once | view.rules.wild) | used


@compiled()
def added(view: Any, seat: int, act: int, target: int, used: int) -> int:
    """What enhancements add to the roll of an attempt."""
    total = 0
    helping = in_force(view, seat, act, target, used)
    while helping != 0:
        total += view.rules.adds[lowest(helping), act - STRIKE]
        helping &= helping - 1
    return total


@compiled()
def dice_earned(view: Any, seat: int, act: int, target: int, cards: int, used: int) -> int:
    """How many dice an attempt earns, before the limit: one a card, those of the spell, those of enhancements."""
    rules = view.rules
    dice = rules.spell_dice if act == SPELL else ones(cards) + ones(used & rules.wild)
    helping = in_force(view, seat, act, target, used)
    while helping != 0:
        dice += rules.extra_dice[lowest(helping)]
        helping &= helping - 1
    return dice


@compiled()
def sum_of(rolled: int) -> int:
    """The total of dice that are packed four bits each."""
    total = 0
    while rolled != 0:
        total += rolled & 15
        rolled >>= 4
    return total


@compiled()
def at_least(odds: Any, number: int) -> float:
    """The chance of some dice to show at least a number, out of their chances for every number."""
    return float(odds[min(max(number, 0), MAX_TOTAL + 1)])


@compiled(inline=False)
def success(view: Any, move: Any) -> float:
    """The chance that an attempt captures its card."""
    rules, act, target = view.rules, move.act, move.target
    helping = in_force(view, view.seat, act, target, move.used)
    reroll = 1 if helping & rules.rerolls != 0 else 0
    dice = rules.spell_dice if act == SPELL else ones(move.cards) + ones(move.used & rules.wild)
    number = needed(rules, act, target)
    while helping != 0:
        dice += rules.extra_dice[lowest(helping)]
        number -= rules.adds[lowest(helping), act - STRIKE]
        helping &= helping - 1
    return at_least(rules.chance[reroll, min(dice, rules.max_dice)], number)


# ---- What enhancements add, worked out once for many attempts --------------------------------------------------

AID = record(
    ("adds", "i8", len(WAYS)),  # to the roll, by way of attack
    ("dice", "i8"),
    ("cards", "i8"),  # how many of them count as a card
    ("rerolls", "i8"),  # 1: a die may be rolled again
)


@compiled(inline=False)
def add_up(rules: Any, helping: int, aid: Any) -> None:
    """What these enhancements add to an attack, if they help with it."""
    for way in range(len(WAYS)):
        aid.adds[way] = 0
    aid.dice = 0
    aid.cards = ones(helping & rules.wild)
    aid.rerolls = 1 if helping & rules.rerolls != 0 else 0
    while helping != 0:
        number = lowest(helping)
        helping &= helping - 1
        for way in range(len(WAYS)):
            aid.adds[way] += rules.adds[number, way]
        aid.dice += rules.extra_dice[number]


@compiled()
def share_of(rules: Any, aid: Any, act: int, target: int, cards: int) -> float:
    """The chance that an attempt with so many cards captures its card, helped by enhancements where they may help."""
    number = needed(rules, act, target)
    if may_help(rules, act, target):
        return at_least(odds_helped(rules, aid, act, cards), number - aid.adds[act - STRIKE])
    dice = rules.spell_dice if act == SPELL else cards + aid.cards
    return at_least(rules.chance[0, min(dice, rules.max_dice)], number)


@compiled()
def odds_helped(rules: Any, aid: Any, act: int, cards: int) -> Any:
    """The chances, by what is needed less what is added, of attempts with so many cards that enhancements help."""
    dice = rules.spell_dice if act == SPELL else cards + aid.cards
    return rules.chance[aid.rerolls, min(dice + aid.dice, rules.max_dice)]


# ---- Attempts that differ in nothing but which cards are played ------------------------------------------------

LIKES = len(WAYS) * (NUMBERS + 1)


@compiled()
def like_of(move: Any) -> int:
    """The way and the number of cards of an attempt, as one number below LIKES."""
    return (move.act - STRIKE) * (NUMBERS + 1) + ones(move.cards)


@compiled()
def with_same_cards(moves: Any, count: int, first: int, wilds: int) -> int:
    """How many attempts from the first on are made in its way with its cards and its wild enhancement.

    They are listed one after another, and are as many for all cards of a way and number with one wild enhancement.
    """
    act, cards, wild = moves[first].act, moves[first].cards, moves[first].used & wilds
    i = first + 1
    while i < count and moves[i].cards == cards and moves[i].act == act and moves[i].used & wilds == wild:
        i += 1
    return i - first


@compiled()
def place_of(used: int, choices: int) -> int:
    """The number of a choice of enhancements, counted from 0, which is to use none."""
    place, bit = 0, 1
    while used & choices != 0:
        if used & choices & -choices != 0:
            place |= bit
        bit <<= 1
        choices &= choices - 1
    return place


@compiled()
def choice_at(place: int, choices: int) -> int:
    """The choice of enhancements that has this number."""
    used = 0
    while place != 0:
        if place & 1 != 0:
            used |= choices & -choices
        place >>= 1
        choices &= choices - 1
    return used


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
