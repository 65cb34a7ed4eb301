"""Positions written down: every view of every game comes back byte for byte, and tells no hidden card."""

import random
import tomllib
from collections.abc import Iterator

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games import catalogue, positions
from dhstats.games.positions import About
from dhstats.questions.puzzles.making import literal
from tests.harness import OpenGame

RULES = [("dragonwood", "two"), ("dragonwood", "four"), ("dragon", "standard"), ("dragon", "teams")]


def walks(name: str, rules: str, games: int) -> Iterator[tuple[OpenGame, About]]:
    """Positions of games in which every move is drawn by lot."""
    bundle, chance = catalogue.load(name), random.Random(5)
    table = bundle.rule_files.load(rules)
    game = OpenGame(bundle, table.record())
    for deal in range(games):
        game.deal(9, deal)
        for _ in range(chance.randrange(120)):
            if count := len(game.moves()):
                game.take(chance.randrange(count))
        if game.mover >= 0:
            yield game, About(table.record(), table.effective, game.mover)


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_a_view_comes_back_byte_for_byte(name: str, rules: str) -> None:
    """Through the text of a TOML file; `tests/questions/test_puzzles.py` does the same for Dragonheart."""
    notation = positions.notation(name)
    for game, about in walks(name, rules, 2 if interpreted() else 12):
        view = game.view(about.seat)
        text = f"position = {literal(notation.write(view, about.effective, None))}"
        back = notation.read(tomllib.loads(text)["position"], about, "position")[0]
        different = [field for field in view.dtype.names if view[field].tobytes() != back[field].tobytes()]
        assert different == []


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_hidden_hands_are_only_counted(name: str, rules: str) -> None:
    """The position that is told has the mover's own cards alone."""
    notation = positions.notation(name)
    for game, about in walks(name, rules, 4):
        view = game.view(about.seat)
        lines = notation.lines(notation.position(view, {}, about.effective), view, about.effective)
        hands = [line for line in lines if line.lstrip().startswith("hand:")]
        hidden = [line for seat, line in enumerate(hands) if seat != about.seat]
        assert all("face down" in line for line in hidden)
        assert "face down" not in hands[about.seat]


def test_what_no_view_holds_is_refused() -> None:
    """In one line, with the place and what is allowed."""
    table = catalogue.load("dragonwood").rule_files.load("two")
    about, notation = About(table.record(), table.effective, 0), positions.notation("dragonwood")
    for told, complaint in (
        ({"hand": ["A13"]}, 'position.hand: "A13" is not known'),
        ({"hand": ["A1", "A1"]}, "more often than there is"),
        ({"points": [1] * 9}, "must be a list of at most 4"),
        ({"points": "x"}, "must be a list"),
        ({"wood_left": 10**30}, "must be a whole number"),
        ({"lying": {"dragon": 1}}, "is not known"),
        ({"recent": [[{"turn": True}]]}, "must be a whole number"),
        ([], "must be a table"),
    ):
        with pytest.raises(BadInput, match=complaint):
            notation.read(told, about, "position")
