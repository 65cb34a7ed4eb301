"""Room for new comparisons: games of older ones are cleared, and nothing but what a lab wrote itself.

A comparison can be played again from its seed, so its games are kept as long as there is room for them. What somebody
asked to keep is not touched: pages that were written, games that were saved, batches that were played.
"""

import re
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dhstats.errors import UserError
from dhstats.lab.comparisons import NAME, QUESTION
from dhstats.storage.layout import MANIFEST, is_of_result
from dhstats.storage.lock import Claim
from dhstats.storage.manifest import read_manifest
from dhstats.storage.places import each_file_below, remote

MOST_BYTES = 2 * 10**9
GIGABYTE, MEGABYTE = 10**9, 10**6
LEFT = 3_600.0  # seconds after which nobody is about to play in an empty folder
_PAGE, _NUMBER = re.compile(r"page-[0-9]+"), re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Cleared:
    """How many comparisons were cleared, and how many bytes of the disk that gave back."""

    comparisons: int = 0
    bytes: int = 0

    def told(self, folder: Path) -> str:
        """The same in a sentence."""
        older = "an older comparison" if self.comparisons == 1 else f"{self.comparisons:,} older comparisons"
        size = f"{self.bytes / GIGABYTE:.1f} GB" if self.bytes >= GIGABYTE / 10 else f"{self.bytes / MEGABYTE:.1f} MB"
        return f"cleared {older} below {folder} ({size}): the newest {MOST_BYTES / GIGABYTE:g} GB are kept"


@dataclass(frozen=True)
class _Compared:
    """The runs of one comparison, how large they are, and when the latest was begun."""

    folder: Path
    runs: tuple[Path, ...]
    bytes: int
    when: int


def clear(folder: Path, needed: Collection[Path] = (), most: int | None = None) -> Cleared:
    """Clears the oldest comparisons below a lab's folder while all of them have more bytes than `most`.

    Those that are `needed` stay, those that another process plays, and every file that is none of a run. Folders of
    pages that a lab left empty when it was killed go as well, once no lab can be about to play there.
    """
    count = size = kept = 0
    most = MOST_BYTES if most is None else most
    if remote(folder):
        return Cleared()
    for each in sorted(_compared(folder), key=lambda each: -each.when):
        kept += each.bytes
        if kept > most and each.folder not in needed and all(map(_cleared, each.runs)):
            count, size = count + 1, size + each.bytes
            with suppress(OSError):  # there is something else in it, which stays
                each.folder.rmdir()
                each.folder.parent.rmdir()
    for page in _folders(folder, _PAGE):
        with suppress(OSError):  # it is not empty
            if time.time() - page.stat().st_mtime > LEFT:
                page.rmdir()
    return Cleared(count, size)


def _compared(folder: Path) -> Iterator[_Compared]:
    for page in _folders(folder, _PAGE):
        for each in _folders(page, _NUMBER):
            runs = tuple(run for run in _folders(each) if _is_ours(run))
            with suppress(OSError):  # somebody else clears it
                if runs:
                    files = [run / name for run in runs for name in _files(run)]
                    when = max((run / MANIFEST).stat().st_mtime_ns for run in runs)
                    yield _Compared(each, runs, sum(file.stat().st_size for file in files), when)


def _folders(folder: Path, named: re.Pattern[str] | None = None) -> list[Path]:
    """The folders in a folder, or those of certain names; a link is none."""
    with suppress(OSError):
        found = [each for each in folder.iterdir() if each.is_dir() and not each.is_symlink()]
        return [each for each in found if named is None or named.fullmatch(each.name)]
    return []


def _is_ours(run: Path) -> bool:
    """Whether a folder holds a run that a lab played to compare: its list of files says so."""
    if (run / MANIFEST).is_symlink():
        return False
    with suppress(UserError, OSError):
        manifest = read_manifest(run)
        return manifest.name == NAME and manifest.question == QUESTION
    return False


def _files(run: Path) -> list[str]:
    """The files of a run, its list last, so that what is cleared by half is known as a lab's the next time."""
    found = [name for name in each_file_below(run) if is_of_result(name) and not (run / name).is_symlink()]
    return sorted(found, key=lambda name: name == MANIFEST)


def _cleared(run: Path) -> bool:
    """Removes the files of a run, unless somebody writes them now."""
    if not run.is_dir():  # somebody else cleared it, and a claim would make the folder again
        return True
    try:
        with Claim(run):
            for name in _files(run):
                (run / name).unlink(missing_ok=True)
        for folder in (*_folders(run), run):
            with suppress(OSError):  # there is something else in it, which stays
                folder.rmdir()
    except (UserError, OSError):
        return False
    return True
