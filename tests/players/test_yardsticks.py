"""What a trained player is measured against is a list of its own: a new strategy changes no byte of a training."""

from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.dragonheart.bundle import TROUPE
from dhstats.games.dragonheart.players import uniform
from dhstats.players import recipes, trained
from dhstats.players.learning import training
from dhstats.players.recipes import Recipe
from tests.players.pupils import FFG, HEART, SCHOOLS

STORED = Path(__file__).parents[1] / "stored" / "dragonheart" / "player.json"
BUNDLE, SMALLEST = HEART.bundle, Recipe(seed=5, games=20, rounds=20, keep="best", version=3)


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_shipped_players_were_measured_against_the_yardsticks(game: str) -> None:
    """All of them, in their order; they are strategies that come along."""
    bundle = catalogue.load(game)
    files = sorted((bundle.game.home.parent / "trained").glob("*.json"))
    cards = {tuple(line.opponent for line in trained.read(file, bundle).card) for file in files}
    assert cards == {bundle.yardsticks}
    assert set(bundle.yardsticks) <= set(bundle.shipped_strategies())


@pytest.mark.skipif(interpreted(), reason="hundreds of games in plain Python take too long")
def test_a_new_script_changes_no_byte_of_a_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the network that is kept nor the card."""
    before = training.train(BUNDLE, FFG, SMALLEST).to_json()
    monkeypatch.setitem(TROUPE.scripts, "another", uniform)  # type: ignore[arg-type]
    assert "another" in BUNDLE.shipped_strategies()
    assert training.train(BUNDLE, FFG, SMALLEST).to_json() == before


def test_a_player_of_before_plays_no_more() -> None:
    """Who learnt with inputs that nobody takes in any more: one sentence says so, and names the file."""
    with pytest.raises(BadInput) as refused:
        trained.read(STORED, BUNDLE)
    assert str(refused.value) == (f"{STORED}: learnt with inputs retired with dhstats 0.2.0; train the player again")


@pytest.mark.skipif(interpreted(), reason="games of self-play in plain Python take too long")
@pytest.mark.parametrize(
    ("game", "compared", "checksum"),
    [
        ("dragonheart", 0.0, "b98e11c93d10"), ("dragonheart", 0.3, "7c861f0a8292"),
        ("dragonwood", 0.0, "95c10fbac6f8"), ("dragon", 0.0, "ebb830d7f59d"),
    ],
)  # fmt: skip
def test_trainings_make_the_networks_of_before(game: str, compared: float, checksum: str) -> None:
    """To the bit: by self-play, and by comparison as well. Another network is another player: then write it down."""
    school = SCHOOLS[game]
    usual = recipes.standard(school.bundle.game)
    recipe = replace(SMALLEST, version=usual.version, places=usual.places, compared=compared)
    assert training.train(school.bundle, school.rule_set(), recipe).checksum.startswith(checksum)
