"""What is known of the hands of others: cards that they have shown and kept, and how large their sets may be.

All of it follows from a view. Cards shown in an attempt that failed are still held until they are seen discarded or go
to a neighbour unseen; what else a hand holds counts as cards dealt by lot.
"""

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.course import RECENT
from dhstats.games.dragonwood.rules.attempts import ROWS, longest_row, most_alike, most_of_a_suit, share_of
from dhstats.games.dragonwood.rules.hands import bonus_for_most, dragons_captured
from dhstats.games.dragonwood.table import MAX_HAND, MAX_SEATS, NO_TITLE, NOBODY, NUMBERS, SCREAM, STRIKE, SUITS
from dhstats.games.records import record

LARGEST = 6  # larger sets count as this large
WAYS = 3

KNOWN = record(
    ("sets", "i8", WAYS),  # by way: how large the largest set is that they are known to hold,
    ("cards", "i8"),  # and how many cards they hold: `size` would be numpy's own in plain Python
)


def _power(a: Sequence[int], exponent: int) -> np.ndarray[Any, Any]:
    """A power of a polynomial, as far as the largest hand."""
    product: np.ndarray[Any, Any] = np.ones(1, np.int64)
    for _ in range(exponent):
        product = np.convolve(product, a)
    return np.append(product, np.zeros(MAX_HAND, np.int64))[: MAX_HAND + 1]


def _sizes() -> np.ndarray[Any, Any]:
    """The chances of the largest set's size, by way, cards in hand and size: exact for the whole deck, 5 by 12.

    A hand is counted by how many cards of each number (or suit) it has: the coefficients of a product of polynomials.
    A row depends on which numbers are in the hand at all.
    """
    below = np.zeros((WAYS, MAX_HAND + 1, LARGEST + 1))  # hands whose largest set is no larger
    held = [comb(SUITS, cards) for cards in range(SUITS + 1)]
    with_numbers = np.array([_power([0, *held[1:]], count) for count in range(NUMBERS + 1)])
    how_many = np.array([numbers.bit_count() for numbers in range(1 << NUMBERS)])
    for size in range(LARGEST + 1):
        most = size if size < LARGEST else NUMBERS  # cards of a set
        sets = np.bincount(how_many[most >= ROWS], minlength=NUMBERS + 1)  # of so many numbers, without a longer row
        below[0, :, size] = sets @ with_numbers
        below[1, :, size] = _power(held[: most + 1], NUMBERS)
        below[2, :, size] = _power([comb(NUMBERS, cards) for cards in range(most + 1)], SUITS)
    below /= np.array([comb(SUITS * NUMBERS, cards) for cards in range(MAX_HAND + 1)])[:, None]
    return np.diff(below, axis=2, prepend=0.0)


SIZES = _sizes()


@compiled(inline=False)
def shown(view: Any, seat: int) -> int:
    """Cards that another player is known to hold, a bit each: shown in a recent attempt, and not given up since."""
    cards = 0
    for back in range(RECENT - 1, -1, -1):
        past = view.recent[seat, back]
        cards = 0 if past.passed > 0 else (cards | past.cards) & ~past.discarded
    return cards


@compiled()
def know(view: Any, seat: int, known: Any) -> None:
    """What is known of another player's hand."""
    cards = shown(view, seat)
    known.sets[0], known.sets[1], known.sets[2] = longest_row(cards), most_alike(cards), most_of_a_suit(cards)
    known.cards = min(view.hand_sizes[seat], MAX_HAND)


@compiled(inline=False)
def threat_of(rules: Any, aid: Any, known: Any, target: int) -> float:
    """How likely a player captures a card next by the way that suits them best, for all that is known of their hand.

    Each way is taken alone, with sets as large as by lot, but no smaller than those that they have shown.
    """
    best = 0.0
    for act in range(STRIKE, SCREAM + 1):
        way = act - STRIKE
        chance = 0.0
        for size in range(1, LARGEST + 1):
            share = SIZES[way, known.cards, size]
            if share > 0.0:
                chance += share * share_of(rules, aid, act, target, min(LARGEST, max(size, known.sets[way])))
        best = max(best, chance)
    return best


# ---- How all stand ---------------------------------------------------------------------------------------------

NO_POINTS = -(1 << 30)

TALLY = record(
    ("points", "i8", MAX_SEATS),
    ("creatures", "i8", MAX_SEATS),
    ("breaker", "i8"),  # who holds the creature that breaks ties
)


@compiled(inline=False)
def take_stock(view: Any, tally: Any) -> None:
    """What all have captured."""
    for seat in range(view.rules.players):
        tally.points[seat], tally.creatures[seat] = view.points[seat], view.creatures[seat]
    tally.breaker = captor(view, view.rules.tie_title)


@compiled()
def count_in(rules: Any, tally: Any, seat: int, title: int) -> None:
    """A player captures a creature."""
    tally.points[seat] += rules.points[title]
    tally.creatures[seat] += 1
    if title == rules.tie_title and title != NO_TITLE:
        tally.breaker = seat


@compiled()
def best_other(rules: Any, numbers: Any, seat: int) -> int:
    """The largest number that another player has."""
    best = NO_POINTS
    for other in range(rules.players):
        if other != seat:
            best = max(best, numbers[other])
    return best


@compiled(inline=False)
def bonus_lead(rules: Any, tally: Any, seat: int) -> int:
    """A player's bonus for most creatures less that of the best other if the game ended so."""
    most, bonus, holders = bonus_for_most(rules, tally.creatures)
    if tally.creatures[seat] < most:
        return -bonus
    return bonus if holders == 1 else 0


@compiled(inline=False)
def final_lead(rules: Any, tally: Any, seat: int, least: int) -> int:
    """A player's score less that of the best other, which is `least` at least, if the game ended so."""
    most, bonus, _ = bonus_for_most(rules, tally.creatures)
    best = least
    for other in range(rules.players):
        if other != seat:
            best = max(best, tally.points[other] + (bonus if tally.creatures[other] == most else 0))
    return tally.points[seat] + (bonus if tally.creatures[seat] == most else 0) - best


@compiled()
def won_in(tally: Any, seat: int, final: int) -> float:
    """What such a final lead is worth: 1, 0, or for a tie 1 for who holds what breaks it, otherwise one half."""
    if final != 0:
        return 1.0 if final > 0 else 0.0
    return 1.0 if tally.breaker == seat else 0.5


@compiled(inline=False)
def captor(view: Any, title: int) -> int:
    """Who captured a creature, the last of those round the table if several have; nobody for no title."""
    found = NOBODY
    if title != NO_TITLE:
        for seat in range(view.rules.players):
            if view.captured[seat, title] > 0:
                found = seat
    return found


# ---- How near the end is ---------------------------------------------------------------------------------------


@compiled()
def in_last_turn(view: Any) -> bool:
    """Whether the turn that is being played is the last one of whoever decides."""
    return 0 < view.turns_left <= view.rules.players


@compiled(inline=False)
def ends_game(view: Any, target: int) -> bool:
    """Whether capturing a card ends the game at once: the last dragon, or the last Dragonwood card comes up."""
    rules = view.rules
    if rules.end_last_card != 0 and view.wood_left == 1:
        return True
    if rules.end_dragons == 0 or rules.dragons >> target & 1 == 0:
        return False
    return dragons_captured(view) + 1 == rules.dragon_cards


@compiled(inline=False)
def dragons_to_come(view: Any) -> int:
    """The dragons that nobody has captured yet, titles as bits."""
    dragons = view.rules.dragons
    left = dragons
    while dragons != 0:
        title = lowest(dragons)
        taken = 0
        for seat in range(view.rules.players):
            taken += view.captured[seat, title]
        if taken == view.rules.copies[title]:
            left &= ~(1 << title)
        dragons &= dragons - 1
    return left
