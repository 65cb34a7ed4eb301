"""Dragonwood's tables in the words of the shared queries, and the queries of its own.

A row of its moves table is a decision, and a turn may take several. `turns_first` and its like count the turns that
ended; one in which the game is over at once never does, and is counted here with the others.
"""

from __future__ import annotations

from collections.abc import Iterable

from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, SEATS
from dhstats.queries.dialects import Dialect, Rules
from dhstats.queries.query import Query

AT_ONCE = "end_reason IN ('dragons', 'last_card')"


def taken(seat: int) -> str:
    """How many turns a seat took; nothing where nobody sits."""
    return f"nullif(turns_{SEATS[seat]}, -1) + ({AT_ONCE} AND ended_by = {seat})::INT"


def of_all(what: str) -> str:
    """The sum of a column over all seats where somebody sits."""
    return f"{what}_first + {what}_second + greatest({what}_third, 0) + greatest({what}_fourth, 0)"


TAKEN = tuple(taken(seat) for seat in range(len(SEATS)))
MOST, FEWEST = f"greatest({', '.join(TAKEN)})", f"least({', '.join(TAKEN)})"


def listed(names: Iterable[str]) -> str:
    """Names as words of SQL."""
    return ", ".join(f"'{name}'" for name in names)


def facts(rules: Rules) -> dict[str, str]:
    """Who plays, what a failed attempt costs, which cards are creatures, and how many turns each seat took."""
    players = int(rules["players"])
    return {
        "players": str(players),
        "names": ", ".join(f"{seat}::VARCHAR" for seat in SEATS[:players]),
        "wounds": str(int(rules["attempt"]["wounds"])),
        "creatures": listed(CREATURES),
        "enhancements": listed(ENHANCEMENTS),
        "spell_spends": str(bool(rules["spell"]["spends"])).lower(),
        "fewest_turns": FEWEST,
        **{f"taken_{seat}": turns for seat, turns in zip(SEATS, TAKEN, strict=True)},
    }


TURN_ROWS = """\
ended_turns AS (  -- a turn may take several decisions, and points never fall
    SELECT
        game_id,
        own_turn::INT * $players + mover AS turn,
        max(score_first_after) AS score_first_after,
        max(score_second_after) AS score_second_after
    FROM moves
    GROUP BY ALL
),
"""

DIALECT = Dialect(
    turns=f"({of_all('turns')} + ({AT_ONCE})::INT)",
    steps="decisions",
    longer_first=f"({TAKEN[0]} > {TAKEN[1]})::INT",
    endings={"dragons": "dragons", "decks": "decks"},
    measures={
        "unequal_turns": f"({MOST} > {FEWEST})::INT",
        "creatures": of_all("creatures"),
        "enhancements": of_all("enhancements"),
        "decisions": "turns",
    },
    turn_rows=TURN_ROWS,
    facts=facts,
    also=", cards captured, decisions; games in which some player had more turns than another",
    notes=("decisions: rows of the moves table, of which a turn may take several; the lead is followed through them.",),
)

QUERIES = (
    Query(
        "attempts", "moves", ("matchup", "target", "way", "phase", "part"), "dragonwood", with_games=True, sparse=True
    ),
    Query("enhancements", "moves", ("matchup", "target", "games"), "dragonwood", with_games=True, sparse=True),
    Query("seats", "games", ("matchup", "quantity", "seat", "other"), "dragonwood"),
    Query("shares", "games", ("matchup", "seat", "won", "squares"), "dragonwood"),
    Query("field", "games", ("matchup", "strategy"), "dragonwood"),
    Query("extra_turns", "games", ("matchup", "end_reason", "seat", "extra", "games"), "dragonwood"),
)
