"""Rows of a playtest sheet as games, one a row or one a player, with what stands in each cell."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from functools import partial
from itertools import pairwise
from typing import TypeVar

from dhstats.quoting import clipped, quoted
from dhstats.simulate.playtests import values
from dhstats.simulate.playtests.games import Unusable
from dhstats.simulate.playtests.grids import Cell
from dhstats.simulate.playtests.headings import OUTCOMES, SIDES, SLOTS, SLOTTED, Column, fold
from dhstats.simulate.playtests.layout import Table
from dhstats.simulate.playtests.values import TOTAL, Unreadable, blank, names_in_cell, scored, written

T = TypeVar("T")
LONGEST_NAME = 60
LONGEST_LIST = 300  # letters of a cell with the scores or names of several players
SHARED = (  # what is told of a game, wherever in its rows
    "game", "day", "evening", "version", "count", "minutes", "hours", "start", "end", "turns", "ended", "winner",
    "starter", "title", "quantity", "incomplete",
)  # fmt: skip


@dataclass(slots=True)
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
    whose: str = ""  # "me" or "opponent", where the sheet calls them so
    cells: dict[str, str] = field(default_factory=dict)

    def says(self) -> bool:
        """Whether it says how the game went for the player."""
        return self.score is not None or self.place is not None or bool(self.result)


@dataclass(slots=True)
class Draft:
    """A game as its rows say it; `rows` are their numbers from zero, `raw` all that is written in them."""

    rows: list[int]
    players: list[Told]
    own: bool = False  # a day, a number or a winner stands in its own row
    day: date | None = None
    evening: str = ""
    version: str = ""
    title: str = ""
    count: int | None = None
    minutes: float | None = None
    turns: float | None = None
    ended: str = ""
    notes: str = ""
    winner: str = ""
    winner_cell: str = ""
    starter: str = ""
    common: str = ""  # a result that stands there once for the whole table
    raw: tuple[str, ...] = ()


@dataclass
class Log:
    """What could not be read, and what a person should know, while a sheet is read."""

    unusable: list[Unusable] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)  # numbers that are written with a mark, and what they are read as
    strangers: list[str] = field(default_factory=list)  # names of people who are no players

    def cannot(self, cell: str, reason: str) -> None:
        """A cell or a row that cannot be used, and why."""
        self.unusable.append(Unusable(cell, reason))

    def remark(self, text: str) -> None:
        """Something to know, once."""
        if text not in self.remarks:
            self.remarks.append(text)


class Reader:
    """Reads the rows of a table; how its numbers, days and letters are written is decided over whole columns."""

    def __init__(self, table: Table, log: Log) -> None:
        self.table, self.log = table, log
        figures = [column for role in ("score", "minutes", "turns") for column in table.of(role)]
        self.comma = values.decimal_comma(cell for column in figures for cell in table.filled(column))
        day = table.one("day")
        self.days = values.Days.of(table.filled(day) if day else ())
        self.letters = {each.at: values.letters_of(table.filled(each)) for each in table.of("result")}
        slotted = [each for each in table.columns if each.role in (*SLOTTED, "ranked") and (each.index or each.owner)]
        keys = sorted(dict.fromkeys(map(_slot, slotted)), key=lambda key: key != "me")
        self.slots = {key: [each for each in slotted if _slot(each) == key] for key in keys}
        self.long = not self.slots and _long(table)
        if self.days.open and day:
            order = "month first" if self.days.month_first else "day first"
            log.remark(f"{quoted(day.heading)} is read {order}, which its days leave open; write 2026-03-14 to be sure")

    def games(self) -> list[Draft]:
        """The games of the table, in its order."""
        rows = [row for row in range(self.table.first, self.table.end) if self._kept(row)]
        if not self.long:
            return [game for row in rows if (game := self._wide(row))]
        return [game for group in self._groups(rows) if (game := self._long(group))]

    def _kept(self, row: int) -> bool:
        """Whether a row is of games: not blank, no totals, no line of text below the table."""
        cells = [(at, cell) for at, cell in enumerate(self.table.grid.rows[row]) if not blank(cell)]
        used = {each.at: each for each in self.table.columns if each.role}
        if not any(at in used for at, _ in cells):
            return False
        at, label = cells[0]
        if isinstance(label, str) and fold(label) in TOTAL and not self._person(row, used.get(at)):
            self.log.remark(f"row {self.table.grid.row(row)} is left out as a row of totals ({quoted(label.strip())})")
            return False
        if len(cells) == 1 and used[at].role not in OUTCOMES and len(used) > 2 and not self.long:
            self.log.cannot(self.table.grid.row(row), f"holds {quoted(written(label))} alone, which is not a game")
            return False
        return True

    def _person(self, row: int, column: Column | None) -> bool:
        """Whether a player is called Total: the row says of them what no row of totals says."""
        if column is None or column.role != "player":
            return False
        others = ("day", "game", "power", "seat", "place", "result", "winner", "version")
        return any(each.role in others and not blank(self.table.get(row, each)) for each in self.table.columns)

    def take(self, row: int, column: Column | None, read: Callable[[Cell], T], part: Cell = "") -> T | None:
        """What is read in a cell, or in a part of it; None where it is blank, or cannot be read, which is noted."""
        if column is None or blank(cell := self.table.get(row, column)):
            return None
        try:
            return read(part or cell)
        except Unreadable as reason:
            self.log.cannot(self.table.grid.cell(row, column.at), str(reason))
            return None

    def text(self, row: int, role: str) -> str:
        """What is written in the column of a role."""
        column = self.table.one(role)
        return "" if column is None or blank(cell := self.table.get(row, column)) else written(cell)

    def _number(self, row: int, column: Column | None) -> float | None:
        found = self.take(row, column, lambda cell: values.number(cell, self.comma))
        if found and found[1] and column:
            cell, place = written(self.table.get(row, column)), self.table.grid.cell(row, column.at)
            self.log.marked.append(f"{place}: {quoted(cell)} is read as {found[0]:g}")
        return found[0] if found else None

    def _game(self, rows: Sequence[int], players: list[Told]) -> Draft:
        """What the rows of a game say of it as a whole: of each thing what stands there first."""
        game = Draft(list(rows), players)
        firsts = {role: next((row for row in rows if self.text(row, role)), rows[0]) for role in SHARED}
        game.day = self.take(firsts["day"], self.table.one("day"), self.days.read)
        for role in ("evening", "version", "title", "ended", "winner", "starter"):
            setattr(game, role, self.text(firsts[role], role))
        game.evening = game.evening or (str(game.day) if game.day else self.text(firsts["day"], "day"))
        game.count = round(self._number(firsts["count"], self.table.one("count")) or 0) or None
        game.turns = self._number(firsts["turns"], self.table.one("turns"))
        game.minutes = self._minutes(firsts)
        cells = [self.table.get(row, each) for row in rows for each in self.table.of("notes")]
        game.notes = " · ".join(dict.fromkeys(written(cell) for cell in cells if not blank(cell)))
        if winner := self.table.one("winner"):
            game.winner_cell = self.table.grid.cell(firsts["winner"], winner.at)
        game.own = any(self.text(firsts[role], role) for role in ("day", "game", "winner", "version"))
        places = [(at, cell) for row in rows for at, cell in enumerate(self.table.grid.rows[row]) if not blank(cell)]
        game.raw = tuple(f"{at} {written(cell)}" for at, cell in places)
        return game

    def _minutes(self, firsts: dict[str, int]) -> float | None:
        """The length of a game, as it is written or from its start to its end, which may lie after midnight."""
        clock = []
        for role, unit in (("minutes", 1.0), ("hours", 60.0), ("start", 60.0), ("end", 60.0)):
            length = self.take(firsts[role], self.table.one(role), partial(values.minutes, unit=unit))
            if length is not None and role in ("minutes", "hours"):
                return length
            clock.append(length)
        start, end = clock[2:]
        return None if start is None or end is None else (end - start) % (24 * 60)

    def _wide(self, row: int) -> Draft | None:
        """A game of one row, with a column for each thing of each player, or several players in a cell."""
        players = [told for key, columns in self.slots.items() if (told := self._slot(row, key, columns))]
        names = [(name[:LONGEST_NAME], "") for name in names_in_cell(self.text(row, "player")[:LONGEST_LIST])]
        apart = [scored(name) for name, _ in names]
        if not self.table.of("score") and all(score for _, score in apart) and len(dict(apart)) == len(names):
            names = apart
        if not players:
            players = [Told(name, score=values.number(score, True)[0] if score else None) for name, score in names]
        elif len(names) == len(players) and not any(told.name for told in players):
            for told, (name, _) in zip(players, names, strict=True):
                told.name = name
        game = self._game([row], self._lists(row, players))
        if result := self.table.one("result"):
            read = partial(values.result, letters=self.letters[result.at])
            parts = _parts(self.table.get(row, result), 2)
            if len(parts) == len(game.players) == 2:  # 1-0, ½-½
                for told, part in zip(game.players, parts, strict=True):
                    told.result = self.take(row, result, read, part) or ""
            else:
                game.common = self.take(row, result, read) or ""
            game.winner_cell = game.winner_cell or self.table.grid.cell(row, result.at)
        self._order(row, game)
        return self._whole(game)

    def _whole(self, game: Draft) -> Draft | None:
        """The game if it was played to its end and says how it went, or at least how long it was."""
        row = self.table.grid.row(game.rows[0])
        if self.text(game.rows[0], "incomplete").casefold() in ("1", "yes", "x", "true", "ja", "oui"):
            self.log.cannot(row, "a game that was not played to its end; left out")
            return None
        if (times := self.text(game.rows[0], "quantity")) not in ("", "1"):
            self.log.remark(f"row {row} says that it was played {clipped(times)} times, and is counted once")
        if any(told.says() for told in game.players) or game.winner or game.common:
            return game
        self.log.cannot(row, "no score, place or winner" + ("; only its length counts" if game.minutes else ""))
        return game if game.minutes else None

    def _slot(self, row: int, key: int | str, columns: Sequence[Column]) -> Told | None:
        """What a row says of one of its players; None where it says nothing."""
        if all(blank(self.table.get(row, each)) for each in columns if each.role != "seat"):
            return None
        own = {"number": key} if isinstance(key, int) else {"whose": key} if key in WHOSE else {"name": key}
        side = isinstance(key, str) and (fold(key) in SIDES or any(each.role == "player" for each in columns))
        told = Told(**({"power": key} if side and key not in WHOSE else own))
        for each in columns:
            self._tell(row, each, told)
        told.name = "me" if key == "me" else told.name
        told.result = told.result or {"winner": "win", "loser": "loss"}.get(told.whose, "")
        return told

    def _tell(self, row: int, column: Column, told: Told) -> None:
        """Reads a cell into what is told of a player."""
        cell = self.table.get(row, column)
        told.cells[column.role] = self.table.grid.cell(row, column.at)
        if column.role in ("player", "ranked") and not blank(cell):
            told.name = "" if _NUMBERED.fullmatch(fold(written(cell))) else written(cell)[:LONGEST_NAME]
            told.place = float(column.index or 0) if column.role == "ranked" else told.place
        elif column.role == "power" and not blank(cell):
            told.power = written(cell)
        elif column.role == "score":
            told.score = self._number(row, column)
        elif column.role == "place":
            told.place = self.take(row, column, values.place)
        elif column.role == "seat":
            told.seat = round(self.take(row, column, values.place) or 0) or None
        elif column.role == "result":
            told.result = self.take(row, column, lambda cell: values.result(cell, self.letters[column.at])) or ""

    def _lists(self, row: int, players: list[Told]) -> list[Told]:
        """Scores, places and powers that stand for all players in one cell: 34-28."""
        for role in ("score", "power", "place"):
            column = self.table.one(role)
            if column is None or blank(cell := self.table.get(row, column)):
                continue
            parts = _parts(cell, len(players)) if role != "power" else names_in_cell(written(cell))
            if isinstance(cell, date | time | timedelta):
                self.take(row, column, partial(values.number, comma=None))
                continue
            if role == "power" and len(parts) == 1 < len(players):
                continue  # that of the whole game
            if len(players) not in (0, len(parts)):
                reason = f"{quoted(written(cell))} is not one for each of {len(players)} players"
                self.log.cannot(self.table.grid.cell(row, column.at), reason)
                continue
            players = players or [Told() for _ in parts]
            for told, part in zip(players, parts, strict=True):
                self._part(row, column, told, part)
        return players

    def _part(self, row: int, column: Column, told: Told, part: Cell) -> None:
        told.cells[column.role] = self.table.grid.cell(row, column.at)
        if column.role == "power":
            told.power = written(part)
        elif column.role == "place":
            told.place = self.take(row, column, values.place, part)
        else:
            name, score = scored(part) if isinstance(part, str) else ("", part)
            told.name = told.name or (name if score else "")
            found = self.take(row, column, partial(values.number, comma=self.comma), score or name)
            told.score = found[0] if found else None

    def _order(self, row: int, game: Draft) -> None:
        """Seats from a cell that lists the names in their order."""
        column = self.table.one("seat")
        names = [fold(name) for name in names_in_cell(self.text(row, "seat"))] if column else []
        if len(names) == len(game.players) > 1 and {*names} == {fold(told.name) for told in game.players}:
            for told in game.players:
                told.seat = names.index(fold(told.name)) + 1

    def _groups(self, rows: Sequence[int]) -> Iterator[list[int]]:
        """The rows of each game, a row a player: the next begins where what is shared changes, or a player returns."""
        shared = [column for role in SHARED if role not in ("winner", "starter") and (column := self.table.one(role))]
        single = [column for role in ("player", "seat") if (column := self.table.one(role))]
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

    def _long(self, rows: Sequence[int]) -> Draft | None:
        """A game of several rows, each of which is a player."""
        players = []
        for row in rows:
            told = Told()
            for role in SLOTTED:
                if column := self.table.one(role):
                    self._tell(row, column, told)
            players.append(told)
        return self._whole(self._game(rows, players))


_NUMBERED = re.compile(rf"({'|'.join(SLOTS)}) \d+")  # who is called "player 1" is nobody whom one meets again
WHOSE = ("me", "opponent", "winner", "loser")


def _slot(column: Column) -> int | str:
    return column.index or column.owner


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
