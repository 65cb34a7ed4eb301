"""Connections to DuckDB: in memory, with declared limits, and the run's Parquet files as views."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dhstats import machine
from dhstats.errors import DataProblem
from dhstats.storage.places import filesystem, remote


@dataclass(frozen=True, slots=True)
class Limits:
    """What counting may use: threads (None: one a core, four at most), memory and temporary disk in MiB."""

    threads: int | None = None
    memory: int = 1024
    disk: int = 16_384

    @property
    def workers(self) -> int:
        """How many threads count."""
        return self.threads or min(4, machine.processors())

    def shared_out(self) -> Limits:
        """What each thread may use, where each has a connection of its own."""
        return Limits(1, max(64, self.memory // self.workers), self.disk // self.workers)

    def settings(self, folder: str) -> dict[str, str | bool | int | float | list[str]]:
        """The settings of DuckDB for these limits; nothing is fetched, and no Python variable is a table."""
        return {
            "threads": self.workers,
            "memory_limit": f"{self.memory}MiB",
            "max_temp_directory_size": f"{self.disk}MiB",
            "temp_directory": folder,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "python_enable_replacements": False,
        }


@contextmanager
def connect(limits: Limits) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database in memory, which is gone afterwards with its temporary files."""
    with tempfile.TemporaryDirectory(prefix="dhstats-", ignore_cleanup_errors=True) as folder:
        connection = duckdb.connect(":memory:", config=limits.settings(folder))
        try:
            yield connection
        finally:
            connection.close()


def show(connection: duckdb.DuckDBPyConnection, table: str, files: Sequence[Path]) -> None:
    """Makes Parquet files a view of that name, in place of an earlier one.

    Errors: DataProblem if a file cannot be read.
    """
    try:
        names = [as_pattern(file) for file in files]
        _reach(connection, files[0])
        connection.read_parquet(names).create_view(table, replace=True)
    except duckdb.Error as problem:
        raise damaged(files[0].parent, problem) from None


def _reach(connection: duckdb.DuckDBPyConnection, file: Path) -> None:
    """Lets DuckDB read where the file lies: extensions of its own for object stores are never fetched."""
    if remote(file) and not connection.list_filesystems():
        connection.register_filesystem(filesystem(file))


def as_pattern(path: Path) -> str:
    """The path for DuckDB, which takes *, ? and [ in file names for patterns."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in str(path))


def damaged(folder: Path, problem: duckdb.Error) -> DataProblem:
    """The error for stored tables that cannot be read."""
    return DataProblem(f"{folder}: {first_sentence(problem)}; `dhstats verify` tells which file is damaged")


def first_sentence(problem: duckdb.Error) -> str:
    """What DuckDB complains about, on one line, without the echo of the query."""
    return " ".join(str(problem).split("\n\nLINE")[0].split("\nLINE")[0].split())
