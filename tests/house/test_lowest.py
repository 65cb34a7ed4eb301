"""Lower bounds of dependencies: each has one, and what is too old is said to be that."""

import tomllib
from pathlib import Path

import duckdb
import pytest
from packaging.version import Version

from dhstats.cli.main import main
from dhstats.queries.connection import OLDEST, damaged
from tests.house.audit import locked
from tests.house.lowest import ROOT, lowest


def project() -> dict[str, object]:
    """The table of the project."""
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"])


def test_every_dependency_has_a_lower_bound_below_the_lock() -> None:
    """One each, which `make lowest` installs; the lock has that version or a newer one."""
    newest = {name.replace("_", "-").lower(): version for name, version in locked().items()}
    pins = dict(pin.split("==") for pin in lowest(project()))
    assert len(pins) >= 15
    assert all(Version(low) <= Version(newest[name.lower()]) for name, low in pins.items())
    with pytest.raises(ValueError, match="needs one lower bound"):
        lowest({"dependencies": ["duckdb"], "optional-dependencies": {}}, ())


def test_the_bound_of_duckdb_is_the_one_that_is_checked() -> None:
    """In one place for people and one for the program, alike."""
    assert f"duckdb=={'.'.join(map(str, OLDEST))}" in lowest(project())


@pytest.mark.parametrize("version", ["1.4.0", "1.5.6", "0.10.3"])
def test_an_old_duckdb_is_no_damage(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report and sql say what is installed, what is needed and what to type; exit 4, not 3."""
    run = str(tmp_path / "run")
    assert main(["simulate", "--strategies", "random", "--games", "4", "--seed", "1", "--out", run]) == 0
    monkeypatch.setattr(duckdb, "__version__", version)
    for words in (["report", run, "-o", str(tmp_path / "page.html")], ["sql", run, "SELECT 1"]):
        assert main(words) == 4
        told = capsys.readouterr().err
        assert f"DuckDB {version} is installed, and dhstats needs 2.0 or newer" in told
        assert "pip install --upgrade 'duckdb>=2.0'" in told
        assert "damaged" not in told


def test_what_duckdb_cannot_do_is_no_damage(tmp_path: Path) -> None:
    """An encoding that it does not know is told as that."""
    problem = duckdb.NotImplementedException("Not implemented Error: BYTE_STREAM_SPLIT")
    assert damaged(tmp_path, problem).exit_code == 4
    assert "cannot read it" in str(damaged(tmp_path, problem))
    assert damaged(tmp_path, duckdb.IOException("No magic bytes")).exit_code == 3


def test_a_newer_duckdb_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with letters in its version."""
    from dhstats.queries.connection import check_version

    for version in ("2.0.0", "2.0.1-dev7", "10.1"):
        monkeypatch.setattr(duckdb, "__version__", version)
        check_version()
