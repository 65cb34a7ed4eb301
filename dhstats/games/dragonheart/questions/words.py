"""Dragonheart's words in the questions of every game, its tables in those of the shared queries, and its own SQL."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dhstats.games.dragonheart.table import PICTURES
from dhstats.queries.catalogue import SOURCES, queries_in
from dhstats.queries.dialects import Dialect, Mark, Moment, Split
from dhstats.questions.shared.metrics import words_beside

WORDS = words_beside(__file__)


# Players alternate, so the number of the turn tells whose it was.
FIRST_CLAIM = "CASE WHEN first_claim_turn < 0 THEN 0 ELSE 1 - 2 * (first_claim_turn % 2) END"
_DIALECT = Dialect(
    endings={"ships": "ships"},
    by_rounds=True,
    own={
        "gains": "SELECT game_id, picture AS source, seat AS taker, taken_points AS gain FROM moves",
        "final_scores": "[score_first::INT, score_second::INT]",
    },
    chosen={"picture": PICTURES},
    marks={"claim": Mark(FIRST_CLAIM, "the first claim of the figure", "claims the figure first")},
    measures={"figure_changes": "figure_changes"},
    moments={"first_claim": Moment("first_claim_turn", "first_claim_turn + 1", "first_claim_turn >= 0")},
    also=" and of the figure's holder",
    notes=(
        "first_claim: the turn, counted from 1, in which the figure was first claimed;"
        " games without a claim are left out.",
    ),
)


def dialect(rules: Mapping[str, Any]) -> Dialect:
    """What the tables call what every game has; how many ships make a stack follows from the rules."""
    slots = int(rules.get("spaces", {}).get("ship", {}).get("slots", 0))
    stacks = STACKS.format(slots=slots) if slots else NO_STACKS
    return replace(_DIALECT, split=Split("stacks", "how many ship stacks each player took (first:second)", stacks))


# Every card of a ship stack goes beside the board with the last of them: who played it took the stack.
STACKS = """\
ships AS (
    SELECT game_id, turn, seat, cards::INT AS cards
    FROM moves
    WHERE picture = 'ship'
),
filled AS (
    SELECT one.game_id, one.seat
    FROM ships AS one JOIN ships AS before ON before.game_id = one.game_id AND before.turn <= one.turn
    GROUP BY one.game_id, one.turn, one.seat
    HAVING sum(before.cards) % {slots} = 0
),
stacks_parts AS (
    SELECT game_id, (count(*) FILTER (seat = 0))::VARCHAR || ':' || (count(*) FILTER (seat = 1))::VARCHAR AS part
    FROM filled
    GROUP BY game_id
),
"""
NO_STACKS = "stacks_parts AS (SELECT game_id, '0:0' AS part FROM games),\n"


QUERIES = (*queries_in("dhstats.games.dragonheart.questions"), SOURCES)
