"""The chance of a deal in whole Python numbers: words drawn anew from their addresses, for those who check games.

Nothing but the numbers of the channels is shared with the stream that the engine draws from, so that a fault on
either side shows.

Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011); Lemire, "Fast random integer generation
in an interval" (2019).
"""

from collections.abc import Iterator
from itertools import chain
from typing import TypeVar

from dhstats.engine.stream import TURN_BLOCKS

Card = TypeVar("Card")

WORD = 2**32
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)


def block(seed: int, deal: int, channel: int, number: int) -> tuple[int, int, int, int]:
    """The four words at an address: Philox4x32-10."""
    c0, c1, c2, c3 = number, channel, deal % WORD, deal // WORD
    k0, k1 = seed % WORD, seed // WORD
    for _ in range(10):
        product0, product2 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1 = product2 >> 32 ^ c1 ^ k0, product2 % WORD
        c2, c3 = product0 >> 32 ^ c3 ^ k1, product0 % WORD
        k0, k1 = (k0 + WEYL[0]) % WORD, (k1 + WEYL[1]) % WORD
    return c0, c1, c2, c3


def words(seed: int, deal: int, channel: int, first_block: int = 0) -> Iterator[int]:
    """The endless row of words of a channel, from a block on."""
    while True:
        yield from block(seed, deal, channel, first_block)
        first_block += 1


def below(source: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1: words that would favour some numbers are thrown away."""
    while True:
        number, rest = divmod(next(source) * n, WORD)
        if rest >= WORD % n:
            return number


def turn_words(seed: int, deal: int, channel: int, turn: int) -> Iterator[int]:
    """The words of a turn of a channel: first words lie four to a block, further ones in blocks of their own."""
    first = block(seed, deal, channel, turn // 4)[turn % 4]
    return chain([first], words(seed, deal, channel, (turn + 1) * TURN_BLOCKS))


def shuffled(source: Iterator[int], cards: list[Card]) -> list[Card]:
    """The cards in random order."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
