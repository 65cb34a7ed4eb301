"""What trained players take in of a position: that of `inputs`, and how the game would end.

A lead counts with the figure's points and as ties are broken. Once a move ends the game, its result is an input; once
it calls the end, the chance that the opponent's last turn cannot turn the lead is.

Source: Dragonheart, English rulebook, end of the game; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.game import LAID
from dhstats.engine.vectors import float_steps, write_steps
from dhstats.games.dragonheart.players import features, inputs
from dhstats.games.dragonheart.players.features import LEAD, OWN_FIGURE, SHIPS_LEFT, THEIR_FIGURE
from dhstats.games.dragonheart.players.inputs import FEATURES, NO_MOVE, ONE, OWN_PLANS, THEIR_REPLIES, ZERO
from dhstats.games.dragonheart.table import CANNOT_DRAW, LAST_CARD_DRAWN, N_PICTURES, PETRIFIED_DRAGON, TO_STACK

LEAD_STEPS = float_steps(-10.0, -6.0, -3.0, -1.2, 0.0, 0.2, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0)  # a tie is half a point

# Inputs that depend on the move, after those of `inputs`.
OVER = inputs.INPUTS
RESULT = OVER + 1  # 1 for a win, -1 for a loss, where the game is over
CALLED = RESULT + 1  # the opponent has the last turn
SAFE = CALLED + 1  # then the chance that they cannot turn a lead
FINAL_LEAD = SAFE + 1  # were the game over now
THEIR_CALL = FINAL_LEAD + 1  # the opponent's chance to call the end next turn with a ship
THEIR_CALL_AHEAD = THEIR_CALL + 1  # the same where they are ahead
OWN_CALL = THEIR_CALL_AHEAD + 1
OWN_CALL_AHEAD = OWN_CALL + 1
CALLED_LEVELS = OWN_CALL_AHEAD + 1  # the lead in steps, once the end is called
INPUTS = CALLED_LEVELS + len(LEAD_STEPS)

HIDDEN = (*inputs.HIDDEN, *range(OVER, INPUTS))  # from a player who plays blind

EVEN = np.float32(0.1)  # less is no lead: leads are whole or half points
NO_LEAD = np.float32(-1000.0)  # reaches no step
TENFOLD = np.float32(10.0)


@compiled(inline=False)
def outlook(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move: the table after it, what both could take next, how the game would end.

    A move has one end, which is certain.
    """
    laid = scratch(LAID)
    inputs.lay_table(view, x, laid)
    return change(view, move, end, x, laid)


@compiled(inline=False)
def lay(view: Any, x: Any, laid: Any) -> None:
    """Writes the inputs for the table as it lies, as if a move without cards had been made; keeps what moves change."""
    inputs.lay_table(view, x, laid)
    change(view, NO_MOVE[0], 0, x, laid)


@compiled(inline=False)
def change(view: Any, move: Any, end: int, x: Any, laid: Any) -> float:
    """Writes what `outlook` does, from the table as it was laid."""
    inputs.change_table(view, move, x, laid)
    write_endings(view, move, x, x[FEATURES:])
    inputs.write_prospects(view, x, laid)
    return 1.0


@compiled()
def write_endings(view: Any, move: Any, x: Any, y: Any) -> None:
    """Whether the move ends the game or calls its end, and how that stands; who could call it next turn."""
    rules = view.rules
    figure = np.float32(rules.figure_points) + (np.float32(0.5) if rules.figure_breaks_ties != 0 else ZERO)
    lead = y[LEAD] * np.float32(20.0) + figure * (y[OWN_FIGURE] - y[THEIR_FIGURE])
    left = y[SHIPS_LEFT] + y[SHIPS_LEFT + 1] + y[SHIPS_LEFT + 2]
    called = left == 0 or deck_calls(view, move, y)
    over = view.turns_left == 1 or (called and rules.last_turn == 0)
    called = called and not over
    x[OVER] = ONE if over else ZERO
    x[RESULT] = (ONE if lead > EVEN else -ONE if lead < -EVEN else ZERO) if over else ZERO
    x[CALLED] = ONE if called else ZERO
    x[FINAL_LEAD] = lead * np.float32(0.05)
    x[SAFE] = chance_to_stay_ahead(view, x, y, lead, figure) if called and lead > EVEN else ZERO
    # Who could call the end next turn, by a last ship stack, and whether they would be ahead before they take it
    theirs, own = ZERO, ZERO
    for picture in range(N_PICTURES if y[SHIPS_LEFT] > 0 else 0):
        if rules.then[picture] == TO_STACK:
            theirs, own = x[THEIR_REPLIES + picture], x[OWN_PLANS + picture]
    x[THEIR_CALL], x[OWN_CALL] = theirs, own
    x[THEIR_CALL_AHEAD] = theirs if lead < 0 else ZERO
    x[OWN_CALL_AHEAD] = own if lead > 0 else ZERO
    write_steps(lead if called else NO_LEAD, LEAD_STEPS, x[CALLED_LEVELS:])


@compiled()
def chance_to_stay_ahead(view: Any, x: Any, y: Any, lead: Any, figure: Any) -> Any:
    """The chance that no reply of the opponent turns a lead, as if their pictures were independent of each other.

    `figure` is what the figure is worth in the end; whoever loses it loses as much as the other gains.
    """
    rules, gains, theirs = view.rules, y[features.OWN_TAKE :], x[THEIR_REPLIES:]
    claimable = features.can_be_claimed(rules, y) and y[THEIR_FIGURE] == 0
    stays = ONE
    for picture in range(N_PICTURES):
        swing = gains[picture] * TENFOLD
        if claimable and takes_dragons(rules, picture):
            swing += figure * (ONE + y[OWN_FIGURE])
        if lead - swing < EVEN:
            stays *= ONE - theirs[picture]
    return stays


@compiled()
def takes_dragons(rules: Any, picture: int) -> bool:
    """Whether an arrow of a space leads to the petrified dragons."""
    for arrow in range(rules.arrows[picture]):
        if rules.takes[picture, arrow] == PETRIFIED_DRAGON:
            return True
    return False


@compiled()
def deck_calls(view: Any, move: Any, y: Any) -> bool:
    """Whether the mover's deck calls the end when they draw after the move."""
    rules, seat = view.rules, view.seat
    deck, wanted = view.deck_sizes[seat], inputs.cards_wanted(view, move, y)
    if rules.deck_end == CANNOT_DRAW:
        return bool(wanted > 0 and deck == 0)
    if rules.deck_end == LAST_CARD_DRAWN:
        return bool(view.emptied[seat] >= 0 or (deck > 0 and wanted >= deck))
    return bool(view.emptied[seat] >= 0)
