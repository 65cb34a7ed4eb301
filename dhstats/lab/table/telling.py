"""The turns of a game in words, told by the referee, who plays them on an ordinary table of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from dhstats.games import retelling
from dhstats.games.positions import About, notation
from dhstats.games.retelling import SEATS, Kept, Row, Step
from dhstats.lab.table.moments import Moment
from dhstats.lab.table.setup import Opened
from dhstats.report.drawing.drawing import Frame, own
from dhstats.simulate.replays.replay import Replay
from dhstats.simulate.tables.rows import worded

Array = np.ndarray[Any, Any]


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
        told = {name: kind.write(look(after), about) for name, (look, kind) in beside.items()}
        return self.notation.position(view, self.notation.told_besides(told, about, "position"), effective)

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
