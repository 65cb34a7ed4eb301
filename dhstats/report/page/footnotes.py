"""Sentences as a page has them: a small number behind each interval, one list of notes, commands set as code."""

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from dhstats.questions.shared.answer import Noted, Piece
from dhstats.quoting import plain
from dhstats.report.drawing.spelling import spoken

# What stands between an interval and its mark: its unit, and the bracket that it ends.
UNIT = re.compile(
    r"(?: ?%| of [\d,]*\d(?: games| parts)?| games in [\d,]*\d| percentage points| points| turns| times| deals| games"
    r"| cards)?\)?"
)
SHORT = 24  # letters of a command that is not broken over lines
HASH = re.compile(r", [0-9a-f]{12}(?=\))")


class Footnotes:
    """The notes of one page in the order in which they are first needed; who says the same shares a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def listed(self) -> tuple[str, ...]:
        """Every note once, by its number from 1."""
        return tuple(self._numbers)

    def sentence(self, pieces: Sequence[Piece]) -> Markup:
        """A sentence for a page: each interval by its ends; behind its unit and bracket the mark of its note."""
        shown, due = Markup(), Markup()
        for piece in pieces:
            if isinstance(piece, Noted):
                shown += due + prose(piece.ends)
                due = self._mark(piece.note) if piece.ends else Markup()
                continue
            unit = found[0] if due and (found := UNIT.match(piece)) else ""
            shown += prose(unit) + due + prose(piece.removeprefix(unit))
            due = Markup()
        return shown + due

    def _mark(self, note: str) -> Markup:
        at = self._numbers.setdefault(note, len(self._numbers) + 1)
        said = 'aria-label="Note {0}" data-mark="[{0}]" data-note="{1}"'
        return Markup(f'<sup class="mark">\u2060<a href="#note-{{0}}" {said}>[{{0}}]</a></sup>').format(
            at, _spelt(note)
        )


def prose(text: str) -> Markup:
    """A sentence with what to type, between backquotes, set as code; names are said as words."""
    parts = str(_spelt(text)).split("`")
    return Markup("".join(_typed(part) if at % 2 else part for at, part in enumerate(parts)))


def _spelt(text: str) -> Markup:
    """A sentence in which no line ends between a number and its percent sign, and names are said as words.

    What is typed keeps its spelling: keys, files, and all between backquotes.
    """
    parts = text.split("`")
    said = "`".join(part if at % 2 else spoken(part) for at, part in enumerate(parts))
    return Markup(escape(plain(said)).replace(" %", "\u00a0%"))


def unhashed(text: str) -> str:
    """A label without the hash of a pack of cards, which stands among the sources."""
    return HASH.sub("", text)


def _typed(command: str) -> str:
    if len(command) <= SHORT:
        return f'<code class="short">{command}</code>'
    # Browsers break lines behind hyphens, which would part the two of an option from its name.
    words = (f'<span class="short">{word}</span>' if word.startswith("--") else word for word in command.split(" "))
    return f"<code>{' '.join(words)}</code>"
