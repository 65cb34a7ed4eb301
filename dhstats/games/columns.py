"""The rows that a game writes, column by column: what each is called, its type on disk, what it holds, its words.

From one list follow the engine's records of both tables, what is said of their columns, and which hold words for codes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

LOGGED = ("logged_turns", "u2")  # not a column: how many rows of the moves table belong to a game


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its name and type: `*` in the name stands for each of `seats`.

    `says` what it holds, where that is not what every game's column of this name holds ("*" is the seat). `words` stand
    for its codes; a `flag` is yes or no; what is `packed` is a number for several things.
    """

    name: str
    kind: str
    says: str = ""
    words: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    flag: bool = False
    packed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The column by its name, or those of all its seats."""
        return tuple(self.name.replace("*", seat) for seat in self.seats) if self.seats else (self.name,)


def usual(**kinds: str) -> tuple[Column, ...]:
    """Columns by name and type that hold in this game what they hold in every game."""
    return tuple(Column(name, kind) for name, kind in kinds.items())


@dataclass(frozen=True)
class Rows:
    """The columns of the games table that the rules fill, and all of the moves table, each in their order.

    `plan` says what columns hold that follow from the plan of a run, where it is not what they hold in every game.
    """

    games: tuple[Column, ...]
    moves: tuple[Column, ...]
    plan: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def result(self) -> np.dtype[Any]:
        """The engine's record of a game."""
        return np.dtype([*_fields(self.games), LOGGED], align=True)

    @cached_property
    def event(self) -> np.dtype[Any]:
        """The engine's record of a decision."""
        return np.dtype(_fields(self.moves), align=True)

    @cached_property
    def says(self) -> Mapping[str, Mapping[str, str]]:
        """What columns of either table hold, where it is not what every game's hold."""
        games, moves = ({each.name: each.says for each in table if each.says} for table in (self.games, self.moves))
        return {"games": {**self.plan, **games}, "moves": moves}

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The words behind the codes of columns."""
        return {name: each.words for each in (*self.moves, *self.games) if each.words for name in each.names}

    @cached_property
    def flags(self) -> frozenset[str]:
        """The columns that are yes or no, that of every run among them."""
        return frozenset({"swapped", *(each.name for each in (*self.games, *self.moves) if each.flag)})

    @cached_property
    def packed(self) -> frozenset[str]:
        """The columns whose numbers stand for several things."""
        return frozenset(each.name for each in self.moves if each.packed)


def _fields(columns: tuple[Column, ...]) -> list[tuple[str, str]]:
    return [(name, each.kind) for each in columns for name in each.names]
