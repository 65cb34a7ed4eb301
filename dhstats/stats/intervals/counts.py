"""Counts as they arrive: exact whole numbers and levels, checked once at the door."""

import operator
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any


def whole(name: str, value: int, least: int | None = None) -> int:
    """A count is a whole number; an integer of any kind becomes an exact Python integer.

    Errors: ValueError that names the count and quotes the value, for fractions and for values below `least`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {value!r}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    return number


def tally(counts: Iterable[tuple[int, int]]) -> dict[int, int]:
    """A histogram with exact whole values and counts; values that never occurred are left out."""
    kept: dict[int, int] = {}
    for value, count in counts:
        if number := whole(f"count of {value}", count, least=0):
            kept[whole("value", value)] = number
    return kept


def open_share(name: str, value: float) -> float:
    """A level, a power or a probability that lies strictly between 0 and 1.

    Errors: ValueError that names the share and quotes the value.
    """
    if not 0.0 < value < 1.0:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value}")
    return float(value)


def positive(name: str, value: float) -> float:
    """A length such as a margin, a half-width or a variance, which must be above zero.

    Errors: ValueError that names the length and quotes the value.
    """
    if not 0.0 < value < float("inf"):
        raise ValueError(f"{name} must be a positive number, got {value}")
    return float(value)


def make_exact(record: Any, least: Mapping[str, int]) -> None:
    """Every field of a new frozen record becomes an exact Python integer, which cannot overflow.

    Errors: ValueError as in `whole`; `least` names the fields that have a lowest value.
    """
    for field in fields(record):
        exact = whole(field.name, getattr(record, field.name), least.get(field.name))
        object.__setattr__(record, field.name, exact)


def enough_blocks(needed: int, n: int) -> int:
    """The number of blocks, if there are as many as a statistic needs.

    Errors: ValueError that quotes both numbers.
    """
    if n < needed:
        raise ValueError(f"needs at least {needed} blocks, got {n}")
    return n
