"""The cards and decks of a run in words: what a number in its tables stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.games.dragon.packs.cards import Card, all_cards, types_of
from dhstats.games.dragon.queries.catalogue import kind_of
from dhstats.games.dragon.table import ATTACK_TYPES, FIXED_TYPES, SEATS

# How sentences name cards by their first type; cards of a special type alone are named by it.
SPOKEN = {
    "breath": "breath attacks", "melee": "melee attacks", "magic": "magic attacks", "turn": "turn cards",
    "ground": "ground cards", "attachment": "attachments", "upgrade": "upgrades",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardList:
    """The cards by number: title, types, first type; the decks by place, each named once.

    `lairs` are those of the dragons of the places at level 1. `even` is the share of the games that
    a deck wins where all are alike; partners win together.
    """

    titles: tuple[str, ...]
    types: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    decks: tuple[str, ...]
    dragons: tuple[str, ...]
    lairs: tuple[int, ...]
    even: float

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> CardList:
        """What a run's rules say of its cards."""
        pack, cards = rules["pack"], all_cards(rules["pack"])
        names = [str(rules["decks"][seat]) for seat in SEATS[: rules["players"]]]
        dragons = [pack["decks"][name]["dragon"] for name in names]
        levels = [pack["dragons"][dragon]["levels"][0] for dragon in dragons]
        return cls(
            titles=_told_apart(cards),
            types=tuple(tuple(types_of(card)) for card in cards),
            kinds=tuple(kind_of(card) for card in cards),
            decks=tuple(_named(names, place) for place in range(len(names))),
            dragons=tuple(str(pack["dragons"][dragon].get("title") or dragon) for dragon in dragons),
            lairs=tuple(int(level["lair"]) for level in levels),
            even=1.0 / (len(names) if rules["teams"] == "none" else 2),
        )

    @property
    def order(self) -> tuple[str, ...]:
        """The first types of its cards: those of the rulebook, then special ones."""
        there = dict.fromkeys(self.kinds)
        return (*(kind for kind in FIXED_TYPES if kind in there), *(kind for kind in there if kind not in FIXED_TYPES))

    def spoken(self, kind: str) -> str:
        """Cards of a type in a sentence."""
        return SPOKEN.get(kind, f"{kind} cards")


def _told_apart(cards: Sequence[Card]) -> tuple[str, ...]:
    """Every card's title, with the card's name where several have the same title."""
    titles = [card.title for card in cards]
    return tuple(card.title if titles.count(card.title) == 1 else f"{card.title} ({card.name})" for card in cards)


def is_attack(kind: str) -> bool:
    """Whether cards of a type are attack cards."""
    return kind in ATTACK_TYPES


def _named(names: list[str], place: int) -> str:
    """A deck by its name, with its place where several play it."""
    return names[place] if names.count(names[place]) == 1 else f"{names[place]} ({SEATS[place]} place)"
