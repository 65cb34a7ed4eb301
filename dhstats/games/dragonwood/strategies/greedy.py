"""Greedy play."""

from __future__ import annotations

from typing import Any

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below
from dhstats.games.dragonwood.attempts import added, can_reroll, chance, needed, success, sum_of
from dhstats.games.dragonwood.plays import longest_row, most_alike, most_of_a_suit
from dhstats.games.dragonwood.table import (
    ALL_CREATURES,
    KEEP,
    N_CREATURES,
    RELOAD,
    REROLL,
    SCREAM,
    SPELL,
    STOMP,
    STRIKE,
)

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
        return chance_with(view, move)
    return promise(view, view.hand & ~move.cards)


@compiled(inline=False)
def chance_with(view: Any, move: Any) -> float:
    """The chance that the attempt succeeds with the dice kept, or with one of them rolled again."""
    rules = view.rules
    number = needed(rules, view.act, view.target) - added(view, view.seat, view.act, view.target, view.used)
    short = number - sum_of(view.rolled)
    if move.act == KEEP:
        return chance(rules, 0, short, 0) + SMALL
    return chance(rules, 1, short + move.die, 0)


@compiled(inline=False)
def promise(view: Any, hand: int) -> float:
    """The expected points of the best attempt that a hand could make now; among equals the hand that fits best."""
    row, alike, suit = longest_row(hand), most_alike(hand), most_of_a_suit(hand)
    best = 0.0
    targets = view.landscape & ALL_CREATURES
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        best = max(best, prospect(view, target, STRIKE, row))
        best = max(best, prospect(view, target, STOMP, alike))
        best = max(best, prospect(view, target, SCREAM, suit))
    return best + SMALL * (row + alike + suit)


@compiled(inline=False)
def prospect(view: Any, target: int, act: int, cards: int) -> float:
    """The expected points of an attempt with so many cards, helped by lasting enhancements alone."""
    rules = view.rules
    dice = min(cards, rules.max_dice)
    number = needed(rules, act, target) - added(view, view.seat, act, target, 0)
    reroll = 1 if can_reroll(view, view.seat, target, 0) else 0
    return chance(rules, dice, number, reroll) * rules.points[target]
