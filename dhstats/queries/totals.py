"""Exact totals in place of games: what the queries count of some deals, so that a run needs to keep no game.

Counts of separate deals add up, so the totals of a run are those of its shards added up, and every question that asks
for nothing but sums over deals is answered from them, to the last digit as from the games themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import duckdb
import polars as pl
import pyarrow as pa

from dhstats import machine
from dhstats.errors import DataProblem
from dhstats.queries.catalogue import Query, queries
from dhstats.queries.connection import CLOSED
from dhstats.queries.plan import Plan
from dhstats.storage import Manifest
from dhstats.storage.places import open_file

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
        frames = {
            query.name: connection.sql(query.text(self.plan)).pl() for query in kept(self.plan.game, self.plan.seats)
        }
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
