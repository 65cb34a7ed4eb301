"""A game at a moment: reached by following its turns from the deal, so that nothing but the turns is ever kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.decisions import listing_loop
from dhstats.engine.following import FOLLOWED, TRACE, UNFINISHED, Logged, follow_loop
from dhstats.engine.game import move_type
from dhstats.lab.table.setup import COMPILING, Opened
from dhstats.players.match import records

Array = np.ndarray[Any, Any]
COUNTED = ("totals",)  # fields of a table that the final count fills in
COLUMNS = {"number": "move"}  # of a turn, for fields of a move that it has under another name
LISTED = 4_096  # legal moves of a decision that a person can choose from; scripts and experts look at all


@dataclass(frozen=True)
class Moment:
    """A game after its turns: `rows` are these as the rules write them, `result` is there once the game is over.

    `seat` has to decide (-1: the game is over), `view` is what it may know, `moves` are its legal moves, of which there
    are `count`: none where it can only pass.
    """

    rows: Array
    seat: int
    view: Any
    moves: Array
    count: int
    result: Any

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat < 0


class Unfollowed(ValueError):
    """The rules do not allow a turn, counted from 1, or the game is over before it."""

    def __init__(self, turn: int) -> None:
        super().__init__(f"turn {turn} cannot be followed")
        self.turn = turn


class Follower:
    """Follows the turns of one game; has room for one at a time."""

    def __init__(self, opened: Opened) -> None:
        game = opened.bundle.game
        with COMPILING:
            self._follow, self._list = follow_loop(game), listing_loop(game)
        self._game, self._setup = game, opened.setup
        self._table, self._listed = records(game.table, 1), records(move_type(game), LISTED)
        self.options = records(game.options, 1)[0]
        self._table["seen"]["rules"] = opened.rules.record()

    @property
    def no_turns(self) -> Array:
        """The turns of a game that has just been dealt."""
        return np.zeros(0, self._game.event)

    def reach(self, rows: Array) -> Moment:
        """The game after these turns; Unfollowed where the rules do not allow them."""
        turns = len(rows)
        told, events = records(self._game.event, turns + 1), records(self._game.event, turns + 1)
        told[:turns] = rows
        results, traces = records(self._game.result, 1), records(TRACE, 1)
        layout, deal, length = (np.array([each], np.int64) for each in (self._setup.layout, self._setup.deal, turns))
        logged = Logged(layout, deal, length, told, events, results, traces)
        self._follow(self._table[0], self.options, np.uint64(self._setup.seed), logged)
        end = int(traces[0]["end"])
        if end not in (FOLLOWED, UNFINISHED) or int(traces[0]["turns"]) != turns:
            raise Unfollowed(int(traces[0]["turns"]) + 1)
        view = self._table["seen"][:1].copy()[0]
        if end == FOLLOWED:
            return Moment(events[:turns], -1, view, self._listed[:0].copy(), 0, results[0])
        count = int(self._list(view, self.options, self._listed))
        return Moment(events[:turns], int(view["seat"]), view, self._listed[:count].copy(), count, None)

    def lies(self) -> list[bytes]:
        """All that lies on the table at the moment that was reached, hidden cards too; without the rules."""
        table, seen = self._table[0], self._table[0]["seen"]
        own = [table[name] for name in table.dtype.names if name not in ("seen", *COUNTED)]
        return [each.tobytes() for each in (*own, *(seen[name] for name in seen.dtype.names if name != "rules"))]

    def with_move(self, moment: Moment, number: int) -> Array:
        """The turns of a game and one more: the legal move of a number, or a pass where there is none."""
        row = np.zeros(1, self._game.event)
        if moment.count:
            move, columns = self.options["moves"][number], row.dtype.names or ()
            for name in move.dtype.names:
                column = name if name in columns else COLUMNS.get(name)
                if column in columns:
                    row[column] = move[name]
                elif move.dtype[name].shape:  # a column for each kind of cards
                    parts = [each for each in columns if each.startswith(f"{name}_")]
                    for part, copies in zip(parts, move[name], strict=True):
                        row[part] = copies
        return np.concatenate([np.asarray(moment.rows), row])
