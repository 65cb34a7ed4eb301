"""A replayed game as a page: complete in itself, harmless, to be stepped through or read as a list."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from dhstats.questions.forks.explanation import Explanation, explain
from dhstats.report.boards import frames, replay_html
from dhstats.simulate.replays import Replay, replay
from dhstats.storage import Run
from tests.report.chromium import Browser
from tests.report.reading import Elements
from tests.simulate.stored_runs import play

HOSTILE = '<script>alert("x")</script>&amp;"\''


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A real run."""
    return play(tmp_path_factory.mktemp("run") / "run", games=20)


@pytest.fixture(scope="module")
def game(run: Run) -> Replay:
    """A game of it."""
    return replay(run, 6)


@pytest.fixture(scope="module")
def explained(run: Run) -> Explanation:
    """The same game with its chances."""
    return explain(run, 6, 60)


@pytest.fixture(scope="module")
def hostile(game: Replay) -> Replay:
    """The same game under names that no page should take for its own."""
    lines = tuple(line.replace("greedy", HOSTILE) for line in game.result)
    return replace(game, run=HOSTILE, rules_name=HOSTILE, players=(HOSTILE, HOSTILE), result=lines)


def test_there_is_a_board_for_every_moment(game: Replay) -> None:
    """The deal and every turn: nine spaces, the pile below the ship, stacks, figure, two open hands."""
    shown = frames(game)
    assert len(shown) == len(game.turns) + 1
    assert shown[0].line == "the deal"
    for frame, step in zip(shown[1:], game.turns, strict=True):
        assert len(frame.places) == 12
        assert [seat.score for seat in frame.seats] == list(step.after.scores)
        assert [len(seat.hand) for seat in frame.seats] == [len(hand) for hand in step.after.hands]
    tags = Elements(replay_html(game)).names
    assert tags.count("section") == len(shown)
    assert tags.count("script") == 1


def test_cards_are_taken_from_where_some_lay(game: Replay) -> None:
    """A space that an arrow leads to and that was empty bears no mark; the play's own space always does."""
    emptied = 0
    for frame, step in zip(frames(game)[1:], game.turns, strict=True):
        marks = [place.mark for place in frame.places if "taken" in place.mark]
        assert len(marks) == step.deed.count("→ takes")
        emptied += len(marks)
    assert 0 < emptied < len(game.turns)


def test_the_page_loads_nothing(game: Replay) -> None:
    """No address but places on the page itself, and a policy that allows no request."""
    page = unescape(replay_html(game))
    elements = Elements(page)
    addresses = [value for name in ("src", "href", "action", "srcset", "data") for value in elements.values(name)]
    assert {address[:1] for address in addresses} <= {"#", "d"}
    assert "default-src 'none'" in page
    assert "http" not in re.sub(r"http-equiv|https?://www\.w3\.org", "", page)


def test_names_show_as_text(game: Replay, hostile: Replay) -> None:
    """A name from a file cannot become part of the page."""
    assert Elements(replay_html(hostile)).names == Elements(replay_html(game)).names
    assert "<script>alert" not in replay_html(hostile)


def open_page(browser: Browser, path: Path, page: str, width: int, *, dark: bool = False) -> None:
    """Shows a page at a width."""
    path.write_text(page, "utf-8")
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
    browser.media(dark=dark)
    browser.call("Page.navigate", url=path.as_uri())
    while browser.ask("document.readyState") != "complete":
        pass


def press(browser: Browser, key: str) -> str:
    """Presses a key; the turn that is shown then."""
    browser.ask(f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}))")
    return str(browser.ask("document.documentElement.dataset.turn"))


@pytest.mark.browser
@pytest.mark.parametrize(("width", "dark"), [(390, False), (1200, True)])
def test_the_game_is_stepped_through(browser: Browser, hostile: Replay, tmp_path: Path, width: int, dark: bool) -> None:
    """Keys, buttons, slider and links lead to one board at a time; nothing is loaded, nothing complains."""
    open_page(browser, tmp_path / "game.html", replay_html(hostile), width, dark=dark)
    last = str(len(hostile.turns))
    assert [press(browser, key) for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home")] == [
        "1", "2", "1", last, last, "0",
    ]  # fmt: skip
    browser.ask("document.querySelector('[data-step=on]').click()")
    assert browser.ask("document.querySelectorAll('.moment.shown').length") == 1
    assert browser.ask("document.querySelector('.shown').id") == "t1"
    browser.ask("document.querySelectorAll('.log a')[9].click()")
    assert browser.ask("document.getElementById('where').textContent") == f"turn 9 of {last}"
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask("document.querySelector('h1').textContent").count(HOSTILE) == 4
    assert browser.requests() == []
    assert browser.complaints() == []


@pytest.mark.browser
def test_without_scripts_the_page_is_a_list(browser: Browser, game: Replay, tmp_path: Path) -> None:
    """Every board is visible, and the controls that could do nothing are not."""
    page = re.sub(r"<script>.*?</script>", "", replay_html(game), flags=re.DOTALL)
    open_page(browser, tmp_path / "list.html", page, 800)
    visible = "[...document.querySelectorAll('%s')].filter((each) => each.offsetHeight > 0).length"
    assert browser.ask(visible % ".moment") == len(game.turns) + 1
    assert browser.ask(visible % "#controls") == 0


@pytest.mark.browser
def test_the_result_is_hidden_until_somebody_asks(browser: Browser, explained: Explanation, tmp_path: Path) -> None:
    """The curve and the list of turns end where one stands; asked for, all is there: result, turning points, links."""
    page, last = replay_html(explained.game, explained), len(explained.moments)
    open_page(browser, tmp_path / "why.html", page, 1280)
    seen = "[...document.querySelectorAll('%s')].filter((each) => each.checkVisibility()).length"
    known = "document.getElementById('plot').style.getPropertyValue('--known')"
    assert browser.ask(seen % ".log li") == 1
    assert browser.ask(seen % "#result li") == browser.ask(seen % ".mark") == 0
    press(browser, "ArrowRight")
    assert browser.ask(seen % ".log li") == 2
    assert float(str(browser.ask(known)).rstrip("%")) == pytest.approx(100.0 / last)
    browser.ask("document.querySelector('#result summary').click()")
    while browser.ask(seen % ".log li") != last + 1:  # the event that a fold was opened comes a little later
        pass
    assert browser.ask(known) == "100%"
    assert browser.ask(seen % ".mark") == len(explained.turning) == browser.ask(seen % ".points li")
    assert browser.ask(seen % "#result > ul li") == len(explained.game.result) + 2
    browser.ask("document.querySelector('.points a').click()")
    while browser.ask("document.documentElement.dataset.turn") != str(explained.turning[0].turn + 1):
        pass
    assert browser.complaints() == []
    assert browser.requests() == []


def test_every_turn_lists_what_could_be_played(explained: Explanation) -> None:
    """The numbers that `fork` takes, the move that was played among them; beyond the best few, the command for all."""
    page = unescape(replay_html(explained.game, explained))
    for moment in explained.moments[:6]:
        section = page[page.index(f'id="t{moment.turn + 1}"') : page.index(f'id="t{moment.turn + 2}"')]
        numbers = [int(number) for number in re.findall(r"<tr[^>]*><td>(\d+)</td>", section)]
        assert moment.played in numbers
        assert len(numbers) == len(set(numbers)) <= min(7, len(moment.options))
        assert (len(numbers) < len(moment.options)) == (f"--turn {moment.turn + 1} --explain" in section)
