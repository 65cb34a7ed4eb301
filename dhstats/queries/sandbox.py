"""Where a stranger's SQL runs: a process of its own, which the system stops when its memory or its time is over.

DuckDB keeps to its own limits where it can, but single functions do not ask for memory or look at the clock; so this
process also limits itself by the system's means. Asked on stdin in JSON, it answers on stdout: a line of JSON that
says what came of it, then the rows as an Arrow file. What it says on stderr is nobody's business.
"""

from __future__ import annotations

import io
import json
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa

from dhstats import machine
from dhstats.errors import BadInput, DataProblem, ResourceFailure, UserError
from dhstats.games import catalogue
from dhstats.queries.complaints import complaint
from dhstats.queries.connection import Limits, as_pattern, opened, show
from dhstats.queries.grammar import TABLES, clause_names, folded, objection
from dhstats.quoting import clipped
from dhstats.seats import SEATS
from dhstats.storage import Run
from dhstats.storage.places import place
from dhstats.storage.soundness import intact_table

# `*` stands for a seat: first, second, and so on to tenth.
GAMES = {
    "game_id": "number of the game in the run, from 0",
    "deal_id": "number of the deal; games of one deal share all chance",
    "arm": "number of the game in its deal, from 0, in the order of the design",
    "*": "strategy of the * seat",
    "swapped": "whether the cards and dice of a place went to another seat",
    "layout": "by how many seats the places were moved round the table",
    "points_*": "points of the * seat before the final count",
    "score_*": "final score of the * seat",
    "rank_*": "place of the * seat at the end, from 1; players who tie share the better place",
    "turns_*": "turns that the * seat has finished",
    "winner": "seat that won, from 0; -1 for a draw, or in a game for one player",
    "decided_by": "what decided between the players; empty in a game for one player",
    "turns": "decisions of all players until the end; the number of turns is turns_first + turns_second and so on",
    "end_reason": "how the game ended",
    "ended_by": "seat in whose turn the game ended, from 0; -1 for nobody",
    "lead_changes": "how often the lead changed",
    "lead_since": "decisions after which the winner led until the end; -1 for a draw",
    "players": "number of players",
}
MOVES = {
    "game_id": "number of the game in the run, from 0",
    "turn": "decisions of all players before this one",
    "own_turn": "turns that the player to move had finished before",
    "seat": "seat that decides, from 0",
    "mover": "seat whose turn it is, from 0; others may have to decide in it",
    "legal_moves": "number of legal moves to choose from",
    "hand_after": "cards in the hand of the seat that decided, after the move",
    "deck_after": "cards left in the deck of the seat that decided, after the move",
    "score_*_after": "score of the * seat after the move",
}
SHARED = {"games": GAMES, "moves": MOVES}
UNKNOWN = "as the rules of the game declare it"


def meaning(game: str, table: str, column: str) -> str:
    """What a column of `games` or `moves` holds; a game says it of its own columns, a game file declares them."""
    words = column.split("_")
    seat = next((word for word in words if word in SEATS), "")
    pattern = "_".join("*" if word == seat else word for word in words)  # the column's name with a star for its seat
    for known in (_own(game).get(table, {}), SHARED[table]):
        for name in (column, pattern):
            if name in known:
                return known[name].replace("*", seat)
    return UNKNOWN


def _own(game: str) -> Mapping[str, Mapping[str, str]]:
    own: Mapping[str, Mapping[str, str]] = {}
    with suppress(BadInput):  # the game file of the run is not on this machine; its tables can be read all the same
        own = catalogue.part(game, "columns") if catalogue.brings(game, "columns") else {}
    return own


def listed(run: Run) -> pl.DataFrame:
    """The columns of a run's tables in their order: table, column, what it holds."""
    rows = []
    for table in SHARED:
        for file in islice(run.manifest.files(table), 1):
            names = pl.read_parquet_schema(intact_table(run.folder, file))
            rows += [(table, name, meaning(run.manifest.game, table, name)) for name in names]
    return pl.DataFrame(rows, {"table": pl.String, "column": pl.String, "what it holds": pl.String}, orient="row")


KINDS: dict[str, type[UserError]] = {kind.__name__: kind for kind in (BadInput, DataProblem, ResourceFailure)}
DONE = "done"
LARGEST_ANSWER = 64 << 20  # bytes
PATIENCE = 1.0  # seconds between DuckDB's being asked to stop and the end of the process
SPARE = 128 << 20  # bytes that the process may use beyond the limit of DuckDB, for rows on their way out
HIDDEN_TYPES = (
    *(pa.types.is_interval, pa.types.is_duration, pa.types.is_union, pa.types.is_binary),
    *(pa.types.is_large_binary, pa.types.is_fixed_size_binary, pa.types.is_binary_view),
)
SPELT = re.compile(r"\b(DATE|TIME|TIMESTAMP|TIMETZ|MAP|ENUM|UUID|BIT|VARIANT|GEOMETRY|UHUGEINT)", re.IGNORECASE)
NESTED = "the query is nested too deeply"


@dataclass(frozen=True, slots=True)
class Question:
    """A query with the files of its tables, the most rows and seconds, what DuckDB may use, and where it may spill."""

    text: str
    files: dict[str, list[str]]
    rows: int
    seconds: float
    limits: Limits
    folder: str

    def to_json(self) -> str:
        """The question as it is handed to the process."""
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, text: str) -> Question:
        """The question that was handed over."""
        values = json.loads(text)
        return cls(**values | {"limits": Limits(**values["limits"])})

    @property
    def too_long(self) -> str:
        """What to say when the time is over."""
        return f"sql: stopped after {self.seconds:g} seconds; ask for less, or allow more time (--seconds)"

    @property
    def too_much(self) -> str:
        """What to say when the memory is used up."""
        most = f"this needs more memory than a query may use ({self.limits.memory:,} MiB)"
        return f"sql: {most}; ask for less at a time, or allow more (--memory)"


def answer(question: Question) -> pa.Table:
    """The rows; BadInput for what the user may not ask, or too much of it; DataProblem for damaged files."""
    columns: dict[str, list[str]] = {}
    try:
        with opened(question.limits, question.folder) as connection:
            _lock(connection, question.files)
            columns = {
                table: [name for name, *_ in connection.execute(f"DESCRIBE {table}").fetchall()]
                for table in question.files
            }
            _limit_memory(question.limits)
            _check(connection, question.text)
            with _after(question.seconds, connection.interrupt):
                return _bounded(_rows(connection, question), question.rows)
    except duckdb.InterruptException:
        raise BadInput(question.too_long) from None
    except (duckdb.OutOfMemoryException, MemoryError):
        raise BadInput(question.too_much) from None
    except duckdb.IOException as problem:
        if question.folder in str(problem):
            lack = f"{question.folder} has no room for what does not fit into memory"
            raise ResourceFailure(f"sql: {lack}; name another folder with --temp") from None
        machine.check_shortage(problem, "sql")
        raise DataProblem("sql: the files of the run cannot be read; `dhstats verify` shows which is damaged") from None
    except duckdb.Error as problem:
        raise BadInput(f"sql: {complaint(problem, question.text, columns)}") from None


@contextmanager
def _after(seconds: float, act: Callable[[], object]) -> Iterator[None]:
    """What is done within takes longer than this only if it does not heed what is then tried."""
    clock = threading.Timer(seconds, act)
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


def _check(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    """The text is one statement that reads, and speaks of nothing but the run."""
    statements = connection.extract_statements(text)
    if len(statements) != 1:
        raise BadInput(f"sql: one statement at a time, got {len(statements)}")
    kind = statements[0].type
    if kind != duckdb.StatementType.SELECT:
        raise BadInput(f"sql: a run is only read, with SELECT, WITH or DESCRIBE; got {kind.name}")
    try:
        problem = objection_to(connection, text)
    except RecursionError:
        raise BadInput(f"sql: {NESTED}") from None
    if problem:
        raise BadInput(f"sql: {problem}")


def objection_to(connection: duckdb.DuckDBPyConnection, text: str) -> str:
    """Why a statement may not be run, "" where it may.

    Its syntax tree speaks of nothing but the run, and none of its WITH clauses has a name that DuckDB knows without it:
    whatever place of the query the name does not reach, no other table is found there.
    """
    ((written,),) = connection.execute("SELECT json_serialize_sql($1)", [text]).fetchall()
    tree = json.loads(written)
    taken = (name for name in clause_names(tree) if folded(name) not in TABLES and _is_taken(connection, name))
    problem = str(tree.get("error_message", "")) or objection(tree)
    return problem or "".join(f"a WITH clause cannot be called {clipped(name)}" for name in islice(taken, 1))


def _is_taken(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Whether a name stands for a table or a file where no WITH clause gives it a meaning."""
    written = name.replace('"', '""')
    try:
        connection.execute(f'DESCRIBE FROM "{written}"')
    except duckdb.CatalogException:
        return False
    except duckdb.Error:
        return True
    return True


def _lock(connection: duckdb.DuckDBPyConnection, files: Mapping[str, list[str]]) -> None:
    """Shows the run's tables, then shuts everything else out: files, extensions, settings."""
    allowed = []
    for table, names in files.items():
        folder = place(names[0]).parent  # all files of a table lie in one
        paths = [folder / name.rpartition("/")[2] for name in names]
        show(connection, table, paths)
        allowed += [name for path in paths for name in (str(path), as_pattern(path))]
    connection.execute("SET allowed_paths = $paths", {"paths": allowed})
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _rows(connection: duckdb.DuckDBPyConnection, question: Question) -> pa.Table:
    described = connection.execute("DESCRIBE FROM query($text)", {"text": question.text}).fetchall()
    columns = ", ".join(_spelt(number, kind, name) for number, (name, kind, *_) in enumerate(described, start=1))
    bounded, values = f"SELECT {columns} FROM query($text) LIMIT $rows", question.rows + 1
    return connection.sql(bounded, params={"text": question.text, "rows": values}).to_arrow_table()


def _spelt(number: int, kind: str, name: str) -> str:
    """A column as it is, or in DuckDB's own spelling."""
    written = name.replace('"', '""')
    return f'{f"CAST(#{number} AS VARCHAR)" if SPELT.search(kind) else f"#{number}"} AS "{written}"'


def _bounded(table: pa.Table, rows: int) -> pa.Table:
    if table.num_rows > rows:
        raise BadInput(f"sql: more than {rows:,} rows; add LIMIT to the query, or allow more rows (--limit)")
    if table.nbytes > LARGEST_ANSWER:
        raise BadInput(f"sql: an answer of more than {LARGEST_ANSWER >> 20} MiB; ask for less at a time")
    for column in table.schema:
        if not _shown(column.type):
            raise BadInput(f"sql: column {clipped(column.name)} has a type that cannot be shown; cast it to VARCHAR")
    return table


def _shown(kind: pa.DataType) -> bool:
    """Whether a table for people can hold values of a type: no bytes, spans of time or unions, not even inside it."""
    if isinstance(kind, pa.BaseExtensionType):
        return _shown(kind.storage_type)
    if any(is_such(kind) for is_such in HIDDEN_TYPES):
        return False
    return all(_shown(kind.field(place).type) for place in range(kind.num_fields))


def _limit_memory(limits: Limits) -> None:
    """Asks the system to refuse memory beyond the limit, where it can be asked (Linux), and to leave no core dump."""
    if not sys.platform.startswith("linux"):
        return
    import resource

    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    used = next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmData:"))
    most = used + (limits.memory << 20) + SPARE
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.disk << 20, limits.disk << 20))


def reply(question: Question) -> tuple[dict[str, str], bytes]:
    """What came of a question, and the rows as an Arrow file."""
    rows = io.BytesIO()
    try:
        table = answer(question)
        with pa.ipc.new_file(rows, table.schema) as file:
            file.write_table(table)
    except UserError as error:
        return {"kind": type(error).__name__, "text": str(error)}, b""
    except MemoryError:
        return {"kind": BadInput.__name__, "text": question.too_much}, b""
    return {"kind": DONE, "text": ""}, rows.getvalue()


def main() -> None:
    """Answers one question."""
    question = Question.of(sys.stdin.read())
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process at once
    signal.setitimer(signal.ITIMER_REAL, question.seconds + PATIENCE)
    outcome, rows = reply(question)
    sys.stdout.buffer.write(json.dumps(outcome).encode() + b"\n" + rows)


if __name__ == "__main__":
    main()
