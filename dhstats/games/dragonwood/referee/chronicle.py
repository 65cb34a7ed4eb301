"""A game of Dragonwood as it is told afterwards: its decisions, its outcome, what lay on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dhstats.games.dragonwood.referee.draws import Adventurer
from dhstats.games.dragonwood.table import ENHANCEMENTS, NUMBERS, WAYS
from dhstats.games.retelling import Row

NOBODY = -1
MEANT = {"discard": ("cards",), "pass": ("cards",), "reroll": ("die",)}  # what decisions of a kind tell


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player decides, with cards by suit and number and enhancements by name."""

    act: str
    target: str | None = None
    cards: tuple[Adventurer, ...] = ()
    used: tuple[str, ...] = ()
    die: int = 0

    @classmethod
    def of(cls, turn: Row) -> Choice:
        """The decision that a row tells of."""
        return cls(turn["act"], turn["target"], unpacked(turn["cards"]), helpers(turn["used"]), turn["die"])

    def stray(self) -> str:
        """What is told although such a decision has none: target, cards, used or die; or nothing."""
        told = {"target": self.target, "cards": self.cards, "used": self.used, "die": self.die}
        meant = ("target", "cards", "used") if self.act in WAYS else MEANT.get(self.act, ())
        return next((name for name, value in told.items() if value and name not in meant), "")


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies on the table after a decision, for one who may see every card."""

    landscape: tuple[str, ...]
    wood: int
    adventurers: int
    discards: int
    decks_begun: int
    hands: tuple[tuple[Adventurer, ...], ...]
    captured: tuple[tuple[str, ...], ...]
    owned: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    asked: int


def leader(points: Sequence[int]) -> int:
    """The seat that has most points alone, or nobody."""
    return points.index(max(points)) if points.count(max(points)) == 1 else NOBODY


def unpacked(cards: int) -> tuple[Adventurer, ...]:
    """The adventurers of a packed play: a bit each, suit after suit."""
    return tuple((bit // NUMBERS, bit % NUMBERS + 1) for bit in range(64) if cards >> bit & 1)


def packed(cards: Iterable[Adventurer]) -> int:
    """The same cards as one number."""
    return sum(1 << NUMBERS * suit + number - 1 for suit, number in cards)


def helpers(used: int) -> tuple[str, ...]:
    """The enhancements of a packed set."""
    return tuple(name for number, name in enumerate(ENHANCEMENTS) if used >> number & 1)


def packed_helpers(names: Iterable[str]) -> int:
    """The same enhancements as one number."""
    return sum(1 << ENHANCEMENTS.index(name) for name in names)


def dice_of(rolled: int) -> list[int]:
    """The faces of packed dice, in the order in which they were rolled."""
    faces = []
    while rolled:
        faces.append(rolled % 16)
        rolled //= 16
    return faces


def packed_dice(faces: Iterable[int]) -> int:
    """The same dice as one number: four bits each."""
    return sum(face * 16**place for place, face in enumerate(faces))
