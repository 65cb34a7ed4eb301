"""The engine against an independent reading of the rulebooks: every option, every row, every result."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhstats.games.dragonheart.files.rulesets import load, restore
from dhstats.games.dragonheart.table import PICTURES
from tests.games.dragonheart.oracle import Replayer, compare_random_games
from tests.games.dragonheart.rule_files import valid_rules

SHIPPED = [("ffg", ()), ("ffg", ("deck=skula",)), ("kosmos", ()), ("kosmos", ("deck=skula",))]
SWITCHES = (
    ("great_dragon.theft=always_one", "great_dragon.claim=any", "great_dragon.holder=second"),
    ("end.deck_end=last_card_drawn", "end.last_turn=false", "great_dragon.breaks_ties=false"),
    ("great_dragon.hand_size=9", "great_dragon.claim=any", "hand.size=4", "seats.second.points=7"),
    ("seats.first.first_turn_max_cards=1", "seats.second.hand_size=7", "end.ship_stacks=2", "hand.size=12"),
)
ENDLESS = tuple(
    f"spaces.{name}.{key}" for name in PICTURES for key in ("slots=1", "takes=[]", "then=stay")
)  # rows fill up for ever, so that hands fill with cards that cannot be played
PAIRS = [
    ("random", "greedy"),
    ("balanced", "cautious"),
    ("denier", "dragon_hunter"),
    ("dwarf_hoarder", "ship_rusher"),
]


@pytest.mark.parametrize(("rules", "changes"), SHIPPED)
def test_random_games_by_shipped_rules(rules: str, changes: tuple[str, ...]) -> None:
    """A hundred deals a rule set and deck agree in every option, row, pile and result."""
    assert compare_random_games(load(rules, changes), seed=2024, first_deal=0, deals=100) > 100 * 40


@pytest.mark.parametrize("changes", SWITCHES)
def test_random_games_with_switches(changes: tuple[str, ...]) -> None:
    """Several switches together, the figure changing hands often."""
    compare_random_games(load("ffg", changes), seed=11, first_deal=2**40, deals=100)


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(valid_rules(max_hand=7), st.integers(0, 2**64 - 1), st.integers(0, 2**60))
def test_random_games_by_random_rules(rules: dict[str, Any], seed: int, deal: int) -> None:
    """Any rule file that passes the check plays to its end as the reference says."""
    compare_random_games(restore(rules, "random rules"), seed, deal, deals=2)


@pytest.mark.parametrize("players", PAIRS)
@pytest.mark.parametrize("rules", ["ffg", "kosmos"])
def test_games_of_the_loop(rules: str, players: tuple[str, str]) -> None:
    """What the real loop logs of whole games between strategies is what the reference replays."""
    assert Replayer(load(rules), players, deals=40).compare(seed=5, first_deal=100) > 160 * 25


def test_games_that_nothing_ends() -> None:
    """When both can only pass, the loop stops at the bound that follows from the cards, in its log as in its result."""
    turns = Replayer(load("ffg", ENDLESS), ("random", "random"), deals=10).compare(seed=1, first_deal=0)
    assert turns == 10 * 4 * 204


@pytest.mark.long("rare positions, by other deals than above")
@pytest.mark.parametrize(("rules", "changes"), SHIPPED)
def test_more_games_by_shipped_rules(rules: str, changes: tuple[str, ...]) -> None:
    """The same comparison on other deals; `python -m tests.benchmarks.reference` goes on for as long as one likes."""
    compare_random_games(load(rules, changes), seed=7, first_deal=10_000, deals=400)


@pytest.mark.long("rare rules and large hands, by more rule files than above")
@settings(max_examples=200, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(valid_rules(), st.integers(0, 2**64 - 1), st.integers(0, 2**60))
def test_random_games_by_many_random_rules(rules: dict[str, Any], seed: int, deal: int) -> None:
    """The same with hundreds of rule files and hands of up to twelve cards."""
    compare_random_games(restore(rules, "random rules"), seed, deal, deals=1)


@pytest.mark.long("rare logs, by more deals and with switches; the loop's logs are compared above")
@pytest.mark.parametrize("players", PAIRS)
@pytest.mark.parametrize("changes", [(), *SWITCHES])
def test_many_games_of_the_loop(changes: tuple[str, ...], players: tuple[str, str]) -> None:
    """The same with more deals and with switches."""
    Replayer(load("kosmos", changes), players, deals=50).compare(seed=6, first_deal=2**33)
