"""Drawing cards in Dragonheart: up to a hand, and the end that an empty deck calls.

Source: Dragonheart, English rulebook; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.table import CANNOT_DRAW, LAST_CARD_DRAWN


@compiled()
def draw_up_to(table: Any, seat: int, size: int) -> int:
    """A player draws from the top of their deck until they hold `size` cards; returns how many they drew."""
    seen = table.seen
    held, left = seen.hand_sizes[seat], seen.deck_sizes[seat]
    drawn = 0
    while held + drawn < size and left > 0:
        left -= 1
        card = table.decks[seat, left]
        table.hands[seat, card >> 4] += 1 << 6 * (card & 15)
        table.held[seat] |= 1 << (card >> 4)
        drawn += 1
    seen.deck_sizes[seat] = left
    seen.hand_sizes[seat] = held + drawn
    return drawn


@compiled()
def refill(table: Any, seat: int) -> bool:
    """The mover fills their hand, larger with the figure; returns whether their deck calls the end of the game."""
    seen = table.seen
    rules = seen.rules
    size = rules.figure_hand_size if seen.figure == seat else rules.hand_size
    wanted = size - seen.hand_sizes[seat]
    drawn = draw_up_to(table, seat, size)
    if rules.deck_end == CANNOT_DRAW:
        return wanted > 0 and drawn == 0
    if rules.deck_end == LAST_CARD_DRAWN:
        return seen.emptied[seat] >= 0 or (drawn > 0 and seen.deck_sizes[seat] == 0)
    if seen.emptied[seat] >= 0:
        return True
    if drawn > 0 and seen.deck_sizes[seat] == 0:
        seen.emptied[seat] = seen.turn
    return False
