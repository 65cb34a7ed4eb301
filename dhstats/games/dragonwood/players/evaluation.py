"""The parametric strategy: a weighted sum over what a move does, with a name for every weight."""

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.games.dragonwood.players import prospects, rivals
from dhstats.games.dragonwood.players.sifting import MOST_KEPT, shortlist
from dhstats.games.dragonwood.rules.attempts import AID, longest_row, most_alike, most_of_a_suit
from dhstats.games.dragonwood.table import (
    A_TURN,
    ALL_CREATURES,
    MAX_SEATS,
    N_CREATURES,
    N_TARGETS,
    NO_TITLE,
    RELOAD,
    REROLL,
    SPELL,
)
from dhstats.games.records import record

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

# What is worked out once a decision.
NOTES = record(
    ("kept", "i8", MOST_KEPT),  # the moves worth a look
    ("aid", AID),  # what one's own lasting enhancements add,
    ("aids", AID, MAX_SEATS),  # and those of the others
    ("lying", prospects.PROMISES),  # attacks on creatures in the landscape,
    ("dragons", prospects.PROMISES),  # and on dragons that are still to be captured
    ("prey", prospects.PREY),  # creatures that are left: looked for when an enhancement's worth is asked for first
    ("looked", "i8"),  # 1: that has been done
    ("hand", "i8"),  # the cards kept that were looked at last,
    ("row", "i8"),  # and their sets
    ("alike", "i8"),
    ("suit", "i8"),
    ("stay", "f8"),  # what it is worth to keep all cards
    ("bonus", "f8"),  # and to have one creature more, for the bonus
    ("seen", "i8"),  # cards of the landscape whose worth is known, a bit each,
    ("captures", "f8", N_TARGETS),  # and what it is worth to have each
)


def choose(view: Any, moves: Any, count: int, weights: Any, shares: Any) -> int:
    """Plays the move with the largest weighted sum among those worth a look; of equals the first."""
    if count == 1:
        return 0
    notes = scratch(NOTES)
    looked_at = shortlist(view, moves, count, 0, notes.kept, shares)
    if looked_at == 1:
        return 0
    take_notes(view, weights, notes)
    best, best_value = 0, -1e300
    for k in range(looked_at):
        value = worth(view, moves[notes.kept[k]], shares[k], weights, notes)
        if value > best_value:
            best, best_value = notes.kept[k], value
    return best


@compiled(inline=False)
def take_notes(view: Any, weights: Any, notes: Any) -> None:
    """Works out what all moves share."""
    prospects.aid_of(view, view.seat, notes.aid)
    prospects.promise_nothing_yet(view.landscape & ALL_CREATURES, notes.lying)
    prospects.promise_nothing_yet(rivals.dragons_to_come(view), notes.dragons)
    notes.seen, notes.looked = 0, 0
    count_sets(view.hand, notes)
    if view.phase != A_TURN:
        return
    notes.stay = keeping(view, view.hand, NO_TITLE, weights, notes)
    notes.bonus = 0.0
    if weights[BONUS] != 0.0:
        tally = scratch(rivals.TALLY)
        rivals.take_stock(view, tally)
        now = rivals.bonus_lead(view.rules, tally, view.seat)
        tally.creatures[view.seat] += 1
        notes.bonus = weights[BONUS] * (rivals.bonus_lead(view.rules, tally, view.seat) - now)
    if weights[DENIAL] != 0.0:
        for seat in range(view.rules.players):
            prospects.aid_of(view, seat, notes.aids[seat])


@compiled(inline=False)
def worth(view: Any, move: Any, share: float, weights: Any, notes: Any) -> float:
    """The weighted sum of what a move does; an attempt succeeds with the chance `share`."""
    if move.act == RELOAD:  # whatever cards come
        rules, seat = view.rules, view.seat
        ahead = view.points[seat] - max(-1, rivals.best_other(rules, view.points, seat))
        sign = 1 if ahead > 0 else (-1 if ahead < 0 else 0)
        over = max(0, view.hand_sizes[seat] + rules.reload_draws - rules.hand_limit)
        drawn = weights[RELOADS] + weights[OVERFLOW] * over + weights[HURRY] * sign * rules.reload_draws
        return drawn + notes.stay
    if move.act <= SPELL:  # success and failure, each by its chance
        target = move.target
        if notes.seen >> target & 1 == 0:
            notes.captures[target] = capturing(view, target, weights, notes)
            notes.seen |= 1 << target
        won = notes.captures[target] + weights[CARDS] * ones(move.cards)
        won += keeping(view, view.hand & ~move.cards, target, weights, notes)
        lost = weights[FAILURE] + notes.stay
        return weights[ONCE] * ones(move.used) + share * won + (1.0 - share) * lost
    if move.act <= REROLL:
        return prospects.chance_with(view, move.act, move.die)
    return keeping(view, view.hand & ~move.cards, NO_TITLE, weights, notes)


@compiled(inline=False)
def capturing(view: Any, target: int, weights: Any, notes: Any) -> float:
    """What it is worth to have a card of the landscape."""
    rules = view.rules
    if target >= N_CREATURES:
        adds = 0.0
        if weights[ENHANCEMENTS] != 0.0:
            if notes.looked == 0:
                prospects.look_for_prey(view, notes.aid, notes.prey)
                notes.looked = 1
            adds = prospects.worth_of(rules, notes.aid, notes.prey, target - N_CREATURES)
        return weights[ENHANCEMENTS] * adds + ending(view, target, weights)
    points = rules.points[target]
    value = weights[POINTS] * points + weights[CREATURES] + weights[DRAGONS] * (rules.dragons >> target & 1)
    value += notes.bonus
    if weights[DENIAL] != 0.0:
        value += weights[DENIAL] * points * prospects.threat_of_others(view, notes.aids, target)
    return value + ending(view, target, weights)


@compiled(inline=False)
def ending(view: Any, target: int, weights: Any) -> float:
    """What it is worth that a capture ends the game, if it does."""
    if weights[ENDING] == 0.0 or not rivals.ends_game(view, target):
        return 0.0
    tally = scratch(rivals.TALLY)
    rivals.take_stock(view, tally)
    if target < N_CREATURES:
        rivals.count_in(view.rules, tally, view.seat, target)
    final = rivals.final_lead(view.rules, tally, view.seat, 0)
    return weights[ENDING] if final > 0 else (-weights[ENDING] if final < 0 else 0.0)


@compiled(inline=False)
def keeping(view: Any, hand: int, taken: int, weights: Any, notes: Any) -> float:
    """What cards kept are worth, once a card of the landscape is taken away; nothing in a player's last turn."""
    if rivals.in_last_turn(view):
        return 0.0
    if hand != notes.hand:  # many attempts are made with the same cards
        count_sets(hand, notes)
    row, alike, suit = notes.row, notes.alike, notes.suit
    value = weights[FIT] * (row + alike + suit)
    if weights[PROMISE] != 0.0:
        gone = taken if taken != NO_TITLE and view.lying[taken] == 1 else NO_TITLE
        value += weights[PROMISE] * prospects.best_promise(view.rules, notes.aid, notes.lying, gone, row, alike, suit)
    if weights[SIEGE] != 0.0:
        value += weights[SIEGE] * prospects.best_promise(view.rules, notes.aid, notes.dragons, taken, row, alike, suit)
    return value


@compiled(inline=False)
def count_sets(hand: int, notes: Any) -> None:
    """Takes note of the sets in a hand."""
    notes.hand = hand
    notes.row, notes.alike, notes.suit = longest_row(hand), most_alike(hand), most_of_a_suit(hand)
