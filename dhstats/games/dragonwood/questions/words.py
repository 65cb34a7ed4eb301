"""Dragonwood's words in the questions of every game, its tables in those of the shared queries, and its own SQL."""

from collections.abc import Iterable, Mapping
from typing import Any

from dhstats.games.dragonwood.table import ACTS, CREATURES, ENHANCEMENTS, SEATS
from dhstats.queries.catalogue import RANKED, SOURCES, queries_in
from dhstats.queries.dialects import Dialect, Mark, ended_turns
from dhstats.questions.shared.metrics import words_beside

WORDS = words_beside(__file__)


MORE_ENHANCEMENTS = "sign(enhancements_first - enhancements_second)"


def dialect(rules: Mapping[str, Any]) -> Dialect:
    """What the tables call what every game has; how many play, and what turns are, follows from the rules."""
    taken = [f"nullif(turns_{seat}, -1)" for seat in SEATS]
    most, fewest = f"greatest({', '.join(taken)})", f"least({', '.join(taken)})"
    players = int(rules["players"])
    again = any(each.get("rerolls") for each in rules.get("enhancements", {}).values())
    absent = {"keep": not again, "reroll": not again, "spell": not rules.get("spell", {}).get("allowed")}
    return Dialect(
        turns=f"({of_all('turns')})",
        steps="decisions",
        longer_first=f"({taken[0]} > {taken[1]})::INT",
        endings={"dragons": "dragons", "decks": "decks"},
        by_rounds=True,
        marks={"enhancements": Mark(MORE_ENHANCEMENTS, "more enhancements", "captures more enhancements")},
        measures={
            "unequal_turns": f"({most} > {fewest})::INT",
            "creatures": of_all("creatures"),
            "enhancements": of_all("enhancements"),
            "decisions": "turns",
        },
        chosen={"act": tuple(act for act in ACTS if not absent.get(act))},
        players=players,
        turn_rows=ended_turns(
            players, "a turn may take several decisions, and points never fall", "max({})", by_seat=True
        ),
        checkpoint=4 * players,
        own={
            "wounds": str(int(rules["attempt"]["wounds"])),
            "spell_spends": str(bool(rules["spell"]["spends"])).lower(),
            "creatures": listed(CREATURES),
            "enhancements": listed(ENHANCEMENTS),
            "fewest_turns": fewest,
            **SOURCE,
            **{f"taken_{seat}": turns for seat, turns in zip(SEATS, taken, strict=True)},
        },
        also=", cards captured, decisions; games in which some player had more turns than another",
        notes=(
            "decisions: rows of the moves table, of which a turn may take several; the lead is followed through them.",
        ),
    )


def of_all(what: str) -> str:
    """The sum of a column over all seats where somebody sits."""
    return f"{what}_first + {what}_second + greatest({what}_third, 0) + greatest({what}_fourth, 0)"


def listed(names: Iterable[str]) -> str:
    """Names as words of SQL."""
    return ", ".join(f"'{name}'" for name in names)


# An attempt that may roll a die again is decided in the row that follows it, which names no target.
SOURCE = {
    "gains": """
        SELECT moves.game_id, coalesce(moves.target, tried.target) AS source, moves.mover AS taker, moves.points AS gain
        FROM moves LEFT JOIN (SELECT game_id, turn::INT + 1 AS turn, target FROM moves) AS tried
            ON moves.target IS NULL AND tried.game_id = moves.game_id AND tried.turn = moves.turn
    """,
    "final_scores": "[score_first::INT, score_second, nullif(score_third, -1), nullif(score_fourth, -1)][:players]",
}

QUERIES = (*queries_in("dhstats.games.dragonwood.questions"), *RANKED, SOURCES)
