"""Dragon!'s page: whose cards it tells of, its sections and charts, its words, its table in a replay."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dhstats.questions.catalogue import answer_all
from dhstats.report import write_report
from dhstats.report.boards.board import frames, replay_html
from dhstats.report.page.composition import limits
from dhstats.report.plans.figures import figures
from dhstats.simulate.replays.replay import Replay, replay
from dhstats.storage import Run
from tests.queries.dragon_runs import games_of, play
from tests.report.chromium import PROGRAM, Browser, running
from tests.report.methods import wrongly_named
from tests.report.reading import hard_findings, repeated

OWN = {"winning": 2, "facing": 2, "topping": 4, "wounds": 4, "grounds": 2, "played": 2}  # sections, and their charts
LABEL = "Cards of dhstats' own reference pack, made up for experiments: not the publisher's cards"


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run of three matchups."""
    return play(tmp_path_factory.mktemp("runs") / "fight", deals=10)


@pytest.fixture(scope="module")
def page(fight: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page, with the numbers beside it."""
    folder = tmp_path_factory.mktemp("pages")
    return write_report(fight, folder / "page.html", folder / "page.json").path


def test_no_sentence_stands_twice_and_none_is_hard_to_read(page: Path) -> None:
    """The whole page as somebody reads it."""
    text = page.read_text("utf-8")
    assert repeated(text) == []
    assert hard_findings(text) == []


def test_every_sentence_names_the_method_of_its_interval(fight: Run) -> None:
    """As the tables of all questions have it."""
    seen, wrong = wrongly_named(answer_all(fight))
    assert seen >= 8
    assert wrong == []


def test_the_page_has_dragons_sections(page: Path) -> None:
    """Its own questions come after the shared ones; those of other games are not there."""
    sections = re.findall(r'<section id="([a-z-]+)"', page.read_text("utf-8"))
    assert [key for key in sections if key in ("race", *OWN)] == ["race", *OWN]
    assert not {"pictures", "figure", "creatures", "ways", "extra-turns"} & set(sections)


def test_whose_cards_these_are_stands_at_the_top(page: Path) -> None:
    """Before the first finding, among the sources, and in the JSON."""
    text = page.read_text("utf-8").replace("&#39;", "'").replace("&#34;", '"')
    (label,) = re.findall('<p class="label">(.*)[.]</p>', text)
    assert label.startswith(f'{LABEL} (pack "Reference pack of dhstats"')
    assert text.index(label) < text.index("What was found")
    assert not [sentence for sentence in repeated(text) if sentence in f"{label}."]
    (told,) = json.loads(page.with_suffix(".json").read_text("utf-8"))["runs"]
    assert [re.sub(", [0-9a-f]{12}", "", each) for each in told["labels"]] == [label]  # which pack stands in Sources


def test_no_word_of_another_game_strays_in(page: Path) -> None:
    """Neither piles nor ships, figures, dice or landscapes are spoken of."""
    text = re.sub(
        r"<script.*?</script>|<style.*?</style>|<pre.*?</pre>", "", page.read_text("utf-8"), flags=re.DOTALL
    ).lower()
    for word in ("score pile", "great dragon", "ship stack", "landscape", "adventurer", " dice"):
        assert word not in text, word
    assert "all keep their deck in its order" in text
    assert "game = &#34;dragon&#34;" in page.read_text("utf-8")


def test_every_chart_is_drawn(fight: Run) -> None:
    """Each own question has its charts; every chart shows rows, in Vega's own words."""
    drawn = {answer.key: figures(answer) for answer in answer_all(fight)}
    assert {key: len(drawn[key]) for key in OWN} == OWN
    for key in OWN:
        for figure in drawn[key]:
            assert figure.alternative.endswith("below.")
            assert any(figure.spec["datasets"].values())


def test_the_numbers_are_there_for_machines(page: Path) -> None:
    """The JSON has every own table with its rows and its SQL."""
    (told,) = json.loads(page.with_suffix(".json").read_text("utf-8"))["runs"]
    assert told["game"] == "dragon"
    tables = {answer["key"]: {table["key"] for table in answer["tables"]} for answer in told["answers"]}
    assert tables["winning"] == {"wins", "ways"}
    assert tables["facing"] == {"rivals", "alike", "both"}
    assert tables["topping"] == {"lengths", "grid", "replies", "histogram", "quantiles", "means"}
    assert tables["wounds"] == {"types", "decks"}
    assert tables["grounds"] == {"sieges"}
    assert tables["played"] == {"cards"}
    assert all(query["sql"].startswith("-- ") for answer in told["answers"] for query in answer["queries"])


def test_a_silent_run_says_what_is_missing() -> None:
    """The limits name what cannot be told without logged turns."""
    missing = "comebacks, margins by kind of game, the fight, facings, topping, wounds, ground cards and cards"
    assert any(f"nothing is said on {missing}" in limit for limit in limits(["dragon"], ["dragon"]))
    assert not any(missing in limit for limit in limits(["dragon"], []))


@pytest.fixture(scope="module")
def game(fight: Run) -> Replay:
    """The game of it with the longest chain."""
    games = games_of(fight)
    longest = max(games, key=lambda game: (game.row["longest_chain"], -game.row["game_id"]))
    return replay(fight, longest.row["game_id"])


def test_chains_are_indented_exchanges(game: Replay) -> None:
    """In words an answer stands to the right of what it answers, and on the page behind an arrow."""
    deep = [step.line for step in game.turns if "top with" in step.line]
    starts = [line.index("top with") for line in deep]
    assert max(starts) - min(starts) >= 3 * 4
    text = replay_html(game)
    assert "↳ " in text
    assert "· · ↳ " in text


def test_there_is_a_table_for_every_decision(game: Replay) -> None:
    """Both dragons with facing, wounds and lair attack; open hands; what lies in play."""
    shown = frames(game)
    assert len(shown) == len(game.turns) + 1
    for frame, step in zip(shown[1:], game.turns, strict=True):
        sides = [side for side in step.after.sides if side.alive]  # who is out has nothing in play
        dragons = [place for place in frame.places if "lair attack" in place.foot and place.name != "ground cards"]
        assert [place.name for place in dragons] == [side.dragon for side in sides]
        assert [place.big for place in dragons] == [f"faces {side.facing}" for side in sides]
        left = [side.health - side.wounds if side.alive else 0 for side in step.after.sides]
        assert [seat.score for seat in frame.seats] == left
        assert [len(seat.hand) for seat in frame.seats] == [len(side.hand) for side in step.after.sides]
        assert sum(place.name == "ground cards" for place in frame.places) == sum(bool(side.grounds) for side in sides)
    assert LABEL in replay_html(game).replace("&#39;", "'")


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
