"""How many play under some rules, and what cannot be asked where one plays alone."""

from collections.abc import Sequence

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.simulate.plans.experiment import Experiment


def seats(plan: Experiment) -> int:
    """How many play under the rules of an experiment."""
    return seats_at(plan.game, plan.rules, plan.settings)


def seats_at(game: str, rules: str, settings: Sequence[str] = ()) -> int:
    """How many play under a rule set of a game."""
    bundle = catalogue.load(game)
    return bundle.players(bundle.rule_files.load(rules, settings).record())


def refuse_alone(players: int, what: str) -> None:
    """BadInput where one plays alone and somebody asks who wins; it says what can be asked."""
    if players == 1:
        raise BadInput(
            f"{what} asks who wins, and in a game for one nobody does; `dhstats report` tells what a player scores, how"
            " long games are and how they end, and `dhstats compare` what a rule changes of that"
        )
