"""Words of the code as Markdown: escaped, in lists and tables."""

import re
from collections.abc import Iterable, Sequence

CODE = re.compile(r"(`[^`\n]*`)")
SPECIAL = re.compile(r"([\\*_<>\[\]|#$~])")


def safe(text: str) -> str:
    """A text in which nothing but code between backticks means anything to Markdown."""
    parts = CODE.split(" ".join(text.split()))
    return "".join(part if CODE.fullmatch(part) else SPECIAL.sub(r"\\\1", part) for part in parts)


def code(text: object) -> str:
    """A piece of code in a line."""
    words = str(text).replace("\n", " ")
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are Markdown already, and a bar in one is no border."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def shaped(command: str, width: int = 68) -> str:
    """A command on as many lines as it needs, broken before options as a shell allows."""
    parts, lines = re.split(r" (?=--)", command), [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) > width:
            lines.append(f"  {part}")
        else:
            lines[-1] = f"{lines[-1]} {part}" if lines[-1] else part
    return " \\\n".join(lines)


def console(*commands: str) -> str:
    """Commands as a block."""
    return "```text\n" + "\n".join(map(shaped, commands)) + "\n```\n"


def terms(pairs: Iterable[tuple[str, str]]) -> str:
    """A list of terms, each with what it means."""
    return "\n".join(f"{term}\n: {meaning}\n" for term, meaning in pairs)
