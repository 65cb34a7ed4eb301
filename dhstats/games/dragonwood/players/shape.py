"""How the cards of a hand go together: its largest sets, and which of the cards to come would enlarge them."""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.games.dragonwood.players import inputs as at
from dhstats.games.dragonwood.players.rivals import captor, dragons_to_come, ends_game
from dhstats.games.dragonwood.rules.attempts import ROWS, numbers_in
from dhstats.games.dragonwood.rules.hands import dragons_captured
from dhstats.games.dragonwood.table import MAX_SEATS, N_CREATURES, NO_TITLE, NUMBER_BITS, NUMBERS, SUIT_BITS, SUITS

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


NO_POINTS = -(1 << 30)

TALLY = np.dtype(
    (
        np.record,
        [
            ("points", "i8", MAX_SEATS),
            ("creatures", "i8", MAX_SEATS),
            ("breaker", "i8"),  # who holds the creature that breaks ties
        ],
    )
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
def lead_in(rules: Any, tally: Any, seat: int) -> int:
    """A player's points, less those of the best other."""
    best = NO_POINTS
    for other in range(rules.players):
        if other != seat:
            best = max(best, tally.points[other])
    return tally.points[seat] - best


@compiled()
def creatures_ahead(rules: Any, tally: Any, seat: int) -> int:
    """A player's creatures, less those of the best other."""
    most = 0
    for other in range(rules.players):
        if other != seat:
            most = max(most, tally.creatures[other])
    return tally.creatures[seat] - most


@compiled(inline=False)
def final_in(rules: Any, tally: Any, seat: int) -> int:
    """A player's score less that of the best other if the game ended so, with the bonus for most creatures."""
    most, holders = -1, 0
    for other in range(rules.players):
        if tally.creatures[other] > most:
            most, holders = tally.creatures[other], 1
        elif tally.creatures[other] == most:
            holders += 1
    bonus = rules.bonus if holders == 1 else rules.tied_bonus
    best = NO_POINTS
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


# ---- Inputs ------------------------------------------------------------------------------------------------------


@compiled(inline=False)
def standing(view: Any, after: Any, x: Any) -> None:
    """Points and creatures after the move, and how it ends if that ends the game."""
    rules, seat, taken, tally = view.rules, view.seat, after.taken, scratch(TALLY)
    take_stock(view, tally)
    if 0 <= taken < N_CREATURES:
        count_in(rules, tally, seat, taken)
    final = final_in(rules, tally, seat)
    x[at.OWN_POINTS] = np.float32(tally.points[seat]) * at.POINTS_SCALE
    x[at.OWN_LEAD] = np.float32(0.1 * lead_in(rules, tally, seat))
    x[at.FINAL_LEAD] = np.float32(0.1 * final)
    at.reach(x, at.LEADS, at.LEAD_STEPS, final)
    x[at.OWN_CREATURES] = np.float32(0.1 * tally.creatures[seat])
    ahead = min(max(creatures_ahead(rules, tally, seat), -3), 3)
    for step in range(7):
        x[at.RACE + step] = at.ONE if ahead == step - 3 else at.ZERO
    after.won = 0.0
    over = view.turns_left == 1 or (taken != NO_TITLE and ends_game(view, taken))
    x[at.GAME_OVER] = at.ONE if over else at.ZERO
    x[at.GAME_WON] = np.float32(won_in(tally, seat, final)) if over else at.ZERO
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
    rules, seat = view.rules, view.seat
    title = still_to_come(view, after.taken)
    points, creatures, breaker = tally.points[seat], tally.creatures[seat], tally.breaker
    count_in(rules, tally, seat, title)
    final = final_in(rules, tally, seat)
    own = won_in(tally, seat, final)
    tally.points[seat], tally.creatures[seat], tally.breaker = points, creatures, breaker
    at.reach(x, at.OWN_END, at.END_STEPS, final)
    worst, lost = -NO_POINTS, 0.0
    for other in range(rules.players):
        if other == seat:
            continue
        points, creatures = tally.points[other], tally.creatures[other]
        count_in(rules, tally, other, title)
        final = final_in(rules, tally, seat)
        worst = min(worst, final)
        lost = max(lost, won_in(tally, other, final_in(rules, tally, other)))
        tally.points[other], tally.creatures[other], tally.breaker = points, creatures, breaker
    at.reach(x, at.THEIR_END, at.END_STEPS, worst)
    x[at.LAST_DRAGON] = at.ONE
    if after.targets >> title & 1 != 0:
        after.won = own
        x[at.LAST_LIES] = at.ONE
        worth = np.float32(max(1, rules.points[title])) * at.GAIN_SCALE
        x[at.END_LOST] = np.float32(lost * x[at.THREATS + title]) / worth


@compiled()
def still_to_come(view: Any, taken: int) -> int:
    """The dragon that is the only one left, once a title is captured."""
    dragons = dragons_to_come(view)
    if taken != NO_TITLE and dragons & ~(1 << taken) != 0:
        dragons &= ~(1 << taken)
    return lowest(dragons)
