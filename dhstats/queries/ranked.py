"""The queries on games that tell the place of every seat, for two players or more."""

from __future__ import annotations

from dhstats.queries.query import Query

RANKED = (
    Query("seats", "games", ("matchup", "quantity", "seat", "other")),
    Query("shares", "games", ("matchup", "seat", "won", "squares")),
    Query("field", "games", ("matchup", "strategy")),
)
