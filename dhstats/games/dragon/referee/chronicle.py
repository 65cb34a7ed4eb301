"""A game of Dragon! as it is told afterwards: its decisions, its outcome, what lay on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dhstats.games.dragon.table import FACINGS
from dhstats.games.retelling import Row

NOBODY = -1
NO_CARD = -1

Declared = tuple[tuple[int, str], ...]  # seats and how their dragons are to face


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player decides, with cards by name."""

    act: str
    card: str | None = None
    rival: int = NOBODY
    at: str | None = None
    declared: Declared = ()
    number: int = 0

    @classmethod
    def of(cls, turn: Row, names: Sequence[str]) -> Choice:
        """The decision that a row tells of; `names` are the cards by their codes."""
        card, at = (names[code] if 0 <= code < len(names) else None for code in (turn["card"], turn["at"]))
        return cls(turn["act"], card, turn["rival"], at, unpacked(turn["declared"]), turn["number"])


@dataclass(frozen=True, slots=True)
class Side:
    """What lies before one player, for one who may see every card."""

    dragon: str
    level: int
    facing: str
    wounds: int
    health: int
    siege: int
    lair: int
    hand: tuple[str, ...]
    deck: int
    discards: int
    grounds: tuple[tuple[str, int], ...]
    attached: tuple[tuple[str, int], ...]
    alive: bool


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies on the table after a decision."""

    sides: tuple[Side, ...]
    asked: int


def unpacked(declared: int) -> Declared:
    """Declared changes of facing: seats, and how their dragons are to face."""
    changes = []
    while declared > 0:
        change = declared % 16 - 1
        changes.append((change // 3, FACINGS[change % 3]))
        declared //= 16
    return tuple(changes)


def packed(declared: Iterable[tuple[int, str]]) -> int:
    """The same as one number."""
    return sum((1 + 3 * seat + FACINGS.index(facing)) * 16**place for place, (seat, facing) in enumerate(declared))
