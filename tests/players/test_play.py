"""Made players are found by name, and play the same games for any number of workers."""

from pathlib import Path

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.players import roster
from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from tests.players.pupils import FFG, HEART


@pytest.mark.skipif(interpreted(), reason="hundreds of guesses in plain Python take too long")
@pytest.mark.parametrize("names", [("expert", "skill:5"), ("search:20", "mc:2")])
def test_the_same_games_for_any_number_of_workers(
    tmp_path: Path, names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards are equal byte for byte, and there are several."""
    games = 60 if "search:20" in names else 1_500
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", games // 3)
    experiment = Experiment("x", strategies=names, games=games, seed=8)
    runs = [simulate(experiment, tmp_path / str(workers), workers=workers) for workers in (1, 3)]
    assert runs[0].manifest.shards == runs[1].manifest.shards
    assert len(runs[0].manifest.shards) > 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("expert:no_dwarfs", "no such restriction"),
        ("expert@fgg", "did you mean 'ffg'"),
        ("mc:0", "from 1 to"),
        *((f"mc{rest}", "from 1 to 1,000,000") for rest in (":many", ":", "", ":" + "9" * 500)),
        *((f"search{rest}", "from 1 to 1,000,000") for rest in (":-3", ":", "")),
        ("search:9999999999", "from 1 to"),
        ("skill:11", "skill:0 to skill:10"),
        *((f"skill{rest}", "skill:0 to skill:10") for rest in (":x", ":", "", ":-1")),
        ("exprt", "did you mean"),
        ("nobody.json", "cannot be read"),
    ],
)
def test_unknown_players_are_refused(text: str, told: str) -> None:
    """Each with what is allowed."""
    with pytest.raises(BadInput, match=told):
        roster.find(HEART.bundle, FFG, text)
