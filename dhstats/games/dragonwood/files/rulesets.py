"""Rule sets of Dragonwood: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragonwood.files import limits
from dhstats.games.dragonwood.files.schema import SCHEMA
from dhstats.games.dragonwood.files.wording import sentences
from dhstats.games.dragonwood.rules.odds import chances
from dhstats.games.dragonwood.table import (
    ACTS,
    CREATURES,
    ENHANCEMENTS,
    LADYBUG,
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
