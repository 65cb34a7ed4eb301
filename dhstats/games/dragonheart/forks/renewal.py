"""Chance that stacked decks leave open in Dragonheart: which cards are lost with the figure."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import address
from dhstats.games.dragonheart.rules.setup import THEFT


@compiled(inline=False)
def draw_anew(table: Any, seed: Any, number: Any) -> None:
    """Lost cards of a game that was just dealt are drawn as in another deal."""
    address(table.chance, seed, number, THEFT)
