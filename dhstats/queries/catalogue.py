"""The queries by name: their texts, and which of their columns name a row rather than add up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template

import polars as pl

from dhstats.queries.plan import Plan


@dataclass(frozen=True, slots=True)
class Query:
    """A query: its name, the table it reads, and its key columns; all others are sums over deals.

    Sums of separate parts of a run may be added, as no deal is in two of them.
    """

    name: str
    table: str
    keys: tuple[str, ...]

    @property
    def source(self) -> str:
        """The text of the query's file, with $arms and $games_per_deal where the design belongs."""
        return _source(self.name)

    def text(self, plan: Plan) -> str:
        """The exact SQL for a run of this design; it needs nothing but the tables games and moves."""
        return Template(self.source).substitute(arms=plan.rows, games_per_deal=len(plan.arms))

    def add(self, parts: list[pl.DataFrame]) -> pl.DataFrame:
        """The rows of separate parts of a run, added up, in the order of their keys."""
        return pl.concat(parts).group_by(self.keys).sum().sort(self.keys)


QUERIES = {
    query.name: query
    for query in (
        Query("blocks", "games", ("matchup", "wins", "draws", "a_wins")),
        Query("outcomes", "games", ("matchup", "winner", "decided_by", "games")),
        Query("means", "games", ("matchup",)),
        Query("histograms", "games", ("matchup", "quantity", "value")),
        Query("endings", "games", ("matchup", "end_reason", "ended_by", "games")),
        Query("figure", "games", ("matchup", "role", "seat", "games")),
        Query("league", "games", ("deal_id", "matchup", "a_first", "replicate")),
        Query("deals", "games", ("deal_id",)),
        Query("race", "moves", ("matchup", "turn")),
        Query("pictures", "moves", ("matchup", "picture", "band")),
    )
}


@cache
def _source(name: str) -> str:
    return resources.files("dhstats.queries").joinpath(f"{name}.sql").read_text(encoding="utf-8")
