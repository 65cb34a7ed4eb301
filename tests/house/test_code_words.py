"""Words of the code for which the field has better ones do not become more frequent."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def listed() -> dict[str, int]:
    """Every word of the list, and how often the code may have it."""
    part = (ROOT / "docs/words.md").read_text("utf-8").split("## Words of the code\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| .+ \| (\d+) \|$", part, re.MULTILINE)
    return {word: int(times) for word, times in rows}


def times(word: str, text: str) -> int:
    """How often a text has a word, on its own or as a part of a name; a line break counts as a space."""
    pattern = r"\s+".join(map(re.escape, word.split()))
    return len(re.findall(rf"(?<![A-Za-z]){pattern}(?![A-Za-z])", text))


def test_none_of_twenty_words_becomes_more_frequent() -> None:
    """The package has each of them at most as often as the list says."""
    code = "\n".join(path.read_text("utf-8") for path in ROOT.glob("dhstats/**/*.py"))
    assert len(listed()) == 20
    assert {word: now for word, most in listed().items() if (now := times(word, code)) > most} == {}


def test_words_are_counted_in_names_and_across_lines() -> None:
    """Parts of names count, parts of words do not."""
    assert times("found", "found = self._found + found_here; foundation, Found") == 3
    assert times("so many", "so many, so\n    many, not also many") == 2
