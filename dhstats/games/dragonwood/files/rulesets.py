"""Rule sets of Dragonwood: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from dhstats.games.dragonwood.files import limits
from dhstats.games.dragonwood.files.limits import adventurers, removed, wood
from dhstats.games.dragonwood.files.schema import LEVERS, SCHEMA
from dhstats.games.dragonwood.table import (
    ACTS,
    CREATURES,
    ENHANCEMENTS,
    EVENTS,
    LADYBUG,
    MAX_DICE,
    MAX_TOTAL,
    N_CREATURES,
    NUMBERS,
    RULES,
    SEATS,
    STRIKE,
    TITLES,
    WAYS,
)
from dhstats.games.keys import Values
from dhstats.games.ruleset import RuleFiles

Rolls = Counter[tuple[int, int]]  # how many rolls have this total and this lowest die


@cache
def chances(faces: tuple[int, ...]) -> Any:
    """The chance that d dice show at least n: `[0, d, n]`, and `[1, d, n]` if the lowest may be rolled again.

    A die is rolled again only where the total falls short, and the lowest is the one that can gain most.
    """
    table = np.zeros((2, MAX_DICE + 1, MAX_TOTAL + 2))
    rolls: Rolls = Counter({(0, max(faces)): 1})
    for dice in range(MAX_DICE + 1):
        for number in range(MAX_TOTAL + 2):
            table[0, dice, number] = at_least(rolls, number)
            table[1, dice, number] = at_least_again(rolls, number, faces) if dice else at_least(rolls, number)
        rolls = _one_more(rolls, faces)
    table.flags.writeable = False  # all who ask for these faces have the same table
    return table


def _one_more(rolls: Rolls, faces: Sequence[int]) -> Rolls:
    longer: Rolls = Counter()
    for (total, low), count in rolls.items():
        for face in faces:
            longer[total + face, min(low, face)] += count
    return longer


def at_least(rolls: Rolls, number: int) -> Fraction:
    """The share of rolls with at least this total."""
    return Fraction(sum(count for (total, _), count in rolls.items() if total >= number), rolls.total())


def at_least_again(rolls: Rolls, number: int, faces: Sequence[int]) -> Fraction:
    """The share of rolls that reach the number, or do so with the lowest die rolled again."""
    ways = 0
    for (total, low), count in rolls.items():
        good = len(faces) if total >= number else sum(total - low + face >= number for face in faces)
        ways += count * good
    return Fraction(ways, rolls.total() * len(faces))


_SPELLS = ("spell.cards", "spell.dice", "spell.number")
# What keys begin with that the rules in words tell card by card, or together.
_TOLD = ("creatures.", "enhancements.", "events.", "setup.removed.", "dice.faces", "source.", *_SPELLS)


def sentences(values: Values) -> list[str]:
    """What the rules say: the decks, lever by lever what holds for all, then card by card."""
    others = [lever for lever in LEVERS.values() if not lever.name.startswith(_TOLD)]
    return [
        f"{adventurers(values)} adventurer cards; {wood(values)} Dragonwood cards, {removed(values)} of them removed.",
        f"Dice with the faces {' '.join(map(str, values['dice.faces']))}.",
        *(text for lever in others if (text := lever.listed(values[lever.name]))),
        *(_creature(values, name) for name in CREATURES),
        *(_enhancement(values, name) for name in ENHANCEMENTS),
        *(_event(values, name) for name in EVENTS),
    ]


def spoken(name: str) -> str:
    """The name of a card as people say it."""
    return name.replace("_", " ")


def _head(values: Values, kind: str, name: str) -> str:
    return f"{spoken(name).capitalize()}: {values[f'{kind}.{name}.copies']}"


def _numbers(values: Values, kind: str, name: str) -> str:
    return ", ".join(f"{way} {values[f'{kind}.{name}.{way}']}" for way in WAYS[:3])


def _creature(values: Values, name: str) -> str:
    points = values[f"creatures.{name}.points"]
    worth = f"{points} point" if points == 1 else f"{points} points"
    dragon = "; a dragon" if values[f"creatures.{name}.dragon"] else ""
    return f"{_head(values, 'creatures', name)}; {worth}; {_numbers(values, 'creatures', name)}{dragon}."


def _enhancement(values: Values, name: str) -> str:
    effects = ", ".join(_effects(values, f"enhancements.{name}")) or "no effect"
    return f"{_head(values, 'enhancements', name)}; {_numbers(values, 'enhancements', name)}; {effects}."


def _effects(values: Values, key: str) -> Iterator[str]:
    for way in WAYS:
        if points := values[f"{key}.adds_to_{way}"]:
            yield f"+{points} to a {way}"
    if dice := values[f"{key}.dice"]:
        yield f"+{dice} dice"
    for part, words in (("rerolls", "one die again"), ("wild", "any adventurer card"), ("once", "once only")):
        if values[f"{key}.{part}"]:
            yield words


def _event(values: Values, name: str) -> str:
    key = f"events.{name}"
    parts = [f"all {part[:-1]} {n}" for part in ("draws", "discards", "passes") if (n := values[f"{key}.{part}"])]
    parts = [part.replace("passe ", "pass ") for part in parts]
    parts += ["enhancements leave the landscape"] if values[f"{key}.clears"] else []
    return f"{_head(values, 'events', name)}; {', '.join(parts) or 'no effect'}."


CARDS = (
    "The rulebook prints no card list. The cards of the shipped rule sets, with their numbers and points, are those on"
    " which three independent implementations agree (confidence high)."
)


def _complete(record: Any, values: Values) -> None:
    _write_dice(record, values)
    _write_cards(record, values)
    _write_enhancements(record, values)
    _write_seats(record, values)
    record.removed = limits.removed(values)
    record.turn_limit = limits.turn_limit(values)


def _write_seats(record: Any, values: Values) -> None:
    """What each seat where somebody plays starts with."""
    hands = limits.opening_hands(values)
    record.opening_hand[: len(hands)] = hands
    record.opening_points[: len(hands)] = [values[f"seats.{seat}.points"] for seat in SEATS[: len(hands)]]


def _write_dice(record: Any, values: Values) -> None:
    """The number of sides and of rolls, and the chances of all totals."""
    faces = values["dice.faces"]
    record.sides = len(faces)
    record.rolls = len(faces) ** values["dice.max"]
    record.chance = chances(tuple(faces))


def _write_cards(record: Any, values: Values) -> None:
    """Both decks in order, dragons last; what it takes to capture a card."""
    kinds = [("creatures", name) for name in CREATURES] + [("enhancements", name) for name in ENHANCEMENTS]
    for title, (kind, name) in enumerate(kinds):
        record.numbers_of[title] = [values[f"{kind}.{name}.{way}"] for way in ACTS[STRIKE : STRIKE + 3]]
    copies = [next(v for k, v in values.items() if k.endswith(f".{name}.copies")) for name in TITLES]
    dragon = [name in CREATURES and values[f"creatures.{name}.dragon"] for name in TITLES]
    deck = [title for last in (False, True) for title in range(len(TITLES)) if dragon[title] == last
            for _ in range(copies[title])]  # fmt: skip
    record.copies = copies
    record.dragons = _bits(dragon[:N_CREATURES])
    record.dragon_cards = limits.dragons(values)
    record.wood = len(deck)
    record.wood_deck[: len(deck)] = deck
    suits, numbers = values["adventurers.suits"], values["adventurers.numbers"]
    cards = [NUMBERS * suit + number for suit in range(suits) for number in range(numbers)]
    cards += [LADYBUG] * values["adventurers.ladybugs"]
    record.adventurers = len(cards)
    record.adventurer_deck[: len(cards)] = cards


def _write_enhancements(record: Any, values: Values) -> None:
    """What every enhancement adds to each way of attack, and which of them re-roll, are wild, are spent."""
    for number, name in enumerate(ENHANCEMENTS):
        record.adds[number] = [values[f"enhancements.{name}.adds_to_{way}"] for way in WAYS]
    for part in ("rerolls", "wild", "once"):
        record[part] = _bits([values[f"enhancements.{name}.{part}"] for name in ENHANCEMENTS])


def _bits(switches: Sequence[bool]) -> int:
    return sum(1 << number for number, switch in enumerate(switches) if switch)


def _sources(_: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [("Cards", CARDS)]


RULE_FILES = RuleFiles(
    name="Dragonwood",
    schema=SCHEMA,
    dtype=RULES,
    complete=_complete,
    conflicts=limits.conflicts,
    warnings=limits.warnings,
    sentences=sentences,
    sources=_sources,
)
load, restore = RULE_FILES.load, RULE_FILES.restore
