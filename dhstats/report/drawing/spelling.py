"""How pages spell names: players, cards and restrictions as words, whatever a command has for them."""

import re

NAME = re.compile(r"(?<![\w./:=-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w=(-]|[./:]\w)")  # as a command has it


def spoken(text: str) -> str:
    """A text in which names have spaces for underscores, where they are no part of a key, a file or a command."""
    return NAME.sub(lambda found: found.group().replace("_", " "), text)
