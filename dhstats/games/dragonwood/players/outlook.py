"""What becomes of a position by a move: the inputs of a trained player that depend on it; and how a game ended.

The rules' own `play` on a copy of the table would say it as well, once dice are settled: such a copy takes 0.15
microseconds, and a trained player decides among several moves in 1.2.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.game import UNMARKED
from dhstats.games.dragonwood.players import inputs as at
from dhstats.games.dragonwood.players.prospects import chance_with, fit, lasting, likely
from dhstats.games.dragonwood.players.rivals import NO_POINTS, dragons_to_come
from dhstats.games.dragonwood.players.shape import SHAPE, look_over, standing
from dhstats.games.dragonwood.rules import attempts
from dhstats.games.dragonwood.table import (
    A_PASS,
    A_REROLL,
    ALL_ADVENTURERS,
    ALL_CREATURES,
    DISCARD,
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
from dhstats.games.records import record

# A position after a move, before anything is drawn.
AFTER = record(
    ("hand", "i8"),
    ("owned", "i8"),
    ("taken", "i8"),  # the title captured
    ("drawn", "i8"),  # cards that the move draws
    ("owed", "i8"),  # cards that are still to be given up
    ("targets", "i8"),  # titles that then lie in the landscape, a bit each
    ("won", "f8"),  # what it is worth to capture the last dragon, which lies there, next
)


@compiled(inline=False)
def outlook(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move, its dice having fallen so, and returns the chance that they do.

    Nothing is written where they cannot. Cards that are still to be given up are left out of the hand: those without
    which the others go together best.
    """
    share = likelihood(view, move, end)
    if share <= 0.0:
        return 0.0
    after, shape = scratch(AFTER), scratch(SHAPE)
    leave(view, move, end, after)
    x[at.DRAWN], x[at.OWED] = np.float32(after.drawn), np.float32(after.owed)
    if move.act != RELOAD:
        after.hand = without(after.hand, after.owed)
    taken, after.targets = after.taken, view.landscape
    if taken != NO_TITLE and view.lying[taken] == 1:
        after.targets &= ~(1 << taken)
    standing(view, after, x)
    holding(view, after, shape, x)
    return share


@compiled()
def likelihood(view: Any, move: Any, end: int) -> float:
    """The chance that the dice of a move fall so."""
    if move.act == RELOAD or move.act >= DISCARD:
        return 1.0 if end == at.SUCCESS else 0.0
    share = attempts.success(view, move) if move.act <= SPELL else chance_with(view, move.act, move.die)
    return 1.0 - share if end == at.FAILURE else share


@compiled()
def mark(view: Any, move: Any, end: int) -> int:
    """After attempts that failed all is alike but the enhancements that were spent, and the cards of a spell."""
    failed = end == at.FAILURE and RELOAD < move.act <= SPELL
    if not failed or (move.act == SPELL and view.rules.spell_spends != 0):
        return UNMARKED
    owned: int = view.owned[view.seat] & ~(move.used & view.rules.once)
    return owned


@compiled()
def leave(view: Any, move: Any, end: int, after: Any) -> None:
    """What a player has after a reload, an attempt whose dice fell so, or one of the cards that they owe.

    After an attempt that is less what it spent, with the card at stake or a wound that is to be taken.
    """
    rules, seat = view.rules, view.seat
    after.hand, after.owned, after.taken = view.hand, view.owned[seat], NO_TITLE
    after.drawn, after.owed = 0, 0
    if move.act == RELOAD:
        after.drawn = rules.reload_draws
        after.owed = max(0, ones(view.hand) + after.drawn - rules.hand_limit)
        return
    if move.act >= DISCARD:  # for a card that is passed another one comes
        after.hand &= ~move.cards
        after.drawn, after.owed = view.laid_sizes[seat] + 1 if view.phase == A_PASS else 0, view.owes[seat] - 1
        return
    target, cards, used, act = view.target, view.cards, view.used, view.act
    if move.act <= SPELL:
        target, cards, used, act = move.target, move.cards, move.used, move.act
    after.owned &= ~(used & rules.once)
    if end == at.SUCCESS:
        after.hand, after.taken = view.hand & ~cards, target
        after.owned |= (1 << target) >> N_CREATURES  # as a bit, if it is an enhancement
    else:
        after.owed = rules.wounds
        after.hand &= ~(cards if act == SPELL and rules.spell_spends != 0 else 0)


@compiled(inline=False)
def without(hand: int, owed: int) -> int:
    """A hand less so many cards: each time the one without which the others go together best, the first of such."""
    for _ in range(min(owed, ones(hand))):
        cards, best, found = hand, -1, 0
        while cards != 0:
            card = cards & -cards
            cards ^= card
            together = fit(hand ^ card)
            if together > best:
                best, found = together, card
        hand ^= found
    return hand


# ---- The hand --------------------------------------------------------------------------------------------------


@compiled(inline=False)
def holding(view: Any, after: Any, shape: Any, x: Any) -> None:
    """The cards and enhancements that the player then has, and what they are good for in the landscape then."""
    hand = after.hand
    look_over(hand, shape)
    size = ones(hand)
    for step in range(at.HAND_STEPS):
        x[at.OWN_HAND + step] = at.ONE if size > step else at.ZERO
    unseen = ALL_ADVENTURERS & ~(view.hand | view.laid | view.discarded)
    share = 1.0 / max(1, ones(unseen))
    for way in range(at.WAYS):
        for step in range(at.SET_STEPS):
            x[at.SETS + at.SET_STEPS * way + step] = at.ONE if shape.sizes[way] >= step + 2 else at.ZERO
        x[at.OUTS + way] = np.float32(share * ones(unseen & shape.enlarge[way]))
    # Pairs of cards that go together: numbers next to each other, of one number, of one suit
    numbers, equals = attempts.numbers_in(hand), 0
    for further in range(NUMBERS, SUITS * NUMBERS, NUMBERS):  # a suit and one so many bits after it
        equals += ones(hand & hand >> further)
    x[at.PAIRS] = np.float32(0.2 * ones(numbers & numbers >> 1))
    x[at.PAIRS + 1] = np.float32(0.2 * equals)
    x[at.PAIRS + 2] = np.float32(0.05 * shape.in_suits)
    for number in range(N_ENHANCEMENTS):
        x[at.OWNED + number] = at.ONE if after.owned >> number & 1 != 0 else at.ZERO
    aid = scratch(attempts.AID)
    attempts.add_up(view.rules, lasting(view.rules, after.owned), aid)
    attacks(view, after, shape, aid, x)
    targets_there(view, after, shape, aid, x)
    goals(view, after, shape, aid, x)


@compiled(inline=False)
def attacks(view: Any, after: Any, shape: Any, aid: Any, x: Any) -> None:
    """The best attack by every way on creatures that then lie there, now and with one card more; the best after it."""
    rules, best, expected = view.rules, at.ZERO, at.ZERO
    for way in range(at.WAYS):
        cards = shape.sizes[way]
        now, then = promise(rules, after.targets, aid, way, cards), promise(rules, after.targets, aid, way, cards + 1)
        x[at.PROMISE + way], x[at.GROWTH + way] = now, then
        best = max(best, now)
        expected = max(expected, now + x[at.OUTS + way] * (then - now))
        rest, later = after.hand & ~shape.sets[way], at.ZERO
        if rest != 0:
            later = promise(rules, after.targets, aid, 0, attempts.longest_row(rest))
            later = max(later, promise(rules, after.targets, aid, 1, attempts.most_alike(rest)))
            later = max(later, promise(rules, after.targets, aid, 2, attempts.most_of_a_suit(rest)))
        x[at.PLAN + way] = now + later
    x[at.BEST], x[at.NEXT] = best, expected


@compiled()
def promise(rules: Any, titles: int, aid: Any, way: int, cards: int) -> Any:
    """The points of the best attack by one way with so many cards on one of these creatures, times its chance."""
    best, targets = 0.0, titles & ALL_CREATURES if cards > 0 else 0
    odds, adds = attempts.odds_helped(rules, aid, STRIKE + way, cards), aid.adds[way]
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        best = max(best, attempts.at_least(odds, rules.numbers_of[target, way] - adds) * rules.points[target])
    return np.float32(best) * at.GAIN_SCALE


@compiled(inline=False)
def targets_there(view: Any, after: Any, shape: Any, aid: Any, x: Any) -> None:
    """The best chance at each card that then lies there, the second best attack, and what others may take of it."""
    rules = view.rules
    for place in range(at.CHANCES, at.SIEGE):
        x[place] = at.ZERO
    best, second, kept, theirs, points = at.ZERO, at.ZERO, at.ZERO, at.ZERO, 0
    targets = after.targets
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        share = np.float32(best_chance(rules, aid, target, shape))
        x[at.CHANCES + target] = share
        if target >= N_CREATURES:
            continue
        worth, threat = np.float32(rules.points[target]) * at.GAIN_SCALE, x[at.THREATS + target]
        second = max(second, min(best, share * worth))
        best = max(best, share * worth)
        kept = max(kept, share * (worth - threat))
        theirs = max(theirs, threat)
        points += rules.points[target] * (view.lying[target] - (1 if target == after.taken else 0))
    x[at.SECOND], x[at.KEPT], x[at.THEIR_BEST] = second, kept, theirs
    x[at.STAKES] = np.float32(points) * at.POINTS_SCALE


@compiled(inline=False)
def goals(view: Any, after: Any, shape: Any, aid: Any, x: Any) -> None:
    """The best chance at a dragon, which may not lie there yet, and what spending enhancements adds."""
    rules = view.rules
    dragons, best = dragons_to_come(view), 0.0
    if after.taken != NO_TITLE:
        dragons &= ~(1 << after.taken)
    while dragons != 0:
        best = max(best, best_chance(rules, aid, lowest(dragons), shape))
        dragons &= dragons - 1
    x[at.SIEGE] = np.float32(best)
    x[at.END_CHANCE] = np.float32(best) if x[at.LAST_LIES] != 0.0 else at.ZERO
    x[at.END_WON] = np.float32(best * after.won)
    x[at.HELPED] = at.ZERO
    if after.owned & (rules.once | rules.wild) != 0:
        most = at.ZERO
        attempts.add_up(rules, after.owned, aid)
        for way in range(at.WAYS):
            most = max(most, promise(rules, after.targets, aid, way, shape.sizes[way]))
        x[at.HELPED] = most - x[at.BEST]


@compiled()
def best_chance(rules: Any, aid: Any, target: int, shape: Any) -> float:
    """The best chance of a hand with its largest sets at a card."""
    best = likely(rules, aid, target, STRIKE, shape.sizes[0])
    best = max(best, likely(rules, aid, target, STOMP, shape.sizes[1]))
    return max(best, likely(rules, aid, target, SCREAM, shape.sizes[2]))


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
    first, best = 0, NO_POINTS
    for other in range(result.players):
        first += 1 if ranks[other] == 1 else 0
        if other != seat:
            best = max(best, scores[other])
    return 1.0 / first if ranks[seat] == 1 else 0.0, scores[seat] - best
