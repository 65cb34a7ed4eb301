"""Checked rule sets of any game: as nested tables, as a hash, as text, as fields of the engine's record."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dhstats.games.keys import Lever, Schema, Values
from dhstats.games.rulefile import AUTHOR, SCHEMA, WRITTEN_BY


@dataclass(frozen=True, slots=True)
class Difference:
    """A key that two rule sets answer differently."""

    key: str
    left: Any
    right: Any


def flat(schema: Schema, effective: Mapping[str, Any]) -> Values:
    """The values of an effective rule set, or one as it is kept, by the full names of their keys."""
    return {name: _value(lever, effective) for name, lever in schema.levers.items()}


def _value(lever: Lever, effective: Mapping[str, Any]) -> Any:
    *tables, last = lever.name.split(".")
    inner: Any = effective
    for table in tables:
        inner = inner.get(table, {})
    return inner[last] if last in inner or lever.key.default is None else lever.key.default


def kept(schema: Schema, values: Values) -> dict[str, Any]:
    """The nested tables that a run keeps: a key that came later than the first schema only where it says something.

    So a run under the same rules has the same bytes whatever keys came since.
    """
    levers = schema.levers
    silent = {name for name in values if levers[name].key.since > 1 and schema.says_nothing(name, values[name])}
    return nested({name: value for name, value in values.items() if name not in silent})


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
    return [name for name in left if left[name] != right[name] and not name.startswith("source.")]


def digest(effective: Mapping[str, Any], unread: Iterable[str]) -> str:
    """A hash that is equal for rule sets that play equally; no game depends on the tables in `unread`."""
    read = {part: table for part, table in effective.items() if part not in unread}
    return hashlib.sha256(json.dumps(read, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def write(record: Any, lever: Lever, value: Any) -> None:
    """Puts a value into its field of the engine's record, where it has one."""
    if lever.key.field == "":
        return
    code = lever.key.kind.encode(value)
    if lever.which:
        record[lever.key.field][lever.index] = code
    else:
        record[lever.key.field] = code


def toml(schema: Schema, values: Values, title: str) -> str:
    """The text of a complete rule file; each key is explained where it first appears."""
    lines = [f"# A complete rule set of {title}.", "# The keys that there were when it was written, and what wrote it."]
    lines += [f"{SCHEMA} = {schema.number}", f"{WRITTEN_BY} = {_literal(AUTHOR)}"]
    explained: set[str] = set()
    for table, names in _by_table(schema).items():
        lines += ["", f"[{table}]"] if table else []
        for name in names:
            key = schema.levers[name].key
            if key.name not in explained:
                lines.append(f"# {key.meaning} Must be {key.kind.allowed}.")
            explained.add(key.name)
            lines.append(f"{name.rpartition('.')[2]} = {_literal(values[name])}")
    return "\n".join(lines) + "\n"


def _by_table(schema: Schema) -> dict[str, list[str]]:
    tables: dict[str, list[str]] = {}
    for name in schema.levers:
        tables.setdefault(name.rpartition(".")[0], []).append(name)
    return tables


def _literal(value: Any) -> str:
    """A value in TOML, whose strings, lists, numbers and switches are spelt as in JSON."""
    return json.dumps(value, ensure_ascii=False)
