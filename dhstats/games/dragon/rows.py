"""The rows that a game of Dragon! leaves: one of the games table, and one of the moves table for each decision.

The log has a row a decision. A chain is a row `play`, rows `pay` for a cost in cards, then a row `top` or `hold` for
everybody who could have topped; `first_card` is the card that all of it is about and `outcome` stands in the row that
settled it. Rows `shed` are the discards that a rival's card asked for. Nobody is asked who has nothing to choose: no
card to top with, nothing to play, discard or draw, or a cost of all their cards; so a step in which one could
only pass has no row. What happens of itself until the next decision, as agility draws, belongs to the row before it.

A row of the games table tells by seat the health that is left (points and score), own turns, level, lair attack against
it and cards left to draw. `ended_by` is whose turn it was. The side whose dragons in the fight have most health left
together is in the lead; partners share a place. Seats where nobody plays have -1 in both tables.
"""

from dhstats.games.columns import Column, Rows
from dhstats.games.dragon.table import ACTS, ENDS, FACINGS, OUTCOMES, SEATS, STEPS

_TWO, _OTHERS = SEATS[:2], SEATS[2:]
_CARD = "as its number in the pack; -1"

ROWS = Rows(
    games=(
        Column(
            "points_*", "i2", "health that the dragon of the * seat has left; the same as its score", seats=_TWO
        ),
        Column("score_*", "i2", "health that the dragon of the * seat has left", seats=_TWO),
        Column("winner", "i1", "seat of the dragon that is left, from 0 (of a team the lower seat); -1 for a draw"),
        Column("decided_by", "i1", words=(*ENDS[:3], "draw")),
        Column("turns", "u2"),
        Column("end_reason", "i1", words=ENDS),
        Column(
            "ended_by", "i1",
            "seat whose turn it was at the end, from 0; -1 where the limit of turns ended the game",
        ),
        Column("lead_changes", "u2", "how often another side came to have the most health left"),
        Column("lead_since", "i2"),
        Column("players", "u1"),
        Column("points_*", "i2", seats=_OTHERS),
        Column("score_*", "i2", seats=_OTHERS),
        Column(
            "rank_*", "i1",
            "place of the * seat: the winner's side first, then by how long each stayed in; partners share a place",
            seats=SEATS,
        ),
        Column("turns_*", "i2", seats=SEATS),
        Column("level_*", "i1", "level of the dragon of the * seat at the end, from 1", seats=SEATS),
        Column("siege_*", "i2", "lair attack against the * seat at the end", seats=SEATS),
        Column("deck_*", "i1", "cards left in the deck of the * seat at the end", seats=SEATS),
        Column("chains", "u2", "cards that were topped at least once"),
        Column("longest_chain", "u1", "the most cards played to top in one chain"),
        Column("tops", "u2", "cards played to top another"),
        Column("cancelled", "u2", "cards that were played and cancelled by topping"),
    ),
    moves=(
        Column("turn", "u2"),
        Column("own_turn", "u2"),
        Column("seat", "u1"),
        Column("mover", "u1"),
        Column("step", "i1", "step of the turn", STEPS),
        Column("act", "i1", "kind of decision", ACTS),
        Column("card", "i2", f"card of the decision, {_CARD} for none", packed=True),
        Column("rival", "i1", "seat that the card is aimed at, from 0; -1 for none"),
        Column("at", "i2", f"ground card or attachment that the card is played at, {_CARD} for none", packed=True),
        Column(
            "declared", "u1", "how dragons are turned, packed: which seats, and which facing each takes", packed=True
        ),
        Column("number", "u1", "cards to draw"),
        Column(
            "depth", "u1",
            "depth in a chain: 0 for the first card and what it costs, 1 for a card that tops it, and so on",
        ),
        Column("first_card", "i2", f"card that the chain is about, {_CARD} outside of chains", packed=True),
        Column("outcome", "i1", "what became of the chain's first card; only in the row that settles it", OUTCOMES),
        Column("wounds", "u2", "wounds that dragons took in consequence"),
        Column("legal_moves", "u4"),
        Column("hand_after", "u1"),
        Column("deck_after", "u1"),
        Column(
            "score_*_after", "i2", "health that the dragon of the * seat has left after the decision", seats=SEATS
        ),
        Column(
            "facing_*_after", "i1", "facing of the dragon of the * seat after the decision", FACINGS, seats=SEATS
        ),
        Column("siege_*_after", "i2", "lair attack against the * seat after the decision", seats=SEATS),
    ),
)  # fmt: skip
COLUMNS = ROWS.says
