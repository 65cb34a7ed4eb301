"""Records from values read from JSON: every field there, no other, each of the type that its dataclass declares."""

import types
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

from dhstats.quoting import clipped

WORDS = {int: "a whole number", str: "text", bool: "true or false", float: "a number", dict: "a table", list: "a list"}


class Malformed(ValueError):
    """Values that are no record of their kind; the message says what is missing or wrong."""


def record(kind: Any, table: Any, place: str = "") -> Any:
    """A record of a kind from a table that names each of its fields; those with a usual value may be missing.

    Raises Malformed for a field that is missing or unknown; types are looked at by `check`.
    """
    return kind(**filled(needed(kind), table, place, [field.name for field in fields(kind)]))


def records(kind: Any, table: dict[str, Any], key: str) -> tuple[Any, ...]:
    """The records of a kind in a list that a table holds."""
    return tuple(record(kind, each, f"{key}[{place}]") for place, each in enumerate(listed(table[key], key)))


def needed(kind: Any) -> set[str]:
    """The fields of a dataclass that have no usual value."""
    return {field.name for field in fields(kind) if field.default is MISSING}


def filled(names: Iterable[str], table: Any, place: str, allowed: Iterable[str] | None = None) -> dict[str, Any]:
    """The table, with all keys that are named and no others than are allowed; Malformed says which are not so."""
    where = f" in {place}" if place else ""
    if not isinstance(table, dict):
        raise Malformed(f"{place or 'it'} must be a table of keys")
    if missing := sorted(set(names) - table.keys()):
        raise Malformed(f"missing{where}: {', '.join(missing)}")
    if unknown := sorted(table.keys() - set(allowed)) if allowed is not None else []:
        raise Malformed(f"unknown{where}: {', '.join(map(clipped, unknown[:3]))}")
    return dict(table)


def listed(value: Any, place: str) -> list[Any]:
    """The list; Malformed where it is none."""
    if not isinstance(value, list):
        raise Malformed(f"{place} must be a list")
    return value


def check(value: Any, kind: Any) -> None:
    """Malformed that names the first field of a record whose value is not of its declared type."""
    if wrong := next(faults(value, kind), ""):
        raise Malformed(wrong)


def faults(value: Any, expected: Any, name: str = "") -> Iterator[str]:
    """Where a value is not of its declared type: the field's full name, what it holds, what it should be."""
    if is_dataclass(expected):
        for field, hint in _hints(cast(Hashable, expected)).items():
            yield from faults(getattr(value, field), hint, f"{name}.{field}".lstrip("."))
    elif get_origin(expected) is tuple:
        kinds = get_args(expected)
        for place, item in enumerate(value):
            yield from faults(item, kinds[min(place, 0 if kinds[-1] is ... else len(kinds) - 1)], f"{name}[{place}]")
    elif not _fits(value, expected):
        text = repr(value)
        short = text if len(text) <= 60 else text[:59] + "…"
        yield f"{name} is {short}, should be {WORDS[get_origin(expected) or expected]}"


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The declared types of a dataclass by field."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _fits(value: Any, expected: Any) -> bool:
    """Whether a value is of a plain type, or a table with text as keys and values of a plain type."""
    if isinstance(expected, types.GenericAlias):
        inner = get_args(expected)[1]
        return isinstance(value, dict) and all(inner is Any or _fits(item, inner) for item in value.values())
    if expected is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is expected
