"""Whether values read from JSON are of the types that a dataclass declares."""

from __future__ import annotations

import types
from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

WORDS = {int: "a whole number", str: "text", bool: "true or false", float: "a number", dict: "a table"}


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
        yield f"{name} is {_short(value)}, should be {WORDS[get_origin(expected) or expected]}"


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


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
