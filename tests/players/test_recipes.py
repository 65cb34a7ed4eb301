"""Shipped players play as their files say; that they are what their recipes make `tests/benchmarks/experts.py` tries."""

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.ruleset import RuleSet
from dhstats.players import trained
from dhstats.players.learning import training
from dhstats.players.match import line_up
from dhstats.players.trained import Trained, as_strategy
from tests.players.pupils import HEART

pytestmark = pytest.mark.skipif(interpreted(), reason="thousands of games of self-play in plain Python take too long")


@pytest.fixture
def short_examinations() -> None:
    """Here examinations are those of the recipe."""


def shipped(rules: RuleSet, version: int) -> Trained:
    """A player who comes along."""
    path = trained.shipped(HEART.bundle, rules, "", version)
    assert path is not None
    return trained.read(path, HEART.bundle)


@pytest.mark.long("that kept networks play as their cards say; what a card must hold is in test_pupils")
@pytest.mark.parametrize(("name", "version"), [("ffg", 1), ("kosmos", 1), ("ffg", 3)])
def test_shipped_players_play_as_their_cards_say(name: str, version: int) -> None:
    """The first line of the card, measured anew."""
    rules = HEART.bundle.rule_files.load(name)
    kept = shipped(rules, version)
    lineup = line_up(
        HEART.bundle, rules, [as_strategy(HEART.bundle, kept, "kept", "test", ""), HEART.bundle.find_strategy("greedy")]
    )
    assert training.examine(lineup, "kept", "greedy", kept.card[0].blocks) == kept.card[0]
