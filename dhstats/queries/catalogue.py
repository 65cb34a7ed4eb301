"""The queries by name: those on what every game has, and those of each game's own; a file each."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.catalogue import part
from dhstats.queries.dialects import Dialect
from dhstats.queries.query import Query, queries_in

ALL = {query.name: query for query in queries_in("dhstats.queries")}
SHARED = {name: query for name, query in ALL.items() if "some games" not in query.flags}
# Several games share these and not all: the sources of points; what every seat has, and leads at one table.
SOURCES = ALL["sources"]
RANKED = tuple(ALL[name] for name in ("seats", "shares", "field", "finals", "leads"))
# The same names where one plays alone: there is no other score, no lead, and nobody wins.
ALONE = {query.name: query for query in (*queries_in("dhstats.queries.alone"), SHARED["choices"])}


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
