"""What players take in who learn a whole space of rules: that of `endings`, and the rules in force.

Numbers of the rules stand as how far they are from the English edition's, so that what nobody changes is zero. What
shows on the table itself is no input of its own: points given before the game, opening hands, whose the figure is.
Arrows show in what `inputs` says that a play would take.

What the rules make the figure worth in points and cards stands beside who has it and who could take it.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.game import LAID
from dhstats.games.dragonheart.players import endings, features, inputs
from dhstats.games.dragonheart.players.inputs import FEATURES, NO_MOVE, ONE, ZERO
from dhstats.games.dragonheart.rules.collecting import fills
from dhstats.games.dragonheart.table import AFTER_LAST_CARD, LAST_CARD_DRAWN, N_PICTURES, TO_SCORE, TO_STACK, UNLIMITED

# Inputs that no move of the turn changes, before those of `inputs`; of the figure how many cards more than everybody
# else its keeper refills to, whether it breaks no tie, and whether whoever loses it always loses a card.
HAND, FIGURE_POINTS, FIGURE_HAND, FIGURE_CARDS, TIES_STAY, CLAIM_ANY, ALWAYS_ONE, SHIP_STACKS = range(8)
DECK_ENDS = 8  # two: the turn after the last card calls the end, drawing it does
NO_LAST_TURN = 10
THEIR_LIMIT = 11  # one part of the cards that the opponent may play in their first turn, if that is next
SLOTS = 12  # by picture, of a row
STACKS = SLOTS + N_PICTURES  # by picture: whether its space is a stack
SCORED = STACKS + N_PICTURES  # by picture: whether its own cards are scored
CARDS = SCORED + N_PICTURES  # by picture: how many are in a deck
POINTS = CARDS + N_PICTURES
NUMBERS = POINTS + N_PICTURES
FIXED = NUMBERS + inputs.FIXED

# Inputs that depend on the move, after those of `endings`.
STACKS_LEFT = NUMBERS + endings.INPUTS  # how many stacks more call the end
FIGURE_LEAD = STACKS_LEFT + 1  # the figure's points to who has it: more than zero is the mover
CARDS_LEAD = FIGURE_LEAD + 1  # the same of the cards that its keeper refills to
OWN_CLAIM = CARDS_LEAD + 1  # the figure's points, if the mover could take it next turn
THEIR_CLAIM = OWN_CLAIM + 1  # times the opponent's chance to
OWN_DRAW = THEIR_CLAIM + 1  # how many cards the mover draws
INPUTS = OWN_DRAW + 1

HIDDEN = (  # from a player who plays blind
    THEIR_LIMIT, *(NUMBERS + i for i in endings.HIDDEN), FIGURE_LEAD, CARDS_LEAD, THEIR_CLAIM,
)  # fmt: skip

TENTH, QUARTER, HALF = np.float32(0.1), np.float32(0.25), np.float32(0.5)


@compiled(inline=False)
def situation(view: Any, x: Any, chances: Any) -> None:
    """Writes the inputs that no move of this turn changes; `chances` are those that the opponent holds each picture."""
    rules, limit = view.rules, view.rules.first_turn_max[1 - view.seat]
    x[HAND] = np.float32(rules.hand_size - 5) * HALF
    x[FIGURE_POINTS] = np.float32(rules.figure_points - 3) * QUARTER
    x[FIGURE_HAND] = np.float32(rules.figure_hand_size - 6) * HALF
    x[FIGURE_CARDS] = np.float32(rules.figure_hand_size - rules.hand_size - 1) * HALF
    x[TIES_STAY] = ZERO if rules.figure_breaks_ties != 0 else ONE
    x[CLAIM_ANY] = ZERO if rules.claim_any == 0 else ONE
    x[ALWAYS_ONE] = ONE if rules.theft_always_one == 1 else ZERO
    x[SHIP_STACKS] = np.float32(rules.ship_stacks - 3) * HALF
    x[DECK_ENDS] = ONE if rules.deck_end == AFTER_LAST_CARD else ZERO
    x[DECK_ENDS + 1] = ONE if rules.deck_end == LAST_CARD_DRAWN else ZERO
    x[NO_LAST_TURN] = ZERO if rules.last_turn != 0 else ONE
    x[THEIR_LIMIT] = ONE / np.float32(limit) if view.turn == 0 and limit > 0 else ZERO
    for picture in range(N_PICTURES):
        slots = rules.slots[picture]
        x[SLOTS + picture] = ZERO if slots == UNLIMITED else np.float32(slots - 3) * HALF
        x[STACKS + picture] = ONE if slots == UNLIMITED else ZERO
        x[SCORED + picture] = ONE if rules.then[picture] == TO_SCORE else ZERO
        x[CARDS + picture] = np.float32(rules.deck_pictures[picture]) * TENTH
        x[POINTS + picture] = ZERO
    for i in range(rules.deck_size):
        card = rules.deck[i]
        x[POINTS + (card >> 4)] += np.float32(card & 15) * np.float32(0.05)
    inputs.situation(view, x[NUMBERS:], chances)


@compiled(inline=False)
def outlook(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move, as `endings` does, and what the rules make of them."""
    laid = scratch(LAID)
    inputs.lay_table(view, x[NUMBERS:], laid)
    return change(view, move, end, x, laid)


@compiled(inline=False)
def lay(view: Any, x: Any, laid: Any) -> None:
    """Writes the inputs for the table as it lies, as if a move without cards had been made; keeps what moves change."""
    inputs.lay_table(view, x[NUMBERS:], laid)
    change(view, NO_MOVE[0], 0, x, laid)


@compiled(inline=False)
def change(view: Any, move: Any, end: int, x: Any, laid: Any) -> float:
    """Writes what `outlook` does, from the table as it was laid."""
    z = x[NUMBERS:]
    endings.change(view, move, end, z, laid)
    y, rules = z[FEATURES:], view.rules
    built = fills(view, move.picture, move.cards) and rules.then[move.picture] == TO_STACK
    left = rules.ship_stacks - view.stacks - (1 if built else 0)
    x[STACKS_LEFT] = np.float32(max(left, 0)) * QUARTER
    points, holder = np.float32(rules.figure_points) * TENTH, y[features.OWN_FIGURE] - y[features.THEIR_FIGURE]
    x[FIGURE_LEAD] = points * holder
    x[CARDS_LEAD] = np.float32(rules.figure_hand_size - rules.hand_size) * HALF * holder
    x[OWN_CLAIM] = points * y[features.OWN_CLAIM]
    x[THEIR_CLAIM] = points * z[inputs.THEIR_CLAIM]
    x[OWN_DRAW] = np.float32(inputs.cards_drawn(view, move, y)) * QUARTER
    return 1.0
