"""Deals that people lay out by hand: every stack of a deal in the words of the game, and a table laid out from them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.games.catalogue import part
from dhstats.games.refereeing import Problem
from dhstats.games.retelling import Kept

# How a table is laid out by hand where each player has a deck of their own.
OWN_DECKS = (
    "Each player has their own deck: the cards of every list lie face down in its order, card 1 on top.",
    "Draw the opening hands from the top, as the rules say; nothing is shuffled.",
)


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards that are laid ready in an order, the top of a face-down stack first.

    One that is `open` lies face up in this order; one that is `away` goes back into the box in any order. A `note` says
    of any other how it lies; it holds things of a `unit`.
    """

    name: str
    cards: tuple[str, ...]
    open: bool = False
    away: bool = False
    note: str = ""
    unit: str = "cards"


@dataclass(frozen=True, slots=True)
class Renewal:
    """What draws anew whatever stacks leave to chance: a compiled function of table, seed and number, and its file."""

    function: Callable[..., Any]
    file: Path


@dataclass(frozen=True, slots=True)
class Stacking:
    """What a game brings so that people can lay its deals out by hand.

    stacks(rules, seed, deal)            the stacks of a deal in words, as the referee draws them
    problems(rules, kept, stacks)        what a kept game contradicts on a table laid out from those words alone

    `place` is what goes round the table from game to game of a deal, as in "deck 1"; `setup` are sentences on laying
    out. `chance` says what people decide by lot at the table all the same, "" where nothing is; then
    `renewal` draws that anew. `score` is what the numbers of a result are.
    """

    stacks: Callable[[Mapping[str, Any], int, int], tuple[Stack, ...]]
    problems: Callable[[Mapping[str, Any], Kept, Sequence[Stack]], Iterator[Problem]]
    place: str
    setup: tuple[str, ...]
    chance: str
    score: str
    renewal: Renewal | None = None


def load(name: str) -> Stacking:
    """How deals of a game are laid out; BadInput with the nearest name if the catalogue knows none of it."""
    stacking: Stacking = part(name, "stacks")
    return stacking
