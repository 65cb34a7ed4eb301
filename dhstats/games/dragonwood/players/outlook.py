"""What becomes of a position by a move: the inputs of a trained player that depend on it; and what came of it.

The rules' own `play` on a copy of the table would say it as well, once dice are settled: such a copy takes 0.15
microseconds, and a trained player decides among several moves in 1.2.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.game import UNMARKED
from dhstats.engine.scratch import scratch
from dhstats.games.dragonwood.players import features as at
from dhstats.games.dragonwood.players.prospects import chance_with, creatures_lying, lasting, likely
from dhstats.games.dragonwood.players.race import dragons_to_come, ends_game, final_lead, lead
from dhstats.games.dragonwood.rules.attempts import AID, add_up, success
from dhstats.games.dragonwood.rules.plays import longest_row, most_alike, most_of_a_suit, numbers_in, suit_of
from dhstats.games.dragonwood.table import (
    A_PASS,
    A_REROLL,
    DISCARD,
    MAX_DICE,
    MAX_SEATS,
    N_CREATURES,
    N_ENHANCEMENTS,
    NO_TITLE,
    NUMBERS,
    RELOAD,
    SCREAM,
    SPELL,
    STOMP,
    STRIKE,
    SUITS,
)


@compiled(inline=False)
def outlook(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move, its dice having fallen so, and returns the chance that they do.

    Nothing is written where they cannot.
    """
    share = likelihood(view, move, end)
    if share <= 0.0:
        return 0.0
    rules, seat, hand = view.rules, view.seat, view.hand
    taken, drawn, owed, owned = NO_TITLE, 0, 0, view.owned[seat]
    if move.act == RELOAD:
        drawn = rules.reload_draws
    elif move.act >= DISCARD:  # for a card that is passed another one comes
        hand &= ~move.cards
        drawn, owed = view.laid_sizes[seat] + 1 if view.phase == A_PASS else 0, view.owes[seat] - 1
    else:
        target, cards, used, act = view.target, view.cards, view.used, view.act
        if move.act <= SPELL:
            target, cards, used, act = move.target, move.cards, move.used, move.act
        owned &= ~(used & rules.once)
        if end == at.SUCCESS:
            hand, taken = hand & ~cards, target
            owned |= (1 << target) >> N_CREATURES  # as a bit, if it is one
        else:  # a wound is still to be taken out of the whole hand
            owed = rules.wounds
            hand &= ~(cards if act == SPELL and rules.spell_spends != 0 else 0)
    standing(view, taken, x)
    x[at.DRAWN] = np.float32(drawn)
    x[at.OWED] = np.float32(owed)
    holding(view, hand, owned, taken, x)
    return share


@compiled()
def likelihood(view: Any, move: Any, end: int) -> float:
    """The chance that the dice of a move fall so."""
    if move.act == RELOAD or move.act >= DISCARD:
        return 1.0 if end == at.SUCCESS else 0.0
    share = success(view, move) if move.act <= SPELL else chance_with(view, move.act, move.die)
    return 1.0 - share if end == at.FAILURE else share


@compiled()
def mark(view: Any, move: Any, end: int) -> int:
    """After attempts that failed all is alike but the enhancements that were spent, and the cards of a spell."""
    failed = end == at.FAILURE and RELOAD < move.act <= SPELL
    if not failed or (move.act == SPELL and view.rules.spell_spends != 0):
        return UNMARKED
    owned: int = view.owned[view.seat] & ~(move.used & view.rules.once)
    return owned


@compiled(inline=False)
def standing(view: Any, target: int, x: Any) -> None:
    """Points and creatures once a card is captured (NO_TITLE: none), and how it ends if that ends the game."""
    creature = 0 <= target < N_CREATURES
    more, points = (1, view.rules.points[target]) if creature else (0, 0)
    final = final_lead(view, points, more)
    x[at.OWN_POINTS] = np.float32(view.points[view.seat] + points) * at.POINTS_SCALE
    x[at.OWN_LEAD] = np.float32(0.1 * (lead(view) + points))
    x[at.FINAL_LEAD] = np.float32(0.1 * final)
    x[at.OWN_CREATURES] = np.float32(0.1 * (view.creatures[view.seat] + more))
    over = target != NO_TITLE and ends_game(view, target)
    x[at.GAME_OVER] = at.ONE if over else at.ZERO
    x[at.GAME_WON] = np.float32(won_by(view, target, final)) if over else at.ZERO
    race(view, more, x)


@compiled()
def won_by(view: Any, target: int, final: int) -> float:
    """What a final lead is worth: 1, 0, or for a tie one half, if the player does not hold what breaks it."""
    if final != 0:
        return 1.0 if final > 0 else 0.0
    breaks = view.rules.tie_title
    own = breaks != NO_TITLE and (target == breaks or view.captured[view.seat, breaks] > 0)
    return 1.0 if own else 0.5


@compiled()
def race(view: Any, more: int, x: Any) -> None:
    """How many creatures the player has more than the best other."""
    most = 0
    for seat in range(view.rules.players):
        if seat != view.seat:
            most = max(most, view.creatures[seat])
    ahead = min(max(view.creatures[view.seat] + more - most, -3), 3)
    for step in range(7):
        x[at.RACE + step] = at.ONE if ahead == step - 3 else at.ZERO


# ---- The hand --------------------------------------------------------------------------------------------------


@compiled(inline=False)
def holding(view: Any, hand: int, owned: int, taken: int, x: Any) -> None:
    """The cards and enhancements that the player then has, and what they are good for in the landscape then."""
    row, alike, suit = longest_row(hand), most_alike(hand), most_of_a_suit(hand)
    x[at.OWN_HAND] = np.float32(ones(hand)) * at.HAND_SCALE
    for step in range(5):
        x[at.ROW + step] = at.ONE if row >= step + 2 else at.ZERO
        x[at.ALIKE + step] = at.ONE if alike >= step + 2 else at.ZERO
        x[at.SUIT + step] = at.ONE if suit >= step + 2 else at.ZERO
    pairs(hand, x)
    for number in range(N_ENHANCEMENTS):
        x[at.OWNED + number] = at.ONE if owned >> number & 1 != 0 else at.ZERO
    targets, aid = creatures_lying(view, taken), scratch(AID)
    add_up(view.rules, lasting(view.rules, owned), aid)
    attacks(view.rules, aid, targets, STRIKE, row, x)
    attacks(view.rules, aid, targets, STOMP, alike, x)
    attacks(view.rules, aid, targets, SCREAM, suit, x)
    goals(view, aid, taken, row, alike, suit, x)
    threatened(view, targets, taken, x)


@compiled(inline=False)
def pairs(hand: int, x: Any) -> None:
    """How many pairs of cards go together: of one number, of one suit, and numbers next to each other."""
    numbers, of_a_suit, equals = numbers_in(hand), 0, 0
    for suit in range(SUITS):
        cards = ones(suit_of(hand, suit))
        of_a_suit += cards * (cards - 1)
    for further in range(NUMBERS, SUITS * NUMBERS, NUMBERS):  # a suit and one so many bits after it
        equals += 2 * ones(hand & hand >> further)
    neighbours = ones(numbers & numbers >> 1)
    x[at.PAIRS] = np.float32(0.2 * neighbours)
    x[at.PAIRS + 1] = np.float32(0.1 * equals)
    x[at.PAIRS + 2] = np.float32(0.05 * of_a_suit)


@compiled()
def attacks(rules: Any, aid: Any, targets: int, act: int, cards: int, x: Any) -> None:
    """What the best attack by one way promises, now and with one card more: both at once, which is quicker."""
    now, then, more = 0.0, 0.0, min(cards + 1, MAX_DICE)
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        now = max(now, likely(rules, aid, target, act, cards) * rules.points[target])
        then = max(then, likely(rules, aid, target, act, more) * rules.points[target])
    x[at.PROMISE + act - STRIKE] = np.float32(now) * at.GAIN_SCALE
    x[at.GROWTH + act - STRIKE] = np.float32(then) * at.GAIN_SCALE


@compiled(inline=False)
def goals(view: Any, aid: Any, taken: int, row: int, alike: int, suit: int, x: Any) -> None:
    """The best chances of the hand at a dragon, which may not lie there yet, and at an enhancement that does."""
    dragons = dragons_to_come(view)
    if taken != NO_TITLE:
        dragons &= ~(1 << taken)
    x[at.SIEGE] = best_chance(view.rules, aid, dragons, row, alike, suit)
    help_there = view.landscape >> N_CREATURES << N_CREATURES
    if taken != NO_TITLE and view.lying[taken] == 1:
        help_there &= ~(1 << taken)
    x[at.HELP] = best_chance(view.rules, aid, help_there, row, alike, suit)


@compiled(inline=False)
def best_chance(rules: Any, aid: Any, targets: int, row: int, alike: int, suit: int) -> Any:
    """The best chance of a hand with such sets at one of these cards."""
    best = 0.0
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        best = max(best, likely(rules, aid, target, STRIKE, row))
        best = max(best, likely(rules, aid, target, STOMP, alike))
        best = max(best, likely(rules, aid, target, SCREAM, suit))
    return np.float32(best)


@compiled()
def threatened(view: Any, targets: int, taken: int, x: Any) -> None:
    """What the others may capture of the creatures that are left, and how many points those have together."""
    best, points = at.ZERO, 0
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        best = max(best, x[at.THREATS + target])
        points += view.rules.points[target] * (view.lying[target] - (1 if target == taken else 0))
    x[at.THEIR_BEST] = best
    x[at.STAKES] = np.float32(points) * at.POINTS_SCALE


# ---- What came of a decision, and of a game ----------------------------------------------------------------------


@compiled()
def which_end(table: Any, event: Any) -> int:
    """In which way a decision ended that was just played; -1 while a die may still be rolled again."""
    if table.seen.phase == A_REROLL:
        return -1
    attempt = event.act != RELOAD and event.act < DISCARD
    return at.FAILURE if attempt and event.captured == 0 else at.SUCCESS


@compiled()
def outcome(result: Any, seat: int) -> Any:
    """How a game ended for a seat: their share of the win, and their lead over the best other in points."""
    ranks = (result.rank_first, result.rank_second, result.rank_third, result.rank_fourth)
    scores = (result.score_first, result.score_second, result.score_third, result.score_fourth)
    first, best = 0, -1
    for other in range(MAX_SEATS):
        first += 1 if ranks[other] == 1 else 0
        if other != seat:
            best = max(best, scores[other])
    return 1.0 / first if ranks[seat] == 1 else 0.0, scores[seat] - best
