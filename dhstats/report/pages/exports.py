"""What is saved beside a page: its tables as CSV, its first screen as a picture, two sheets or all of it as PDF."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dhstats import children, machine
from dhstats.errors import BadInput, ResourceFailure
from dhstats.report.page.sheets import Written, csv_text
from dhstats.report.pages.writing import write_file
from dhstats.storage.layout import reason
from dhstats.storage.outputs import check_ours
from dhstats.storage.places import remote

CITATION = "citation.txt"  # says of a folder where its tables come from, and lists them
FLAGS = (
    *("--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars"),
    "--host-resolver-rules=MAP * ~NOTFOUND",  # a page asks for nothing, and the browser gets nothing either
)
# What Chromium is asked for, and last what it makes: sheets, or a picture of 1920 × 1080.
PRINT = ("--no-pdf-header-footer", "--print-to-pdf", "made.pdf")
SLIDE = ("--window-size=1440,810", "--force-device-scale-factor=1.3333334", "--screenshot", "made.png")
A4 = b"<style>@page { size: A4 }</style></head>"  # whoever prints the page chooses the paper, and here nobody does
PATIENCE = 120.0  # seconds for a page; a loaded machine needs a few
NONE = "no page; name one with --page; if the answer came from elsewhere, remove its answer.json to make the page here"
BY_HAND = "open the page in any browser and print it"


@dataclass(frozen=True, slots=True)
class Exports:
    """Where to save what of a page; None for what is not wanted."""

    csv_folder: Path | None = None
    pdf: Path | None = None
    pdf_all: Path | None = None
    png: Path | None = None

    def check(self) -> None:
        """BadInput for a folder that holds something else, ResourceFailure where Chromium is needed and not there."""
        if self.csv_folder is not None:
            check_folder(self.csv_folder)
        if (self.pdf or self.pdf_all or self.png) and not machine.chromium():
            raise ResourceFailure(f"--pdf, --pdf-all, --png: need Chromium, which is not on this machine; {BY_HAND}")

    def save(self, pages: Sequence[Written]) -> list[str]:
        """Saves what is wanted of the one page that was written, and says where each lies."""
        last = {each.path: each for each in pages}
        if len(last) != 1:
            made = f"{len(last)} pages; name one rule set" if last else NONE
            raise BadInput(f"--csv, --pdf, --pdf-all and --png save one page, and this command wrote {made}")
        lines, (page,) = [], last.values()
        if self.csv_folder is not None:
            lines.append(f"tables: {self.csv_folder} ({write_tables(page, self.csv_folder)})")
        pictures = (("two", self.pdf, PRINT), ("all", self.pdf_all, PRINT), ("slide", self.png, SLIDE))
        for form, target, words in pictures:
            if target is not None:
                write_file(target, asked(page, form, *words))
                lines.append(f"saved: {target}")
        return lines


def check_folder(folder: Path) -> None:
    """BadInput for a folder that tables may not be written into: it holds what this project did not put there."""
    if remote(folder):
        raise BadInput(f"{folder}: tables go into a folder on this machine; name one here")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / CITATION).is_file():
        raise BadInput(f"{folder}: holds other files; name a new folder for the tables")
    for file in (CITATION, *_listed(folder)):
        check_ours(folder / file)


def write_tables(page: Written, folder: Path) -> int:
    """Writes every table of a page, last the citation, which lists them; what was listed before goes. How many."""
    check_folder(folder)
    files = {f"{each['name']}.csv": each for each in page.sheets["tables"]}
    before = _listed(folder)
    for file, each in files.items():
        write_file(folder / file, csv_text(each).encode())
    for gone in before - files.keys():
        (folder / gone).unlink(missing_ok=True)
    lines = [f"{file}: {each['title']}" for file, each in files.items()]
    write_file(folder / CITATION, "\n".join([page.sheets["citation"], "", *lines, ""]).encode())
    return len(files)


def _listed(folder: Path) -> set[str]:
    """The tables that the citation of a folder lists, by their names there."""
    if not (folder / CITATION).is_file():
        return set()
    lines = (folder / CITATION).read_text("utf-8", errors="replace").splitlines()[2:]
    names = {line.partition(": ")[0] for line in lines}
    return {name for name in names if name.endswith(".csv") and Path(name).name == name}


def asked(page: Written, form: str, *words: str) -> bytes:
    """What Chromium makes of a page in a form that its style knows; the last two words say what, and its name."""
    program = machine.chromium()
    with tempfile.TemporaryDirectory(prefix="dhstats-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        content = page.content.replace(b"<html ", f'<html data-form="{form}" '.encode(), 1).replace(b"</head>", A4, 1)
        (folder / "page.html").write_bytes(content)
        root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()  # which root cannot have
        *ask, what, made = words
        own = (f"--user-data-dir={folder / 'profile'}", f"{what}={folder / made}", (folder / "page.html").as_uri())
        command = children.program(program, *FLAGS, *root, *ask, *own)
        try:
            fault = _run(command, folder)
            if not fault:
                return (folder / made).read_bytes()
        except OSError as error:
            fault = f"made nothing ({reason(error)})"
    raise ResourceFailure(f"{program}: {fault}; the page itself is written ({page.path}): {BY_HAND}")


def _run(command: Sequence[str], folder: Path) -> str:
    """Runs a browser whose files lie in a folder; what went wrong. All processes that it began end with it."""
    quiet, ours = subprocess.DEVNULL, os.environ | {"TMPDIR": str(folder)}
    with subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, env=ours, start_new_session=True
    ) as browser:
        try:
            code = browser.wait(PATIENCE)
            return f"ended with exit code {code}" if code else ""
        except subprocess.TimeoutExpired:
            return f"did not finish within {PATIENCE:.0f} seconds"
        finally:
            with suppress(ProcessLookupError, AttributeError):  # no processes are left, or this system has no groups
                os.killpg(browser.pid, signal.SIGKILL)
            browser.kill()
