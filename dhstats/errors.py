"""The mistakes and mishaps that a user may meet; their messages are the user interface.

Each says in one line where, what, what is allowed and what to do. The command line prints the line and ends with the
exit code; nothing else is caught anywhere.
"""

import difflib
from collections.abc import Iterable
from typing import ClassVar


class UserError(Exception):
    """A problem that its message explains completely: no traceback is shown for it."""

    exit_code: ClassVar[int] = 1


class BadInput(UserError):
    """A wrong option, file, key or value; nothing was written."""

    exit_code = 2


class DataProblem(UserError):
    """A run that is missing, incomplete or damaged."""

    exit_code = 3


class ResourceFailure(UserError):
    """A full disk, a lost worker: what was finished is kept and can be resumed."""

    exit_code = 4


class Interrupted(UserError):
    """The user stopped the work; whole shards are kept and can be resumed."""

    exit_code = 130


def check_range(flag: str, value: int, least: int, most: int) -> None:
    """BadInput for a number that is too small or too large for an option."""
    if not least <= value <= most:
        raise BadInput(f"{flag}: must be from {least:,} to {most:,}, not {value:,}")


MOST_NAMED = 100  # allowed words that a message lists


def nearest(name: str, allowed: Iterable[str]) -> str:
    """The end of a sentence that names the closest allowed word, or where none is close all of them, unless many."""
    words = sorted(allowed)
    if not words:
        return "there is none to choose from"
    close = difflib.get_close_matches(name, words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    if len(words) > MOST_NAMED:
        near = difflib.get_close_matches(name, words, n=5, cutoff=0.0)
        return f"{len(words)} are allowed, such as {', '.join(near)}"
    return "allowed: " + ", ".join(words)
