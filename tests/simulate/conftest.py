"""Runs to verify, and copies of them to damage."""

import shutil
from pathlib import Path

import pytest

from dhstats.simulate.playtests.games import Sheet
from dhstats.simulate.playtests.reading import read_sheet
from tests.simulate.playtest_sheets import Read
from tests.simulate.stored_runs import play


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one shard, every turn logged."""
    return play(tmp_path_factory.mktemp("original") / "run", games=60).folder


@pytest.fixture(scope="session")
def wide_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three shards that logs few turns."""
    return play(tmp_path_factory.mktemp("wide") / "run", games=40_000, moves="sample:100").folder


@pytest.fixture
def run(original: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(original, tmp_path / "run"))


@pytest.fixture
def wide(wide_original: Path, tmp_path: Path) -> Path:
    """A copy of the run of three shards to damage."""
    return Path(shutil.copytree(wide_original, tmp_path / "run"))


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a sheet of playtests from the content of its file."""

    def reader(content: bytes | str, name: str = "sheet.csv", **given: str) -> Sheet:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        names = given.pop("names", "keep")
        return read_sheet(path, given, names)

    return reader
