"""The runs that a page may open: those named on the command line, and those below the lab's own folder."""

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.lab.comparisons import NAME, QUESTION
from dhstats.quoting import file_name, quoted, shortened
from dhstats.report.page.page import seen
from dhstats.simulate.checks.plan import open_checked
from dhstats.storage import Run
from dhstats.storage.layout import MANIFEST
from dhstats.storage.manifest import read_manifest

DEPTH = 4  # folders below the lab's in which runs are looked for
MOST_SEEN = 2_000  # folders that are looked at
MOST_LISTED = 60
LONGEST_NAME = 40  # letters of a folder's name that stand in an address
Record = dict[str, Any]


class Shelf:
    """Runs by the names that stand in addresses; a path is none of them."""

    def __init__(self, folder: Path, games: Sequence[str], named: Sequence[Path] = ()) -> None:
        """Of the runs in the folder those of these games are opened: a game file is run where somebody names it."""
        self._folder, self._games, self._named = folder, tuple(games), tuple(named)
        self._open: dict[tuple[Path, int], Run] = {}
        self._lock = threading.Lock()

    def listed(self) -> list[Record]:
        """The runs that can be read, with what is played in them: those that were named, then the latest."""
        found = []
        for folder in self._folders():
            with suppress(UserError, OSError):
                manifest = read_manifest(folder)
                compared = (manifest.name, manifest.question) == (NAME, QUESTION)  # may be cleared, and is like many
                if manifest.complete and manifest.shards and not compared:
                    found.append(_told(folder, self.run(name_of(folder)), named=folder in self._named))
            if len(found) == MOST_LISTED:
                break
        return found

    def run(self, name: str) -> Run:
        """The run of a name; BadInput where there is none, DataProblem for one that cannot be read."""
        for folder in self._folders():
            if name_of(folder) == name:
                self._check(folder)
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
            f"run {quoted(shortened(name, LONGEST_NAME))}: the page opens runs of the lab's own folder and those named"
            " on the command line, `dhstats lab --run FOLDER`"
        )

    def _check(self, folder: Path) -> None:
        """BadInput for the run of a game that nobody named when the lab was started."""
        if folder not in self._named and (game := read_manifest(folder).game) not in self._games:
            raise BadInput(
                f"run {quoted(shortened(folder.name, LONGEST_NAME))}: is of {quoted(shortened(game, LONGEST_NAME))}, a"
                " game that was not named; a game file is a program, so name the run: `dhstats lab --run FOLDER`"
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


def _told(folder: Path, run: Run, *, named: bool) -> Record:
    manifest = run.manifest
    players = ", ".join(dict.fromkeys(each.name for each in manifest.strategies))
    return {
        "run": name_of(folder), "folder": seen(str(folder)), "name": seen(manifest.name), "game": manifest.game,
        "rules": seen(manifest.rules_name), "players": seen(players), "games": manifest.games, "seed": manifest.seed,
        "seats": len(manifest.seats), "moves": manifest.moves, "named": named,
    }  # fmt: skip
