"""A user's own question in SQL: read-only, over the views games and moves of one run, within limits."""

import io
import json
import os
import signal
import subprocess
import sys

import polars as pl

from dhstats import children
from dhstats.errors import BadInput, ResourceFailure
from dhstats.queries.connection import Limits, check_version, spill_folder
from dhstats.queries.sandbox import DONE, KINDS, NESTED, Question
from dhstats.storage import Run
from dhstats.storage.layout import TABLES
from dhstats.storage.places import absolute
from dhstats.storage.soundness import intact_table

ROWS = 10_000
SECONDS = 60.0
MOST_SECONDS = 86_400.0
LONGEST = 1 << 20  # letters of a query
START = 600.0  # seconds that a process may take to begin, on a machine that is busy


def query(
    run: Run, text: str, *, limit: int = ROWS, seconds: float = SECONDS, limits: Limits | None = None
) -> pl.DataFrame:
    """The rows that one SELECT (or WITH, FROM, DESCRIBE, SUMMARIZE) gives on the run's tables."""
    chosen = limits or Limits.declared()
    check_version()
    if not 0 <= limit <= 10**7:
        raise BadInput(f"--limit: must be from 0 to 10,000,000 rows, not {limit:,}")
    if not 0.0 < seconds <= MOST_SECONDS:
        raise BadInput(f"--seconds: must be above 0 and at most {MOST_SECONDS:,.0f}, not {seconds:g}")
    if len(text) > LONGEST:
        raise BadInput(f"sql: a query of {len(text):,} letters; at most {LONGEST:,} are read")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput("sql: the query is not UTF-8 text") from None
    for table in (table for table in TABLES if table in text.lower()):  # a question may need one alone
        for file in run.manifest.files(table):
            intact_table(run.folder, file)
    files = {table: [absolute(file.path(run.folder)) for file in run.manifest.files(table)] for table in TABLES}
    files = {table: names for table, names in files.items() if names}
    with spill_folder(chosen) as folder:
        question = Question(text, files, limit, seconds, chosen, folder)
        outcome, rows = _asked(question)
    if outcome["kind"] != DONE:
        unlogged = not run.has_moves and "moves" in outcome["text"].lower()
        raise KINDS[outcome["kind"]](outcome["text"] + ("; this run logged no moves" if unlogged else ""))
    return _frame(rows)


def _asked(question: Question) -> tuple[dict[str, str], bytes]:
    """What the process said, and the rows as an Arrow file."""
    words = children.command("dhstats.queries.sandbox")
    space = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            words,
            input=question.to_json().encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=space,
            timeout=question.seconds + START,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BadInput(question.too_long) from None
    except OSError as error:
        raise ResourceFailure(f"sql: no process can be started for the query: {error.strerror}") from error
    if done.returncode == -signal.SIGALRM:
        raise BadInput(question.too_long)
    if done.returncode < 0:
        raise BadInput(f"{question.too_much}; or {NESTED} (the process that ran it ended by signal {-done.returncode})")
    if done.returncode > 0:
        raise ResourceFailure(f"sql: the process for the query failed with exit code {done.returncode}")
    head, _, rows = done.stdout.partition(b"\n")
    outcome: dict[str, str] = json.loads(head)
    return outcome, rows


def _frame(rows: bytes) -> pl.DataFrame:
    """The rows of an Arrow file, with exact sums as whole numbers, or in digits where they are too large for that."""
    return pl.DataFrame([_whole(column) for column in pl.read_ipc(io.BytesIO(rows)).iter_columns()])


def _whole(column: pl.Series) -> pl.Series:
    if not isinstance(column.dtype, pl.Decimal) or column.dtype.scale:
        return column
    numbers = column.cast(pl.Int64, strict=False)
    return numbers if numbers.null_count() == column.null_count() else column.cast(pl.String)  # Python rounds them
