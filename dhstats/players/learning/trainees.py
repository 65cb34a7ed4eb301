"""Players who are trained first where nobody has learnt yet what they learn, and kept."""

from collections.abc import Callable
from dataclasses import replace

from dhstats.engine.strategy import Strategy
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space
from dhstats.players import pupils, recipes, roster, trained
from dhstats.players.learning import curriculum, training
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe
from dhstats.players.trained import Trained

Watcher = Callable[[str, training.Lap], None]
"""Is called with the player's name and how far their training is."""

SPACE_GAMES = 500_000  # over a space of rules


def unseen(name: str, lap: training.Lap) -> None:
    """Watches nothing."""


def find(
    bundle: GameBundle, rules: RuleSet, text: str, watch: Watcher = unseen, recipe: Recipe | None = None
) -> Strategy:
    """The player of a name under a rule set, as `roster.meant` reads it, trained first if need be."""
    who = roster.meant(bundle, rules, text, recipe)
    return roster.strategy(who, trained_player(who.pupil, watch) if who.pupil else None)


def trained_player(pupil: Pupil, watch: Watcher = unseen) -> Trained:
    """The trained player: who comes along, is kept from earlier, or is trained now and kept for the next time."""
    if player := pupils.known(pupil):
        return player
    player = training.train(
        pupil.bundle, pupil.rules, pupil.recipe, pupil.restriction, pupil.against, lambda lap: watch(pupil.name, lap),
        origin=pupil.origin,
    )  # fmt: skip
    pupils.keep(player, pupil)
    return player


def space_recipe(bundle: GameBundle, space: Space, games: int = SPACE_GAMES, seed: int = 1) -> Recipe:
    """How a player for a space of rules is trained; BadInput for a game whose players do not take in rules."""
    usual = recipes.standard(bundle.game, curriculum.learning_of_spaces(bundle.game).version)
    return replace(usual, seed=seed, games=games, rounds=min(usual.rounds, games), space=space.text)


def player_of_space(bundle: GameBundle, space: Space, recipe: Recipe, watch: Watcher = unseen) -> Trained:
    """A player for a space of rules: who comes along for a larger one, or is kept from earlier or trained now."""
    if path := pupils.of_space(bundle, space):
        return trained.read(path, bundle)
    return trained_player(Pupil(bundle, space.base, recipe), watch)


def player_of_decks(bundle: GameBundle, rules: RuleSet, watch: Watcher = unseen) -> Trained:
    """A player for all decks of the pack of rules: who comes along for it, or is kept from earlier or trained now."""
    if player := pupils.of_all_decks(bundle, rules.kin):
        return player
    return trained_player(Pupil(bundle, rules, recipes.with_all_decks(recipes.standard(bundle.game))), watch)
