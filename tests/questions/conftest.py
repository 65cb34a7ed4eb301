"""What tests of questions share: benches, and commands that write their runs and pages into the test's folder."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.questions.leagues import meta
from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from tests.questions.benches import Benches


@pytest.fixture(scope="session", autouse=True)
def few_draws() -> Iterator[None]:
    """Deals of round robins are drawn again a few times: what comes of many draws is tested in tests/stats."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meta, "DRAWS", 40)
        yield


@pytest.fixture
def benches(tmp_path: Path) -> Benches:
    """A maker of benches."""
    return Benches(tmp_path / "benches")


@pytest.fixture(scope="session")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Some games of two scripts, every turn logged."""
    plan = Experiment("x", strategies=("dragon_hunter", "denier"), design="quartet", games=40, seed=5)
    return simulate(plan, tmp_path_factory.mktemp("runs") / "duel")


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of 350 deals of two games, which no look ends with but the seventh, so that a run has several parts."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 700)


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[str, dict[str, Any]]]:
    """A command with seed 1 that must succeed: what it says, and its only answer as JSON."""

    def run(*words: str) -> tuple[str, dict[str, Any]]:
        places = ("--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html"), "--json", "-")
        assert main([*words, "--seed", "1", *places]) == 0
        captured = capsys.readouterr()
        (answer,) = json.loads(captured.out)["runs"][0]["answers"]
        return captured.err, answer

    return run
