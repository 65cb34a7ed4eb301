"""Pages of runs of Dragonwood and Dragon!: their own sections and charts, their words, their tables in a replay."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dhstats.games.dragonwood.questions.enhancements import SEVERAL
from dhstats.questions.catalogue import answer_all
from dhstats.questions.shared.answer import Answer
from dhstats.report.boards import frames, replay_html
from dhstats.report.page.composition import limits
from dhstats.report.page.composition import page as composed
from dhstats.report.page.figures import figures
from dhstats.report.page.page import render
from dhstats.report.pages.writing import write_answers
from dhstats.simulate.replays import Replay, replay
from dhstats.storage import Run
from tests.queries import dragon_runs, dragonwood_runs
from tests.report.chromium import Browser
from tests.report.methods import wrongly_named
from tests.report.reading import repeated

LABEL = "Cards of dhstats' own reference pack, made up for experiments: not the publisher's cards"


@dataclass(frozen=True)
class Expected:
    """What the page of a game has: charts by section, tables by question, words; and what is of other games."""

    play: Callable[[Path], Run]
    charts: dict[str, int]
    tables: dict[str, set[str]]
    foreign: set[str]
    strange: tuple[str, ...]
    words: tuple[str, ...]
    missing: str


PAGES = {
    "dragonwood": Expected(
        play=lambda folder: dragonwood_runs.play(folder, *dragonwood_runs.EASY, deals=60),  # prices of creatures
        charts={"extra-turns": 1, "sources": 2, "creatures": 4, "ways": 4, "enhancements": 2},
        tables={
            "creatures": {"creatures", "prices", "numbers", "odds"},
            "ways": {"ways", "phases", "targets"},
            "enhancements": {"captors"},
            "extra_turns": {"extras", "means"},
        },
        foreign={"pictures", "figure"},
        strange=("great dragon", "figure's", "the figure", "ship stack", "both players keep their decks", "treasure"),
        words=("every player keeps the same hand and dice", "the rulebook prints no card list"),
        missing="the race, sources of points, creatures, ways to capture and enhancements",
    ),
    "dragon": Expected(
        play=lambda folder: dragon_runs.play(folder, deals=10),
        charts={"winning": 2, "facing": 2, "topping": 4, "wounds": 4, "grounds": 2, "played": 2},
        tables={
            "winning": {"wins", "ways"},
            "facing": {"rivals", "alike", "both"},
            "topping": {"lengths", "grid", "replies", "histogram", "quantiles", "means"},
            "wounds": {"types", "decks"},
            "grounds": {"sieges"},
            "played": {"cards"},
        },
        foreign={"pictures", "figure", "creatures", "ways", "extra-turns"},
        strange=("score pile", "great dragon", "ship stack", "landscape", "adventurer", " dice"),
        words=("every player keeps the same deck in the same order",),
        missing="the fight, facings, topping, wounds, ground cards and cards",
    ),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A small run of each game, in which everything happens."""
    return {game: expected.play(tmp_path_factory.mktemp("runs") / game) for game, expected in PAGES.items()}


@pytest.fixture(scope="module")
def answered(runs: dict[str, Run]) -> dict[str, tuple[Answer, ...]]:
    """What the questions say of each."""
    return {game: answer_all(run) for game, run in runs.items()}


@pytest.fixture(scope="module")
def pages(
    runs: dict[str, Run], answered: dict[str, tuple[Answer, ...]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """Their pages, with the numbers beside them."""
    folder = tmp_path_factory.mktemp("pages")
    for game, run in runs.items():
        report = write_answers(run, answered[game], folder / f"{game}.html")
        (folder / f"{game}.json").write_text(report.json_text, "utf-8")
    return {game: folder / f"{game}.html" for game in runs}


@pytest.fixture(scope="module")
def games(runs: dict[str, Run]) -> dict[str, Replay]:
    """A game of each run; of Dragon! that with the longest chain."""
    fights = dragon_runs.games_of(runs["dragon"])
    longest = max(fights, key=lambda game: (game.row["longest_chain"], -game.row["game_id"]))
    return {"dragonwood": replay(runs["dragonwood"], 2), "dragon": replay(runs["dragon"], longest.row["game_id"])}


@pytest.fixture
def page(game: str, pages: dict[str, Path]) -> Path:
    """The page of a game."""
    return pages[game]


@pytest.mark.parametrize("game", PAGES)
def test_every_sentence_names_the_method_of_its_interval(game: str, answered: dict[str, tuple[Answer, ...]]) -> None:
    """As the tables of all questions have it."""
    seen, wrong = wrongly_named(answered[game])
    assert seen >= 8
    assert wrong == []


@pytest.mark.parametrize("game", PAGES)
def test_the_page_has_the_sections_of_its_game(game: str, page: Path) -> None:
    """Its own questions come after the shared ones; those of other games are not there."""
    own, sections = PAGES[game].charts, re.findall(r'<section id="([a-z-]+)"', page.read_text("utf-8"))
    assert [key for key in sections if key in ("race", *own)] == ["race", *own]
    assert not PAGES[game].foreign & set(sections)


@pytest.mark.parametrize("game", PAGES)
def test_no_word_of_another_game_strays_in(game: str, page: Path) -> None:
    """Cards, piles and tokens of other games are not spoken of."""
    whole = page.read_text("utf-8")
    text = re.sub(r"<script.*?</script>|<style.*?</style>|<pre.*?</pre>", "", whole, flags=re.DOTALL).lower()
    assert [word for word in PAGES[game].strange if word in text] == []
    assert [word for word in PAGES[game].words if word not in text] == []
    assert f"game = &#34;{game}&#34;" in whole


@pytest.mark.parametrize("game", PAGES)
def test_every_chart_is_drawn(game: str, answered: dict[str, tuple[Answer, ...]]) -> None:
    """Each own question has its charts; every chart shows rows, in Vega's own words."""
    drawn = {answer.key.replace("_", "-"): figures(answer) for answer in answered[game]}
    assert {key: len(drawn[key]) for key in PAGES[game].charts} == PAGES[game].charts
    for key in PAGES[game].charts:
        for figure in drawn[key]:
            assert figure.alternative.endswith("below.")
            assert any(figure.spec["datasets"].values())
    if game == "dragonwood":
        captured, beside = (json.dumps(figure.spec["datasets"]) for figure in drawn["enhancements"])
        assert SEVERAL not in captured  # it is no enhancement
        assert SEVERAL in beside


@pytest.mark.parametrize("game", PAGES)
def test_the_numbers_are_there_for_machines(game: str, page: Path) -> None:
    """The JSON has every own table with its rows and its SQL."""
    (written,) = json.loads(page.with_suffix(".json").read_text("utf-8"))["runs"]
    assert written["game"] == game
    tables = {answer["key"]: {table["key"] for table in answer["tables"]} for answer in written["answers"]}
    assert {key: tables[key] for key in PAGES[game].tables} == PAGES[game].tables
    assert all(query["sql"].startswith("-- ") for answer in written["answers"] for query in answer["queries"])


@pytest.mark.parametrize("game", PAGES)
def test_a_silent_run_says_what_is_missing(game: str) -> None:
    """The limits name what cannot be told without logged turns."""
    missing = f"the page cannot show decisions, comebacks, margins by kind of game, {PAGES[game].missing}"
    assert any(missing in limit for limit in limits([game], [game]))
    assert not any(missing in limit for limit in limits([game], []))


def test_two_games_share_a_page(
    runs: dict[str, Run], answered: dict[str, tuple[Answer, ...]], run: Run, answers: tuple[Answer, ...]
) -> None:
    """Each run has the sections of its game, and the limits speak of both."""
    text = render(composed([(runs["dragonwood"], answered["dragonwood"]), (run, answers)]))
    sections = re.findall(r'<section id="([a-z0-9-]+)"', text)
    assert {"run1-creatures", "run2-pictures"} <= set(sections)
    assert not {"run1-pictures", "run2-creatures"} & set(sections)
    assert "keeping the Great Dragon" in text
    assert "capturing many enhancements" in text


def test_whose_cards_these_are_stands_at_the_top(pages: dict[str, Path], games: dict[str, Replay]) -> None:
    """Before the first finding, among the sources, in the JSON, and beside the board."""
    text = pages["dragon"].read_text("utf-8").replace("&#39;", "'").replace("&#34;", '"')
    (label,) = re.findall('<p class="label">(.*)[.]</p>', text)
    assert label.startswith(f'{LABEL} (pack "Reference pack of dhstats"')
    assert text.index(label) < text.index("What was found")
    assert not [sentence for sentence in repeated(text) if sentence in f"{label}."]
    (told,) = json.loads(pages["dragon"].with_suffix(".json").read_text("utf-8"))["runs"]
    assert [re.sub(", [0-9a-f]{12}", "", each) for each in told["labels"]] == [label]  # which pack stands in Sources
    assert LABEL in replay_html(games["dragon"]).replace("&#39;", "'")


# ---- Replays ---------------------------------------------------------------------------------------------------


def test_chains_are_indented_exchanges(games: dict[str, Replay]) -> None:
    """In words an answer stands to the right of what it answers, and on the page behind an arrow."""
    deep = [step.line for step in games["dragon"].turns if "top with" in step.line]
    starts = [line.index("top with") for line in deep]
    assert max(starts) - min(starts) >= 3 * 4
    text = replay_html(games["dragon"])
    assert "↳ " in text
    assert "· · ↳ " in text


def fight_is_shown(frame: Any, after: Any) -> None:
    """Both dragons with facing, wounds and lair attack; open hands; what lies in play."""
    sides = [side for side in after.sides if side.alive]  # who is out has nothing in play
    dragons = [place for place in frame.places if "lair attack" in place.foot and place.name != "ground cards"]
    assert [place.name for place in dragons] == [side.dragon for side in sides]
    assert [place.big for place in dragons] == [f"faces {side.facing}" for side in sides]
    left = [side.health - side.wounds if side.alive else 0 for side in after.sides]
    assert [seat.score for seat in frame.seats] == left
    assert [len(seat.hand) for seat in frame.seats] == [len(side.hand) for side in after.sides]
    assert sum(place.name == "ground cards" for place in frame.places) == sum(bool(side.grounds) for side in sides)


def landscape_is_shown(frame: Any, after: Any) -> None:
    """The landscape with the three numbers of each card, the decks, and two open hands."""
    assert len(frame.places) == 5 + 1
    lying = [place for place in frame.places if place.cards]
    assert [place.name.replace(" ", "_") for place in lying] == list(after.landscape)
    assert all(len(place.cards) == 3 for place in lying)
    assert [seat.score for seat in frame.seats] == list(after.scores)
    assert [len(seat.hand) for seat in frame.seats] == [len(hand) for hand in after.hands]


@pytest.mark.parametrize(("game", "shown"), [("dragonwood", landscape_is_shown), ("dragon", fight_is_shown)])
def test_there_is_a_table_for_every_decision(
    games: dict[str, Replay], game: str, shown: Callable[[Any, Any], None]
) -> None:
    """What lies there after each decision, and before the first."""
    _, *others = frames(games[game])
    for frame, step in zip(others, games[game].turns, strict=True):
        shown(frame, step.after)


def test_what_was_captured_is_kept(games: dict[str, Replay]) -> None:
    """As many cards beside the last table of Dragonwood as were captured."""
    kept = [word for seat in frames(games["dragonwood"])[-1].seats for word in seat.keeps if "(helps)" not in word]
    captured = [name for own in games["dragonwood"].turns[-1].after.captured for name in own]
    assert sum(int(word.partition("×")[2] or 1) for word in kept) == len(captured)
    assert "decision" in replay_html(games["dragonwood"])


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1200])
def test_the_board_is_stepped_through(browser: Browser, games: dict[str, Replay], tmp_path: Path, width: int) -> None:
    """One decision at a time, on a phone too."""
    path = tmp_path / "game.html"
    path.write_text(replay_html(games["dragonwood"]), "utf-8")
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
    browser.call("Page.navigate", url=path.as_uri())
    browser.until("document.readyState === 'complete' && document.documentElement?.dataset.turn === '0'", bool)
    browser.ask("document.querySelector('[data-step=on]').click()")
    turns = len(games["dragonwood"].turns)
    assert browser.ask("document.getElementById('where').textContent") == f"decision 1 of {turns}"
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.requests() == []
    assert browser.complaints() == []
