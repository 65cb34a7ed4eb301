"""Restricted play: what a player may not do or see, so that its worth shows in what they then lose."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.table import N_CREATURES, SPELL, STRIKE

# The name of each restriction and what it means; its number is its place, counted from 1.
RESTRICTIONS = (
    ("no_strikes", "never strikes"),
    ("no_stomps", "never stomps"),
    ("no_screams", "never screams"),
    ("no_enhancements", "never tries to capture an enhancement"),
    ("no_dragons", "never attacks a dragon"),
    ("blind", "ignores the others: their points, creatures, hands and enhancements, and what they could capture"),
)
NO_STRIKES, NO_STOMPS, NO_SCREAMS, NO_ENHANCEMENTS, NO_DRAGONS, BLIND = range(1, len(RESTRICTIONS) + 1)


@compiled()
def forbids(view: Any, move: Any, restriction: int) -> bool:
    """Whether a restriction rules a move out."""
    if not STRIKE <= move.act <= SPELL:
        return False
    if restriction <= NO_SCREAMS:
        return bool(move.act == STRIKE + restriction - NO_STRIKES)
    if restriction == NO_ENHANCEMENTS:
        return bool(move.target >= N_CREATURES)
    if restriction == NO_DRAGONS:
        return bool(view.rules.dragons >> move.target & 1 != 0)
    return False
