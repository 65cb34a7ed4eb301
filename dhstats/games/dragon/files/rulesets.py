"""Rule sets of Dragon!: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.games import ruleset
from dhstats.games.dragon.files import limits, packfile
from dhstats.games.dragon.files.layers import Edits, edits, file_layers, stacked, table_layer
from dhstats.games.dragon.files.schema import KEYS, PACK, SCHEMA
from dhstats.games.dragon.files.wording import sentences
from dhstats.games.dragon.packs.encoding import write_cards, write_place
from dhstats.games.dragon.table import ATTACK_TYPES, FACINGS, MAX_SEATS, RULES, SEATS
from dhstats.games.keys import Key, Values
from dhstats.games.rulefile import Layer, given, unsaid
from dhstats.games.ruleset import Difference, counting, digest, nested, write

BASE = SCHEMA.base
MISSING = "–"  # in place of a value that one of two packs does not have


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set that has passed every check.

    `base` is the rule set that it extends (its own name if none), `effective` has every key as nested tables, the
    whole card pack among them, `changed` names the keys that differ from the base, `hash` is equal for rule sets that
    play equally, `warnings` are sentences about what was hardly meant.
    """

    name: str
    base: str
    effective: dict[str, Any] = field(hash=False)
    changed: tuple[str, ...]
    hash: str
    warnings: tuple[str, ...]

    @property
    def label(self) -> str:
        """Whose cards these are: to be shown with all that comes of them."""
        return limits.label(self.effective)

    def record(self) -> Any:
        """The rules as the engine reads them: one record of dtype RULES."""
        values = _values(self.effective)
        record: Any = np.zeros(1, RULES).view(np.recarray)[0]
        for lever in SCHEMA.levers.values():
            write(record, lever, values[lever.name])
        record.attacks = [values[f"attacks.{facing}"] for facing in FACINGS]
        record.most = [values[f"attacks.{name}"] for name in ATTACK_TYPES]
        pairs = values["teams"] == "pairs"
        record.team = [seat % 2 if pairs else seat for seat in range(MAX_SEATS)]
        write_cards(record, values[PACK])
        for place, seat in enumerate(limits.seats(values)):
            write_place(record, place, values[PACK], limits.deck_at(values, seat))
        record.turn_limit = limits.turn_limit(values)
        return record

    @property
    def kept(self) -> dict[str, Any]:
        """The rules as a run keeps them."""
        return ruleset.kept(SCHEMA, _values(self.effective))

    def to_toml(self) -> str:
        """The text of a complete rule file with the same rules, its card pack included."""
        return packfile.toml(_values(self.effective))

    def describe(self) -> list[str]:
        """What the rules say in sentences for reports."""
        return sentences(_values(self.effective))


def load(source: str | Path, settings: Sequence[str] = ()) -> RuleSet:
    """A shipped rule set by name, or one from a TOML file, with keys set as in hand.size=6.

    Keys of the pack can be set as well, as in pack.actions.claw_attack.wounds=3 or pack=mine.toml.

    Errors: BadInput, in one line, for what is wrong with the file, a key, a card, a deck or all of them together.
    """
    files = file_layers(source)
    stacked(files)  # a file must be complete without the settings
    return _rule_set(files, edits(settings) if settings else None, files[-1].name, files[0])


def restore(table: Mapping[str, Any], name: str, settings: Sequence[str] = ()) -> RuleSet:
    """A rule set from its own `effective` table, as a run's manifest keeps it, with keys set anew."""
    layer = table_layer(table, name)
    return _rule_set([layer], edits(settings) if settings else None, name, layer)


def shipped() -> list[str]:
    """The names of the rule sets that come along, the one that others extend first."""
    return [BASE, *(name for name in SCHEMA.shipped if name != BASE)]


def keys() -> list[Key]:
    """Every key of a rule file and of a card pack, with its meaning and what it may hold, for docs."""
    return [*KEYS, *packfile.keys()]


def flat(effective: Mapping[str, Any]) -> Values:
    """The values of an effective rule set by the full names of their keys, the keys of its pack among them."""
    values = _values(effective)
    return {name: value for name, value in values.items() if name != PACK} | packfile.flat(values[PACK])


def sources(effective: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a reader should know of where the cards come from, beside the rule set's own note."""
    values = _values(effective)
    decks = [f"{seat}: {limits.deck_at(values, seat)['title']}" for seat in limits.seats(values)]
    return [("Cards", limits.label(effective)), ("Decks by place", "; ".join(decks))]


def diff(left: RuleSet, right: RuleSet) -> list[Difference]:
    """The keys whose values differ, whatever the rule sets say of their sources."""
    ours, theirs = flat(left.effective), flat(right.effective)
    return [Difference(name, ours.get(name, MISSING), theirs.get(name, MISSING)) for name in _differing(ours, theirs)]


def _values(effective: Mapping[str, Any]) -> Values:
    return ruleset.flat(SCHEMA, effective)


def _differing(left: Values, right: Values) -> list[str]:
    return [
        name
        for name in (left | right)
        if left.get(name, MISSING) != right.get(name, MISSING) and not name.startswith("source.")
    ]


def _rule_set(layers: list[Layer], changes: Edits | None, name: str, base: Layer) -> RuleSet:
    values = stacked(layers, changes)
    limits.check(values, [*layers, *changes.layers] if changes else layers)
    effective = nested(values)
    changed = tuple(_differing(flat(nested(stacked([base]))), flat(effective)))
    above = [changes.layer] if changes else []
    warnings = (*unsaid(SCHEMA, given([*layers, *above]), layers[0].place), *limits.warnings(values))
    return RuleSet(name, base.name, effective, changed, _hash(values), warnings)


def _hash(values: Values) -> str:
    """Equal for rule sets that play equally: names for people do not count, nor seats where nobody plays."""
    playing = limits.seats(values)
    empty = [f"{table}.{seat}" for table in ("decks", "start.cards") for seat in SEATS if seat not in playing]
    read = counting(SCHEMA, flat(nested(values)))
    unread = [name for name in read if name.startswith("source.") or packfile.is_for_people(name)]
    return digest(read, (*empty, *unread))
