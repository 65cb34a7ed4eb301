"""A player who is measured to lose to a script, made without a game of training."""

from dhstats.games.catalogue import load
from dhstats.players.learning.learner import first_network
from dhstats.players.recipes import Recipe
from dhstats.players.thinking import learning_of
from dhstats.players.trained import Milestone, Strength, Trained


def weak(game: str, rules: str) -> Trained:
    """A player with the network that training begins with, who is measured to lose to greedy."""
    bundle = load(game)
    table = bundle.rule_files.load(rules)
    learning = learning_of(bundle.game)
    network = first_network(1, learning).tobytes()
    card = (Strength("greedy", 0.331, 0.004, -3.0, 5000), Strength("cautious", 0.495, 0.004, 0.0, 5000))
    return Trained(
        game, bundle.game.version, table.name, table.hash, "", "", Recipe(games=400, rounds=4, version=learning.version),
        (Milestone(400, 0.1, "greedy", 0.3),), card, network,
    )  # fmt: skip
