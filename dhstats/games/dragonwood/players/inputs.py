"""What a trained player takes in of a position, input by input, and those of them that no move changes.

The position is the table as a move leaves it, its dice fallen, nothing drawn yet. An attempt ends in one of two ways,
with its exact chance: the card is captured, or a wound is owed. Everything comes from the player's own view and from
the rule record, so that the same inputs serve every rule set and two to four players. Counts stand as ladders of steps;
of the end it is taken in how the game stands if it ended now, if one's own capture of the last dragon ended it, and if
another's did.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.games.dragonwood.players.prospects import aid_of, hidden_among, unseen_cards
from dhstats.games.dragonwood.players.rivals import KNOWN, in_last_turn, know, threat_of
from dhstats.games.dragonwood.rules.attempts import AID
from dhstats.games.dragonwood.table import MAX_SEATS, N_CREATURES, N_ENHANCEMENTS, N_TARGETS, SPELL, STRIKE

SUCCESS, FAILURE = 0, 1  # the ways in which an attempt's dice may fall
ENDS = 2

OTHERS = MAX_SEATS - 1
WAYS = 3
HAND_STEPS = 9
SET_STEPS = 5  # a set has at least 2, 3, 4, 5, 6 cards
CARD_STEPS = np.array([1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 45, 64], np.int64)
WOOD_STEPS = np.array([1, 2, 3, 5, 8, 12, 17], np.int64)
LEAD_STEPS = np.array([-11, -8, -5, -3, -1, 0, 1, 2, 4, 6, 9, 12], np.int64)
END_STEPS = np.array([-6, -3, 0, 1, 4, 7], np.int64)
TURN_STEPS = MAX_SEATS + 1

# Inputs that no move of the decision changes. Other players are taken in the order in which their turns come.
THEIR_POINTS = 0
THEIR_CREATURES = THEIR_POINTS + OTHERS
THEIR_HANDS = THEIR_CREATURES + OTHERS
THEIR_ADDS = THEIR_HANDS + OTHERS  # by player and way: what lasting enhancements add
THEIR_ONCE = THEIR_ADDS + OTHERS * WAYS  # how many others they have
NEXT_HAND = THEIR_ONCE + OTHERS  # who is next holds at least 1 to 9 cards
THEIR_SETS = NEXT_HAND + HAND_STEPS  # by way: one of the others is known to hold such a set
THREATS = THEIR_SETS + WAYS * SET_STEPS  # by title: the chance of one of the others to capture it, times its points
CARDS_LEFT = THREATS + N_TARGETS  # cards that will still be drawn
CARDS_TO_COME = CARDS_LEFT + 1  # at least so many of them
DECKS_LEFT = CARDS_TO_COME + len(CARD_STEPS)
TURNS_LEFT = DECKS_LEFT + 1  # once the end is called: at least 1 to 5
LAST_TURN = TURNS_LEFT + TURN_STEPS
OWN_TURN = LAST_TURN + 1
WOOD_LEFT = OWN_TURN + 1
WOOD_TO_COME = WOOD_LEFT + 1  # at least so many cards of the Dragonwood deck
DRAGON_NEXT = WOOD_TO_COME + len(WOOD_STEPS)  # dragons among the cards left of the Dragonwood deck
POINTS_TO_COME = DRAGON_NEXT + 1  # points on creatures that may be expected in the pile
HELP_TO_COME = POINTS_TO_COME + 1  # enhancements that may be
LYING = HELP_TO_COME + 1  # by title: cards in the landscape
FIXED = LYING + N_TARGETS

# Inputs that depend on the move.
OWN_POINTS = FIXED
OWN_LEAD = OWN_POINTS + 1
FINAL_LEAD = OWN_LEAD + 1  # with the bonus for most creatures
LEADS = FINAL_LEAD + 1  # at least so many points
OWN_CREATURES = LEADS + len(LEAD_STEPS)
RACE = OWN_CREATURES + 1  # seven: creatures more than the best other, from three fewer to three more
GAME_OVER = RACE + 7
GAME_WON = GAME_OVER + 1
LAST_DRAGON = GAME_WON + 1  # its capture ends the game: it is the only one left,
LAST_LIES = LAST_DRAGON + 1  # and lies in the landscape;
END_CHANCE = LAST_LIES + 1  # one's own chance to capture it next,
END_WON = END_CHANCE + 1  # and to win by that;
END_LOST = END_WON + 1  # the chance that another captures it and wins by that;
OWN_END = END_LOST + 1  # the final lead if one captures it oneself,
THEIR_END = OWN_END + len(END_STEPS)  # and if the other whom it suits best does
DRAWN = THEIR_END + len(END_STEPS)  # cards that the move draws
OWED = DRAWN + 1  # cards that are still to be given up, already left out of the hand
OWN_HAND = OWED + 1  # at least 1 to 9 cards
SETS = OWN_HAND + HAND_STEPS  # by way: the largest set has at least 2 to 6 cards
PAIRS = SETS + WAYS * SET_STEPS  # three: pairs of neighbours, of equal numbers, of one suit
OUTS = PAIRS + 3  # by way: the chance that the next card drawn enlarges the largest set
OWNED = OUTS + WAYS  # by enhancement
PROMISE = OWNED + N_ENHANCEMENTS  # by way: the points of the best attack next turn, times its chance
GROWTH = PROMISE + WAYS  # the same with one card more
PLAN = GROWTH + WAYS  # by way: the best attack and the best one after it with the cards that are left
BEST = PLAN + WAYS  # the best attack of all,
SECOND = BEST + 1  # the best one on another creature,
NEXT = SECOND + 1  # the best one after a card is drawn,
KEPT = NEXT + 1  # and the best one if the others do not capture its creature first
HELPED = KEPT + 1  # what spending enhancements adds to the best attack
CHANCES = HELPED + 1  # by title: the best chance to capture what lies there
SIEGE = CHANCES + N_TARGETS  # the best chance to capture a dragon that is still to come
THEIR_BEST = SIEGE + 1  # the most that one of the others may capture next
STAKES = THEIR_BEST + 1  # points in the landscape
INPUTS = STAKES + 1

HIDDEN = (  # inputs, from a player who plays blind: all that is known of the others, and what follows from it
    *range(THEIR_POINTS, CARDS_LEFT),
    *range(OWN_LEAD, OWN_CREATURES),
    *range(RACE, GAME_OVER),
    *(GAME_WON, END_WON, END_LOST, *range(OWN_END, DRAWN), KEPT, THEIR_BEST),
)

POINTS_SCALE = np.float32(0.05)
GAIN_SCALE = np.float32(0.3)
HAND_SCALE = np.float32(0.12)
ZERO, ONE = np.float32(0.0), np.float32(1.0)


@compiled(inline=False)
def situation(view: Any, x: Any) -> None:
    """Writes the inputs that no move changes: the others, the clock, the landscape, what is still to come."""
    rules = view.rules
    for place in range(FIXED):
        x[place] = ZERO
    for i in range(rules.players - 1):
        other(view, (view.seat + 1 + i) % rules.players, i, x)
    # How near the end is, and whether this is the player's own turn
    held = 0
    for seat in range(rules.players):
        held += view.hand_sizes[seat]
    decks = max(0, rules.decks - view.decks_begun)
    left = view.adventurers_left + decks * max(0, rules.adventurers - held)
    x[CARDS_LEFT] = np.float32(0.015 * left)
    if rules.decks > 0:
        reach(x, CARDS_TO_COME, CARD_STEPS, left)
    x[DECKS_LEFT] = np.float32(decks)
    climb(x, TURNS_LEFT, TURN_STEPS, view.turns_left)
    x[LAST_TURN] = ONE if in_last_turn(view) else ZERO
    x[OWN_TURN] = ONE if view.mover == view.seat else ZERO
    x[WOOD_LEFT] = np.float32(0.04 * view.wood_left)
    reach(x, WOOD_TO_COME, WOOD_STEPS, view.wood_left)
    unseen, dragons = unseen_cards(view)
    x[DRAGON_NEXT] = np.float32(dragons / view.wood_left) if view.wood_left > 0 else ZERO
    for target in range(N_TARGETS):
        x[LYING + target] = np.float32(view.lying[target])
        expected = hidden_among(view, target, unseen, dragons)
        if target < N_CREATURES:
            x[POINTS_TO_COME] += np.float32(0.03 * expected * rules.points[target])
        else:
            x[HELP_TO_COME] += np.float32(0.25 * expected)


@compiled(inline=False)
def other(view: Any, seat: int, place: int, x: Any) -> None:
    """What is known of another player, and what they could capture next."""
    rules, aid, known = view.rules, scratch(AID), scratch(KNOWN)
    aid_of(view, seat, aid)
    know(view, seat, known)
    x[THEIR_POINTS + place] = np.float32(view.points[seat]) * POINTS_SCALE
    x[THEIR_CREATURES + place] = np.float32(0.1 * view.creatures[seat])
    x[THEIR_HANDS + place] = np.float32(view.hand_sizes[seat]) * HAND_SCALE
    x[THEIR_ONCE + place] = np.float32(0.5 * ones(view.owned[seat] & (rules.once | rules.wild)))
    if place == 0:
        climb(x, NEXT_HAND, HAND_STEPS, view.hand_sizes[seat])
    for way in range(WAYS):
        x[THEIR_ADDS + WAYS * place + way] = np.float32(0.25 * aid.adds[way])
        climb(x, THEIR_SETS + SET_STEPS * way, SET_STEPS, known.sets[way] - 1)
    targets = view.landscape
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        worth = rules.points[target] if target < N_CREATURES else 1
        points = np.float32(threat_of(rules, aid, known, target) * worth) * GAIN_SCALE
        x[THREATS + target] = max(x[THREATS + target], points)


@compiled()
def climb(x: Any, first: int, steps: int, count: int) -> None:
    """Sets as many of these steps to one as the count says, and leaves the others as they are."""
    for step in range(min(steps, count)):
        x[first + step] = ONE


@compiled()
def reach(x: Any, first: int, steps: Any, value: int) -> None:
    """Of each step whether the value reaches it."""
    for i in range(len(steps)):
        x[first + i] = ONE if value >= steps[i] else ZERO


# The name of each restriction and what it means; its number is its place, counted from 1.
RESTRICTIONS = (
    ("no_strikes", "never strikes"),
    ("no_stomps", "never stomps"),
    ("no_screams", "never screams"),
    ("no_enhancements", "never tries to capture an enhancement"),
    ("no_dragons", "never attacks a dragon"),
    ("blind", "ignores the others: their points, creatures, hands and enhancements, and what they could capture"),
)
NO_STRIKES, NO_STOMPS, NO_SCREAMS, NO_ENHANCEMENTS, NO_DRAGONS, BLIND = range(1, len(RESTRICTIONS) + 1)


@compiled()
def forbids(view: Any, move: Any, restriction: int) -> bool:
    """Whether a restriction rules a move out."""
    if not STRIKE <= move.act <= SPELL:
        return False
    if restriction <= NO_SCREAMS:
        return bool(move.act == STRIKE + restriction - NO_STRIKES)
    if restriction == NO_ENHANCEMENTS:
        return bool(move.target >= N_CREATURES)
    if restriction == NO_DRAGONS:
        return bool(view.rules.dragons >> move.target & 1 != 0)
    return False
