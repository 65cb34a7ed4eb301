"""What a game brings so that its stored games can be told and checked: for replay and verify."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.games.catalogue import game_module


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as a run keeps it: the seed of its chance, its row of the games table, its rows of the moves table."""

    seed: int
    row: Mapping[str, Any]
    turns: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn in words, and what lies on the table after it: in lines of text, and as the game's own value.

    `line` is the turn with all its numbers in columns, `deed` only who did what; `seat` moved, counted from 0.
    """

    seat: int
    line: str
    deed: str
    board: tuple[str, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game: the deal in words, what lies on the table before the first turn, the turns, the result."""

    deal: tuple[str, ...]
    opening: Any
    steps: tuple[Step, ...]
    result: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retelling:
    """The functions of a game.

    tell(effective, kept)   the story; DataProblem where the kept turns cannot be played
    check(effective, kept)  what the rules say against the kept rows, in sentences
    move(record)            a move of the engine in words
    """

    tell: Callable[[Mapping[str, Any], Kept], Story]
    check: Callable[[Mapping[str, Any], Kept], list[str]]
    move: Callable[[Any], str]


def load(name: str) -> Retelling:
    """The retelling of a game; BadInput with the nearest name if the catalogue knows none of this name."""
    retelling: Retelling = game_module("games", name, "retelling").RETELLING
    return retelling
