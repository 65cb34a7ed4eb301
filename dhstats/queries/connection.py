"""Connections to DuckDB: in memory, with declared limits, and the run's Parquet files as views."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import duckdb

from dhstats import machine
from dhstats.documents import expanded
from dhstats.errors import BadInput, DataProblem, ResourceFailure, UserError
from dhstats.quoting import quoted
from dhstats.storage.places import absolute, filesystem, remote

OLDEST = (2, 0)  # version of DuckDB; older ones cannot read how our whole numbers are encoded
MEMORY, TEMP = "DHSTATS_MEMORY", "DHSTATS_TEMP"  # variables of the environment
# Settings of every connection: nothing is fetched, and no Python variable is a table.
CLOSED = dict.fromkeys(
    ("autoinstall_known_extensions", "autoload_known_extensions", "python_enable_replacements"), False
)
LEAST_MEMORY, USUAL_MEMORY, MOST_MEMORY = 64, 1024, 1 << 22  # MiB


@dataclass(frozen=True, slots=True)
class Limits:
    """What counting may use: threads (None: one a core, four at most), memory and temporary disk in MiB.

    What does not fit into memory is spilled below `temp`, into a folder that is gone afterwards ("": the system's
    folder for temporary files).
    """

    threads: int | None = None
    memory: int = USUAL_MEMORY
    disk: int = 16_384
    temp: str = ""

    @classmethod
    def declared(cls, memory: int | None = None, temp: str | None = None) -> Self:
        """The limits that a command was given, or else the environment (DHSTATS_MEMORY in MiB, DHSTATS_TEMP)."""
        place = "--memory" if memory is not None else MEMORY
        written = str(memory) if memory is not None else os.environ.get(MEMORY, "").strip() or str(USUAL_MEMORY)
        if not re.fullmatch("[0-9]{1,9}", written) or not LEAST_MEMORY <= int(written) <= MOST_MEMORY:
            raise BadInput(f"{place}: must be from {LEAST_MEMORY} to {MOST_MEMORY:,} MiB, not {quoted(written)}")
        chosen = expanded(temp if temp is not None else os.environ.get(TEMP, "").strip())
        if chosen and not os.access(chosen, os.W_OK | os.X_OK):
            named = "--temp" if temp is not None else TEMP
            raise BadInput(f"{named}: {quoted(chosen)} is not a folder that can be written to")
        return cls(memory=int(written), temp=str(Path(chosen).absolute()) if chosen else "")

    @property
    def workers(self) -> int:
        """How many threads count."""
        return self.threads or min(4, machine.processors())

    def shared_out(self) -> Limits:
        """What each thread may use, where each has a connection of its own."""
        memory, disk = max(LEAST_MEMORY, self.memory // self.workers), self.disk // self.workers
        return replace(self, threads=1, memory=memory, disk=disk)

    def settings(self, folder: str) -> dict[str, str | bool | int | float | list[str]]:
        """The settings of DuckDB for these limits."""
        return {
            "threads": self.workers,
            "memory_limit": f"{self.memory}MiB",
            "max_temp_directory_size": f"{self.disk}MiB",
            "temp_directory": folder,
            **CLOSED,
        }


@contextmanager
def connect(limits: Limits) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database in memory, which is gone afterwards with its temporary files."""
    with spill_folder(limits) as folder, opened(limits, folder) as connection:
        yield connection


def check_version() -> None:
    """ResourceFailure for a DuckDB that cannot read what dhstats writes: that is no damage of the files."""
    if tuple(map(int, re.findall("[0-9]+", duckdb.__version__)[:2])) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise ResourceFailure(
            f"DuckDB {duckdb.__version__} is installed, and dhstats needs {needed} or newer to read its files;"
            f" install it with: pip install --upgrade 'duckdb>={needed}'"
        )


@contextmanager
def spill_folder(limits: Limits) -> Iterator[str]:
    """A folder for what does not fit into memory, gone afterwards; ResourceFailure where none can be made."""
    try:
        spill = tempfile.TemporaryDirectory(prefix="dhstats-", dir=limits.temp or None, ignore_cleanup_errors=True)
    except OSError as error:
        place = limits.temp or "the folder for temporary files"
        raise ResourceFailure(f"{place}: cannot be written: {error.strerror}; name another with --temp") from error
    with spill as folder:
        yield folder


@contextmanager
def opened(limits: Limits, folder: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database in memory that spills to a folder; ResourceFailure where DuckDB is too old for our files."""
    check_version()
    connection = duckdb.connect(":memory:", config=limits.settings(folder))
    try:
        yield connection
    finally:
        connection.close()


def show(connection: duckdb.DuckDBPyConnection, table: str, files: Sequence[Path]) -> None:
    """Makes Parquet files a view of that name; first files of an earlier version may have smaller numbers."""
    try:
        names = [as_pattern(file) for file in files]
        file = files[0]
        if remote(file) and not connection.list_filesystems():
            connection.register_filesystem(filesystem(file))
        mixed = _types(connection, names[0]) != _types(connection, names[-1])
        connection.read_parquet(names, union_by_name=mixed).create_view(table, replace=True)
    except duckdb.Error as problem:
        raise damaged(files[0].parent, problem) from None


def _types(connection: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    return [str(kind) for kind in connection.read_parquet(name).types]


def as_pattern(path: Path) -> str:
    """The path for DuckDB, which takes *, ? and [ in file names for patterns, a ~ before them for the home folder."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in absolute(path))


def damaged(folder: Path, problem: duckdb.Error) -> UserError:
    """The error for stored tables that cannot be read: by this DuckDB, by any, or for a lack of memory or files."""
    if lack := machine.shortage(problem):
        return ResourceFailure(f"{folder}: {lack}")
    if isinstance(problem, duckdb.NotImplementedException):
        why = " ".join(str(problem).split("\nLINE")[0].split())  # on one line, without the echo of the query
        return ResourceFailure(f"{folder}: DuckDB {duckdb.__version__} cannot read it: {why}")
    return DataProblem(f"{folder}: its files cannot be read; `dhstats verify` shows which is damaged")
