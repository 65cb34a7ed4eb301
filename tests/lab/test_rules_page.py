"""The room of the rules in a real browser: turned, decided, taken back, at both widths, and nothing leaves the machine."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dhstats.lab import app, comparisons, players
from dhstats.lab.rules import Choice
from tests.lab.conftest import Served, served
from tests.report.chromium import Browser

pytestmark = pytest.mark.browser
HOSTILE = "<script>alert(1)</script>\"'&"
POINTS = "great_dragon.points"
# What stands below a question, whenever the question changes.
SEEN = """(() => {
  const words = (name) => document.getElementById(name).textContent;
  window.seen = [];
  const look = () => window.seen.push({ question: words("question"), answer: words("answer"),
    changes: document.getElementById("changes").children.length });
  new MutationObserver(look).observe(document.getElementById("question"), { childList: true });
})()"""


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A lab whose usual players are quick, opened with a file whose title is markup."""
    monkeypatch.setattr(app, "warm", lambda *_: None)
    monkeypatch.setattr(players, "usual", lambda bundle, every: "random")
    file = tmp_path / "mine.toml"
    file.write_text(f"extends = 'ffg'\n[source]\ntitle = '''{HOSTILE}'''\n")
    with served(tmp_path / "lab", Choice("dragonheart", str(file))) as found:
        yield found


def opened(browser: Browser, lab: Served, width: int = 1280) -> None:
    """The page of a lab with its controls."""
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
    browser.call("Page.navigate", url="about:blank")
    browser.until("location.href", lambda at: at == "about:blank")
    browser.events.clear()  # what the page of another test still said of its end
    browser.call("Page.navigate", url=lab.address.url)
    browser.until("document.querySelectorAll('.key').length", lambda number: number > 40)


def pressed(browser: Browser, key: str, text: str = "", modifiers: int = 0) -> None:
    """A key is pressed."""
    named = {"key": key, "text": text or (key if len(key) == 1 else ""), "modifiers": modifiers}
    browser.call("Input.dispatchKeyEvent", type="keyDown", **named)
    browser.call("Input.dispatchKeyEvent", type="keyUp", **named)


def typed(browser: Browser, name: str, text: str) -> None:
    """A number is typed into the control of a key, and left."""
    browser.ask(f"(() => {{ const field = document.getElementById('key-{name}'); field.focus(); field.value = '' }})()")
    for letter in text:
        pressed(browser, letter)
    pressed(browser, "Tab")


def text(browser: Browser, name: str) -> str:
    """What an element says."""
    return str(browser.ask(f"document.getElementById('{name}').textContent"))


@pytest.mark.parametrize("width", [1280, 390])
def test_a_rule_is_turned_and_taken_back_by_keyboard(browser: Browser, quick: Served, width: int) -> None:
    """The question, the interval and every quantity are there; back at the base nothing is asked any more."""
    opened(browser, quick, width)
    typed(browser, POINTS, "9")
    browser.until("document.querySelector('.change .mark .interval') !== null", bool)
    assert "9" in text(browser, "question")
    assert "of at most 200,000 deals" in text(browser, "progress")
    browser.until("document.querySelectorAll('.change tbody tr').length", lambda rows: rows > 5)
    wide = "[...document.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)"
    inside = f"{wide}.filter((each) => !each.closest('.wide')).map((each) => each.outerHTML.slice(0, 80))"
    assert browser.ask(inside) == []
    assert browser.ask("document.documentElement.scrollWidth") <= width
    mark = str(browser.ask("document.querySelector('.change .mark').getAttribute('aria-label')"))
    assert "95 % interval" in mark
    assert text(browser, "command").startswith("dhstats compare")
    pressed(browser, "z", modifiers=2)
    browser.until("document.getElementById('changes').children.length", lambda number: number == 0)
    assert browser.ask(f"document.getElementById('key-{POINTS}').value") == "3"
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith(quick.address.url)] in ([], ["about:blank"])


def test_what_the_command_line_changes_is_changed_on_the_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`dhstats lab --set` opens with these keys turned, and plays them at once."""
    monkeypatch.setattr(app, "warm", lambda *_: None)
    monkeypatch.setattr(players, "usual", lambda bundle, every: "random")
    with served(tmp_path / "lab", Choice("dragonheart", "ffg", ("hand.size=6", "end.last_turn=false"))) as lab:
        opened(browser, lab)
        browser.until("document.getElementById('key-hand.size').value", lambda value: value == "6")
        browser.until("document.getElementById('question').textContent", lambda said: "refill to 6 cards" in said)
        browser.ask("document.getElementById('reset').click()")
        browser.until("document.getElementById('key-hand.size').value", lambda value: value == "5")


def test_a_certificate_is_asked_for_with_one_button(
    browser: Browser, quick: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody types a command: the proof is played, the certificate is saved, and the page says what it says."""
    monkeypatch.setattr(comparisons, "PROVED", "proved balanced within 8pp")
    opened(browser, quick)
    typed(browser, POINTS, "9")
    browser.until("document.getElementById('along').hidden", lambda hidden: hidden is False)
    browser.ask("document.getElementById('stop').click()")
    browser.ask("document.getElementById('prove').click()")
    said = str(browser.until("document.getElementById('proved').textContent", lambda told: "saved" in told))
    assert "Proved" in said or "proved" in said
    assert browser.complaints() == []


def test_rules_that_cannot_be_are_explained_where_one_looks(browser: Browser, quick: Served) -> None:
    """In the sentence of the check, below the question; the games of the last rules are not shown as theirs."""
    opened(browser, quick)
    typed(browser, POINTS, "999")
    browser.until("document.getElementById('problem').hidden", lambda hidden: hidden is False)
    assert "must be a whole number from 0 to 99" in text(browser, "problem")
    assert browser.ask("document.getElementById('changes').children.length") == 0
    typed(browser, POINTS, "9")
    browser.until("document.querySelector('.change .mark .interval') !== null", bool)
    assert browser.ask("document.getElementById('problem').hidden") is True
    typed(browser, POINTS, "999")
    browser.until("document.getElementById('problem').hidden", lambda hidden: hidden is False)
    time.sleep(1.0)  # what the comparison before it still says comes in between
    assert text(browser, "question") == "These rules cannot be played"
    assert browser.ask("document.getElementById('changes').children.length") == 0


def test_no_answer_stands_below_the_question_of_other_rules(browser: Browser, quick: Served) -> None:
    """While the games of a new question begin; then its picture has a scale with numbers."""
    opened(browser, quick)
    typed(browser, POINTS, "9")
    browser.until("document.querySelector('.change .mark .interval') !== null", bool)
    assert browser.ask("[...document.querySelectorAll('.change .axis text')].map((each) => each.textContent)")[1] == "0"
    browser.ask(SEEN)
    before = browser.ask("document.getElementById('answer').textContent")
    typed(browser, POINTS, "8")
    browser.until("window.seen.some((each) => each.question.includes('8 points'))", bool)
    browser.until("document.querySelector('.change .mark .interval') !== null", bool)
    first = browser.ask("window.seen.find((each) => each.question.includes('8 points'))")
    if first["changes"]:  # games that begin faster than the page looks have an answer of their own at first sight
        assert first["answer"] not in ("The games begin …", before)
    else:
        assert first["answer"] == "The games begin …"


def test_several_changes_stand_side_by_side(browser: Browser, quick: Served) -> None:
    """One is kept, another is turned: each has its verdict, and goes with a word."""
    opened(browser, quick)
    typed(browser, POINTS, "9")
    browser.until("document.getElementById('keep').hidden", lambda hidden: hidden is False)
    browser.ask("document.getElementById('keep').click()")
    typed(browser, "hand.size", "6")
    browser.until("document.querySelectorAll('.change').length", lambda number: number == 2)
    browser.ask("document.querySelector('#kept button').click()")
    browser.until("document.querySelectorAll('.change').length", lambda number: number == 1)
    assert browser.complaints() == []


def test_a_page_that_is_loaded_again_has_its_rules_again(browser: Browser, quick: Served) -> None:
    """By its address, which can be passed on; another room leads back to them, and an address of nothing does no harm."""
    opened(browser, quick)
    browser.ask("document.querySelector('#examples button').click()")
    browser.until("location.hash", lambda at: at.startswith("#rules/dragonheart/") and "=" in at)
    assert browser.ask("document.getElementById('idle').hidden") is True
    first = browser.ask("document.querySelector('.key.changed').dataset.words")
    browser.call("Page.reload")
    browser.until("document.querySelector('.key.changed')?.dataset.words", lambda words: words == first)
    browser.until("document.querySelector('.change .mark .interval') !== null", bool)
    browser.ask("location.hash = '#games'")
    browser.until("document.getElementById('room-rules').hidden", bool)
    browser.ask("document.getElementById('to-rules').click()")
    assert "=" in browser.ask("location.hash")
    for wrong in ("#rules/nothing/ffg/a=1", "#rules/dragonheart/ffg/%", "#rules/dragonheart/ffg/no.such=1&hand.size=x"):
        browser.call("Page.navigate", url="about:blank")
        browser.call("Page.navigate", url=f"{quick.address.url}{wrong}")
        browser.until("document.querySelectorAll('.key').length", lambda number: number > 40)
        browser.until("document.getElementById('idle').hidden", lambda hidden: hidden is False)
    assert browser.complaints() == []


def test_what_was_forgotten_is_set_by_a_button(browser: Browser, quick: Served) -> None:
    """A larger hand has a word about the other hands, and a button that turns them too; one step back undoes it."""
    opened(browser, quick)
    typed(browser, "hand.size", "6")
    browser.until("document.querySelector('#cautions button') !== null", bool)
    assert "--set" not in text(browser, "cautions")
    browser.ask("document.querySelector('#cautions button').click()")
    browser.until("document.querySelectorAll('.key.changed').length", lambda number: number == 4)
    browser.until("document.getElementById('cautions').children.length", lambda number: number == 0)
    browser.ask("document.getElementById('undo').click()")
    browser.until("document.querySelectorAll('.key.changed').length", lambda number: number == 1)


def test_on_a_small_screen_the_answer_is_in_sight(browser: Browser, quick: Served) -> None:
    """At its foot, while the controls are; a tap leads to the whole answer, where the line goes."""
    opened(browser, quick, 390)
    typed(browser, POINTS, "9")
    shown = "getComputedStyle(document.getElementById('glance')).display"
    browser.ask(f"document.getElementById('key-{POINTS}').scrollIntoView({{ block: 'center' }})")
    browser.until(shown, lambda display: display == "block")
    browser.until("document.getElementById('glance').textContent", lambda words: "9" in words)
    browser.ask("document.getElementById('glance').click()")
    browser.until(shown, lambda display: display == "none")
    place = "document.getElementById('answer').getBoundingClientRect()"
    browser.until(f"{place}.bottom > 0 && {place}.top < innerHeight", bool)  # what comes in above may move it once more
    browser.ask("document.getElementById('reset').click()")
    browser.ask(f"document.getElementById('key-{POINTS}').scrollIntoView({{ block: 'center' }})")
    browser.until("document.getElementById('idle').hidden", lambda hidden: hidden is False)
    assert browser.ask(shown) == "none"


def test_names_of_files_are_text_and_a_search_finds_keys(browser: Browser, quick: Served) -> None:
    """A title with markup stands there as it is written; words find the keys whose meaning has them."""
    opened(browser, quick)
    assert "mine.toml" in browser.ask("document.getElementById('base').value")
    browser.ask(
        "(() => { const s = document.getElementById('search'); s.value = 'dwarf card'; s.dispatchEvent(new Event('input')) })()"
    )
    shown = browser.ask(
        "[...document.querySelectorAll('.key')].filter((key) => key.offsetParent).map((key) => key.dataset.words)"
    )
    assert shown
    assert all("dwarf" in each and "card" in each for each in shown)
    assert browser.ask("document.querySelectorAll('script:not([src])').length") == 0


def test_a_lab_that_has_ended_is_missed(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so."""
    monkeypatch.setattr(app, "warm", lambda *_: None)
    with served(tmp_path / "lab") as lab:
        opened(browser, lab)
        assert browser.ask("document.getElementById('lost').hidden") is True
    browser.until("document.getElementById('lost').hidden", lambda hidden: hidden is False)


def test_every_one_of_eight_tabs_loads_and_hears(browser: Browser, quick: Served) -> None:
    """They share one stream: a browser keeps six connections to a place. One that is closed is forgotten by it."""
    opened(browser, quick)
    tabs = [browser.call("Target.createTarget", url=quick.address.url)["targetId"] for _ in range(7)]
    try:
        for tab in tabs:
            with browser.beside(tab):
                browser.until("document.querySelectorAll('.key').length", lambda number: number > 40)
        with browser.beside(tabs[-1]):
            typed(browser, POINTS, "9")
            browser.until("document.querySelector('.change .mark .interval') !== null", bool)
        assert browser.ask("document.getElementById('lost').hidden") is True
    finally:
        for tab in tabs:
            browser.call("Target.closeTarget", targetId=tab)
    typed(browser, POINTS, "7")
    browser.until("document.querySelector('.change .mark .interval') !== null", bool)
