"""What is demanded of every page: what a browser shows on the first screen, on a phone and on paper, and what is said."""

import base64
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from dhstats.cli.main import all_commands
from dhstats.errors import UserError
from tests.questions.lookup import BANNED
from tests.report.chromium import Browser
from tests.report.labels import SPOILT
from tests.report.reading import banned, hard_findings, repeated

LONGEST = 26  # words of a sentence that is read in passing
SCREENS = {"phone": (390, 844), "desk": (1280, 800)}
HEAVIEST = 900_000  # bytes
OPENING = {name: f".{name}" for name in ("answer", "sureness", "decision")} | {"question": "h1"}
SPAN = re.compile(r"([−+]?[\d,]+(?:\.\d+)?) to ([−+]?[\d,]+(?:\.\d+)?)")
SHOWN_AS = ((1.0, 0.0), (100.0, 0.0), (100.0, 0.5))  # factor, and what is taken off before
WIDER = """[...document.querySelectorAll('main *, header *')].filter(each => {
    const hidden = each.closest('.scroll, pre, nav, .unseen, .vega-actions, defs') || !each.getClientRects().length;
    return !hidden && each.getBoundingClientRect().right > innerWidth + 1;
}).map(each => each.tagName + ' ' + each.textContent.trim().slice(0, 40)).slice(0, 3)"""
OUTSIDE = """[...document.querySelectorAll('.chart')].filter(frame => {
    const picture = (frame.querySelector('svg.marks') || frame).getBoundingClientRect();
    const space = frame.getBoundingClientRect();
    return picture.left < space.left || picture.right > space.right + 0.5;
}).map(frame => frame.querySelector('figcaption').textContent)"""


CUT = """['.top', 'main'].filter(each => {
    const part = document.querySelector(each);
    return part.scrollHeight > part.clientHeight + 1;
})"""
SHEETS = {"A4": (8.27, 11.69), "Letter": (8.5, 11.0)}  # inches
# Sentences with marks of code that are not set as code.
MARKED = """[...document.querySelectorAll('p, li, dd, td, th, h1, h2, h3, figcaption, summary')].filter(each => {
    const copy = each.cloneNode(true);
    copy.querySelectorAll('code, pre, script').forEach(inner => inner.remove());
    return copy.textContent.includes('`');
}).map(each => each.textContent.trim().slice(0, 80)).slice(0, 3)"""


@dataclass(frozen=True, slots=True)
class First:
    """What the first screen says."""

    question: str
    answer: str
    sureness: str
    decision: str


def first(browser: Browser) -> First:
    """The words of the first screen of the open page, without marks of notes."""
    read = "(node => { const copy = node.cloneNode(true); copy.querySelectorAll('sup, .written, .says, [aria-hidden]').forEach(e => e.remove());"
    said = {
        name: browser.ask(
            f"{read} return copy.textContent.trim(); }})(document.querySelector('{place}') || new Image())"
        )
        for name, place in OPENING.items()
    }
    return First(**{name: text.replace("\u00a0", " ") for name, text in said.items()})


def on_screen(browser: Browser, page: Path, name: str) -> Iterator[str]:
    """What is wrong with a page at one width: first screen, width, console, charts."""
    width, height = SCREENS[name]
    browser.open(page, width, height, folded=True)
    if browser.ask("!!document.querySelector('.answer')"):
        for part in ("h1", ".answer", ".sureness", ".decision", "#answer svg.marks"):
            end = browser.ask(f"document.querySelector('{part}')?.getBoundingClientRect().bottom ?? 1e9")
            if end > height:
                yield f"{name}: {part} ends at {end:.0f} of {height} pixels"
    browser.unfold()
    yield from (f"{name}: wider than the screen: {each}" for each in browser.ask(WIDER))
    if browser.ask("document.documentElement.scrollWidth") > width:
        yield f"{name}: the page scrolls sideways"
    yield from (f"{name}: marks of code: {each}" for each in browser.ask(MARKED))
    yield from (f"{name}: out of its frame: {each}" for each in browser.ask(OUTSIDE))
    yield from (f"{name}: {each}" for each in browser.ask(SPOILT))
    yield from (f"{name}: {each}" for each in (*browser.complaints(), *browser.requests()))
    if not (said := browser.drawn()).startswith("done:"):
        yield f"{name}: {said}"


def on_sheets(browser: Browser) -> Iterator[str]:
    """Why the open page is not printed on two sheets exactly, of either size, with all that belongs there."""
    browser.ask("document.documentElement.dataset.form = 'two'")
    browser.call("Emulation.setEmulatedMedia", media="")
    for name, (width, height) in SHEETS.items():
        pdf = browser.call("Page.printToPDF", paperWidth=width, paperHeight=height, preferCSSPageSize=True)["data"]
        if (sheets := sheets_of(base64.b64decode(pdf))) != 2:
            yield f"{name}: {sheets} sheets"
    browser.media(dark=False, kind="print")
    browser.ask("window.dispatchEvent(new Event('beforeprint'))")
    browser.drawn()
    yield from (f"paper: cut off: {each}" for each in browser.ask(CUT))
    browser.ask("window.dispatchEvent(new Event('afterprint'))")
    browser.ask("delete document.documentElement.dataset.form")


def sheets_of(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def in_words(page: Path, said: First, numbers: Path) -> Iterator[str]:
    """What is wrong with what a page says: title, ease of reading, repetition, numbers that its tables lack."""
    text = page.read_text("utf-8")
    if len(text.encode()) > HEAVIEST:
        yield f"weighs {len(text.encode()):,} bytes"
    if not (
        numbers.exists() and "joined" in json.loads(numbers.read_text("utf-8"))
    ):  # runs below each other say the same
        yield from (f"said twice: {each}" for each in repeated(text))
    yield from (f"a finding that is hard to read: {each}" for each in hard_findings(text))
    if not said.answer:
        yield "the first screen has no answer"
        return
    if not said.question.endswith("?"):
        yield f"the title is no question: {said.question}"
    for sentence in (said.question, said.answer, said.sureness, said.decision):
        yield from (f"hard to read: {each}" for each in hard(sentence))
    if numbers.exists() and "studies" not in json.loads(
        numbers.read_text("utf-8")
    ):  # a study says what other pages say
        yield from unproved(said, json.loads(numbers.read_text("utf-8")))


def hard(text: str) -> list[str]:
    """What on a first screen is hard to read: words of the trade, and sentences too long to be read in passing."""
    words = [f"{word.strip()} in: {text}" for word in BANNED if word in text.lower()]
    words += [f"{word} in: {text}" for word in banned(text)]
    return words + [each for each in re.split(r"[.?!:;] ", text) if len(each.split()) > LONGEST]


def unproved(said: First, numbers: Any) -> Iterator[str]:
    """Words of the first screen that the JSON has otherwise, and intervals that none of its tables has."""
    answers = [answer for run in numbers.get("runs", [numbers]) for answer in run.get("answers", [run])]
    answers += [numbers["joined"]] if "joined" in numbers else []
    openings = [answer["opening"] for answer in answers if answer.get("opening")]
    for each in openings:
        yield from untypeable(str(each.get("command", "")))
    opening = next((each for each in openings if each["question"] == said.question), None)
    if opening is None:
        yield "the JSON does not answer the question of the page"
        return
    for name in OPENING:
        if opening[name].replace("`", "").replace(" %", " %") != getattr(said, name):
            yield f"the JSON has otherwise: {opening[name]} / {getattr(said, name)}"
    known = [float(cell) for answer in answers for cell in _cells(answer.get("tables", []))]
    for ends in SPAN.findall(said.sureness) if known else ():
        yield from (f"{end} is in no table" for end in ends if not _shown(end, known))


def untypeable(command: str) -> Iterator[str]:
    """Why a next step could not be typed; nothing for one that can, or that is no command."""
    if command:
        _, name, *words = shlex.split(command)
        known: Any = all_commands()
        try:
            known.commands[name].make_context(name, words, parent=typer.Context(known, info_name="dhstats"))
        except (UserError, KeyError) as error:
            yield f"cannot be typed: {command}: {error}"


def _cells(tables: list[dict[str, Any]]) -> Iterator[float]:
    for table in (each for each in tables if isinstance(each, dict) and "rows" in each):
        for row in table["rows"]:
            values = row.values() if isinstance(row, dict) else row
            yield from (each for each in values if isinstance(each, int | float) and not isinstance(each, bool))


def _shown(text: str, known: list[float]) -> bool:
    plain = text.replace("−", "-").replace("+", "").replace(",", "")
    slack = 0.51 * 10.0 ** -len(plain.partition(".")[2])
    return any(abs(factor * (each - off) - float(plain)) <= slack for each in known for factor, off in SHOWN_AS)
