"""What a variable of a strategy may stand for: a part of what it is shown, or something of its own."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import CodeType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Kind:
    """The strategy's own: numbers, and what it made itself."""


@dataclass(frozen=True)
class Shown(Kind):
    """A part of what was shown, not known which."""


@dataclass(frozen=True)
class Record(Kind):
    """A record that was shown, and what it is called."""

    type: np.dtype[Any]
    name: str


@dataclass(frozen=True)
class Array(Kind):
    """An array that was shown, or a part of one: its elements, its dimensions, what an element is called."""

    type: np.dtype[Any]
    dims: int
    name: str


@dataclass(frozen=True)
class Known(Kind):
    """What needs no more than its name."""

    word: str


@dataclass(frozen=True)
class Outside(Kind):
    """A value that the code names: a constant, a function, a module."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outside) and (self.value is other.value or _same(self.value, other.value))

    def __hash__(self) -> int:
        return hash(type(self.value))


@dataclass(frozen=True)
class Method(Kind):
    """A method of something, not yet called."""

    of: Kind
    name: str


@dataclass(frozen=True)
class Inner(Kind):
    """An inner function with the variables that it takes from around it."""

    code: CodeType
    held: tuple[Any, ...]


@dataclass(frozen=True)
class Tuple(Kind):
    """A tuple."""

    parts: tuple[Kind, ...]


@dataclass(frozen=True)
class Holder(Kind):
    """A collection or an iterator of the strategy's own, some of whose elements were shown."""

    part: Kind

    @staticmethod
    def of(parts: Iterable[Kind]) -> Kind:
        """A collection of these; where nothing in it was shown it is the strategy's own."""
        kind = joined(part for part in parts if shown(part))
        return OWN if kind is None else Holder(kind)


OWN = Kind()
MADE = Known("own as well: an array of numpy, which holds copies of what is put into it")
CHANCE = Known("the randomness, or a part of it")
SLICE = Known("an index that takes a part of an array rather than an element")


def _same(a: Any, b: Any) -> bool:
    plain = (int, float, str, bool, tuple)
    return isinstance(a, plain) and type(a) is type(b) and bool(a == b)


def shown(kind: Kind) -> bool:
    """Whether a value is, or holds, an array or a record that was shown, or the randomness."""
    if isinstance(kind, Tuple):
        return any(shown(part) for part in kind.parts)
    return isinstance(kind, Shown | Record | Array | Holder) or kind == CHANCE


def join(one: Kind | None, other: Kind | None) -> Kind:
    """What a variable may stand for that is once this and once that."""
    if one is None or other is None or one == other:
        return one or other or OWN
    if isinstance(one, Tuple) and isinstance(other, Tuple) and len(one.parts) == len(other.parts):
        return Tuple(tuple(join(a, b) for a, b in zip(one.parts, other.parts, strict=True)))
    if isinstance(one, Holder) and isinstance(other, Holder):
        return Holder(join(one.part, other.part))
    if isinstance(one, Method) and isinstance(other, Method) and one.name == other.name:
        return Method(join(one.of, other.of), one.name)
    if isinstance(one, Record | Array) and isinstance(other, Record | Array) and _alike(one, other):
        return one
    if shown(one) and shown(other):
        return Shown()
    return one if shown(one) else other if shown(other) else OWN


def _alike(one: Any, other: Any) -> bool:
    dims = getattr(one, "dims", 0), getattr(other, "dims", 0)
    return type(one) is type(other) and one.type == other.type and dims[0] == dims[1]


def joined(kinds: Iterable[Kind | None]) -> Kind | None:
    """What a variable may stand for that is now one of these and now another; None of nothing."""
    total: Kind | None = None
    for kind in kinds:
        total = kind if total is None else join(total, kind) if kind is not None else total
    return total


def of_type(kind: np.dtype[Any], name: str, more: int = 0) -> Kind:
    """A field of something shown: a number, a record or an array, with so many dimensions more."""
    dims = len(kind.shape) + more
    base = kind.base
    if dims:
        return Array(base, dims, f"an element of {name}" if name else "an element")
    return Record(base, name) if base.names else OWN


def element(kind: Kind) -> Kind:
    """What a loop over something takes."""
    if isinstance(kind, Array):
        return _less(kind, 1)
    if isinstance(kind, Tuple):
        return joined(kind.parts) or OWN
    return kind.part if isinstance(kind, Holder) else kind if isinstance(kind, Shown) or kind == CHANCE else OWN


def part_of(kind: Kind, index: Kind) -> Kind:
    """What an index takes of something."""
    if isinstance(kind, Tuple):
        known = isinstance(index, Outside) and isinstance(index.value, int)
        if known and -len(kind.parts) <= index.value < len(kind.parts):  # type: ignore[attr-defined]
            return kind.parts[index.value]  # type: ignore[attr-defined]
        return kind if index == SLICE else element(kind)
    if not isinstance(kind, Array):
        return kind if index == SLICE else element(kind)
    indices = index.parts if isinstance(index, Tuple) else (index,)
    if any(each == Outside(None) for each in indices):  # a new axis
        return Array(kind.type, kind.dims + 1, kind.name)
    return _less(kind, sum(each != SLICE for each in indices))


def _less(kind: Array, dims: int) -> Kind:
    left = kind.dims - dims
    if left > 0:
        return Array(kind.type, left, kind.name)
    return Record(kind.type, kind.name) if kind.type.names else OWN
