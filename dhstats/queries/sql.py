"""A user's own question in SQL: read-only, over the views games and moves of one run, within limits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb
import polars as pl

from dhstats.errors import BadInput, DataProblem
from dhstats.queries.connection import Limits, as_pattern, connect, first_sentence, show
from dhstats.queries.counts import stored
from dhstats.storage import Run
from dhstats.storage.layout import TABLES
from dhstats.storage.run import intact

ROWS = 10_000
SECONDS = 60.0


def query(
    run: Run, text: str, *, limit: int = ROWS, seconds: float = SECONDS, limits: Limits | None = None
) -> pl.DataFrame:
    """The rows that one SELECT (or WITH, FROM, DESCRIBE, SUMMARIZE) gives on the run's tables.

    Errors: BadInput for anything else, for mistakes in the query, and for more rows or time than allowed;
    DataProblem if a table that the text names has not the bytes that were written.
    """
    with connect(limits or Limits()) as connection:
        _only_reads(connection, text)
        _undamaged(run, text)
        _lock(connection, run)
        with _stopwatch(connection, seconds):
            return _fetch(connection, run, text, limit, seconds)


def _only_reads(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    """The text is one statement that reads."""
    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as problem:
        raise BadInput(f"sql: {first_sentence(problem)}") from None
    if len(statements) != 1:
        raise BadInput(f"sql: one statement at a time, got {len(statements)}")
    kind = statements[0].type
    if kind != duckdb.StatementType.SELECT:
        raise BadInput(f"sql: a run is only read, with SELECT, WITH or DESCRIBE; got {kind.name}")


def _undamaged(run: Run, text: str) -> None:
    """Every file of the tables that the text names has the bytes that were written; a question may need one alone."""
    for table in TABLES:
        if table in text.lower():
            for file in run.manifest.files(table):
                intact(run.folder, file)


def _lock(connection: duckdb.DuckDBPyConnection, run: Run) -> None:
    """Shows the run's tables, then shuts everything else out: files, extensions, settings."""
    allowed = []
    for table in TABLES:
        if files := [file for file, _ in stored(run, table)]:
            show(connection, table, files)
            allowed += [name for file in files for name in (str(file), as_pattern(file))]
    connection.execute("SET allowed_paths = $paths", {"paths": allowed})
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


@contextmanager
def _stopwatch(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    """Interrupts the query when its time is over."""
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _fetch(connection: duckdb.DuckDBPyConnection, run: Run, text: str, limit: int, seconds: float) -> pl.DataFrame:
    try:
        frame = _rows(connection, text, limit + 1)
    except duckdb.InterruptException:
        raise BadInput(f"sql: stopped after {seconds:g} seconds; ask for less, or allow more time") from None
    except duckdb.OutOfMemoryException:
        raise BadInput("sql: this needs more memory than a query may use; ask for less at a time") from None
    except duckdb.IOException as problem:
        raise DataProblem(f"{run.folder}: {first_sentence(problem)}") from None
    except duckdb.Error as problem:
        raise BadInput(f"sql: {first_sentence(problem)}{_missing(run, text)}") from None
    if frame.height > limit:
        raise BadInput(f"sql: more than {limit:,} rows; add LIMIT to the query, or allow more rows")
    return frame


def _rows(connection: duckdb.DuckDBPyConnection, text: str, limit: int) -> pl.DataFrame:
    """The first rows, with exact sums as whole numbers.

    The text is bound as a parameter to DuckDB's `query`, which takes a single SELECT. As the text is not the
    outermost statement there, DuckDB refuses WITH clauses that write (COPY, INSERT); elsewhere a statement
    with such a clause passes for a SELECT.
    """
    bounded = "SELECT * FROM query($text) LIMIT $rows"
    try:
        frame: pl.DataFrame = connection.sql(bounded, params={"text": text, "rows": limit}).pl()
    except pl.exceptions.PolarsError:
        raise BadInput("sql: a column has a type that cannot be shown; cast it to VARCHAR") from None
    whole = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Decimal) and kind.scale == 0]
    return frame.with_columns(pl.col(whole).cast(pl.Int64, strict=False))


def _missing(run: Run, text: str) -> str:
    """A hint for a question about turns where none were logged."""
    return "; this run logged no moves" if not run.has_moves and "moves" in text.lower() else ""
