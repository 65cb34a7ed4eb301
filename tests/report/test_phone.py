"""The score sheet for the phone: typed in by hand in a browser, saved, and read by `playtests` without an option."""

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dhstats.questions.playtests.asked import FEWEST, TAPPED, Asked, of_game
from dhstats.report.pages.phone import write_phone
from dhstats.simulate.playtests.games import Sheet
from dhstats.simulate.playtests.reading import read_sheet
from dhstats.simulate.playtests.schedule import Wanted, planned
from tests.report.chromium import Browser

pytestmark = pytest.mark.browser
HOSTILE = ("<img src=x onerror=alert(1)>", "=1+1", 'Ann, the "boss"; & Co', "Total", "Zoë 🐉", "</script>")
SCRIPT = """
window.put = (control, value) => {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
};
window.game = (names, scores, taps = [], more = {}) => {
  [...document.querySelectorAll('#sizes button')].find((each) => each.textContent === String(names.length))?.click();
  names.forEach((name, seat) => put(document.querySelectorAll('.who input')[seat], name));
  scores.forEach((score, place) => put(document.querySelectorAll('.points')[place], score));
  for (const [id, value] of Object.entries(more)) put(document.getElementById(id), value);
  for (const tap of taps) [...document.querySelectorAll('#winner-buttons button')].find((each) => each.textContent === tap).click();
  document.getElementById('keep').click();
  return document.getElementById('message').textContent;
};
window.saved = (id) => new Promise((done) => {
  let text = '';
  URL.createObjectURL = (blob) => (text = blob.text(), 'blob:x');
  HTMLAnchorElement.prototype.click = function () { text.then(done); };
  document.getElementById(id).click();
});
"""
Opened = Callable[..., Browser]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens the sheet of a game in a browser that has kept nothing before."""

    def open_sheet(asked: Asked, width: int = 390, **more: Any) -> Browser:
        page = write_phone(asked, tmp_path / "sheet.html", **more)
        show(browser, page, width)
        browser.ask("localStorage.clear()")
        show(browser, page, width)
        return browser

    yield open_sheet
    browser.ask("localStorage.clear()")


def show(browser: Browser, page: Path, width: int = 390, *, dark: bool = False) -> None:
    """A sheet at a width."""
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 600)
    browser.media(dark=dark)
    browser.call("Page.navigate", url=page.as_uri())
    browser.until("document.readyState", lambda state: state == "complete")
    browser.ask(SCRIPT)


def enter(browser: Browser, names: list[str], scores: list[Any], taps: tuple[str, ...] = (), **more: Any) -> str:
    """A game typed in and saved; what the page says then."""
    words = ", ".join(json.dumps(each) for each in (names, scores, list(taps), more))
    return str(browser.ask(f"game({words})"))


def read(browser: Browser, tmp_path: Path) -> Sheet:
    """The CSV that the page saves, read without an option but for the names."""
    file = tmp_path / "saved.csv"
    file.write_text(browser.ask("saved('csv')"), "utf-8", newline="")
    return read_sheet(file, names="keep")


def test_what_is_typed_is_what_playtests_reads(opened: Opened, tmp_path: Path) -> None:
    """Names, scores, winners, a shared win, a tie that one wins, minutes, turns, notes; nothing is unusable."""
    browser = opened(Asked("Harbour", (2, 4), endings=("ships_gone", "deck")), versions=("A", "B"))
    unsaved = "(document.getElementById('csv').click(), document.getElementById('unsaved').textContent)"
    assert browser.ask(unsaved) == "No games yet."
    legend = browser.ask("document.getElementById('winners-legend').textContent")
    assert legend == "Who won? Write down the scores, or tap the winner (or all who share the win)"
    first = {"minutes": "42", "turns": "17", "ended": "ships_gone", "notes": 'two\nlines, "quoted"', "version": "B"}
    assert enter(browser, [HOSTILE[0], HOSTILE[1]], [34, 28.5], **first) == "Saved: game 1."
    assert enter(browser, [HOSTILE[2], HOSTILE[3], "Cem"], [10, 12, 12]) == "The scores are level: tap who wins."
    assert enter(browser, [HOSTILE[2], HOSTILE[3], "Cem"], [10, 12, 12], ("Total", "Cem")) == "Saved: game 2."
    assert enter(browser, [HOSTILE[4], HOSTILE[5]], [7, 7], (HOSTILE[5],)) == "Saved: game 3."
    assert enter(browser, ["Ann", "Ben"], ["", ""], ("Ben",), date="2026-02-03") == "Saved: game 4."
    assert enter(browser, ["Ann", "Ben"], [0, -3], date="2026-02-03") == "Saved: game 5."
    sheet = read(browser, tmp_path)
    assert sheet.unusable == ()
    shown = [[(each.player, each.seat, each.score, each.won) for each in game.players] for game in sheet.games]
    assert shown == [
        [(HOSTILE[0], 1, 34.0, 1.0), ("'=1+1", 2, 28.5, 0.0)],
        [(HOSTILE[2], 1, 10.0, 0.0), ("Total", 2, 12.0, 0.5), ("Cem", 3, 12.0, 0.5)],
        [(HOSTILE[4], 1, 7.0, 0.0), (HOSTILE[5], 2, 7.0, 1.0)],
        [("Ann", 1, None, 0.0), ("Ben", 2, None, 1.0)],
        [("Ann", 1, 0.0, 1.0), ("Ben", 2, -3.0, 0.0)],
    ]
    assert [[each.place for each in game.players] for game in sheet.games[1:3]] == [[3, 1, 1], [2, 1]]
    about = sheet.games[0]
    assert (about.minutes, about.turns, about.ended_by, about.version) == (42.0, 17.0, "ships_gone", "B")
    assert about.notes == 'two lines, "quoted"'
    assert str(sheet.games[3].day) == "2026-02-03"
    assert browser.ask("document.querySelectorAll('img, #games script').length") == 0
    assert browser.requests() == browser.complaints() == []
    lines = [json.loads(line) for line in browser.ask("saved('lines')").splitlines()]
    assert [each["number"] for each in lines] == [1, 2, 3, 4, 5]


def test_few_points_may_win_and_winners_may_be_tapped(opened: Opened, tmp_path: Path) -> None:
    """Headings say which points win, so that one game is enough for `playtests` to know; parts of scores are added."""
    browser = opened(Asked("Golf", (2, 2), ("strokes", "fines"), FEWEST))
    assert enter(browser, ["Ann", "Ben"], [70, 2, 71, 0]) == "Saved: game 1."
    sheet = read(browser, tmp_path)
    assert [(each.score, each.won) for each in sheet.games[0].players] == [(72.0, 0.0), (71.0, 1.0)]
    (row,) = csv.DictReader((tmp_path / "saved.csv").read_text("utf-8-sig").splitlines())
    assert row["breakdown"] == "Ann: strokes 70, fines 2; Ben: strokes 71, fines 0"
    missing = enter(browser, ["Ann", "Ben"], [70, "", 71, 0])
    assert missing == "A score of Ann is missing: fines."
    assert enter(browser, ["Ann", "Ben"], ["", "", "", ""], ("Ben",)) == "Saved: game 2."
    assert [each.score for each in read(browser, tmp_path).games[1].players] == [None, None]
    assert list(csv.DictReader((tmp_path / "saved.csv").read_text("utf-8-sig").splitlines()))[1]["breakdown"] == ""
    browser = opened(Asked("Fires", (1, 4), wins=TAPPED))
    assert enter(browser, ["Ann", "Ben"], [3, 9]) == "Tap who won."
    assert enter(browser, ["Ann", "Ben"], [3, 9], ("Ann", "Ben")) == "Saved: game 1."
    assert enter(browser, ["Ann", "Ben"], [3, 9], ("Nobody",)) == "Saved: game 2."
    assert enter(browser, ["Ann", "Ben"], [3, 9], ("Ann",)) == "Saved: game 3."
    sheet = read(browser, tmp_path)
    assert sheet.unusable == ()
    assert [[each.won for each in game.players] for game in sheet.games] == [[0.5, 0.5], [0.0, 0.0], [1.0, 0.0]]


def test_a_game_is_changed_deleted_and_brought_back(opened: Opened, tmp_path: Path) -> None:
    """The list stays in its order, what was deleted comes back, and a reload loses nothing."""
    browser = opened(Asked("Harbour", (2, 2)))
    for score in (10, 20, 30):
        enter(browser, ["Ann", "Ben"], [score, 5])
    browser.ask("document.querySelector('[aria-label=\"Change game 2\"]').click()")
    assert enter(browser, ["Ann", "Ben"], [4, 5]) == "Changed."
    browser.ask("document.querySelector('[aria-label=\"Delete game 1\"]').click()")
    assert [game.players[0].score for game in read(browser, tmp_path).games] == [4.0, 30.0]
    assert browser.ask("document.activeElement.textContent") == "Undo"
    browser.ask("document.activeElement.click()")
    show(browser, tmp_path / "sheet.html")
    games = read(browser, tmp_path).games
    assert [(game.players[0].score, game.players[0].won) for game in games] == [(10.0, 1.0), (4.0, 0.0), (30.0, 1.0)]
    assert browser.ask("[...document.querySelectorAll('.who input')].map((each) => each.value)") == ["Ann", "Ben"]


def test_a_game_takes_a_score_a_seat_and_two_keys(opened: Opened) -> None:
    """Names stay, so the next game is its scores with Enter behind each, and Enter on the button: in ten seconds."""
    browser = opened(Asked("Harbour", (2, 4)))
    enter(browser, ["Ann", "Ben"], [1, 2])
    keys = ["3", "4", "Enter", "2", "8", "Enter", "Enter"]
    for key in keys:
        text = {
            "text": "\r" if key == "Enter" else key,
            "key": key,
            "windowsVirtualKeyCode": 13 if key == "Enter" else ord(key),
        }
        browser.call("Input.dispatchKeyEvent", type="keyDown", **text)
        browser.call("Input.dispatchKeyEvent", type="keyUp", key=key)
    assert browser.ask("document.querySelector('#games p').textContent") == "Ann 34 ★, Ben 28"
    browser.ask("document.getElementById('rotate').click()")
    assert browser.ask("[...document.querySelectorAll('.who input')].map((each) => each.value)") == ["Ben", "Ann"]


def test_timer_and_turns_are_taps_and_outlive_a_reload(opened: Opened, tmp_path: Path) -> None:
    """Start and stop give minutes, which can be corrected; a timer that runs goes on while the page is closed."""
    browser = opened(Asked("Harbour", (2, 2)))
    browser.ask("for (const id of ['timer', 'turn', 'turn', 'turn', 'turn-less']) document.getElementById(id).click()")
    show(browser, tmp_path / "sheet.html")
    browser.ask("const then = Date.now; Date.now = () => then() + 37.4 * 60000")
    assert enter(browser, ["Ann", "Ben"], [1, 2]) == "Saved: game 1."
    game = read(browser, tmp_path).games[0]
    assert (game.minutes, game.turns) == (37.0, 2.0)
    assert browser.ask("document.getElementById('timer').textContent") == "Start timer"


@pytest.mark.parametrize(
    ("names", "scores", "more", "told"),
    [
        (["Ann", "ann "], [1, 2], {}, "Two seats have the same name"),
        (["Ann", "Ben"], [1, ""], {}, "A score is missing"),
        (["Ann", "Ben"], [1, 1e12], {}, "below a thousand million"),
        (["Ann", "Ben"], [1, 2], {"minutes": "-4"}, "Minutes must be"),
        (["Ann", "Ben"], [1, 2], {"turns": "1.5"}, "Turns must be"),
        (["Ann", "Ben"], [1, 2], {"date": ""}, "on which day"),
        (["Ann", "Ben"], ["", ""], {}, "Tap who won"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    opened: Opened, names: list[str], scores: list[Any], more: dict[str, str], told: str
) -> None:
    """Nothing is saved, and what was typed stays."""
    browser = opened(Asked("Harbour", (2, 2)))
    assert told in enter(browser, names, scores, **more)
    assert browser.ask("document.querySelectorAll('#games li').length") == 0
    assert browser.ask("document.querySelector('.who input').value") == "Ann"


@pytest.mark.parametrize(("width", "dark"), [(360, True), (390, False), (1280, False)])
def test_it_fits_every_screen_and_asks_for_nothing(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    """Six seats, powers, long names: nothing runs out at the side; buttons are large; every control has a name."""
    asked = Asked(
        "A very long name of a game that nobody can read " * 2, (2, 6), ("points", "coins"), powers=("red", "x" * 40)
    )
    browser = opened(asked, width, people=["W" * 40, *HOSTILE])
    enter(browser, ["M" * 40, *"BCDEF"], list(range(12)))
    show(browser, tmp_path / "sheet.html", width, dark=dark)
    assert browser.ask("document.documentElement.scrollWidth") <= width
    small = "[...document.querySelectorAll('button, input, select')].filter((each) => each.offsetHeight && each.offsetHeight < 44)"
    assert browser.ask(f"{small}.length") == 0
    unnamed = "[...document.querySelectorAll('button, input, select, textarea')].filter((each) => !(each.textContent.trim() || each.labels?.length || each.ariaLabel))"
    assert browser.ask(f"{unnamed}.length") == 0
    light = browser.ask("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]) > 128")
    assert light is not dark
    assert browser.requests() == browser.complaints() == []


def test_planned_games_seat_everybody_and_go_on(opened: Opened, tmp_path: Path) -> None:
    """A planned game fills names, powers and version in; after it is saved the next of the table is ready."""
    wanted = Wanted(("Ann", "Ben", "Cem"), (3, 3), 2, 2, ("A", "B"), ("red", "blue", "gold"))
    plan = planned(wanted)
    browser = opened(Asked("Harbour", (2, 3), powers=wanted.powers), plan=plan, versions=wanted.versions)
    browser.ask("put(document.getElementById('planned'), document.getElementById('planned').options[1].value)")
    for number in range(len(plan)):
        browser.ask("document.querySelectorAll('.points').forEach((each, seat) => put(each, seat))")
        assert (
            browser.ask("document.getElementById('keep').click(), document.getElementById('message').textContent")
            == f"Saved: game {number + 1}."
        )
    games = read(browser, tmp_path).games
    assert [tuple(each.player for each in game.players) for game in games] == [each.players for each in plan]
    assert [tuple(each.power for each in game.players) for game in games] == [each.powers for each in plan]
    assert [game.version for game in games] == [each.version for each in plan]
    assert browser.ask("document.getElementById('planned').value") == ""
    ticks = (
        "[...document.querySelectorAll('#planned option')].filter((each) => each.textContent.startsWith('✓')).length"
    )
    assert browser.ask(ticks) == len(plan)
    browser.ask("put(document.getElementById('planned'), document.getElementById('planned').options[1].value)")
    again = write_phone(Asked("Harbour", (2, 3), powers=wanted.powers), tmp_path / "again.html", plan=plan[:-1])
    show(browser, again)
    assert (browser.ask(ticks), browser.ask("draft.planned")) == (0, "")


def test_a_browser_that_keeps_nothing_says_so_and_saves_all_the_same(opened: Opened, tmp_path: Path) -> None:
    """As some do for files: the sheet works until it is closed."""
    browser = opened(Asked("Harbour", (2, 2)))
    source = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    blocked = browser.call("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
    try:
        show(browser, tmp_path / "sheet.html")
        assert not browser.ask("document.getElementById('unkept').hidden")
        assert enter(browser, ["Ann", "Ben"], [1, 2]) == "Saved: game 1."
        assert len(read(browser, tmp_path).games) == 1
    finally:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=blocked)
        show(browser, tmp_path / "sheet.html")


@pytest.mark.parametrize("kept", ["not JSON", "{}", "7", "null"])
def test_a_damaged_memory_is_no_reason_to_fail(opened: Opened, tmp_path: Path, kept: str) -> None:
    """What another program wrote there is left out."""
    browser = opened(Asked("Harbour", (2, 2)))
    browser.ask(
        f"for (const key of ['dhstats sheet Harbour', 'dhstats sheet Harbour, unfinished', 'dhstats people']) localStorage.setItem(key, {json.dumps(kept)})"
    )
    show(browser, tmp_path / "sheet.html")
    assert enter(browser, ["Ann", "Ben"], [1, 2]) == "Saved: game 1."


def test_games_that_are_known_say_what_is_asked() -> None:
    """Powers and endings as declared; games of teams and of all together have their winners tapped."""
    dragonwood, fires = of_game("dragonwood"), of_game("fires")
    assert (dragonwood.game, dragonwood.seats, dragonwood.wins) == ("Dragonwood", (2, 4), "most")
    assert dragonwood.endings == ("dragons", "decks", "last_card")
    assert (fires.wins, fires.endings) == (TAPPED, ("rain", "burnt_down"))
    assert of_game("partners").wins == TAPPED
    assert of_game("dragon", ("red", "blue")).powers == ("red", "blue")
