"""Games of Dragon! as the engine's loop logs them, in the form in which a run keeps them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from dhstats.games.catalogue import load as load_bundle
from dhstats.games.dragon.files.rulesets import load
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Lineup, line_up
from tests.games.rotations import rotated_logs

BUNDLE = load_bundle("dragon")


@cache
def lineup(*names: str) -> Lineup:
    """Strategies, compiled once for all rule sets."""
    return line_up(BUNDLE, load("standard"), [BUNDLE.find_strategy(name) for name in dict.fromkeys(names)])


def engine_logs(rules: RuleSet, players: Sequence[str], seed: int, first_deal: int, deals: int) -> list[Kept]:
    """All games of a row of deals: every player with his place once in every seat."""
    seated = replace(lineup(*players), rules=rules.record())
    return rotated_logs(BUNDLE, seated, players, seed, first_deal, deals)
