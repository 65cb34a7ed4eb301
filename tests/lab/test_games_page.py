"""The room of the games in a real browser: found, stepped through to the end, opened by a link, at both widths."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dhstats.lab import app, players, watching
from dhstats.lab.shelf import name_of
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import replay
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from tests.lab.conftest import Served, served
from tests.report.chromium import Browser

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=alert(1)>\"'&"
GAMES = (("dragonheart", "ffg"), ("dragonwood", "two"), ("dragon", "standard"))
WIDTHS = (390, 1280)
CODES = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A few games of each game; those of Dragonheart are of a run whose name is markup."""
    folder, found = tmp_path_factory.mktemp("runs"), {}
    for game, rules in GAMES:
        name = HOSTILE if game == "dragonheart" else game
        plan = Experiment(name, "", game, rules, strategies=("greedy",), games=20, seed=4)
        found[game] = simulate(plan, folder / game, workers=1)
    return found


@pytest.fixture(scope="module")
def lab(runs: dict[str, Run], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A lab that was started with those runs, and whose usual players are quick."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "warm", lambda *_: None)
        patch.setattr(watching, "MOST_PAGES", 100)  # tests open more pages in a minute than people do
        patch.setattr(players, "usual", lambda bundle, every: "random")
        with served(tmp_path_factory.mktemp("lab"), runs=tuple(run.folder for run in runs.values())) as found:
            yield found


def opened(browser: Browser, lab: Served, address: str, width: int = 1280) -> None:
    """The page of a lab at an address behind the mark #."""
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=width < 600)
    browser.call("Page.navigate", url="about:blank")
    browser.until("location.href", lambda at: at == "about:blank")
    browser.events.clear()
    browser.call("Page.navigate", url=f"{lab.address.url}#{address}")
    browser.until("document.getElementById('room-games')?.hidden", lambda hidden: hidden is False)


def pressed(browser: Browser, key: str) -> None:
    """A key is pressed."""
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=CODES[key])


def text(browser: Browser, name: str) -> str:
    """What an element says."""
    return str(browser.ask(f"document.getElementById('{name}')?.textContent ?? ''"))


def clicked(browser: Browser, selector: str) -> None:
    """A button or a link, by a selector."""
    browser.ask(f"document.querySelector({selector!r}).click()")


def sound(browser: Browser, lab: Served, width: int) -> None:
    """Nothing is cut off, nothing complains, nothing is asked of anybody else."""
    assert browser.ask("document.documentElement.scrollWidth") <= width
    wide = (
        "[...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)"
    )
    assert browser.ask(f"{wide}.map((each) => each.outerHTML.slice(0, 80))") == []
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith(lab.address.url)] in ([], ["about:blank"])


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_link_opens_a_game_that_is_stepped_through_to_its_end(
    game: str, width: int, browser: Browser, lab: Served, runs: dict[str, Run]
) -> None:
    """By arrow keys alone, every turn in its words; the address says at every turn where one is."""
    told, name = replay(runs[game], 3), name_of(runs[game].folder)
    last = len(told.turns)
    opened(browser, lab, f"games/{name}/3/{last - 5}", width)
    browser.until("document.getElementById('game-line').textContent", lambda line: line.startswith(f"{last - 5}. "))
    for turn in range(last - 4, last + 1):
        pressed(browser, "ArrowRight")
        assert text(browser, "game-line").startswith(f"{turn}. ")
        assert text(browser, "game-line").endswith(told.turns[turn - 1].deed.strip().removeprefix("→ "))
        assert browser.ask("location.hash") == f"#games/{name}/3/{turn}"
    pressed(browser, "ArrowRight")
    assert browser.ask("location.hash") == f"#games/{name}/3/{last}"
    shown = browser.ask("[...document.querySelectorAll('#game-board .score')].map((each) => each.textContent)")
    assert len(shown) == 2
    sound(browser, lab, width)
    pressed(browser, "Home")
    assert text(browser, "game-line") == "The deal"
    pressed(browser, "ArrowLeft")
    assert browser.ask("location.hash") == f"#games/{name}/3/0"
    pressed(browser, "End")
    assert browser.ask("document.querySelector('#game-log [aria-current]').textContent.trim().split(' ')[0]") == str(
        last
    )
    clicked(browser, "#game-steps [data-step=back]")
    assert text(browser, "game-where").endswith(f"{last - 1} of {last}")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_most_extreme_game_is_found_and_left_again(
    width: int, browser: Browser, lab: Served, runs: dict[str, Run]
) -> None:
    """A run is chosen, its longest game opened, and the way back leads to the same list."""
    name = name_of(runs["dragonheart"].folder)
    opened(browser, lab, "games", width)
    browser.until("document.querySelectorAll('#games-run option').length", lambda runs_there: runs_there >= 4)
    assert browser.ask("document.getElementById('games-found').hidden") is True
    choose = "(() => { const all = document.getElementById('games-run'); all.value = %r; all.dispatchEvent(new Event('change')) })()"
    browser.ask(choose % name)
    browser.until("document.querySelectorAll('.respect').length", lambda number: number == 8)
    assert HOSTILE in text(browser, "games-of")
    sound(browser, lab, width)
    longest = str(browser.ask("document.querySelector('.respect a').getAttribute('href')"))
    clicked(browser, ".respect a")
    browser.until("document.getElementById('games-find').hidden", bool)
    assert browser.ask("location.hash") == f"{longest}/0"
    assert HOSTILE in text(browser, "game-title")
    assert browser.ask("document.querySelectorAll('img').length") == 0
    clicked(browser, "#game-away")
    browser.until("document.getElementById('games-find').hidden", lambda hidden: hidden is False)
    assert browser.ask("document.querySelectorAll('.respect').length") == 8
    sound(browser, lab, width)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("games/nothing-00000000", "the page opens runs of the lab's own folder"),
        ("games/..%2F..%2Fetc/0", "the page opens runs of the lab's own folder"),
        ("games/NAME/999", "has no game 999; its games are 0 to 19"),
        ("games/NAME/x/1", "by their numbers"),
        ("games/NAME/3/9999", "this is the last"),
    ],
)
def test_a_link_that_leads_nowhere_says_so(
    address: str, words: str, browser: Browser, lab: Served, runs: dict[str, Run]
) -> None:
    """In one sentence; a turn behind the last one shows the last."""
    opened(browser, lab, address.replace("NAME", name_of(runs["dragonheart"].folder)))
    browser.until("document.getElementById('games-problem').hidden", lambda hidden: hidden is False)
    assert words in text(browser, "games-problem")
    assert "alert(1)>" not in str(browser.ask("document.getElementById('games-problem').innerHTML"))


def test_chances_other_moves_and_what_comes_of_them(browser: Browser, lab: Served, runs: dict[str, Run]) -> None:
    """One turn is looked at, a move is gone on with, then the whole game is explained: curve, marks, numbers."""
    name = name_of(runs["dragonheart"].folder)
    opened(browser, lab, f"games/{name}/5/20")
    browser.until("document.getElementById('game-look')?.id", bool)
    clicked(browser, "#game-look")
    browser.until("document.querySelectorAll('.others li').length", lambda moves: moves > 1)
    clicked(browser, ".others button")
    browser.until("document.querySelectorAll('.gone > p').length", lambda sentences: sentences == 2)
    pressed(browser, "ArrowRight")
    pressed(browser, "ArrowLeft")
    assert browser.ask("document.querySelectorAll('.gone > p').length") == 2
    browser.ask("document.getElementById('game-exact').value = 25")
    clicked(browser, ".ask-chances button")
    browser.until("document.querySelectorAll('.curve-of-chances polyline').length", lambda lines: lines == 1)
    browser.until("document.querySelector('.ask-chances > .note').textContent", lambda words: "Now: 25 games" in words)
    assert "every legal move" in text(browser, "game-chances")
    assert browser.ask("document.getElementById('game-cursor').getAttribute('x1')") == "20"
    assert "Chance to win now" in text(browser, "game-now")
    browser.ask("document.querySelectorAll('.games details').forEach((each) => { each.open = true; })")
    for width in WIDTHS:
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=False)
        sound(browser, lab, width)


def test_new_games_are_played_under_the_rules_of_the_other_room(browser: Browser, lab: Served) -> None:
    """Those on its screen, by the usual players; the page goes to the run, and its link can be passed on."""
    opened(browser, lab, "games")
    browser.until("document.getElementById('games-number').value", bool)
    assert "ffg" in text(browser, "games-rules")
    browser.ask("document.getElementById('games-number').value = 40")
    clicked(browser, "#games-play")
    browser.until("location.hash", lambda at: at.startswith("#games/dragonheart-40-"))
    browser.until("document.querySelectorAll('.respect').length", lambda number: number == 8)
    assert "40 games of random" in text(browser, "games-of")
    assert list(Path(lab.folder).glob("games/dragonheart-40-*/manifest.json"))
    sound(browser, lab, 1280)


@pytest.mark.parametrize("width", WIDTHS)
def test_one_plays_on_from_a_turn(width: int, browser: Browser, lab: Served, runs: dict[str, Run]) -> None:
    """At the table, with one's own hand alone; by a rule of the other room where that changes nothing so far."""
    name = name_of(runs["dragonheart"].folder)
    opened(browser, lab, f"games/{name}/3/9", width)
    browser.until("document.querySelectorAll('#game-seat option').length", lambda seats: seats == 2)
    assert browser.ask("document.querySelectorAll('#game-by option').length") == 1
    for key, value in (("great_dragon.points", 9), ("hand.size", 6)):
        field = f"document.getElementById('key-{key}')"
        browser.until(f"{field} !== null", bool)
        browser.ask(f"{field}.value = {value}; {field}.dispatchEvent(new Event('change'))")
        clicked(browser, "#game-steps [data-step=on]")
        browser.until("document.querySelectorAll('#game-by option').length", lambda rules: rules == 2)
        browser.ask("document.getElementById('game-by').value = 'screen'")
        if key == "hand.size":
            break
        clicked(browser, "#game-on button")
        browser.until("document.querySelectorAll('#table-moves .move').length", lambda moves: moves > 0)
        assert "With great_dragon.points=9" in text(browser, "table-origin")
        assert browser.ask("document.querySelectorAll('#table-board .player:not(.mine) .hand b').length") == 0
        assert HOSTILE in text(browser, "table-origin")
        sound(browser, lab, width)
        clicked(browser, "#table-origin a")
        browser.until("document.getElementById('room-games').hidden", lambda hidden: hidden is False)
    clicked(browser, "#game-on button")
    browser.until("document.getElementById('game-on-problem').hidden", lambda hidden: hidden is False)
    assert "dhstats fork" in text(browser, "game-on-problem")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    pressed(browser, "End")
    assert browser.ask("document.getElementById('game-on').hidden")
