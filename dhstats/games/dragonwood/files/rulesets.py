"""Rule sets of Dragonwood: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.games import rulefile, ruleset
from dhstats.games.dragonwood.files import limits
from dhstats.games.dragonwood.files.schema import KEYS, SCHEMA
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
from dhstats.games.keys import Key, Values
from dhstats.games.rulefile import Layer
from dhstats.games.ruleset import Difference, counting, differing, digest, nested, toml, write

BASE = SCHEMA.base
CARDS = (
    "The rulebook prints no card list. The cards of the shipped rule sets, with their numbers and points, are those on"
    " which three independent implementations agree (confidence high)."
)
flat = partial(ruleset.flat, SCHEMA)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set that has passed every check.

    `base` is the rule set that it extends (its own name if none), `effective` has every key as nested tables,
    `changed` names the keys that differ from the base, `hash` is equal for rule sets that play equally,
    `warnings` are sentences about what was hardly meant.
    """

    name: str
    base: str
    effective: dict[str, Any] = field(hash=False)
    changed: tuple[str, ...]
    hash: str
    warnings: tuple[str, ...]

    def record(self) -> Any:
        """The rules as the engine reads them: one record of dtype RULES."""
        values = flat(self.effective)
        record: Any = np.zeros(1, RULES).view(np.recarray)[0]
        for lever in SCHEMA.levers.values():
            write(record, lever, values[lever.name])
        _write_dice(record, values)
        _write_cards(record, values)
        _write_enhancements(record, values)
        _write_seats(record, values)
        record.removed = limits.removed(values)
        record.turn_limit = limits.turn_limit(values)
        return record

    @property
    def kept(self) -> dict[str, Any]:
        """The rules as a run keeps them."""
        return ruleset.kept(SCHEMA, flat(self.effective))

    def to_toml(self) -> str:
        """The text of a complete rule file with the same rules."""
        return toml(SCHEMA, flat(self.effective), "Dragonwood")

    def describe(self) -> list[str]:
        """What the rules say in sentences for reports."""
        return sentences(flat(self.effective))


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
    record.chance = chances(faces)


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


def load(source: str | Path, settings: Sequence[str] = ()) -> RuleSet:
    """A shipped rule set by name, or one from a TOML file, with keys set as in hand.size=6.

    Errors: BadInput, in one line, for what is wrong with the file, a key, a value or all of them together.
    """
    files = rulefile.file_layers(SCHEMA, source)
    layers = [*files, rulefile.settings_layer(SCHEMA, settings)] if settings else files
    _stacked(files)  # a file must be complete without the settings
    return _rule_set(layers, files[-1].name, files[0])


def restore(table: Mapping[str, Any], name: str, settings: Sequence[str] = ()) -> RuleSet:
    """A rule set from its own `effective` table, as a run's manifest keeps it, with keys set anew."""
    layer = Layer(name, name, rulefile.settled(SCHEMA, table, name))
    return _rule_set([layer, rulefile.settings_layer(SCHEMA, settings)] if settings else [layer], name, layer)


def shipped() -> list[str]:
    """The names of the rule sets that come along, the one that others extend first."""
    return [BASE, *(name for name in SCHEMA.shipped if name != BASE)]


def keys() -> list[Key]:
    """Every key of a rule file, with its meaning and what it may hold, for docs."""
    return list(KEYS)


def sources(_: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a reader should know of where the cards come from, beside the rule set's own note."""
    return [("Cards", CARDS)]


def diff(left: RuleSet, right: RuleSet) -> list[Difference]:
    """The keys whose values differ, whatever the rule sets say of their sources."""
    ours, theirs = flat(left.effective), flat(right.effective)
    return [Difference(name, ours[name], theirs[name]) for name in differing(ours, theirs)]


def _stacked(layers: Sequence[Layer]) -> Values:
    """The values of all layers, each on top of the one before, over the defaults."""
    return rulefile.filled(SCHEMA, rulefile.given(layers), layers, _usual, limits.conflicts)


@cache
def _usual() -> Values:
    return rulefile.given(rulefile.file_layers(SCHEMA, BASE))


def _rule_set(layers: Sequence[Layer], name: str, base: Layer) -> RuleSet:
    values = _stacked(layers)
    limits.check(values, layers)
    effective = nested(values)
    changed = tuple(differing(_stacked([base]), values))
    identity = digest(nested(counting(SCHEMA, values)), ("source",))
    warnings = (*rulefile.unsaid(SCHEMA, rulefile.given(layers), layers[0].place), *limits.warnings(values))
    return RuleSet(name, base.name, effective, changed, identity, warnings)
