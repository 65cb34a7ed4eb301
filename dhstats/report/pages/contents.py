"""The list of all pages in a folder, with the answer of each, newest first: `index.html`."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from dhstats.errors import BadInput, DataProblem, ResourceFailure
from dhstats.release import VERSION
from dhstats.report.page.identity import LARGEST_HEAD, LIST, META, Identity, read_identity
from dhstats.report.page.page import from_template, policy, style
from dhstats.storage.layout import check_target, reason, whole_file
from dhstats.storage.places import remote

INDEX = "index.html"
USUAL = "reports"  # the folder whose list is kept without being asked for
ATTEMPTS = 20  # at a list that other commands change meanwhile


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of a folder: its file, when it was written (nanoseconds), what it says, or why nothing is known of it."""

    file: str
    written: int
    identity: Identity | None
    fault: str = ""

    @property
    def address(self) -> str:
        """The file as an address beside the list."""
        return "./" + quote(os.fsencode(self.file))

    @property
    def day(self) -> str:
        """When it was written, in UTC."""
        return datetime.fromtimestamp(self.written / 1e9, UTC).strftime("%Y-%m-%d")


def entries(folder: Path) -> tuple[Entry, ...]:
    """The pages of a folder, newest first; files of others are left out.

    Errors: DataProblem for a folder that is not there, ResourceFailure for one that cannot be read.
    """
    try:
        found = [each for each in folder.iterdir() if each.suffix == ".html" and each.name != INDEX]
    except (FileNotFoundError, NotADirectoryError):
        raise DataProblem(f"{folder}: is not a folder; `dhstats report RUN` writes a page into {USUAL}/") from None
    except OSError as error:
        raise ResourceFailure(f"{folder}: cannot be read: {reason(error)}") from error
    known = [entry for file in found if (entry := _entry(file))]
    return tuple(sorted(known, key=lambda each: (-each.written, each.file)))


def _entry(file: Path) -> Entry | None:
    """What is known of a file; None for one that is gone, or of another program."""
    try:
        if not file.is_file():
            return None
        written = file.stat().st_mtime_ns
        with file.open("rb") as stream:
            head = stream.read(LARGEST_HEAD)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Entry(file.name, 0, None, error.strerror or str(error))
    try:
        told = read_identity(head)
    except ValueError:
        return Entry(file.name, written, None, "is damaged; make it again")
    return Entry(file.name, written, told) if told else None


def write_contents(folder: Path) -> tuple[Path, tuple[Entry, ...]]:
    """Writes the list of a folder's pages; where it lies, and the pages.

    Pages that others write meanwhile are on it: the last to write looks again. BadInput where another program's page
    has its name, DataProblem for no folder, ResourceFailure for one that cannot be written.
    """
    file, known = folder / INDEX, entries(folder)
    check_target(file)
    if not _is_ours(file):
        raise BadInput(f"{file}: is not a list of pages of dhstats, and is not overwritten; move it away")
    for _ in range(ATTEMPTS):
        with whole_file(file) as draft:
            draft.write_text(_text(known), encoding="utf-8")
        seen, known = known, entries(folder)
        if seen == known:
            break
    return file, known


def keep_contents(page: Path) -> None:
    """Brings the list up to date beside a page that was written: in `reports`, and wherever there is one.

    The page is what was asked for: where no list can be written, nothing is said of it.
    """
    folder = page.parent
    if remote(page) or page.name == INDEX:
        return
    with suppress(BadInput, DataProblem, ResourceFailure):
        if folder.absolute().name == USUAL or (folder / INDEX).is_file():
            write_contents(folder)


def beside(page: Path) -> tuple[Entry, ...]:
    """The other pages in the folder of a page, newest first; none where there is no such folder, or it is far away."""
    if remote(page) or not page.parent.is_dir():
        return ()
    return tuple(each for each in entries(page.parent) if each.file != page.name and each.identity)


def _is_ours(file: Path) -> bool:
    """Whether there is no such file yet, or it is a list that may be written over."""
    try:
        with file.open("rb") as stream:
            head = stream.read(LARGEST_HEAD)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise ResourceFailure(f"{file}: cannot be read: {reason(error)}") from error
    return f'name="{LIST}"'.encode() in head and f'name="{META}"'.encode() not in head


def _text(known: tuple[Entry, ...]) -> str:
    told = [each for each in known if each.identity]
    damaged = [each for each in known if not each.identity]
    return from_template(
        "contents.html.j2",
        told=told,
        damaged=damaged,
        version=VERSION,
        policy=policy(()),
        style=Markup(style()),
        mark=LIST,
    )
