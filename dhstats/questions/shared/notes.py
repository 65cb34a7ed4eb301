"""Intervals in sentences: each carries what it rests on, which a page gives in a note and a terminal in the bracket.

A sentence is put together from many pieces, so an interval travels inside its text, between letters that no text has
otherwise. `pieces` takes them apart again, `plain` writes everything out.
"""

import re
from dataclasses import dataclass, fields, replace

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


def marked(parts: tuple[Piece, ...], mark: str, unless: str) -> tuple[Piece, ...]:
    """The same sentence; intervals by a method that has not `unless` in it say `mark` of themselves."""
    return tuple(part if isinstance(part, str) or unless in part.method else _with(part, mark) for part in parts)


def _with(found: Noted, mark: str) -> Noted:
    named = f"{found.ends}, " if found.ends else "intervals, "
    before, comma, rest = found.full.rpartition(named)
    full = f"{before}{comma}{mark}, {rest}" if comma else found.full
    return replace(found, full=full, note=f"{found.note}, {mark}" if found.note else "")
