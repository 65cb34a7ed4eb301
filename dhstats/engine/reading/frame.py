"""A function of a strategy as far as it is known: what its variables stand for, and what it may do with that."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

import numpy as np
from numba.core import ir

from dhstats.engine.compiled import PACKAGE
from dhstats.engine.reading import names
from dhstats.engine.reading.names import is_of_library, refused
from dhstats.errors import nearest


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
        if not isinstance(other, Outside) or self.value is other.value:
            return isinstance(other, Outside)
        plain = isinstance(self.value, int | float | str | bool | tuple) and type(self.value) is type(other.value)
        return plain and bool(self.value == other.value)

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


class Refusal(Exception):
    """A statement that no strategy may have: its line, of which file, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason, self.file = line, reason, ""


@dataclass(frozen=True)
class Captured:
    """Stands in the closure of an inner function for what it takes from outside."""

    kind: Kind


@dataclass(frozen=True)
class Walk:
    """A walk through a function and all that it calls: what functions return, and which are being read."""

    returned: dict[Any, Kind | None] = field(default_factory=dict)
    running: list[CodeType] = field(default_factory=list)


class Frame:
    """One function with arguments of known kinds, and the kinds of its variables."""

    def __init__(self, walk: Walk, function: Callable[..., Any], given: Sequence[Kind]) -> None:
        self._walk, self._function, self._given, self._top = walk, function, given, not walk.running
        self._ours = PACKAGE in Path(function.__code__.co_filename).resolve().parents
        self._kinds: dict[str, Kind] = {}
        self._owners: dict[str, str] = {}  # whose method a variable is
        self._line = function.__code__.co_firstlineno

    def _of(self, variable: Any) -> Kind:
        return self._kinds.get(variable.name, OWN)

    def _hold(self, name: str, kind: Kind | None) -> None:
        if kind is not None:
            self._kinds[name] = join(self._kinds.get(name), kind)

    def _keep(self, name: str, kind: Kind) -> None:
        """A collection of the strategy's own holds something more; an array of numpy holds copies."""
        known = self._kinds.get(name, OWN)
        if isinstance(known, Holder) or (isinstance(kind, Holder) and known == OWN):
            self._hold(name, kind)

    def _refuse(self, reason: str) -> NoReturn:
        raise Refusal(self._line, reason)

    def _refuse_change(self, kind: Kind) -> None:
        if kind == CHANCE:
            if not self._ours:
                self._refuse("writes into the randomness; a strategy only looks and chooses")
        elif isinstance(kind, Record | Array | Shown):
            self._refuse("writes into what it was shown; a strategy only looks and chooses (change a .copy())")

    # ---- Attributes and names from outside --------------------------------------------------------------------------

    def _attribute(self, kind: Kind, name: str) -> Kind:
        if isinstance(kind, Record):
            if name not in (kind.type.names or ()):
                self._refuse_field(kind.name, kind.type, name)
            return of_type(kind.type[name], f"{kind.name}.{name}")
        if isinstance(kind, Array):
            return self._array_attribute(kind, name)
        if kind == CHANCE:
            return kind if self._ours else self._closed()
        if isinstance(kind, Outside) and isinstance(kind.value, ModuleType):
            return self._of_module(kind.value, name)
        if name in names.REFUSED_ATTRIBUTES:
            self._refuse(names.REFUSED_ATTRIBUTES[name])
        if isinstance(kind, Outside):
            self._refuse_function_of(kind.value, name)
        return Method(kind, name)

    def _refuse_function_of(self, owner: Any, name: str) -> None:
        """Refuses a function that is no name of its own, because only functions with names are checked copies."""
        value = getattr(owner, name, None)
        function = getattr(value, "py_func", value)
        if isinstance(function, FunctionType) and not (self._ours or is_of_library(function)):
            home = function.__module__ if isinstance(owner, ModuleType) else ""
            hint = (
                f"import the function itself: from {home} import {name}"
                if home
                else "give it a name in the file and call that"
            )
            self._refuse(f"the indices in .{name}() would not be checked; {hint}")

    def _closed(self) -> NoReturn:
        self._refuse("the randomness has no fields for a strategy; draw with below(randomness, n)")

    def _array_attribute(self, kind: Array, name: str) -> Kind:
        if kind.type.names and name in kind.type.names:
            return of_type(np.dtype((kind.type[name], 1)) if kind.type[name].shape else kind.type[name], "", 1)
        if name == "flat":
            self._refuse(names.FLAT)
        if name in names.VIEWING_ATTRIBUTES:
            return Array(kind.type, kind.dims, kind.name)
        if name in names.PLAIN_ATTRIBUTES:
            return OWN
        if name in names.COPYING_METHODS or name in names.VIEWING_METHODS:
            return Method(kind, name)
        if kind.type.names and not hasattr(np.ndarray, name):
            self._refuse_field(f"{kind.name} (index the moves: moves[i].{kind.type.names[0]})", kind.type, name)
        self._refuse(f".{name} of what it was shown may change it or lead beyond it; take it of a .copy()")

    def _refuse_field(self, what: str, kind: np.dtype[Any], name: str) -> None:
        fields = tuple(kind.names or ())
        close = nearest(name, fields)
        near = f"{close} " if close.startswith("did") else ""
        self._refuse(f"{what} has no field {name!r}; {near}fields: {', '.join(fields)}")

    def _of_module(self, module: ModuleType, name: str) -> Kind:
        if not hasattr(module, name):
            close = nearest(name, [each for each in vars(module) if not each.startswith("_")])
            self._refuse(f"{module.__name__} has no {name!r}" + (f"; {close}" if close.startswith("did") else ""))
        self._refuse_function_of(module, name)
        return self._outside(getattr(module, name), name)

    def _outside(self, value: Any, name: str) -> Kind:
        """A name from outside, if a strategy may use it."""
        if isinstance(value, Captured):
            return value.kind
        if value is ir.UNDEFINED:
            self._refuse(f"{name!r} is not defined")
        reason = "" if self._ours else refused(value, name)
        if reason:
            self._refuse(reason)
        return Outside(value)
