"""Guesses weighed by what the opponent has played: what weights say, how tables are taken by them."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import bind_named, interpreted, unbound
from dhstats.engine.game import MIND, functions_of
from dhstats.engine.stream import PLAYER, STREAM, address
from dhstats.games.catalogue import load
from dhstats.games.dragonheart.table import PICTURES
from dhstats.players import roster
from dhstats.players.match import line_up, records
from dhstats.players.search import searching
from dhstats.players.search.guessing import Recalled
from dhstats.players.strength.examining import outcomes
from dhstats.players.thinking import bound
from tests.games.dragonheart.positions import Position, cards, position, text
from tests.players.test_network import driver

pytestmark = pytest.mark.skipif(interpreted(), reason="thousands of guesses in plain Python take too long")

HEART = load("dragonheart")
LEARNING = HEART.game.learning
GUESSES = 4000
consider = begin_tries = lay_out = guess_by_inference = unbound


def weigh_guesses(view: Any, mind: Any, searching: Any, held: Any) -> None:
    """Weighs guesses, and writes which pictures the opponent holds by each."""
    consider(view, mind)
    begin_tries(view, mind, searching)
    for k in range(len(searching.recalled.sums)):
        mind.noise = searching.recalled.draws[k]
        guess_by_inference(view, searching)
        held[k] = searching.tables[0].held[1 - view.seat]


def take_guesses(view: Any, searching: Any, taken: Any) -> None:
    """Lays out as many tables as there are places, and writes which pictures the opponent holds on each."""
    for k in range(len(taken)):
        lay_out(view, searching)
        taken[k] = searching.tables[0].held[1 - view.seat]


@cache
def drivers() -> tuple[Any, Any]:
    """Both functions, compiled with the search's own parts."""
    assert LEARNING is not None
    space = bound(HEART.game, LEARNING) | functions_of(HEART.game) | searching.recall_functions(HEART.game, LEARNING)
    parts = searching.guessing_of(LEARNING)
    space = bind_named(parts, "test", space)
    return driver(weigh_guesses, parts=space), driver(take_guesses, parts=space)


class Weighed:
    """The guesses of a position, weighed by an expert of the usual rules."""

    def __init__(self, view: Any, guesses: int = GUESSES) -> None:
        assert LEARNING is not None
        assert LEARNING.inference is not None
        self.view, self.minds = view, records(MIND, 1)
        roster.find(HEART, HEART.rule_files.load("ffg"), "expert").settle(self.minds[0])
        address(self.minds[0].noise, np.uint64(1), np.uint64(2), PLAYER)
        kinds = ((HEART.game.table, 3), (HEART.game.options, 1), (HEART.game.event, 1), (HEART.game.result, 1))
        classes, options = LEARNING.inference.classes, records(HEART.game.options, 1)
        recalled = Recalled(
            records(STREAM, guesses + 1), np.zeros(guesses), np.zeros(1, np.int64), options,
            np.zeros(options["moves"].shape[1]),
        )  # fmt: skip
        self.searching = searching.Searching(
            *(records(kind, number) for kind, number in kinds), np.ones((2, classes), np.float32),
            np.zeros(classes, np.float32), self.minds[0], view.seat, np.zeros(2), recalled,
        )  # fmt: skip
        self.held = np.zeros(guesses, np.int64)
        drivers()[0](view, self.minds[0], self.searching, self.held)
        self.weights = np.diff(recalled.sums, prepend=0.0)

    def chance(self, picture: str, *, weighed: bool) -> float:
        """How often the opponent holds a picture, by weight or by number of guesses."""
        there = self.held >> PICTURES.index(picture) & 1
        return float(np.average(there, weights=self.weights if weighed else None))


def left_in_deck(hand: str) -> str:
    """The draw deck of somebody who holds these cards and has played none: in the order of the rules."""
    record = HEART.rule_files.load("ffg").record()
    codes = record["deck"][: record["deck_size"]]
    deck = [(PICTURES[code >> 4], code & 15) for code in codes.tolist()]
    for card in cards(hand):
        deck.remove(card)
    return text(deck)


def dealt(first: str, second: str, board: str) -> Position:
    """A position in which nobody has played yet, each with the whole deck of the rules."""
    return position(first=first, second=second, board=board, decks=(left_in_deck(first), left_in_deck(second)))


def test_who_left_points_lying_hardly_holds_what_takes_them() -> None:
    """They played one dwarf where a sorceress would have taken two chests of 4: now they hardly hold one.

    Guesses are proposed with that in mind already; weighing them says it more clearly.
    """
    game = dealt(
        "dwarf 1, knight 2, troll 1, huntress 1 1", "knight 1 1, troll 1, ship 0, dwarf 1", "treasure_chest 4 4"
    )
    game.play("huntress 1", "knight 1", "dwarf 1")
    one = Weighed(game.view(1))
    assert (one.weights > 0).all()
    assert one.chance("sorceress", weighed=True) < 0.8 * one.chance("sorceress", weighed=False)


def test_tables_are_taken_by_weight() -> None:
    """Each picture lies on the tables that are taken as often as the weights say."""
    game = dealt("dwarf 1 1, knight 2, troll 1, huntress 1", "knight 1 1, troll 1, ship 0, dwarf 1", "treasure_chest 4")
    game.play("huntress 1", "knight 1", "dwarf 1")
    one, taken = Weighed(game.view(1), 300), np.zeros(3000, np.int64)
    drivers()[1](one.view, one.searching, taken)
    for picture in PICTURES:
        share = float((taken >> PICTURES.index(picture) & 1).mean())
        assert share == pytest.approx(one.chance(picture, weighed=True), abs=0.01)


def test_searchers_play_as_they_did() -> None:
    """By how many points they beat greedy in both seats of three deals."""
    rules = HEART.rule_files.load("ffg")
    lineup = line_up(HEART, rules, [roster.find(HEART, rules, each) for each in ("search:30", "greedy")])
    assert outcomes(lineup, "search:30", "greedy", range(3), 3)[..., 1].tolist() == [[43, 6], [-11, 7], [22, 24]]
