"""Queries that several games share and not all: the places of every seat, and the sources of points."""

from __future__ import annotations

from dhstats.queries.query import Query

RANKED = (
    Query("seats", "games", ("matchup", "quantity", "seat", "other")),
    Query("shares", "games", ("matchup", "seat", "won", "squares")),
    Query("field", "games", ("matchup", "strategy")),
)
SOURCES = Query("sources", "moves", ("matchup", "source"), with_games=True, sparse=True)
