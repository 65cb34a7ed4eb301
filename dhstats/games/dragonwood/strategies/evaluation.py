"""The parametric strategy: a weighted sum over what a move does, with a name for every weight."""

from __future__ import annotations

from typing import Any

import numpy as np

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.plays import longest_row, most_alike, most_of_a_suit
from dhstats.games.dragonwood.prospects import (
    best_of_sets,
    bonus_lead,
    chance_with,
    creatures_lying,
    dragons_to_come,
    ends_game,
    final_lead,
    in_last_turn,
    lasting,
    lead,
    threat_of_others,
    worth_of,
)
from dhstats.games.dragonwood.sifting import MOST_KEPT, sift
from dhstats.games.dragonwood.table import (
    A_TURN,
    N_CREATURES,
    N_TARGETS,
    NO_TITLE,
    RELOAD,
    REROLL,
    SPELL,
    STRIKE,
)

# What is weighed, in the order of the weights: the name in a character's file, and what one unit of it is. What an
# attempt may bring or cost counts by its exact chance.
TERMS = (
    ("points", "a point captured"),
    ("cards", "an adventurer card that a capture spends"),
    ("failure", "an attempt that fails, which costs a wound"),
    ("once", "an enhancement used that is spent or counts as a card, whatever comes of it"),
    ("reload", "drawing in place of an attempt"),
    ("overflow", "a card drawn beyond the limit of the hand"),
    ("hurry", "a card drawn while ahead in points, which brings the end nearer; the opposite while behind"),
    (
        "promise",
        "a point that the best attack with the cards kept would bring next turn, times its chance, at creatures that"
        " lie there then",
    ),
    ("fit", "a card of the longest row, the most of a number and the most of a suit among the cards kept"),
    ("siege", "a point that an attack with the cards kept could bring at a dragon that is still to be captured"),
    (
        "enhancements",
        "a point that a captured enhancement adds: to one's share of the creatures left, or once, with three dice",
    ),
    ("creatures", "a creature captured, whatever its points"),
    ("dragons", "a dragon captured"),
    ("denial", "a point captured, times the chance that the best placed of the others would have captured it next"),
    ("bonus", "a point gained in the bonus for most creatures, against the best other, as if the game ended now"),
    ("ending", "winning by a capture that ends the game; the opposite for losing by it"),
)
(
    POINTS, CARDS, FAILURE, ONCE, RELOADS, OVERFLOW, HURRY, PROMISE, FIT, SIEGE, ENHANCEMENTS, CREATURES, DRAGONS,
    DENIAL, BONUS, ENDING,
) = range(len(TERMS))  # fmt: skip

# What is worked out once a decision: the moves worth a look, and what it is worth to have each card of the landscape.
# It is one record, as arrays of their own would count references in every call.
NOTES = np.dtype((np.record, [("kept", "i8", MOST_KEPT), ("captures", "f8", N_TARGETS)]))


def choose(view: Any, moves: Any, count: int, weights: Any, shares: Any) -> int:
    """Plays the move with the largest weighted sum among those worth a look; of equals the first."""
    notes = np.empty(1, NOTES)
    dragons = dragons_to_come(view)
    stay = keeping(view, view.hand, NO_TITLE, dragons, weights) if view.phase == A_TURN else 0.0
    best, best_value, known = 0, -1e300, 0
    for k in range(sift(view, moves, count, 0, notes[0].kept, shares)):
        i = notes[0].kept[k]
        move = moves[i]
        if STRIKE <= move.act <= SPELL and known >> move.target & 1 == 0:
            notes[0].captures[move.target] = capturing(view, move.target, weights)
            known |= 1 << move.target
        value = worth(view, move, shares[k], weights, dragons, stay, notes[0].captures)
        if value > best_value:
            best, best_value = i, value
    return best


@compiled(inline=False)
def worth(view: Any, move: Any, share: float, weights: Any, dragons: int, stay: float, captures: Any) -> float:
    """The weighted sum of what a move does; an attempt succeeds with the chance `share`.

    Worked out once a decision: the `dragons` to come, what it is worth to keep all cards (`stay`)
    and to have each card that may be captured (`captures`).
    """
    if move.act == RELOAD:
        return drawing(view, weights) + stay
    if move.act <= SPELL:
        return attempting(view, move, share, weights, dragons, stay, captures)
    if move.act <= REROLL:
        return chance_with(view, move.act, move.die)
    return keeping(view, view.hand & ~move.cards, NO_TITLE, dragons, weights)


@compiled(inline=False)
def drawing(view: Any, weights: Any) -> float:
    """What it is worth to draw, whatever cards come."""
    rules = view.rules
    ahead = lead(view)
    sign = 1 if ahead > 0 else (-1 if ahead < 0 else 0)
    over = max(0, view.hand_sizes[view.seat] + rules.reload_draws - rules.hand_limit)
    return weights[RELOADS] + weights[OVERFLOW] * over + weights[HURRY] * sign * rules.reload_draws


@compiled(inline=False)
def attempting(view: Any, move: Any, share: float, weights: Any, dragons: int, stay: float, captures: Any) -> float:
    """What an attempt is worth: success and failure, each by its chance."""
    won = captures[move.target] + weights[CARDS] * ones(move.cards)
    won += keeping(view, view.hand & ~move.cards, move.target, dragons, weights)
    lost = weights[FAILURE] + stay
    return weights[ONCE] * ones(move.used) + share * won + (1.0 - share) * lost


@compiled(inline=False)
def capturing(view: Any, target: int, weights: Any) -> float:
    """What it is worth to have a card of the landscape."""
    rules = view.rules
    if target >= N_CREATURES:
        return weights[ENHANCEMENTS] * worth_of(view, target - N_CREATURES) + ending(view, target, 0, 0, weights)
    points = rules.points[target]
    value = weights[POINTS] * points + weights[CREATURES] + weights[DRAGONS] * (rules.dragons >> target & 1)
    value += weights[BONUS] * (bonus_lead(view, 1) - bonus_lead(view, 0))
    if weights[DENIAL] != 0.0:
        value += weights[DENIAL] * points * threat_of_others(view, target)
    return value + ending(view, target, points, 1, weights)


@compiled()
def ending(view: Any, target: int, points: int, more: int, weights: Any) -> float:
    """What it is worth that a capture ends the game, if it does."""
    if weights[ENDING] == 0.0 or not ends_game(view, target):
        return 0.0
    final = final_lead(view, points, more)
    return weights[ENDING] if final > 0 else (-weights[ENDING] if final < 0 else 0.0)


@compiled(inline=False)
def keeping(view: Any, hand: int, taken: int, dragons: int, weights: Any) -> float:
    """What cards kept are worth, once a card of the landscape is taken away; nothing in a player's last turn."""
    if in_last_turn(view):
        return 0.0
    rules, helping = view.rules, lasting(view.rules, view.owned[view.seat])
    row, alike, suit = longest_row(hand), most_alike(hand), most_of_a_suit(hand)
    value = weights[FIT] * (row + alike + suit)
    if weights[PROMISE] != 0.0:
        value += weights[PROMISE] * best_of_sets(rules, helping, creatures_lying(view, taken), row, alike, suit)
    if weights[SIEGE] != 0.0:
        dragons &= ~(1 << taken) if taken != NO_TITLE else dragons
        value += weights[SIEGE] * best_of_sets(rules, helping, dragons, row, alike, suit)
    return value
