"""All kinds of pages on one sheet: `python -m tests.pages.sheet FOLDER` plays, writes, checks and photographs them.

FOLDER is emptied first.
Each page is opened on a desk, on a phone and on paper; whatever is wrong with one is printed and makes the exit code 1.
The sheet is `sheet.html` and `sheet.png`; `first.txt` has the words of all first screens. `--only sweep,value` does some.
"""

import argparse
import base64
import html
import os
import shutil
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from dhstats.cli.main import main as dhstats
from tests.pages.checks import SCREENS, First, first, in_words, on_screen, on_sheets
from tests.pages.kinds import KINDS, Kind
from tests.report.chromium import Browser, running
from tests.report.labels import SPOILT

PAPER = (688, 1009)  # pixels of an A4 page between its margins
LOG = "log.txt"


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as it was seen: what its first screen says, its weight, and what is wrong."""

    kind: Kind
    said: First
    size: int
    faults: tuple[str, ...]


def written(kind: Kind, done: set[str]) -> str:
    """Plays and writes a page in the working folder; "" or what went wrong."""
    with Path(LOG).open("a", encoding="utf-8") as log, redirect_stdout(log), redirect_stderr(log):
        for command in kind.before:
            if command not in done and dhstats(command.split()) != 0:
                return f"{command}: ended badly, see {LOG}"
            done.add(command)
        return "" if dhstats(kind.words) == kind.code else f"{kind.command}: ended badly, see {LOG}"


def seen(browser: Browser, kind: Kind) -> Seen:
    """A written page, looked at in a browser; its pictures lie beside it."""
    page = Path(kind.page).resolve()
    faults: list[str] = []
    for name in SCREENS:
        faults += on_screen(browser, page, name)
        browser.ask("document.getElementById('open-all').click()")
        browser.ask("scrollTo({top: 0, behavior: 'instant'})")
        photograph(browser, Path(f"{kind.name}-{name}.png"), *SCREENS[name])
    said = first(browser)
    faults += on_sheets(browser)
    on_paper(browser, page)
    faults += [f"paper: {each}" for each in browser.ask(SPOILT)]
    faults += in_words(page, said, Path(kind.numbers))
    return Seen(kind, said, page.stat().st_size, tuple(faults))


def on_paper(browser: Browser, page: Path) -> None:
    """The open page as it is printed, folded or not; a picture of the first sheet is kept."""
    browser.call(
        "Emulation.setDeviceMetricsOverride", width=PAPER[0], height=PAPER[1], deviceScaleFactor=1, mobile=False
    )
    browser.media(dark=False, kind="print")
    browser.ask("window.dispatchEvent(new Event('beforeprint'))")
    browser.drawn()
    photograph(browser, page.with_name(f"{page.stem}-paper.png"), *PAPER)


def photograph(browser: Browser, file: Path, width: int, height: int) -> None:
    """What the browser shows of the top of the page."""
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    file.write_bytes(base64.b64decode(browser.call("Page.captureScreenshot", clip=clip)["data"]))


def sheet(pages: list[Seen]) -> str:
    """All pictures on one page, a row a kind."""
    rows = "".join(
        f"<tr><th><a href='{each.kind.page}'>{each.kind.name}</a><p>{each.size / 1000:.0f} kB"
        f"<p>{'<br>'.join(map(html.escape, each.faults))}"
        + "".join(f"<td><img src='{each.kind.name}-{name}.png' alt='{name}'>" for name in (*SCREENS, "paper"))
        for each in pages
    )
    style = "body{font:14px sans-serif;margin:8px}th{width:11em;text-align:left;vertical-align:top}p{font-weight:400}"
    style += "td{vertical-align:top}img{height:420px;border:1px solid #999}"
    return f"<!doctype html><html data-charts='done'><meta charset=utf-8><title>Pages</title><style>{style}</style><table>{rows}</table>"


def main() -> int:
    """Writes the sheet; 1 if a page is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="A,B: these kinds alone.")
    asked = parser.parse_args()
    shutil.rmtree(asked.folder, ignore_errors=True)
    asked.folder.mkdir(parents=True)
    os.chdir(asked.folder)
    chosen = [kind for kind in KINDS if not asked.only or kind.name in asked.only.split(",")]
    pages, failed, done, began = [], 0, set[str](), time.perf_counter()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, running(Path(profile)) as browser:
        for kind in chosen:
            if trouble := written(kind, done):
                failed += 1
                sys.stdout.write(f"{kind.name}: {trouble}\n")
                continue
            pages.append(seen(browser, kind))
            failed += bool(pages[-1].faults)
            sys.stdout.write(f"{kind.name}: {pages[-1].size:,} bytes\n")
            sys.stdout.writelines(f"  {fault}\n" for fault in pages[-1].faults)
            sys.stdout.flush()
        Path("sheet.html").write_text(sheet(pages), "utf-8")
        browser.open(Path("sheet.html").resolve(), 1500, folded=True)
        height = browser.ask("document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": 1500, "height": height, "scale": 0.6}
        picture = browser.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        Path("sheet.png").write_bytes(base64.b64decode(picture))
    lines = [
        "\n".join((f"{each.kind.name}:", each.said.question, each.said.answer, each.said.sureness, each.said.decision))
        for each in pages
    ]
    Path("first.txt").write_text("\n\n".join(lines) + "\n", "utf-8")
    sys.stdout.write(f"{len(pages)} pages in {time.perf_counter() - began:.0f} s: {asked.folder}/sheet.html\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
