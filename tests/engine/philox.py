"""Philox4x32-10, bounded draws and shuffles in whole Python numbers: nothing can overflow, nothing is fast.

Source: Salmon et al. 2011 (Random123) for the generator, Lemire 2019 for bounded draws.
"""

from collections.abc import Iterator, Sequence

WORD = 2**32
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10


def philox4x32(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]:
    """The four 32-bit words that belong to this counter (four words) under this key (two words)."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        high0, low0 = divmod(MULTIPLIERS[0] * c0, WORD)
        high1, low1 = divmod(MULTIPLIERS[1] * c2, WORD)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + WEYL[0]) % WORD, (k1 + WEYL[1]) % WORD
    return c0, c1, c2, c3


class Words:
    """The endless row of 32-bit words kept for one purpose (channel) of one deal, from block `start` on."""

    def __init__(self, seed: int, channel: int, deal: int, start: int = 0) -> None:
        self.key = (seed % WORD, seed // WORD)
        self.place = (channel, deal % WORD, deal // WORD)
        self.block = start
        self.ready: list[int] = []

    def __iter__(self) -> Iterator[int]:
        """The row is its own reader: words that were read are gone."""
        return self

    def __next__(self) -> int:
        """The next word; a block of four is made when the last one is used up."""
        if not self.ready:
            self.ready = list(philox4x32((self.block, *self.place), self.key))
            self.block += 1
        return self.ready.pop(0)


def words_of_turn(seed: int, channel: int, deal: int, turn: int) -> Iterator[int]:
    """The words of one turn: a quarter of a block that four turns share, then a row of blocks of its own."""
    place, key = (channel, deal % WORD, deal // WORD), (seed % WORD, seed // WORD)
    yield philox4x32((turn // 4, *place), key)[turn % 4]
    yield from Words(seed, channel, deal, (turn + 1) << 20)


def below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n-1, each equally likely: words that would favour some of them are thrown away."""
    while True:
        value, rest = divmod(next(words) * n, WORD)
        if rest >= WORD % n:
            return value


def shuffled(words: Iterator[int], n: int) -> list[int]:
    """The numbers 0 to n-1 in random order: from the last place down, each swaps with one at or before it."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(words, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
