"""Checked rule sets of any game: as nested tables, as a hash, as text, as the engine's record."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import Inspection
from dhstats.games import rulefile
from dhstats.games.keys import Key, Schema, Values
from dhstats.games.rulefile import AUTHOR, SCHEMA, WRITTEN_BY, Conflict, Layer, literal

MISSING = "–"  # in place of a value that one of two rule sets does not have, as a card of its pack


@dataclass(frozen=True, slots=True)
class Difference:
    """A key that two rule sets answer differently."""

    key: str
    left: Any
    right: Any


def flat(schema: Schema, effective: Mapping[str, Any]) -> Values:
    """The values of an effective rule set, or one as it is kept, by the full names of their keys."""
    values: Values = {}
    for name, lever in schema.levers.items():
        *tables, last = name.split(".")
        inner: Any = effective
        for table in tables:
            inner = inner.get(table, {})
        values[name] = inner[last] if last in inner or lever.default is None else lever.default
    return values


def counting(schema: Schema, values: Values) -> Values:
    """The values that are part of what a rule set is: those of keys with a default only where they say something.

    So a new key changes the identity of no rule set that leaves it as it is.
    """
    return {name: value for name, value in values.items() if not schema.says_nothing(name, value)}


def nested(values: Values) -> dict[str, Any]:
    """The same values as nested tables."""
    effective: dict[str, Any] = {}
    for name, value in values.items():
        *tables, key = name.split(".")
        table = effective
        for part in tables:
            table = table.setdefault(part, {})
        table[key] = value
    return effective


def differing(left: Values, right: Values) -> list[str]:
    """The keys with different values, whatever the rule sets say of their sources."""
    return [
        name
        for name in (left | right)
        if left.get(name, MISSING) != right.get(name, MISSING) and not name.startswith("source.")
    ]


def digest(effective: Mapping[str, Any], unread: Iterable[str]) -> str:
    """A hash that is equal for rule sets that play equally; no game depends on the tables in `unread`."""
    read = {part: table for part, table in effective.items() if part not in unread}
    return hashlib.sha256(json.dumps(read, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def toml(schema: Schema, values: Values, title: str) -> str:
    """The text of a complete rule file; each key is explained where it first appears."""
    lines = [f"# A complete rule set of {title}.", "# The keys that there were when it was written, and what wrote it."]
    lines += [f"{SCHEMA} = {schema.number}", f"{WRITTEN_BY} = {literal(AUTHOR)}"]
    explained: set[str] = set()
    tables: dict[str, list[str]] = {}
    for name in schema.levers:
        tables.setdefault(name.rpartition(".")[0], []).append(name)
    for table, names in tables.items():
        lines += ["", f"[{table}]"] if table else []
        for name in names:
            key = schema.levers[name].key
            if key.name not in explained:
                lines.append(f"# {key.meaning} Must be {key.kind.allowed}.")
            explained.add(key.name)
            lines.append(f"{name.rpartition('.')[2]} = {literal(values[name])}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class RuleFiles:
    """How a game makes rule sets of its rule files; a game whose files name others, as decks, has a class of its own.

    `name` is that of the game for people, `dtype` that of its rule record. `complete(record, values)` writes what no
    single key says. `conflicts` are values that do not fit each other, `warnings` sentences about what was hardly
    meant, `sentences` what the rules say, `sources` where the facts of an effective rule set come from: labels with
    what they say. No game depends on the tables `unread`.
    """

    name: str
    schema: Schema
    dtype: np.dtype[Any]
    complete: Callable[[Any, Values], None]
    conflicts: Callable[[Values], Iterable[Conflict]]
    warnings: Callable[[Values], Iterable[str]]
    sentences: Callable[[Values], list[str]]
    sources: Callable[[Mapping[str, Any]], list[tuple[str, str]]]
    unread: tuple[str, ...] = ("source",)

    def load(self, source: str | Path, settings: Sequence[str] = ()) -> "RuleSet":
        """A shipped rule set by name, or one from a TOML file, with keys set as in hand.size=6."""
        files = self.file_layers(source)
        layers = [*files, *self.settings_layers(settings)]
        self.stacked(files)  # a file must be complete without the settings
        return self._rule_set(layers, files[-1].name, files[0])

    def restore(self, table: Mapping[str, Any], name: str, settings: Sequence[str] = ()) -> "RuleSet":
        """A rule set from its own `effective` table, as a run's manifest keeps it, with keys set anew."""
        return self.layered([self.stored_layer(table, name), *self.settings_layers(settings)], name)

    def layered(self, layers: Sequence[Layer], name: str) -> "RuleSet":
        """The rule set of checked layers, the first of which is a complete rule set."""
        return self._rule_set(layers, name, layers[0])

    def shipped(self) -> list[str]:
        """The names of the rule sets that come along, the one that others extend first."""
        return [self.schema.base, *(name for name in self.schema.shipped if name != self.schema.base)]

    def nearest(self, rules: "RuleSet") -> "RuleSet":
        """The shipped edition that differs from these rules in the fewest keys."""
        return min(map(self.load, self.shipped()), key=lambda edition: len(self.diff(edition, rules)))

    def every_key(self) -> list[Key]:
        """Every key of a rule file, with its meaning and what it may hold, for docs."""
        return list(self.schema.keys)

    def key(self, name: str) -> Key | None:
        """The key of a full name; nothing where there is none."""
        lever = self.schema.levers.get(name)
        return lever.key if lever else None

    def flat(self, effective: Mapping[str, Any]) -> Values:
        """The values of an effective rule set by the full names of their keys."""
        return flat(self.schema, effective)

    def value(self, values: Values, name: str) -> Any:
        """What a key holds by values under their full names, said or not; nothing where there is no such key."""
        return values.get(name)

    def diff(self, left: "RuleSet", right: "RuleSet") -> list[Difference]:
        """The keys whose values differ, whatever the rule sets say of their sources."""
        ours, theirs = self.flat(left.effective), self.flat(right.effective)
        return [
            Difference(name, ours.get(name, MISSING), theirs.get(name, MISSING)) for name in differing(ours, theirs)
        ]

    def file_layers(self, source: str | Path) -> list[Layer]:
        """The layers of a rule file: itself, below it the one that it extends."""
        return rulefile.file_layers(self.schema, source)

    def settings_layers(self, settings: Sequence[str]) -> list[Layer]:
        """The layer of all settings KEY=VALUE together, if there are any."""
        return [rulefile.settings_layer(self.schema, settings)] if settings else []

    def stored_layer(self, table: Mapping[str, Any], name: str) -> Layer:
        """The layer of a complete rule set, as a manifest keeps it."""
        return Layer(name, name, self.schema.defaults | rulefile.settled(self.schema, table, name))

    def given(self, layers: Sequence[Layer]) -> Values:
        """What the layers say, each on top of the one before; where one names a deck, what lies in it comes below."""
        values: Values = {}
        for layer in layers:
            values |= self.schema.stood_for(layer.values) | layer.values
        return values

    def stacked(self, layers: Sequence[Layer]) -> Values:
        """The values of all layers in the order of the keys, each on top of the one before."""
        values = self.given(layers)
        refused = frozenset[str]().union(*(layer.refused for layer in layers))
        seen = Inspection(problem for layer in layers for problem in layer.problems)
        whole = not self.schema.left_out(values)
        values = ({} if whole else self._usual) | self.schema.defaults | values
        if seen.problems and whole:
            with seen.part():
                rulefile.check([e for e in self.conflicts(values) if not refused.intersection(e.names)], layers)
        seen.end()
        return {name: values[name] for name in self.schema.levers}

    def identity(self, values: Values) -> str:
        """A hash that is equal for rule sets that play equally."""
        return digest(nested(counting(self.schema, values)), self.unread)

    def kin(self, values: Values) -> str:
        """A hash that is equal for rule sets that one player may be for: where nobody brings decks, for equal ones."""
        return self.identity(values)

    def toml(self, values: Values) -> str:
        """The text of a complete rule file."""
        return toml(self.schema, values, self.name)

    @cached_property
    def _usual(self) -> Values:
        return self.given(self.file_layers(self.schema.base))

    def _rule_set(self, layers: Sequence[Layer], name: str, base: Layer) -> "RuleSet":
        values = self.stacked(layers)
        rulefile.check(self.conflicts(values), layers)
        effective = nested(values)
        changed = tuple(differing(self.flat(nested(self.stacked([base]))), self.flat(effective)))
        unsaid = rulefile.unsaid(self.schema, self.given(layers), layers[0].place)
        warnings = (*unsaid, *self.warnings(values))
        return RuleSet(name, base.name, effective, changed, self.identity(values), warnings, self)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set that has passed every check.

    `base` is the rule set that it extends (its own name if none), `effective` has every key as nested tables, a card
    pack among them where the game has one, `changed` names the keys that differ from the base, `hash` is equal for rule
    sets that play equally, `warnings` are sentences about what was hardly meant.
    """

    name: str
    base: str
    effective: dict[str, Any] = field(hash=False)
    changed: tuple[str, ...]
    hash: str
    warnings: tuple[str, ...]
    files: RuleFiles = field(repr=False, compare=False)

    def record(self) -> Any:
        """The rules as the engine reads them: one record."""
        values = self._values
        record: Any = np.zeros(1, self.files.dtype).view(np.recarray)[0]
        for lever in self.files.schema.levers.values():
            field, code = lever.key.field, lever.key.kind.encode
            if lever.which and field:
                record[field][lever.index] = code(values[lever.name])
            elif field:
                record[field] = code(values[lever.name])
        self.files.complete(record, values)
        return record

    @property
    def kin(self) -> str:
        """Equal for rule sets that differ in nothing but the decks that players bring."""
        return self.files.kin(self._values)

    @property
    def kept(self) -> dict[str, Any]:
        """The rules as a run keeps them: a key that came later than the first schema only where it says something."""
        schema, values = self.files.schema, self._values
        late = (name for name in values if schema.levers[name].key.since > 1)
        silent = {name for name in late if schema.says_nothing(name, values[name])}
        return nested({name: value for name, value in values.items() if name not in silent})

    def to_toml(self) -> str:
        """The text of a complete rule file with the same rules."""
        return self.files.toml(self._values)

    def describe(self) -> list[str]:
        """What the rules say in sentences for reports."""
        return self.files.sentences(self._values)

    @property
    def _values(self) -> Values:
        return flat(self.files.schema, self.effective)
