"""The engine against the referee's table, an independent reading of the rulebooks: every play, row, pile and result."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhstats.games.dragonheart.files.rulesets import load, restore
from tests.games.dragonheart.oracle import compare_random_games
from tests.games.dragonheart.rule_files import valid_rules

SHIPPED = [("ffg", ()), ("ffg", ("deck=skula",)), ("kosmos", ()), ("kosmos", ("deck=skula",))]
SWITCHES = (
    ("great_dragon.theft=always_one", "great_dragon.claim=any", "great_dragon.holder=second"),
    ("end.deck_end=last_card_drawn", "end.last_turn=false", "great_dragon.breaks_ties=false"),
    ("great_dragon.hand_size=9", "great_dragon.claim=any", "hand.size=4", "seats.second.points=7"),
    ("seats.first.first_turn_max_cards=1", "seats.second.hand_size=7", "end.ship_stacks=2", "hand.size=12"),
)


@pytest.mark.parametrize(("rules", "changes"), SHIPPED)
def test_random_games_by_shipped_rules(rules: str, changes: tuple[str, ...]) -> None:
    """Twenty deals a rule set and deck agree in every option, row, pile and result."""
    assert compare_random_games(load(rules, changes), seed=2024, first_deal=0, deals=20) > 20 * 40


@pytest.mark.parametrize("changes", SWITCHES)
def test_random_games_with_switches(changes: tuple[str, ...]) -> None:
    """Several switches together, the figure changing hands often."""
    compare_random_games(load("ffg", changes), seed=11, first_deal=2**40, deals=20)


@settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(valid_rules(max_hand=7), st.integers(0, 2**64 - 1), st.integers(0, 2**60))
def test_random_games_by_random_rules(rules: dict[str, Any], seed: int, deal: int) -> None:
    """Any rule file that passes the check plays to its end as the referee says."""
    compare_random_games(restore(rules, "random rules"), seed, deal, deals=1)
