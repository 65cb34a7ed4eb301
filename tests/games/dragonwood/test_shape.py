"""Shapes of hands and what is known of others' hands, against plain counts of cards; final counts against the rules'."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.dragonwood.players import rivals, shape
from dhstats.games.dragonwood.rules.attempts import longest_row, most_alike, most_of_a_suit
from dhstats.games.dragonwood.table import NUMBERS, SUITS
from tests.games.dragonwood.positions import BUNDLE, bits, mask
from tests.games.dragonwood.test_rulebook import position
from tests.harness import OpenGame

ALL = range(SUITS * NUMBERS)


def row_in(hand: set[int]) -> int:
    """The longest row, number by number."""
    numbers, longest = {card % NUMBERS for card in hand}, 0
    for number in numbers:
        length = 0
        while number + length in numbers:
            length += 1
        longest = max(longest, length)
    return longest


def alike_in(hand: set[int]) -> int:
    """The most cards of a number."""
    return max((sum(card % NUMBERS == number for card in hand) for number in range(NUMBERS)), default=0)


def suit_in(hand: set[int]) -> int:
    """The most cards of a suit."""
    return max((sum(card // NUMBERS == suit for card in hand) for suit in range(SUITS)), default=0)


COUNTS = (row_in, alike_in, suit_in)


def test_shapes_of_hands_card_by_card() -> None:
    """Sizes and sets of every way, and exactly the cards that would make a larger set."""
    chance, record = random.Random(1), np.zeros(1, shape.SHAPE).view(np.recarray)[0]
    for size in [0, 1, 1, *(chance.randrange(2, 11) for _ in range(60))]:
        hand = set(chance.sample(ALL, size))
        shape.look_over(sum(1 << card for card in hand), record)
        for way, count in enumerate(COUNTS):
            most, cards = count(hand), set(bits(int(record.sets[way])))
            assert record.sizes[way] == most
            assert cards <= hand
            assert len(cards) == count(cards) == most
            enlarge = {card for card in ALL if card not in hand and count(hand | {card}) > most}
            assert set(bits(int(record.enlarge[way]))) - hand == enlarge
        of_a_suit = sum(a // NUMBERS == b // NUMBERS for a, b in combinations(hand, 2))
        assert record.in_suits == 2 * of_a_suit


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_how_large_sets_are_by_lot(size: int) -> None:
    """All hands of up to three cards, counted one by one."""
    found = np.zeros((3, rivals.LARGEST + 1))
    for cards in combinations(ALL, size):
        hand = sum(1 << card for card in cards)
        for way, count in enumerate((longest_row, most_alike, most_of_a_suit)):
            found[way, count(hand)] += 1
    np.testing.assert_allclose(rivals.SIZES[:, size], found / comb(60, size), atol=1e-12)


def test_cards_that_others_have_shown_and_kept() -> None:
    """An attempt that fails shows cards, which stay known until they are discarded; a passed card may be any of them."""
    place = position(hands=("r1 r2 g9", "o1 o2"), landscape="angry_ogre", coming="wild_boar").roll(1, 1)
    place.play("strike angry_ogre r1 r2")
    assert rivals.shown(place.view(1), 0) == mask("r1 r2")
    place.play("discard r2")
    assert rivals.shown(place.view(1), 0) == mask("r1")
    view = place.view(1)
    view["recent"][0, 0]["passed"] = 1
    assert rivals.shown(view, 0) == 0


@pytest.mark.skipif(interpreted(), reason="whole games in plain Python take too long")
@pytest.mark.parametrize(("rules", "points"), [("two", (0, 0)), ("three", (-40, -30)), ("four", (0, -50))])
def test_final_counts_are_those_of_the_rules(rules: str, points: tuple[int, int]) -> None:
    """Random games to their end: the lead and the win of every seat, also where all have less than nothing."""
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules).record()), random.Random(5)
    record = np.zeros(1, rivals.TALLY).view(np.recarray)[0]
    for deal in range(4):
        game.deal(3, deal)
        for seat, given in enumerate(points):
            game.table["seen"]["points"][seat] += given
        while count := len(game.moves()):
            game.take(chance.randrange(count))
        players, result = int(game.table["seen"]["rules"]["players"]), game.result()
        names = ("first", "second", "third", "fourth")[:players]
        scores, ranks = ([result[f"{kind}_{name}"] for name in names] for kind in ("score", "rank"))
        for seat in range(players):
            view = game.view(seat)
            rivals.take_stock(view, record)
            final = rivals.final_lead(view["rules"], record, seat, rivals.NO_POINTS)
            assert final == scores[seat] - max(scores[:seat] + scores[seat + 1 :])
            alone = ranks.count(1) == 1
            assert rivals.won_in(record, seat, final) == (float(ranks[seat] == 1) if alone or final else 0.5)
