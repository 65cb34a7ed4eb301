"""A playtest as a designer writes it down: who played which version, what came out, and where the sheet says so."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """What a sheet says of a player in a game; None where it says nothing.

    `seat` and `place` count from one. `won` is the share of the win: 1, 0, or a part of it where several share it.
    """

    player: str | None = None
    seat: int | None = None
    power: str | None = None
    score: float | None = None
    place: float | None = None
    won: float | None = None


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game of people: `players` in the order of the sheet; `row` is the first that it stands in, counted from one."""

    row: int
    players: tuple[SheetPlayer, ...]
    day: date | None = None
    evening: str = ""  # games with the same name were played in one evening: the day, unless the sheet has a column
    version: str | None = None
    minutes: float | None = None
    turns: float | None = None
    ended_by: str | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A cell or a row that could not be read, and why: `cell` as a spreadsheet names it, C7, or a row, 7."""

    cell: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A spreadsheet of playtests: its games, what each of its columns was taken for, and what could not be used."""

    name: str
    games: tuple[SheetGame, ...]
    columns: tuple[tuple[str, str], ...]  # the heading as it is written, and what it was taken for or "not used"
    unusable: tuple[Unusable, ...] = ()
    remarks: tuple[str, ...] = ()  # what a person should know: a row left out as a total, a game listed twice
