"""What tests of queries share."""

import pytest

from dhstats.queries import sandbox, sql
from dhstats.storage import Run
from tests.queries import dragon_runs, dragonwood_runs


@pytest.fixture(scope="session")
def dragonwood_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Twelve deals of three matchups of Dragonwood, under rules that make everything happen."""
    return dragonwood_runs.play(tmp_path_factory.mktemp("runs") / "easy", *dragonwood_runs.EASY)


@pytest.fixture(scope="session")
def dragon_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Twelve deals of three matchups of Dragon!."""
    return dragon_runs.play(tmp_path_factory.mktemp("runs") / "small", dragon_runs.COSTLY)


@pytest.fixture
def same_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are answered here, by what their process runs: for tests of what a query says, not of its limits."""
    monkeypatch.setattr(sandbox, "_limit_memory", lambda _: None)  # it would be the memory of all tests to come
    monkeypatch.setattr(sql, "_asked", sandbox.reply)
