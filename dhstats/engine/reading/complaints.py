"""What the compiler says about a strategy, in words of its file: the line, and what is wrong there."""

import re
from pathlib import Path

from dhstats.quoting import one_line

# What the compiler's text holds, and what is said instead; {0} is the first group.
REASONS = (
    (
        r"a strategy must return a whole number, not (?:float|complex)",
        "a strategy must return a whole number, not a decimal",
    ),
    (
        r"a strategy must return a whole number, not none",
        "a strategy must return a whole number, but on some paths it returns nothing",
    ),
    (r"(a strategy must return a whole number), not", "{0}"),
    (r"Untyped global name '([^']*)'", "compiled code cannot use {0!r}"),
    (r"(?:NameError: name|global name|variable) '([^']*)' is not defined", "{0!r} is not defined"),
    (r"Unknown attribute '([^']*)'", "this value has no attribute {0!r}"),
    (r"(?:Cannot|Can't) unify ([^\n]{1,60}?)(?:,| for)", "a variable takes values of different types ({0})"),
    (r"Const(?:ant)?[^\n]*(?:too large|out of range)|too large to (?:convert|fit)", "a number needs more than 64 bits"),
    (
        r"Cannot modify readonly|setitem\(readonly",
        "changes an array of the file; a strategy keeps nothing from one decision to the next",
    ),
    (
        r"assigned to variable '([^']*)' in globals, is not supported",
        "compiled code cannot use the list {0!r} of the file; write a tuple or a numpy array, which nothing changes",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?function ([\w.]+)",
        "{0} cannot be used with values of these types",
    ),
    (r"No implementation of function Function\(<class '([\w.]+)'", "{0}() cannot be made from values of these types"),
)
UNKNOWN = "compiled code cannot do this"


def complaint(error: Exception, file: Path) -> str:
    """The line of a strategy's file that cannot be compiled, quoted, and why."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    line = _line(error, text, file)
    where = f"line {line}{_quoted(file, line)}: " if line else ""
    return where + one_line(_reason(text))[:200]


def _reason(text: str) -> str:
    for pattern, words in REASONS:
        if found := re.search(pattern, text):
            return words.format(*found.groups())
    return UNKNOWN


def _line(error: Exception, text: str, file: Path) -> int:
    """The last line of this file that the compiler names; 0 if it names none."""
    name, whole = re.escape(file.name), re.escape(str(file))  # numba shortens paths relative to where the command runs
    named = re.findall(rf'File "(?:[^"\n]*[/\\])?{name}", line (\d+)|{whole}["\'()]*,? (?:line |\()(\d+)', text)
    numbers = [int(number) for pair in named for number in pair if number]
    own = getattr(getattr(error, "loc", None), "filename", "")
    if not numbers and own and Path(own).name == file.name:
        numbers = [error.loc.line]  # type: ignore[attr-defined]
    return numbers[-1] if numbers else 0


def _quoted(file: Path, line: int) -> str:
    """A line of the file as it stands there."""
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    words = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return f" ({one_line(words)[:80]})" if words else ""
