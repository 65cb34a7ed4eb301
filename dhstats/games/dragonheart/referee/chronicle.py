"""A game of Dragonheart as it is told afterwards: its turns, its outcome, what lay on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from dhstats.games.dragonheart.table import PICTURES

Card = tuple[str, int]  # picture and value
SEATS = ("first", "second")
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """A row of the moves table, without the game that it belongs to."""

    turn: int
    seat: int
    picture: str | None
    cards: int
    values: int
    target: str | None
    taken_cards: int
    taken_points: int
    claimed_figure: bool
    legal_moves: int
    hand_after: int
    deck_after: int
    score_first_after: int
    score_second_after: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Turn:
        """The turn in a row that may have more columns."""
        return cls(**{field.name: row[field.name] for field in fields(cls)})

    def choice(self) -> tuple[str | None, int, str | None]:
        """What its player chose: picture, values and target."""
        return self.picture, self.values, self.target


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board with the values of its cards; `slots` is 0 for a stack."""

    picture: str
    slots: int
    takes: tuple[str, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies on the table after a turn, for one who may see every card.

    `played` is the space of the last play and `reached` the place whose cards were taken ("" for none of them),
    `put_back` the cards that were lost with the figure. `decks` are counts.
    """

    spaces: tuple[Space, ...]
    below_ship: tuple[Card, ...]
    stacks: int
    stacks_wanted: int
    figure: int
    scores: tuple[int, int]
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    decks: tuple[int, int]
    played: str
    reached: str
    put_back: tuple[Card, ...]


def unpacked(values: int) -> list[int]:
    """The values of a packed play in order: six bits count the cards of value 0, the next six those of value 1, ..."""
    listed: list[int] = []
    value = 0
    while values > 0:
        listed += [value] * (values % 64)
        values, value = values // 64, value + 1
    return listed


def packed(values: Iterable[int]) -> int:
    """The same cards as one number."""
    return sum(64**value for value in values)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards sorted by picture, in the order of the board, then by value."""
    return sorted(cards, key=lambda card: (PICTURES.index(card[0]), card[1]))
