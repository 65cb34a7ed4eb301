"""What chance decides after the deal, drawn again: the same cards, other dice."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import CHANCE, address


@compiled(inline=False)
def draw_again(table: Any, seed: Any, number: Any) -> None:
    """What follows the deal by lot is drawn as in this deal."""
    address(table.chance, seed, number, CHANCE)
