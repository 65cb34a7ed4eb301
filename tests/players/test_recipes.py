"""Shipped players are what their recipes make, and play as their files say."""

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.players import trained, training
from dhstats.players.match import line_up
from dhstats.players.trained import as_strategy
from dhstats.players.training import Lap
from tests.players.pupils import HEART

pytestmark = pytest.mark.skipif(interpreted(), reason="thousands of games of self-play in plain Python take too long")


@pytest.fixture
def short_examinations() -> None:
    """Here examinations are those of the recipe."""


@pytest.mark.long(
    "that shipped players are what their recipes make; that a training repeats itself is in test_training"
)
@pytest.mark.parametrize(("rules", "version"), [("ffg", 1), ("kosmos", 1), ("ffg", 3)])
def test_shipped_players_are_what_their_recipe_makes(rules: str, version: int) -> None:
    """Trained anew, they stand after a tenth of their games where they stood; the kept network plays as its card says.

    `tests/benchmarks/experts.py` trains all of them to the end and compares every byte: that takes minutes.
    """
    chosen = HEART.bundle.rule_files.load(rules)
    path = trained.shipped(HEART.bundle, chosen, "", version)
    assert path is not None
    kept = trained.read(path, HEART.bundle)

    def stop(lap: Lap) -> None:
        if lap.milestone:
            raise StandsThereError(lap.milestone)

    with pytest.raises(StandsThereError) as stands:
        training.train(HEART.bundle, chosen, kept.recipe, watch=stop)
    assert stands.value.args == (kept.curve[0],)
    lineup = line_up(
        HEART.bundle,
        chosen,
        [as_strategy(HEART.bundle, kept, "kept", "test", ""), HEART.bundle.find_strategy("greedy")],
    )
    assert training.examine(lineup, "kept", "greedy", kept.card[0].blocks) == kept.card[0]


class StandsThereError(Exception):
    """A training that is looked at and not gone on with."""
