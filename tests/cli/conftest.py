"""What tests of commands share: a folder to stand in, what a command says, and equilibria from few draws."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import all_commands, main
from dhstats.questions.leagues import meta

Typed = Callable[..., str]


def commands(group: Any = None, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its full name."""
    for name, command in (group or all_commands()).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{above}{name} ")
        else:
            yield above + name, command


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
    """The one line of a command that refuses, with the exit code 2 or another; nothing goes to standard output."""

    def typed(*words: str, code: int = 2) -> str:
        capsys.readouterr()
        assert main(list(words)) == code
        out, told = capsys.readouterr()
        assert out == ""
        assert told.startswith("dhstats: ")
        assert told.count("\n") == 1
        return told

    return typed
