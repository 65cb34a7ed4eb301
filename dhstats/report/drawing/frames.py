"""What a page shows of one moment of a game: places with cards, and the players; and who draws it, game by game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dhstats.games.catalogue import part
from dhstats.simulate.replays.replay import Replay


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board as it is drawn: its cards, free outlines, what happened here in this turn.

    `cards` are drawn as cards with a word each, and what that is below it where `labels` say so; `big` is a word in
    their place ("" if there are cards); `foot` stands below them, `mark` says what happened.
    """

    name: str
    note: str
    cards: tuple[str, ...] = ()
    free: int = 0
    foot: str = ""
    mark: str = ""
    big: str = ""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as drawn: the open hand, each card as a word to stress and one beside it; what is kept."""

    role: str
    name: str
    score: int
    note: str
    hand: tuple[tuple[str, str], ...]
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The page's picture of one moment: before the first turn, or after one."""

    number: int
    line: str
    places: tuple[Place, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """How a moment of a game is drawn, and what leads from one moment to the next.

    `endings` are the ways in which it ends, as charts say each, with its colour. `legend` says in a sentence or two how
    what is drawn is to be read.
    """

    frame: Callable[[Replay, int, str, Any], Frame]
    step: str
    endings: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    legend: str = ""


def own(game: str) -> Own:
    """What a game has of its own on pages; BadInput if there is no such game."""
    of_game: Own = part(game, "pages")
    return of_game
