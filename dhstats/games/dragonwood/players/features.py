"""What a trained player takes in of a position, input by input, and those of them that no move changes.

The position is the table as a move leaves it, its dice fallen, nothing drawn yet. An attempt ends in one of two ways,
with its exact chance: the card is captured, or a wound is owed. Everything comes from the player's own view and from
the rule record, so that the same inputs serve every rule set and two to four players. The inputs are counts and points
on a scale of about one.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.scratch import scratch
from dhstats.games.dragonwood.players.prospects import aid_of, creatures_lying, hidden_among, threat, unseen_cards
from dhstats.games.dragonwood.players.race import in_last_turn
from dhstats.games.dragonwood.rules.attempts import AID
from dhstats.games.dragonwood.table import MAX_SEATS, N_CREATURES, N_ENHANCEMENTS, N_TARGETS, NO_TITLE

SUCCESS, FAILURE = 0, 1  # the ways in which an attempt's dice may fall
ENDS = 2

OTHERS = MAX_SEATS - 1
WAYS = 3

# Inputs that no move of the decision changes. Other players are taken in the order in which their turns come.
THEIR_POINTS = 0
THEIR_CREATURES = THEIR_POINTS + OTHERS
THEIR_HANDS = THEIR_CREATURES + OTHERS
THEIR_ADDS = THEIR_HANDS + OTHERS  # by player and way: what lasting enhancements add
THEIR_ONCE = THEIR_ADDS + OTHERS * WAYS  # how many others they have
THREATS = THEIR_ONCE + OTHERS  # by title: the points that one of the others may capture there next, times the chance
ADVENTURERS_LEFT = THREATS + N_CREATURES
DECKS_LEFT = ADVENTURERS_LEFT + 1
END_CALLED = DECKS_LEFT + 1
LAST_TURN = END_CALLED + 1
OWN_TURN = LAST_TURN + 1
WOOD_LEFT = OWN_TURN + 1
POINTS_TO_COME = WOOD_LEFT + 1  # points on creatures that may be expected in the pile
HELP_TO_COME = POINTS_TO_COME + 1  # enhancements that may be
LYING = HELP_TO_COME + 1  # by title: cards in the landscape
FIXED = LYING + N_TARGETS

# Inputs that depend on the move.
OWN_POINTS = FIXED
OWN_LEAD = OWN_POINTS + 1
FINAL_LEAD = OWN_LEAD + 1  # with the bonus for most creatures
OWN_CREATURES = FINAL_LEAD + 1
RACE = OWN_CREATURES + 1  # seven: creatures more than the best other, from three fewer to three more
GAME_OVER = RACE + 7
GAME_WON = GAME_OVER + 1
DRAWN = GAME_WON + 1  # cards that the move draws
OWED = DRAWN + 1  # cards that are still to be given up
OWN_HAND = OWED + 1
ROW = OWN_HAND + 1  # the longest row has at least 2, 3, 4, 5, 6 cards
ALIKE = ROW + 5
SUIT = ALIKE + 5
PAIRS = SUIT + 5  # three: pairs of neighbours, of equal numbers, of one suit
OWNED = PAIRS + 3  # by enhancement
PROMISE = OWNED + N_ENHANCEMENTS  # by way: the points of the best attack next turn, times its chance
GROWTH = PROMISE + WAYS  # the same with one card more
SIEGE = GROWTH + WAYS  # the best chance to capture a dragon that is still to come
HELP = SIEGE + 1  # the best chance to capture an enhancement that lies there
THEIR_BEST = HELP + 1  # the most that one of the others may capture next
STAKES = THEIR_BEST + 1  # points in the landscape
INPUTS = STAKES + 1

POINTS_SCALE = np.float32(0.05)
GAIN_SCALE = np.float32(0.3)
HAND_SCALE = np.float32(0.12)
ZERO, ONE = np.float32(0.0), np.float32(1.0)


@compiled(inline=False)
def situation(view: Any, x: Any) -> None:
    """Writes the inputs that no move changes: the others, the clock, the landscape, what is still to come."""
    players, seat = view.rules.players, view.seat
    for place in range(FIXED):
        x[place] = ZERO
    for i in range(players - 1):
        other(view, (seat + 1 + i) % players, i, x)
    clock(view, x)
    unseen, dragons = unseen_cards(view)
    for target in range(N_TARGETS):
        x[LYING + target] = np.float32(view.lying[target])
        expected = hidden_among(view, target, unseen, dragons)
        if target < N_CREATURES:
            x[POINTS_TO_COME] += np.float32(0.03 * expected * view.rules.points[target])
        else:
            x[HELP_TO_COME] += np.float32(0.25 * expected)


@compiled(inline=False)
def other(view: Any, seat: int, place: int, x: Any) -> None:
    """What is known of another player, and what they could capture next."""
    rules, aid = view.rules, scratch(AID)
    aid_of(view, seat, aid)
    x[THEIR_POINTS + place] = np.float32(view.points[seat]) * POINTS_SCALE
    x[THEIR_CREATURES + place] = np.float32(0.1 * view.creatures[seat])
    x[THEIR_HANDS + place] = np.float32(view.hand_sizes[seat]) * HAND_SCALE
    x[THEIR_ONCE + place] = np.float32(0.5 * ones(view.owned[seat] & (rules.once | rules.wild)))
    for way in range(WAYS):
        x[THEIR_ADDS + WAYS * place + way] = np.float32(0.25 * aid.adds[way])
    targets = creatures_lying(view, NO_TITLE)
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        points = np.float32(threat(view, seat, aid, target) * rules.points[target]) * GAIN_SCALE
        x[THREATS + target] = max(x[THREATS + target], points)


@compiled()
def clock(view: Any, x: Any) -> None:
    """How near the end is, and whether this is the player's own turn."""
    rules = view.rules
    x[ADVENTURERS_LEFT] = np.float32(0.02 * view.adventurers_left)
    x[DECKS_LEFT] = np.float32(max(0, rules.decks - view.decks_begun))
    x[END_CALLED] = ONE if view.turns_left > 0 else ZERO
    x[LAST_TURN] = ONE if in_last_turn(view) else ZERO
    x[OWN_TURN] = ONE if view.mover == view.seat else ZERO
    x[WOOD_LEFT] = np.float32(0.04 * view.wood_left)
