"""Queries that several games share and not all: what every seat has, leads at one table, and the sources of points."""

from dhstats.queries.query import Query

RANKED = (
    Query("seats", "games", ("matchup", "quantity", "seat", "other")),
    Query("shares", "games", ("matchup", "seat", "won", "squares")),
    Query("field", "games", ("matchup", "strategy")),
    Query("finals", "games", ("matchup", "quantity", "value"), stored=True),
    Query("leads", "moves", ("matchup", "turn", "lead"), with_games=True, sparse=True),
)
SOURCES = Query("sources", "moves", ("matchup", "source"), with_games=True, sparse=True)
