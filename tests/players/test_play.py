"""How made players play: from their own views alone, within their restrictions, the same every time."""

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.players import roster
from dhstats.players.match import line_up
from dhstats.players.trained import as_strategy
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.tables import shards
from tests.games.dragonheart.contract import hide
from tests.players.players import BUNDLE, FFG, RESTRICTIONS, choice, found, small, somewhere

PLAYERS = ("expert", *(f"expert:{name}" for name in RESTRICTIONS), "mc:3", "search:30", "skill:4")
COMPILED = pytest.mark.skipif(interpreted(), reason="hundreds of guesses in plain Python take too long")


@COMPILED
@pytest.mark.parametrize("text", PLAYERS)
def test_hidden_cards_have_no_influence(text: str) -> None:
    """Whatever the opponent holds and however both decks lie, the choice is the same."""
    for deal in range(12):
        game = somewhere(deal)
        if game.mover < 0:
            continue
        before, chance = choice(game, text, deal), random.Random(deal)
        for _ in range(3):
            hide(game.table, game.mover, chance)
            assert choice(game, text, deal) == before


@COMPILED
def test_who_ignores_the_opponent_does_not_see_him() -> None:
    """The inputs about the opponent are taken away, the others stay."""
    learning = BUNDLE.game.learning
    assert learning is not None
    mask_inputs = getattr(learning.mask_inputs, "py_func", learning.mask_inputs)
    inputs = np.ones(learning.inputs, np.float32)
    mask_inputs(inputs, [name for name, _ in learning.restrictions].index("blind") + 1)
    assert 10 < (inputs == 0).sum() < learning.inputs // 2
    other = np.ones(learning.inputs, np.float32)
    mask_inputs(other, 1)
    assert other.all()


@COMPILED
@pytest.mark.parametrize("names", [("expert", "skill:5"), ("search:20", "mc:2")])
def test_the_same_games_for_any_number_of_workers(
    tmp_path: Path, names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards are equal byte for byte, and there are several."""
    games = 200 if "search:20" in names else 4_000
    monkeypatch.setattr(shards, "GAMES_PER_SHARD", games // 3)
    experiment = Experiment("x", strategies=names, games=games, seed=8)
    runs = [simulate(experiment, tmp_path / str(workers), workers=workers) for workers in (1, 3)]
    assert runs[0].manifest.shards == runs[1].manifest.shards
    assert len(runs[0].manifest.shards) > 2


@COMPILED
def test_a_searcher_is_stronger_than_a_beginner() -> None:
    """With few tries already he beats who has learnt from four hundred games."""
    from dhstats.players.training import examine

    beginner = as_strategy(BUNDLE, small(), "beginner", "test", "")
    lineup = line_up(BUNDLE, FFG, [found("search:30"), beginner])
    assert examine(lineup, "search:30", "beginner", 60).score > 0.55


@COMPILED
def test_the_ladder_rises() -> None:
    """Every rung scores more than half against the one below."""
    from dhstats.players.training import examine

    texts = [f"skill:{k}" for k in range(10)]
    lineup = line_up(BUNDLE, FFG, [found(text) for text in texts])
    for lower, higher in pairwise(texts):
        assert examine(lineup, higher, lower, 1500).score > 0.5, higher


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("expert:no_dwarfs", "no such restriction"),
        ("expert@fgg", "did you mean 'ffg'"),
        ("mc:0", "from 1 to"),
        ("mc:many", "from 1 to"),
        ("search:-3", "from 1 to"),
        ("search:9999999999", "from 1 to"),
        ("skill:11", "skill:0 to skill:10"),
        ("skill:x", "skill:0 to skill:10"),
        ("exprt", "did you mean"),
        ("nobody.json", "cannot be read"),
    ],
)
def test_unknown_players_are_refused(text: str, told: str) -> None:
    """Each with what is allowed."""
    with pytest.raises(BadInput, match=told):
        roster.find(BUNDLE, FFG, text)
