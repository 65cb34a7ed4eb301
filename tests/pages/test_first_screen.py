"""The first screen holds the longest sentences: what is asked, the answer, how sure, what to do, and the whole picture."""

from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.questions import catalogue
from dhstats.questions.shared.answer import Opening, Table
from dhstats.questions.shared.charts import Chart
from dhstats.report.page.figures import figure
from dhstats.report.page.page import First, Page
from dhstats.report.pages.writing import write_page
from tests.pages.checks import on_screen
from tests.report.chromium import Browser
from tests.report.tables import table

pytestmark = pytest.mark.browser

# Letters of the longest that openings made of any page of tests/pages/kinds.py; no page has all of them.
LONGEST = {"question": 90, "answer": 190, "sureness": 125, "decision": 165, "caution": 110}
WORDS = "whoever takes the petrified dragon instead of another card wins about as many games as before "
ROWS = [
    {"matchup": f"the {name}", "strategy": name, "score": score, "low": score - 0.02, "high": score + 0.02,
     "behind": 0.1, "behind_low": 0.05, "behind_high": 0.15, "band_low": -0.005, "band_high": 0.005, "verdict": "leaning"}
    for name, score in (("petrified dragon with a long name that takes two lines", 0.04), ("chest", 0.03),
                        ("huntress", 0.01), ("dwarf", -0.01), ("knight", -0.02), ("princess", -0.03), ("troll", -0.04))
]  # fmt: skip
DRAWN = ("plays", "audit", "meta")


def told(letters: int, mark: str = ".") -> str:
    """A sentence of so many letters."""
    return f"{(WORDS * 9)[: letters - 1].strip().capitalize()}{mark}"


def first_of(chart: Chart, rows: Table) -> First:
    """A first screen of the longest sentences with a picture of more rows than it has room for."""
    drawn = figure(chart, rows)
    said = {name: told(letters, "?" if name == "question" else ".") for name, letters in LONGEST.items()}
    opening = Opening(**{**said, "sureness": f"Certain: {said['sureness']}"[: LONGEST["sureness"]]}, verdict="leaning")
    return First(opening, replace(drawn, key="answer", legend=""))


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_the_longest_sentences_leave_room_for_the_picture(
    browser: Browser, tmp_path: Path, kind: str, screen: str
) -> None:
    """All of it stands on the screen, and no word of the picture on another."""
    first = first_of(catalogue.first_charts(kind)[0], table("rows", ROWS))
    page = Page(
        title=first.opening.question, lead="", labels=(), version="0", chips=(), parts=(), verdicts="", limits=(),
        first=first,
    )  # fmt: skip
    assert "5 of 7 shown, the rest below" in first.figure.shows  # type: ignore[union-attr]
    write_page(page, tmp_path / "page.html")
    assert list(on_screen(browser, tmp_path / "page.html", screen)) == []


def test_too_much_would_be_seen(browser: Browser, tmp_path: Path) -> None:
    """Sentences five times as long push the picture off a phone, and the check says so."""
    first = first_of(catalogue.first_charts("plays")[0], table("rows", ROWS))
    opening = Opening(first.opening.question, told(1000), first.opening.sureness, first.opening.decision, "leaning")
    page = Page(
        title="?", lead="", labels=(), version="0", chips=(), parts=(), verdicts="", limits=(),
        first=First(opening, first.figure),
    )  # fmt: skip
    write_page(page, tmp_path / "page.html")
    assert any("ends at" in each for each in on_screen(browser, tmp_path / "page.html", "phone"))
