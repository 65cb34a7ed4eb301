"""What a trained player is measured against is a list of its own: a new strategy changes no byte of a training."""

from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games import catalogue
from dhstats.games.dragonheart.bundle import TROUPE
from dhstats.games.dragonheart.players.strategies import uniform
from dhstats.players import recipes, trained
from dhstats.players.learning import training
from dhstats.players.recipes import Recipe
from tests.players.pupils import DRAGON, FFG, HEART

STORED = Path(__file__).parents[1] / "stored" / "dragonheart" / "player.json"
BUNDLE, SMALLEST = HEART.bundle, Recipe(seed=5, games=20, rounds=20, keep="best")


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


def test_a_player_of_before_is_read() -> None:
    """For the rules that it was trained for, with its card."""
    player = trained.read(STORED, BUNDLE)
    assert (player.rules_hash, player.recipe) == (FFG.hash, SMALLEST)
    assert player.curve[-1].rival == "the scripts of its card"
    assert player.to_json() == STORED.read_text("utf-8")


@pytest.mark.long(
    "that a training is that of before to the byte; that equal trainings are equal, and the stored player is read, is above"
)
@pytest.mark.skipif(interpreted(), reason="thousands of games in plain Python take too long")
def test_the_same_training_makes_the_player_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte of its file."""
    monkeypatch.setattr(training, "CURVE_DEALS", 1000)
    monkeypatch.setattr(training, "CARD_DEALS", 5000)
    assert training.train(BUNDLE, FFG, SMALLEST).to_json() == STORED.read_text("utf-8")


@pytest.mark.long(
    "that a training by comparison is that of before to the bit where sums start from any option; what is added up is in"
    " test_comparing"
)
@pytest.mark.skipif(interpreted(), reason="hundreds of games in plain Python take too long")
def test_a_training_by_comparison_makes_the_network_of_before() -> None:
    """Four hundred games of Dragon! after the player of all decks who came along when `standard-2` learnt."""
    title = DRAGON.bundle
    path = title.game.home.parent / "trained" / "predecessors" / "all_decks-2.json"
    origin = trained.read(path, title)
    assert origin.checksum.startswith(
        "93766d5d70e0"
    )  # another origin makes another player: then write down what it makes
    recipe = replace(recipes.SECOND, games=400, rate=0.0015, compared=0.3, parts=1, origin=origin.checksum)
    player = training.train(title, DRAGON.rule_set("standard"), recipe, origin=origin)
    assert player.checksum.startswith("21629b465ea4")
