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
    rules, act, target = view.rules, move.act, move.target
    helping = in_force(view, view.seat, act, target, move.used)
    reroll = 1 if helping & rules.rerolls != 0 else 0
    dice = rules.spell_dice if act == SPELL else ones(move.cards) + ones(move.used & rules.wild)
    number = needed(rules, act, target)
    while helping != 0:
        dice += rules.extra_dice[lowest(helping)]
        number -= rules.adds[lowest(helping), act - STRIKE]
        helping &= helping - 1
    return chance(rules, min(dice, rules.max_dice), number, reroll)


# ---- Attempts that differ in nothing but which cards are played ------------------------------------------------


@compiled()
def choices_of(view: Any) -> int:
    """The enhancements that whoever decides may use or keep back, a bit each."""
    choices: int = view.owned[view.seat] & (view.rules.once | view.rules.wild)
    return choices


@compiled()
def kinds_of(view: Any) -> int:
    """How many kinds of attempts there are: by the enhancements used, the card and the number of cards played."""
    return (1 << ones(choices_of(view))) * ones(view.landscape) * sizes_of(view.rules)


@compiled()
def kind_of(view: Any, choices: int, move: Any) -> int:
    """The kind of an attempt, counted from 0. Those of a kind that are made in one way succeed equally often."""
    place, bit = 0, 1
    if move.used != 0:
        while choices != 0:
            if move.used & choices & -choices != 0:
                place |= bit
            bit <<= 1
            choices &= choices - 1
    place = place * ones(view.landscape) + ones(view.landscape & (1 << move.target) - 1)
    return place * sizes_of(view.rules) + ones(move.cards)


@compiled()
def sizes_of(rules: Any) -> int:
    """How many numbers of cards an attempt may take, none included: as many as there are dice, or a spell's."""
    return 1 + max(rules.max_dice, rules.spell_cards)
