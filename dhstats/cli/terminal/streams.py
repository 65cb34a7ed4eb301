"""Standard output as a command finds it: closed, full, left by its reader, or in letters of another alphabet."""

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dhstats.errors import ResourceFailure

SPELT = {
    "–": "-", "—": "-", "−": "-", "•": "*", "·": "-", "…": "...", "±": "+/-", "×": "x", "÷": "/", "→": "->",
    "≥": ">=", "≤": "<=", "≈": "~", "½": "1/2", "’": "'", "‘": "'", "“": '"', "”": '"',
}  # fmt: skip
SPELLING = "dhstats.spelt"  # the name of the way in which letters are written that an encoding has not


class Closed(io.TextIOBase):
    """Standard output that was closed before the command began."""

    def write(self, text: str) -> int:
        """Nobody can be shown anything."""
        raise ResourceFailure("standard output: is closed; what was asked for cannot be shown")


class Output(io.TextIOWrapper):
    """Standard output, which says so itself where it takes nothing more; ResourceFailure."""

    def write(self, text: str) -> int:
        """Writes text; BrokenPipeError where nobody reads on."""
        with _blamed():
            return super().write(text)

    def flush(self) -> None:
        """Writes what is waiting."""
        with _blamed():
            super().flush()


class Remarks(io.TextIOWrapper):
    """Standard error, which ends no command and changes no exit code where it takes nothing more."""

    def write(self, text: str) -> int:
        """Writes text, or lets it go."""
        try:
            return super().write(text)
        except OSError:
            self._give_up()
            return len(text)

    def flush(self) -> None:
        """Writes what is waiting, or lets it go."""
        try:
            super().flush()
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())


@contextmanager
def _blamed() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ResourceFailure(f"standard output: cannot be written: {error.strerror}") from error


def open_streams() -> None:
    """Makes standard output and error fit for whatever is written to them, once a process."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed: the next file that is opened would take its place
            with suppress(OSError):
                held = os.open(os.devnull, os.O_RDWR)
                if held != number:
                    os.dup2(held, number)
    codecs.register_error(SPELLING, _spelt)
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding, lines = sys.stdout.encoding, sys.stdout.line_buffering
        sys.stdout = Output(sys.stdout.detach(), encoding, SPELLING, line_buffering=lines)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = Remarks(sys.stderr.detach(), sys.stderr.encoding, SPELLING, line_buffering=True)
    sys.stdout = sys.stdout or Closed()
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """Letters that an encoding has not, in letters that every one has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    told = (SPELT.get(letter) or letter.encode("ascii", "backslashreplace").decode() for letter in letters)
    return "".join(told), error.end


def drop_output() -> None:
    """Lets what was not written go, so that the end of the process does not try it again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drop_unwritten() -> None:
    """Writes what is left, or lets it go where that cannot be."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError, ResourceFailure):
        drop_output()


def holds_every_letter() -> bool:
    """Whether standard output can be told any letter as it is."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("_", "-").startswith("utf")
