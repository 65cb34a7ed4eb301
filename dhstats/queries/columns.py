"""What the columns of a run's tables hold, in words: those that every game has, and those of each game."""

from collections.abc import Mapping
from itertools import islice

import polars as pl

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.storage import Run
from dhstats.storage.manifest import SEATS
from dhstats.storage.soundness import intact_table

# `*` stands for a seat: first, second, and so on to tenth.
GAMES = {
    "game_id": "number of the game in the run, from 0",
    "deal_id": "number of the deal; games of one deal share all chance",
    "arm": "which of the deal's games it is, from 0, in the order of the design",
    "*": "strategy of the * seat",
    "swapped": "whether what chance gives to a place (cards, dice) went to another seat",
    "layout": "by how many seats the places were moved round the table",
    "points_*": "points of the * seat before the final count",
    "score_*": "final score of the * seat",
    "rank_*": "place of the * seat at the end, from 1; players who tie share the better place",
    "turns_*": "turns that the * seat has finished",
    "winner": "seat that won, from 0; -1 for a draw, and where one plays alone",
    "decided_by": "what decided between the players; nothing where one plays alone",
    "turns": "decisions of all players until the end; for turns add up turns_first, turns_second and so on",
    "end_reason": "how the game ended",
    "ended_by": "seat in whose turn the game ended, from 0; -1 for nobody",
    "lead_changes": "how often the lead passed from one player to another",
    "lead_since": "decisions after which the winner led until the end; -1 for a draw",
    "players": "number of players",
}
MOVES = {
    "game_id": "number of the game in the run, from 0",
    "turn": "decisions of all players before this one",
    "own_turn": "turns that the player whose turn it is had finished before",
    "seat": "seat that decides, from 0",
    "mover": "seat whose turn it is, from 0; others may have to decide in it",
    "legal_moves": "number of legal moves to choose from",
    "hand_after": "cards in the hand of the seat that decided, after the move",
    "deck_after": "cards left in the deck of the seat that decided, after the move",
    "score_*_after": "score of the * seat after the move",
}
SHARED = {"games": GAMES, "moves": MOVES}
UNKNOWN = "as the rules of the game declare it"


def meaning(game: str, table: str, column: str) -> str:
    """What a column of `games` or `moves` holds; a game says it of its own columns, a game file declares them."""
    pattern, seat = _pattern(column)
    for known in (_own(game).get(table, {}), SHARED[table]):
        for name in (column, pattern):
            if name in known:
                return known[name].replace("*", seat)
    return UNKNOWN


def _own(game: str) -> Mapping[str, Mapping[str, str]]:
    try:
        own: Mapping[str, Mapping[str, str]] = (
            catalogue.part(game, "columns") if catalogue.brings(game, "columns") else {}
        )
    except BadInput:  # the game file of the run is not on this machine; its tables can be read all the same
        return {}
    return own


def _pattern(column: str) -> tuple[str, str]:
    """A column's name with a star for its seat, and the seat."""
    words = column.split("_")
    seat = next((word for word in words if word in SEATS), "")
    return "_".join("*" if word == seat else word for word in words), seat


def listed(run: Run) -> pl.DataFrame:
    """The columns of a run's tables in their order: table, column, what it holds.

    Errors: DataProblem if a table has not the bytes that were written.
    """
    rows = []
    for table in SHARED:
        for file in islice(run.manifest.files(table), 1):
            names = pl.read_parquet_schema(intact_table(run.folder, file))
            rows += [(table, name, meaning(run.manifest.game, table, name)) for name in names]
    return pl.DataFrame(rows, {"table": pl.String, "column": pl.String, "what it holds": pl.String}, orient="row")
