"""What a machine may lack: memory, file handles, an output that takes what is written; one line each, nothing blamed."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from dhstats import machine
from dhstats.cli.main import main
from dhstats.documents import read_toml
from dhstats.errors import ResourceFailure
from dhstats.simulate.checks.shard import MOST_LINES, readable
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage.layout import sizes
from dhstats.storage.manifest import read_manifest
from dhstats.storage.run import intact
from tests.simulate.stored_runs import play, rewrite

PLAY = ["simulate", "--strategies", "random", "--games", "60", "--seed", "1"]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A small run to damage."""
    return play(tmp_path / "run", games=60).folder


# ---- Memory -----------------------------------------------------------------------------------------------------

LIMITED = (
    "import resource, sys; size = int(sys.argv.pop(1)) << 20; resource.setrlimit(resource.RLIMIT_AS, (size, size));"
    "from dhstats.cli.main import run; run()"
)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit addresses")
@pytest.mark.parametrize(("command", "size"), [("verify", 600), ("verify", 1250), ("report", 1100)])
def test_too_little_memory_is_said(run: Path, command: str, size: int) -> None:
    """Whether Python notices or a library aborts, the last line is ours and the exit code is 4."""
    words = [command, "run"] if command == "verify" else [command, "run", "-o", "page.html"]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), *words], cwd=run.parent, capture_output=True, text=True, check=False,
        env=os.environ | {"DHSTATS_WORKERS": "1"}, timeout=120,
    )  # fmt: skip
    assert done.returncode in (0, 4), done.stderr
    assert "Traceback" not in done.stderr
    if size < machine.LEAST_MEMORY:
        assert f"may have {size:,} MiB of memory here, and needs 1,200 MiB at least" in done.stderr
    elif done.returncode:
        assert done.stderr.splitlines()[-1].startswith("dhstats: ")
        assert "memory" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(), pa.ArrowMemoryError("malloc of size 64 failed"), RuntimeError("can't start new thread"),
        ImportError("libarrow.so: failed to map segment from shared object"), OSError(errno.ENOMEM, "no memory"),
    ],
    ids=repr,
)  # fmt: skip
def test_whatever_a_library_says_that_got_no_memory(
    run: Path, error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 4; nothing is called damaged."""
    monkeypatch.setattr("dhstats.storage.soundness.fingerprint", raising(error))
    assert main(["verify", str(run)]) == 4
    captured = capsys.readouterr()
    assert "there is too little memory" in captured.err
    assert "problem" not in captured.out


def raising(error: Exception) -> Callable[..., Any]:
    """A function that fails."""

    def fail(*words: Any, **named: Any) -> Any:
        raise error

    return fail


# ---- File handles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE])
def test_a_shortage_of_file_handles_is_no_damage(run: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Neither of manifests nor of tables, and no file is thought missing."""
    manifest = read_manifest(run)
    (run / "r.toml").write_text('extends = "ffg"\n')
    monkeypatch.setattr(Path, "open", raising(OSError(number, os.strerror(number))))
    monkeypatch.setattr(Path, "iterdir", raising(OSError(number, os.strerror(number))))
    asked: list[Callable[[], Any]] = [
        lambda: intact(run, manifest.shards[0].games),
        lambda: read_manifest(run),
        lambda: verify(run),
        lambda: sizes(run, "games"),
        lambda: read_toml(run / "r.toml"),
    ]
    for ask in asked:
        with pytest.raises(ResourceFailure, match="too many files are open"):
            ask()


def test_commands_end_with_4_without_file_handles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reading a run, and going on with one, which must not play again what is there."""
    run = str(tmp_path / "run")
    assert main([*PLAY, "--out", run]) == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.setattr("dhstats.storage.layout.open_file", raising(OSError(errno.EMFILE, "Too many open files")))
    for words in (["verify", run], ["report", run], ["sql", run, "FROM games"], [*PLAY, "--out", run, "--resume"]):
        assert main(words) == 4, words
        assert "too many files are open" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


# ---- Damage that going on must not pass over -----------------------------------------------------------------------


# ---- Files that swell --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", [100_000, 20_000_000])
def test_a_small_file_of_huge_words_is_told_in_a_short_line(
    run: Path, letters: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Packed it is tiny; neither is much of it read, nor is it printed."""

    def swell(table: pa.Table) -> pa.Table:
        words = pa.array(["x" * letters])
        codes = pa.array(np.zeros(table.num_rows, np.int8))
        place = table.schema.get_field_index("end_reason")
        kind = table.schema.field("end_reason").type
        column = pa.DictionaryArray.from_arrays(codes.cast(kind.index_type), words)
        return table.set_column(place, "end_reason", column)

    rewrite(run, "games", 0, swell)
    assert main(["verify", str(run), "--json", "-"]) == 3
    captured = capsys.readouterr()
    assert len(captured.out) + len(captured.err) < 10_000
    assert json.loads(captured.out)["problems"]
    expected = "column end_reason has the word 'xxx" if letters < 1_000_000 else "more than such a run can have"
    assert expected in captured.err
    if letters > 1_000_000:
        for words in (["replay", str(run), "3"], ["report", str(run)], ["sql", str(run), "FROM games"]):
            assert main(words) == 3, words
            assert len(capsys.readouterr().err) < 3_000


def test_problems_are_as_many_and_as_long_as_somebody_reads() -> None:
    """The rest is counted."""
    told = readable(["x" * 10**6, *["y"] * 2_000])
    assert max(map(len, told)) == 2_000
    assert len(told) == MOST_LINES + 1
    assert told[-1] == "1,501 more problems"


# ---- What the environment asks for ----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["abc", "0", "-1", "1.5", "1e3", "99999", "٣", "\x1b[31m", "0x4"])
def test_a_number_of_workers_that_is_none(
    value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 in one line, in every command."""
    monkeypatch.setenv("DHSTATS_WORKERS", value)
    assert main(["rules", "list"]) == 2
    told = capsys.readouterr().err
    assert "DHSTATS_WORKERS: must be a whole number from 1 to 9,999, not" in told
    assert told.strip().isprintable()


# ---- Standard output ----------------------------------------------------------------------------------------------


def shell(line: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A line of a shell, in which $D is the command."""
    words = ["bash", "-o", "pipefail", "-c", line]
    space = os.environ | {"D": f"{sys.executable} -m dhstats"} | more
    return subprocess.run(words, capture_output=True, errors="replace", check=False, env=space, timeout=120)


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("$D --help >&-", 4, "standard output: is closed; the output cannot be shown"),
        ("$D rules show ffg --json - >/dev/full", 4, "standard output: cannot be written: No space left on device"),
        ("$D nothing 2>&-", 2, ""),
        ("$D nothing 2>/dev/full", 2, ""),
        ("for i in $(seq 300); do echo; done | $D rules show ffg | true", 0, ""),
    ],
)
def test_an_output_that_takes_nothing(line: str, code: int, complaint: str) -> None:
    """One line on standard error where anything is lost; who stops reading has seen enough."""
    done = shell(line)
    assert (done.returncode, done.stderr) == (code, f"dhstats: {complaint}\n" if complaint else "")


@pytest.mark.parametrize(
    ("line", "space", "spelt"),
    [
        ("$D replay run 3", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "turns"),
        ("$D sql run \"SELECT 'ü – ∑' AS x\" --json -", {"PYTHONIOENCODING": "latin-1"}, '"\\u00fc \\u2013 \\u2211"'),
    ],
    ids=["text", "JSON"],
)
def test_a_terminal_of_another_alphabet(run: Path, line: str, space: dict[str, str], spelt: str) -> None:
    """Signs that it has not are spelt in those that it has; JSON has them escaped."""
    done = shell(f"cd {run.parent} && {line}", **space)
    assert (done.returncode, done.stderr) == (0, "")
    assert spelt in done.stdout


def test_a_folder_whose_name_is_no_text(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Other programs cannot be told such a name: exit code 2 before anything is played, whichever folder is odd."""
    odd = run.parent / os.fsdecode(b"a\xffb")
    odd.mkdir()
    for words in ([*PLAY, "--out", str(odd / "x")], ["verify", str(odd)], ["report", str(run), "-o", str(odd / "p")]):
        assert main(words) == 2
        assert "is not UTF-8 text; rename it, or choose another" in capsys.readouterr().err
    assert list(odd.iterdir()) == []
    done = shell(f"cd {run.parent}/a*b && $D {' '.join(PLAY)}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not UTF-8 text; rename it, or choose another" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "line", ["PYTHONOPTIMIZE=2 $D strategies show greedy", f"{sys.executable} -OO -m dhstats rules --help"]
)
def test_words_are_there_where_python_drops_them(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Help and ideas are docstrings; with PYTHONOPTIMIZE=2 or -OO they are the same."""
    done = shell(line).stdout
    assert main(line.replace("$D", "-m dhstats").partition("-m dhstats ")[2].split()) == 0
    assert done == capsys.readouterr().out
    assert done.count(" ") > 20


@pytest.mark.long("that a run with -OO is the same, manifest included; all commands are asked without")
def test_the_verbs_of_python_need_no_docstrings(tmp_path: Path) -> None:
    """A run played with -OO is the one that is played without, its manifest too."""
    code = (
        "import sys; from dhstats.simulate.running.runner import simulate; from dhstats import Experiment;"
        "simulate(Experiment('small', strategies=('greedy', 'random'), games=60, seed=3), sys.argv[1])"
    )
    bare = os.environ | {"PYTHONOPTIMIZE": "2"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "bare")], check=True, env=bare)
    simulate(Experiment("small", strategies=("greedy", "random"), games=60, seed=3), tmp_path / "usual")
    assert read_manifest(tmp_path / "usual") == read_manifest(tmp_path / "bare")
