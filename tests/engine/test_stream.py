"""Random draws: published words, exact bounds, and shuffles without a preference.

A statistical test fails if chance alone would do worse in less than one run of a million, or better in less than one.
"""

from collections import Counter
from itertools import islice
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from dhstats.engine.stream import CHANCE, DECK, PLAYER, TURN_BLOCKS
from dhstats.games import refereeing
from tests.engine import philox as reference
from tests.engine.streams import SCRIPT, Draws, decks, philox, shuffled_by_script

RARE = 1e-6
WORD = st.integers(0, 2**32 - 1)
WIDE = st.integers(0, 2**64 - 1)


# ---- Words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((2**32 - 1,) * 4, (2**32 - 1,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
        ((1, 0, 0, 0), (0, 0), "f8e4cca4 5cb200db b1a574eb 097eff67"),
    ],
)
def test_philox_known_answers(counter: tuple[int, ...], key: tuple[int, ...], words: str) -> None:
    """The answers that Random123 publishes, and one for the first counter after zero (TV-9.1)."""
    assert " ".join(f"{word:08x}" for word in philox(counter, key)) == words


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.tuples(WORD, WORD, WORD, WORD), st.tuples(WORD, WORD))
def test_philox_is_that_of_whole_numbers(counter: tuple[int, ...], key: tuple[int, ...]) -> None:
    """Nothing overflows: the same four words as in Python's whole numbers."""
    assert philox(counter, key) == reference.philox4x32(counter, key)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(WIDE, WIDE, WORD, WORD)
def test_words_of_referees_lie_where_the_address_says(seed: int, deal: int, channel: int, number: int) -> None:
    """The engine's own source in whole numbers, at addresses that referees work out for themselves."""
    counter = (number, channel, deal % 2**32, deal >> 32)
    assert refereeing.block(seed, deal, channel, number) == reference.philox4x32(counter, (seed % 2**32, seed >> 32))


def test_words_of_a_deal() -> None:
    """The first two blocks of seed 12345, the first deck's channel, deal 0 (TV-9.4)."""
    words = "43fdcd10 fc637d81 510da81f dbac0d1c 2c0b0b38 8bb1280b 259ede7e 7a140701"
    assert " ".join(f"{word:08x}" for word in Draws(12345, 1, 0).words(8)) == words


@settings(derandomize=True, deadline=None, max_examples=100)
@given(WIDE, st.integers(0, 255), WIDE, st.integers(1, 13))
def test_words_lie_where_the_address_says(seed: int, channel: int, deal: int, count: int) -> None:
    """Seed, channel and deal of any size lead to the words of the reference."""
    assert Draws(seed, channel, deal).words(count) == list(islice(reference.Words(seed, channel, deal), count))


def test_channels_are_apart() -> None:
    """Decks, chance and players draw from channels of their own."""
    channels = [DECK, DECK + 1, CHANCE, PLAYER, PLAYER + 1]
    assert channels == [1, 2, 64, 128, 129]
    words = [word for channel in channels for word in Draws(3, channel, 5).words(200)]
    assert len(set(words)) == len(words)


# ---- Addresses of a player's words ----------------------------------------------------------------------


def word_address(turn: int, number: int) -> tuple[int, int]:
    """Block and place in the block of a player's word: four turns share a block for their first words."""
    if number == 0:
        return turn // 4, turn % 4
    return (turn + 1) * TURN_BLOCKS + (number - 1) // 4, (number - 1) % 4


@pytest.mark.parametrize("turn", [0, 1, 2, 3, 4, 7, 8, 61, 499])
def test_words_of_a_turn_lie_where_their_address_says(turn: int) -> None:
    """Each word follows from its turn and its number in that turn."""
    seed, deal = 2**63 + 5, 2**40 + 7
    found = Draws(seed, PLAYER, deal).turn(turn + 1, 12)
    for number, word in enumerate(found):
        block, place = word_address(turn, number)
        counter = (block, PLAYER, deal % 2**32, deal >> 32)
        assert word == reference.philox4x32(counter, (seed % 2**32, seed >> 32))[place]


def test_no_two_words_have_one_address() -> None:
    """Over more turns than any game has, no address is used twice and each block has a number of its own."""
    addresses = [word_address(turn, number) for turn in range(600) for number in range(40)]
    assert len(set(addresses)) == len(addresses)
    assert max(block for block, _ in addresses) < 2**32
    assert TURN_BLOCKS > 600 // 4


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_a_word_does_not_depend_on_earlier_turns(drawn: list[int]) -> None:
    """However many words were drawn before, a turn finds its own."""
    steady = Draws(8, PLAYER, 1)
    for count in drawn:
        steady.turn(1, count)
    assert steady.turn(1, 6) == Draws(8, PLAYER, 1).turn(len(drawn) + 1, 6)


# ---- Numbers below n -------------------------------------------------------------------------------------

MARKER = 2**31 + 12345  # decides where the first word is thrown away


@pytest.mark.parametrize(
    ("word", "n", "value"),
    [
        (0, 50, None),
        (1, 50, 0),
        (4294967295, 50, 49),
        (85899345, 50, 0),
        (85899346, 50, None),
        (85899347, 50, 1),
        (2576980377, 50, 29),
        (2576980378, 50, None),
        (0, 3, None),
        (1431655765, 3, 0),
        (1431655766, 3, 1),
        (0, 7, None),
        (123456789, 49, 1),
        (3000000000, 6, 4),
    ],
)
def test_bounded_draws(word: int, n: int, value: int | None) -> None:
    """A word gives this number, or is thrown away so that the one after it decides (TV-9.3)."""
    draws = Draws(0, 1, 0)
    draws.load([word, MARKER])
    assert draws.below(n) == [(MARKER * n) >> 32 if value is None else value]


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.lists(WORD, min_size=3, max_size=3), st.one_of(st.integers(1, 120), st.integers(1, 2**32 - 1)))
def test_bounded_draws_are_those_of_whole_numbers(words: list[int], n: int) -> None:
    """Any words and bound: the number of the reference, and as many words spent (further ones are large)."""
    draws = Draws(0, 1, 0)
    draws.load([*words, MARKER])
    assert draws.below(n) == [reference.below(iter([*words, MARKER, MARKER]), n)]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 49, 50, 120, 4094, 2**31 + 1, 2**32 - 1])
def test_every_number_has_as_many_words(n: int) -> None:
    """Exactly floor(2**32 / n) words lead to each number: checked at the edges of the words of three numbers.

    The words of number v are those x with v * 2**32 <= x * n < (v + 1) * 2**32; the first of them is thrown away if
    x * n lies less than 2**32 mod n above the lower edge. What is left has the same size for every v.
    """
    size, rest = divmod(2**32, n)
    for value in {0, n // 2, n - 1}:
        first = -(-(value * 2**32 + rest) // n)
        last = first + size - 1
        assert [accepted(word, n) for word in (first, last)] == [value, value]
        assert accepted(first - 1, n) != value
        assert accepted(last + 1, n) != value


def accepted(word: int, n: int) -> int | None:
    """The number of a word; None if it is thrown away, or is no word."""
    if not 0 <= word < 2**32:
        return None
    draws = Draws(0, 1, 0)
    draws.load([word, MARKER])
    number = draws.below(n)[0]
    return number if draws.record["used"] == 3 else None


def test_the_method_is_exact_for_words_of_eight_bits() -> None:
    """All 256 words and all 256 bounds, counted: each number is hit exactly floor(256 / n) times."""
    for n in range(1, 257):
        hits: Counter[int] = Counter()
        for word in range(256):
            value, low = divmod(word * n, 256)
            if not (low < n and low < (256 - n) % n):
                hits[value] += 1
        assert hits == dict.fromkeys(range(n), 256 // n)


# ---- Shuffles --------------------------------------------------------------------------------------------


def test_known_shuffles() -> None:
    """Fifty cards, both decks, another deal, a deal beyond 32 bits, five cards with a word thrown away (TV-9.4)."""
    whole = [26, 37, 31, 21, 5, 14, 39, 19, 17, 29, 49, 0, 38, 30, 33, 35, 34, 42, 11, 36, 23, 27, 3, 22, 28]
    whole += [18, 25, 8, 41, 12, 2, 1, 43, 10, 46, 4, 45, 47, 32, 9, 44, 16, 20, 6, 24, 7, 40, 15, 48, 13]
    assert Draws(12345, DECK, 0).shuffled(50) == whole
    assert Draws(12345, DECK + 1, 0).shuffled(50)[:10] == [47, 0, 3, 12, 41, 1, 40, 13, 11, 14]
    assert Draws(12345, DECK, 1).shuffled(50)[:10] == [25, 5, 41, 43, 14, 13, 29, 2, 19, 4]
    far = Draws(0xDEADBEEFCAFEBABE, DECK, 2**40 + 7)
    assert far.shuffled(50)[:10] == [49, 24, 35, 42, 38, 48, 47, 17, 18, 3]


def test_a_shuffle_throws_words_away() -> None:
    """Five cards: of the script's words the second, a zero, cannot decide among four, and the next one does (TV-9.4)."""
    assert shuffled_by_script(5) == [2, 1, 4, 0, 3]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_words_thrown_away_as_in_the_reference(n: int) -> None:
    """Other numbers of cards with the same words; the zero comes as the second word of each."""
    assert shuffled_by_script(n) == reference.shuffled(iter([int(word) for word in SCRIPT]), n)


@pytest.mark.parametrize("n", [1, 2, 13, 120])
def test_shuffles_are_those_of_the_reference(n: int) -> None:
    """Any number of cards, seed and deal."""
    for seed in (0, 9, 2**64 - 1):
        for deal in (0, 2**32, 2**63 + 1):
            assert Draws(seed, DECK, deal).shuffled(n) == reference.shuffled(reference.Words(seed, DECK, deal), n)


def chances(counts: Any, expected: float, freedom: int, scale: float = 1.0) -> float:
    """How often chance alone makes a table at least as uneven as this one."""
    return float(chi2.sf(scale * ((counts - expected) ** 2 / expected).sum(), freedom))


@pytest.fixture(scope="module", params=[DECK, DECK + 1])
def shuffles(request: Any) -> Any:
    """40,000 shuffles of fifty cards, of one deck and of the other."""
    return decks(2025, request.param, 0, 40_000, 50)


def tally(first: Any, second: Any, n: int) -> Any:
    """How often each pair of numbers comes together."""
    return np.bincount(first.ravel() * n + second.ravel(), minlength=n * n).reshape(n, n)


def test_every_card_comes_to_every_position(shuffles: Any) -> None:
    """Position by card; rows and columns are both constrained, hence the scale (n - 1) / n and (n - 1)**2 degrees."""
    count, n = shuffles.shape
    table = tally(np.broadcast_to(np.arange(n), shuffles.shape), shuffles, n)
    assert RARE < chances(table, count / n, (n - 1) ** 2, (n - 1) / n) < 1 - RARE


def test_all_orders_of_four_cards() -> None:
    """Each of the 24 orders in 48,000 shuffles."""
    rows = decks(7, DECK, 2**50, 48_000, 4)
    counts = np.unique(rows @ np.array([64, 16, 4, 1]), return_counts=True)[1]
    assert len(counts) == factorial(4)
    assert RARE < chances(counts, 2000, 23) < 1 - RARE
