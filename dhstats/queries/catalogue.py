"""The queries by name, a file each: those on what every game has, and those of each game's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Any

import polars as pl

from dhstats.games.catalogue import part
from dhstats.queries.dialects import Dialect

if TYPE_CHECKING:
    from dhstats.queries.plan import Plan

READS = re.compile(r"-- reads (games|moves)(, games)?((?:; [a-z ]+)*)\n")
FLAGS = ("sparse", "stored", "some games", "any table")


@dataclass(frozen=True, slots=True)
class Query:
    """A query: its name, its text with slots where the design and the game belong, and its key columns.

    All other columns are sums over deals: sums of separate parts of a run may be added, as no deal is in two of them.
    The first line of its file says which table it reads, and whether one that reads turns looks at the games of the
    same deals too; then what else there is to know, apart by semicolons. A `sparse` query has no row where nothing of
    the kind happened, not even one for a whole run. One of `stored` games is not among the totals that a run may keep
    in place of them. One of `some games` is counted where a game says so, of
    `any table` there also where one plays alone. The last line orders the rows by the keys.
    """

    name: str
    table: str
    keys: tuple[str, ...]
    source: str
    with_games: bool = False
    flags: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, text: str) -> Query:
        """The query of a file, from its name and its text; ValueError where the first or the last line says nothing."""
        found, order = READS.match(text), text.rstrip().rpartition("\n")[2]
        flags = tuple(found[3].split("; ")[1:]) if found else ()
        if not found or not order.startswith("ORDER BY ") or not {*flags} <= {*FLAGS}:
            raise ValueError(f"{name}.sql: begins with -- reads TABLE, and ends with ORDER BY")
        keys = tuple(order.removeprefix("ORDER BY ").split(", "))
        return cls(name, found[1], keys, text[found.end() :], bool(found[2]), flags)

    @property
    def sparse(self) -> bool:
        """Whether it may have no row."""
        return "sparse" in self.flags

    def text(self, plan: Plan) -> str:
        """The exact SQL for a run of this design and game; it needs nothing but the tables games and moves."""
        return Template(self.source).substitute(plan.slots, arms=plan.rows, games_per_deal=len(plan.arms))

    def add(self, parts: list[pl.DataFrame]) -> pl.DataFrame:
        """The rows of separate parts of a run, added up, in the order of their keys."""
        return pl.concat(parts).group_by(self.keys).sum().sort(self.keys)


@cache
def queries_in(package: str) -> tuple[Query, ...]:
    """The queries whose files lie in a package."""
    files = [each for each in resources.files(package).iterdir() if each.name.endswith(".sql")]
    found = [Query.of(each.name.removesuffix(".sql"), each.read_text(encoding="utf-8")) for each in files]
    return tuple(sorted(found, key=lambda query: query.name))


ALL = {query.name: query for query in queries_in("dhstats.queries")}
SHARED = {name: query for name, query in ALL.items() if "some games" not in query.flags}
# Several games share these and not all: the sources of points; what every seat has, and leads at one table.
SOURCES = ALL["sources"]
RANKED = tuple(ALL[name] for name in ("seats", "shares", "field", "finals", "leads"))
# The same names where one plays alone: there is no other score, no lead, and nobody wins.
ALONE = {query.name: query for query in (*queries_in("dhstats.queries.alone"), SHARED["choices"])}


def queries(game: str, seats: int = 2) -> dict[str, Query]:
    """All queries on the runs of a game at tables for so many, by name; BadInput if there is no such game."""
    own: tuple[Query, ...] = part(game, "queries")
    if seats == 1:
        return ALONE | {query.name: query for query in own if "any table" in query.flags}
    return SHARED | {query.name: query for query in own}


def dialect(game: str, rules: Mapping[str, Any]) -> Dialect:
    """What the tables of a game under some rules call what every game has."""
    words: Dialect = part(game, "dialect")(rules)
    return words
