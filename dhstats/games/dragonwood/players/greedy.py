"""Greedy play."""

from typing import Any

import numpy as np

from dhstats.engine.bits import natural, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.stream import below
from dhstats.games.dragonwood.players.prospects import PROMISES, aid_of, best_promise, chance_with, promise_nothing_yet
from dhstats.games.dragonwood.rules.attempts import (
    AID,
    LIKES,
    like_of,
    longest_row,
    most_alike,
    most_of_a_suit,
    success,
    with_same_cards,
)
from dhstats.games.dragonwood.table import A_TURN, ALL_CREATURES, KEEP, N_CREATURES, NO_TITLE, RELOAD, REROLL, SPELL

SMALL = 1e-6  # less than any two chances differ by; what decides between equals
LITTLE = 1e-9
MOST = 1e300


# What is known while moves are gone through: the best one so far, how many are as good, and what it is worth; and of
# the attempts made in one way with so many cards and one wild enhancement how many have the same cards (0: none was
# met), and what the best of those is worth.
NOTES = np.dtype([("best", "i8"), ("ties", "i8"), ("worth", "f8"), ("runs", "i8", LIKES), ("most", "f8", LIKES)])


def choose(view: Any, moves: Any, count: int, noise: Any) -> int:
    """Takes the attempt with the most expected points, with as few cards as that takes; keeps the most useful hand.

    Which cards an attempt is made with makes it no better: what others have shown to be worse is passed over.
    """
    if count == 1:
        return 0
    notes = scratch(NOTES)
    notes.best, notes.ties, notes.worth = 0, 0, -1.0
    if view.phase != A_TURN:
        weigh(view, moves, 0, count, noise, notes)
        return notes.best
    i, wilds = 1 if moves[0].act == RELOAD else 0, view.rules.wild  # a choice among attempts alone has no reload
    weigh(view, moves, 0, i, noise, notes)
    while i < count:
        wild = moves[i].used & wilds
        for like in range(LIKES):
            notes.runs[like] = 0
        while i < count and moves[natural(i)].used & wilds == wild:
            like = natural(like_of(moves[natural(i)]))
            if notes.runs[like] == 0:
                notes.runs[like] = with_same_cards(moves, count, i, wilds)
                notes.most[like] = weigh(view, moves, i, i + notes.runs[like], noise, notes)
            elif notes.most[like] > notes.worth - LITTLE:
                weigh(view, moves, i, i + notes.runs[like], noise, notes)
            i += notes.runs[like]
    return notes.best


@compiled(inline=False)
def weigh(view: Any, moves: Any, first: int, end: int, noise: Any, notes: Any) -> float:
    """Takes note of some moves, one after another; returns what the best of them is worth.

    Moves that cannot be the best, even if they never fail, are passed over.
    """
    most = -1.0
    for i in range(first, end):
        if at_most(view, moves[natural(i)]) <= notes.worth - LITTLE:
            continue
        worth = worth_of(view, moves[natural(i)])
        most = max(most, worth)
        if worth > notes.worth + LITTLE:
            notes.best, notes.worth, notes.ties = i, worth, 1
        elif worth > notes.worth - LITTLE:
            notes.ties += 1
            if below(noise, notes.ties) == 0:
                notes.best = i
    return most


@compiled()
def at_most(view: Any, move: Any) -> float:
    """What a move is worth at most: an attempt what it would be if it never failed."""
    if not RELOAD < move.act <= SPELL:
        return MOST
    if move.target >= N_CREATURES:
        return 0.0
    return 1.0 * view.rules.points[move.target] - SMALL * (ones(move.cards) + ones(move.used))


@compiled(inline=False)
def worth_of(view: Any, move: Any) -> float:
    """What a move is worth in expected points, with a small preference among equals."""
    if move.act == RELOAD:
        return LITTLE * 2
    if move.act <= SPELL:
        if move.target >= N_CREATURES:
            return 0.0
        return success(view, move) * view.rules.points[move.target] - SMALL * (ones(move.cards) + ones(move.used))
    if move.act <= REROLL:
        return chance_with(view, move.act, move.die) + (SMALL if move.act == KEEP else 0.0)
    kept, aid, promises = view.hand & ~move.cards, scratch(AID), scratch(PROMISES)
    aid_of(view, view.seat, aid)
    promise_nothing_yet(view.landscape & ALL_CREATURES, promises)
    row, alike, suit = longest_row(kept), most_alike(kept), most_of_a_suit(kept)
    return best_promise(view.rules, aid, promises, NO_TITLE, row, alike, suit) + SMALL * (row + alike + suit)
