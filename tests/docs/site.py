"""The built site as a reader meets it: `make docs` runs this after it has made `build/site`."""

import json
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dhstats.questions.balancebench import tasks
from docs.workshop import blocks, gallery, games, inspection, notebooks, staging
from docs.workshop.sittings import ROOT, outcome
from tests.docs.newcomers import QUESTIONS
from tests.report.chromium import Browser, browser

__all__ = ["browser"]
SITE = ROOT / "build/site"
FIRST_PAINT = 1.0  # seconds, from disk
BEST = 8  # places of a search that people look at


@cache
def index() -> dict[str, Any]:
    """What the search of the site knows."""
    text = (SITE / "searchindex.js").read_text("utf-8")
    return dict(json.loads(text[len("Search.setIndex(") : text.rindex(")")]))


def searched(words: str) -> list[str]:
    """The pages that a search finds, the best first: as the script of the site counts, titles before text."""
    from snowballstemmer import stemmer

    stem, known = stemmer("english").stemWord, index()
    scores: dict[int, float] = {}
    found: list[set[int]] = []
    for word in words.lower().split():
        stemmed, here = stem(word), set[int]()
        for table, worth in (("terms", 5.0), ("titleterms", 15.0)):
            pages = known[table].get(stemmed, [])
            for page in [pages] if isinstance(pages, int) else pages:
                scores[page] = scores.get(page, 0.0) + worth
                here.add(page)
        if here:
            found.append(here)
    common = set.intersection(*found) if found else set()
    return [known["docnames"][page] for page in sorted(common, key=lambda page: (-scores[page], page))]


@pytest.mark.parametrize(("question", "search", "answers"), QUESTIONS)
def test_a_search_finds_the_command(question: str, search: str, answers: tuple[str, ...]) -> None:
    """One of the first pages that it finds names a command that answers the question."""
    pages = searched(search)[:BEST]
    texts = [inspection.words(SITE / f"{name}.html") for name in pages]
    assert any(f"dhstats {answer}" in text for text in texts for answer in answers), (question, pages)


@pytest.mark.parametrize(("question", "search", "answers"), QUESTIONS)
def test_a_card_answers_it(question: str, search: str, answers: tuple[str, ...]) -> None:
    """A card of the front page has words of the search, and types a command that answers; or its page leads there."""
    cards = [
        card for card in gallery.cards()
        if any(word[:5] in f"{card.question} {' '.join(card.words)}".lower() for word in search.split())
    ]  # fmt: skip
    typed = [f"{' '.join(card.typed)} {inspection.words(SITE / card.read.replace('.md', '.html'))}" for card in cards]
    assert any(f"dhstats {answer}" in text for text in typed for answer in answers), question


def test_nothing_is_wrong_with_any_page() -> None:
    """Links, weights, and where things are loaded from."""
    assert inspection.faults(SITE) == []


def test_every_picture_was_made_for_this_build_and_is_light() -> None:
    """As many as there are cards at least, none without words for those who do not see it."""
    pictures = list((SITE / "_images").glob("*.svg"))
    assert {f"{card.name}.svg" for card in gallery.cards()} <= {path.name for path in pictures}
    assert max(path.stat().st_size for path in pictures) <= inspection.HEAVIEST_PICTURE
    for page in SITE.rglob("*.html"):
        for image in re.findall(r"<img[^>]*_images[^>]*>", page.read_text("utf-8")):
            assert re.search(r'alt="[^"]{20,}"', image), (page.name, image)


def test_no_path_of_the_machine_stands_on_a_page() -> None:
    """What was run says nothing of where."""
    pages = {path: path.read_text("utf-8") for path in SITE.rglob("*.html")}
    assert [str(path) for path, text in pages.items() if str(ROOT) in text or str(Path.home()) + "/" in text] == []
    assert len(pages) >= len(staging.written())


@pytest.mark.parametrize("book", notebooks.every(), ids=lambda book: book.name)
def test_a_notebook_is_shown_and_can_be_taken_along_with_what_it_printed(book: notebooks.Notebook) -> None:
    """Every cell was run in its order, none failed, and what it printed stands on its page."""
    page = (SITE / f"notebooks/{book.name}.html").read_text("utf-8")
    (link,) = re.findall(rf'href="(\.\./_downloads/[^"]*/{book.name}\.ipynb)"', page)
    text = (SITE / "notebooks" / link).resolve().read_text("utf-8")
    assert str(ROOT) not in text
    assert str(Path.home()) + "/" not in text
    cells = json.loads(text)["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["source"] for cell in cells] == [cell["source"] for cell in book.cells]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {"stream", "execute_result", "display_data"}
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert pictures
    assert page.count(f"_images/notebooks-{book.name}-") == len(pictures)
    said = " ".join("".join(output["text"]) for output in outputs if output["output_type"] == "stream").split()
    assert " ".join(said[:6]) in inspection.words(SITE / f"notebooks/{book.name}.html")


def test_a_cell_that_fails_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the notebook's name and the mistake; nothing is kept of it."""
    monkeypatch.chdir(tmp_path)
    first = notebooks.every()[0]
    told = json.loads(first.text)
    told["cells"] = [cell | {"source": ["1 / 0"]} for cell in told["cells"] if cell["cell_type"] == "code"][:1]
    with pytest.raises(RuntimeError, match="notebook broken: ZeroDivisionError: division by zero"):
        notebooks.Notebook("broken", json.dumps(told)).run()
    assert list(tmp_path.iterdir()) == []


def test_a_tutorial_shows_what_its_commands_printed() -> None:
    """The first line of each output stands on the page that ran it, below the command."""
    for place, text in staging.written().items():
        if place.startswith("tutorials/"):
            shown = inspection.words(SITE / place.replace(".md", ".html"))
            sitting = blocks.sitting(text)
            assert sitting is not None
            for ran in outcome(sitting, ROOT / "build/sittings"):
                assert " ".join(ran.printed.splitlines()[0].split()) in shown, ran.command


@pytest.mark.parametrize(
    "page",
    [
        "index", "start", "catalogue/index", "catalogue/pig", "reference/commands/compare", "reference/rules/dragonheart", "search",
        *sorted(place.removesuffix(".md") for place in staging.written() if place.startswith(("tutorials/", "notebooks/"))),
    ],
)  # fmt: skip
def test_a_page_fits_a_phone_and_is_there_at_once(page: str, browser: Browser) -> None:
    """No wider than the screen, no complaint, nothing asked for from elsewhere, painted within a second."""
    for width, height in ((390, 844), (1280, 800)):
        browser.events.clear()
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        browser.call("Page.navigate", url=(SITE / f"{page}.html").as_uri())
        browser.until("document.readyState", lambda state: state == "complete")
        paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        painted = browser.until(paint, bool)
        assert browser.ask("document.documentElement.scrollWidth") <= width
        assert [each for each in browser.complaints() if "favicon" not in each] == []
        assert browser.requests() == []
    if painted > 1000 * FIRST_PAINT:  # a busy machine: once more
        time.sleep(2.0)
        browser.call("Page.reload")
        painted = browser.until(paint, bool)
    assert painted <= 1000 * FIRST_PAINT


def test_every_shipped_game_has_a_page_with_five_answers_and_what_is_known() -> None:
    """Each with its picture; the first is on its card, and every task of BalanceBench stands on the page of its game."""
    cards = inspection.words(SITE / "catalogue/index.html")
    for game in games.every():
        page = (SITE / f"catalogue/{game.name}.html").read_text("utf-8")
        text = inspection.words(SITE / f"catalogue/{game.name}.html")
        assert len(set(re.findall(r"_images/[\w-]+\.svg", page))) >= games.ANSWERS - (game.players == [1])
        assert game.title in cards
        assert game.idea in cards
        assert all(task.text in text for task in game.tasks)
        assert (game.file is not None) == (f"{game.name}.py" in page)
    assert sum(len(game.tasks) for game in games.every()) == len(tasks.read())


def test_games_are_chosen_by_what_they_are(browser: Browser) -> None:
    """Two choices leave the games that fit both; the number that is left is announced."""
    browser.call("Page.navigate", url=(SITE / "catalogue/index.html").as_uri())
    browser.until("document.querySelectorAll('.games article').length", lambda number: number == len(games.every()))
    for name, value in (("mechanic", "bluffing"), ("asked", "seat")):
        browser.ask(f"document.querySelector('select[name={name}]').value = '{value}'")
        browser.ask("document.querySelector('form.choose').dispatchEvent(new Event('change'))")
    seen = "[...document.querySelectorAll('.games article')].filter(each => each.offsetHeight)"
    shown = f"{seen}.map(each => each.querySelector('a').textContent).join()"
    fitting = [
        game for game in games.every()
        if "bluffing" in game.mechanics and any(task.question == "seat" for task in game.tasks)
    ]  # fmt: skip
    assert browser.ask(shown) == ",".join(game.title for game in fitting)
    assert browser.ask("document.querySelector('form.choose output').textContent") == f"{len(fitting)} of 24 games"


def test_the_search_of_the_site_works_from_disk(browser: Browser) -> None:
    """Typed by a reader: pages are found without a server."""
    browser.call("Page.navigate", url=(SITE / "search.html").as_uri() + "?q=playtest")
    # Results appear one after the other: both are waited for.
    browser.until("document.querySelectorAll('#search-results li').length", lambda number: number >= 2)
