"""What tests of commands share: a folder to stand in, what a command says, and equilibria from few draws."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.questions.leagues import meta

Typed = Callable[..., str]


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals of a round robin are drawn again a few times: its linear programs are tested where they are solved."""
    monkeypatch.setattr(meta, "DRAWS", 10)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Typed:
    """What a command prints that succeeds."""

    def typed(*words: str) -> str:
        capsys.readouterr()
        assert main(list(words)) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return typed


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Typed:
    """The one line of a command that refuses, with the exit code 2 or another."""

    def typed(*words: str, code: int = 2) -> str:
        capsys.readouterr()
        assert main(list(words)) == code
        told = capsys.readouterr().err
        assert told.startswith("dhstats: ")
        assert told.count("\n") == 1
        return told

    return typed
