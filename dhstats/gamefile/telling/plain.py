"""The functions of a game file in plain Python, with chance of another telling than the engine's."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind
from dhstats.gamefile import luck
from dhstats.gamefile.declarations import Field
from dhstats.gamefile.file import TASKS, GameFile
from dhstats.gamefile.playing import hiding, records
from dhstats.gamefile.playing.returned import WHOLE
from dhstats.games import refereeing
from dhstats.games.retelling import NOBODY


class Violation(Exception):
    """A function does what it may not, which the message says; `line` is where it begins, 0 where that is not known."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.line = line


class Record(np.record):  # type: ignore[misc,unused-ignore]
    """A record in plain Python whose fields come before what numpy calls by the same names, as `take` or `sum`."""

    __getitem__ = np.void.__getitem__  # type: ignore[assignment,unused-ignore]  # records within it are of this kind

    def __getattribute__(self, name: str) -> Any:
        """A field; or else what any record has."""
        try:
            return np.void.__getitem__(self, name)
        except (ValueError, KeyError):
            return object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Writes into a field; there is nothing else that could be changed."""
        if name not in (object.__getattribute__(self, "dtype").names or ()):
            raise AttributeError(f"there is no field {name!r}")
        np.void.__setitem__(self, name, value)


def as_records(array: Any) -> Any:
    """An array whose records are read as compiled code reads them: by their fields' names."""
    return array.view(np.ndarray).view(_of_records(array.dtype))


@cache
def _of_records(kind: np.dtype[Any]) -> np.dtype[Any]:
    """A type of the same layout in which records, and lists of records within them, are read by their fields' names."""
    if kind.subdtype:
        return np.dtype((_of_records(kind.subdtype[0]), kind.subdtype[1]))
    if not kind.names or kind.fields is None:
        return kind
    inner = [_of_records(kind.fields[name][0]) for name in kind.names]
    places = [kind.fields[name][1] for name in kind.names]
    bare = np.dtype({"names": kind.names, "formats": inner, "offsets": places, "itemsize": kind.itemsize})
    return np.dtype((Record, bare))


class Eyes:
    """What seats see of a state; `own` are the file's functions in plain Python."""

    def __init__(self, file: GameFile, own: Mapping[str, Callable[..., Any]]) -> None:
        self._own, self._hide, self._view = own, hiding.hide(file, plain=True), records.view(file)

    def seen(self, state: Any, rules: Any, seat: int) -> Any:
        """All that a seat may know."""
        view = as_records(np.zeros(1, self._view))[0]
        view["rules"], view["seat"] = rules, seat
        self._hide(view, state, seat)
        return view

    def after(self, state: Any, rules: Any, move: Any, seat: int) -> Any:
        """The same after a move, before chance speaks."""
        copy = state.copy()
        self._own["play"](copy, move, rules)
        return self.seen(copy, rules, seat)


MOST_OTHERS = 64  # values of a part of a move that are tried in place of what it was
DECIDED = "has decided"


def noticed(
    file: GameFile, own: Mapping[str, Callable[..., Any]], state: Any, rules: Any, move: Any, seat: int
) -> list[str]:
    """The parts of a move, by name, that a seat knows from what it sees right after it, before chance speaks.

    So the move is held against others that differ from it in one part. `own` are the file's functions in plain Python.
    """
    eyes = Eyes(file, own)

    def after(tried: Any) -> bytes | None:
        """All that the seat may know after a move; nothing of a move that the file cannot play here.

        The cards that they do not see count among it: one that leaves a hand for no other hidden place was shown.
        """
        copy = state.copy()
        try:
            own["play"](copy, tried, rules)
        except Exception:  # anything that a file may raise
            return None
        view = eyes.seen(copy, rules, seat)
        return b"".join(view[name].tobytes() for name in ("state", "unseen", "sizes", "hand_sizes"))

    seen, told = after(move), list[str]()
    for name, field in file.move.items():
        values = _in_place(field, move[name])
        for value in values[:: max(1, -(-len(values) // MOST_OTHERS))]:
            other = move.copy()
            other[name] = value
            if after(other) == seen:
                break
        else:
            told.append(name)
    return told


def _in_place(field: Field, said: Any) -> list[Any]:
    """What else could stand in a part of a move: any other value, or of cards one of another kind in place of one."""
    if not field.is_cards:
        return [value for value in range(field.low, field.high + 1) if value != int(said)]
    kinds = np.eye(field.kinds, dtype=np.int64)
    return [said - kinds[one] + other for one in np.flatnonzero(said) for other in np.delete(kinds, one, axis=0)]


class Draws:
    """Chance as the functions of a file draw from it: words from an address, in whole Python numbers."""

    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return refereeing.below(self._words, int(n))


def mix(cards: Any, count: int, chance: Draws) -> None:
    """Brings the first cards into random order."""
    for i in range(int(count) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = int(cards[j]), int(cards[i])


def _plain(helper: Any, **functions: Callable[..., Any]) -> Callable[..., Any]:
    """A helper that draws nothing, as Python runs its source; by these functions where it calls others."""
    return bind(getattr(helper, "py_func", helper), "plain", **functions)


next_seat, _put = _plain(luck.next_seat), _plain(luck.put)
PLAIN: Mapping[Any, Callable[..., Any]] = {
    luck.below: lambda chance, n: chance.below(n),
    luck.roll: lambda chance, sides: chance.below(sides) + 1,
    luck.shuffle: lambda chance, pile: mix(pile.cards, pile.count, chance),
    luck.draw: _plain(luck.draw),
    luck.put: _put,
    luck.fill: _plain(luck.fill, put=_put),
    luck.next_seat: next_seat,
}


def plain_functions(
    file: GameFile, codes: Mapping[tuple[str, int], CodeType] | None = None, known: Mapping[str, Any] | None = None
) -> dict[str, Callable[..., Any]]:
    """The functions of a file with the helpers of dhstats.gamefile in plain Python.

    Where somebody watches them they run `codes` of the same name and line, to which other things are `known` as well.
    """
    space = dict(vars(file.module)) | dict(known or {})
    for name, value in vars(file.module).items():
        if isinstance(value, FunctionType) and value.__globals__ is vars(file.module):
            code = (codes or {}).get((value.__code__.co_name, value.__code__.co_firstlineno), value.__code__)
            space[name] = FunctionType(code, space, name, value.__defaults__, value.__closure__)
        else:
            space[name] = next((plain for helper, plain in PLAIN.items() if helper is value), value)
    return {name: _returning(name, space[name]) if TASKS[name].returns else space[name] for name in file.functions}


@cache
def move_list(file: GameFile) -> Any:
    """Every move there is, or room for those that are offered."""
    if file.offers:
        return as_records(np.zeros(file.moves + file.spare, records.move(file)))
    return as_records(records.all_moves(file))


def possible(file: GameFile, own: Mapping[str, Callable[..., Any]], state: Any, rules: Any) -> list[Any]:
    """The moves that the mover may play, as records in their order."""
    moves = move_list(file)
    if file.offers:
        return [moves[at].copy() for at in range(int(own["moves"](state, rules, moves)))]
    return [move for move in moves if own["allowed"](state, move, rules)]


def made(file: GameFile, values: Mapping[str, Any]) -> Any:
    """The move with these columns of the log, words or their places in them; of cards 0 where nothing is said."""
    move = as_records(np.zeros(1, records.move(file)))[0]
    number = 0
    for column, (name, kind) in records.move_columns(file).items():
        each, value = file.move[name], values.get(column, 0)
        code = each.words.index(value) if isinstance(value, str) else int(value)
        if kind >= 0:
            move[name][kind] = code
            continue
        move[name] = code
        number = number * (each.high - each.low + 1) + code - each.low
    if not file.offers:
        move["number"] = number
    return move


def move_of(file: GameFile, row: Any) -> Any:
    """The move of a row of the log, in words or as the engine writes it; None where there was none."""
    if file.offers:
        names = records.move_columns(file)
        return made(file, {name: row[name] for name in names}) if int(row["legal_moves"]) else None
    number = int(row["move"])
    if 0 <= number < file.moves:
        return move_list(file)[number]
    move = as_records(np.zeros(1, records.move(file)))[0]
    move["number"] = number  # of a log that somebody changed: no such move is possible
    return move if number != NOBODY else None


def same(one: Any, other: Any) -> bool:
    """Whether two moves are the same, or both are missing."""
    return one is other or (one is not None and other is not None and one.tobytes() == other.tobytes())


def _returning(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose answers are looked at: it returns what it must."""

    def returning(*given: Any) -> Any:
        answer = function(*given)
        if not isinstance(answer, WHOLE):
            what = "nothing" if answer is None else "a decimal" if isinstance(answer, float) else "something else"
            raise Violation(f"{name} {TASKS[name].returns}, but returns {what}", function.__code__.co_firstlineno)
        return answer

    return returning
