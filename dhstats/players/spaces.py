"""One player for a whole space of rules, and ordinary players for one rule set of it who go on from there."""

from dataclasses import replace

from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space
from dhstats.players import trained, training
from dhstats.players.trained import Recipe, Trained
from dhstats.players.training import Watcher

GAMES = 1_200_000  # of a space: three times as many as of one rule set
WARM_RATE = 0.0005
WARM_GAMES = 5_000  # under one rule set, by a player who knows the space


def space_recipe(space: Space, bundle: GameBundle, games: int = GAMES, seed: int = 1) -> Recipe:
    """How a player for a space of rules is trained; BadInput for a game whose players do not take in rules."""
    learning = bundle.game.space_learning
    if learning is None:
        raise BadInput(
            f"training: players of {bundle.game.name} do not take in the numbers of its rules,"
            " so none can learn a space of rules; train one for each rule set"
        )
    usual = trained.standard(bundle.game, learning.version)
    return replace(usual, seed=seed, games=games, rounds=min(usual.rounds, games), space=space.text)


def train(bundle: GameBundle, space: Space, recipe: Recipe, watch: Watcher = lambda _: None) -> Trained:
    """A player for a space of rules, examined under its base."""
    return training.train(bundle, space.base, recipe, watch=watch)


def warm_recipe(origin: Trained, games: int = WARM_GAMES, seed: int = 1) -> Recipe:
    """How a player goes on from an origin under one rule set."""
    return replace(
        origin.recipe, seed=seed, games=games, rounds=min(20, games), rate=WARM_RATE, batch=8, keep="last", space="",
        origin=origin.checksum,
    )  # fmt: skip


def warm_start(bundle: GameBundle, rules: RuleSet, origin: Trained, recipe: Recipe) -> Trained:
    """A player for one rule set who goes on from what another knows of many; an ordinary trained player."""
    return training.train(bundle, rules, recipe, origin=origin)
