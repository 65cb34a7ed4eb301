"""The chance of a deal in whole Python numbers: both decks and every lost card, drawn anew from their addresses.

Nothing but the numbers of the channels is shared with the stream that the engine draws from, so that a fault on
either side shows.

Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011); Lemire, "Fast random integer generation
in an interval" (2019).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from dhstats.engine.stream import CHANCE, DECK, TURN_BLOCKS
from dhstats.games.dragonheart.chronicle import Card
from dhstats.games.dragonheart.table import PICTURES

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


def deck(rules: Mapping[str, Any], seed: int, deal: int, number: int) -> list[Card]:
    """Deck 0 or 1 of a deal as shuffled; the last card is the top."""
    cards = [(picture, value) for picture in PICTURES for value in rules["cards"][picture]["values"]]
    source = words(seed, deal, DECK + number)
    for i in range(len(cards) - 1, 0, -1):
        j = below(source, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def lost_card(seed: int, deal: int, index: int, hand_size: int) -> int:
    """The place, in the victim's sorted hand, of the card that is lost as number `index` of the game.

    First words lie four to a block; what is needed beyond them has blocks of its own.
    """
    first = block(seed, deal, CHANCE, index // 4)[index % 4]
    return below(chain([first], words(seed, deal, CHANCE, (index + 1) * TURN_BLOCKS)), hand_size)
