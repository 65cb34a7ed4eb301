"""A training that was stopped goes on from its draft, to a player of equal bytes."""

from pathlib import Path

import pytest

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.players.learning import trainer, training
from dhstats.players.learning.trainer import Draft
from dhstats.players.learning.training import Lap, train
from dhstats.players.recipes import Recipe

BUNDLE = catalogue.load("dragonheart")
RULES = BUNDLE.rule_files.load("ffg")
RECIPE = Recipe(games=300, rounds=10, batch=7, version=3)  # some steps of descent look at games of two rounds


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round is written down, and examinations are short."""
    monkeypatch.setattr(trainer, "PART_SECONDS", 0.0)
    monkeypatch.setattr(training, "CURVE_DEALS", 20)
    monkeypatch.setattr(training, "CARD_DEALS", 20)


@pytest.mark.parametrize("rival", [None, "greedy"])
def test_a_stopped_training_ends_with_the_same_player(tmp_path: Path, rival: str | None) -> None:
    """Stopped after any round, once or twice, by self-play or against a rival: network, curve and card are equal."""
    against = BUNDLE.find_strategy(rival) if rival else None
    truth = train(BUNDLE, RULES, RECIPE, rival=against).to_json()
    draft = Draft(tmp_path / "player.json", "these terms")
    for rounds in (1, 6):

        def stop(lap: Lap, rounds: int = rounds) -> None:
            if lap.done == rounds:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            train(BUNDLE, RULES, RECIPE, rival=against, watch=stop, draft=draft)
    laps: list[Lap] = []
    again = Draft(tmp_path / "player.json", "these terms")
    assert train(BUNDLE, RULES, RECIPE, rival=against, watch=laps.append, draft=again).to_json() == truth
    assert laps[0].done == 7


def test_the_draft_of_another_training_is_refused(tmp_path: Path) -> None:
    """Other rules, games, seeds or versions: the terms say so, and what to do is said."""
    train(BUNDLE, RULES, RECIPE, draft=Draft(tmp_path / "player.json", "these terms"))
    with pytest.raises(BadInput, match="is an unfinished training with other rules, games, seed or version"):
        train(BUNDLE, RULES, RECIPE, draft=Draft(tmp_path / "player.json", "other terms"))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nonsense", b"\x93NUMPY", b"{}"])
def test_a_damaged_draft_is_refused(tmp_path: Path, content: bytes) -> None:
    """One sentence, and no player made of nonsense."""
    draft = Draft(tmp_path / "player.json", "these terms")
    draft.path.write_bytes(content)
    with pytest.raises(BadInput, match="is not an unfinished training"):
        draft.read()
    draft.remove()
    assert draft.read() is None
