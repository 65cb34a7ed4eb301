"""The functions of a game file in plain Python, with chance of another telling than the engine's."""

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind
from dhstats.gamefile import luck
from dhstats.gamefile.file import RETURNS, GameFile
from dhstats.gamefile.playing.returned import WHOLE
from dhstats.games import draws


class Misdeed(Exception):
    """A function does what it may not, which the message says; `line` is where it begins, 0 where that is not known."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.line = line


class Record(np.record):  # type: ignore[misc,unused-ignore]
    """A record in plain Python whose fields come before what numpy calls by the same names, as `take` or `sum`."""

    def __getattribute__(self, name: str) -> Any:
        """A field; or else what any record has."""
        fields = object.__getattribute__(self, "dtype").fields
        return self[name] if fields and name in fields else super().__getattribute__(name)


def as_records(array: Any) -> Any:
    """An array whose records are read as compiled code reads them: by their fields' names."""
    bare = np.dtype((np.void, array.dtype))  # a recarray would have its own records
    return array.view(np.ndarray).view(np.dtype((Record, bare)))


class Draws:
    """Chance as the functions of a file draw from it: words from an address, in whole Python numbers."""

    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return draws.below(self._words, int(n))


def _below(chance: Draws, n: int) -> int:
    return chance.below(n)


def _roll(chance: Draws, sides: int) -> int:
    return chance.below(sides) + 1


def mix(cards: Any, count: int, chance: Draws) -> None:
    """Brings the first cards into random order."""
    for i in range(int(count) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = int(cards[j]), int(cards[i])


def _shuffle(chance: Draws, pile: Any) -> None:
    mix(pile.cards, pile.count, chance)


def _plain(helper: Any, **functions: Callable[..., Any]) -> Callable[..., Any]:
    """A helper that draws nothing, as Python runs its source; by these functions where it calls others."""
    return bind(getattr(helper, "py_func", helper), "plain", **functions)


next_seat, _put = _plain(luck.next_seat), _plain(luck.put)
PLAIN: Mapping[Any, Callable[..., Any]] = {
    luck.below: _below,
    luck.roll: _roll,
    luck.shuffle: _shuffle,
    luck.draw: _plain(luck.draw),
    luck.put: _put,
    luck.fill: _plain(luck.fill, put=_put),
    luck.next_seat: next_seat,
}


def plain_functions(file: GameFile) -> dict[str, Callable[..., Any]]:
    """The functions of a file with the helpers of dhstats.gamefile in plain Python."""
    space = dict(vars(file.module))
    for name, value in vars(file.module).items():
        if isinstance(value, FunctionType) and value.__globals__ is vars(file.module):
            space[name] = FunctionType(value.__code__, space, name, value.__defaults__, value.__closure__)
        else:
            space[name] = next((plain for helper, plain in PLAIN.items() if helper is value), value)
    return {name: _returning(name, space[name]) if name in RETURNS else space[name] for name in file.functions}


def _returning(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose answers are looked at: it returns what it must."""

    def returning(*given: Any) -> Any:
        answer = function(*given)
        if not isinstance(answer, WHOLE):
            what = "nothing" if answer is None else "a decimal" if isinstance(answer, float) else "something else"
            raise Misdeed(f"{name} {RETURNS[name]}, but returns {what}", function.__code__.co_firstlineno)
        return answer

    return returning
