"""A game of Dragonheart as it is told afterwards: its turns, its outcome, what lay on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.retelling import Row

Card = tuple[str, int]  # picture and value
SEATS = ("first", "second")
NOBODY = -1


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


def choice_of(turn: Row) -> tuple[str | None, int, str | None]:
    """What the player of a logged turn chose: picture, values and target."""
    return turn["picture"], turn["values"], turn["target"]


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
