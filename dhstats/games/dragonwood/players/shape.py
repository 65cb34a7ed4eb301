"""How the cards of a hand go together: its largest sets, and which of the cards to come would enlarge them."""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.games.dragonwood.players import inputs as at
from dhstats.games.dragonwood.players import rivals
from dhstats.games.dragonwood.rules.attempts import ROWS, numbers_in
from dhstats.games.dragonwood.rules.hands import dragons_captured
from dhstats.games.dragonwood.table import N_CREATURES, NO_TITLE, NUMBER_BITS, NUMBERS, SUIT_BITS, SUITS
from dhstats.games.records import record

SHAPE = record(
    ("sizes", "i8", 3),  # by way: how large the largest set is,
    ("sets", "i8", 3),  # its cards, of several such sets the first,
    ("enlarge", "i8", 3),  # and the cards that would make a larger one, a bit each
    ("in_suits", "i8"),  # pairs of cards of one suit, counted twice
)


def _first_row(numbers: int) -> int:
    length = int(ROWS[numbers])
    row = (1 << length) - 1
    while length and numbers & row != row:
        row <<= 1
    return row


def _lengthen(numbers: int) -> int:
    return sum(1 << more for more in range(NUMBERS) if ROWS[numbers | 1 << more] > ROWS[numbers])


FIRST_ROW = np.array([_first_row(numbers) for numbers in range(1 << NUMBERS)], np.int16)
LENGTHEN = np.array([_lengthen(numbers) for numbers in range(1 << NUMBERS)], np.int16)


@compiled(inline=False)
def look_over(hand: int, shape: Any) -> None:
    """The shape of a hand."""
    numbers = numbers_in(hand)
    row, cards, found = int(FIRST_ROW[numbers]), 0, 0
    for suit in range(SUITS):  # a card of each of its numbers: of several suits the first
        here = hand >> NUMBERS * suit & row & ~found
        cards |= here << NUMBERS * suit
        found |= here
    shape.sizes[0], shape.sets[0] = ROWS[numbers], cards
    shape.enlarge[0] = np.int64(LENGTHEN[numbers]) * NUMBER_BITS
    most = find_alike(hand, shape)
    shape.enlarge[1] = most * NUMBER_BITS
    shape.sets[1] = hand & (most & -most) * NUMBER_BITS
    find_of_a_suit(hand, shape)


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


# ---- Inputs ------------------------------------------------------------------------------------------------------


@compiled(inline=False)
def standing(view: Any, after: Any, x: Any) -> None:
    """Points and creatures after the move, and how it ends if that ends the game."""
    rules, seat, taken, tally = view.rules, view.seat, after.taken, scratch(rivals.TALLY)
    rivals.take_stock(view, tally)
    if 0 <= taken < N_CREATURES:
        rivals.count_in(rules, tally, seat, taken)
    final = rivals.final_lead(rules, tally, seat, rivals.NO_POINTS)
    x[at.OWN_POINTS] = np.float32(tally.points[seat]) * at.POINTS_SCALE
    x[at.OWN_LEAD] = np.float32(0.1 * (tally.points[seat] - rivals.best_other(rules, tally.points, seat)))
    x[at.FINAL_LEAD] = np.float32(0.1 * final)
    at.reach(x, at.LEADS, at.LEAD_STEPS, final)
    x[at.OWN_CREATURES] = np.float32(0.1 * tally.creatures[seat])
    ahead = min(max(tally.creatures[seat] - rivals.best_other(rules, tally.creatures, seat), -3), 3)
    for step in range(7):
        x[at.RACE + step] = at.ONE if ahead == step - 3 else at.ZERO
    after.won = 0.0
    over = view.turns_left == 1 or (taken != NO_TITLE and rivals.ends_game(view, taken))
    x[at.GAME_OVER] = at.ONE if over else at.ZERO
    x[at.GAME_WON] = np.float32(rivals.won_in(tally, seat, final)) if over else at.ZERO
    for place in range(at.LAST_DRAGON, at.DRAWN):
        x[place] = at.ZERO
    if not over and rules.end_dragons != 0:
        left = rules.dragon_cards - dragons_captured(view)
        if taken != NO_TITLE and rules.dragons >> taken & 1 != 0:
            left -= 1
        if left == 1:
            last_dragon(view, after, tally, x)


@compiled(inline=False)
def last_dragon(view: Any, after: Any, tally: Any, x: Any) -> None:
    """How the game ends with the last dragon: captured by oneself, or by the other whom it suits best."""
    rules, seat, breaker = view.rules, view.seat, tally.breaker
    dragons = rivals.dragons_to_come(view)
    if after.taken != NO_TITLE and dragons & ~(1 << after.taken) != 0:
        dragons &= ~(1 << after.taken)
    title = lowest(dragons)
    own, worst, lost = 0.0, -rivals.NO_POINTS, 0.0
    for taker in range(rules.players):
        points, creatures = tally.points[taker], tally.creatures[taker]
        rivals.count_in(rules, tally, taker, title)
        final = rivals.final_lead(rules, tally, seat, rivals.NO_POINTS)
        if taker == seat:
            own = rivals.won_in(tally, seat, final)
            at.reach(x, at.OWN_END, at.END_STEPS, final)
        else:
            worst = min(worst, final)
            lost = max(lost, rivals.won_in(tally, taker, rivals.final_lead(rules, tally, taker, rivals.NO_POINTS)))
        tally.points[taker], tally.creatures[taker], tally.breaker = points, creatures, breaker
    at.reach(x, at.THEIR_END, at.END_STEPS, worst)
    x[at.LAST_DRAGON] = at.ONE
    if after.targets >> title & 1 != 0:
        after.won = own
        x[at.LAST_LIES] = at.ONE
        worth = np.float32(max(1, rules.points[title])) * at.GAIN_SCALE
        x[at.END_LOST] = np.float32(lost * x[at.THREATS + title]) / worth
