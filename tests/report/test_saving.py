"""What is saved of a page: tables as CSV, charts as pictures and code, two sheets, all of it, a slide."""

import base64
import csv
import re
import struct
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dhstats import machine
from dhstats.errors import BadInput, ResourceFailure
from dhstats.report import Report, write_report
from dhstats.report.page.page import Grid, Head, Page, Section, render
from dhstats.report.page.sheets import Written, csv_text, gather, gathering, sheets, sheets_in
from dhstats.report.pages import exports
from dhstats.report.pages.exports import CITATION, Exports
from dhstats.storage import Run
from tests.pages.checks import SHEETS, sheets_of
from tests.report.chromium import PROGRAM, Browser
from tests.report.test_page import SMALL, carried

SEVERAL = "<<and>>"
needs_chromium = pytest.mark.skipif(not PROGRAM, reason="no Chromium on this machine")


def saved(browser: Browser, menu: str) -> dict[str, str]:
    """What the entries of a menu save, by the names of the files; a name that comes twice has both texts."""
    browser.ask(f"""(() => {{
        window.files = {{}};
        const texts = [];
        URL.createObjectURL = (blob) => (texts.push(blob.text()), 'blob:x');
        HTMLAnchorElement.prototype.click = function () {{
            const text = texts.pop();
            text.then((said) => (files[this.download] = this.download in files ? `${{files[this.download]}}{SEVERAL}${{said}}` : said));
        }};
        {menu}.open = true;
        {menu}.querySelectorAll('button').forEach((each) => each.click());
    }})()""")
    count = browser.ask(f"{menu}.querySelectorAll('button').length")
    found = browser.until("files", lambda files: sum(1 + text.count(SEVERAL) for text in files.values()) == count)
    return {name: found[name] for name in sorted(found)}


@pytest.mark.browser
def test_a_chart_is_saved_without_a_network(browser: Browser, report: Report) -> None:
    """The menu makes pictures and code on the spot, and the code is a program that draws the same chart."""
    browser.open(report.path, 1280)
    files = saved(browser, "document.getElementById('outcomes-1').parentElement.querySelector('.save')")
    assert list(files) == ["outcomes-1.png", "outcomes-1.svg", "outcomes_1.py"]
    assert files["outcomes-1.svg"].startswith("<svg ")
    assert files["outcomes-1.png"].startswith("\ufffdPNG")
    made: dict[str, Any] = {}
    exec(files["outcomes_1.py"], made)
    assert made["chart"].to_dict()["title"]["text"]
    assert report.page.citation in files["outcomes_1.py"].splitlines()[0]
    assert browser.requests() == browser.complaints() == []


@pytest.mark.browser
def test_a_table_is_saved_as_it_was_counted(browser: Browser, report: Report) -> None:
    """Numbers unrounded, with decimal commas where they are wanted, the citation in a column; and the SQL behind it."""
    browser.open(report.path, 1280)
    menu = "document.querySelector('#scores .proof .save')"
    files = saved(browser, menu)
    table = next(each for each in report.page.parts[0].sections if each.key == "scores").tables[0]
    assert any(name.endswith(".sql") and text.startswith("-- ") for name, text in files.items())
    plain, commas = files["scores-histogram.csv"].split(SEVERAL)
    rows = list(csv.reader(plain.splitlines()))
    assert rows[0][-1] == "source"
    assert rows[1][-1].startswith(report.page.citation)
    assert rows[1][-1].endswith(f"; {table.left_out} more rows are left out on the page, --csv and --json have all")
    assert len(rows) == 1 + len(table.rows)
    assert [float(each) for each in rows[1] if re.fullmatch(r"[-\d.]+", each)] == [
        each for each in table.values[0] if isinstance(each, int | float)
    ]
    assert [row.count(";") >= len(rows[0]) - 1 for row in commas.splitlines()] == [True] * len(rows)


@pytest.mark.browser
def test_a_menu_opens_and_closes_by_the_keyboard(browser: Browser, report: Report) -> None:
    """Enter opens it, Escape closes it and leaves the focus where it was; so a screen reader knows what is saved."""
    browser.open(report.path, 1280)
    menu = "document.querySelector('#outcomes .chart .save')"
    browser.ask(f"{menu}.firstElementChild.focus()")
    for key, code, text in (("Enter", 13, "\r"), ("Tab", 9, ""), ("Escape", 27, "")):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text)
        opened = browser.ask(f"[{menu}.open, document.activeElement.textContent]")
        assert opened[0] == (key != "Escape")
    assert opened[1].startswith("Save ")
    assert browser.ask("[...document.querySelectorAll('.save > summary')].every(e => e.textContent.length > 6)")


@pytest.mark.browser
@pytest.mark.parametrize("paper", SHEETS)
def test_a_page_is_printed_on_two_sheets_or_in_full(browser: Browser, plain: Report, paper: str) -> None:
    """Two sheets unless everything is asked for: the answer, then findings, rules, players and command, none cut off."""
    width, height = SHEETS[paper]

    def printed() -> int:
        browser.call("Emulation.setEmulatedMedia", media="")
        pdf = browser.call("Page.printToPDF", paperWidth=width, paperHeight=height, preferCSSPageSize=True)
        return sheets_of(base64.b64decode(pdf["data"]))

    browser.open(plain.path, 1280, folded=True)
    assert printed() == 2
    browser.ask("document.getElementById('everything').click()")
    assert printed() > 4


@pytest.mark.browser
def test_the_second_sheet_shrinks_rather_than_to_lose_a_word(browser: Browser, plain: Report) -> None:
    """Twice as many players as have room at full size: all are there, set smaller; and still two sheets."""
    browser.open(plain.path, 1280, folded=True)
    browser.ask("""(() => {
        const players = document.querySelector('.players');
        for (let at = 0; at < 6; at++) players.append(players.firstElementChild.cloneNode(true));
        players.querySelectorAll('dd').forEach((each) => (each.textContent = each.textContent.repeat(6)));
    })()""")
    browser.media(dark=False, kind="print")
    browser.call("Emulation.setDeviceMetricsOverride", width=688, height=930, deviceScaleFactor=1, mobile=False)
    browser.ask("window.dispatchEvent(new Event('beforeprint'))")
    browser.drawn()
    size = float(browser.ask("document.documentElement.style.getPropertyValue('--second-sheet')"))
    assert 0.55 < size < 1
    high, cut = browser.ask(
        "(e => [e.getBoundingClientRect().height, e.scrollHeight > e.clientHeight + 1])(document.querySelector('main'))"
    )
    assert high <= 931
    assert not cut
    browser.ask("window.dispatchEvent(new Event('afterprint'))")
    assert browser.ask("document.documentElement.className") == "fitted"


TABLE = Grid(
    "Results", (Head("Result", "", False), Head("Share", "of the games", True)), (("first", "0.3333"),), 1, "by_result",
    (("first", 1 / 3), ("=2+3", None)),
)  # fmt: skip


def small() -> Page:
    """A page with one table, of which it shows one of two rows."""
    (part,) = SMALL.parts
    section = Section("who-wins", "Who wins?", (), (), "", "", "", (TABLE,), ())
    return replace(SMALL, parts=(replace(part, sections=(section,)),))


def written(folder: Path, page: Page | None = None) -> Written:
    """A page that a command wrote."""
    value = page or small()
    return Written(folder / "page.html", render(value).encode(), sheets(value, whole=True))


def test_csv_has_numbers_unrounded_and_no_formula() -> None:
    """What a spreadsheet would compute is text; what is no number is an empty cell; switches are words."""
    text = csv_text({"heads": ["Result", "Share"], "columns": [["=2+3", "-", 'a "b", c'], [1 / 3, None, True]]})
    assert text == 'Result,Share\n\'=2+3,0.3333333333333333\n\'-,\n"a ""b"", c",yes\n'


def test_a_page_carries_the_rows_that_it_shows_and_who_writes_it_knows_all(plain: Report) -> None:
    """Tables that are cut on the page are whole in what a command saves; a page of before gives what it carries."""
    page = small()
    content = render(page).encode()
    assert sheets_in(content) == {
        "citation": "A title; dhstats 9; go",
        "tables": [
            {"name": "who-wins-by-result", "title": "Results", "heads": ["Result", "Share (of the games)"],
             "columns": [["first"], [1 / 3]], "left_out": 1}
        ],
    }  # fmt: skip
    with gathering() as pages:
        gather(Path("page.html"), content, page)
        gather(Path("kept.html"), content)
    assert [len(each.sheets["tables"][0]["columns"][0]) for each in pages] == [2, 1]
    assert sheets_in(b"<html>") == {"citation": "", "tables": []}
    assert '"names"' in carried(plain.path.read_text("utf-8"), "charts")


def test_every_table_of_a_run_is_saved_as_its_json_has_it(run: Run, tmp_path: Path) -> None:
    """Cell by cell, whatever the page rounds; and the citation lists all files with the command and the rules."""
    with gathering() as pages:
        report = write_report(run, tmp_path / "page.html")
    Exports(csv_folder=tmp_path / "tables").save(pages)
    told = {f"{key}-{table.key}".replace("_", "-"): table for key, table in [
        (section.key, table) for section in report.page.parts[0].sections for table in section.tables
    ]}  # fmt: skip
    assert {file.stem for file in (tmp_path / "tables").glob("*.csv")} == set(told)
    for name, table in told.items():
        with (tmp_path / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        assert len(head) == len(table.heads)
        for row, values in zip(rows, table.values, strict=True):
            numbers = [(cell, value) for cell, value in zip(row, values, strict=True) if type(value) in (int, float)]
            assert all(float(cell) == value for cell, value in numbers)
    lines = (tmp_path / "tables" / CITATION).read_text("utf-8").splitlines()
    assert f"rules ffg ({run.manifest.rules_hash[:12]}); # Save as again.toml" in lines[0]
    assert len(lines) == 2 + len(told)


def test_a_folder_of_tables_is_written_again_and_another_is_refused(tmp_path: Path) -> None:
    """Tables that a page has no more go, files of somebody else are left alone, and a folder with others is refused."""
    folder = tmp_path / "tables"
    assert Exports(csv_folder=folder).save([written(tmp_path)]) == [f"tables: {folder} (1)"]
    (folder / "mine.csv").write_text("my own\n")
    renamed = replace(TABLE, key="by_seat")
    (part,) = small().parts
    page = replace(SMALL, parts=(replace(part, sections=(replace(part.sections[0], tables=(renamed,)),)),))
    Exports(csv_folder=folder).save([written(tmp_path, page)])
    assert sorted(file.name for file in folder.iterdir()) == [CITATION, "mine.csv", "who-wins-by-seat.csv"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(BadInput, match="holds other files; name a new folder"):
        Exports(csv_folder=tmp_path / "other").check()


@pytest.mark.parametrize(("count", "told"), [(0, "no page; name one with --page"), (2, "2 pages; name one rule set")])
def test_one_page_is_saved(tmp_path: Path, count: int, told: str) -> None:
    """Commands that write none, or several, say what to do."""
    pages = [replace(written(tmp_path), path=tmp_path / f"{at}.html") for at in range(count)]
    with pytest.raises(BadInput, match=told):
        Exports(csv_folder=tmp_path / "tables").save(pages)


def program(folder: Path, text: str) -> str:
    """A program that stands where Chromium has its place."""
    file = folder / "chromium"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize(
    ("text", "fault"),
    [("exit 3", "ended with exit code 3"), ("exit 0", "made nothing"), ("sleep 30", "did not finish within 1 seconds")],
)
def test_a_browser_that_fails_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, fault: str
) -> None:
    """The page is there, and somebody can print it; one that hangs is ended."""
    monkeypatch.setattr(machine, "CHROMIUMS", (program(tmp_path, text),))
    monkeypatch.setattr(exports, "PATIENCE", 1.0)
    began = time.monotonic()
    with pytest.raises(ResourceFailure, match=f"{fault}.*; the page itself is written .*open the page in any browser"):
        Exports(pdf=tmp_path / "two.pdf").save([written(tmp_path)])
    assert time.monotonic() - began < 20
    assert not (tmp_path / "two.pdf").exists()


def test_without_a_browser_nothing_is_begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before any game is played."""
    monkeypatch.setattr(machine, "CHROMIUMS", ())
    with pytest.raises(ResourceFailure, match="need Chromium, which is not on this machine; open the page in any"):
        Exports(png=tmp_path / "slide.png").check()


@needs_chromium
@pytest.mark.browser
def test_two_sheets_all_of_it_and_a_slide(plain: Report, tmp_path: Path) -> None:
    """Whatever letters the places have; the slide has the size of a screen."""
    content = plain.path.read_bytes()
    page = Written(tmp_path / 'it\'s a "page".html', content, sheets_in(content))
    wanted = Exports(pdf=tmp_path / "two 'sheets'.pdf", pdf_all=tmp_path / "all of it.pdf", png=tmp_path / "slide.png")
    wanted.check()
    wanted.save([page])
    assert sheets_of((tmp_path / "two 'sheets'.pdf").read_bytes()) == 2
    assert sheets_of((tmp_path / "all of it.pdf").read_bytes()) > 4
    assert struct.unpack(">II", (tmp_path / "slide.png").read_bytes()[16:24]) == (1920, 1080)
