"""What the text of a page asks to be run for it: commands, and the files that they read."""

import re
from collections.abc import Iterator

from docs.workshop.sittings import Sitting

# A command with its options, on the line of the fence or on lines of their own, and what it printed.
FENCE = re.compile(
    r"^```\{command\}(?P<options>(?:\s+:[a-z]+:[^\n]*)*)\n(?P<command>.*?)^```\n"
    r"(?:\n```\{printed\}\n(?P<printed>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
FILE = re.compile(r"^(?:`\S+`:\n\n)?```\{file\} (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"\s+(?=:[a-z]+:(?:\s|$))")


def command(block: re.Match[str]) -> str:
    """The command of a block on one line."""
    return " ".join(block["command"].replace("\\\n", " ").split())


def options(block: re.Match[str]) -> list[str]:
    """The options of a block, as `:first: 10`."""
    return [each.strip() for each in OPTION.split(block["options"]) if each.strip()]


def typed(text: str) -> Iterator[str]:
    """The commands of a page in their order, each on one line."""
    return map(command, FENCE.finditer(text))


def bare(text: str) -> str:
    """A page as Sphinx reads it: options on their own lines, without what its directives show by themselves."""

    def directive(block: re.Match[str]) -> str:
        return "\n".join(["```{command}", *options(block), block["command"]]) + "```\n"

    return FILE.sub(lambda block: f"```{{file}} {block[1]}\n{block[2]}```", FENCE.sub(directive, text))


def files(text: str) -> Iterator[tuple[str, str]]:
    """The files that a page has its reader write, by name; they lie in the folder before the first command is run."""
    for block in FILE.finditer(text):
        yield block[1], block[2]


def unsaid(printed: str, words: str) -> list[str]:
    """Which of the words, parted by bars, a command has not printed."""
    text = " ".join(printed.split())
    return [each for each in map(str.strip, words.split("|")) if each not in text]


def sitting(text: str) -> Sitting | None:
    """The sitting in which the commands of a page are run; nothing for a page without."""
    commands = tuple(typed(text))
    return Sitting(commands, tuple(files(text))) if commands else None
