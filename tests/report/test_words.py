"""Plain English: the one list of words, the words that pages never use, and how easy findings are to read."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dhstats.questions.shared.answer import Answer
from tests.report.reading import LONGEST_CLAUSE, READABLE, banned, ease, longest_clause

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs/glossary.md"
SPOKEN_IN = ("questions", "report", "cli")  # rooms whose words people read
OF_GAMES = ("files/cautions", "words/*", "questions/*", "pages/*")  # and what of a game they read
EASY = 70.0  # reading ease of a first screen, at the least


def glossary() -> list[tuple[str, list[str]]]:
    """Every word of the list, and the words that are not used for it."""
    rows = [line.strip("|").split("|") for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("|")]
    return [(word.strip(), [each.strip() for each in other.split(",")]) for word, _, other in rows[2:]]


def spoken(path: Path) -> Iterator[str]:
    """The texts of a module: its strings of more than a word; of docstrings those of commands, which are their help."""
    tree = ast.parse(path.read_text("utf-8"))
    kept = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)]
    described = {ast.get_docstring(node, clean=False) for node in kept if path.parent.name != "cli"}
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    yield from (text for text in strings if " " in text and "SELECT" not in text and text not in described)


@cache
def texts() -> list[tuple[str, str]]:
    """All that pages and commands say of themselves, with where it stands."""
    modules = [path for room in SPOKEN_IN for path in (ROOT / "dhstats" / room).rglob("*.py")]
    modules += [path for file in OF_GAMES for path in ROOT.glob(f"dhstats/games/*/{file}.py")]
    told = [(path, text) for path in modules for text in spoken(path)]
    told += [(path, path.read_text("utf-8")) for path in ROOT.glob("dhstats/games/*/files/unclear.toml")]
    return [(str(path.relative_to(ROOT)), text) for path, text in told]


def _has(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}(s|es|ed)?\b", text, re.IGNORECASE) is not None


def test_every_word_of_the_glossary_is_used() -> None:
    """A word that nobody says any more leaves the list."""
    said = " ".join(text for _, text in texts())
    said += " ".join(
        path.read_text("utf-8") for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")) if path != GLOSSARY
    )
    known = glossary()
    assert len(known) >= 35
    assert [word for word, _ in known if not _has(said, word)] == []


def test_no_page_or_command_uses_another_word_for_it() -> None:
    """One word a thing."""
    others = [other for _, several in glossary() for other in several]
    assert len(others) >= 50
    found = {(where, other) for where, text in texts() for other in others if _has(text, other)}
    assert found - ALLOWED == set()
    assert ALLOWED - found == set()


# Words of the last column where they mean another thing.
ALLOWED: set[tuple[str, str]] = set()


def test_no_page_or_command_speaks_like_a_book() -> None:
    """The list of what nobody at a table would say."""
    assert {(where, word) for where, text in texts() for word in banned(text)} == set()


@pytest.mark.parametrize(
    "text", ["He wins.", "It is leaning to the first player", "dear beside that", "a significant edge", "as he wants"]
)
def test_what_nobody_would_say_is_noticed(text: str) -> None:
    """The same check on such sentences."""
    assert banned(text)


def test_findings_are_short_and_easy(answers: tuple[Answer, ...]) -> None:
    """All sentences of a report: clauses that one breath holds, words that everybody knows."""
    hard = [found.text for each in answers for found in each.findings if ease(found.text) < READABLE]
    long = [found.text for each in answers for found in each.findings if longest_clause(found.text) > LONGEST_CLAUSE]
    assert hard == []
    assert long == []


def test_a_first_screen_is_easy(answers: tuple[Answer, ...]) -> None:
    """Easier than its findings."""
    told = [each.opening for each in answers if each.opening]
    assert told
    for opening in told:
        text = f"{opening.question} {opening.answer} {opening.sureness} {opening.decision}"
        assert ease(text) >= EASY, text
        assert longest_clause(text) <= 24, text


def test_reading_ease_of_known_sentences() -> None:
    """By hand: six words of one syllable are 116 by the formula; long words are hard."""
    assert ease("The cat sat on the mat.") == pytest.approx(206.835 - 1.015 * 6 - 84.6)
    assert ease("Extraordinarily complicated terminology complicates understanding.") < 0.0


def test_sentences_before_and_after() -> None:
    """Fifteen findings and the first screens: none of the new ones says what may not be said, and old ones do."""
    lines = (ROOT / "docs/words.md").read_text("utf-8").splitlines()
    every = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    rows = [row for row in every if row[1] != "before"]
    assert len(rows) == 15 + 13
    assert [banned(after) for _, _, after in rows if banned(after)] == []
    assert sum(bool(banned(before)) for _, before, _ in rows[:15]) >= 8
    assert all(longest_clause(after) <= LONGEST_CLAUSE for _, _, after in rows)
