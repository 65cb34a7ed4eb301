"""Players who are trained first where nobody has trained them yet, and kept."""

from collections.abc import Callable

from dhstats.engine.strategy import Strategy
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster, trained
from dhstats.players.learning import training
from dhstats.players.recipes import Recipe
from dhstats.players.roster import Pupil, Untrained
from dhstats.players.trained import Trained

Watcher = Callable[[str, training.Lap], None]
"""Is called with the player's name and how far their training is."""


def unseen(name: str, lap: training.Lap) -> None:
    """Watches nothing."""


def find(
    bundle: GameBundle, rules: RuleSet, text: str, watch: Watcher = unseen, recipe: Recipe | None = None
) -> Strategy:
    """The player of a name under a rule set, as `roster.find` looks them up, trained first if need be."""
    try:
        return roster.find(bundle, rules, text, recipe)
    except Untrained as needed:
        train(needed.pupil, watch)
        return roster.find(bundle, rules, text, recipe)


def trained_player(pupil: Pupil, watch: Watcher = unseen) -> Trained:
    """The trained player, shipped, kept from earlier, or trained now."""
    try:
        return roster.trained_player(pupil)
    except Untrained:
        return train(pupil, watch)


def train(pupil: Pupil, watch: Watcher = unseen) -> Trained:
    """Trains a player and keeps them for the next time."""
    player = training.train(
        pupil.bundle, pupil.rules, pupil.recipe, pupil.restriction, pupil.against, lambda lap: watch(pupil.name, lap),
        origin=pupil.origin,
    )  # fmt: skip
    trained.keep(player, pupil.place)
    return player
