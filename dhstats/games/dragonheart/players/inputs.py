"""What trained players of version 2 take in of a position: that of `features`, and what plans and threats rest on.

Counts and points stand once more as steps, so that a network need not bend a line to say "enough"; what the opponent
holds stands as chances, inferred from their last turns; what either could take next is an expectation over these.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.players import features
from dhstats.games.dragonheart.players.features import CARDS, HELD, LEAD, POINTS, THEIR_CARDS
from dhstats.games.dragonheart.players.inference import chance_of_none, none_drawn
from dhstats.games.dragonheart.players.restrictions import HIDDEN as HIDDEN_FEATURES
from dhstats.games.dragonheart.table import MOVE, N_PICTURES, PETRIFIED_DRAGON, UNLIMITED, cards_in

MOST = 3  # of a picture: a row that lacks more cards is out of reach in one turn
DECK_STEPS = np.array((1, 3, 6, 10, 15, 20, 28, 36))
LEAD_STEPS = np.array((-30, -20, -12, -8, -4, -1, 1, 4, 8, 13, 20, 30))

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

HIDDEN = (  # from a player who plays blind
    *range(FEATURES), *(FEATURES + i for i in HIDDEN_FEATURES),
    *range(LEAD_LEVELS, OWN_DECK), *range(THEIR_REPLIES, INPUTS),
)  # fmt: skip

NO_MOVE = np.zeros(1, MOVE).view(np.recarray)  # whose fields plain Python reads as compiled code does
ONE, ZERO, POINTS_SCALE = np.float32(1.0), np.float32(0.0), np.float32(0.1)


@compiled(inline=False)
def situation(view: Any, x: Any, chances: Any) -> None:
    """Writes the inputs that no move of this turn changes; `chances` are those that the opponent holds each picture."""
    features.situation(view, x[FEATURES:])
    for picture in range(N_PICTURES):
        write_chances(view, picture, chances[picture], x)
    write_steps(np.float32(view.deck_sizes[1 - view.seat]), DECK_STEPS, x[THEIR_DECK:])


@compiled()
def write_chances(view: Any, picture: int, chance: Any, x: Any) -> None:
    """The chances that the opponent holds at least one card of a picture, two, three.

    All that was exact before the inference is scaled as the chance of one is.
    """
    other = 1 - view.seat
    hand = view.hand_sizes[other]
    pool = hand + view.deck_sizes[other]
    left = view.rules.deck_pictures[picture] - cards_in(view.played[other, picture])
    none = chance_of_none(view, picture, hand)
    one, two = ZERO, ZERO  # the chances of exactly one and two
    if hand >= 1:
        one = np.float32(hand * left) / np.float32(max(pool, 1))
        for drawn in range(hand - 1):
            one *= np.float32(max(pool - left - drawn, 0)) / np.float32(max(pool - 1 - drawn, 1))
    if hand >= 2 and left >= 2:
        two = np.float32(hand * (hand - 1) * left * (left - 1)) / np.float32(2 * pool * (pool - 1))
        for drawn in range(hand - 2):
            two *= np.float32(max(pool - left - drawn, 0)) / np.float32(max(pool - 2 - drawn, 1))
    some = ONE - none
    scale = chance / some if some > np.float32(1e-6) else ZERO
    x[THEIR_CHANCES + picture] = some * scale
    several, many = some - one, some - one - two
    x[THEIR_CHANCES + N_PICTURES + picture] = several * scale if several > np.float32(1e-5) else ZERO
    x[THEIR_CHANCES + 2 * N_PICTURES + picture] = many * scale if many > np.float32(1e-5) else ZERO
    x[FEATURES + THEIR_CARDS + picture] *= scale


@compiled()
def write_steps(amount: Any, steps: Any, x: Any) -> None:
    """One for each step that an amount reaches, zero for the others."""
    for i in range(len(steps)):
        x[i] = ONE if amount >= steps[i] else ZERO


@compiled(inline=False)
def outlook(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move: the table after it, and what both could take from it next.

    A move has one end, which is certain.
    """
    no_claim = write_table(view, move, x)
    write_prospects(view, x, no_claim)
    return 1.0


@compiled(inline=False)
def start(view: Any, x: Any) -> None:
    """Writes the inputs for the table as it lies, as if a move without cards had been made."""
    outlook(view, NO_MOVE[0], 0, x)


@compiled()
def write_table(view: Any, move: Any, x: Any) -> Any:
    """The table after the move; by picture what an activation would bring, and the chance of both to do it next turn.

    Returns the chance that the opponent makes no claim. Gains and chances stand where `write_prospects` puts what
    follows from them.
    """
    y = x[FEATURES:]
    features.lay_out(view, move, y)
    features.holdings(view, move, y)
    write_steps(y[LEAD] * np.float32(20.0), LEAD_STEPS, x[LEAD_LEVELS:])
    rules, gains = view.rules, y[features.OWN_TAKE :]
    theirs, own = x[THEIR_REPLIES:], x[OWN_PLANS:]
    draws = cards_drawn(view, move, y)
    write_steps(np.float32(view.deck_sizes[view.seat] - draws), DECK_STEPS, x[OWN_DECK:])
    no_claim = ONE
    for picture in range(N_PICTURES):
        points = ZERO
        claims = False
        for arrow in range(rules.arrows[picture]):
            points = max(points, y[POINTS + rules.takes[picture, arrow]])
            claims = claims or rules.takes[picture, arrow] == PETRIFIED_DRAGON
        slots = rules.slots[picture]
        missing = 1 if slots == UNLIMITED else slots - int(y[CARDS + picture])
        gains[picture] = points * POINTS_SCALE
        theirs[picture] = x[THEIR_CHANCES + (missing - 1) * N_PICTURES + picture] if 1 <= missing <= MOST else ZERO
        lacking = missing - int(y[HELD + picture])
        own[picture] = ONE if lacking <= 0 else ZERO
        if lacking == 1 and points > 0:
            own[picture] = chance_to_draw(view, picture, draws)
        if claims and slots == UNLIMITED:
            no_claim *= ONE - theirs[picture]
    return no_claim


@compiled()
def write_prospects(view: Any, x: Any, no_claim: Any) -> None:
    """What both may expect to take next turn, and who could take the figure."""
    y = x[FEATURES:]
    gains = y[features.OWN_TAKE :]
    theirs, own = x[THEIR_REPLIES:], x[OWN_PLANS:]
    x[THEIR_REPLY] = expected_best(gains, theirs)
    x[OWN_PLAN] = expected_best(gains, own)
    for picture in range(N_PICTURES):
        theirs[picture] *= gains[picture]
        own[picture] *= gains[picture]
    possible = features.can_be_claimed(view.rules, y)
    x[THEIR_CLAIM] = (ONE - no_claim) * (ONE - y[features.THEIR_FIGURE]) if possible else ZERO
    features.prospects(view, y)
    features.chances_of_figure(view, y)


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
def chance_to_draw(view: Any, picture: int, draws: int) -> Any:
    """How likely it is that the mover draws a card of a picture (hypergeometric)."""
    seat = view.seat
    seen = cards_in(view.played[seat, picture]) + cards_in(view.hand[picture])
    return ONE - none_drawn(view.rules.deck_pictures[picture] - seen, view.deck_sizes[seat], draws)


@compiled()
def expected_best(gains: Any, chances: Any) -> Any:
    """The expected best of what can be gained, as if the chance of each were independent of the others."""
    total, nothing_better, used = ZERO, ONE, 0
    while True:
        best, most = -1, ZERO
        for picture in range(N_PICTURES):
            if gains[picture] > most and used >> picture & 1 == 0:
                best, most = picture, gains[picture]
        if best < 0:
            return total
        used |= 1 << best
        total += nothing_better * chances[best] * most
        nothing_better *= ONE - chances[best]
