"""Restricted play: what a player may not do or see, so that its worth shows in what they then lose."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.rules.collecting import claims_figure
from dhstats.games.dragonheart.table import PICTURES

# The name of each restriction and what it means; its number is its place, counted from 1.
RESTRICTIONS = (
    ("no_figure", "never takes the Great Dragon figure"),
    ("no_ships", "never plays a ship"),
    ("single_cards", "never plays two cards at once"),
    ("blind", "ignores the opponent: their score, their cards, what they could take, and that they hold the figure"),
    ("hoard", "keeps cards worth 3 points and more in hand"),
)
NO_FIGURE, NO_SHIPS, SINGLE_CARDS, BLIND, HOARD = range(1, len(RESTRICTIONS) + 1)

_SHIP = PICTURES.index("ship")
_PRECIOUS = 3


@compiled()
def forbids(view: Any, move: Any, restriction: int) -> bool:
    """Whether a restriction rules a move out."""
    if restriction == NO_FIGURE:
        return bool(claims_figure(view, move))
    if restriction == NO_SHIPS:
        return bool(move.picture == _SHIP)
    if restriction == SINGLE_CARDS:
        return bool(move.cards > 1)
    if restriction == HOARD:
        return bool(move.values >> 6 * _PRECIOUS != 0)
    return False
