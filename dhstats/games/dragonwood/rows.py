"""The rows that a game of Dragonwood leaves: one of the games table, and one of the moves table for each decision.

Columns of seats where nobody plays hold -1.
"""

from dhstats.games.columns import Column, Rows
from dhstats.games.dragonwood.table import ACTS, N_TARGETS, SEATS, TITLES

_TWO, _OTHERS = SEATS[:2], SEATS[2:]

ROWS = Rows(
    games=(
        Column(
            "points_*", "i2", "victory points on the creatures of the * seat, without the bonus for most creatures",
            seats=_TWO,
        ),
        Column("score_*", "i2", "final score of the * seat, with the bonus for most creatures", seats=_TWO),
        Column("winner", "i1"),
        Column("decided_by", "i1", words=("points", "dragon", "draw")),
        Column("turns", "u2"),
        Column("end_reason", "i1", words=("dragons", "decks", "last_card", "turn_limit")),
        Column("ended_by", "i1"),
        Column("lead_changes", "u2"),
        Column("lead_since", "i2"),
        Column("players", "u1"),
        Column("points_*", "i2", seats=_OTHERS),
        Column("score_*", "i2", seats=_OTHERS),
        Column("rank_*", "i1", seats=SEATS),
        Column("creatures_*", "i1", "creatures that the * seat captured", seats=SEATS),
        Column("enhancements_*", "i1", "enhancements that the * seat captured, spent ones as well", seats=SEATS),
        Column("turns_*", "i2", seats=SEATS),
        Column("dragons", "u1", "dragons that were captured"),
        Column("dragon_holder", "i1", "seat that captured the creature that breaks ties, from 0; -1 for nobody"),
        Column("adventurer_decks", "u2", "adventurer decks that were begun"),
        Column("wood_left", "u1", "cards left in the Dragonwood deck at the end"),
    ),
    moves=(
        Column("turn", "u2"),
        Column("own_turn", "u2"),
        Column("seat", "u1"),
        Column("mover", "u1"),
        Column("act", "i1", "kind of decision", ACTS),
        Column("target", "i1", "card in the landscape that is attacked; missing where none is", TITLES[:N_TARGETS]),
        Column("cards", "u8", "adventurer cards played or discarded, packed: a bit for each card", packed=True),
        Column("used", "u2", "enhancements used by choice, packed: a bit for each", packed=True),
        Column("die", "u1", "face of the die that is rolled again; 0 for none"),
        Column("rolled", "u4", "faces of the dice, packed: four bits for each die", packed=True),
        Column("total", "i2", "sum of the dice with everything that is added; 0 without a roll"),
        Column("captured", "u1", "whether the card was captured", flag=True),
        Column("points", "u1", "victory points of the creature captured; 0 for none"),
        Column("legal_moves", "u4"),
        Column("hand_after", "u1"),
        Column("adventurers_after", "u1", "cards left in the adventurer deck after the decision"),
        Column("wood_after", "u1", "cards left in the Dragonwood deck after the decision"),
        Column("score_*_after", "i2", seats=SEATS),
    ),
)  # fmt: skip
COLUMNS = ROWS.says
