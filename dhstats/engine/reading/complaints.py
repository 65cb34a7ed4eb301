"""What the compiler says about a strategy or a game file, in words of the file: the line, and what is wrong there."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from dhstats.documents import read_toml
from dhstats.quoting import one_line

UNKNOWN = "compiled code cannot do this"
LONGEST = 240  # letters of a reason


def complaint(error: Exception, file: Path, reasons: Iterable[Mapping[str, str]] = (), unknown: str = UNKNOWN) -> str:
    """The line of a file that cannot be compiled, quoted, and why: by these reasons, else by those of all files."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    # The last line of this file that the compiler names; 0 if it names none
    name, whole = re.escape(file.name), re.escape(str(file))  # numba shortens paths relative to where the command runs
    named = re.findall(rf'File "(?:[^"\n]*[/\\])?{name}", line (\d+)|{whole}["\'()]*,? (?:line |\()(\d+)', text)
    numbers = [int(number) for pair in named for number in pair if number]
    own = getattr(getattr(error, "loc", None), "filename", "")
    if not numbers and own and Path(own).name == file.name:
        numbers = [error.loc.line]  # type: ignore[attr-defined]
    line = numbers[-1] if numbers else 0
    where = f"line {line}{_quoted(file, line)}: " if line else ""
    return where + one_line(_reason(text, reasons, unknown))[:LONGEST]


def _reason(text: str, reasons: Iterable[Mapping[str, str]], unknown: str) -> str:
    for row in (*reasons, *read_toml(Path(__file__).with_suffix(".toml"))["reasons"]):
        if found := re.search(row["pattern"], text):
            return str(row["says"]).format(*found.groups())
    return unknown


def _quoted(file: Path, line: int) -> str:
    """A line of the file as it stands there."""
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    words = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return f" ({one_line(words)[:80]})" if words else ""
