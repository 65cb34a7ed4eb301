"""Whatever the rules: the referee agrees, no card comes or goes, points are those of the cards, nothing hidden shows."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhstats.games.dragonwood.table import TURN_LIMIT
from dhstats.games.dragonwood.words.notation import RETELLING
from dhstats.games.ruleset import RuleSet
from tests.games.dragonwood.contract import check_cards, check_result, hide
from tests.games.dragonwood.positions import BUNDLE
from tests.games.dragonwood.rule_files import valid_rules
from tests.games.logs import engine_logs
from tests.harness import OpenGame

SEEDS, DEALS = st.integers(0, 2**64 - 1), st.integers(0, 2**60)
PLAYERS = ("greedy", "random", "greedy", "random")


def repeated(examples: int) -> Any:
    """So many examples, the same in every run."""
    return settings(max_examples=examples, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def refereed(rules: RuleSet, seed: int, deal: int) -> None:
    """All layouts of a deal, all columns of all rows."""
    for kept in engine_logs("dragonwood", rules, PLAYERS[: rules.effective["players"]], seed, deal, 1):
        assert RETELLING.check(rules.effective, kept) == []


def keeps_its_cards(rules: RuleSet, seed: int, deal: int) -> None:
    """A game of random decisions in which every card and point is looked for after each; then its result."""
    game, chance = OpenGame(BUNDLE, rules.record()), random.Random(seed)
    game.deal(seed, deal, deal % rules.effective["players"])
    log: list[dict[str, int]] = []
    check_cards(game.table, log)
    while game.mover >= 0:
        log.append(game.take(chance.randrange(len(game.moves()))))
        check_cards(game.table, log)
    if game.result()["end_reason"] != TURN_LIMIT:
        check_result(game.result(), rules.record())


def shows_nothing(rules: RuleSet, seed: int, deal: int) -> None:
    """At every tenth decision: other hands and piles leave the mover's view and options as they are."""
    game, chance = OpenGame(BUNDLE, rules.record()), random.Random(seed)
    game.deal(seed, deal)
    while game.mover >= 0:
        if chance.random() < 0.1:
            before = game.view(game.mover).tobytes(), game.moves()
            hide(game.table, game.mover, chance)
            assert (game.view(game.mover).tobytes(), game.moves()) == before
        game.take(chance.randrange(len(game.moves())))


CLAIMS = [refereed, keeps_its_cards, shows_nothing]


@pytest.mark.parametrize("claim", CLAIMS)
@repeated(12)
@given(rules=valid_rules(), seed=SEEDS, deal=DEALS)
def test_games_by_random_rules(claim: Any, rules: RuleSet, seed: int, deal: int) -> None:
    """Any rule set that passes the check."""
    claim(rules, seed, deal)
