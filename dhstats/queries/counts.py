"""What a run's tables say, counted part after part of the run, so that memory does not grow with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa

from dhstats import machine
from dhstats.errors import DataProblem, ResourceFailure
from dhstats.queries.catalogue import Plan, Query, queries
from dhstats.queries.connection import CLOSED, Limits, connect, damaged, show
from dhstats.storage import Manifest, Run
from dhstats.storage.manifest import Written
from dhstats.storage.places import open_file
from dhstats.storage.soundness import intact_table, read_written

NAME = "query"  # the column that says which query a row belongs to
# In a file of totals, which stays as it is; those that are not here follow by name.
ORDER: tuple[str, ...] = ("blocks", "outcomes", "means", "histograms", "endings")
ORDER += ("figure", "seats", "shares", "field", "extra_turns", "decks")


@dataclass(frozen=True)
class Totals:
    """Counts games as they are played; one for all threads, each of which has a connection of its own."""

    plan: Plan
    _local: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    @classmethod
    def of(cls, manifest: Manifest) -> Self:
        """What counts the games of a run."""
        return cls(Plan.of(manifest))

    def count(self, games: pa.Table) -> pa.Table:
        """The rows of all kept queries over games of whole deals."""
        connection: duckdb.DuckDBPyConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = duckdb.connect(":memory:", config={"threads": 1, **CLOSED})
        connection.register("games", games)
        every = kept(self.plan.game, self.plan.seats)
        frames = {query.name: connection.sql(query.text(self.plan)).pl() for query in every}
        connection.unregister("games")
        return together(frames)

    def add(self, parts: Sequence[pa.Table]) -> pa.Table:
        """The totals of several parts together."""
        every = kept(self.plan.game, self.plan.seats)
        return together({query.name: query.add([taken(part, query) for part in parts]) for query in every})

    def __reduce__(self) -> tuple[type[Totals], tuple[Plan]]:
        return Totals, (self.plan,)  # connections stay where they are


def kept(game: str, seats: int = 2) -> tuple[Query, ...]:
    """The queries on games whose rows do not tell single deals apart, in the order of a file of totals."""
    kept = [each for each in queries(game, seats).values() if each.table == "games" and "stored" not in each.flags]
    of_many = sorted((each for each in kept if "deal_id" not in each.keys), key=lambda each: each.name)
    return tuple(sorted(of_many, key=lambda each: ORDER.index(each.name) if each.name in ORDER else len(ORDER)))


def together(frames: dict[str, pl.DataFrame]) -> pa.Table:
    """The rows of queries as one table: the query's name, then all columns; empty where a query has none."""
    named = [frame.select(pl.lit(name).alias(NAME), pl.all()) for name, frame in frames.items()]
    table: pa.Table = pl.concat(named, how="diagonal_relaxed").to_arrow()
    return table


def taken(table: pa.Table, query: Query) -> pl.DataFrame:
    """The rows of one query in a table of totals."""
    frame = pl.DataFrame(pl.from_arrow(table)).filter(pl.col(NAME) == query.name).drop(NAME)
    own = [column.name for column in frame if column.null_count() < max(1, frame.height)]
    return frame.select(*query.keys, *(name for name in own if name not in query.keys))


def read(path: Path, query: Query) -> pl.DataFrame:
    """The rows of one query in a file of totals; DataProblem for a file that holds none."""
    try:
        with open_file(path) as file:
            return taken(pl.read_parquet(file).to_arrow(), query)
    except (OSError, pl.exceptions.PolarsError) as error:
        machine.check_shortage(error, path)
        raise DataProblem(f"{path}: has no readable totals; `dhstats verify` shows more") from error


Array = np.ndarray[Any, Any]

# Rows counted at a time, or one shard: measured as faster than all at once, in a tenth of the memory.
PART = 500_000

PLACES = """
    SELECT count(*), min(game_id), max(game_id), sum(game_id::HUGEINT),
        count(*) FILTER (arm NOT BETWEEN 0 AND $arms - 1 OR game_id <> deal_id * $arms + arm OR deal_id IS NULL)
    FROM games
"""

Progress = Callable[[str, int, int], None]  # the query, and how many of its parts are counted


class Counts:
    """The answers of the queries on one run; each query runs once, when it is first asked for."""

    def __init__(
        self, run: Run, connections: Sequence[duckdb.DuckDBPyConnection], progress: Progress | None = None
    ) -> None:
        self.plan = Plan.of(run.manifest)
        self.run = run
        self._queries = queries(self.plan.game, self.plan.seats)
        self._workers = len(connections)
        self._idle = SimpleQueue[duckdb.DuckDBPyConnection]()
        for connection in connections:
            self._idle.put(connection)
        self._progress = progress or (lambda *_: None)
        self._frames: dict[str, pl.DataFrame] = {}
        self._sound: dict[Written, Path] = {}
        self._shards = {shard.name: shard for shard in run.manifest.shards}
        self._placed: set[Path] = set()

    @property
    def game(self) -> str:
        """The game that was played."""
        return self.plan.game

    def frame(self, name: str) -> pl.DataFrame:
        """The rows of a query over the whole run, in the order of their keys."""
        if name not in self._frames:
            query = self._queries[name]
            if self.run.manifest.keep == "totals":
                self._frames[name] = self._added(query)
            else:
                parts = list(_portions(self.run.manifest.files(query.table)))
                if not parts:
                    raise DataProblem(f"{self.run.folder}: no {query.table} are stored")
                frames = []
                with ThreadPoolExecutor(self._workers) as pool:
                    for number, frame in enumerate(pool.map(partial(self._part, query), parts), start=1):
                        frames.append(frame)
                        self._progress(name, number, len(parts))
                self._frames[name] = self._sums(query, query.add(frames))
        return self._frames[name]

    def rows(self, name: str, **keys: object) -> list[dict[str, Any]]:
        """The rows of a query with these values in their key columns."""
        wanted = [pl.col(column) == value for column, value in keys.items()]
        return self.frame(name).filter(*wanted).to_dicts()

    def text(self, name: str) -> str:
        """The exact SQL of a query on this run."""
        return self._queries[name].text(self.plan)

    def _in_place(self, connection: duckdb.DuckDBPyConnection, files: list[Path]) -> None:
        """Looks whether these files hold the games that the plan has there, each once; else nothing fits its deal."""
        if files[0] in self._placed:
            return
        arms, shards = len(self.plan.arms), [self._shards[file.stem] for file in files]
        first, games = min(shard.first_deal for shard in shards) * arms, sum(shard.deals for shard in shards) * arms
        (counts,) = connection.execute(PLACES, {"arms": arms}).fetchall()
        right = (games, first, first + games - 1, games * (2 * first + games - 1) // 2, 0)
        if counts != right:
            plan = f"the games {first:,} to {first + games - 1:,} of the plan"
            raise DataProblem(f"{files[0].parent}: its rows do not match {plan}; {self._shown}")
        self._placed.add(files[0])

    def _sums(self, query: Query, frame: pl.DataFrame) -> pl.DataFrame:
        """The sums, if they are sums of whole numbers: empty cells and other columns make nothing or fractions."""
        odd = [name for name, kind in frame.schema.items() if kind.is_float() or frame[name].null_count()]
        empty = not frame.height and not query.sparse
        if odd or (empty and any(file.rows for file in self.run.manifest.files(query.table))):
            what = f"no {odd[0]} can be counted" if odd else "nothing can be counted"
            why = f"{what} in its {query.table}: they are not those of a run"
            raise DataProblem(f"{self.run.folder}: {why}; {self._shown}")
        return frame

    @property
    def _shown(self) -> str:
        return f"`dhstats verify {self.run.folder}` shows which file is damaged"

    def _added(self, query: Query) -> pl.DataFrame:
        """The rows of a query in a run that keeps totals, added up file by file."""
        if query not in kept(self.plan.game, self.plan.seats):
            why = "keeps exact totals and no games, and this question needs games"
            raise DataProblem(f"{self.run.folder}: {why}; simulate again without --keep totals")
        files, sum_of = list(self.run.manifest.files("totals")), None
        for number, file in enumerate(files, start=1):
            rows = read(self._intact(file), query)
            sum_of = rows if sum_of is None else query.add([sum_of, rows])
            self._progress(query.name, number, len(files))
        if sum_of is None:
            raise DataProblem(f"{self.run.folder}: no totals are stored")
        return self._sums(query, query.add([sum_of]))

    def _part(self, query: Query, written: list[Written]) -> pl.DataFrame:
        """The rows over some files, on a connection that nobody else is using."""
        files = [self._intact(file) for file in written]
        connection = self._idle.get()
        try:
            show(connection, query.table, files)
            if query.with_games:
                files = [self._intact(self._shards[file.name].games) for file in written]
                show(connection, "games", files)
            if query.with_games or query.table == "games":
                self._in_place(connection, files)
            rows: pl.DataFrame = connection.sql(query.text(self.plan)).pl()
            return rows
        except duckdb.OutOfMemoryException:
            advice = "allow more (--memory, DHSTATS_MEMORY), or name a folder with more room (--temp, DHSTATS_TEMP)"
            lack = "needs more memory or temporary space than it may use"
            raise ResourceFailure(f"counting {query.name}: {lack}; {advice}") from None
        except duckdb.Error as problem:
            raise damaged(files[0].parent, problem) from None
        finally:
            self._idle.put(connection)

    def _intact(self, file: Written) -> Path:
        """Where a file is; its bytes are compared with those that were written before its first count."""
        if file not in self._sound:
            self._sound[file] = intact_table(self.run.folder, file)
        return self._sound[file]


@contextmanager
def counting(run: Run, limits: Limits | None = None, progress: Progress | None = None) -> Iterator[Counts]:
    """The counts of a run, as long as the connections are open: one for each thread that counts."""
    chosen = limits or Limits.declared()
    with ExitStack() as stack:
        share = chosen.shared_out()
        connections = [stack.enter_context(connect(share)) for _ in range(chosen.workers)]
        yield Counts(run, connections, progress)


def game_columns(run: Run, names: Sequence[str]) -> dict[str, Array]:
    """Columns of all games of a run in their order, words as words; DataProblem for a file that was not written so."""
    tables = [read_written(run.folder, file, names) for file in run.manifest.files("games")]
    return {name: np.concatenate([table.column(name).to_numpy() for table in tables]) for name in names}


def _portions(files: Iterable[Written]) -> Iterator[list[Written]]:
    """Neighbouring files in portions of about one part; no two share a deal, as a deal is in one file."""
    portion: list[Written] = []
    size = 0
    for file in files:
        portion.append(file)
        size += file.rows
        if size >= PART:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion
