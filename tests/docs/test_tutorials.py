"""Tutorials and notebooks go from a question to a decision, by what the build runs; nothing in their words may grow stale."""

import ast
import json
import re

import pytest

from docs.workshop import blocks, notebooks, staging
from docs.workshop.sittings import ROOT, Sitting

HOME = ROOT / "docs/tutorials"
# Each with the commands that it has to run at least.
TUTORIALS = {
    "going_first": ("simulate", "report", "plan", "sweep"),
    "great_dragon": ("value", "compare"),
    "house_rule": ("rules", "compare"),
    "five_goals": ("goals", "design", "verify"),
    "own_deck": ("rules", "decks", "cards", "improve"),
    "own_game": ("games", "simulate", "report", "replay", "sweep", "train", "certify", "verify"),
    "own_strategy": ("strategies", "simulate", "report", "puzzles", "meta", "probe"),
}
DECISION = "## The decision"
LONGEST = 240  # lines, with the commands: a game of one's own has the longest way
CODE = re.MULTILINE | re.DOTALL
COUNTED = re.compile(r"\d+[.,]\d+|\d+ ?(?:%|percent|games in 100)")


def text_of(name: str) -> str:
    """A tutorial as it is written, without what the build prints into it."""
    return blocks.bare((HOME / f"{name}.md").read_text("utf-8"))


def words_of(text: str) -> str:
    """What people wrote of it: without what is run, and without code in a line."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_runs_what_it_tells_of(name: str) -> None:
    """Each command of its subject, four at least, with a picture; the files of the reader are read by a command."""
    text = text_of(name)
    typed = list(blocks.typed(text))
    assert len(typed) >= 4
    assert set(TUTORIALS[name]) <= {command.split()[1] for command in typed}
    assert ":picture: " in text
    for file, _ in blocks.files(text):
        stem = file.removesuffix(".py")
        assert any(file in command for command in typed) or f"from {stem} import" in text, file
    quoted = "".join(path.read_text("utf-8") for path in sorted((ROOT / "dhstats/gamefile/examples").glob("*.py")))
    shown = re.sub(r"^```python\n(.*?)^```$", lambda found: "" if found[1] in quoted else found[0], text, flags=CODE)
    assert not re.search(r"^```(?!\{command\}|\{file\}|$)", shown, re.MULTILINE), "a block that nobody runs"


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_ends_in_a_decision_and_leads_on(name: str) -> None:
    """Its last part says what to do, and has two pages at least to read on."""
    text = text_of(name)
    last = text[text.rindex("\n## ") + 1 :]
    assert last.startswith(f"{DECISION}\n")
    assert len(re.findall(r"\]\([^)]+\.md\)", last)) >= 2
    assert 60 <= len(text.splitlines()) <= LONGEST


@pytest.mark.parametrize("name", TUTORIALS)
def test_the_words_of_a_tutorial_repeat_no_number_that_is_counted(name: str) -> None:
    """What the build counts may change, and words beside it would not: numbers stand in what is printed."""
    assert COUNTED.findall(words_of(text_of(name))) == []


def test_every_tutorial_is_found_from_the_first_pages() -> None:
    """In the table of contents, on the start page, and in the README."""
    index, start, readme = (
        (ROOT / path).read_text("utf-8") for path in ("docs/index.md", "docs/start.md", "README.md")
    )
    for path in HOME.glob("*.md"):
        assert f"(tutorials/{path.stem}.md)" in index
        assert f"(tutorials/{path.stem}.md)" in start
        assert f"(docs/tutorials/{path.stem}.md)" in readme
    for book in notebooks.every():
        assert f"(notebooks/{book.name}.ipynb)" in index
        assert f"(notebooks/{book.name}.ipynb)" in start
        assert f"(docs/notebooks/{book.name}.ipynb)" in readme


def test_a_file_of_a_page_changes_what_is_kept() -> None:
    """The same commands with another file are run anew."""
    page = "```{file} a.toml\nx = 1\n```\n\n```{command}\ndhstats rules check a.toml\n```\n"
    sitting = blocks.sitting(page)
    assert sitting == Sitting(("dhstats rules check a.toml",), (("a.toml", "x = 1\n"),))
    other = blocks.sitting(page.replace("x = 1", "x = 2"))
    assert other is not None
    assert len({sitting.key, other.key, Sitting(sitting.commands).key}) == 3


def test_words_that_a_command_no_longer_prints_are_named() -> None:
    """Parted by bars, over the ends of lines; each tutorial that draws a conclusion leans on some."""
    assert blocks.unsaid("Certain: it\nhelps, +7", "it helps | Certain | leaning") == ["leaning"]
    assert blocks.unsaid("anything", "") == []
    for name in set(TUTORIALS) - {"going_first"}:
        assert text_of(name).count("\n:says: ") >= 4, name


@pytest.mark.parametrize("book", notebooks.every(), ids=lambda book: book.name)
def test_a_notebook_is_kept_without_outputs(book: notebooks.Notebook) -> None:
    """What it prints is made by the build; the file in the repository is its words and code alone."""
    told = json.loads(book.text)
    assert (told["nbformat"], told["metadata"]["kernelspec"]["name"]) == (4, "python3")
    assert len({cell["id"] for cell in book.cells}) == len(book.cells)
    for cell in book.cells:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            ast.parse("".join(cell["source"]))


@pytest.mark.parametrize("book", notebooks.every(), ids=lambda book: book.name)
def test_a_notebook_is_a_page_with_all_its_cells(book: notebooks.Notebook) -> None:
    """A title, where to take it along, every cell of code as a block with its number, and no number in its words."""
    page = staging.written()[f"notebooks/{book.name}.md"]
    assert page.startswith("# ")
    assert f"<{book.name}.ipynb>`" in page
    code = [number for number, cell in enumerate(book.cells) if cell["cell_type"] == "code"]
    assert [int(found) for found in re.findall(r"^```\{cell\} (\d+)$", page, re.MULTILINE)] == code
    assert len(code) >= 5
    assert COUNTED.findall(words_of(page)) == []


def test_a_notebook_whose_words_change_is_run_anew() -> None:
    """The key follows from the text."""
    book = notebooks.every()[0]
    assert (
        notebooks.Notebook(book.name, book.text + " ").key != book.key == notebooks.Notebook(book.name, book.text).key
    )
