"""What an attempt needs and what it has: the number on the card, dice, what enhancements add, the chance of success.

All of it follows from a view, so that strategies may ask as well.
"""

from __future__ import annotations

from typing import Any

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.table import MAX_TOTAL, N_CREATURES, SPELL, STRIKE


@compiled()
def needed(rules: Any, act: int, target: int) -> int:
    """The number that a way to capture has to reach: that on the card, or the spell's own."""
    return rules.spell_number if act == SPELL else rules.numbers_of[target, act - STRIKE]


@compiled()
def may_help(rules: Any, act: int, target: int) -> bool:
    """Whether enhancements help with such an attempt: never at an enhancement, with a spell where the rules say so."""
    return bool(target < N_CREATURES and (act != SPELL or rules.spell_enhanced != 0))


@compiled()
def in_force(view: Any, seat: int, act: int, target: int, used: int) -> int:
    """The enhancements that help a player with an attempt, if any may: lasting ones and those used."""
    if not may_help(view.rules, act, target):
        return 0
    return view.owned[seat] & ~(view.rules.once | view.rules.wild) | used


@compiled()
def added(view: Any, seat: int, act: int, target: int, used: int) -> int:
    """What enhancements add to the roll of an attempt."""
    total = 0
    helping = in_force(view, seat, act, target, used)
    while helping != 0:
        total += view.rules.adds[lowest(helping), act - STRIKE]
        helping &= helping - 1
    return total


@compiled()
def dice_earned(view: Any, seat: int, act: int, target: int, cards: int, used: int) -> int:
    """How many dice an attempt earns, before the limit: one a card, those of the spell, those of enhancements."""
    rules = view.rules
    dice = rules.spell_dice if act == SPELL else ones(cards) + ones(used & rules.wild)
    helping = in_force(view, seat, act, target, used)
    while helping != 0:
        dice += rules.extra_dice[lowest(helping)]
        helping &= helping - 1
    return dice


@compiled()
def dice_rolled(view: Any, seat: int, act: int, target: int, cards: int, used: int) -> int:
    """How many dice are rolled: those that were earned, as far as there are dice."""
    return min(dice_earned(view, seat, act, target, cards, used), view.rules.max_dice)


@compiled()
def can_reroll(view: Any, seat: int, act: int, target: int, used: int) -> bool:
    """Whether a die of the attempt may be rolled again."""
    return in_force(view, seat, act, target, used) & view.rules.rerolls != 0


@compiled()
def sum_of(rolled: int) -> int:
    """The total of dice that are packed four bits each."""
    total = 0
    while rolled != 0:
        total += rolled & 15
        rolled >>= 4
    return total


@compiled()
def chance(rules: Any, dice: int, number: int, reroll: int) -> float:
    """The chance that so many dice show at least a number; `reroll` is 1 if one of them may be rolled again."""
    return rules.chance[reroll, dice, min(max(number, 0), MAX_TOTAL + 1)]


@compiled(inline=False)
def success(view: Any, move: Any) -> float:
    """The chance that an attempt captures its card."""
    seat = view.seat
    dice = dice_rolled(view, seat, move.act, move.target, move.cards, move.used)
    number = needed(view.rules, move.act, move.target) - added(view, seat, move.act, move.target, move.used)
    return chance(view.rules, dice, number, 1 if can_reroll(view, seat, move.act, move.target, move.used) else 0)
