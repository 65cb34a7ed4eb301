"""One source has one meaning for made players too: compiled, compiled with every index checked, and interpreted."""

import pytest

from tests.games.test_modes import MODES, run

pytestmark = pytest.mark.interpreted

# Output, slope and descent of a random network, bit for bit.
ARITHMETIC = """
import hashlib
import numpy as np
from tests.players.test_network import INPUTS, UNITS, blamed, descended, driver, forward, parameters

told, sums, slopes = hashlib.sha256(), np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32)
weights, chance = parameters(), np.random.default_rng(1)
slope, mean, square = (np.zeros_like(weights) for _ in range(3))
output, blame, descend = driver(forward), driver(blamed), driver(descended)
for step in range(1, 60):
    row = chance.normal(size=INPUTS).astype(np.float32)
    told.update(np.float32(output(weights, row, INPUTS, sums)).tobytes())
    told.update(np.float32(blame(weights, INPUTS, row, np.float32(chance.random()), slope, sums, slopes)).tobytes())
    told.update(slope.tobytes())
    descend(weights, len(weights), slope, mean, square, 0.01 / step, step * step)
    told.update(weights.tobytes())
print(told.hexdigest())
"""

# A few games of every kind of player, and a player who learns from a few.
PLAY = """
import hashlib
import numpy as np
from dhstats.players import roster, training
from dhstats.players.match import Match, line_up
from dhstats.players.trained import Recipe
from tests.players.players import FFG, BUNDLE

training.CARD_DEALS = training.CURVE_DEALS = 1
told = hashlib.sha256(training.train(BUNDLE, FFG, Recipe(seed=2, games=4, rounds=2), "blind").to_json().encode())
for name in ("expert", "skill:4", "mc:1", "search:4"):
    lineup = line_up(BUNDLE, FFG, [roster.find(BUNDLE, FFG, name), BUNDLE.find_strategy("random")])
    results, turns = Match(lineup, (name, "random")).play(np.array([[0, 0, 0, 1]]), 7, 0, 1, logged=True)
    told.update(repr((results.tolist(), turns.tolist())).encode())
print(told.hexdigest())
"""

# The same of Dragonwood, in games of a few turns: dice, re-rolls, moves sifted, three players, guesses.
WOOD = """
import hashlib
import numpy as np
from dhstats.games.catalogue import load
from dhstats.players import roster, training
from dhstats.players.match import Match, line_up
from dhstats.players.trained import Recipe, as_strategy

SHORT = ("adventurers.suits=3", "adventurers.numbers=5", "adventurers.ladybugs=1", "hand.size=3", "end.decks=1",
         "enhancements.lucky_mushroom.stomp=1", "enhancements.friendly_bunny.stomp=1")
training.CARD_DEALS = training.CURVE_DEALS = 1
bundle = load("dragonwood")
rules = bundle.rule_files.load("three", SHORT)
player = training.train(bundle, rules, Recipe(seed=2, games=6, rounds=2), "no_screams")
told = hashlib.sha256(player.to_json().encode())
made = as_strategy(bundle, player, "made", "test", "", 0.2)
for strategy in (made, *(roster.find(bundle, rules, name) for name in ("mc:1", "balanced", "dragon_hunter"))):
    lineup = line_up(bundle, rules, [strategy, bundle.find_strategy("greedy")])
    players = (strategy.name, "greedy", strategy.name)
    results, turns = Match(lineup, players).play(np.array([[0, 0, 0, 1, 2]]), 7, 0, 1, logged=True)
    told.update(repr((results.tolist(), turns.tolist())).encode())
print(told.hexdigest())
"""

# The same of Dragon!, with decks of a dozen cards: chains, costs, all kinds of cards, three players, guesses.
FIGHT = """
import hashlib
import numpy as np
from dhstats.games.catalogue import load
from dhstats.players import roster, training
from dhstats.players.match import Match, line_up
from dhstats.players.trained import Recipe, as_strategy

DECK = '["3 claw_attack", "3 quick_turn", "2 ember_spray", "1 sappers", "1 great_heart", "1 emberwing_2", "1 mind_fog"]'
SHORT = ["construction.size=12", "hand.size=4", *(f"pack.decks.{name}.{what}" for name in ("kill", "banish", "exhaust")
         for what in ("dragon=emberwing", f"cards={DECK}"))]
training.CARD_DEALS = training.CURVE_DEALS = 1
bundle = load("dragon")
rules = bundle.rule_files.load("three", SHORT)
player = training.train(bundle, rules, Recipe(seed=2, games=6, rounds=2), "no_turns")
told = hashlib.sha256(player.to_json().encode())
made = as_strategy(bundle, player, "made", "test", "", 0.2)
for strategy in (made, *(roster.find(bundle, rules, name) for name in ("mc:1", "controller", "banisher"))):
    lineup = line_up(bundle, rules, [strategy, bundle.find_strategy("greedy")])
    players = (strategy.name, "greedy", strategy.name)
    results, turns = Match(lineup, players).play(np.array([[0, 0, 0, 1, 2]]), 7, 0, 1, logged=True)
    told.update(repr((results.tolist(), turns.tolist())).encode())
print(told.hexdigest())
"""


def test_networks_compute_the_same_bits_in_every_mode() -> None:
    """Sixty steps of learning: outputs, slopes and weights without a bit of difference."""
    assert len({run(mode, "-c", ARITHMETIC) for mode in MODES}) == 1


@pytest.mark.long(
    "learning and playing out in every mode; networks are above, the games themselves in tests/games, compiled players in test_training"
)
def test_made_players_play_and_learn_the_same_in_every_mode() -> None:
    """Games of expert, a rung of the ladder, both searchers, and the file of a player in training."""
    assert len({run(mode, "-c", PLAY) for mode in MODES}) == 1


@pytest.mark.long(
    "learning and playing out in every mode; networks are above, the games themselves in tests/games, compiled players in test_training"
)
def test_made_players_of_dragonwood_play_and_learn_the_same_in_every_mode() -> None:
    """A player in training, playing out on guessed tables, characters: for three, with dice."""
    assert len({run(mode, "-c", WOOD) for mode in MODES}) == 1


@pytest.mark.long(
    "learning and playing out in every mode; networks are above, the games themselves in tests/games, compiled players in test_training"
)
def test_made_players_of_dragon_play_and_learn_the_same_in_every_mode() -> None:
    """A player in training, playing out on guessed tables, characters: for three, with chains."""
    assert len({run(mode, "-c", FIGHT) for mode in MODES}) == 1
