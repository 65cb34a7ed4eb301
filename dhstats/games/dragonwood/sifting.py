"""Which of a player's many options are worth a look.

A hand makes hundreds of attempts, most of them another choice of suits for the same number of dice, or hopeless. What
is sifted out here is still legal; players who look at few options well look at these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.attempts import choices_of, kind_of, kinds_of, success
from dhstats.games.dragonwood.prospects import fit, in_last_turn
from dhstats.games.dragonwood.restrictions import forbids
from dhstats.games.dragonwood.table import A_TURN, MAX_LANDSCAPE, MAX_OPTIONAL, NUMBERS, STRIKE, WAYS

LEAST_CHANCE = 0.1  # an attempt that succeeds less often is made in one's last turn only
FITTING = 0.03  # chance that is given up for a card more that goes together with those kept
MOST_ATTEMPTS = 31
NOWHERE = 0
ROOM = MOST_ATTEMPTS + 1
MOST_KEPT = 2 * ROOM  # room for what is compared of attempts, behind them, and for every card of the largest hand
WAYS_AND_SIZES = len(WAYS) * (NUMBERS + 1)

TARGET, USED = 8, 16  # where what is compared of an attempt stands: the number of cards, the target, what is used
SIZE_BITS = TITLE_BITS = 255

# What is known while attempts are sifted. It is one record: arrays of their own would count references in every call.
WORK = np.dtype(
    (
        np.record,
        [
            ("places", "i8", (1 << MAX_OPTIONAL) * MAX_LANDSCAPE * (NUMBERS + 1)),  # where a kind is kept, or NOWHERE
            ("best", "i8", WAYS_AND_SIZES),  # one more than the most that went together in the hands left; 0: none yet
            ("runs", "i8", WAYS_AND_SIZES),  # attempts with the same cards
        ],
    )
)


@compiled(inline=False)
def sift(view: Any, moves: Any, count: int, restriction: int, kept: Any, shares: Any) -> int:
    """Writes the numbers of the moves worth a look into `kept` and returns how many they are.

    Of a turn's attempts at one card with as many cards and the same enhancements one is kept: the likeliest, if it does
    not break up the hand; and none that another one matches with no more of anything. To reload, and what is to be
    decided between turns, is always kept. In a turn the chance of the k-th attempt kept is `shares[k]`; there has to be
    room for ROOM of them.
    """
    if view.phase != A_TURN:
        for i in range(count):
            kept[i] = i
        return count
    work = np.empty(1, WORK)
    found = gather(view, moves, count, restriction, kept, shares, work[0])
    for k in range(1, found):
        move = moves[kept[k]]
        shares[k] = success(view, move)
        kept[ROOM + k] = move.used << USED | move.target << TARGET | ones(move.cards)
    alive = 0
    for k in range(1, found):
        if not matched(kept, shares, found, k):
            alive |= 1 << k
    left = 1
    while alive != 0:
        kept[left], shares[left] = kept[lowest(alive)], shares[lowest(alive)]
        alive &= alive - 1
        left += 1
    return left


@compiled(inline=False)
def gather(view: Any, moves: Any, count: int, restriction: int, kept: Any, scores: Any, work: Any) -> int:
    """The best attempt of every kind, behind the first move; returns how many moves that is.

    Attempts made in one way with as many cards differ only in what is left in hand. Where no more goes together than
    was left before, none of them can be better, and all with these cards are passed over: they are listed one after
    another, and are as many as those with the other cards were.
    """
    begin(view, work)
    kept[0] = 0
    found, i, wild = 1, 1, 0
    while i < count:
        move = moves[i]
        if move.used & view.rules.wild != wild:
            wild = move.used & view.rules.wild
            forget(work)
        together = fit(view.hand & ~move.cards)
        like = (move.act - STRIKE) * (NUMBERS + 1) + ones(move.cards)
        if together < work.best[like] and restriction == 0:
            i += work.runs[like]
            continue
        first = i
        while i < count and moves[i].cards == move.cards and moves[i].act == move.act:
            if moves[i].used & view.rules.wild != wild:
                break
            found = offered(view, moves, i, together, restriction, kept, scores, work, found)
            i += 1
        work.best[like], work.runs[like] = together + 1, i - first
    return found


@compiled()
def begin(view: Any, work: Any) -> None:
    """Nothing is kept yet."""
    for kind in range(kinds_of(view)):
        work.places[kind] = NOWHERE
    forget(work)


@compiled()
def forget(work: Any) -> None:
    """No way and number of cards has been met yet."""
    for like in range(WAYS_AND_SIZES):
        work.best[like] = 0


@compiled()
def offered(
    view: Any, moves: Any, i: int, together: int, restriction: int, kept: Any, scores: Any, work: Any, found: int
) -> int:  # fmt: skip
    """Keeps an attempt, if it is the best of its kind so far; returns how many moves are then kept."""
    move = moves[i]
    share = success(view, move)
    least = 0.0 if in_last_turn(view) else LEAST_CHANCE
    if share <= least or (restriction != 0 and forbids(view, move, restriction)):
        return found
    score = share + FITTING * together
    kind = kind_of(view, choices_of(view), move)
    k = work.places[kind]
    if k == NOWHERE:
        k = room_for(view, moves, kept, scores, work, found, score)
        if k == NOWHERE:
            return found
        work.places[kind] = k
        found = max(found, k + 1)
    elif score <= scores[k]:
        return found
    kept[k], scores[k] = i, score
    return found


@compiled(inline=False)
def room_for(view: Any, moves: Any, kept: Any, scores: Any, work: Any, found: int, score: float) -> int:
    """Where an attempt of a new kind goes: behind all others, in place of the worst that is worse, or NOWHERE."""
    if found <= MOST_ATTEMPTS:
        return found
    worst, least = NOWHERE, score
    for k in range(1, found):
        if scores[k] < least:
            worst, least = k, scores[k]
    if worst != NOWHERE:
        work.places[kind_of(view, choices_of(view), moves[kept[worst]])] = NOWHERE
    return worst


@compiled()
def matched(kept: Any, shares: Any, found: int, k: int) -> bool:
    """Whether another attempt at the same card is as likely with no more cards and no other enhancements."""
    own = kept[ROOM + k]
    for other in range(1, found):
        rival = kept[ROOM + other]
        if (rival ^ own) >> TARGET & TITLE_BITS != 0 or other == k:
            continue
        if rival >> USED & ~(own >> USED) != 0 or shares[other] < shares[k]:
            continue
        less = (rival & SIZE_BITS) - (own & SIZE_BITS)
        if less < 0 or (less == 0 and rival >> USED != own >> USED):
            return True
    return False
