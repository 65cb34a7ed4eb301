"""The turns of a game in words, told by the referee, who plays them on an ordinary table of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.decisions import listing_loop
from dhstats.engine.game import move_type
from dhstats.engine.together import FOLLOWED, TRACE, UNFINISHED, Logged, follow_loop
from dhstats.games import retelling
from dhstats.games.positions import About, notation
from dhstats.games.retelling import Kept, Row, Step
from dhstats.lab.table.setup import COMPILING, Opened
from dhstats.players.match import records
from dhstats.report.drawing.drawing import Frame, own
from dhstats.seats import SEATS
from dhstats.simulate.replays import Replay
from dhstats.simulate.tables import worded

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

    def reach(self, rows: Array) -> Moment:
        """The game after these turns; Unfollowed where the rules do not allow them."""
        turns = len(rows)
        stored, events = records(self._game.event, turns + 1), records(self._game.event, turns + 1)
        stored[:turns] = rows
        results, traces = records(self._game.result, 1), records(TRACE, 1)
        layout, deal, length = (np.array([each], np.int64) for each in (self._setup.layout, self._setup.deal, turns))
        logged = Logged(layout, deal, length, stored, events, results, traces)
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


class Teller:
    """Tells the turns of one game; what was told already is kept as long as the game begins with it."""

    def __init__(self, opened: Opened) -> None:
        game, setup = opened.setup.game, opened.setup
        self._opened, self._tell, self._notices = opened, retelling.load(game), retelling.table_of(game)
        self.notation, self._tried = notation(game), retelling.tries_of(game)
        self._row = {"game_id": 0, "deal_id": setup.deal, "swapped": setup.layout > 0, "layout": setup.layout} | dict(
            zip(SEATS, opened.names, strict=False)
        )
        self._page = Replay(
            "table", game, 0, setup.deal, 0, setup.seed, opened.names, opened.rules.name, opened.rules.effective, True,
            (), None, (), (), opened.cautions,
        )  # fmt: skip
        self._begin()

    def _begin(self) -> None:
        self._known, self._rows, self._steps = list[tuple[int, ...]](), list[Row](), list[Step]()
        self._noticed: dict[int, list[tuple[retelling.Line, ...]]] = {}
        self._table = self._tell.set_up(self._opened.rules.effective, Kept(self._opened.setup.seed, self._row, ()))
        self._opening = self._table.position()

    def steps(self, rows: Array) -> list[Step]:
        """All turns in words, each with what lies on the table after it."""
        numbers = rows.tolist()  # bytes between the fields of a row are anybody's
        if numbers[: len(self._known)] != self._known:
            self._begin()
        for record in rows[len(self._steps) :]:
            self._rows.append(worded(self._opened.bundle, record))
            self._steps.append(self._tell.step(self._table, self._rows[-1]))
        self._known = numbers
        return self._steps

    def noticed(self, rows: Array, seat: int | None) -> list[tuple[int, str]]:
        """Who did what, as a seat notices it; all there is to tell for nobody (None)."""
        steps, effective = self.steps(rows), self._opened.rules.effective
        if seat is None:
            return [(step.seat, step.deed) for step in steps]
        seen = self._noticed.setdefault(seat, [])
        for step, row in zip(steps[len(seen) :], self._rows[len(seen) :], strict=True):
            seen.append(self._notices.noticed(step, row, seat, effective))
        return [line for lines in seen for line in lines]

    def heard_by_all(self, rows: Array) -> list[tuple[int, str]]:
        """Who did what, as far as every seat notices it: for a screen that goes from hand to hand."""
        seats = range(self._opened.players)
        for seat in seats:
            self.noticed(rows, seat)
        turns = zip(*(self._noticed[seat] for seat in seats), strict=True)
        return [line for first, *others in turns for line in first if all(line in other for other in others)]

    def tried(self, rows: Array) -> list[retelling.Tried]:
        """What who has to decide after these turns may think of, and why what is not legal is not."""
        self.steps(rows)
        return list(self._tried(self._table))

    def log(self, rows: Array) -> list[Row]:
        """The turns as rows of the moves table."""
        self.steps(rows)
        return list(self._rows)

    def open_position(self, rows: Array) -> Any:
        """What lies on the table after these turns, every hand open."""
        steps = self.steps(rows)
        return steps[-1].after if steps else self._opening

    def position(self, moment: Moment) -> Any:
        """What the seat sees on the table that has to decide: made of its view, and of what lies open."""
        effective, view = self._opened.rules.effective, moment.view
        about = About(view["rules"], effective, int(view["seat"]))
        beside = self.notation.besides
        if not beside:
            return self.notation.position(view, {}, effective)
        after = self.open_position(moment.rows)
        columns = {name: kind.write(look(after), about) for name, (look, kind) in beside.items()}
        return self.notation.position(view, self.notation.told_besides(columns, about, "position"), effective)

    def frame(self, position: Any, line: str = "", number: int = 0) -> Frame:
        """A position as pages draw it."""
        drawn: Frame = own(self._opened.setup.game).frame(self._page, number, line, position)
        return drawn

    def result(self, moment: Moment) -> list[str]:
        """How the game ended, in words."""
        row = worded(self._opened.bundle, moment.result)
        return list(self._tell.result(self._opened.names, row))

    def move(self, move: Any, view: Any) -> str:
        """A move in words."""
        return self.notation.move(move, view, self._opened.rules.effective)

    def kind(self, move: Any, view: Any) -> str:
        """What a move is about, in words."""
        return self._notices.kind(move, view, self._opened.rules.effective)
