"""Which of a player's many options are worth a look.

A hand makes hundreds of attempts, most of them another choice of suits for the same number of dice, or hopeless. What
is sifted out here is still legal; players who look at few options well look at these.
"""

from __future__ import annotations

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.attempts import success
from dhstats.games.dragonwood.prospects import fit, in_last_turn
from dhstats.games.dragonwood.restrictions import forbids
from dhstats.games.dragonwood.table import A_TURN

LEAST_CHANCE = 0.1  # an attempt that succeeds less often is made in one's last turn only
FITTING = 0.03  # chance that is given up for a card more that goes together with those kept
MOST_ATTEMPTS = 31
MOST_KEPT = 2 * (MOST_ATTEMPTS + 1)  # room to sort attempts in, and for every card of the largest hand


@compiled(inline=False)
def sift(view: Any, moves: Any, count: int, restriction: int, kept: Any, shares: Any) -> int:
    """Writes the numbers of the moves worth a look into `kept` and returns how many they are.

    Of a turn's attempts at one card with as many cards and the same enhancements one is kept: the likeliest, if it does
    not break up the hand; and none that another one matches with no more of anything. To reload, and what is to be
    decided between turns, is always kept. `shares` has room for MOST_ATTEMPTS + 1 numbers.
    """
    if view.phase != A_TURN:
        for i in range(count):
            kept[i] = i
        return count
    found = gather(view, moves, count, restriction, kept, shares)
    for k in range(1, found):
        shares[k] = success(view, moves[kept[k]])
    left = 1
    for k in range(1, found):
        if not matched(moves, kept, shares, found, k):
            kept[found + left - 1] = kept[k]  # behind those that are still compared with
            left += 1
    for k in range(1, left):
        kept[k] = kept[found + k - 1]
    return left


@compiled(inline=False)
def gather(view: Any, moves: Any, count: int, restriction: int, kept: Any, scores: Any) -> int:
    """The best attempt of every kind, behind the first move; returns how many moves that is."""
    least = 0.0 if in_last_turn(view) else LEAST_CHANCE
    kept[0] = 0
    found = 1
    shown, together = -1, 0
    for i in range(1, count):
        move = moves[i]
        share = success(view, move)
        if share <= least or (restriction != 0 and forbids(view, move, restriction)):
            continue
        if move.cards != shown:
            shown, together = move.cards, fit(view.hand & ~move.cards)
        score = share + FITTING * together
        k = place_of(moves, kept, scores, found, move, score)
        if k == found and found <= MOST_ATTEMPTS:
            found += 1
        if k < found:
            kept[k], scores[k] = i, score
    return found


@compiled()
def place_of(moves: Any, kept: Any, scores: Any, found: int, move: Any, score: float) -> int:
    """Where an attempt belongs: in place of one of its kind that is worse, behind all others, or nowhere (at the end).

    Where there is no room left it takes the place of the worst.
    """
    size = ones(move.cards)
    worst, lowest = found, score
    for k in range(1, found):
        other = moves[kept[k]]
        if other.target == move.target and other.used == move.used and ones(other.cards) == size:
            return k if score > scores[k] else MOST_ATTEMPTS + 1
        if scores[k] < lowest:
            worst, lowest = k, scores[k]
    return found if found <= MOST_ATTEMPTS else worst


@compiled()
def matched(moves: Any, kept: Any, shares: Any, found: int, k: int) -> bool:
    """Whether another attempt at the same card is as likely with no more cards and no other enhancements."""
    move = moves[kept[k]]
    for other in range(1, found):
        rival = moves[kept[other]]
        if other == k or rival.target != move.target or rival.used & ~move.used != 0 or shares[other] < shares[k]:
            continue
        less = ones(rival.cards) - ones(move.cards)
        if less < 0 or (less == 0 and rival.used != move.used):
            return True
    return False
