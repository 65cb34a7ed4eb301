"""What a game brings for those who sit at its table: what they notice of turns of others, and moves sorted by kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dhstats.games.catalogue import part
from dhstats.games.retelling import Row, Step

Line = tuple[int, str]  # a seat, and what it did or what was done to it


@dataclass(frozen=True, slots=True)
class AtTable:
    """The functions of a game.

    noticed(step, row, seat, effective)  a turn as a seat notices it, without what is hidden from it: lines of who did
                                         what; none where it notices nothing, not even that there was a decision
    kind(move, view, effective)          what a move is about, in words; moves of one kind are listed together
    """

    noticed: Callable[[Step, Row, int, Mapping[str, Any]], tuple[Line, ...]]
    kind: Callable[[Any, Any, Mapping[str, Any]], str]


def load(name: str) -> AtTable:
    """What a game brings for its table; BadInput with the nearest name if the catalogue knows none of it."""
    found: AtTable = part(name, "table")
    return found
