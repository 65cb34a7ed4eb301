"""Rows of a playtest sheet as games, one a row or one a player, with what stands in each cell."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

from dhstats.quoting import clipped, quoted
from dhstats.simulate.playtests import values
from dhstats.simulate.playtests.games import Unusable
from dhstats.simulate.playtests.grids import Cell
from dhstats.simulate.playtests.headings import OUTCOMES, SIDES, SLOTTED, Column, fold
from dhstats.simulate.playtests.layout import Table
from dhstats.simulate.playtests.values import LONGEST_NAME, TOTAL, Unreadable, blank, names_in_cell, scored, written

LONGEST_LIST = 300  # letters of a cell with the scores or names of several players
SHARED = (  # what is told of a game, wherever in its rows
    "game", "day", "evening", "version", "count", "minutes", "hours", "start", "end", "turns", "ended", "winner",
    "starter", "title", "quantity", "incomplete",
)  # fmt: skip
WHOSE = ("me", "opponent", "winner", "loser")


@dataclass(slots=True, eq=False)
class Told:
    """What a sheet says of a player in a game, before it is judged; `cells` name where each thing stands."""

    name: str = ""
    power: str = ""
    seat: int | None = None
    score: float | None = None
    place: float | None = None
    result: str = ""
    won: float | None = None
    number: int | None = None  # of its columns
    whose: str = ""  # one of WHOSE, where the sheet calls them so
    cells: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Draft:
    """A game as its rows say it; `said` is what is written of the whole game, `cells` where, `found` what it means."""

    rows: list[int]  # counted from zero
    players: list[Told]
    raw: tuple[str, ...]  # all that is written in its rows
    said: dict[str, str] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    found: dict[str, Any] = field(default_factory=dict)
    common: str = ""  # a result that stands there once for the whole table
    notes: str = ""

    @property
    def winner(self) -> str:
        """Who won, as it is written."""
        return self.said.get("winner", "")

    @property
    def count(self) -> int:
        """How many played, as it is written; 0 where it is not."""
        return round(self.found.get("count") or 0)

    @property
    def own(self) -> bool:
        """Whether a day, a number, a version or a winner stands in its own rows."""
        return any(role in self.cells for role in ("day", "game", "winner", "version"))

    def minutes(self) -> float | None:
        """The length, as it is written or from the start to the end, which may lie after midnight."""
        start, end = self.found.get("start"), self.found.get("end")
        between = None if start is None or end is None else (end - start) % (24 * 60)
        return self.found.get("minutes") or self.found.get("hours") or between


@dataclass
class Log:
    """What could not be read, and what a person should know, while a sheet is read."""

    unusable: list[Unusable] = field(default_factory=list)
    remarks: dict[str, None] = field(default_factory=dict)  # each once
    marked: list[str] = field(default_factory=list)  # numbers that are written with a mark, and what they are read as
    strangers: list[str] = field(default_factory=list)  # names of people who are no players

    def cannot(self, cell: str, reason: str) -> None:
        """A cell or a row that cannot be used, and why."""
        self.unusable.append(Unusable(cell, reason))

    def remark(self, text: str) -> None:
        """Something to know, once."""
        self.remarks[text] = None


class Reader:
    """Reads the rows of a table; how its numbers, days and letters are written is decided over whole columns."""

    def __init__(self, table: Table, log: Log) -> None:
        self.table, self.grid, self.log = table, table.grid, log
        slotted = [each for each in table.columns if each.role in (*SLOTTED, "ranked")]
        keys = dict.fromkeys(each.index or each.owner for each in slotted if each.index or each.owner)
        self.long = not keys and _long(table)
        self.slots = {  # the columns of each player in a row, of "me" before the others
            key: [each for each in slotted if (each.index or each.owner) == key]
            for key in sorted(keys or [""] * self.long, key=lambda key: key != "me")
        }
        figures = [
            cell for role in ("score", "minutes", "turns") for each in table.of(role) for cell in table.filled(each)
        ]
        kinds: dict[str, Callable[[Cell], Any]] = dict.fromkeys(
            ("score", "turns", "count"), partial(values.number, comma=values.decimal_comma(figures))
        )
        kinds |= {"minutes": values.minutes, "hours": partial(values.minutes, unit=60)}
        kinds |= {"start": values.clock, "end": values.clock, "place": values.place, "seat": values.seat}
        kinds |= {"player": values.name, "ranked": values.name}
        self.kinds = {each.at: kinds.get(each.role, written) for each in table.columns}
        for each in table.of("result"):
            self.kinds[each.at] = partial(values.result, letters=values.letters_of(table.filled(each)))
        if day := table.one("day"):
            month_first, unsure = values.day_order(table.filled(day))
            self.kinds[day.at] = partial(values.day, month_first=month_first)
            if unsure:
                order = f"read {'month' if month_first else 'day'} first, because its dates allow both"
                log.remark(f"{quoted(day.heading)} is {order}; write 2026-03-14 to be sure")

    def games(self) -> list[Draft]:
        """The games of the table, in its order."""
        rows = [row for row in range(self.table.first, self.table.end) if self._kept(row)]
        groups = self._groups(rows) if self.long else [[row] for row in rows]
        return [game for group in groups if self._whole(game := self._game(group))]

    def _kept(self, row: int) -> bool:
        """Whether a row is of games: not blank, no totals, no line of text below the table."""
        cells = [(at, cell) for at, cell in enumerate(self.grid.rows[row]) if not blank(cell)]
        used = {each.at: each.role for each in self.table.columns if each.role}
        roles = {used[at] for at, _ in cells if at in used}
        if not roles:
            return False
        at, label = cells[0]
        played = {"day", "game", "power", "seat", "place", "result", "winner", "version"}  # by somebody called Total
        if isinstance(label, str) and fold(label) in TOTAL and not (used.get(at) == "player" and roles & played):
            self.log.remark(f"row {self.grid.row(row)} is left out as a row of totals ({quoted(label.strip())})")
            return False
        if len(cells) == 1 and used[at] not in OUTCOMES and len(used) > 2 and not self.long:
            self.log.cannot(self.grid.row(row), f"has only {quoted(written(label))}, which is not a game")
            return False
        return True

    def value(self, row: int, column: Column, part: Cell = "") -> Any:
        """What is read in a cell, or in a part of it; None where it is blank, or cannot be read, which is noted."""
        cell = part or self.table.get(row, column)
        if blank(cell):
            return None
        place = self.grid.cell(row, column.at)
        try:
            value = self.kinds[column.at](cell)
        except Unreadable as reason:
            return self.log.cannot(place, str(reason))
        if column.role in ("score", "turns", "count") and values.marked(cell):
            self.log.marked.append(f"{place}: {quoted(written(cell))} is read as {value:g}")
        return value

    def _game(self, rows: list[int]) -> Draft:
        """What the rows of a game say of its players and of the whole: of each thing what stands there first."""
        players = [told for row in rows for key in self.slots if (told := self._player(row, key))]
        players = players if self.long else self._together(rows[0], players)
        filled = [(at, cell) for row in rows for at, cell in enumerate(self.grid.rows[row]) if not blank(cell)]
        game = Draft(rows, players, tuple(f"{at} {written(cell)}" for at, cell in filled))
        common = () if self.long or any("result" in told.cells for told in players) else ("result",)
        for column in filter(None, map(self.table.one, (*SHARED, *common))):
            if (row := next((row for row in rows if not blank(self.table.get(row, column))), None)) is not None:
                game.cells[column.role] = self.grid.cell(row, column.at)
                game.said[column.role] = written(self.table.get(row, column))
                timed = column.role in ("start", "end") and game.minutes()  # then nobody asks when
                game.found[column.role] = None if timed else self.value(row, column)
        game.common = game.found.get("result") or ""
        notes = {each.at for each in self.table.of("notes")}
        game.notes = " · ".join(dict.fromkeys(written(cell) for at, cell in filled if at in notes))
        return game

    def _whole(self, game: Draft) -> bool:
        """Whether a game was played to its end and says how it went, or at least how long it was."""
        row = self.grid.row(game.rows[0])
        if game.said.get("incomplete", "").casefold() in ("1", "yes", "x", "true", "ja", "oui"):
            self.log.cannot(row, "a game that was not played to its end; left out")
            return False
        if (times := game.said.get("quantity", "1")) != "1":
            self.log.remark(f"row {row} says that it was played {clipped(times)} times, and is counted once")
        ends = [told for told in game.players if told.result or (told.score, told.place) != (None, None)]
        if ends or game.winner or game.common:
            return True
        self.log.cannot(row, "no score, place or winner" + ("; only its length counts" if game.minutes() else ""))
        return bool(game.minutes())

    def _player(self, row: int, key: int | str) -> Told | None:
        """What a row says of one of its players; None where it says nothing."""
        columns = self.slots[key]
        if key and all(blank(self.table.get(row, each)) for each in columns if each.role != "seat"):
            return None
        told = Told()
        if isinstance(key, int):
            told.number = key
        elif key in WHOSE:
            told.whose = key
        elif fold(key) in SIDES or any(each.role == "player" for each in columns):
            told.power = key
        else:
            told.name = key
        for each in columns:
            self._tell(row, each, told)
        told.name = "me" if key == "me" else told.name
        told.result = told.result or {"winner": "win", "loser": "loss"}.get(told.whose, "")
        return told

    def _tell(self, row: int, column: Column, told: Told, part: Cell = "") -> None:
        """Reads a cell, or a part of it, into what is told of a player."""
        told.cells[column.role] = self.grid.cell(row, column.at)
        if (found := self.value(row, column, part)) is not None:
            setattr(told, {"player": "name", "ranked": "name"}.get(column.role, column.role), found)
            told.place = float(column.index or 0) if column.role == "ranked" else told.place

    def _together(self, row: int, players: list[Told]) -> list[Told]:
        """The players of a row, with what stands for several of them in one cell: Anna, Ben; 34-28."""
        who, order = (
            "" if each is None else written(self.table.get(row, each))
            for each in map(self.table.one, ("player", "seat"))
        )
        names = [name[:LONGEST_NAME] for name in names_in_cell(who[:LONGEST_LIST])]
        apart = [scored(name) for name in names]
        if self.table.of("score") or not all(score for _, score in apart) or len(dict(apart)) < len(apart):
            apart = [(name, "") for name in names]
        players = players or [Told(score=values.number(score, True) if score else None) for _, score in apart]
        if len(apart) == len(players) and not any(told.name for told in players):
            for told, (name, _) in zip(players, apart, strict=True):
                told.name = name
        for column in filter(None, map(self.table.one, ("score", "power", "place", "result"))):
            players = self._spread(row, column, players)
        turns = [fold(name) for name in names_in_cell(order)]
        if len(turns) == len(players) > 1 and {*turns} == {fold(told.name) for told in players}:
            for told in players:
                told.seat = turns.index(fold(told.name)) + 1
        return players

    def _spread(self, row: int, column: Column, players: list[Told]) -> list[Told]:
        """The players with the part of a cell that is each one's; players without names where there are none."""
        cell, role = self.table.get(row, column), column.role
        parts = _parts(cell, len(players)) if role != "power" else names_in_cell(written(cell))
        whole = len(parts) == 1 < len(players) if role == "power" else not len(parts) == len(players) == 2
        if blank(cell) or (whole and role in ("power", "result")):
            return players
        if isinstance(cell, date | time | timedelta):
            self.value(row, column)
        elif len(players) not in (0, len(parts)):
            reason = f"{quoted(written(cell))} is not one for each of {len(players)} players"
            self.log.cannot(self.grid.cell(row, column.at), reason)
        else:
            players = players or [Told() for _ in parts]
            for told, part in zip(players, parts, strict=True):
                name, score = scored(part) if role == "score" and isinstance(part, str) else ("", part)
                told.name = told.name or (name if score else "")
                self._tell(row, column, told, score or name)
        return players

    def _groups(self, rows: Sequence[int]) -> Iterator[list[int]]:
        """The rows of each game, a row a player: the next begins where what is shared changes, or a player returns."""
        shared = [each for role in SHARED if role not in ("winner", "starter") and (each := self.table.one(role))]
        single = [each for role in ("player", "seat") if (each := self.table.one(role))]
        known: dict[int, str] = {}
        group: list[int] = []
        seen: set[tuple[int, str]] = set()
        for row in rows:
            told = {each.at: written(cell) for each in shared if not blank(cell := self.table.get(row, each))}
            mine = {(each.at, fold(written(cell))) for each in single if not blank(cell := self.table.get(row, each))}
            differs = any(known.get(at, text) != text for at, text in told.items())
            gap = bool(group) and row > group[-1] + 1 and not told
            if group and (differs or gap or mine & seen):
                yield group
                group, known, seen = [], {}, set()
            group.append(row)
            known, seen = told | known, seen | mine
        if group:
            yield group


def _long(table: Table) -> bool:
    """Whether a row is a player: names stand alone in their cells, or a game goes on over several rows."""
    if player := table.one("player"):
        cells = table.filled(player)
        return sum(len(names_in_cell(written(cell))) > 1 for cell in cells) <= 0.3 * len(cells)
    game = table.one("game")
    ids = [written(cell) for cell in table.filled(game)] if game else []
    return bool(table.one("seat")) or any(a == b for a, b in pairwise(ids))


def _parts(cell: Cell, count: int) -> list[Cell]:
    """The scores of so many players in a cell: 34-28, 34 : 28, 34, 28."""
    if not isinstance(cell, str) or len(cell) > LONGEST_LIST:
        return [cell]
    parts = re.split(r"\s*(?:[–—:;/|&]|(?<=[\d½)])\s*-|,\s|\b(?:to|zu)\b)\s*", cell.strip())
    parts = parts if len(parts) > 1 or cell.count(",") + 1 != count else cell.split(",")
    return [part for part in parts if part.strip()]
