"""Dragonheart's tables in the words of the shared queries, and the queries of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhstats.queries.dialects import Dialect, Moment
from dhstats.queries.query import Query

_DIALECT = Dialect(
    endings={"ships": "ships"},
    measures={"figure_changes": "figure_changes"},
    moments={"first_claim": Moment("first_claim_turn", "first_claim_turn + 1", "first_claim_turn >= 0")},
    also=" and of the figure's holder",
    notes=(
        "first_claim: the turn, counted from 1, in which the figure was first claimed;"
        " games without a claim are left out.",
    ),
)


def dialect(_: Mapping[str, Any]) -> Dialect:
    """What the tables call what every game has, whatever the rules."""
    return _DIALECT


QUERIES = (
    Query("figure", "games", ("matchup", "role", "seat", "games"), "dragonheart"),
    Query("pictures", "moves", ("matchup", "picture", "band"), "dragonheart", sparse=True),
)
