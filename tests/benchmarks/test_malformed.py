"""Malformed files end in one line: a short form of the benchmark, and whether the benchmark would see if they did not."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks import malformed
from tests.benchmarks.malformed import KINDS, Case, cases, table


def test_malformed_files_of_every_kind_do_no_harm(tmp_path: Path) -> None:
    """No traceback, no hang, nothing half-written, a line for each mistake; `tests/benchmarks/malformed.py` does thousands."""
    found = list(cases(7, range(6 * len(KINDS)), tmp_path))
    assert [case.told for case in found if case.harm] == []
    assert {case.code for case in found} == {0, 2, 3}


def _raises(words: list[str]) -> int:
    raise KeyError("seed")


def _sleeps(words: list[str]) -> int:
    time.sleep(30)
    return 0


def _changes(words: list[str]) -> int:
    next(Path("in").iterdir()).write_text("changed")
    return 0


def _does(code: int, err: str = "", out: str = "", file: str = "") -> Callable[[list[str]], int]:
    """A command that writes something, and ends with a code."""

    def command(words: list[str]) -> int:
        sys.stderr.write(err)
        sys.stdout.write(out)
        if file:
            Path(file).write_text("half a page")
        return code

    return command


NO = "dhstats: no\n"


@pytest.mark.parametrize(
    ("command", "harm"),
    [
        (_raises, "traceback"),
        (_sleeps, "hang"),
        (_does(2, NO, file="out.html"), "partial"),
        (_does(0, file="elsewhere"), "partial"),
        (_changes, "partial"),
        (_does(2, "dhstats: one\nand two\n"), "loud"),
        (_does(0, out="\x1b[31m\n"), "loud"),
        (_does(3, "dhstats: run: is damaged (KeyError: 'seed')\n"), "foreign"),
        (_does(4), "exit"),
        (_does(2, NO), ""),
        (_does(0), ""),
    ],
)
def test_harm_is_seen(
    command: Callable[[list[str]], int], harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that did harm would be found."""
    monkeypatch.setattr(malformed, "main", command)
    monkeypatch.setattr(malformed, "PATIENCE", 0.3)
    bench = object.__new__(malformed.Bench)
    bench.folder = tmp_path
    monkeypatch.setitem(KINDS, "rules", lambda bench, folder, chance: [str((folder / "own").write_text("x"))])
    assert bench.do("rules", 1, 1).harm == harm


def test_the_table_counts_cases_by_kind_and_harm() -> None:
    """A line a kind, and one for all."""
    lines = table([Case("rules", 0, 2, "", 0.1, ""), Case("player", 1, -1, "hang", 30.0, "")]).splitlines()
    assert lines[1].split() == ["rules", "1", "0", "1", "0", "0", "0", "0", "0", "0.1", "s"]
    assert lines[-1].split() == ["all", "2", "0", "1", "0", "0", "1", "0", "0", "30.0", "s"]
