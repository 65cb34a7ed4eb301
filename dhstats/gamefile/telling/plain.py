"""The functions of a game file in plain Python, with chance of another telling than the engine's."""

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from dhstats.gamefile import luck
from dhstats.gamefile.file import GameFile
from dhstats.games import draws


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


def _shuffle(chance: Draws, pile: Any) -> None:
    for i in range(int(pile.count) - 1, 0, -1):
        j = chance.below(i + 1)
        pile.cards[i], pile.cards[j] = int(pile.cards[j]), int(pile.cards[i])


def _draw(pile: Any) -> int:
    if pile.count == 0:
        return luck.NO_CARD
    pile.count -= 1
    card = int(pile.cards[pile.count])
    pile.cards[pile.count] = 0
    return card


def _put(pile: Any, card: int) -> None:
    pile.cards[pile.count] = card
    pile.count += 1


def _fill(pile: Any, card: int, copies: int) -> None:
    for _ in range(copies):
        _put(pile, card)


def next_seat(state: Any) -> int:
    """The seat after the mover."""
    return int((state.mover + 1) % state.players)


PLAIN: Mapping[Any, Callable[..., Any]] = {
    luck.below: _below,
    luck.roll: _roll,
    luck.shuffle: _shuffle,
    luck.draw: _draw,
    luck.put: _put,
    luck.fill: _fill,
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
    return {name: space[name] for name in file.functions}
