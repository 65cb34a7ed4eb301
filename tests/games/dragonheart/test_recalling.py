"""Guessed tables taken back to what the opponent saw before their last turns."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dhstats.engine.stream import STREAM, address
from dhstats.games.catalogue import load
from dhstats.games.course import RECENT
from dhstats.games.dragonheart.players.guess import recall, was_played
from dhstats.games.dragonheart.table import NO_TURN, PICTURES, VIEW, cards_in
from dhstats.players.match import records
from tests.games.dragonheart.positions import BEHIND, position, rule_set
from tests.harness import OpenGame

BUNDLE = load("dragonheart")
RULES = [*((name, ()) for name in BUNDLE.rule_files.shipped()), ("ffg", ("spaces.petrified_dragon.then=below_ship",))]


def stream(number: int) -> Any:
    """Random draws of their own."""
    drawn = records(STREAM, 1)
    address(drawn[0], np.uint64(3), np.uint64(number), 1)
    return drawn[0]


def taken_back(table: Any, view: Any, back: int, number: int = 0) -> tuple[bool, Any]:
    """A table taken back turn by turn, this far; whether that could be done."""
    guess, draws = records(BUNDLE.game.table, 1), stream(number)
    guess[0] = table
    guess["seen"] = view
    known = all(recall(view, each, guess[0], draws) for each in range(back + 1))
    return known, guess[0]


@pytest.mark.parametrize(("name", "settings"), RULES)
def test_all_that_lay_open_lies_as_it_did(name: str, settings: tuple[str, ...]) -> None:
    """Whole random games: before each remembered turn the view is as it was then, but for turns that are forgotten.

    The opponent's hand had as many cards, and of what they could play then exactly one move is the one they played.
    """
    game, chance = OpenGame(BUNDLE, rule_set(name, settings).record()), random.Random(5)
    known = unknown = 0
    for number in range(4):
        game.deal(8, number)
        before: list[Any] = []
        while (seat := game.mover) >= 0:
            view = game.view(seat)
            for back in range(RECENT):
                could, guess = taken_back(game.table, view, back)
                if not could:
                    unknown += 1
                    break
                known += 1
                compare(guess, before[len(before) - 1 - 2 * back], view, back)
            before.append(game.view(seat))
            game.take(chance.randrange(len(game.moves())) if game.moves() else -1)
    assert known > 10 * unknown > 0


def compare(guess: Any, then: Any, view: Any, back: int) -> None:
    """A table that was taken back, and what the opponent saw then."""
    seen, other = guess["seen"], int(then["seat"])
    for field in set(VIEW.names or ()) - {"hand", "pictures", "recent"}:
        assert np.array_equal(seen[field], then[field]), field
    for mine, theirs in zip(seen["recent"].ravel(), then["recent"].ravel(), strict=True):
        assert mine["turn"] == -1 or all(np.array_equal(mine[each], theirs[each]) for each in mine.dtype.names)
    assert sum(cards_in(int(pile)) for pile in guess["hands"][other]) == then["hand_sizes"][other]
    assert np.array_equal(seen["hand"], guess["hands"][other])
    turn, options = view["recent"][other, back], records(BUNDLE.game.options, 1)[0]
    count = BUNDLE.game.legal(then, options["moves"])
    assert sum(bool(was_played(then, options["moves"][i], turn)) for i in range(count)) == (turn["picture"] >= 0)


def test_what_was_drawn_since_is_any_of_the_cards_held() -> None:
    """They played two dwarfs and drew two cards: each of the five that they hold now is as likely to be drawn."""
    game = position(first="dwarf 1 1, troll 0, knight 2, ship 1", second="sorceress 1 1 1 1 1", decks=(BEHIND, BEHIND))
    game.play("ship 1", "sorceress 1 -> treasure_chest", "dwarf 1 1")
    view, tries, there = game.view(1), 2000, Counter[str]()
    for number in range(tries):
        could, guess = taken_back(game.table, view, 0, number)
        assert could
        there.update(name for name, pile in zip(PICTURES, guess["hands"][0], strict=True) if pile)
    assert there["dwarf"] == tries
    for name in ("troll", "knight"):
        assert there[name] / tries == pytest.approx(3 / 5, abs=0.055)  # five standard errors


def test_nothing_is_known_before_the_first_turn_and_of_what_was_robbed() -> None:
    """The first turn of all has nothing before it; whoever lost cards with the figure held others than they show."""
    game = OpenGame(BUNDLE, rule_set("ffg").record())
    game.deal(1, 0)
    game.moves()
    game.take(0)
    assert not taken_back(game.table, game.view(1), 0)[0]
    robbed = position(
        first="sorceress 1, dwarf 1 1 1 1 1", second="troll 1, sorceress 2, dwarf 2 2 2", figure="first",
        board="petrified_dragon 2", decks=(BEHIND, BEHIND),
    )  # fmt: skip
    robbed.play("dwarf 1", "troll 1", "dwarf 1", "sorceress 2 -> petrified_dragon", "dwarf 1")
    view = robbed.view(1)
    assert taken_back(robbed.table, view, 0)[0]
    assert not taken_back(robbed.table, view, 1)[0]


def test_older_turns_are_forgotten() -> None:
    """Of what came before a turn, a table that is taken back there remembers what the view does, and no more."""
    game = OpenGame(BUNDLE, rule_set("ffg").record())
    game.deal(2, 0)
    for _ in range(8):
        game.moves()
        game.take(0)
    view = game.view(game.mover)
    could, guess = taken_back(game.table, view, 1)
    assert could
    theirs = guess["seen"]["recent"][1 - int(view["seat"])]
    assert theirs["turn"].tolist() == [3, -1, -1]
    assert theirs[1].tobytes() == NO_TURN[0].tobytes()
