"""Where a game file fails: the game, the decision, the line, and what went wrong there, in words of the file."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.gamefile.file import GameFile
from dhstats.gamefile.reading.loops import ENDLESS
from dhstats.gamefile.reading.source import last_line
from dhstats.gamefile.telling.lying import move_words
from dhstats.gamefile.telling.plain import Violation, move_of
from dhstats.gamefile.telling.story import Tabletop
from dhstats.quoting import one_line
from dhstats.seats import SEATS

BEYOND = "reads or writes beyond a list"


def blame(file: GameFile, rules: Any, seed: int, deal: int, layout: int, rows: Sequence[Any]) -> str:
    """Where a game fails that was played up to these rows of its log, found in plain Python; "" if it does not."""
    where = "setup"
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            table = Tabletop(file, rules, seed, deal, layout)
            for move in (move_of(file, row) for row in rows):
                where = decision_words(file, table, move)
                table.play(move)
            where = f"decision {table.decisions + 1} ({_who(table)})"
            table.allowed()
    except Exception as error:  # anything that a file may raise
        return f"game file {file.shown}: {reason(file, error)}, in deal {deal}, {where}"
    return ""


def decision_words(file: GameFile, table: Tabletop, move: Any) -> str:
    """A decision in words: its number, counted from 1, who decides, and what they do."""
    return f"decision {table.decisions + 1} ({_who(table)}: {move_words(file, move)})"


def _who(table: Tabletop) -> str:
    return SEATS[table.mover] if 0 <= table.mover < len(SEATS) else f"seat {table.mover}"


def reason(file: GameFile, error: BaseException) -> str:
    """The line of a file that raised, and what that means for it."""
    line = getattr(error, "line", 0) or last_line(error, str(file.path).__eq__)
    return f"{line_words(file, line)}{meaning(error)}"


def meaning(error: BaseException) -> str:
    """What an exception means for those who write a game file."""
    words = one_line(" ".join(str(error).split()))[:160]
    if isinstance(error, Violation):
        return words
    if isinstance(error, IndexError):
        return f"{BEYOND}: {words}"
    if isinstance(error, ZeroDivisionError | FloatingPointError) and "divi" in words:
        return "divides by zero"
    if isinstance(error, FloatingPointError | OverflowError):
        return "a number needs more than 64 bits"
    if isinstance(error, TimeoutError):
        return words.partition(": ")[2] if words.endswith(ENDLESS) else words
    if isinstance(error, RecursionError):
        return "a function calls itself without end"
    return f"raised {type(error).__name__}{f': {words}' if words else ''}"


def line_words(file: GameFile, line: int) -> str:
    """A line as in "line 12 (state.scores[9] += 1): "; nothing for no line."""
    lines = file.path.read_text("utf-8", "replace").splitlines()
    if not 0 < line <= len(lines):
        return ""
    return f"line {line} ({one_line(lines[line - 1].split('#')[0].strip())[:80]}): "
