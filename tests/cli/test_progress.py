"""What a long command says while nobody sees a bar: that it compiles, that it trains, how far it is."""

import subprocess
import sys
import uuid
from itertools import pairwise
from pathlib import Path

import numba
import pytest

from dhstats.cli.main import main
from dhstats.cli.terminal import console
from dhstats.cli.terminal.console import KNOWN_AFTER, PAUSES, Left, step_bar
from dhstats.engine import compiling


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the program sees, in a process that was asked to say how far it is."""
    now = [100.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(console.StepLines, "wanted", True)
    return now


def test_progress_in_a_pipe_is_a_line_now_and_then(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of short work; then how far it is and how long it takes yet, ever more seldom."""
    with step_bar("playing") as advance:
        for second in range(1, 2001):
            clock[0] = 100.0 + second
            advance(second, 2000, "1 game/s")
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["playing: 10 of 2,000; 1 game/s", "playing: 30 of 2,000, about 33 min left; 1 game/s"]
    seconds = [int(line.split()[1].replace(",", "")) for line in lines]
    assert seconds[:5] == [10, 30, 60, 120, 240]
    assert all(after - before == PAUSES[-1] for before, after in pairwise(seconds[5:]))


def test_what_is_compiled_first_is_in_no_estimate(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """A hundred seconds until the first of a thousand games, then one a second: nothing at first, then that."""
    with step_bar("playing") as advance:
        for second in range(1, 200):
            clock[0] = 200.0 + second
            advance(second, 1000, "")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "playing: 1 of 1,000"
    assert lines[1] == "playing: 21 of 1,000, about 16 min left"
    left = Left()
    assert [left.words(done, 1000) for done in (0, 1, 5)] == ["", "", ""]
    clock[0] += KNOWN_AFTER
    assert left.words(11, 1000) == "about 16 min left"


def test_training_is_said_at_once(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever waits for a player who is trained first knows it from the first round on."""
    with step_bar("training") as advance:
        clock[0] += 0.5
        advance(1, 100, "expert: 3,000 games")
        advance(2, 100, "expert: 6,000 games")
    assert capsys.readouterr().err == "training: 1 of 100; expert: 3,000 games\n"


def test_nothing_is_said_to_who_calls_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    """Only the process of the command line was asked to."""
    with step_bar("training") as advance:
        advance(1, 100, "expert")
    assert capsys.readouterr().err == ""
    assert main(["rules", "list"]) == 0
    assert capsys.readouterr().err == ""


def test_compiling_is_said_once() -> None:
    """When the first function is compiled in this process; of the next ones nothing."""
    told = []
    compiling.at_first(lambda: told.append("compiling"))
    numba.njit(lambda number: number + 1)(1)
    assert told == ["compiling"]
    numba.njit(lambda number: number + 2)(1)
    assert told == ["compiling"]


@pytest.mark.long("the words while a process compiles; that compiling is said once is above")
def test_a_command_says_that_it_compiles(tmp_path: Path) -> None:
    """In a process of its own, with a strategy that no cache holds: once."""
    # Caches outlive test runs, so the file must differ from that of every run before.
    text = f'def one(view, moves, count, noise):\n    """The first, {uuid.uuid4()}."""\n    return 0\n'
    (tmp_path / "bots.py").write_text(text)
    code = "from dhstats.cli.main import run; run()"
    words = ["simulate", "--strategies", "bots.py:one", "--games", "4", "--seed", "1", "--moves", "none", "--out"]
    line = [sys.executable, "-c", code, *words, "a"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr.count("compiling; this is done once") == 1
