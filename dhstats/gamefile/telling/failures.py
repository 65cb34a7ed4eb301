"""Where a game file fails: the game, the decision, the line, and what went wrong there, in words of the file."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.reading.source import last_line
from dhstats.gamefile.telling.lying import move_words
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.retelling import NOBODY, SEATS
from dhstats.quoting import one_line

BEYOND = "reads or writes beyond a list"


class Misdeed(Exception):
    """A function does what it may not, which the message says."""


def blame(file: GameFile, rules: Any, seed: int, deal: int, layout: int, moves: Sequence[int]) -> str:
    """Where a game fails that was played up to these moves, found in plain Python; "" if it does not."""
    table, last = None, NOBODY
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            table = Tabletop(file, rules, seed, deal, layout)
            for move in moves:
                last = move
                table.play(move)
            table.allowed()
    except Exception as error:  # whatever a file may raise
        where = "setup" if table is None else decision_words(file, table, last)
        return f"game file {file.shown}: {reason(file, error)}, in deal {deal}, {where}"
    return ""


def decision_words(file: GameFile, table: Tabletop, move: int) -> str:
    """A decision in words: its number, counted from 1, who decides, and what they do."""
    deed = move_words(file, records.all_moves(file)[move]) if move != NOBODY else "passes"
    mover = table.mover
    who = SEATS[mover] if 0 <= mover < len(SEATS) else f"seat {mover}"
    return f"decision {table.decisions + 1} ({who}: {deed})"


def reason(file: GameFile, error: BaseException) -> str:
    """The line of a file that raised, and what that means for it."""
    return f"{line_words(file, last_line(error, str(file.path).__eq__))}{meaning(error)}"


def meaning(error: BaseException) -> str:
    """What an exception means for those who write a game file."""
    words = one_line(" ".join(str(error).split()))[:160]
    if isinstance(error, Misdeed):
        return words
    if isinstance(error, IndexError):
        return f"{BEYOND}: {words}"
    if isinstance(error, ZeroDivisionError | FloatingPointError) and "divi" in words:
        return "divides by zero"
    if isinstance(error, FloatingPointError | OverflowError):
        return "a number needs more than 64 bits"
    if isinstance(error, RecursionError):
        return "a function calls itself without end"
    return f"raised {type(error).__name__}{f': {words}' if words else ''}"


def line_words(file: GameFile, line: int) -> str:
    """A line as in "line 12 (state.scores[9] += 1): "; nothing for no line."""
    lines = file.path.read_text("utf-8", "replace").splitlines()
    if not 0 < line <= len(lines):
        return ""
    return f"line {line} ({one_line(lines[line - 1].split('#')[0].strip())[:80]}): "
