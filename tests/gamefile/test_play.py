"""A game file played by the engine: what is hidden, dealt round, guessed, mixed, written down."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.stream import STREAM, address
from dhstats.gamefile.opening import opened
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle

SEED = 5


class Seat:
    """A table of a game file, with plain ways to ask the engine's functions."""

    def __init__(self, path: Path, *settings: str) -> None:
        self.bundle: GameBundle = catalogue.load(catalogue.name_of(str(path)))
        self.game = self.bundle.game
        self.rules = self.bundle.rule_files.load("standard", settings)
        self.table = np.zeros(1, self.game.table).view(np.recarray)
        self.table["seen"]["rules"] = self.rules.record()
        self.options = np.zeros(1, self.game.options).view(np.recarray)
        self.event = np.zeros(1, self.game.event).view(np.recarray)

    def deal(self, deal: int, layout: int = 0) -> "Seat":
        """A game of a deal from its beginning."""
        self.game.shuffle(self.table[0], np.uint64(SEED), deal)
        self.game.deal(self.table[0], layout)
        return self

    def look(self, seat: int) -> Any:
        """What a seat sees."""
        self.game.look(self.table[0], seat)
        return self.table["seen"][0].copy()

    def moves(self) -> list[int]:
        """The numbers of the moves that the mover has."""
        view = self.game.look(self.table[0], self.game.to_move(self.table[0]))
        count = self.game.legal(view, self.options[0].moves)
        return [int(number) for number in self.options["moves"]["number"][0][:count]]

    def play(self, number: int) -> Any:
        """Plays the move of a number; its row."""
        at = self.moves().index(number)
        self.game.play(self.table[0], self.options[0].moves[at], self.event[0])
        return self.event[0].copy()


@pytest.fixture
def seat(high_card: Path) -> Seat:
    """High card at two seats."""
    return Seat(high_card)


def test_a_view_holds_no_card_that_its_seat_does_not_see(seat: Seat) -> None:
    """The own hand is there; the other hand and the draw pile are empty, their sizes are not."""
    seat.deal(0)
    mine, theirs = seat.look(0), seat.look(1)
    true = seat.table["state"][0]
    assert mine["state"]["hands"][0].tolist() == true["hands"][0].tolist()
    assert not mine["state"]["hands"][1].any()
    assert theirs["state"]["hands"][1].tolist() == true["hands"][1].tolist()
    assert not theirs["state"]["hands"][0].any()
    assert not mine["state"]["deck"]["cards"].any()
    assert mine["state"]["deck"]["count"] == 24 - 6
    assert mine["hand_sizes"].tolist() == [3, 3, 0]


def test_unseen_cards_are_all_others(seat: Seat) -> None:
    """Of 24 cards, four of each kind, a seat with three in hand does not see 21."""
    seat.deal(3)
    view = seat.look(1)
    assert view["unseen"].tolist() == (4 - view["state"]["hands"][1]).tolist()
    assert view["unseen"].sum() == 24 - 3


def test_an_empty_place_of_a_pile_tells_nothing(seat: Seat) -> None:
    """Where a card was drawn from lies a zero, not the card."""
    seat.deal(0)
    pile = seat.table["state"][0]["deck"]
    assert not pile["cards"][int(pile["count"]) :].any()


def test_what_was_dealt_goes_round_the_table(high_card: Path) -> None:
    """In the second game of a deal everybody has the hand of the next seat in the first."""
    table = Seat(high_card, "players=3")
    hands = [table.deal(7, layout).table["state"][0]["hands"].copy() for layout in range(3)]
    for layout in (1, 2):
        for place in range(3):
            assert hands[layout][place].tolist() == hands[0][(place + layout) % 3].tolist()


def test_games_of_a_deal_have_the_same_draw_pile(seat: Seat) -> None:
    """Hands go round; what lies for all stays."""
    first = seat.deal(2, 0).table["state"][0]["deck"].copy()
    assert first.tobytes() == seat.deal(2, 1).table["state"][0]["deck"].tobytes()


def test_a_guess_keeps_what_the_seat_sees_and_lays_all_other_cards(seat: Seat) -> None:
    """Two hundred guesses: four of each card every time, and the same view again."""
    learning = seat.game.learning
    assert learning is not None
    seat.deal(4)
    seat.play(seat.moves()[0])
    view, stream = seat.look(1), np.zeros(1, STREAM).view(np.recarray)
    other = np.zeros(1, seat.game.table).view(np.recarray)
    hands = set()
    for number in range(200):
        address(stream[0], np.uint64(1), np.uint64(number), 3)
        kept = np.zeros(1, seat.game.view).view(np.recarray)
        kept[0] = view
        learning.guess(kept[0], other[0], stream[0])
        laid = other["state"][0]
        cards = laid["hands"].sum(axis=0) + np.bincount(laid["deck"]["cards"][: laid["deck"]["count"]], minlength=6)
        cards[laid["lying"][laid["lying"] >= 0]] += 1
        assert cards.tolist() == [4] * 6
        seat.game.look(other[0], 1)
        again = other["seen"][0]
        assert again["state"].tobytes() == view["state"].tobytes()
        assert again["unseen"].tolist() == view["unseen"].tolist()
        hands.add(tuple(laid["hands"][0].tolist()))
    assert len(hands) > 10


def test_guesses_are_as_likely_as_the_cards(seat: Seat) -> None:
    """Every unseen card is as likely as any other to be in the other's hand: three of 21, within four errors."""
    learning, stream = seat.game.learning, np.zeros(1, STREAM).view(np.recarray)
    assert learning is not None
    seat.deal(0)
    view, other = seat.look(0), np.zeros(1, seat.game.table).view(np.recarray)
    total, games = np.zeros(6), 4000
    for number in range(games):
        address(stream[0], np.uint64(2), np.uint64(number), 3)
        kept = np.zeros(1, seat.game.view).view(np.recarray)
        kept[0] = view
        learning.guess(kept[0], other[0], stream[0])
        total += other["state"][0]["hands"][1]
    expected = view["unseen"] * 3 / 21
    assert np.abs(total / games - expected).max() < 4 * np.sqrt(expected.max() / games)


def test_luck_to_come_is_laid_anew_and_no_hand_is_touched(seat: Seat) -> None:
    """The draw pile in another order, the same cards in it, hands as they were."""
    forking, stream = seat.game.forking, np.zeros(1, STREAM).view(np.recarray)
    assert forking is not None
    assert forking.mix_chance is not None
    before = seat.deal(1).table.copy()
    address(stream[0], np.uint64(3), np.uint64(0), 3)
    forking.mix_chance(seat.table[0], stream[0])
    now, then = seat.table["state"][0], before["state"][0]
    assert now["hands"].tolist() == then["hands"].tolist()
    assert now["deck"]["cards"].tolist() != then["deck"]["cards"].tolist()
    assert sorted(now["deck"]["cards"].tolist()) == sorted(then["deck"]["cards"].tolist())


def test_luck_to_come_does_not_depend_on_how_it_lies(seat: Seat) -> None:
    """Equal draws lay a pile alike whether it lay turned before or not."""
    forking, laid = seat.game.forking, []
    assert forking is not None
    assert forking.mix_chance is not None
    for turned in (False, True):
        seat.deal(1)
        pile = seat.table["state"]["deck"]
        if turned:
            pile["cards"][0][:18] = pile["cards"][0][:18][::-1].copy()
        stream = np.zeros(1, STREAM).view(np.recarray)
        address(stream[0], np.uint64(3), np.uint64(0), 3)
        forking.mix_chance(seat.table[0], stream[0])
        laid.append(seat.table["state"]["deck"]["cards"][0].tolist())
    assert laid[0] == laid[1]


def test_a_row_says_who_moved_what_and_how_all_stand(count_down: Path) -> None:
    """Four in the heap: the first player takes three, the second the last one."""
    table = Seat(count_down, "heap=4").deal(0)
    assert table.moves() == [0, 1, 2]
    row = table.play(2)
    assert (row["turn"], row["own_turn"], row["seat"], row["move"], row["take"]) == (0, 0, 0, 2, 3)
    assert table.moves() == [0]
    row = table.play(0)
    assert (row["turn"], row["seat"], row["take"], row["score_second_after"]) == (1, 1, 1, 1)
    result = np.zeros(1, table.game.result).view(np.recarray)
    table.game.score(table.table[0], result[0])
    told = result[0]
    assert (told["winner"], told["decided_by"], told["turns"], told["ended_by"]) == (1, 0, 2, 1)
    assert (told["turns_first"], told["turns_second"], told["lead_since"]) == (1, 1, 1)


def test_a_game_is_the_same_value_however_it_is_named(count_down: Path) -> None:
    """By path or by name with a hash: compiled once."""
    named = opened(catalogue.name_of(str(count_down)))
    assert named is not None
    assert opened(named.name) is named
    assert catalogue.load(named.name) is catalogue.load(catalogue.name_of(str(count_down)))
