"""The queries by name: those on what every game has, and those of each game's own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dhstats.games.catalogue import part
from dhstats.queries.dialects import Dialect
from dhstats.queries.query import Query

SHARED = {
    query.name: query
    for query in (
        Query("blocks", "games", ("matchup", "wins", "draws", "a_wins")),
        Query("outcomes", "games", ("matchup", "winner", "decided_by", "games")),
        Query("means", "games", ("matchup",)),
        Query("histograms", "games", ("matchup", "quantity", "value")),
        Query("endings", "games", ("matchup", "end_reason", "ended_by", "games")),
        Query("league", "games", ("deal_id", "matchup", "a_first", "replicate")),
        Query("deals", "games", ("deal_id",)),
        Query("lengths", "games", ("deal_id", "arm"), stored=True),
        Query("a_leads", "games", ("deal_id",), stored=True),
        Query("deficits", "moves", ("deal_id", "arm"), with_games=True, stored=True),
        Query("choices", "moves", ("deal_id", "arm"), stored=True),
        Query("race", "moves", ("matchup", "turn")),
        Query("comebacks", "moves", ("matchup", "turn", "lead"), with_games=True, sparse=True),
        Query("margins", "moves", ("matchup", "split", "part", "value"), with_games=True, sparse=True),
    )
}
# Several games share these and not all: what every seat has, leads at one table, and the sources of points.
RANKED = (
    Query("seats", "games", ("matchup", "quantity", "seat", "other")),
    Query("shares", "games", ("matchup", "seat", "won", "squares")),
    Query("field", "games", ("matchup", "strategy")),
    Query("finals", "games", ("matchup", "quantity", "value"), stored=True),
    Query("leads", "moves", ("matchup", "turn", "lead"), with_games=True, sparse=True),
)
SOURCES = Query("sources", "moves", ("matchup", "source"), with_games=True, sparse=True)


# The same names where one plays alone: there is no other score, no lead, and nobody wins.
ALONE = {
    name: replace(SHARED[name], home="dhstats.queries.alone")
    for name in ("means", "histograms", "endings", "deals", "lengths", "race")
} | {"choices": SHARED["choices"]}


def queries(game: str, seats: int = 2) -> dict[str, Query]:
    """All queries on the runs of a game at tables for so many, by name; BadInput if there is no such game."""
    if seats == 1:
        return ALONE
    own: tuple[Query, ...] = part(game, "queries")
    return SHARED | {query.name: query for query in own}


def dialect(game: str, rules: Mapping[str, Any]) -> Dialect:
    """What the tables of a game under some rules call what every game has."""
    words: Dialect = part(game, "dialect")(rules)
    return words
