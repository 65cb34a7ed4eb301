"""Chance that stacked decks leave open in Dragonwood: dice, and the order of adventurer decks made of discards."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import address
from dhstats.games.dragonwood.rules.setup import DICE, RENEWAL
from dhstats.games.dragonwood.table import MAX_SEATS


@compiled(inline=False)
def draw_anew(table: Any, seed: Any, number: Any) -> None:
    """Dice and new decks of a game that was just dealt are drawn as in another deal."""
    address(table.renewal, seed, number, RENEWAL)
    for place in range(MAX_SEATS):
        address(table.dice[place], seed, number, DICE + place)
