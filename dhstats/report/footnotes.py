"""What intervals on a page rest on: a small number behind each, and one list of notes for the whole page."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from dhstats.questions.notes import Noted, Piece
from dhstats.quoting import plain


class Footnotes:
    """The notes of one page in the order in which they are first needed; who says the same shares a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def listed(self) -> tuple[str, ...]:
        """Every note once, by its number from 1."""
        return tuple(self._numbers)

    def sentence(self, pieces: Sequence[Piece]) -> Markup:
        """A sentence for a page: each interval by its ends, with the mark of its note behind it or its bracket."""
        shown, due = Markup(), Markup()
        for piece in pieces:
            if isinstance(piece, Noted):
                shown += due + prose(piece.ends)
                due = self._mark(piece.note) if piece.ends else Markup()
                continue
            bracket = ")" if due and piece.startswith(")") else ""
            shown += bracket + due + prose(piece.removeprefix(bracket))
            due = Markup()
        return shown + due

    def _mark(self, note: str) -> Markup:
        at = self._numbers.setdefault(note, len(self._numbers) + 1)
        link = '<sup class="mark"><a href="#note-{0}" aria-label="Note {0}" data-note="{1}">{0}</a></sup>'
        return Markup(link).format(at, Markup(prose(note)))


def prose(text: str) -> Markup:
    """A sentence in which no line ends between a number and its percent sign."""
    return Markup(escape(plain(text)).replace(" %", "\u00a0%"))
