"""The page in a real browser: drawn, silent, offline, on a desk and on a phone, in light, in dark and on paper."""

import base64
from pathlib import Path

import pytest

from dhstats.report import Report
from dhstats.report.pages.sources import known_of, write_contents
from dhstats.report.pages.study import Study, study_page
from dhstats.report.pages.writing import write_page
from tests.report.chromium import Browser
from tests.report.conftest import HOSTILE, played
from tests.report.labels import SPOILT

pytestmark = pytest.mark.browser

DESK, PHONE, SMALL_PHONE = 1280, 390, 360
CANVASES = "document.querySelectorAll('.canvas').length"
INK = {"light": "#0072b2", "dark": "#56b4e9"}  # the first player's colour


def charts(report: Report) -> int:
    """How many charts the page has."""
    return len(report.page.figures)


WIDER = """[...document.querySelectorAll('.chart')].filter(frame => {
    const picture = frame.querySelector('svg.marks').getBoundingClientRect();
    const space = frame.getBoundingClientRect();
    return picture.left < space.left || picture.right > space.right + 0.5 || picture.width < 200;
}).map(frame => frame.querySelector('figcaption').textContent)"""


@pytest.mark.parametrize(("width", "dark"), [(DESK, False), (PHONE, True), (SMALL_PHONE, False)])
def test_every_chart_is_drawn_within_its_frame_without_a_complaint_or_a_request(
    browser: Browser, report: Report, width: int, dark: bool
) -> None:
    """All charts have their picture; the console stays empty; nothing but the file is asked for; nothing is too wide.

    The page does not scroll sideways, and no chart reaches out of its frame. Colours do not depend on the width.
    """
    browser.open(report.path, width, dark=dark)
    assert browser.drawn() == f"done:{charts(report)}"
    assert browser.ask("document.querySelectorAll('.canvas svg.marks').length") == charts(report)
    assert browser.complaints() == []
    assert browser.requests() == []
    ink = INK["dark" if dark else "light"]
    assert browser.ask(f"document.querySelectorAll('[fill=\"{ink}\"]').length > 10")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask(WIDER) == []


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_no_label_is_crossed_or_cut(browser: Browser, plain: Report, width: int) -> None:
    """In every chart: no line of a mark runs through words, none reach out of the picture, no two are cut to the same."""
    browser.open(plain.path, width)
    browser.ask("document.querySelectorAll('details').forEach(each => (each.open = true))")
    browser.until(f"document.querySelectorAll('.canvas svg.marks').length === {CANVASES}", bool)
    assert browser.ask(SPOILT) == []


def test_a_crossed_and_a_cut_label_would_be_seen(browser: Browser, plain: Report) -> None:
    """The watch works: a word that is moved onto an interval, and one that is moved out of the picture, are told of."""
    browser.open(plain.path, DESK)
    browser.ask("""(() => {
        const picture = document.querySelector('#answer svg.marks');
        const [first, second] = [...picture.querySelectorAll('text')];
        const line = picture.querySelector('.mark-rule.role-mark line').getBoundingClientRect();
        const from = first.getBoundingClientRect();
        const moved = `translate(${line.left - from.left}, ${(line.top + line.bottom - from.top - from.bottom) / 2})`;
        first.parentNode.insertAdjacentElement('beforeend', first).style.transform += moved;
        second.style.transform = 'translate(-900px, 0)';
    })()""")
    assert len(browser.ask(SPOILT)) >= 1


@pytest.mark.parametrize(("width", "height"), [(DESK, 800), (PHONE, 844)])
def test_the_first_screen_answers(browser: Browser, plain: Report, width: int, height: int) -> None:
    """Question as title, answer, how sure, what follows, and the whole picture, before anybody scrolls."""
    browser.open(plain.path, width, height, folded=True)
    assert browser.ask("document.querySelector('h1').textContent") == "Does going first help in Dragonheart?"
    parts = ("h1", ".answer", ".sureness", ".decision", "#answer svg.marks")
    ends = [browser.ask(f"document.querySelector('{each}').getBoundingClientRect().bottom") for each in parts]
    assert ends[:4] == sorted(ends[:4])
    assert max(ends) <= height


@pytest.mark.parametrize(("width", "height"), [(DESK, 800), (PHONE, 844)])
def test_a_study_and_the_list_of_pages_answer_first(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    """A study with answer and whole picture on the first screen, its topics drawn below; a list with its newest answer."""
    known = known_of(played(tmp_path / "first", "greedy", moves="none").folder)
    assert known is not None
    file = write_page(study_page(Study((known,), (), (), "dhstats study x")), tmp_path / "study.html")
    browser.open(file, width, height, folded=True)
    assert browser.ask("document.querySelector('h1').textContent") == "What is known about Dragonheart (ffg)?"
    parts = ("h1", ".answer", ".sureness", ".decision", "#answer svg.marks")
    ends = [browser.ask(f"document.querySelector('{each}').getBoundingClientRect().bottom") for each in parts]
    assert max(ends) <= height
    assert browser.ask("document.querySelectorAll('.digest svg.still').length") == 3
    assert browser.ask("document.documentElement.scrollWidth") <= width
    browser.call("Page.navigate", url=write_contents(tmp_path)[0].as_uri())
    browser.until(
        "document.readyState === 'complete' && document.title", lambda title: str(title).startswith("What is known")
    )
    assert browser.ask("document.querySelector('.pages a').textContent") == "What is known about Dragonheart (ffg)?"
    assert browser.ask("document.querySelector('.pages .sureness').getBoundingClientRect().bottom") <= height
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.complaints() == browser.requests() == []


def test_a_hostile_name_shows_as_text(browser: Browser, report: Report) -> None:
    """No dialog opens; the name can be read in the title, in prose, in a chart and in a list to choose from."""
    browser.open(report.path, DESK)
    assert not [event for event in browser.events if event["method"] == "Page.javascriptDialogOpening"]
    assert browser.ask("document.title").count(HOSTILE) == 1
    assert browser.ask("document.querySelector('.kicker').textContent").count(HOSTILE) == 2
    assert browser.ask("document.querySelector('.players').textContent").count(HOSTILE) > 1
    named = "[...document.querySelectorAll('svg.marks text')].map(each => each.textContent)"
    assert any(text.startswith(HOSTILE) for text in browser.ask(named))
    assert f"{HOSTILE} against itself" in browser.ask("[...document.querySelector('select').options].map(o => o.value)")
    assert browser.ask("document.querySelectorAll('main script').length") == 0


def test_a_tooltip_shows_a_hostile_name_as_text(browser: Browser, report: Report) -> None:
    """What appears under the pointer is escaped as well."""
    browser.open(report.path, DESK)
    aim = """(() => {
        const bars = [...document.querySelectorAll('#outcomes-1 .mark-rect path')];
        bars[bars.length - 1].scrollIntoView({block: 'center', behavior: 'instant'});
        const space = bars[bars.length - 1].getBoundingClientRect();
        return [space.left + space.width / 2, space.top + space.height / 2];
    })()"""
    x, y = browser.ask(aim)
    for step in (0, 1):
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + step, y=y)
    shown = "(document.querySelector('#vg-tooltip-element.visible') || {textContent: ''}).textContent"
    assert browser.until(shown, lambda text: HOSTILE in str(text))


def test_a_reader_chooses_a_matchup_for_all_charts(browser: Browser, report: Report) -> None:
    """One choice is followed everywhere, and outlives a change of the theme."""
    browser.open(report.path, DESK)
    browser.ask("""(() => {
        const list = document.querySelector('#race-1 select');
        list.value = 'greedy against itself';
        list.dispatchEvent(new Event('change'));
    })()""")
    chosen = "[...new Set([...document.querySelectorAll('select')].map(list => list.value))]"
    assert browser.ask(chosen) == ["greedy against itself"]
    browser.ask("document.getElementById('mode').click()")
    assert browser.drawn() == f"done:{charts(report)}"
    assert browser.ask(chosen) == ["greedy against itself"]
    browser.ask("localStorage.clear()")


def test_the_button_changes_page_and_charts(browser: Browser, report: Report) -> None:
    """Light to dark and back, whatever the system prefers, and remembered."""
    browser.open(report.path, DESK)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = browser.ask(ground)
    browser.ask("document.getElementById('mode').click()")
    assert browser.drawn() == f"done:{charts(report)}"
    assert browser.ask(ground) != light
    assert browser.ask(f"document.querySelectorAll('[fill=\"{INK['dark']}\"]').length > 10")
    browser.open(report.path, DESK)
    assert browser.ask("document.getElementById('mode').textContent") == "Light page"
    browser.ask("localStorage.clear()")


def test_the_keyboard_reaches_everything(browser: Browser, report: Report) -> None:
    """Skip link, button, contents, charts' menus and folds take the focus in the order of the page."""
    browser.open(report.path, DESK)
    reached = []
    for _ in range(10):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        reached.append(browser.ask("document.activeElement.textContent"))
    assert reached[:2] == ["Skip to the findings", "Dark page"]
    assert [text for text in reached[2:] if text.strip()][:4] == [
        "Save Of 100 games",
        "Findings",
        "Rules and players",
        "Does going first help?",
    ]
    inside = "[...document.querySelectorAll('.scroll, pre')].every(each => each.tabIndex === 0)"
    assert browser.ask(inside)


def test_paper_gets_light_charts_that_fit(browser: Browser, report: Report) -> None:
    """A page read in dark mode prints in light colours, without lists, menus and SQL."""
    browser.open(report.path, DESK, dark=True)
    browser.ask("document.getElementById('everything').click()")
    browser.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    printed = base64.b64decode(browser.call("Page.printToPDF", printBackground=True)["data"])
    assert printed.startswith(b"%PDF")
    assert browser.drawn() == f"done:{charts(report)}"
    browser.media(dark=True, kind="print")
    browser.ask("window.dispatchEvent(new Event('beforeprint'))")
    assert browser.drawn() == f"done:{charts(report)}"
    assert browser.ask(f"document.querySelectorAll('[fill=\"{INK['light']}\"]').length > 10")
    assert browser.ask(f"document.querySelectorAll('[fill=\"{INK['dark']}\"]').length") == 0
    hidden = "[...document.querySelectorAll('nav, button, .sql, .save')]"
    assert browser.ask(f"{hidden}.every(each => getComputedStyle(each).display === 'none')")
    assert browser.complaints() == []


def test_a_section_is_drawn_when_it_is_opened(browser: Browser, report: Report) -> None:
    """A page opens with one picture; a section gets its charts when it is opened, by hand or by a link to it."""
    browser.open(report.path, DESK, folded=True)
    assert browser.drawn() == "done:1"
    assert browser.ask("document.querySelectorAll('.canvas svg.marks').length") == 1
    browser.ask("document.querySelector('#length summary').click()")
    own = browser.ask("document.querySelectorAll('#length .canvas').length")
    assert browser.until("document.documentElement.dataset.charts", lambda said: said == f"done:{1 + own}")
    assert browser.ask("document.querySelectorAll('#length .canvas svg.marks').length") == own > 0
    browser.ask("document.querySelector('nav a[href=\"#endings\"]').click()")
    browser.until("document.querySelectorAll('#endings .canvas svg.marks').length", bool)
    assert browser.ask("document.querySelector('#endings details').open")
    browser.until("document.querySelector('nav a[href=\"#endings\"]').hasAttribute('aria-current')", bool)


def test_sql_is_unpacked_when_it_is_looked_at(browser: Browser, report: Report) -> None:
    """Every fold of SQL shows the text that ran."""
    browser.open(report.path, DESK)
    browser.ask("document.querySelectorAll('.sql').forEach(each => (each.open = true))")
    browser.until("document.querySelectorAll('code[data-query]').length", lambda left: left == 0)
    shown = browser.ask("[...document.querySelectorAll('.sql pre')].map(each => each.textContent)")
    sections = report.page.parts[0].sections
    assert shown == [text for section in sections for _, text in section.queries]


def test_paper_has_every_chart_at_once(browser: Browser, report: Report) -> None:
    """What is printed is drawn before the browser takes up anything else; afterwards what was closed is closed."""
    browser.open(report.path, DESK, folded=True)
    browser.ask("document.getElementById('everything').click()")
    drawn = """new Promise(done => {
        window.dispatchEvent(new Event('beforeprint'));
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(document.documentElement.dataset.charts);
        channel.port2.postMessage(0);
    })"""
    assert browser.ask(drawn) == f"done:{charts(report)}"
    browser.ask("window.dispatchEvent(new Event('afterprint'))")
    browser.until("document.documentElement.dataset.charts", lambda said: said == "done:1")
    assert browser.ask("document.querySelectorAll('details.part-of-page[open]').length") == 0


def test_the_contents_stay_in_sight_on_a_phone(browser: Browser, report: Report) -> None:
    """A strip of one line at the top, wherever the reader is; the first column of a table stays as well."""
    browser.open(report.path, PHONE, 844)
    browser.ask("document.getElementById('endings').scrollIntoView({behavior: 'instant'})")
    strip = "document.querySelector('nav').getBoundingClientRect()"
    assert browser.ask(f"{strip}.top") == 0
    assert browser.ask(f"{strip}.height") < 60
    assert browser.ask("document.querySelector('#endings h2').getBoundingClientRect().top") >= 50
    held = """(() => {
        const table = document.querySelector('#endings .scroll');
        table.closest('details').open = true;
        table.scrollLeft = 200;
        const side = each => each.getBoundingClientRect().left;
        return [side(table.querySelector('td')) - side(table), table.scrollLeft];
    })()"""
    left, scrolled = browser.ask(held)
    assert scrolled > 100
    assert abs(left) <= 1


def test_without_scripts_the_answer_has_its_picture(browser: Browser, report: Report) -> None:
    """The first picture is in the file itself; it stands there too while the charts are being unpacked."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.call("Page.navigate", url=report.path.as_uri())
        tree = browser.until("document.querySelector('footer') && document.querySelector('#answer').innerHTML", bool)
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
    assert tree.startswith('<svg class="still"') or 'class="still"' in tree[:300]


def test_a_request_would_be_seen_and_is_refused(browser: Browser, report: Report, tmp_path: Path) -> None:
    """The watch works: a page that asks for an address is caught, and the policy has stopped it."""
    text = report.path.read_text("utf-8").replace("<main>", '<main><img src="http://127.0.0.1:9/x.png">')
    spoilt = tmp_path / "spoilt.html"
    spoilt.write_text(text, "utf-8")
    browser.open(spoilt, DESK)
    assert any("Content Security Policy" in each for each in browser.complaints())


def test_an_injected_script_does_not_run(browser: Browser, report: Report, tmp_path: Path) -> None:
    """Even if escaping failed, the policy knows the page's own scripts only."""
    injected = "<main><script>document.title = 'caught'</script><img src=x onerror=\"document.title = 'caught'\">"
    spoilt = tmp_path / "spoilt.html"
    spoilt.write_text(report.path.read_text("utf-8").replace("<main>", injected), "utf-8")
    browser.open(spoilt, DESK)
    assert browser.ask("document.title") != "caught"
