"""Random draws with addresses: (seed, deal, channel, counter) leads to a number, whatever was drawn elsewhere.

Generator: Philox4x32-10 with key = seed and counter = (block, channel, deal low, deal high); a block holds four
words. Numbers below n are taken by Lemire's multiplication with rejection, decks are shuffled by Fisher and Yates.

Sources: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011); Lemire, "Fast random
integer generation in an interval" (2019).
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled

# Channels: one for each purpose, so that a draw more for one purpose shifts no other.
DECK = 1  # + deck number: the order of a deck
CHANCE = 64  # + kind of event: what the rules leave to chance during play
PLAYER = 128  # + player, + players for each replicate: a strategy's noise; it stays with the player in either seat

TURN_BLOCKS = 1 << 20  # blocks of four words set apart for each turn of a player beyond the first word
FIRST = -1  # in place of a number of spent words: the turn's first word is next
SCRIPTED = np.uint64(1 << 40)  # in place of a channel: draws are gone through one by one (see `begin_script`)
MOST_DRAWS, MOST_SIDES = 16, 1 << 16  # of a script: draws, and possible results of each

STREAM = np.dtype(
    [
        ("key", "u8", 2),  # low and high half of the seed
        ("deal", "u8", 2),  # low and high half of the deal's number
        ("channel", "u8"),
        ("block", "u8"),  # the next block to be computed
        ("words", "u8", 4),  # the block at hand
        ("used", "i8"),  # how many of its words are spent
        ("turn", "i8"),  # a player's own turn; -1 before the first
        ("group", "i8"),  # the group of four turns whose first words are at hand; -1: none
        ("first_words", "u8", 4),
    ],
    align=True,
)

_MASK = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_ONE = np.uint64(1)
_2_TO_32 = np.uint64(1 << 32)


@compiled()
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Turns a counter of four and a key of two 32-bit words (in uint64) into four random 32-bit words."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _32) ^ c1 ^ k0
        c1 = p1 & _MASK
        c2 = (p0 >> _32) ^ c3 ^ k1
        c3 = p0 & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    return c0, c1, c2, c3


@compiled(inline=False)
def address(stream: Any, seed: Any, deal: Any, channel: int) -> None:
    """Points a stream at the first word of a channel of a deal."""
    wide_seed, wide_deal = np.uint64(seed), np.uint64(deal)
    stream.key[0] = wide_seed & _MASK
    stream.key[1] = wide_seed >> _32
    stream.deal[0] = wide_deal & _MASK
    stream.deal[1] = wide_deal >> _32
    stream.channel = np.uint64(channel)
    stream.block = np.uint64(0)
    stream.used = 4
    stream.turn = -1
    stream.group = -1


@compiled()
def next_turn(stream: Any) -> None:
    """Points a stream at the words of its next turn, however many were drawn in earlier ones."""
    stream.turn += 1
    stream.used = FIRST


@compiled()
def new_block(stream: Any) -> None:
    """Computes the next four words of a stream."""
    w0, w1, w2, w3 = philox(stream.block, stream.channel, stream.deal[0], stream.deal[1], stream.key[0], stream.key[1])
    stream.words[0], stream.words[1], stream.words[2], stream.words[3] = w0, w1, w2, w3
    stream.block += _ONE


@compiled(inline=False)
def next_word(stream: Any) -> Any:
    """The next random 32-bit word of a stream, as uint64.

    Most turns need one word, so four turns share a block for their first words; further words have blocks of their
    own. Where a word lies depends on its turn and its number in that turn alone.
    """
    if stream.used == FIRST:
        return first_word(stream)
    if stream.used == 4:
        new_block(stream)
        stream.used = 0
    word = stream.words[stream.used]
    stream.used += 1
    return word


@compiled(inline=False)
def first_word(stream: Any) -> Any:
    """The first word of a turn: one of the four of its group of turns."""
    group = stream.turn >> 2
    if stream.group != group:
        w0, w1, w2, w3 = philox(
            np.uint64(group), stream.channel, stream.deal[0], stream.deal[1], stream.key[0], stream.key[1]
        )
        words = stream.first_words
        words[0], words[1], words[2], words[3] = w0, w1, w2, w3
        stream.group = group
    stream.block = np.uint64((stream.turn + 1) * TURN_BLOCKS)
    stream.used = 4
    return stream.first_words[stream.turn & 3]


@compiled()
def below(stream: Any, n: int) -> Any:
    """A whole number from 0 to n - 1, each equally likely (n from 1 to 2**32 - 1)."""
    if stream.channel == SCRIPTED:
        return scripted(stream, n)
    bound = np.uint64(n)
    product = next_word(stream) * bound
    low = product & _MASK
    if low < bound:
        threshold = (_2_TO_32 - bound) % bound
        while low < threshold:
            product = next_word(stream) * bound
            low = product & _MASK
    return np.int64(product >> _32)


@compiled()
def mix(cards: Any, count: int, stream: Any) -> None:
    """Brings the first cards into random order, a draw with `below` for each."""
    for i in range(count - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@compiled(inline=False)
def shuffle(stream: Any, cards: Any, n: int) -> None:
    """Brings the first n cards into random order, each of the n! orders equally likely.

    The stream must stand at the start of a block; its words are taken in order, a block at a time, which is the same
    as n - 1 draws of `below` and twice as fast. What is left of the last block is dropped.
    """
    i = n - 1
    while i > 0:
        new_block(stream)
        for k in range(4):
            bound = np.uint64(i + 1)
            product = stream.words[k] * bound
            low = product & _MASK
            if i > 0 and (low >= bound or low >= (_2_TO_32 - bound) % bound):
                j = np.int64(product >> _32)
                cards[i], cards[j] = cards[j], cards[i]
                i -= 1


# A script goes through every way in which some draws can come out. The record of a stream is used otherwise then: a
# draw takes half a word of `words` and `first_words`, its sides above its result; `block` counts the draws made so far,
# `deal[0]` those of the way at hand; `key[0]` is how many equally likely ways are like it, `key[1]` is 1 once there
# were more draws than a script can hold.


@compiled(inline=False)
def begin_script(stream: Any) -> None:
    """From now on the draws of this stream come out in the first of all ways: each is 0."""
    stream.channel = SCRIPTED
    stream.deal[0] = np.uint64(0)
    stream.key[1] = np.uint64(0)
    for place in range(4):
        stream.words[place] = np.uint64(0)
        stream.first_words[place] = np.uint64(0)
    rewind_script(stream)


@compiled(inline=False)
def rewind_script(stream: Any) -> None:
    """The draws of the way at hand come again from the first."""
    stream.block = np.uint64(0)
    stream.key[0] = np.uint64(1)


@compiled(inline=False)
def draw_at(stream: Any, place: Any) -> Any:
    """A draw of a script: its sides times MOST_SIDES, and its result."""
    words = stream.words if place < 8 else stream.first_words
    return np.int64((words[(place & 7) >> 1] >> np.uint64(32 * (place & 1))) & _MASK)


@compiled(inline=False)
def note_draw(stream: Any, place: Any, draw: Any) -> None:
    """Puts a draw into a script."""
    words, shift = stream.words if place < 8 else stream.first_words, np.uint64(32 * (place & 1))
    kept = words[(place & 7) >> 1] & ~(_MASK << shift)
    words[(place & 7) >> 1] = kept | (np.uint64(draw) << shift)


@compiled(inline=False)
def scripted(stream: Any, n: int) -> Any:
    """The next result of a script, below n."""
    if n == 1:
        return np.int64(0)
    place = np.int64(stream.block)
    if place >= MOST_DRAWS or n >= MOST_SIDES:
        stream.key[1] = np.uint64(1)
        return np.int64(0)
    if place >= np.int64(stream.deal[0]):
        note_draw(stream, place, n * MOST_SIDES)
        stream.deal[0] = np.uint64(place + 1)
    stream.block = np.uint64(place + 1)
    stream.key[0] = np.uint64(min(int(stream.key[0]) * n, 1 << 40))
    return np.int64(draw_at(stream, place) & (MOST_SIDES - 1))


@compiled(inline=False)
def next_script(stream: Any) -> bool:
    """Goes on to the next way in which the draws can come out; False where all have been."""
    planned = np.int64(stream.block)
    while planned > 0:
        draw = draw_at(stream, planned - 1)
        if (draw & (MOST_SIDES - 1)) + 1 < draw >> 16:
            note_draw(stream, planned - 1, draw + 1)
            break
        planned -= 1
    stream.deal[0] = np.uint64(planned)
    rewind_script(stream)
    return bool(planned > 0)


@compiled(inline=False)
def ways(stream: Any) -> Any:
    """How many equally likely ways are like the one that has come out; 0 where draws did not fit into the script."""
    return np.int64(0) if stream.key[1] != 0 else np.int64(stream.key[0])
