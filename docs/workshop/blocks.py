"""What the text of a page asks to be run for it: commands, and the files that they read."""

import re
from collections.abc import Iterator

from docs.workshop.sittings import Sitting

FENCE = re.compile(r"^```\{command\}\n((?::[^\n]*\n)*)(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```\{file\} (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def typed(text: str) -> Iterator[str]:
    """The commands of a page in their order, each on one line."""
    for found in FENCE.finditer(text):
        yield " ".join(found[2].replace("\\\n", " ").split())


def files(text: str) -> Iterator[tuple[str, str]]:
    """The files that a page has its reader write, by name; they lie in the folder before the first command is run."""
    for found in FILE.finditer(text):
        yield found[1], found[2]


def unsaid(printed: str, words: str) -> list[str]:
    """Which of the words, parted by bars, a command has not printed."""
    text = " ".join(printed.split())
    return [each for each in map(str.strip, words.split("|")) if each not in text]


def sitting(text: str) -> Sitting | None:
    """The sitting in which the commands of a page are run; nothing for a page without."""
    commands = tuple(typed(text))
    return Sitting(commands, tuple(files(text))) if commands else None
