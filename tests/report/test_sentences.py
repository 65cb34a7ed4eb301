"""The sentences of a page: each once, the weightiest first, and behind every interval a note on what it rests on."""

import re
from dataclasses import replace

import pytest

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, by_weight
from dhstats.report import Report
from dhstats.report.page import composition
from dhstats.report.page.numbers import finding_json
from dhstats.report.page.page import Footnotes, prose, render
from dhstats.stats.intervals.intervals import Interval
from tests.report.chromium import Browser
from tests.report.reading import Elements, repeated, sentences
from tests.report.test_page import SMALL

DEALS = Interval(0.0046, 0.0096, 0.95, "t over deals", 50_000, "deals")
FEWER = Interval(0.1, 0.3, 0.95, "t over deals", 400, "deals")
WORTH = Finding(f"It is worth +0.71 points ({words.span(DEALS, 2, factor=100.0, sign=True)}).")


def test_no_sentence_stands_twice(plain: Report) -> None:
    """Neither a finding, nor what it rests on, nor how something is done."""
    text = plain.path.read_text("utf-8")
    assert len(sentences(text)) > 80
    assert repeated(text) == []


def test_a_repeated_sentence_is_noticed() -> None:
    """The same check on a page with a finding in two places."""
    twice = Finding("The first player wins a little more often.", headline=True)
    answers = [Answer(key, key, (twice,), (), "", "", "", ()) for key in ("one", "two")]
    sections = tuple(composition.section(each, "", 100) for each in answers)
    lines = composition.headlines(answers)
    assert [line.finding for line in lines] == [twice]
    part = replace(SMALL.parts[0], headlines=lines, sections=sections)
    assert repeated(render(replace(SMALL, parts=(part,)))) == []
    spoilt = replace(sections[0], findings=(twice,))
    assert repeated(render(replace(SMALL, parts=(replace(part, sections=(spoilt,)),)))) == [twice.text]


def test_findings_come_by_how_much_they_matter() -> None:
    """Decided before open, open before refused, facts last; among equals the larger beside its margin."""
    found = [
        Finding("a", "fact"), Finding("b", "undecided", size=9.0), Finding("c", "balanced", size=0.1),
        Finding("d", "unbalanced", size=3.0), Finding("e", "fact"), Finding("f", "leaning", size=1.1),
        Finding("g", "refused"), Finding("h", "unbalanced", size=4.0),
    ]  # fmt: skip
    assert "".join(each.text for each in by_weight(found)) == "hdcfbgae"


def test_sizes_are_estimates_beside_their_margins(answers: tuple[Answer, ...]) -> None:
    """Of the first player's score half a point of win rate, of the lead half a point."""
    (asked,) = (each for each in answers if each.key == "first_player")
    for name, table, margin, null in (("score", "scores", 0.005, 0.5), ("margin", "margins", 0.5, 0.0)):
        together = next(asked.table(table).frame.iter_rows(named=True))
        sizes = [each.size for each in asked.findings]
        assert pytest.approx(abs(together[name] - null) / margin) in sizes


def test_the_opening_is_not_said_again_among_the_findings(plain: Report) -> None:
    """What the first screen says in its own words stands in its section, exactly; every other headline opens the page."""
    part = plain.page.parts[0]
    listed = [line.finding.text for line in part.headlines]
    assert plain.headlines[0] not in listed
    assert sorted(listed) == sorted(plain.headlines[1:])
    below = [finding.text for section in part.sections for finding in section.findings]
    assert plain.headlines[0] in below
    assert not set(listed) & set(below)
    titles = {section.key: section.title for section in part.sections}
    assert all(titles[line.section] == line.title for line in part.headlines)


def test_a_fact_has_no_badge(plain: Report) -> None:
    """Where nothing is judged, nothing is said to be."""
    text = plain.path.read_text("utf-8")
    assert re.findall(r'class="badge (\w+)', text)
    assert "fact" not in re.findall(r'class="badge (\w+)', text)
    facts = replace(SMALL.parts[0], headlines=composition.headlines([Answer("k", "K", (WORTH,), (), "", "", "", ())]))
    assert "badge " not in render(replace(SMALL, parts=(facts,), verdicts="")).partition("<body>")[2]


def test_a_sentence_has_its_interval_and_behind_the_bracket_a_mark() -> None:
    """What is a terminal's bracket is a page's note."""
    assert WORTH.text == "It is worth +0.71 points (95 % interval +0.46 to +0.96, t over 50,000 deals)."
    notes = Footnotes()
    shown = notes.sentence(WORTH.pieces)
    assert re.sub(r"<[^>]+>", "", shown) == "It is worth +0.71 points (+0.46 to +0.96)\u2060[1]."
    assert notes.listed == ("95 % interval, t over 50,000 deals",)


def test_equal_notes_share_a_number() -> None:
    """Another number of deals is another note."""
    notes, other = Footnotes(), Finding(f"So is this ({words.reach(FEWER, 1)}; in all).")
    shown = [notes.sentence(each.pieces) for each in (WORTH, other, WORTH)]
    marks = [re.findall(r"#note-(\d+)", each) for each in shown]
    assert marks == [["1"], ["2"], ["1"]]
    assert other.text == "So is this (0.1 to 0.3; in all)."
    assert re.sub(r"<[^>]+>", "", shown[1]) == "So is this (0.1 to 0.3\u2060[2]; in all)."
    assert notes.listed[1] == "95 % interval, t over 400 deals"


def test_every_interval_of_a_page_has_its_mark_and_every_mark_its_note(plain: Report) -> None:
    """No bracket has a method or a level; every note is used."""
    text = plain.path.read_text("utf-8")
    findings = re.findall(r'<span class="sentence">(.*?)</span>', text, re.DOTALL)
    assert len(findings) > 20
    assert not [each for each in findings if " interval " in re.sub(r"<sup.*?</sup>", "", each)]
    marks = set(re.findall(r'<sup class="mark">\u2060<a href="#(note-\d+)"', text))
    listed = {each for each in Elements(text).values("id") if each.startswith("note-")}
    assert marks == listed
    assert len(listed) > 5


def test_numbers_for_machines_say_what_intervals_rest_on() -> None:
    """Sentence as a terminal has it, and its intervals beside it."""
    assert finding_json(WORTH) == {
        "text": WORTH.text, "verdict": "fact", "headline": False,
        "intervals": [
            {"ends": "+0.46 to +0.96", "level": 0.95, "method": "t over deals", "n": 50_000, "unit": "deals"}
        ],
    }  # fmt: skip


@pytest.mark.parametrize("name", ["\ue000a\ue002", "\ue000\ue001\ue001\ue002", "a\ue000b", "\ue002"])
def test_a_name_that_looks_like_an_interval_is_a_name(name: str) -> None:
    """Letters that hold sentences together have no power in words from outside."""
    found = Finding(f"{name} wins ({words.span(FEWER, 1)}).")
    assert found.text.startswith(name)
    assert [each.ends for each in found.intervals] == ["0.1 to 0.3"]
    assert "\\xe00" in str(Footnotes().sentence(found.pieces))


BUBBLE = "getComputedStyle(document.querySelector('.findings .mark a'), '::after')"
FIRST = "document.querySelector('.findings .mark a')"


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_a_note_shows_where_one_reads(browser: Browser, plain: Report, width: int) -> None:
    """By the keyboard and by a tap, without leaving the place; it fits the screen."""
    browser.open(plain.path, width)
    assert browser.ask(f"{BUBBLE}.position") != "fixed"
    browser.ask(f"{FIRST}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
    before = browser.ask("window.scrollY")
    browser.ask(f"{FIRST}.click()")
    assert browser.ask(f"{BUBBLE}.position") == "fixed"
    assert browser.ask("window.scrollY") == before
    note = browser.ask(f"document.querySelector({FIRST}.getAttribute('href')).textContent")
    assert browser.ask(f"{BUBBLE}.content").strip('"') == f"[1] {note}"
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask(f"parseFloat({BUBBLE}.width)") <= width
    browser.ask("document.activeElement.blur()")
    assert browser.ask(f"{BUBBLE}.position") != "fixed"


@pytest.mark.browser
def test_notes_are_printed_at_the_end(browser: Browser, plain: Report) -> None:
    """Paper has the list of notes, and the marks that lead to it."""
    browser.open(plain.path, 1280)
    browser.media(dark=False, kind="print")
    shown = "[...document.querySelectorAll('.notes li')].every(each => each.getClientRects().length === 1)"
    assert browser.ask(shown)
    assert browser.ask("document.querySelectorAll('.findings .mark').length") > 5
    browser.media(dark=False, kind="screen")


def test_without_a_script_a_mark_leads_to_its_note(plain: Report) -> None:
    """It is an ordinary link, with words for those who do not see its number raised."""
    text = plain.path.read_text("utf-8")
    mark = r'<a href="#note-1" aria-label="Note 1" data-mark="\[1\]" data-note="[^"]*interval[^"]*">\[1\]</a>'
    assert re.search(mark, text)
    assert re.search(r'<li id="note-1">[^<]*interval[^<]*</li>', text)


def test_what_several_sections_say_is_said_once_for_all() -> None:
    """Sentences of methods and cautions that two sections have; each keeps what it alone says."""
    assert composition.shared(["Take care. Of one.", "Of two. Take care.", "", "Of three."]) == ("Take care.",)
    one, two = (
        composition.section(Answer(key, key, (), (), "", f"M of all. M of {key}.", f"C of all. C of {key}.", ()), "", 9)
        for key in ("one", "two")
    )
    part = composition._own(replace(SMALL.parts[0], sections=(one, two)), ("M of all.", "C of all."))
    assert [(each.method, each.caution) for each in part.sections] == [
        ("M of one.", "C of one."),
        ("M of two.", "C of two."),
    ]
    text = render(replace(SMALL, parts=(part,), methods=("M of all.",), cautions=("C of all.",)))
    assert [text.count(each) for each in ("M of all.", "C of all.")] == [1, 1]


def test_what_is_typed_is_set_as_code_in_every_sentence() -> None:
    """No mark of code is left on a page, in findings, cautions and methods alike; attributes have no tags."""
    told = prose("Use `dhstats compare` for <those>.")
    assert told == 'Use <code class="short">dhstats compare</code> for &lt;those&gt;.'
    assert "`" not in Footnotes().sentence(["see `dhstats replay` before more"])
