"""What a game file is written with: a game of your own in one Python file.

A file says its rules (`class Rules` with keys), the state (`class State(Position)` with fields), the moves
(`class Move`), and a few plain functions: setup, allowed, play, then, over, score. See docs/games.md.
"""

from dhstats.gamefile.boards import graph, grid
from dhstats.gamefile.cards import table
from dhstats.gamefile.declarations import (
    EVERYBODY,
    NOBODY,
    OTHERS,
    OWNER,
    Chance,
    Pile,
    Position,
    choice,
    each_seat,
    held,
    number,
    pile,
    several,
    whose,
)
from dhstats.gamefile.luck import below, choices, draw, fill, next_seat, put, roll, shuffle
from dhstats.games.declaring import decks, each_of, key, listed, switch, word

__all__ = [
    "EVERYBODY", "NOBODY", "OTHERS", "OWNER", "Chance", "Pile", "Position", "below", "choice", "choices", "decks",
    "draw", "each_of", "each_seat", "fill", "graph", "grid", "held", "key", "listed", "next_seat", "number", "pile",
    "put", "roll", "several", "shuffle", "switch", "table", "whose", "word",
]  # fmt: skip
