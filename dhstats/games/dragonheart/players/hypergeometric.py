"""How likely it is that among cards drawn from a pool there are none, one or two of a kind.

For the numbers that occur the chances are looked up: each is a product of quotients, and divisions take long. Tables
hold what the products give, bit for bit.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled

ONE = np.float32(1.0)
MOST_HIDDEN, MOST_WANTED, MOST_DRAWN = 64, 16, 8  # looked up below these numbers of cards


@compiled(inline=False)
def product_for_none(wanted: int, pool: int, cards: int) -> Any:
    """How likely it is that none of the wanted cards of a pool is among so many that are drawn."""
    return others(ONE, wanted, pool, 0, cards)


@compiled(inline=False)
def product_for_one(wanted: int, pool: int, cards: int) -> Any:
    """That exactly one is; 0 where no card is drawn."""
    if cards < 1:
        return np.float32(0.0)
    return others(np.float32(cards * wanted) / np.float32(max(pool, 1)), wanted, pool, 1, cards)


@compiled(inline=False)
def product_for_two(wanted: int, pool: int, cards: int) -> Any:
    """That exactly two are; 0 where there are not two."""
    if cards < 2 or wanted < 2 or pool < 2:
        return np.float32(0.0)
    pairs = np.float32(cards * (cards - 1) * wanted * (wanted - 1)) / np.float32(2 * pool * (pool - 1))
    return others(pairs, wanted, pool, 2, cards)


@compiled()
def others(chance: Any, wanted: int, pool: int, found: int, cards: int) -> Any:
    """A chance that some of the cards drawn are wanted ones, times that all others are none."""
    for drawn in range(cards - found):
        chance *= np.float32(max(pool - wanted - drawn, 0)) / np.float32(max(pool - found - drawn, 1))
    return chance


def looked_up(found: int) -> np.ndarray[Any, Any]:
    """The chances of exactly so many, by the size of the pool, how many cards are wanted and how many are drawn."""
    single = np.float32
    pool, wanted = np.ogrid[:MOST_HIDDEN, :MOST_WANTED]
    table = np.zeros((MOST_HIDDEN, MOST_WANTED, MOST_DRAWN), single)
    for cards in range(found, MOST_DRAWN):
        chance: Any = np.ones((MOST_HIDDEN, MOST_WANTED), single)
        if found == 1:
            chance = (cards * wanted).astype(single) / np.maximum(pool, 1).astype(single)
        if found == 2:
            pairs = (cards * (cards - 1) * wanted * (wanted - 1)).astype(single)
            chance = np.where(pool < 2, single(0), pairs / np.maximum(2 * pool * (pool - 1), 1).astype(single))
        for drawn in range(cards - found):
            left = np.maximum(pool - wanted - drawn, 0).astype(single)
            chance = chance * (left / np.maximum(pool - found - drawn, 1).astype(single))
        table[:, :, cards] = chance
    return table


NONE, EXACTLY_ONE, EXACTLY_TWO = looked_up(0), looked_up(1), looked_up(2)


@compiled()
def known(wanted: int, pool: int, cards: int) -> bool:
    """Whether the tables have these numbers."""
    return 0 <= wanted < MOST_WANTED and 0 <= pool < MOST_HIDDEN and 0 <= cards < MOST_DRAWN


@compiled()
def none_drawn(wanted: int, pool: int, cards: int) -> Any:
    """How likely it is that none of the wanted cards of a pool is among so many that are drawn."""
    return NONE[pool, wanted, cards] if known(wanted, pool, cards) else product_for_none(wanted, pool, cards)


@compiled()
def one_drawn(wanted: int, pool: int, cards: int) -> Any:
    """That exactly one is."""
    return EXACTLY_ONE[pool, wanted, cards] if known(wanted, pool, cards) else product_for_one(wanted, pool, cards)


@compiled()
def two_drawn(wanted: int, pool: int, cards: int) -> Any:
    """That exactly two are."""
    return EXACTLY_TWO[pool, wanted, cards] if known(wanted, pool, cards) else product_for_two(wanted, pool, cards)
