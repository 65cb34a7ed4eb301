"""A query: its text, and which of its columns name a row rather than add up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from dhstats.queries.plan import Plan


@dataclass(frozen=True, slots=True)
class Query:
    """A query: its name, the table it reads, and its key columns; all others are sums over deals.

    Sums of separate parts of a run may be added, as no deal is in two of them. `home` is the package of its file, that
    of a game for a query of its own. One that reads turns may look at the games of the same deals too (`with_games`).
    A `sparse` query has no row where nothing of the kind happened, not even one for a whole run. One of `stored` games
    is not among the totals that a run may keep in place of them.
    """

    name: str
    table: str
    keys: tuple[str, ...]
    home: str = "dhstats.queries"
    with_games: bool = False
    sparse: bool = False
    stored: bool = False

    @property
    def source(self) -> str:
        """The text of the query's file, with slots where the design and the game belong."""
        return _source(self.home, self.name)

    def text(self, plan: Plan) -> str:
        """The exact SQL for a run of this design and game; it needs nothing but the tables games and moves."""
        return Template(self.source).substitute(plan.slots, arms=plan.rows, games_per_deal=len(plan.arms))

    def add(self, parts: list[pl.DataFrame]) -> pl.DataFrame:
        """The rows of separate parts of a run, added up, in the order of their keys."""
        return pl.concat(parts).group_by(self.keys).sum().sort(self.keys)


@cache
def _source(home: str, name: str) -> str:
    return resources.files(home).joinpath(f"{name}.sql").read_text(encoding="utf-8")
