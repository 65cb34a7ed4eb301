"""Commands that stand in the text of a page, to be run for it."""

import re
from collections.abc import Iterator

from docs.workshop.sittings import Sitting

FENCE = re.compile(r"^```\{command\}\n((?::[^\n]*\n)*)(.*?)^```$", re.MULTILINE | re.DOTALL)


def typed(text: str) -> Iterator[str]:
    """The commands of a page in their order, each on one line."""
    for found in FENCE.finditer(text):
        yield " ".join(found[2].replace("\\\n", " ").split())


def sitting(text: str) -> Sitting | None:
    """The sitting in which the commands of a page are run; nothing for a page without."""
    commands = tuple(typed(text))
    return Sitting(commands) if commands else None
