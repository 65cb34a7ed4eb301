"""All that chance has yet to decide in Dragonwood, laid out anew: as likely as it is, all hands and open cards known.

What is left in each pile stays there; only its order is anew. A pile is gathered in a fixed order before it is mixed,
so that equal draws lay equal tables out alike.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.stream import address, below, mix, next_word
from dhstats.games.dragonwood.players.guess import insert_dragons
from dhstats.games.dragonwood.rules.setup import DICE, RENEWAL, insert
from dhstats.games.dragonwood.table import LADYBUG, MAX_SEATS, N_TITLES

# Cards of a pile by title: those that were shuffled into it, and events met at set-up that were put back.
COUNTED = np.dtype((np.record, [("shuffled", "i8", N_TITLES), ("returned", "i8", N_TITLES)]))


@compiled(inline=False)
def mix_chance(table: Any, stream: Any) -> None:
    """Both piles in a new order, new dice and new decks of discards; hands and the cards of the piles stay."""
    mix_adventurers(table, stream)
    mix_wood(table, stream)
    word, number = next_word(stream), next_word(stream)
    for place in range(MAX_SEATS):
        address(table.dice[place], word, number, DICE + place)
    address(table.renewal, word, number, RENEWAL)


@compiled(inline=False)
def mix_adventurers(table: Any, stream: Any) -> None:
    """The pile of adventurers in any order."""
    pile, left = table.pile, table.seen.adventurers_left
    cards, size = 0, 0
    for i in range(left):
        cards |= 1 << pile[i] if pile[i] != LADYBUG else 0
    while cards != 0:
        pile[size] = lowest(cards)
        cards &= cards - 1
        size += 1
    for i in range(size, left):
        pile[i] = LADYBUG
    mix(pile, left, stream)


@compiled(inline=False)
def mix_wood(table: Any, stream: Any) -> None:
    """The Dragonwood pile as it was shuffled: dragons among its lower cards, events that were put back anywhere."""
    seen, pile, counted = table.seen, table.wood_pile, scratch(COUNTED)
    count_titles(table, counted)
    size, dragons = 0, 0
    for title in range(N_TITLES):
        if seen.rules.dragons >> title & 1 != 0:
            dragons += counted.shuffled[title]
            continue
        for _ in range(counted.shuffled[title]):
            pile[size] = title
            size += 1
    mix(pile, size, stream)
    mix(pile, insert_dragons(seen, pile, size + dragons), stream)
    size += dragons
    for i in range(size):
        table.returned[i] = 0
    for title in range(N_TITLES):
        for _ in range(counted.returned[title]):
            insert(pile, table.returned, size, below(stream, size + 1), title)
            size += 1


@compiled()
def count_titles(table: Any, counted: Any) -> None:
    """Counts the cards of the Dragonwood pile by title."""
    for title in range(N_TITLES):
        counted.shuffled[title], counted.returned[title] = 0, 0
    for i in range(table.seen.wood_left):
        if table.returned[i] != 0:
            counted.returned[table.wood_pile[i]] += 1
        else:
            counted.shuffled[table.wood_pile[i]] += 1
