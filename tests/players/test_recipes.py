"""Shipped players play as their files say; that they are what their recipes make `tests/benchmarks/experts.py` tries."""

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.players import trained
from dhstats.players.learning import training
from dhstats.players.match import line_up
from dhstats.players.trained import as_strategy
from tests.players.pupils import HEART, shipped

pytestmark = pytest.mark.skipif(interpreted(), reason="thousands of games of self-play in plain Python take too long")


@pytest.fixture
def short_examinations() -> None:
    """Here examinations are those of the recipe."""


@pytest.mark.long("that kept networks play as their cards say; what a card must hold is in test_pupils")
@pytest.mark.parametrize("name", ["ffg", "kosmos"])
def test_shipped_players_play_as_their_cards_say(name: str) -> None:
    """The first line of the card, measured anew."""
    rules = HEART.bundle.rule_files.load(name)
    path = shipped(HEART.bundle, rules)
    assert path is not None
    kept = trained.read(path, HEART.bundle)
    lineup = line_up(
        HEART.bundle, rules, [as_strategy(HEART.bundle, kept, "kept", "test", ""), HEART.bundle.find_strategy("greedy")]
    )
    assert training.examine(lineup, "kept", "greedy", kept.card[0].blocks) == kept.card[0]
