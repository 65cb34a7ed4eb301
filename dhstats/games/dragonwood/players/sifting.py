"""Which of a player's many options are worth a look.

A hand makes hundreds of attempts, most of them another choice of suits for the same number of dice, or hopeless. What
is sifted out here is still legal; players who look at few options well look at these.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.scratch import scratch
from dhstats.games.dragonwood.players.prospects import lasting
from dhstats.games.dragonwood.players.race import in_last_turn
from dhstats.games.dragonwood.players.restrictions import forbids
from dhstats.games.dragonwood.players.sieve import (
    BY_FIT,
    FITTING,
    LEAST_CHANCE,
    LISTED_LAST,
    MOST_ATTEMPTS,
    hand_left,
    hand_left_at_most,
    sift_attempts,
)
from dhstats.games.dragonwood.rules.attempts import (
    AID,
    LIKES,
    add_up,
    choice_at,
    choices_of,
    like_of,
    place_of,
    share_of,
    sizes_of,
    with_same_cards,
)
from dhstats.games.dragonwood.table import A_TURN, MAX_LANDSCAPE, MAX_OPTIONAL, NUMBERS, RELOAD

NOWHERE = 0
ROOM = MOST_ATTEMPTS + 1
MOST_KEPT = 2 * ROOM  # attempts, or every card of the largest hand
HOPELESS = -1  # in place of the best hand that is left: whatever it is, no attempt is worth a look
CROWDED = -1  # in place of a number of attempts: there are more kinds than room
CHOICES = 1 << MAX_OPTIONAL
KINDS = CHOICES * MAX_LANDSCAPE * (NUMBERS + 1)

# What is known while attempts are sifted. A kind of attempt is the enhancements used, the title attacked and the number
# of cards played, as one number in this order: those of a kind that are made in one way succeed equally often.
WORK = np.dtype(
    (
        np.record,
        [
            ("least", "f8"),  # how often an attempt has to succeed at least
            ("choices", "i8"),  # enhancements that may be used or kept back,
            ("aids", AID, CHOICES),  # and for each choice of them what all that then help add
            ("titles", "i8"),  # how many lie in the landscape
            ("sizes", "i8"),
            ("largest", "i8"),  # the most cards of an attempt so far
            ("places", "i8", KINDS),  # where a kind is kept, or NOWHERE
            ("kinds", "i8", ROOM),  # what is kept at a place: its kind,
            ("shares", "f8", ROOM),  # its chance,
            ("scores", "f8", ROOM),  # and what it is compared by
            ("most", "f8", KINDS),  # the best chance with no more cards and enhancements, itself included
            # of attempts made in one way with so many cards and one wild enhancement:
            ("met", "i8"),  # how many such groups there are,
            ("order", "i8", LIKES),  # and which, in the order in which they were met
            ("runs", "i8", LIKES),  # attempts with the same cards; 0: none was met
            ("best", "i8", LIKES),  # the best hand that is left, see `hand_left`,
            ("bound", "i8", LIKES),  # and what it is below as long as a better one may be met
        ],
    )
)


@compiled(inline=False)
def shortlist(view: Any, moves: Any, count: int, restriction: int, kept: Any, shares: Any) -> int:
    """Writes the numbers of the moves worth a look into `kept` and returns how many they are.

    Of a turn's attempts at one card with as many cards and the same enhancements one is kept: the likeliest, if it does
    not break up the hand; and none that another one matches with no more of anything. The first move, which is to
    reload where that is allowed, and what is to be decided between turns, is always kept. In a turn the chance of the
    k-th attempt kept is `shares[k]`; there has to be room for ROOM of them.
    """
    if view.phase != A_TURN:
        for i in range(count):
            kept[i] = i
        return count
    kept[0] = 0
    if count == 1:
        return 1
    sizes = sizes_of(view.rules)
    if restriction == 0 and choices_of(view) == 0 and ones(view.landscape) * (sizes - 1) < MOST_ATTEMPTS:
        return sift_attempts(view, moves, count, sizes, kept, shares)
    return sift_choices(view, moves, count, restriction, kept, shares)


@compiled(inline=False)
def sift_choices(view: Any, moves: Any, count: int, restriction: int, kept: Any, shares: Any) -> int:
    """The same of a turn in which enhancements may be used or kept back, or some attempts are forbidden."""
    work = scratch(WORK)
    found = gather(view, moves, count, restriction, kept, work, 0)
    if found == CROWDED:
        found = gather(view, moves, count, restriction, kept, work, 1)
    if moves[0].act != RELOAD:
        shares[0] = chance_of(view, moves[0], work)
    left, less = 1, matched(work)
    for k in range(1, found):
        if less >> k & 1 == 0:
            kept[left], shares[left] = kept[k], work.shares[k]
            left += 1
    return left


@compiled()
def chance_of(view: Any, move: Any, work: Any) -> float:
    """The chance of an attempt, once `begin` has worked out what enhancements add."""
    aid = work.aids[place_of(move.used, work.choices)]
    return share_of(view.rules, aid, move.act, move.target, ones(move.cards))


@compiled(inline=False)
def gather(view: Any, moves: Any, count: int, restriction: int, kept: Any, work: Any, crowded: int) -> int:
    """The best attempt of every kind, behind the first move; returns how many moves that is.

    Attempts made in one way with as many cards differ only in what is left in hand. So of all such cards those are
    looked for that leave most together, and only attempts with them are offered. Where there are more kinds than room
    (`crowded`), which of them find room depends on the order: attempts are offered as soon as they are the best so far.
    """
    begin(view, work)
    wilds = view.rules.wild
    found, i = 1, 1 if moves[0].act == RELOAD else 0  # who must make an attempt has none but attempts
    while i < count and found != CROWDED:
        wild = moves[i].used & wilds
        forget(work)
        while i < count and moves[i].used & wilds == wild:
            like = like_of(moves[i])
            if work.runs[like] == 0:
                meet(view, moves, count, i, like, work)
            if work.best[like] < work.bound[like]:
                best = hand_left(view.hand & ~moves[i].cards, i)
                if crowded != 0 and best > work.best[like]:
                    found = offer(view, moves, best, like, restriction, kept, work, found, 1)
                work.best[like] = max(work.best[like], best)
            i += work.runs[like]
        if crowded == 0:
            found = offer_best(view, moves, restriction, kept, work, found)
    return found


@compiled(inline=False)
def begin(view: Any, work: Any) -> None:
    """Nothing is kept yet."""
    work.least = 0.0 if in_last_turn(view) else LEAST_CHANCE
    work.choices = choices_of(view)
    work.titles = ones(view.landscape)
    work.sizes = sizes_of(view.rules)
    work.largest = 0
    helping = lasting(view.rules, view.owned[view.seat])
    choices = 1 << ones(work.choices)
    for place in range(choices):
        add_up(view.rules, helping | choice_at(place, work.choices), work.aids[place])
    for kind in range(choices * work.titles * work.sizes):
        work.places[kind] = NOWHERE


@compiled()
def forget(work: Any) -> None:
    """No way and number of cards has been met yet."""
    work.met = 0
    for like in range(LIKES):
        work.runs[like] = 0


@compiled(inline=False)
def meet(view: Any, moves: Any, count: int, first: int, like: int, work: Any) -> None:
    """Takes note of a way and number of cards that is met first; it is hopeless where no attempt is likely enough."""
    act, cards = moves[first].act, ones(moves[first].cards)
    work.runs[like] = with_same_cards(moves, count, first, view.rules.wild)
    work.best[like] = work.bound[like] = HOPELESS
    for i in range(first, first + work.runs[like]):
        choice = place_of(moves[i].used, work.choices)
        if share_of(view.rules, work.aids[choice], act, moves[i].target, cards) > work.least:
            work.best[like], work.bound[like] = 0, hand_left_at_most(view.hand, cards)
            work.order[work.met] = like
            work.met += 1
            return


@compiled()
def offer_best(view: Any, moves: Any, restriction: int, kept: Any, work: Any, found: int) -> int:
    """Offers, for each way and number of cards, the attempts with the cards that leave most together."""
    for place in range(work.met):
        like = work.order[place]
        found = offer(view, moves, work.best[like], like, restriction, kept, work, found, 0)
        if found == CROWDED:
            break
    return found


@compiled(inline=False)
def offer(
    view: Any, moves: Any, best: int, like: int, restriction: int, kept: Any, work: Any, found: int, crowded: int
) -> int:
    """Keeps those attempts with the same cards that are the best of their kinds so far; how many moves are then kept.

    Those of a kind that is met first go behind all others. If there is no room, they take the place of the worst that
    is worse, in a crowd; without one, that there is one is what is returned.
    """
    first = LISTED_LAST - (best & LISTED_LAST)
    act, cards, fitting = moves[first].act, ones(moves[first].cards), FITTING * (best >> BY_FIT)
    work.largest = max(work.largest, cards)
    for i in range(first, first + work.runs[like]):
        move = moves[i]
        choice = place_of(move.used, work.choices)
        share = share_of(view.rules, work.aids[choice], act, move.target, cards)
        if share <= work.least or (restriction != 0 and forbids(view, move, restriction)):
            continue
        kind = (choice * work.titles + ones(view.landscape & (1 << move.target) - 1)) * work.sizes + cards
        k = work.places[kind]
        if k == NOWHERE:
            k = found
            if found > MOST_ATTEMPTS:
                if crowded == 0:
                    return CROWDED
                k = place_of_worse(work, found, share + fitting)
                if k == NOWHERE:
                    continue
            work.places[kind], work.kinds[k] = k, kind
            found = max(found, k + 1)
        elif share + fitting <= work.scores[k]:
            continue
        kept[k], work.shares[k], work.scores[k] = i, share, share + fitting
    return found


@compiled(inline=False)
def place_of_worse(work: Any, found: int, score: float) -> int:
    """The place of the worst attempt if it is worse than this, and then no longer kept; or NOWHERE."""
    worst, least = NOWHERE, score
    for k in range(1, found):
        if work.scores[k] < least:
            worst, least = k, work.scores[k]
    if worst != NOWHERE:
        work.places[work.kinds[worst]] = NOWHERE
    return worst


@compiled(inline=False)
def matched(work: Any) -> int:
    """The places of attempts that another one at the same card matches, a bit each.

    That one is as likely, with no more cards and no other enhancements, and differs in one of the two.
    """
    found = 0
    row = work.titles * work.sizes
    for choice in range(1 << ones(work.choices)):
        for title in range(work.titles):
            best = -1.0
            first = choice * row + title * work.sizes
            for kind in range(first, first + work.largest + 1):
                used = choice
                while used != 0:  # with one of these enhancements less
                    best = max(best, work.most[kind - (used & -used) * row])
                    used &= used - 1
                k = work.places[kind]
                if k != NOWHERE:
                    found |= 1 << k if work.shares[k] <= best else 0
                    best = max(best, work.shares[k])
                work.most[kind] = best
    return found
