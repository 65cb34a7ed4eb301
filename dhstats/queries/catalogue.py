"""The queries by name, a file each: those on what every game has, and those of each game's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import Any, Self

import polars as pl

from dhstats.games.catalogue import load, part
from dhstats.queries.dialects import Dialect
from dhstats.storage import Arm, Manifest

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
        reads, order = READS.match(text), text.rstrip().rpartition("\n")[2]
        flags = tuple(reads[3].split("; ")[1:]) if reads else ()
        if not reads or not order.startswith("ORDER BY ") or not {*flags} <= {*FLAGS}:
            raise ValueError(f"{name}.sql: begins with -- reads TABLE, and ends with ORDER BY")
        keys = tuple(order.removeprefix("ORDER BY ").split(", "))
        return cls(name, reads[1], keys, text[reads.end() :], bool(reads[2]), flags)

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
    queries = [Query.of(each.name.removesuffix(".sql"), each.read_text(encoding="utf-8")) for each in files]
    return tuple(sorted(queries, key=lambda query: query.name))


QUERIES = {query.name: query for query in queries_in("dhstats.queries")}
SHARED = {name: query for name, query in QUERIES.items() if "some games" not in query.flags}
# Several games share these and not all: the sources of points; what every seat has, and leads at one table.
SOURCES = QUERIES["sources"]
RANKED = tuple(QUERIES[name] for name in ("seats", "shares", "field", "finals", "leads"))
# The same names where one plays alone: there is no other score, no lead, and nobody wins.
OF_CHOICES = tuple(SHARED[name] for name in ("choices", "decisions", "chosen"))
ALONE = {query.name: query for query in (*queries_in("dhstats.queries.alone"), *OF_CHOICES)}


def queries(game: str, seats: int = 2) -> dict[str, Query]:
    """All queries on the runs of a game for a number of players, by name; BadInput if there is no such game."""
    own: tuple[Query, ...] = part(game, "queries")
    if seats == 1:
        return ALONE | {query.name: query for query in own if "any table" in query.flags}
    return SHARED | {query.name: query for query in own}


def dialect(game: str, rules: Mapping[str, Any]) -> Dialect:
    """What the tables of a game under some rules call what every game has."""
    words: Dialect = part(game, "dialect")(rules)
    return words


def gains(game: str) -> dict[str, str]:
    """What a game brings the first of two players more than the second: a win counts 1, or points where these count.

    Beside what it brings at the end is what it would bring by the points at some moment.
    """
    moments = ("at_end", "at_round")
    if load(game).objective.in_points:
        return {"gain": "(score_first::INT - score_second)", **{f"gain_{each}": each for each in moments}}
    gain = "(CASE winner WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END)"
    return {"gain": gain, **{f"gain_{each}": f"sign({each})" for each in moments}}


ALL = -1  # stands for all matchups of a deal together


@dataclass(frozen=True, slots=True)
class Plan:
    """The design of a run: its kind, its matchups (player A, player B, ...), the arms of every deal in order."""

    game: str
    kind: str
    matchups: tuple[tuple[str, ...], ...]
    arms: tuple[Arm, ...]
    slots: dict[str, str]

    @classmethod
    def of(cls, manifest: Manifest) -> Self:
        """The design that a manifest tells of."""
        slots = {**dialect(manifest.game, manifest.rules).slots(), **gains(manifest.game)}
        return cls(manifest.game, manifest.design.kind, manifest.matchups, manifest.design.arms, slots)

    @property
    def seats(self) -> int:
        """How many play at a table."""
        return len(self.matchups[0])

    @property
    def groups(self) -> tuple[int, ...]:
        """The numbers of the matchups, after the one for all of them together if they are several."""
        numbers = range(len(self.matchups))
        return tuple(numbers) if len(numbers) == 1 else (ALL, *numbers)

    def games(self, group: int) -> int:
        """How many games of a deal belong to a matchup, or to all of them."""
        return sum(group in (ALL, arm.matchup) for arm in self.arms)

    def mirror(self, group: int) -> bool:
        """All players of the matchup use the same strategy; for all matchups, all of them do."""
        tables = self.matchups if group == ALL else (self.matchups[group],)
        return all(len(set(names)) == 1 for names in tables)

    @property
    def rows(self) -> str:
        """The arms as rows of SQL: arm, matchup, member, a_first, a_deck, replicate. Numbers and truth values only."""
        seen: dict[int, int] = {}
        rows = []
        for number, arm in enumerate(self.arms):
            member = seen[arm.matchup] = seen.get(arm.matchup, -1) + 1
            a_first = arm.first_player == 0
            rows.append((number, arm.matchup, member, a_first, a_first != arm.swapped, arm.replicate))
        together = [(number, ALL, -1, None, None, arm.replicate) for number, arm in enumerate(self.arms)]
        every = (*rows, *(together if ALL in self.groups else []))
        return ", ".join(f"({', '.join(map(_word, row))})" for row in every)


def _word(value: int | bool | None) -> str:
    if value is None:
        return "NULL::BOOLEAN"
    return str(value).lower() if isinstance(value, bool) else str(int(value))
