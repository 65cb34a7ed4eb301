"""Commands as processes that are killed, or whose disk is full: what they leave, and what --resume makes of it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.storage.layout import UNFINISHED, file_sha256
from dhstats.storage.manifest import read_manifest

DHSTATS = (sys.executable, "-m", "dhstats")
SIZE = 500_000  # bytes that a file may have where the disk is small


def dhstats(*words: str | Path) -> int:
    """A command that nobody disturbs, in this process."""
    return main([str(word) for word in words])


def kill_once(there: Callable[[], bool], *words: str | Path) -> None:
    """A command that is killed as soon as something is there."""
    process = subprocess.Popen(
        [*DHSTATS, *map(str, words)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    while process.poll() is None and not there():
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    _, told = process.communicate()
    assert process.returncode == -signal.SIGKILL, told


def files(folder: Path) -> dict[str, str]:
    """All files of a folder with their hashes."""
    return {str(path.relative_to(folder)): file_sha256(path) for path in folder.rglob("*") if path.is_file()}


FORK = pytest.param(
    ["fork", "--arm", "figure=mover", "--strategies", "greedy", "--deals", "6000", "--seed", "5"],
    marks=pytest.mark.long("forks killed in the midst, through the same folders as value, which is killed always"),
    id="fork",
)
VALUE = ["value", "--strategies", "greedy", "--deals", "4000", "--at", "uniform-turn", "--seed", "5"]


@pytest.mark.parametrize("words", [pytest.param(VALUE, id="value"), FORK])
def test_forks_killed_and_resumed(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Finished deals are kept; the tables, the parents and the numbers of the page are those of an undisturbed one."""

    def more(name: str) -> list[str | Path]:
        return ["--out", tmp_path / name, "-o", tmp_path / f"{name}.html", "--json", tmp_path / f"{name}.json"]

    parts = tmp_path / "a" / UNFINISHED / "list.json"
    kill_once(parts.exists, *words, *more("a"))
    assert dhstats(*words, *more("a")) == 2
    assert "continue with --resume" in capsys.readouterr().err
    assert dhstats(*words[:-2], *more("a"), "--resume") == 0
    assert dhstats(*words, *more("b")) == 0
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert dhstats(*words, *more("a"), "--resume") == 0
    assert "answered before" in capsys.readouterr().out
    assert dhstats("verify", tmp_path / "a") == 0


def test_a_full_disk_ends_with_4_and_resume_goes_on(tmp_path: Path) -> None:
    """A real write fails (no file may grow beyond half a megabyte): one line, nothing torn, and the rest later."""
    games = ["--games", "40000", "--moves", "sample:5", "--seed", "2", "--workers", "1"]
    words = ["simulate", "--strategies", "random", *games]
    code = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({SIZE}, {SIZE}))\n"
        "from dhstats.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    small = [sys.executable, "-c", code, *words, "--out", str(tmp_path / "a")]
    done = subprocess.run(small, capture_output=True, text=True, check=False)
    assert done.returncode == 4, done.stderr
    assert done.stderr.count("\n") == 1
    assert ".parquet: cannot be written: it would exceed the size limit for files here" in done.stderr
    assert not list((tmp_path / "a").rglob("*.part"))
    assert len(read_manifest(tmp_path / "a").shards) < 3
    assert dhstats(*words, "--out", tmp_path / "a", "--resume") == 0
    assert dhstats(*words, "--out", tmp_path / "b") == 0
    assert files(tmp_path / "a") == files(tmp_path / "b")
