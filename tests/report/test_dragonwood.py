"""The page of a run of Dragonwood: its own sections and charts, its words, and nothing of another game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dhstats.questions.catalogue import answer_all
from dhstats.questions.dragonwood.enhancements import SEVERAL
from dhstats.report import write_report
from dhstats.report.boards.board import frames, replay_html
from dhstats.report.plans.figures import figures
from dhstats.simulate.replays.replay import Replay, replay
from dhstats.storage import Run
from tests.queries.dragonwood_runs import EASY, play
from tests.report.chromium import PROGRAM, Browser, running
from tests.report.conftest import played
from tests.report.methods import wrongly_named
from tests.report.reading import hard_findings, repeated

OWN = {
    "extra-turns": 1,
    "sources": 2,
    "creatures": 4,
    "ways": 4,
    "enhancements": 2,
}  # sections and how many charts each has


@pytest.fixture(scope="module")
def wood(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run in which everything happens, long enough for prices of creatures."""
    return play(tmp_path_factory.mktemp("runs") / "wood", *EASY, deals=60)


@pytest.fixture(scope="module")
def page(wood: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page, with the numbers beside it."""
    folder = tmp_path_factory.mktemp("pages")
    return write_report(wood, folder / "page.html", folder / "page.json").path


def test_no_sentence_stands_twice_and_none_is_hard_to_read(page: Path) -> None:
    """The whole page as somebody reads it."""
    text = page.read_text("utf-8")
    assert repeated(text) == []
    assert hard_findings(text) == []


def test_every_sentence_names_the_method_of_its_interval(wood: Run) -> None:
    """As the tables of all questions have it."""
    seen, wrong = wrongly_named(answer_all(wood))
    assert seen >= 8
    assert wrong == []


def test_the_page_has_dragonwoods_sections(page: Path) -> None:
    """Its own questions come after the shared ones; those of Dragonheart are not there."""
    sections = re.findall(r'<section id="([a-z-]+)"', page.read_text("utf-8"))
    order = [key for key in sections if key in ("race", *OWN)]
    assert order == ["race", *OWN]
    assert not {"pictures", "figure"} & set(sections)


def test_no_word_of_another_game_strays_in(page: Path) -> None:
    """Neither the figure nor ships, decks of their own or pictures are spoken of."""
    text = re.sub(r"<script.*?</script>|<style.*?</style>", "", page.read_text("utf-8"), flags=re.DOTALL).lower()
    for word in ("great dragon", "figure's", "the figure", "ship stack", "both keep their decks", "treasure"):
        assert word not in text, word
    assert "all keep their hand and their dice" in text
    assert "the rulebook prints no card list" in text
    assert "--game dragonwood" in text


def test_every_chart_is_drawn(wood: Run) -> None:
    """Each own question has its charts; every chart shows rows, in Vega's own words."""
    drawn = {answer.key.replace("_", "-"): figures(answer) for answer in answer_all(wood)}
    assert {key: len(drawn[key]) for key in OWN} == OWN
    for key in OWN:
        for figure in drawn[key]:
            assert figure.alternative.endswith("below.")
            assert any(figure.spec["datasets"].values())
    captured = json.dumps(drawn["enhancements"][0].spec["datasets"])
    assert SEVERAL not in captured  # it is no enhancement
    assert SEVERAL in json.dumps(drawn["enhancements"][1].spec["datasets"])


def test_the_numbers_are_there_for_machines(wood: Run, page: Path) -> None:
    """The JSON has every own table with its rows and its SQL."""
    (told,) = json.loads(page.with_suffix(".json").read_text("utf-8"))["runs"]
    assert told["game"] == "dragonwood"
    tables = {answer["key"]: {table["key"] for table in answer["tables"]} for answer in told["answers"]}
    assert tables["creatures"] == {"creatures", "prices", "numbers", "odds"}
    assert tables["ways"] == {"ways", "phases", "targets"}
    assert tables["enhancements"] == {"captors"}
    assert tables["extra_turns"] == {"extras", "means"}
    assert all(query["sql"].startswith("-- ") for answer in told["answers"] for query in answer["queries"])


def test_two_games_share_a_page(wood: Run, tmp_path: Path) -> None:
    """Each run has the sections of its game, and the limits speak of both."""
    heart = played(tmp_path / "heart", "random", games=20)
    text = write_report([wood, heart], tmp_path / "page.html").path.read_text("utf-8")
    sections = re.findall(r'<section id="([a-z0-9-]+)"', text)
    assert {"run1-creatures", "run2-pictures"} <= set(sections)
    assert not {"run1-pictures", "run2-creatures"} & set(sections)
    assert "keeping the Great Dragon" in text
    assert "capturing many enhancements" in text


def test_a_silent_run_says_what_is_missing(tmp_path: Path) -> None:
    """The limits name what cannot be told without logged turns."""
    silent = play(tmp_path / "run", deals=3, moves="none")
    text = write_report(silent, tmp_path / "page.html").path.read_text("utf-8")
    assert (
        "nothing is said on comebacks, margins by kind of game, the race, sources of points, creatures, ways to capture and enhancements"
        in text
    )


@pytest.fixture(scope="module")
def game(wood: Run) -> Replay:
    """A game of it."""
    return replay(wood, 2)


def test_there_is_a_table_for_every_decision(game: Replay) -> None:
    """The landscape with the three numbers of each card, the decks, and two open hands."""
    shown = frames(game)
    assert len(shown) == len(game.turns) + 1
    for frame, step in zip(shown[1:], game.turns, strict=True):
        assert len(frame.places) == 5 + 1
        lying = [place for place in frame.places if place.cards]
        assert [place.name.replace(" ", "_") for place in lying] == list(step.after.landscape)
        assert all(len(place.cards) == 3 for place in lying)
        assert [seat.score for seat in frame.seats] == list(step.after.scores)
        assert [len(seat.hand) for seat in frame.seats] == [len(hand) for hand in step.after.hands]
    kept = [word for seat in shown[-1].seats for word in seat.keeps if "(helps)" not in word]
    captured = [name for own in game.turns[-1].after.captured for name in own]
    assert sum(int(word.partition("×")[2] or 1) for word in kept) == len(captured)
    assert "decision" in replay_html(game)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A running browser."""
    if not PROGRAM:
        pytest.skip("no Chromium on this machine")
    with running(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1200])
def test_the_page_opens_without_complaint(browser: Browser, page: Path, width: int) -> None:
    """All charts are drawn, nothing is loaded, nothing is wider than the window."""
    browser.open(page, width)
    assert browser.drawn().startswith("done:")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.requests() == []
    assert browser.complaints() == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1200])
def test_the_board_is_stepped_through(browser: Browser, game: Replay, tmp_path: Path, width: int) -> None:
    """One decision at a time, on a phone too."""
    path = tmp_path / "game.html"
    path.write_text(replay_html(game), "utf-8")
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
    browser.call("Page.navigate", url=path.as_uri())
    browser.until("document.readyState === 'complete' && document.documentElement?.dataset.turn === '0'", bool)
    browser.ask("document.querySelector('[data-step=on]').click()")
    assert browser.ask("document.getElementById('where').textContent") == f"decision 1 of {len(game.turns)}"
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.requests() == []
    assert browser.complaints() == []
