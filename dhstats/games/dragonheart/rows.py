"""The rows that a game of Dragonheart leaves: one of the games table, and one of the moves table for each turn."""

from dhstats.games.columns import Column, Rows
from dhstats.games.dragonheart.table import PICTURES, PLACES

POINTS = "value of the cards in the score pile of the * seat, with opening points, without the figure"
BOTH = ("first", "second")

ROWS = Rows(
    games=(
        Column("points_*", "i2", POINTS, seats=BOTH),
        Column("score_*", "i2", "final score of the * seat, with the points of the figure", seats=BOTH),
        Column("figure", "i1", "seat that held the Great Dragon at the end, from 0; -1 for nobody"),
        Column("winner", "i1"),
        Column("decided_by", "i1", words=("points", "figure", "draw")),
        Column("turns", "u2", "turns of both players until the end"),
        Column("end_reason", "i1", words=("ships", "deck", "turn_limit")),
        Column("ended_by", "i1", "seat that caused the end, from 0; -1 for nobody"),
        Column("ship_stacks", "u1", "stacks of ships beside the board at the end"),
        Column("figure_changes", "u1", "how often the Great Dragon passed to a player"),
        Column("first_claim_turn", "i2", "turn in which the figure was first claimed, from 0; -1 for never"),
        Column("lead_changes", "u2"),
        Column("lead_since", "i2", "turns after which the winner led until the end; -1 for a draw"),
    ),
    moves=(
        Column("turn", "u2", "turns of both players before this one"),
        Column("seat", "u1"),
        Column("picture", "i1", "picture of the cards played; missing where the turn was passed", PICTURES),
        Column("cards", "u1", "number of cards played"),
        Column(
            "values", "u8", "cards played, packed: six bits for each value, from 0, with the number of cards of it",
            packed=True,
        ),
        Column("target", "i1", "place from which cards were taken; missing where none was chosen", PLACES),
        Column("taken_cards", "u1", "number of cards taken"),
        Column("taken_points", "u1", "points on the cards taken"),
        Column("claimed_figure", "u1", "whether the move claimed the Great Dragon", flag=True),
        Column("legal_moves", "u2"),
        Column("hand_after", "u1"),
        Column("deck_after", "u1"),
        Column("score_*_after", "i2", seats=BOTH),
    ),
    plan={"swapped": "whether the two shuffled decks were exchanged between the seats"},
)  # fmt: skip
COLUMNS = ROWS.says
