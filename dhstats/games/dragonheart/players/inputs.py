"""What trained players take in of a position: that of `features`, and what plans and threats rest on.

Counts and points stand once more as steps, so that a network need not bend a line to say "enough"; what the opponent
holds stands as chances, inferred from their last turns; what either could take next is an expectation over these.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, natural
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.vectors import copy_floats, float_steps, write_steps
from dhstats.games.dragonheart import table
from dhstats.games.dragonheart.players import features
from dhstats.games.dragonheart.players.features import CARDS, HELD, LEAD, OWN_HAND, POINTS, THEIR_CARDS
from dhstats.games.dragonheart.players.guess import chance_of
from dhstats.games.dragonheart.rules.collecting import claims_figure, fills, target_of
from dhstats.games.dragonheart.table import N_PICTURES, N_PLACES, PICTURES, UNLIMITED, cards_in

MOST = 3  # of a picture: a row that lacks more cards is out of reach in one turn
DECK_STEPS = float_steps(1, 3, 6, 10, 15, 20, 28, 36)
LEAD_STEPS = float_steps(-30, -20, -12, -8, -4, -1, 1, 4, 8, 13, 20, 30)

# Inputs that no move of the turn changes, before those of `features`.
THEIR_CHANCES = 0  # by number, then by picture: that the opponent holds at least 1, 2, 3 cards of it
THEIR_DECK = MOST * N_PICTURES
FEATURES = THEIR_DECK + len(DECK_STEPS)
FIXED = FEATURES + features.FIXED

# Inputs that depend on the move, after those of `features`.
LEAD_LEVELS = FEATURES + features.INPUTS
OWN_DECK = LEAD_LEVELS + len(LEAD_STEPS)  # as it will be once cards are drawn
OWN_PLANS = OWN_DECK + len(DECK_STEPS)  # by picture: points that own cards could take next turn, times their chance
OWN_PLAN = OWN_PLANS + N_PICTURES  # the expected best of them
THEIR_REPLIES = OWN_PLAN + 1  # by picture: the same of the opponent
THEIR_REPLY = THEIR_REPLIES + N_PICTURES
THEIR_CLAIM = THEIR_REPLY + 1  # the opponent's chance to take the figure next turn
INPUTS = THEIR_CLAIM + 1

# What is kept of the table as it lies. Amounts: what stands in a row of inputs from the cards on, and from the plans
# on; then the chances that the opponent makes no claim, and that they hold what makes one. Counts: by place, as bits,
# the pictures that take from it, then those that claim the figure; by picture how many own cards of it are yet to come;
# the pictures for which the mover holds enough cards, those for which one is lacking, and the first after the move.
N_LAID = features.OWN_BEST - CARDS
NO_CLAIM = N_LAID + THEIR_CLAIM - OWN_PLANS
CLAIM = NO_CLAIM + 1
TAKERS = 0
CLAIMERS = N_PLACES
UNSEEN = CLAIMERS + 1
READY = UNSEEN + N_PICTURES
LACKING, READY_THEN = READY + 1, READY + 2

HIDDEN = (  # from a player who plays blind
    *range(FEATURES), *(FEATURES + i for i in features.HIDDEN),
    *range(LEAD_LEVELS, OWN_DECK), *range(THEIR_REPLIES, INPUTS),
)  # fmt: skip

BEST = np.dtype([("order", "i8", N_PICTURES)])  # pictures, by what they bring
NO_MOVE = np.zeros(1, table.MOVE).view(np.recarray)  # whose fields plain Python reads as compiled code does
ONE, ZERO, POINTS_SCALE = np.float32(1.0), np.float32(0.0), np.float32(0.1)


@compiled(inline=False)
def situation(view: Any, x: Any, chances: Any) -> None:
    """Writes the inputs that no move of this turn changes; `chances` are those that the opponent holds each picture."""
    features.situation(view, x[FEATURES:])
    other = 1 - view.seat
    hand = view.hand_sizes[other]
    pool = hand + view.deck_sizes[other]
    for picture in range(N_PICTURES):
        left = view.rules.deck_pictures[picture] - cards_in(view.played[other, picture])
        none, one, two = chance_of(0, left, pool, hand), chance_of(1, left, pool, hand), chance_of(2, left, pool, hand)
        some = ONE - none
        # All that was exact before the inference is scaled as the chance of one is
        scale = chances[picture] / some if some > np.float32(1e-6) else ZERO
        x[THEIR_CHANCES + picture] = some * scale
        several, many = some - one, some - one - two
        x[THEIR_CHANCES + N_PICTURES + picture] = several * scale if several > np.float32(1e-5) else ZERO
        x[THEIR_CHANCES + 2 * N_PICTURES + picture] = many * scale if many > np.float32(1e-5) else ZERO
        x[FEATURES + THEIR_CARDS + picture] *= scale
    write_steps(np.float32(view.deck_sizes[other]), DECK_STEPS, x[THEIR_DECK:])


@compiled()
def lay_table(view: Any, x: Any, laid: Any) -> None:
    """The table before any move, and which pictures a change of each place concerns."""
    y, rules, counts = x[FEATURES:], view.rules, laid.counts
    for place in range(N_PLACES):
        y[CARDS + place], y[POINTS + place] = np.float32(view.cards[place]), np.float32(view.points[place])
    for picture in range(N_PICTURES):
        features.hold(picture, view.hand[picture], y)
    y[OWN_HAND] = np.float32(view.hand_sizes[view.seat]) * np.float32(0.2)
    for i in range(len(counts)):
        counts[i] = 0
    no_claim, claim = ONE, ZERO
    for picture in range(N_PICTURES):
        for arrow in range(rules.arrows[picture]):
            counts[natural(TAKERS + rules.takes[picture, arrow])] |= 1 << picture
        lacking = reckon(view, picture, 0, x)
        counts[READY] |= (1 if lacking <= 0 else 0) << picture
        counts[LACKING] |= (1 if lacking == 1 else 0) << picture
        counts[UNSEEN + picture] = cards_unseen(view, picture)
        if rules.slots[picture] == UNLIMITED and counts[TAKERS + table.PETRIFIED_DRAGON] >> picture & 1 != 0:
            no_claim *= ONE - x[THEIR_REPLIES + picture]
            claim = max(claim, min(y[THEIR_CARDS + picture], ONE))
            counts[CLAIMERS] |= 1 << picture
    laid.amounts[NO_CLAIM], laid.amounts[CLAIM] = no_claim, claim
    copy_floats(laid.amounts, y[CARDS:], N_LAID)
    copy_floats(laid.amounts[N_LAID:], x[OWN_PLANS:], THEIR_CLAIM - OWN_PLANS)


@compiled()
def change_table(view: Any, move: Any, x: Any, laid: Any) -> None:
    """The table after the move; by picture what an activation would bring, and the chance of both to do it next turn.

    Gains and chances stand where `write_prospects` puts what follows from them. Only pictures are reckoned anew that
    the move concerns; of others that lack one card it may be drawn.
    """
    y, counts, space = x[FEATURES:], laid.counts, move.picture
    copy_floats(y[CARDS:], laid.amounts, N_LAID)
    copy_floats(x[OWN_PLANS:], laid.amounts[N_LAID:], THEIR_CLAIM - OWN_PLANS)
    features.put_down(view, move, y)
    features.hold(space, view.hand[space] - move.values, y)
    y[OWN_HAND] = np.float32(view.hand_sizes[view.seat] - move.cards) * np.float32(0.2)
    write_steps(y[LEAD] * np.float32(20.0), LEAD_STEPS, x[LEAD_LEVELS:])
    draws = cards_drawn(view, move, y)
    write_steps(np.float32(view.deck_sizes[view.seat] - draws), DECK_STEPS, x[OWN_DECK:])
    draw_cards(counts[LACKING], view, draws, x, counts)
    concerned = counts[natural(TAKERS + space)] | 1 << space
    if fills(view, space, move.cards):
        target = target_of(view, move)
        concerned |= counts[natural(TAKERS + target)] | counts[TAKERS + table.BELOW] | 1 << target
    concerned &= (1 << N_PICTURES) - 1
    ready = counts[READY] & ~concerned
    while concerned != 0:
        picture = lowest(concerned)
        ready |= (1 if reckon(view, picture, draws, x) <= 0 else 0) << picture
        concerned &= concerned - 1
    counts[READY_THEN] = ready


@compiled()
def draw_cards(lacking: int, view: Any, draws: int, x: Any, counts: Any) -> None:
    """The mover's chance to draw the one card that each of these pictures lacks, if that would bring anything."""
    gains, deck = x[FEATURES + features.OWN_TAKE :], view.deck_sizes[view.seat]
    while lacking != 0:
        picture = natural(lowest(lacking))
        chance = ONE - chance_of(0, counts[UNSEEN:][picture], deck, draws)
        x[OWN_PLANS:][picture] = chance if gains[picture] > 0 else ZERO
        lacking &= lacking - 1


@compiled()
def reckon(view: Any, picture: int, draws: int, x: Any) -> int:
    """What an activation would bring, and both sides' chances to make it; returns how many cards the mover lacks."""
    y, rules, points = x[FEATURES:], view.rules, ZERO
    for arrow in range(rules.arrows[picture]):
        points = max(points, y[natural(POINTS + rules.takes[picture, arrow])])
    slots = rules.slots[picture]
    missing = 1 if slots == UNLIMITED else slots - int(y[CARDS + picture])
    gain = points * POINTS_SCALE
    y[features.OWN_TAKE + picture] = gain
    y[features.ONE_SHORT + picture] = ONE if slots != UNLIMITED and missing == 1 else ZERO
    likely = min(y[THEIR_CARDS + picture], ONE)
    theirs, short = gain * likely, missing
    while short > 1 and theirs > 0:
        theirs *= np.float32(0.5) * likely
        short -= 1
    y[features.THEIR_TAKE + picture] = theirs
    reachable = 1 <= missing <= MOST
    x[THEIR_REPLIES + picture] = x[THEIR_CHANCES + (missing - 1) * N_PICTURES + picture] if reachable else ZERO
    lacking = missing - int(y[HELD + picture])
    own = ONE if lacking <= 0 else ZERO
    if lacking == 1 and points > 0:
        own = ONE - chance_of(0, cards_unseen(view, picture), view.deck_sizes[view.seat], draws)
    x[OWN_PLANS + picture] = own
    return lacking


@compiled()
def write_prospects(view: Any, x: Any, laid: Any) -> None:
    """What both may expect to take next turn, and who could take the figure."""
    y = x[FEATURES:]
    gains = y[features.OWN_TAKE :]
    theirs, own = x[THEIR_REPLIES:], x[OWN_PLANS:]
    best = scratch(BEST)
    put_best_first(gains, best.order)
    x[THEIR_REPLY] = expected_best(gains, theirs, best.order)
    x[OWN_PLAN] = expected_best(gains, own, best.order)
    own_best, their_best = ZERO, ZERO
    for picture in range(N_PICTURES):
        gain = gains[picture]
        theirs[picture] *= gain
        own[picture] *= gain
        gains[picture] = gain if laid.counts[READY_THEN] >> picture & 1 != 0 else ZERO
        own_best, their_best = max(own_best, gains[picture]), max(their_best, y[features.THEIR_TAKE + picture])
    y[features.OWN_BEST], y[features.THEIR_BEST] = own_best, their_best
    write_claims(view, x, y, laid)
    for place in range(N_PLACES):  # so far in whole numbers
        y[CARDS + place] *= np.float32(0.25)
        y[POINTS + place] *= POINTS_SCALE


@compiled()
def write_claims(view: Any, x: Any, y: Any, laid: Any) -> None:
    """Who could take the figure next turn."""
    if not features.can_be_claimed(view.rules, y):
        x[THEIR_CLAIM] = y[features.THEIR_CLAIM] = y[features.OWN_CLAIM] = ZERO
        return
    claimers, own = laid.counts[CLAIMERS], ZERO
    while claimers != 0:
        own = ONE if y[natural(HELD + lowest(claimers))] > 0 else own
        claimers &= claimers - 1
    free = ONE - y[features.THEIR_FIGURE]
    x[THEIR_CLAIM] = (ONE - laid.amounts[NO_CLAIM]) * free
    y[features.THEIR_CLAIM] = laid.amounts[CLAIM] * free
    y[features.OWN_CLAIM] = own * (ONE - y[features.OWN_FIGURE])


@compiled()
def cards_wanted(view: Any, move: Any, y: Any) -> Any:
    """How many cards the mover's hand lacks after a move; none where it is not above zero."""
    size = view.rules.figure_hand_size if y[features.OWN_FIGURE] > 0 else view.rules.hand_size
    return size - view.hand_sizes[view.seat] + move.cards


@compiled()
def cards_drawn(view: Any, move: Any, y: Any) -> int:
    """How many cards the mover draws after a move, if the game goes on."""
    return min(max(cards_wanted(view, move, y), 0), view.deck_sizes[view.seat])


@compiled()
def cards_unseen(view: Any, picture: int) -> int:
    """How many cards of a picture the mover's deck still holds."""
    seen = cards_in(view.played[view.seat, picture]) + cards_in(view.hand[picture])
    return view.rules.deck_pictures[picture] - seen


@compiled()
def put_best_first(gains: Any, order: Any) -> None:
    """Writes the pictures in the order of their gains, the largest first; of equal ones the first of them."""
    for picture in range(N_PICTURES):
        before = 0
        for other in range(N_PICTURES):
            better = gains[other] >= gains[picture] if other < picture else gains[other] > gains[picture]
            before += 1 if better else 0
        order[natural(before)] = picture


@compiled()
def expected_best(gains: Any, chances: Any, order: Any) -> Any:
    """The expected best of what can be gained, as if the chance of each were independent of the others."""
    total, nothing_better = ZERO, ONE
    for i in range(N_PICTURES):
        picture = natural(order[i])
        total += nothing_better * chances[picture] * gains[picture]
        nothing_better *= ONE - chances[picture]
    return total


# The name of each restriction and what it means; its number is its place, counted from 1.
RESTRICTIONS = (
    ("no_figure", "never takes the Great Dragon figure"),
    ("no_ships", "never plays a ship"),
    ("single_cards", "never plays two cards at once"),
    ("blind", "ignores the opponent: their score, their cards, what they could take, and that they hold the figure"),
    ("hoard", "keeps cards worth 3 points and more in hand"),
)
NO_FIGURE, NO_SHIPS, SINGLE_CARDS, BLIND, HOARD = range(1, len(RESTRICTIONS) + 1)

_SHIP = PICTURES.index("ship")
_PRECIOUS = 3


@compiled()
def forbids(view: Any, move: Any, restriction: int) -> bool:
    """Whether a restriction rules a move out."""
    if restriction == NO_FIGURE:
        return bool(claims_figure(view, move))
    if restriction == NO_SHIPS:
        return bool(move.picture == _SHIP)
    if restriction == SINGLE_CARDS:
        return bool(move.cards > 1)
    if restriction == HOARD:
        return bool(move.values >> 6 * _PRECIOUS != 0)
    return False
