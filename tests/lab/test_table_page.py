"""The room of the table in a real browser: whole games by keyboard alone, and nothing that a page should not do."""

import base64
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.lab import app, tables
from dhstats.lab.rules import Choice
from dhstats.players.learning.training import Lap
from tests.lab.conftest import Served, served
from tests.report.chromium import Browser

HOSTILE = "<script>alert(1)</script>"
CODES = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36}
TEXTS = {"Enter": "\r"}
WIDTHS = ((390, 844), (1280, 900))
IDLE = "!document.getElementById('room-table').hasAttribute('aria-busy')"
ACTIVE = "document.activeElement.id"
ACTIVE_TAG = "document.activeElement.tagName"
OPTIONS = "document.querySelectorAll('#table-moves .move').length"
NOW = "document.getElementById('table-now')?.textContent"


class Page:
    """The page of a lab in a browser, at which somebody sits with a keyboard."""

    def __init__(self, browser: Browser, lab: Served) -> None:
        self.browser, self._lab = browser, lab
        self.size(*WIDTHS[1])
        browser.media(dark=False)
        browser.call("Page.navigate", url="about:blank")
        browser.until("location.href", lambda address: address == "about:blank")
        browser.events.clear()
        browser.call("Page.navigate", url=f"{lab.address.url}#table")
        browser.until("document.querySelectorAll('#table-seats .seat').length", lambda seats: seats >= 2)

    def size(self, width: int, height: int) -> None:
        """The size of the window."""
        self.browser.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            text = TEXTS.get(key, key if len(key) == 1 else "")
            known = {"key": key, "windowsVirtualKeyCode": CODES.get(key, ord(key.upper()[0]))}
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", text=text, **known)
            self.browser.call("Input.dispatchKeyEvent", type="keyUp", **known)
            self.browser.until(IDLE, bool)

    def tab_to(self, name: str) -> None:
        """The Tab key until an element has the focus."""
        for _ in range(40):
            if self.browser.ask(ACTIVE) == name:
                return
            self.press("Tab")
        raise AssertionError(f"no way to {name} by keyboard")

    def text(self, name: str) -> str:
        """The words of an element, once nothing is asked any more."""
        self.browser.until(IDLE, bool)
        return str(self.browser.ask(f"document.getElementById('{name}').textContent"))

    def click(self, name: str) -> None:
        """A button by its id."""
        self.browser.ask(f"document.getElementById('{name}').click()")
        self.browser.until(IDLE, bool)

    def seat(self, number: int, who: str) -> None:
        """Chooses who sits at a seat."""
        select = f"document.getElementById('seat-{number}')"
        self.browser.ask(f"{select}.value = {who!r}; {select}.dispatchEvent(new Event('change'))")

    def check(self, name: str) -> None:
        """Nothing is cut off at any width; a picture is kept where somebody wants to look (DHSTATS_SHOTS)."""
        for width, height in WIDTHS:
            self.size(width, height)
            assert self.browser.ask("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), (
                name,
                width,
            )
            if folder := os.environ.get("DHSTATS_SHOTS"):
                metrics = self.browser.call("Page.getLayoutMetrics")["cssContentSize"]
                clip = {"x": 0, "y": 0, "width": width, "height": metrics["height"], "scale": 1}
                shot = self.browser.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
                Path(folder, f"{name}-{width}.png").write_bytes(base64.b64decode(shot))

    def quiet(self) -> None:
        """No complaint, and nothing asked of anybody but the lab."""
        assert self.browser.complaints() == []
        assert [url for url in self.browser.requests() if not url.startswith(self._lab.address.url)] == []


@pytest.fixture(scope="module")
def labs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Served]]:
    """A lab of each game."""
    folder = tmp_path_factory.mktemp("labs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "warm", lambda *_: None)
        with (
            served(folder / "1") as heart, served(folder / "2", Choice("dragonwood", "three")) as wood,
            served(folder / "3", Choice("dragon", "standard")) as dragon,
        ):  # fmt: skip
            yield {"dragonheart": heart, "dragonwood": wood, "dragon": dragon}


def set_up(page: Page) -> None:
    """A game against chance, by somebody with a hostile name."""
    page.tab_to("name-0")
    page.browser.ask("document.activeElement.select()")
    page.browser.call("Input.insertText", text=HOSTILE)
    page.tab_to("seat-1")
    page.press("r", "a", "n")
    assert page.browser.ask("document.getElementById('seat-1').value") == "random"
    page.check("form")
    page.tab_to("table-play")
    page.press("Enter")
    page.browser.until(OPTIONS, lambda moves: moves > 1)
    assert "Your turn" in page.text("table-now")
    assert HOSTILE in page.text("table-board")


def browser_open(page: Page) -> bool:
    """Whether the reasons for what is not allowed are shown."""
    return bool(page.browser.ask("document.getElementById('table-barred').open"))


def play(page: Page) -> None:
    """By digits, arrows and Enter to the end, with a hint and a move that is taken back."""
    page.press("1", "ArrowDown", "Enter", "h")
    page.browser.until("document.querySelectorAll('.valued').length", lambda bars: bars > 0)
    assert "would play" in page.text("table-advice")
    page.check("hint")
    assert page.text("table-barred").startswith("Not allowed now:")
    page.press("w")
    assert browser_open(page)
    assert page.browser.ask(ACTIVE_TAG) == "SUMMARY"
    page.check("why-not")
    page.press("w")
    assert not browser_open(page)
    before = page.text("table-board")
    page.press("1", "b")
    assert page.text("table-board") == before
    for _ in range(100):
        if "The game is over" in page.text("table-asked"):
            break
        page.press("Enter")
    page.browser.until("document.querySelectorAll('.balance').length", lambda tables: tables == 1)
    page.check("end")


def test_a_game_of_dragonheart_by_keyboard_alone(browser: Browser, labs: dict[str, Served]) -> None:
    """From the form to the kept game: Tab, letters, digits, arrows and Enter; a hostile name is text everywhere."""
    page = Page(browser, labs["dragonheart"])
    set_up(page)
    play(page)
    last = page.text("table-where")
    page.press("ArrowLeft")
    assert page.text("table-where") != last
    page.press("Home")
    assert "the deal" in page.text("table-where")
    browser.ask("[...document.querySelectorAll('.keeping button')][0].id = 'keep-it'")
    page.tab_to("keep-it")
    page.press("Enter")
    kept = browser.until("document.querySelector('.keeping code')?.textContent ?? ''", bool)
    assert main(["verify", kept]) == 0
    page.check("kept")
    assert browser.ask("document.querySelectorAll('#room-table script').length") == 0
    page.quiet()


def test_the_table_says_by_which_rules_it_is_played(browser: Browser, labs: dict[str, Served]) -> None:
    """Base and changes stand at the table; the header, which is about other games, is away until a new one is set."""
    page = Page(browser, labs["dragonheart"])
    at_table = "getComputedStyle(document.querySelector('.chosen')).display === 'none'"
    browser.ask("location.hash = '#rules/dragonheart/ffg/hand.size=6'")
    browser.until("document.getElementById('key-hand.size').value", lambda value: value == "6")
    browser.ask("location.hash = '#table'")
    rules = "document.getElementById('table-rules')?.selectedOptions[0]?.textContent ?? ''"
    browser.until(rules, lambda words: "1 change" in words)
    assert not browser.ask(at_table)
    page.seat(1, "random")
    page.click("table-play")
    browser.until(OPTIONS, lambda moves: moves > 1)
    said = page.text("table-by")
    assert "Dragonheart, ffg with one rule changed: Players refill to 6 cards." in said
    assert "6 in place of 5" in said
    assert browser.ask(at_table)
    assert page.text("table-asked") == "What do you play?"
    page.click("table-new")
    assert not browser.ask(at_table)
    page.quiet()


def test_on_a_phone_the_decision_is_within_reach(browser: Browser, labs: dict[str, Served]) -> None:
    """What is asked, hints and moves are on the screen without scrolling, at whatever part of the board one looks."""
    page = Page(browser, labs["dragonwood"])
    page.size(390, 844)
    page.click("table-play")
    browser.until(OPTIONS, lambda moves: moves > 1)
    wanted = "[...document.querySelectorAll('#table-asked, #table-hint, #table-moves .move:first-child')].slice(0, 3)"
    boxes = f"{wanted}.map((each) => each.getBoundingClientRect()).map((box) => [box.top, box.bottom])"
    for scrolled in (0, 120, 5_000):
        browser.ask(f"scrollTo(0, {scrolled})")
        assert all(0 <= top < bottom <= 844 for top, bottom in browser.ask(boxes))
    legend = page.text("table-legend")
    assert "a suit, A to E" in legend
    labels = "[...document.querySelectorAll('.place .named small')].map((each) => each.textContent).slice(0, 3)"
    assert browser.ask(labels) == ["strike", "stomp", "scream"]
    page.click("table-hint")
    heads = browser.until("document.querySelector('.heads')?.textContent ?? ''", bool)
    assert "chance to win, and how much less than with the best" in heads
    page.quiet()


def test_another_window_is_caught_up_with(browser: Browser, labs: dict[str, Served]) -> None:
    """Who decides what was decided elsewhere already is told so, and sees the table as it is now."""
    page = Page(browser, labs["dragonheart"])
    page.seat(1, "random")
    page.click("table-play")
    browser.until(OPTIONS, lambda moves: moves > 1)
    table = browser.ask("location.hash").removeprefix("#table/")
    before = page.text("table-last")
    labs["dragonheart"].ask("table-move", page="fedcba987654", table=table, number=0, decision=0)
    page.press("1")
    assert "made already, perhaps in another window" in page.text("table-problem")
    assert page.text("table-last") != before
    page.press("1")
    assert browser.ask("document.getElementById('table-problem').hidden")
    labs["dragonheart"].ask("table-back", page="fedcba987654", table=table, turns=2)
    browser.ask("dispatchEvent(new Event('focus'))")
    browser.until("document.getElementById('table-last').textContent", lambda told: told == before)


def test_one_plays_on_from_a_costly_move(browser: Browser, labs: dict[str, Served]) -> None:
    """In a game of its own, from which one comes back to the finished one."""
    page = Page(browser, labs["dragonheart"])
    set_up(page)
    for _ in range(100):
        page.press("1")
    browser.until("document.querySelectorAll('.costly button').length", lambda buttons: buttons > 1)
    end = page.text("table-now")
    browser.ask("[...document.querySelectorAll('.costly button')].at(1).click()")
    browser.until("document.getElementById('table-before').hidden", lambda hidden: not hidden)
    assert "Your turn" in page.text("table-now")
    page.click("table-before")
    assert page.text("table-now") == end
    page.quiet()


def test_a_card_is_topped_in_dragon(browser: Browser, labs: dict[str, Served]) -> None:
    """The question says what it is about, and that one may let it be."""
    page = Page(browser, labs["dragon"])
    page.seat(1, "greedy")
    browser.ask("document.getElementById('table-seed').value = 5; document.getElementById('table-deal').value = 0")
    page.click("table-play")
    for _ in range(200):
        if page.text("table-asked").startswith("Pay and top"):
            break
        browser.ask("[...document.querySelectorAll('#table-moves .move')].at(-1).click()")
    assert page.text("table-asked").endswith(", or let it be?")
    page.check("topping")
    idle = browser.ask("[...document.querySelectorAll('.mine .idle')].map((card) => card.title)")
    assert idle
    assert not browser.ask("document.getElementById('table-barred').open")
    browser.ask("document.querySelector('.mine .idle').click()")
    assert idle[0] in browser.ask("document.querySelector('#table-barred[open] .found').textContent")
    browser.ask("[...document.querySelectorAll('#table-moves .move')].at(-1).click()")
    assert ": top with" in page.text("table-last")
    page.quiet()


def test_a_target_is_chosen_first_in_dragonwood(browser: Browser, labs: dict[str, Served]) -> None:
    """Three seats, a hundred moves: whom one goes for and how, then with which cards; Escape goes back."""
    page = Page(browser, labs["dragonwood"])
    page.seat(1, "random")
    page.seat(2, "greedy")
    browser.ask("document.getElementById('table-deal').value = 3")
    page.click("table-play")
    browser.until("document.querySelectorAll('.target').length", lambda targets: targets >= 3)
    page.check("targets")
    page.press("2")
    assert browser.until("document.querySelector('.chosen-kind')?.textContent ?? ''", bool).endswith(" …")
    page.press("Escape")
    page.press("2", "1")
    assert " at " in page.text("table-last")
    page.quiet()


def test_two_people_hand_the_screen_over(browser: Browser, labs: dict[str, Served]) -> None:
    """Between their turns no hand is open; a table is found again by its address."""
    page = Page(browser, labs["dragonheart"])
    page.seat(1, "person:")
    page.click("table-play")
    backs = "document.querySelectorAll('#table-board .back').length"
    for name in ("Player 1", "Player 2", "Player 1"):
        assert page.text("table-now") == f"{name}, it is your turn"
        assert browser.ask(backs) == 10
        page.press("Enter")
        browser.until(NOW, lambda now, name=name: now == f"Your turn, {name}")
        assert browser.ask(backs) == 5
        page.press("1")
    page.check("cover")
    address = browser.ask("location.href")
    browser.call("Page.reload")
    browser.until(NOW, lambda now: now == "Player 2, it is your turn")
    assert browser.ask("location.href") == address
    page.quiet()


def test_programs_are_watched(browser: Browser, labs: dict[str, Served]) -> None:
    """Step by step, by themselves, to the end."""
    page = Page(browser, labs["dragonheart"])
    page.seat(0, "random")
    page.seat(1, "greedy")
    page.click("table-play")
    page.press("Enter", "Enter")
    browser.until("document.querySelectorAll('#table-last li b').length", lambda turns: turns == 2)
    page.check("watching")
    for number in (1, 1, 2):  # plays by itself, pauses, to the end
        browser.ask(f"document.querySelectorAll('.watching button')[{number}].click()")
    browser.until("document.querySelectorAll('.balance').length", lambda tables: tables == 1)
    page.quiet()


def test_a_training_is_watched_and_stopped(
    browser: Browser, labs: dict[str, Served], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Who has to learn the rules of the other room first is trained when Play is pressed; the form stays."""

    def train(pupil: Any, watch: Callable[[str, Lap], None]) -> None:
        for done in range(1, 10_000):
            watch(pupil.name, Lap(done, 10_000, done, None))
            time.sleep(0.01)

    monkeypatch.setattr(tables.trainees, "trained_player", train)
    page = Page(browser, labs["dragonheart"])
    key = "document.getElementById('key-spaces.troll.slots')"
    browser.ask(f"{key}.value = 2; {key}.dispatchEvent(new Event('change'))")
    browser.until(
        "document.getElementById('table-rules').selectedOptions[0].textContent", lambda rules: "1 change" in rules
    )
    page.text("table-title")
    page.seat(1, "expert")
    page.click("table-play")
    browser.until("document.getElementById('table-training').textContent", lambda words: " of 10,000" in words)
    page.check("training")
    browser.ask("document.querySelector('#table-training button').click()")
    browser.until("document.getElementById('table-training').hidden", bool)
    assert browser.ask("document.getElementById('table-game').hidden")
    page.quiet()


def test_a_wrong_address_says_so(browser: Browser, labs: dict[str, Served]) -> None:
    """A table that there is not: one sentence, and a form to begin with."""
    page = Page(browser, labs["dragonheart"])
    browser.ask("location.hash = '#table/none'")
    browser.until("document.getElementById('table-problem').hidden", lambda hidden: not hidden)
    assert "no such table" in page.text("table-problem")
    page.size(*WIDTHS[1])
