"""A game of Dragon! as it is told afterwards: its decisions, its outcome, what lay on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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


ATTACKS = ("breath", "melee", "magic")
KIND_TYPES = {"actions": (), "grounds": ("ground",), "attachments": ("attachment",), "upgrades": ("upgrade",)}


@dataclass(frozen=True, slots=True)
class Paper:
    """A card: the section of the pack that it is from, its types, and the text on it."""

    name: str
    section: str
    types: tuple[str, ...]
    text: Mapping[str, Any]

    def number(self, effect: str) -> int:
        """How much of an effect it has."""
        return int(self.text.get(effect, 0))

    @property
    def title(self) -> str:
        """What people call it."""
        return str(self.text.get("title") or self.name.replace("_", " "))

    @property
    def is_attack(self) -> bool:
        """Whether it is of type breath, melee or magic."""
        return any(name in ATTACKS for name in self.types)

    @property
    def needs_rival(self) -> bool:
        """Whether a rival is named with it."""
        effects = ("wounds", "rival_mills", "rival_draws", "rival_discards", "lair_attack", "rival_facing")
        turns = any(change["dragon"] == "rival" for change in self.text.get("facings", ()))
        return turns or self.destroys != "" or any(self.text.get(effect) for effect in effects)

    @property
    def destroys(self) -> str:
        """The section of cards of which it discards one; "" for none."""
        return {"ground": "grounds", "attachment": "attachments"}.get(self.text.get("destroys", ""), "")


def cardbook(pack: Mapping[str, Any]) -> dict[str, Paper]:
    """All cards of a pack by name, in the order of their codes."""
    book = {}
    for section in ("actions", "grounds", "attachments"):
        for name, text in sorted(pack[section].items()):
            book[name] = Paper(name, section, (*KIND_TYPES[section], *text.get("types", ())), text)
    for dragon, card in sorted(pack["dragons"].items()):
        for level in (2, 3):
            name = f"{dragon}_{level}"
            own = card["levels"][level - 1]
            text = {"title": f"{card.get('title') or dragon}, level {level}", "discards": own.get("discards", 0)}
            book[name] = Paper(name, "upgrades", KIND_TYPES["upgrades"], text | {"tops": own.get("tops", [])})
    return book
