"""Greedy play."""

from __future__ import annotations

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below
from dhstats.games.dragonwood.attempts import success
from dhstats.games.dragonwood.prospects import chance_with, fit, promise
from dhstats.games.dragonwood.table import ALL_CREATURES, KEEP, N_CREATURES, RELOAD, REROLL, SPELL

SMALL = 1e-6  # less than any two chances differ by; what decides between equals
LITTLE = 1e-9


def choose(view: Any, moves: Any, count: int, noise: Any) -> int:
    """Takes the attempt with the most expected points, with as few cards as that takes; keeps the most useful hand."""
    best, ties = 0, 0
    best_worth = -1.0
    for i in range(count):
        worth = worth_of(view, moves[i])
        if worth > best_worth + LITTLE:
            best, best_worth, ties = i, worth, 1
        elif worth > best_worth - LITTLE:
            ties += 1
            if below(noise, ties) == 0:
                best = i
    return best


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
    kept = view.hand & ~move.cards
    targets = view.landscape & ALL_CREATURES
    return promise(view.rules, view.owned[view.seat], targets, kept) + SMALL * fit(kept)
