"""One source has one meaning for made players too: compiled, compiled with every index checked, and interpreted."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from dhstats.engine.network import Shape
from dhstats.games.catalogue import load
from dhstats.players import roster
from dhstats.players.learning import training
from dhstats.players.learning.learner import room
from dhstats.players.match import Match, line_up
from dhstats.players.recipes import Recipe
from dhstats.players.strength.instruments import Instrument, Tries
from dhstats.players.trained import as_strategy
from tests.games.test_modes import OTHER_MODES, run
from tests.players.test_network import INPUTS, SHAPES, blamed, descended, driver, forward, parameters, work

pytestmark = pytest.mark.interpreted

FEW_CARDS = ("adventurers.suits=3", "adventurers.numbers=5", "adventurers.ladybugs=1", "hand.size=3", "end.decks=1")
ENHANCED = ("enhancements.lucky_mushroom.stomp=1", "enhancements.friendly_bunny.stomp=1")
DECK = '["3 claw_attack", "3 quick_turn", "2 ember_spray", "1 sappers", "1 great_heart", "1 emberwing_2", "1 mind_fog"]'
DECKS = [
    f"pack.decks.{name}.{what}"
    for name in ("kill", "banish", "exhaust")
    for what in ("dragon=emberwing", f"cards={DECK}")
]
SHORT = Recipe(seed=2, games=4, rounds=2, batch=2, parts=2)
# Of each game rules of short games, a recipe, a restriction, and others who play: every kind of player of Dragonheart;
# of Dragonwood, for three, dice, re-rolls and moves sifted; of Dragon!, for three, chains, costs and all kinds of cards.
# They learn as players learn today; comparing takes half a minute a game to compile, so it is Dragonheart's alone here, and
# the other games' in `tests/benchmarks/index_checks.py`. Examined is by one yardstick: the others are characters like
# those named.
PLAYED: dict[str, tuple[str, Sequence[str], Recipe, str, tuple[str, ...]]] = {
    "dragonheart": (
        "ffg",
        ("hand.size=3", "end.ship_stacks=1"),
        replace(SHORT, version=3, compared=0.2),
        "blind",
        ("expert", "skill:4", "mc:1", "search:4"),
    ),
    "dragonwood": (
        "three",
        FEW_CARDS + ENHANCED,
        replace(SHORT, version=2),
        "no_screams",
        ("expert", "mc:1", "balanced", "dragon_hunter"),
    ),
    "dragon": (
        "three",
        ("construction.size=12", "hand.size=4", *DECKS),
        replace(SHORT, version=2),
        "no_turns",
        ("mc:1", "controller", "banisher"),
    ),
}


def digest(game: str, compared: float | None = None) -> str:
    """A player who learns from a few games, and a game of each of the others and of that one, as one number."""
    training.CARD_DEALS = training.CURVE_DEALS = 1
    source, settings, recipe, restriction, names = PLAYED[game]
    bundle, recipe = load(game), recipe if compared is None else replace(recipe, compared=compared)
    rules, usual = bundle.rule_files.load(source, settings), bundle.rule_files.load(source)
    player = training.train(replace(bundle, yardsticks=("greedy",)), rules, recipe, restriction)
    told = hashlib.sha256(player.to_json().encode())
    made = as_strategy(bundle, player, "made", "test", "", 0.2)
    seats = bundle.players(rules.record())
    for strategy in (made, *(roster.find(bundle, usual, name) for name in names)):
        lineup = line_up(bundle, rules, [strategy, bundle.find_strategy("greedy")])
        players = (strategy.name, "greedy", strategy.name)[:seats]
        results, turns = Match(lineup, players).play(np.array([[0, 0, *range(seats)]]), 7, 0, 1, logged=True)
        told.update(repr((results.tolist(), turns.tolist())).encode())
    return told.hexdigest()


def measured() -> str:
    """A game of Dragonheart against tries on tables that are drawn by what is inferred, bit for bit."""
    bundle = load("dragonheart")
    rules = bundle.rule_files.load("ffg", ("hand.size=3", "end.ship_stacks=1"))
    greedy, expert = (roster.find(bundle, bundle.rule_files.load("ffg"), name) for name in ("greedy", "expert"))
    table = Instrument(line_up(bundle, rules, [greedy]), "greedy", expert, Tries(2, 1), watched=False)
    results, noted = table.play(np.array([[0, 0, 0, 1]]), 7, range(1))
    return hashlib.sha256(repr((results.tolist(), noted.tolist())).encode()).hexdigest()


def arithmetic(shape: Shape) -> str:
    """Output, slope and descent of a random network, bit for bit."""
    told, place, space = hashlib.sha256(), work(), room(shape.parameters)
    weights, chance = np.zeros_like(space.slope), np.random.default_rng(1)
    weights[: shape.parameters] = parameters(1, shape)
    output, blame, descend = (driver(each, shape) for each in (forward, blamed, descended))
    for step in range(1, 60):
        row = chance.normal(size=INPUTS).astype(np.float32)
        told.update(np.float32(output(weights, row, INPUTS, place)).tobytes())
        target = np.float32(chance.random())
        told.update(np.float32(blame(weights, row, target, space.slope, place)).tobytes())
        told.update(space.slope.tobytes())
        descend(weights, shape.parameters, space.slope, space.moments, 0.01 / step, step * step)
        told.update(weights.tobytes())
    return told.hexdigest()


def test_networks_compute_the_same_bits_in_every_mode() -> None:
    """Sixty steps of learning: outputs, slopes and weights without a bit of difference."""
    code = f"from {__name__} import SHAPES, arithmetic; print(*map(arithmetic, SHAPES))"
    assert {run(mode, "-c", code).strip() for mode in OTHER_MODES} == {" ".join(map(arithmetic, SHAPES))}


@pytest.mark.long(
    "learning and playing out in plain Python; networks are above, the games themselves in tests/games, compiled players in test_training"
)
@pytest.mark.parametrize("game", PLAYED)
def test_made_players_play_and_learn_the_same_in_plain_python(game: str) -> None:
    """A player in training, a rung of the ladder, searchers and playing out on guessed tables, characters.

    Under index checks `tests/benchmarks/index_checks.py` plays the same: that takes minutes to compile.
    """
    assert run("interpreted", "-c", f"from {__name__} import digest; print(digest({game!r}))").strip() == digest(game)
