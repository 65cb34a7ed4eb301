"""Which attempts are worth a look, read once more in plain Python: each looked at, its chance from the rule record."""

import random
from collections.abc import Iterator
from typing import Any

from dhstats.games.dragonwood.players.inputs import NO_ENHANCEMENTS, NO_STRIKES
from dhstats.games.dragonwood.players.sifting import FITTING, LEAST_CHANCE, MOST_ATTEMPTS
from dhstats.games.dragonwood.table import MAX_TOTAL, N_CREATURES, NUMBERS, SPELL, STRIKE, SUIT_BITS, SUITS
from tests.games.dragonwood.positions import BUNDLE, bits
from tests.harness import OpenGame

Move = tuple[int, ...]  # act, target, cards, used, die
PATIENCE = 0.75  # how often a turn is spent on drawing, so that hands grow
RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "two": ("two", ()),
    "spells": ("three", ("spell.allowed=true", "spell.enhanced=false")),
    "crowded": ("two", ("landscape.size=6", "hand.limit=10", "enhancements.silver_sword.once=true")),
}


def positions(name: str) -> Iterator[OpenGame]:
    """Decisions of a random game, enhancements handed out; the last turns are among them."""
    rules, settings = RULES[name]
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules, settings).record()), random.Random(name)
    game.deal(57, 0)
    for seat in range(int(game.table["seen"]["rules"]["players"])):
        game.table["seen"]["owned"][seat] = chance.randrange(1 << 9) & chance.randrange(1 << 9)
    while game.mover >= 0:
        count = len(game.moves())
        if 1 < count < 1500 and chance.random() < 0.25:
            yield game
        game.take(0 if chance.random() < PATIENCE else chance.randrange(count))


# ---- What cards and enhancements do ----------------------------------------------------------------------------


def sets(hand: int) -> tuple[int, int, int]:
    """The longest row, the most of a number and the most of a suit."""
    suits = [hand >> NUMBERS * suit & SUIT_BITS for suit in range(SUITS)]
    numbers = [sum(cards >> number & 1 for cards in suits) for number in range(NUMBERS)]
    row = longest = 0
    for held in numbers:
        row = row + 1 if held else 0
        longest = max(longest, row)
    return longest, max(numbers), max(cards.bit_count() for cards in suits)


def share(rules: Any, owned: int, act: int, target: int, cards: int, used: int = 0) -> float:
    """The chance of an attempt with so many cards, lasting enhancements and those used added up one by one."""
    number = int(rules["spell_number"] if act == SPELL else rules["numbers_of"][target, act - STRIKE])
    dice = int(rules["spell_dice"]) if act == SPELL else cards + (used & int(rules["wild"])).bit_count()
    helping = 0
    if target < N_CREATURES and (act != SPELL or rules["spell_enhanced"]):
        helping = owned & ~int(rules["once"] | rules["wild"]) | used
    for each in bits(helping):
        dice += int(rules["extra_dice"][each])
        number -= int(rules["adds"][each, act - STRIKE])
    again = int(helping & int(rules["rerolls"]) != 0)
    return at_least(rules, dice, number, again)


def at_least(rules: Any, dice: int, number: int, again: int) -> float:
    """The chance that so many dice, as far as there are, show a number, one of them rolled again or none."""
    return float(rules["chance"][again, min(dice, int(rules["max_dice"])), min(max(number, 0), MAX_TOTAL + 1)])


# ---- Which attempts are looked at ------------------------------------------------------------------------------


def last_turn(view: Any) -> bool:
    """Whether who decides will have no other turn."""
    return bool(0 < view["turns_left"] <= view["rules"]["players"])


def looked_at(view: Any, moves: list[Move], restriction: int = 0) -> dict[int, float]:
    """The attempts worth a look, in their order, with their chances: each is compared with each."""
    rules, owned, hand = view["rules"], int(view["owned"][view["seat"]]), int(view["hand"])
    least = 0.0 if last_turn(view) else LEAST_CHANCE
    kept: list[tuple[float, int, float, tuple[int, int, int]]] = []
    for i, (act, target, cards, used, _) in enumerate(moves[1:], 1):
        chance, kind = share(rules, owned, act, target, cards.bit_count(), used), (target, cards.bit_count(), used)
        if chance <= least or barred(act, target, restriction):
            continue
        score = chance + FITTING * sum(sets(hand & ~cards))
        place = next((k for k, each in enumerate(kept) if each[3] == kind), len(kept))
        if place == len(kept) == MOST_ATTEMPTS:
            place = min(range(len(kept)), key=lambda k: kept[k][0])
        if place == len(kept):
            kept.append((score, i, chance, kind))
        elif score > kept[place][0]:
            kept[place] = score, i, chance, kind
    return {i: chance for _, i, chance, kind in kept if not any(beats(*each[2:], chance, kind) for each in kept)}


def barred(act: int, target: int, restriction: int) -> bool:
    """Whether a restriction forbids an attempt."""
    return (restriction == NO_STRIKES and act == STRIKE) or (restriction == NO_ENHANCEMENTS and target >= N_CREATURES)


def beats(chance: float, kind: tuple[int, int, int], own: float, rival: tuple[int, int, int]) -> bool:
    """Whether one attempt is as likely as another with less."""
    (target, size, used), (other, most, more) = kind, rival
    return target == other and used & ~more == 0 and size <= most and (size, used) != (most, more) and chance >= own
