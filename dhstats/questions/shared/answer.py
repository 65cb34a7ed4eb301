"""What a question hands on: sentences with a verdict, their intervals as notes, small tables, how they were made."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

import polars as pl

from dhstats.stats.intervals.intervals import Interval

_OPEN, _NEXT, _CLOSE = "\ue000", "\ue001", "\ue002"  # of the private area of Unicode
_NOTED = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")


@dataclass(frozen=True, slots=True)
class Noted:
    """An interval in a sentence: `full` as a terminal has it, `ends` as a page has it, with its `note` beside it.

    Where both `ends` and `note` are "" it says in words alone what intervals of the sentence rest on. Unit of `n`:
    `unit`.
    """

    full: str
    ends: str
    note: str
    level: float
    method: str
    n: int
    unit: str

    def __str__(self) -> str:
        values = (str(getattr(self, field.name)) for field in fields(self))
        return f"{_OPEN}{_NEXT.join(values)}{_CLOSE}"


Piece = str | Noted


def noted(full: str, ends: str, note: str, interval: Interval) -> str:
    """An interval inside a sentence, with what it rests on."""
    return str(Noted(full, ends, note, interval.level, interval.method, interval.n, interval.unit))


def pieces(text: str) -> tuple[Piece, ...]:
    """A sentence as it was put together: words, and the intervals between them."""
    parts = _NOTED.split(text)
    return tuple(_piece(part) if at % 2 else part for at, part in enumerate(parts) if part)


def _piece(text: str) -> Piece:
    """The interval that a text says; a text from outside that only looks like one remains a text."""
    values = text.split(_NEXT)
    if len(values) != len(fields(Noted)):
        return f"{_OPEN}{text}{_CLOSE}"
    full, ends, note, level, method, n, unit = values
    return Noted(full, ends, note, float(level), method, int(n), unit)


def apart(text: str, parts: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces of a text: those that it was made of, where they still say it."""
    return parts if parts and said(parts) == text else pieces(text)


def said(parts: tuple[Piece, ...]) -> str:
    """The whole sentence, every interval with what it rests on."""
    return "".join(part if isinstance(part, str) else part.full for part in parts)


def plain(text: str) -> str:
    """A text with its intervals written out."""
    return said(pieces(text))


def saying(parts: tuple[Piece, ...], mark: str, unless: str) -> tuple[Piece, ...]:
    """The same sentence; intervals by a method that has not `unless` in it say `mark` of themselves."""
    return tuple(part if isinstance(part, str) or unless in part.method else _with(part, mark) for part in parts)


def _with(found: Noted, mark: str) -> Noted:
    named = f"{found.ends}, " if found.ends else "intervals, "
    before, comma, rest = found.full.rpartition(named)
    full = f"{before}{comma}{mark}, {rest}" if comma else found.full
    return replace(found, full=full, note=f"{found.note}, {mark}" if found.note else "")


# Verdicts by how much they matter: both decided ones alike; what judges nothing comes last.
RANKS = {"unbalanced": 0, "balanced": 0, "leaning": 1, "undecided": 2, "refused": 3}


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence that carries its own uncertainty.

    `verdict` is one of RANKS where the sentence judges a declared margin, else fact; then `size` is how large the
    estimate is beside that margin. `headline` findings open the report. `text` has every interval with what it rests
    on, `pieces` are the same sentence with its intervals apart, as pages show it.
    """

    text: str
    verdict: str = "fact"
    headline: bool = False
    size: float = 0.0
    pieces: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", apart(self.text, self.pieces))
        object.__setattr__(self, "text", said(self.pieces))

    @property
    def intervals(self) -> tuple[Noted, ...]:
        """The intervals of the sentence, with what each rests on."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Noted) and piece.ends)


def by_weight(findings: Iterable[Finding]) -> list[Finding]:
    """Findings as much as they matter: what is decided, what is open, facts; each the largest beside its margin first.

    What is unbalanced and what is balanced are both decided; the order of facts stays.
    """
    return sorted(findings, key=lambda found: (RANKS.get(found.verdict, len(RANKS)), -found.size))


@dataclass(frozen=True, slots=True)
class Column:
    """What a column of a table holds, in words, with its unit."""

    name: str
    title: str
    unit: str


WANTED = "wanted"  # the key of the table of ranges in which goals want a mean, by quantity


@dataclass(frozen=True, slots=True)
class Table:
    """A small tidy frame of estimates or counts, never raw games."""

    key: str
    title: str
    columns: tuple[Column, ...]
    frame: pl.DataFrame


@dataclass(frozen=True, slots=True)
class Opening:
    """What a page says at first sight, each in one short sentence of everyday words.

    `question` is the title, with what is asked about in it; `answer` has the one number to remember; `sureness` begins
    with a word of the fixed scale, by `verdict`, and ends with the interval; `decision` says what follows. `written` is
    what a command calls the thing that the question names in words, and `caution` says of weak players that they are
    weak; either may be "". `pieces` are those of `sureness`, as pages show it. `command` is what to type for that,
    "" where there is nothing to type or nobody knows yet what was typed. `why` says what goes with the answer, ""
    where nobody knows.
    """

    question: str
    answer: str
    sureness: str
    decision: str
    verdict: str = "fact"
    written: str = ""
    caution: str = ""
    pieces: tuple[Piece, ...] = ()
    command: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", apart(self.sureness, self.pieces))
        for name in ("question", "answer", "sureness", "decision"):
            object.__setattr__(self, name, plain(getattr(self, name)))


@dataclass(frozen=True, slots=True)
class Answer:
    """One question, answered.

    `method` names estimator, interval, level, unit and n; `how_to_read` explains the chart; `caution` says
    what the numbers do not show ("" if nothing); `queries` are the names and exact texts of the SQL that
    counted. `opening` is what a page about this question alone says first.
    """

    key: str
    title: str
    findings: tuple[Finding, ...]
    tables: tuple[Table, ...]
    how_to_read: str
    method: str
    caution: str
    queries: tuple[tuple[str, str], ...]
    opening: Opening | None = None

    def table(self, key: str) -> Table:
        """The table of that key; KeyError if the answer has none."""
        for table in self.tables:
            if table.key == key:
                return table
        raise KeyError(key)
