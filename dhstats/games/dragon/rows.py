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

import numpy as np

from dhstats.games.dragon.table import SEATS

_OTHERS = SEATS[2:]

# One row a game. A score is the health that is left.
RESULT = np.dtype(
    [
        ("points_first", "i2"),
        ("points_second", "i2"),
        ("score_first", "i2"),
        ("score_second", "i2"),
        ("winner", "i1"),  # of a team the lower seat
        ("decided_by", "i1"),
        ("turns", "u2"),
        ("end_reason", "i1"),
        ("ended_by", "i1"),
        ("lead_changes", "u2"),
        ("lead_since", "i2"),
        ("players", "u1"),
        *((f"points_{seat}", "i2") for seat in _OTHERS),
        *((f"score_{seat}", "i2") for seat in _OTHERS),
        *((f"rank_{seat}", "i1") for seat in SEATS),
        *((f"turns_{seat}", "i2") for seat in SEATS),
        *((f"level_{seat}", "i1") for seat in SEATS),
        *((f"siege_{seat}", "i2") for seat in SEATS),
        *((f"deck_{seat}", "i1") for seat in SEATS),  # cards left
        ("chains", "u2"),
        ("longest_chain", "u1"),
        ("tops", "u2"),
        ("cancelled", "u2"),
        ("logged_turns", "u2"),  # not a column: how many rows of the moves table belong to the game
    ],
    align=True,
)

# One row a decision: the columns of the moves table in their order.
EVENT = np.dtype(
    [
        ("turn", "u2"),
        ("own_turn", "u2"),  # how many turns the player whose turn it is has finished
        ("seat", "u1"),
        ("mover", "u1"),
        ("step", "i1"),  # of the turn
        ("act", "i1"),
        ("card", "i2"),
        ("rival", "i1"),
        ("at", "i2"),
        ("declared", "u1"),
        ("number", "u1"),
        ("depth", "u1"),  # how deep in a chain: 0 the first card and what it costs, 1 whoever may top it, and so on
        ("first_card", "i2"),  # the card that the chain is about; NO_CARD outside of chains
        ("outcome", "i1"),  # in the row that settles a chain
        ("wounds", "u2"),  # that the dragons took
        ("legal_moves", "u4"),
        ("hand_after", "u1"),
        ("deck_after", "u1"),
        *((f"score_{seat}_after", "i2") for seat in SEATS),
        *((f"facing_{seat}_after", "i1") for seat in SEATS),
        *((f"siege_{seat}_after", "i2") for seat in SEATS),
    ],
    align=True,
)
