"""Commands that README, docs and help tell people to type: each is understood as it stands there."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import all_commands
from dhstats.errors import BadInput
from tests.cli.conftest import commands
from tests.gamefile.small import COUNT_DOWN

ROOT = Path(__file__).parents[2]
TOLD = re.compile(r"`(dhstats [^`]+)`|^\s*(dhstats [^\n]+)$", re.MULTILINE)
GAPS = re.compile(r", |…|\.\.\.|\[|\||\bFILE\b|\bCOMMAND\b|\b[A-Z_]+…")  # a form, not a command


def told() -> Iterator[tuple[str, str]]:
    """The commands of every page and of every help, with where they stand."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "simulations").glob("*.md"))]
    texts = [(path.name, path.read_text("utf-8")) for path in pages]
    texts += [(name, command.help or "") for name, command in commands()]
    for place, text in texts:
        for found in TOLD.finditer(text):
            line = " ".join((found[1] or found[2]).split("  #")[0].split())
            if len(line.split()) > 1 and not GAPS.search(line):
                yield place, line


@pytest.mark.parametrize(("place", "line"), sorted(set(told())))
def test_a_command_that_people_are_told_to_type_is_understood(
    place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No option, argument or command in it is unknown, missing or of the wrong kind."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line.replace("s3://", "s3/"))[1:]  # no store is asked for
    for file in (Path(word) for option, word in pairwise(words) if option == "--game" and word.endswith(".py")):
        file.parent.mkdir(parents=True, exist_ok=True)  # a game file is read as it is named
        file.write_text(COUNT_DOWN)
    group: Any = all_commands()
    names: list[str] = []
    while hasattr(group, "commands") and words and not words[0].startswith("-"):
        if words[0] not in group.commands:
            raise BadInput(f"{place}: {line}: no such command")
        names.append(words.pop(0))
        group = group.commands[names[-1]]
    if hasattr(group, "commands"):
        return  # a group by its name, or with an option of its own
    if {"-h", "--help"} & set(words) or not words:
        return  # named in a sentence
    root = all_commands().make_context("dhstats", [], resilient_parsing=True)
    with group.make_context(names[-1], words, parent=root) as context:
        assert context.params
