"""Positions as one player sees them, written down in words: a view as a table of a TOML file, and back.

A field of the view stands there under its own name; what is as in an empty view is left out. How a field is written
says its `Kind`; numbers and lists of numbers need none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from dhstats.errors import BadInput, nearest
from dhstats.games.catalogue import part
from dhstats.quoting import quoted, quoted_name

Array = np.ndarray[Any, Any]
Words = Mapping[str, Any]  # a table of a file
HAND = "hand:"
NONE = "none"  # in place of a code below 0


@dataclass(frozen=True)
class About:
    """What a view is of: its rules, as the engine reads them and as tables, and the seat that sees it."""

    record: Any
    effective: Words
    seat: int
    looked_up: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what takes long, once


class Kind(Protocol):
    """How a value of a view is written, which may depend on what the view is of."""

    def write(self, value: Any, about: About) -> Any:
        """The value as it stands in a file."""

    def read(self, value: Any, place: str, about: About) -> Any:
        """The value of what stands at a place of a file; BadInput if it is none."""


@dataclass(frozen=True)
class Converted:
    """A value that two functions write and read."""

    write: Callable[[Any, About], Any]
    read: Callable[[Any, str, About], Any]


class Code(Converted):
    """A number that stands for a word; below 0 for none."""

    def __init__(self, names: Sequence[str], none: str = NONE) -> None:
        def read(value: Any, place: str, _: About) -> int:
            return -1 if value == none else names.index(_one_of(value, place, (*names, none)))

        super().__init__(lambda value, _: none if value < 0 else names[int(value)], read)


class Bits(Converted):
    """A set of things, a bit each; `names` of them may depend on the rules and the seat.

    A name that stands for several things is counted off from the first of them.
    """

    def __init__(self, names: Sequence[str] | Callable[[About], Sequence[str]]) -> None:
        def named(about: About) -> Sequence[str]:
            return names(about) if callable(names) else names

        def read(value: Any, place: str, about: About) -> int:
            own, found = list(named(about)), 0
            for each in listed(value, place):
                name = _one_of(each, place, own)
                free = [bit for bit, other in enumerate(own) if other == name and not found >> bit & 1]
                if not free:
                    raise BadInput(f"{place}: has {quoted(name)} more often than there is")
                found |= 1 << free[0]
            return found

        def write(value: Any, about: About) -> list[str]:
            return [name for bit, name in enumerate(named(about)) if int(value) >> bit & 1]

        super().__init__(write, read)


class Named(Converted):
    """A value for each of some names, of which those that are empty are left out."""

    def __init__(self, names: Sequence[str], kind: Kind | None = None) -> None:
        def write(value: Any, about: About) -> dict[str, Any]:
            return {name: _write(each, kind, about) for name, each in zip(names, value, strict=False) if each}

        def read(value: Any, place: str, about: About) -> list[Any]:
            table = _table(value, place)
            for name in table:
                _one_of(name, place, names)
            return [_read(table[name], f"{place}.{name}", kind, about) if name in table else 0 for name in names]

        super().__init__(write, read)


class Each(Converted):
    """A value for every seat, or for anything else that is counted."""

    def __init__(self, kind: Kind) -> None:
        def read(value: Any, place: str, about: About) -> list[Any]:
            return [kind.read(each, f"{place}[{at}]", about) for at, each in enumerate(listed(value, place))]

        super().__init__(lambda value, about: [kind.write(each, about) for each in value], read)


class Turns(Converted):
    """The last turns of every seat, the latest first; what is as in `empty` is left out, and turns that are no more."""

    def __init__(self, kinds: Mapping[str, Kind], empty: Any) -> None:
        def write(value: Any, about: About) -> list[Any]:
            nothing = empty[0].tobytes()
            return [
                [write_record(turn, empty[0], kinds, about) for turn in turns if turn.tobytes() != nothing]
                for turns in value
            ]

        def read(value: Any, place: str, about: About) -> list[Array]:
            return [of_seat(turns, f"{place}[{seat}]", about) for seat, turns in enumerate(listed(value, place))]

        def of_seat(value: Any, place: str, about: About) -> Array:
            turns = enumerate(listed(value, place))
            rows = [read_record(turn, empty, f"{place}[{at}]", kinds, about)[0] for at, turn in turns]
            return np.array(rows, empty.dtype)

        super().__init__(write, read)


@dataclass(frozen=True)
class Notation:
    """How positions of a game are written down, told and drawn, as one player sees them.

    kinds      how fields of the view are written; numbers and lists of numbers need none
    empty      an array of one view in which nothing lies; what is as there is not written
    derived    fields that `complete` fills in from the others, and from what is told `besides`
    besides    what the referee's position tells in full and a view sums up: a name, where it is told, how it is written
    complete(view, told)              fills in the derived fields; `told` has what is told besides
    position(view, told, effective)   what lies on the table as the referee would tell it, without hidden hands
    lines(position, view, effective)  the same as lines of text
    asked(view, effective)            what the mover has to decide, in words
    move(record, view, effective)     a move in words
    closed(view)                      the view without what its seat alone knows beside a hand: for whoever else looks
    """

    kinds: Mapping[str, Kind]
    empty: Array
    derived: frozenset[str]
    besides: Mapping[str, tuple[Callable[[Any], Any], Kind]]
    complete: Callable[[Any, Words], None]
    position: Callable[[Any, Words, Words], Any]
    lines: Callable[[Any, Any, Words], list[str]]
    asked: Callable[[Any, Words], str]
    move: Callable[[Any, Any, Words], str]
    closed: Callable[[Any], Any] = lambda view: view

    def write(self, view: Any, effective: Words, position: Any) -> dict[str, Any]:
        """A view as a table, with what the referee's position tells besides."""
        about = About(view["rules"], effective, int(view["seat"]))
        told = write_record(view, self.empty[0], self.kinds, about, self.derived | {"rules"})
        return told | {name: kind.write(look(position), about) for name, (look, kind) in self.besides.items()}

    def read(self, table: Words, about: About, place: str) -> Any:
        """The view that a table tells of, as an array of one; BadInput for what no view of the game holds."""
        told = {name: value for name, value in _table(table, place).items() if name not in self.besides}
        view = read_record(told, self.empty, place, self.kinds, about, self.derived | {"rules"})
        view["rules"] = about.record
        self.complete(view[0], self.told_besides(table, about, place))
        return view

    def told_besides(self, table: Words, about: About, place: str) -> dict[str, Any]:
        """What a table tells besides the fields of the view; BadInput where it does not."""
        return {
            name: kind.read(table.get(name, {}), f"{place}.{name}", about) for name, (_, kind) in self.besides.items()
        }


def face_down(lines: Sequence[str], view: Any) -> list[str]:
    """Lines of a table in which every seat has one with its hand: those of the others are only counted."""
    hands = [at for at, line in enumerate(lines) if HAND in line]
    hidden = {at: int(view["hand_sizes"][seat]) for seat, at in enumerate(hands) if seat != int(view["seat"])}
    return [
        line.replace(f"{HAND} –", f"{HAND} {hidden[at]} face down", 1) if at in hidden else line
        for at, line in enumerate(lines)
    ]


def notation(game: str) -> Notation:
    """How positions of a game are written; BadInput if there is no such game."""
    found: Notation = part(game, "notation")
    return found


def write_record(
    record: Any, empty: Any, kinds: Mapping[str, Kind], about: About, left_out: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The fields of a record that are not as in an empty one."""
    return {
        name: _write(record[name], kinds.get(name), about)
        for name in record.dtype.names
        if name not in left_out and not np.array_equal(record[name], empty[name])
    }


def read_record(
    told: Any, empty: Array, place: str, kinds: Mapping[str, Kind], about: About, left_out: frozenset[str] = frozenset()
) -> Any:
    """An array of one record, empty but for the fields that are told."""
    known = [name for name in empty.dtype.names or () if name not in left_out]
    record = empty.copy().view(np.recarray)
    for name, value in _table(told, place).items():
        if name not in known:
            raise BadInput(f"{place}.{quoted_name(name)}: no such field; {nearest(name, known)}")
        where, field = f"{place}.{name}", record.dtype.fields[name][0]
        # Lists may be shorter than what they fill, numbers must fit
        for at, each in _leaves(_read(value, where, kinds.get(name), about), field.shape, where):
            limits, whole = None if field.base.names else np.iinfo(field.base), isinstance(each, int | np.integer)
            if limits and (not whole or isinstance(each, bool) or not limits.min <= each <= limits.max):
                raise BadInput(f"{where}: must be a whole number, not {quoted(each)}")
            record[name][(0, *at)] = each
    return record


def _leaves(value: Any, shape: tuple[int, ...], place: str) -> Iterator[tuple[tuple[int, ...], Any]]:
    """What a nested list holds, with where that goes in an array of a shape."""
    if not shape:
        yield (), value
        return
    if not isinstance(value, list | np.ndarray) or len(value) > shape[0]:
        raise BadInput(f"{place}: must be a list of at most {shape[0]}")
    for at, each in enumerate(value):
        for rest, leaf in _leaves(each, shape[1:], place):
            yield (at, *rest), leaf


def _write(value: Any, kind: Kind | None, about: About) -> Any:
    if kind is not None:
        return kind.write(value, about)
    return value.tolist() if isinstance(value, np.ndarray) else int(value)


def _read(value: Any, place: str, kind: Kind | None, about: About) -> Any:
    return value if kind is None else kind.read(value, place, about)


def _one_of(value: Any, place: str, names: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in names:
        raise BadInput(f"{place}: {quoted(value)} is not known; {nearest(str(value), list(dict.fromkeys(names)))}")
    return value


def whole_list(value: Any, place: str, least: int, most: int) -> list[int]:
    """A list of whole numbers within bounds; BadInput for anything else."""
    for each in listed(value, place):
        if not isinstance(each, int) or isinstance(each, bool) or not least <= each <= most:
            raise BadInput(f"{place}: must be a list of whole numbers from {least} to {most}, not {quoted(value)}")
    return list(value)


def listed(value: Any, place: str) -> list[Any]:
    """A list; BadInput for anything else."""
    if not isinstance(value, list):
        raise BadInput(f"{place}: must be a list, not {quoted(value)}")
    return value


def _table(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(f"{place}: must be a table, not {quoted(value)}")
    return value
