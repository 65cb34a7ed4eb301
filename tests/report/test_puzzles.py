"""Puzzles on the command line and as a page: the solution hidden until it is asked for, a board of each."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.questions.puzzles.puzzle import shipped
from tests.cli.conftest import Typed
from tests.report.chromium import Browser
from tests.report.reading import Elements

pytestmark = pytest.mark.skipif(interpreted(), reason="dozens of positions in plain Python take too long")
BOT = '''"""A bot."""


def last(view, moves, count, noise):
    """Takes the last move."""
    return count - 1
'''


def test_a_puzzle_is_shown_without_its_solution(said: Typed) -> None:
    """The board, the own hand and the moves; nothing of what is best. With the option: the move, why, and numbers."""
    puzzle = shipped("dragonheart")[7]
    asked = said("puzzles", "--show", "8")
    assert puzzle.why not in asked
    assert f"Kind: {puzzle.kind}" not in asked
    assert "6 face down" in asked
    assert all(f"  {move}" in asked for move in puzzle.moves())
    solved = said("puzzles", "dragon_hunter", "--show", "8", "--solution")
    assert puzzle.why in solved
    assert f"Best: {puzzle.best.move}." in solved
    assert re.search(r"→ petrified dragon +42\.0 ± 0\.8  dragon_hunter", solved)


def test_a_file_of_ones_own_is_asked(tmp_path: Path, said: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it plays stands in the table; the page has a board of each puzzle, the numbers what each player plays."""
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BOT, encoding="utf-8")
    text = said("puzzles", "bots.py:last", "denier", "--page", "page.html", "--json", "numbers.json")
    puzzles = shipped("dragonheart")
    numbers = json.loads(Path("numbers.json").read_text("utf-8"))["runs"][0]
    moves = {row["number"]: row["move"] for row in _rows(numbers, "moves") if row["player"] == "bots.py:last"}
    assert moves == {puzzle.number: puzzle.moves()[-1] for puzzle in puzzles}
    assert f"of {len(puzzles)} best moves" in text
    assert numbers["puzzles"][0]["why"] == puzzles[0].why
    html = Path("page.html").read_text("utf-8")
    tags = Elements(html).names
    assert tags.count("section") == len(puzzles)
    assert "script" not in tags
    assert "at least half are missed by" in html
    assert "finds the best move in" not in html  # the rows say that
    assert html.count("face down") > 3 * len(puzzles)
    assert html.count("To decide: what to play.") == len(puzzles)


def _rows(numbers: dict[str, Any], key: str) -> list[dict[str, Any]]:
    (answer,) = numbers["answers"]
    (table,) = [each for each in answer["tables"] if each["key"] == key]
    names = [column["name"] for column in table["columns"]]
    return [row if isinstance(row, dict) else dict(zip(names, row, strict=True)) for row in table["rows"]]


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits_a_desk_and_a_phone(browser: Browser, tmp_path: Path, said: Typed, width: int) -> None:
    """Nothing runs out at the side, nothing is asked for, and the solutions are folded."""
    said("puzzles", "denier", "--page", str(tmp_path / "page.html"))
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.call("Page.navigate", url=(tmp_path / "page.html").as_uri())
    browser.until("document.readyState", lambda state: state == "complete")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask("document.querySelectorAll('details[open]').length") == 0
    assert browser.requests() == []
    assert browser.complaints() == []
