"""The chance of a deal in whole Python numbers: words drawn anew from their addresses, for those who check games.

Where a word lies, how it becomes a number and how cards are shuffled is told here once more, so that a fault on either
side shows; the generator is the engine's, which tests hold against published words and a telling of their own.

Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011); Lemire, "Fast random integer generation
in an interval" (2019).
"""

from collections.abc import Iterator
from itertools import chain
from typing import TypeVar

from dhstats.engine import stream
from dhstats.engine.compiled import bind
from dhstats.engine.stream import TURN_BLOCKS

Card = TypeVar("Card")

WORD = 2**32
NUMBERS = ("_M0", "_M1", "_W0", "_W1", "_32", "_MASK")  # of the engine's generator

# The source that the engine compiles, in whole numbers, which cannot overflow.
philox = bind(
    getattr(stream.philox, "py_func", stream.philox), "whole", **{name: int(getattr(stream, name)) for name in NUMBERS}
)


def block(seed: int, deal: int, channel: int, number: int) -> tuple[int, int, int, int]:
    """The four words at an address: Philox4x32-10."""
    words: tuple[int, int, int, int] = philox(number, channel, deal % WORD, deal // WORD, seed % WORD, seed // WORD)
    return words


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
