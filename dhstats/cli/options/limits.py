"""What a command may cost: its options for time, disk, threads and priority, and a word before it takes long."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats import machine
from dhstats.errors import BadInput
from dhstats.quoting import plain

if TYPE_CHECKING:
    from dhstats.simulate.work.budget import Budget

UNITS = (86_400, 3_600, 60, 1)  # seconds of a day, an hour, a minute
BYTES = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
LONG = 60.0  # seconds from which on a command is announced
MEASURED, PATIENCE = 3.0, 10.0  # seconds of play that are measured; how long to wait for the size of a first shard


def _threads(context: typer.Context, workers: int | None) -> int | None:
    """Holds this command and all its libraries to so many threads."""
    if workers is not None:
        if workers < 1:
            raise BadInput(f"--workers: must be at least 1, not {workers}")
        if workers > machine.MOST_THREADS:
            raise BadInput(f"--workers: must be at most {machine.MOST_THREADS:,}, not {workers:,}")
        context.with_resource(machine.at_most(workers))
    return workers


def _priority(nice: bool) -> bool:
    if nice:
        machine.give_way()
    return nice


Workers = Annotated[
    int | None,
    typer.Option(help="Threads (default: one a processor); results do not depend on it.", callback=_threads),
]
Cluster = Annotated[
    str,
    typer.Option(
        help="Play on the workers of a Dask cluster: tcp://HOST:8786, or local:N for N processes here.",
        metavar="ADDRESS",
    ),
]
MaxTime = Annotated[
    str | None,
    typer.Option("--max-time", help="End after so long, as 90s or 2h30m, keep what is finished; --resume goes on."),
]
MaxDisk = Annotated[
    str | None,
    typer.Option("--max-disk", help="End before the games on disk take more, as 20GB; --resume goes on."),
]
Nice = Annotated[bool, typer.Option("--nice", help="Let other processes go first.", callback=_priority)]


def budget(max_time: str | None, max_disk: str | None = None) -> Budget:
    """The limits of a command; BadInput for one that cannot be read."""
    from dhstats.simulate.work.budget import Budget

    return Budget(
        None if max_time is None else seconds(max_time), None if max_disk is None else _bytes(max_disk)
    )  # fmt: skip


def seconds(written: str) -> float:
    """A length of time as people write it, 90s or 2h30m; BadInput for what cannot be read."""
    found = re.fullmatch(
        r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?", written.replace(" ", ""), re.ASCII
    )
    parts = [int(part or 0) for part in found.groups()] if found else [0] * 4
    total = sum(part * unit for part, unit in zip(parts, UNITS, strict=True))
    if not total:
        raise BadInput(f"--max-time: write a time as 90s, 45m, 2h30m or 1d, not {written!r}")
    return float(total)


def _bytes(written: str) -> int:
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)\s*([KMGT]I?B)", written.strip().upper(), re.ASCII)
    total = int(float(found[1]) * BYTES[found[2]]) if found else 0
    if not total:
        raise BadInput(f"--max-disk: write a size as 500MB, 20GB or 1.5TiB, not {written!r}")
    return total


class Forecast:
    """Says once, on stderr, how long a command will take and what it will write, if that is long."""

    def __init__(self, json_target: str | None, runs: int = 1, *, at_most: bool = False) -> None:
        """Silent for machines; `runs` like the first are to come, and `at_most` says that they may end early."""
        self._judged, self._runs, self._at_most = json_target is not None, runs, at_most
        self._began: tuple[int, float] | None = None  # how much was done when, as soon as anything was

    def note(self, what: str, done: int, planned: int, seconds: float, size: float | None, folder: Path) -> None:
        """Is told how far the first run is, and how many bytes it will have (0: not known yet, None: hardly any)."""
        if self._judged or done < 1:
            return
        before, start = self._began = self._began or (done, seconds)  # compiling says nothing of what is to come
        measured = seconds - start
        if done == before or measured < MEASURED or (size == 0 and measured < PATIENCE):
            return
        self._judged = True
        expected = start + (self._runs * planned - before) * measured / (done - before)
        if expected >= LONG:
            told = self._words(what, planned, expected, self._runs * (size or 0), folder)
            sys.stderr.write(plain(told) + "\n")

    def _words(self, what: str, planned: int, seconds: float, size: float, folder: Path) -> str:
        from dhstats.simulate.work import budget
        from dhstats.storage.places import remote

        runs = f"{self._runs} runs of " if self._runs > 1 else ""
        told = f"expected: {'at most ' * self._at_most}{budget.duration(seconds)} for {runs}{planned:,} {what}"
        if size:
            free = size if remote(folder) else shutil.disk_usage(folder).free
            told += f", {budget.size(size)} on disk" + (f" (only {budget.size(free)} are free)" if free < size else "")
        return f"{told}; Ctrl-C, --max-time and --max-disk keep what is finished, and --resume goes on"
