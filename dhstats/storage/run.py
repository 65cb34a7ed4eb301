"""An open run: its manifest, whether the shards that this lists are those of its plan, and where its tables are."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.errors import DataProblem
from dhstats.seats import SEATS
from dhstats.storage.layout import MANIFEST, TABLES, file_sha256, shard_name, sizes
from dhstats.storage.manifest import Manifest, Shard, Written, read_manifest
from dhstats.storage.places import place, remote


@dataclass(frozen=True, slots=True)
class Run:
    """A run folder that can be read: whole shards only."""

    folder: Path
    manifest: Manifest

    @property
    def has_moves(self) -> bool:
        """Whether turns were logged."""
        return self.manifest.moves != "none"


def open_run(folder: Path | str) -> Run:
    """Opens a run folder for reading; DataProblem if there is no whole run in it. Its files are not read yet."""
    path = place(folder)
    manifest = read_manifest(path)
    if not manifest.shards:
        raise DataProblem(f"{path}: the run has no finished shard yet; continue with `dhstats simulate --resume`")
    if faults := progress_faults(manifest):
        raise DataProblem(f"{path}: {faults[0].text}")
    for file, size in misfits(path, manifest):
        what = "is missing" if size is None else f"has {size:,} bytes, but {file.size:,} were written"
        raise DataProblem(f"{file.path(path)}: {what}; `dhstats verify {path}` shows what else is wrong")
    return Run(path, manifest)


def misfits(folder: Path, manifest: Manifest) -> Iterator[tuple[Written, int | None]]:
    """Listed files that are longer or shorter than they were written, or missing, with their sizes; none is opened."""
    by_table = {table: sizes(folder, table) for table in TABLES}
    for file in manifest.files():
        if (size := by_table[file.table].get(file.name)) != file.size:
            yield file, size


def cautions_below(folder: Path) -> tuple[str, ...]:
    """What has to be said of the players of all runs in a folder on this machine, each thing once."""
    names: dict[str, None] = {}
    for path in [] if remote(folder) else sorted(folder.rglob(MANIFEST)):
        with suppress(DataProblem):  # reading that run says so
            names |= dict.fromkeys(read_manifest(path.parent).cautions)
    return tuple(names)


def intact(folder: Path, file: Written) -> Path:
    """Where a file of a run is, once its bytes are known to be those that were written; else DataProblem."""
    path = file.path(folder)
    try:
        sha256 = file_sha256(path)
    except OSError as error:
        machine.check_shortage(error, path)
        raise DataProblem(f"{path}: cannot be read: {error.strerror or error}") from error
    if sha256 != file.sha256:
        raise DataProblem(
            f"{path}: is damaged: it was changed after it was written; `dhstats verify {folder}` shows what else is"
        )
    return path


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the list of shards; a `lack` is a run that is not finished, and nothing worse."""

    text: str
    lack: bool = False


def progress_faults(manifest: Manifest) -> list[Fault]:
    """What is wrong with the list of finished shards: missing, doubled or shifted ones."""
    done, planned = len(manifest.shards), manifest.planned_shards
    listed = [shard.name for shard in manifest.shards]
    wrong = [Fault(f"shard {name} is listed {n} times") for name, n in sorted(Counter(listed).items()) if n > 1]
    if listed != sorted(listed):
        wrong.append(Fault("shards are not listed in their order"))
    wrong += [Fault(text) for shard in manifest.shards if (text := shard_fault(manifest, shard))]
    if not wrong and not manifest.complete:
        state = f"{done} of {planned} shards" if done < planned else f"played, but not judged until {manifest.until!r}"
        wrong.append(Fault(f"the run is incomplete ({state}); continue with `dhstats simulate --resume`", lack=True))
    return wrong


def shard_fault(manifest: Manifest, shard: Shard) -> str:
    """Why a listed shard is not among the planned ones, or nothing."""
    size, name = manifest.shard_deals, f"shard {shard.name}"
    number, played = manifest.number_of(shard), shard.deals * len(manifest.design.arms)
    games = played if manifest.keep == "games" else 0
    count = min(size, manifest.design.deals - number * size)
    right = (shard_name(number), manifest.design.from_deal + number * size, count)
    fits = (shard.name, shard.first_deal, shard.deals) == right
    if not fits or count < 1 or number < 0:
        return f"{name} has {shard.deals} deals from {shard.first_deal} on: no place in the plan"
    if shard.games_rows != games:
        return f"{name} has {shard.games_rows} games, should have {games}"
    listed, kept = {file.table for file in shard.files}, f"the run keeps {manifest.keep}"
    asked = {manifest.keep, "moves" if manifest.moves != "none" else ""}
    for table, reason in (("games", kept), ("totals", kept), ("moves", f"moves is {manifest.moves}")):
        if (table in listed) != (table in asked):
            return f"{name} lists {'' if table in listed else 'no '}{table}, but {reason}"
    return ""


Array = np.ndarray[Any, Any]
PARTS = (12, 60, 2520)  # that up to four seats can share, five and six as well, and up to ten
NAMES = {12: "twelfths", 60: "sixtieths", 2520: "2520ths"}


def parts_of_win(seats: int) -> int:
    """A win in parts, at a table for so many: 12, or 60 for five and six, 2,520 for seven to ten."""
    return next(parts for parts in PARTS if parts % lcm(*range(1, seats + 1)) == 0)


def parts_name(seats: int) -> str:
    """What these parts are called."""
    return NAMES[parts_of_win(seats)]


def win_columns(seats: int) -> tuple[str, ...]:
    """The columns of games that tell who won: those for three and more have the place of every seat."""
    return tuple(f"rank_{seat}" for seat in SEATS[:seats]) if seats > 2 else ("winner",)


def came_first(games: Any, seats: int) -> Array:
    """Whether each seat came first in each game, alone or alike with others, be it as partners: (seats, *games)."""
    columns = np.stack([np.asarray(games[name]).astype(np.int64) for name in win_columns(seats)])
    if seats > 2:
        return np.asarray(columns == 1)
    (winner,) = columns
    return np.stack([(winner == seat) | (winner < 0) for seat in range(seats)])


def first_seats(game: Any, seats: int) -> tuple[int, ...]:
    """The seats that came first in one game."""
    return tuple(map(int, np.flatnonzero(came_first(game, seats))))


def parts(first: Array) -> Array:
    """What each seat has of the win of each game, in parts, from who came first: shape (seats, *games)."""
    return np.asarray(first * (parts_of_win(len(first)) // np.maximum(1, first.sum(axis=0))))
