"""One player for a whole space of rules, and ordinary players for one rule set of it who go on from there."""

from collections.abc import Callable
from dataclasses import replace

from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space
from dhstats.players import generalists, recipes, trained
from dhstats.players.learning import curriculum, training
from dhstats.players.learning.training import Watcher
from dhstats.players.recipes import Recipe
from dhstats.players.trained import Trained

GAMES = 500_000  # over a space of rules


def space_recipe(bundle: GameBundle, space: Space, games: int = GAMES, seed: int = 1) -> Recipe:
    """How a player for a space of rules is trained; BadInput for a game whose players do not take in rules."""
    version = curriculum.learning_of_spaces(bundle.game).version
    usual = recipes.standard(bundle.game, version)
    return replace(usual, seed=seed, games=games, rounds=min(usual.rounds, games), space=space.text)


def player_of(bundle: GameBundle, space: Space, recipe: Recipe, watch: Watcher = lambda _: None) -> Trained:
    """A player for a space of rules: who comes along for a larger one, or one kept from earlier or trained now.

    Who is trained is examined under the base of the space.
    """
    if path := generalists.shipped_for(bundle, space):
        return trained.read(path, bundle)
    return _kept_or(bundle, space.base, recipe, lambda: training.train(bundle, space.base, recipe, watch=watch))


def player_of_decks(bundle: GameBundle, rules: RuleSet, watch: Watcher = lambda _: None) -> Trained:
    """A player for all decks of the pack of rules: who comes along for it, or one kept from earlier or trained now."""
    usual = recipes.standard(bundle.game)
    for path in sorted((bundle.game.home.parent / "trained").glob("*.json")):
        player = trained.read(path, bundle)
        if player.kin == rules.kin and player.recipe.version == usual.version:
            return player
    recipe = recipes.with_all_decks(usual)
    return _kept_or(bundle, rules, recipe, lambda: training.train(bundle, rules, recipe, watch=watch))


def warmed_player(bundle: GameBundle, rules: RuleSet, origin: Trained, recipe: Recipe) -> Trained:
    """A trained player for one rule set who went on from an origin, kept from earlier or trained now."""
    return _kept_or(bundle, rules, recipe, lambda: training.train(bundle, rules, recipe, origin=origin))


def _kept_or(bundle: GameBundle, rules: RuleSet, recipe: Recipe, train: Callable[[], Trained]) -> Trained:
    """The kept player of a recipe; who is trained now is kept."""
    place = trained.place(bundle, rules, recipe, "", "")
    player = trained.kept(place, bundle)
    if player is None:
        player = train()
        trained.keep(player, place)
    return player
