"""The engine's random draws, called from Python: words, numbers and shuffles by their addresses."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine import stream
from dhstats.engine.compiled import bind, compiled, sources_below
from dhstats.players.match import records

_SOURCES = sources_below(Path(__file__))
_STREAM = numba.from_dtype(stream.STREAM)
_WORDS, _ROWS = types.uint64[::1], types.int64[:, ::1]
_WORD = types.uint64


@compiled(types.void(_STREAM, types.int64, _WORDS), sources=_SOURCES)
def draw_turns(drawn: Any, turns: int, words: Any) -> None:
    """Lets turns pass and draws as many words as there is room for in the last of them."""
    for _ in range(turns):
        stream.next_turn(drawn)
    for i in range(len(words)):
        words[i] = stream.next_word(drawn)


@compiled(types.void(_STREAM, types.int64, types.int64[::1]), sources=_SOURCES)
def draw_below(drawn: Any, n: int, numbers: Any) -> None:
    """Numbers below n."""
    for i in range(len(numbers)):
        numbers[i] = stream.below(drawn, n)


@compiled(types.void(_STREAM, _WORD, _WORD, types.int64, _ROWS), sources=_SOURCES)
def shuffle_rows(drawn: Any, seed: Any, first_deal: Any, channel: int, rows: Any) -> None:
    """Shuffles 0 to n - 1 in each row, for one deal after the other."""
    for row in range(rows.shape[0]):
        for i in range(rows.shape[1]):
            rows[row, i] = i
        stream.address(drawn, seed, first_deal + np.uint64(row), channel)
        stream.shuffle(drawn, rows[row], rows.shape[1])


SCRIPT = np.array([3000000000, 0, 123456789, 4000000000, 2147483648, 77, 1, 2], np.uint64)


@compiled()
def scripted_block(drawn: Any) -> None:
    """Hands out the words of the script in place of random ones."""
    for i in range(4):
        drawn.words[i] = SCRIPT[np.int64(drawn.block) * 4 + i]
    drawn.block += np.uint64(1)


_shuffle = getattr(stream.shuffle, "py_func", stream.shuffle)
scripted_shuffle = compiled(inline=False)(bind(_shuffle, "scripted", new_block=scripted_block))


class Draws:
    """A stream at an address."""

    def __init__(self, seed: int, channel: int, deal: int) -> None:
        self.record = records(stream.STREAM, 1)[0]
        stream.address(self.record, np.uint64(seed), np.uint64(deal), channel)

    def words(self, count: int) -> list[int]:
        """The next words."""
        return self.turn(0, count)

    def turn(self, turns: int, count: int) -> list[int]:
        """Words of the turn that is so many turns later."""
        words = np.zeros(count, np.uint64)
        draw_turns(self.record, turns, words)
        return [int(word) for word in words]

    def load(self, words: Sequence[int]) -> None:
        """Makes these the next words: four at most."""
        self.record["words"] = [0] * (4 - len(words)) + list(words)
        self.record["used"] = 4 - len(words)

    def below(self, n: int, count: int = 1) -> list[int]:
        """The next numbers below n."""
        numbers = np.zeros(count, np.int64)
        draw_below(self.record, n, numbers)
        return [int(number) for number in numbers]

    def shuffled(self, n: int) -> list[int]:
        """The numbers 0 to n - 1 in random order."""
        cards = np.arange(n)
        stream.shuffle(self.record, cards, n)
        return [int(card) for card in cards]


def shuffled_by_script(n: int) -> list[int]:
    """The numbers 0 to n - 1 in the order that the script's words give."""
    cards = np.arange(n)
    scripted_shuffle(Draws(0, 1, 0).record, cards, n)
    return [int(card) for card in cards]


def philox(counter: Sequence[int], key: Sequence[int]) -> tuple[int, ...]:
    """The four words of a counter and a key."""
    return tuple(int(word) for word in stream.philox(*map(np.uint64, (*counter, *key))))


def decks(seed: int, channel: int, first_deal: int, count: int, n: int) -> Any:
    """The shuffles of 0 to n - 1 for one deal after the other, a row each."""
    rows = np.zeros((count, n), np.int64)
    shuffle_rows(records(stream.STREAM, 1)[0], np.uint64(seed), np.uint64(first_deal), channel, rows)
    return rows
