"""What is known of the hands of others: cards that they have shown and kept, and how large their sets may be.

All of it follows from a view. Cards shown in an attempt that failed are still held until they are seen discarded or go
to a neighbour unseen; what else a hand holds counts as cards dealt by lot.
"""

from math import comb
from typing import Any

import numpy as np

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.course import RECENT
from dhstats.games.dragonwood.rules.attempts import ROWS, longest_row, most_alike, most_of_a_suit, share_of
from dhstats.games.dragonwood.rules.hands import bonus_for_most, dragons_captured
from dhstats.games.dragonwood.table import MAX_HAND, NO_TITLE, NOBODY, NUMBERS, SCREAM, STRIKE, SUITS

LARGEST = 6  # larger sets count as this large
WAYS = 3

KNOWN = np.dtype(
    (
        np.record,
        [
            ("sets", "i8", WAYS),  # by way: how large the largest set is that they are known to hold,
            ("cards", "i8"),  # and how many cards they hold: `size` would be numpy's own in plain Python
        ],
    )
)


def _times(a: list[int], b: list[int]) -> list[int]:
    """The product of two polynomials, as far as the largest hand."""
    product = [0] * (MAX_HAND + 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b[: MAX_HAND + 1 - i]):
            product[i + j] += left * right
    return product


def _power(a: list[int], exponent: int) -> list[int]:
    product = [1]
    for _ in range(exponent):
        product = _times(product, a)
    return product


def _sizes() -> np.ndarray[Any, Any]:
    """The chances of the largest set's size, by way, cards in hand and size: exact for the whole deck, 5 by 12.

    A hand is counted by how many cards of each number (or suit) it has: the coefficients of a product of polynomials.
    A row depends on which numbers are in the hand at all.
    """
    below = np.zeros((WAYS, MAX_HAND + 1, LARGEST + 1))  # hands whose largest set is no larger
    held = [comb(SUITS, cards) for cards in range(SUITS + 1)]
    some = [0, *held[1:]]
    with_numbers = [_power(some, count) for count in range(NUMBERS + 1)]
    for size in range(LARGEST + 1):
        sets = [0] * (NUMBERS + 1)  # how many sets of so many numbers have no longer row
        for numbers, row in enumerate(ROWS.tolist()):
            sets[numbers.bit_count()] += row <= size or size == LARGEST
        alike = _power(held[: size + 1] if size < LARGEST else held, NUMBERS)
        suit = _power([comb(NUMBERS, cards) for cards in range((size if size < LARGEST else NUMBERS) + 1)], SUITS)
        for cards in range(MAX_HAND + 1):
            rows = sum(
                sets[count] * (with_numbers[count] + [0] * cards)[cards] for count in range(min(cards, NUMBERS) + 1)
            )
            all_hands = comb(SUITS * NUMBERS, cards)
            for way, hands in enumerate((rows, (alike + [0] * cards)[cards], (suit + [0] * cards)[cards])):
                below[way, cards, size] = hands / all_hands
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


@compiled()
def lead(view: Any) -> int:
    """The points on captured creatures, less those of the best other."""
    best = -1
    for seat in range(view.rules.players):
        if seat != view.seat:
            best = max(best, view.points[seat])
    return view.points[view.seat] - best


@compiled(inline=False)
def bonus_lead(view: Any, more: int) -> int:
    """The bonus for most creatures if the game ended now, less that of the best other."""
    most, bonus, holders = bonus_for_most(view, view.seat, more)
    if view.creatures[view.seat] + more < most:
        return -bonus
    return bonus if holders == 1 else 0


@compiled(inline=False)
def final_lead(view: Any, points: int, more: int) -> int:
    """The score of who decides less that of the best other if the game ended now."""
    seat = view.seat
    own = view.creatures[seat] + more
    most, bonus, _ = bonus_for_most(view, seat, more)
    best = 0
    for other in range(view.rules.players):
        if other != seat:
            best = max(best, view.points[other] + (bonus if view.creatures[other] == most else 0))
    return view.points[seat] + points + (bonus if own == most else 0) - best


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


@compiled(inline=False)
def captor(view: Any, title: int) -> int:
    """Who captured a creature, the last of those round the table if several have; nobody for no title."""
    found = NOBODY
    if title != NO_TITLE:
        for seat in range(view.rules.players):
            if view.captured[seat, title] > 0:
                found = seat
    return found
