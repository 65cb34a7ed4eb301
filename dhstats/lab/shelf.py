"""The runs that a page may open: those named on the command line, and those below the lab's own folder."""

import hashlib
import re
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.lab.comparisons import NAME, QUESTION
from dhstats.quoting import file_name, quoted, shortened
from dhstats.report.page.page import seen
from dhstats.simulate.checks.shard import open_checked
from dhstats.storage import Run
from dhstats.storage.layout import MANIFEST, is_of_result
from dhstats.storage.lock import Claim
from dhstats.storage.manifest import read_manifest
from dhstats.storage.places import each_file_below, remote

DEPTH = 4  # folders below the lab's in which runs are looked for
MOST_SEEN = 2_000  # folders that are looked at
MOST_LISTED = 60
LONGEST_NAME = 40  # letters of a folder's name that stand in an address
Record = dict[str, Any]


class Shelf:
    """Runs by the names that stand in addresses; a path is not a name."""

    def __init__(self, folder: Path, games: Sequence[str], named: Sequence[Path] = ()) -> None:
        """Of the runs in the folder those of these games are opened: a game file is run where somebody names it."""
        self._folder, self._games, self._named = folder, tuple(games), tuple(named)
        self._open: dict[tuple[Path, int], Run] = {}
        self._lock = threading.Lock()

    def listed(self) -> list[Record]:
        """The runs that can be read, with what is played in them: those that were named, then the latest."""
        runs = []
        for folder in self._folders():
            with suppress(UserError, OSError):
                manifest = read_manifest(folder)
                compared = (manifest.name, manifest.question) == (NAME, QUESTION)  # may be cleared, and is like many
                if manifest.complete and manifest.shards and not compared:
                    runs.append(_told(folder, self.run(name_of(folder)), named=folder in self._named))
            if len(runs) == MOST_LISTED:
                break
        return runs

    def run(self, name: str) -> Run:
        """The run of a name; BadInput where there is none, DataProblem for one that cannot be read."""
        for folder in self._folders():
            if name_of(folder) == name:
                if folder not in self._named and (game := read_manifest(folder).game) not in self._games:
                    raise BadInput(
                        f"run {_short(folder.name)}: is of {_short(game)}, a game that was not named; a game file is a"
                        " program, so name the run: `dhstats lab --run FOLDER`"
                    )
                try:
                    key = folder, (folder / MANIFEST).stat().st_mtime_ns
                except OSError as error:
                    raise DataProblem(f"{folder}: the run no longer exists") from error
                with self._lock:
                    if key not in self._open:
                        self._open = {each: run for each, run in self._open.items() if each[0] != folder}
                        self._open[key] = open_checked(folder)
                    return self._open[key]
        raise BadInput(
            f"run {_short(name)}: the page opens runs of the lab's own folder and those named on the command line,"
            " `dhstats lab --run FOLDER`"
        )

    def _folders(self) -> Iterator[Path]:
        """The folders of runs: those that were named, then those of the lab's own folder, the latest first."""
        yield from self._named
        below = sorted(_below(self._folder), key=lambda each: -each[0])
        yield from (folder for _, folder in below if folder not in self._named)


def _below(folder: Path) -> Iterator[tuple[int, Path]]:
    """Folders with a manifest, with when it was written; links are not followed."""
    waiting, seen = [(folder, 0)], 0
    while waiting and seen < MOST_SEEN:
        here, depth = waiting.pop(0)
        seen += 1
        with suppress(OSError):
            if (here / MANIFEST).is_file():
                yield (here / MANIFEST).stat().st_mtime_ns, here
            elif depth < DEPTH:
                waiting += [(each, depth + 1) for each in here.iterdir() if each.is_dir() and not each.is_symlink()]


def name_of(folder: Path) -> str:
    """The name of a run in an address: that of its folder in letters and digits, and a mark that no other run has."""
    mark = hashlib.sha256(str(folder.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{file_name(folder.name)[:LONGEST_NAME].replace('=', '_').replace('.', '_')}-{mark}"


def _short(name: str) -> str:
    return quoted(shortened(name, LONGEST_NAME))


def _told(folder: Path, run: Run, *, named: bool) -> Record:
    manifest = run.manifest
    players = ", ".join(dict.fromkeys(each.name for each in manifest.strategies))
    return {
        "run": name_of(folder), "folder": seen(str(folder)), "name": seen(manifest.name), "game": manifest.game,
        "rules": seen(manifest.rules_name), "players": seen(players), "games": manifest.games, "seed": manifest.seed,
        "seats": len(manifest.seats), "moves": manifest.moves, "named": named,
    }  # fmt: skip


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


def clear(folder: Path, needed: Collection[Path] = (), most: int | None = None) -> Cleared:
    """Clears the oldest comparisons below a lab's folder while all of them have more bytes than `most`.

    Those that are `needed` stay, those that another process plays, and every file that belongs to no run. Folders of
    pages that a lab left empty when it was killed go as well, once no lab can be about to play there.
    """
    count = size = kept = 0
    most = MOST_BYTES if most is None else most
    if remote(folder):
        return Cleared()
    for _, played, runs, large in sorted(_compared(folder), key=lambda each: -each[0]):
        kept += large
        if kept > most and played not in needed and all(map(_cleared, runs)):
            count, size = count + 1, size + large
            with suppress(OSError):  # there is something else in it, which stays
                played.rmdir()
                played.parent.rmdir()
    for page in _folders(folder, _PAGE):
        with suppress(OSError):  # it is not empty
            if time.time() - page.stat().st_mtime > LEFT:
                page.rmdir()
    return Cleared(count, size)


def _compared(folder: Path) -> Iterator[tuple[int, Path, list[Path], int]]:
    """The comparisons below a folder: when the latest run of each was begun, where, its runs and how large they are."""
    for page in _folders(folder, _PAGE):
        for each in _folders(page, _NUMBER):
            runs = [run for run in _folders(each) if _is_ours(run)]
            with suppress(OSError):  # somebody else clears it
                if runs:
                    files = [run / name for run in runs for name in _files(run)]
                    when = max((run / MANIFEST).stat().st_mtime_ns for run in runs)
                    yield when, each, runs, sum(file.stat().st_size for file in files)


def _folders(folder: Path, named: re.Pattern[str] | None = None) -> list[Path]:
    """The folders in a folder, or those of certain names; links are left out."""
    with suppress(OSError):
        folders = [each for each in folder.iterdir() if each.is_dir() and not each.is_symlink()]
        return [each for each in folders if named is None or named.fullmatch(each.name)]
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
    files = [name for name in each_file_below(run) if is_of_result(name) and not (run / name).is_symlink()]
    return sorted(files, key=lambda name: name == MANIFEST)


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
