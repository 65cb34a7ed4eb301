"""What a command may cost: limits that can be read, threads and priority that are kept, a word before it takes long."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dhstats import machine
from dhstats.cli.answers import games
from dhstats.cli.answers.games import Forecast
from dhstats.cli.main import main
from dhstats.cli.options.setup import Playing
from dhstats.errors import BadInput
from dhstats.queries.connection import Limits
from dhstats.simulate import tables
from dhstats.simulate.work.workers import duration, size
from dhstats.storage.manifest import read_manifest
from tests.cli.conftest import Typed


@pytest.mark.parametrize(
    ("option", "written", "value"),
    [
        *(("max_time", "90s", 90), ("max_time", "45m", 2700), ("max_time", "2h30m", 9000), ("max_time", "1d", 86_400)),
        *(("max_time", "1d 2h 3m 4s", 93_784), ("max_time", "0h90s", 90), ("max_disk", "500MB", 500 * 10**6)),
        *(("max_disk", "20GB", 20 * 10**9), ("max_disk", "1.5TiB", 3 * 2**39), ("max_disk", "7 kb", 7000)),
        ("max_disk", "1KiB", 1024),
    ],
)
def test_times_and_sizes_as_people_write_them(option: str, written: str, value: int) -> None:
    """Days, hours, minutes and seconds, in that order; powers of ten, or of two with an i."""
    limits = Playing(**{option: written}).limits  # type: ignore[arg-type]
    assert (limits._seconds, limits._size) == ((value, None) if option == "max_time" else (None, value))


NO_TIMES = ("", "90", "0s", "h", "1h30", "30m1h", "-5s", "1.5h", "٣s", "9" * 40 + "s")
NO_SIZES = ("", "20", "GB", "0MB", "-1GB", "1e3MB", "20 G", "9" * 40 + "GB")


@pytest.mark.parametrize(
    ("playing", "told"),
    [
        *((Playing(max_time=time), "--max-time: write a time as 90s, 45m, 2h30m or 1d, not ") for time in NO_TIMES),
        *((Playing(max_disk=size), r"--max-disk: write a size as 500MB, 20GB or 1\.5TiB, not ") for size in NO_SIZES),
    ],
)
def test_times_and_sizes_that_are_none(playing: Playing, told: str) -> None:
    """What is allowed is said."""
    with pytest.raises(BadInput, match=told):
        _ = playing.limits


def test_times_and_sizes_are_said_shortly() -> None:
    """Two digits or so, in the unit that fits."""
    told = [duration(seconds) for seconds in (0, 59, 61, 3599, 3600, 9000, 200_000, 10**9)]
    assert told == ["0 s", "59 s", "1 min", "1 h", "1 h", "2 h 30 min", "2 days", "11,574 days"]
    assert [size(count) for count in (0, 999, 1000, 99_960, 2.13e9, 5e15)] == [
        "0 bytes", "999 bytes", "1.0 kB", "100 kB", "2.1 GB", "5,000.0 TB",
    ]  # fmt: skip


# Before it takes long


def forecast(capsys: pytest.CaptureFixture[str], folder: Path, *notes: tuple[int, int, float, float | None]) -> str:
    """What is said on stderr after these notes of games done and planned, seconds, and bytes to come."""
    told = Forecast(None)
    for done, planned, seconds, count in notes:
        told.note("games", done, planned, seconds, count, folder)
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_a_long_run_is_announced_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Time, size and what ends it earlier, as soon as they are measured: 10 games in 4 seconds, after one in 60."""
    told = forecast(capsys, tmp_path, (1, 1000, 60.0, 5e6), (3, 1000, 62.9, 5e6), (11, 1000, 64.0, 5e6), (20, 1000, 99.0, 5e6))  # fmt: skip
    assert told == (
        "expected: 8 min for 1,000 games, 5.0 MB on disk; Ctrl-C, --max-time and --max-disk keep what is"
        " finished; --resume continues\n"
    )
    assert "only " in forecast(capsys, tmp_path, (1, 1000, 1.0, 1e18), (11, 1000, 5.0, 1e18))


@pytest.mark.parametrize(
    ("notes", "told"),
    [
        ([(100, 1000, 4.0, 1e6), (200, 1000, 8.0, 1e6), (210, 1000, 19.0, 1e6)], ""),
        ([(1, 1000, 30.0, 1e6), (500, 1000, 33.0, 1e6)], ""),
        ([(10, 1000, 30.0, 1e6), (10, 1000, 60.0, 1e6)], ""),
        ([(1, 1000, 0.0, 0.0), (11, 1000, 4.0, 0.0), (20, 1000, 9.0, 0.0)], ""),
        ([(1, 1000, 0.0, 0.0), (11, 1000, 4.0, 0.0), (21, 1000, 11.0, 0.0)], "expected: 9 min for 1,000 games; Ctrl-C"),
        ([(1, 1000, 0.0, None), (21, 1000, 9.0, None)], "expected: 7 min for 1,000 games; Ctrl-C"),
    ],
)
def test_only_what_takes_long_is_announced(
    notes: list[tuple[int, int, float, float | None]], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing where compiling took long or it turns out to take a little longer; a size is waited for ten seconds."""
    said = forecast(capsys, tmp_path, *notes)
    assert said.startswith(told)
    assert bool(said) == bool(told)


def test_several_runs_and_goals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first of several like it stands for all; what may end early is at most so long. Machines hear nothing."""
    several, silent = Forecast(None, 3, at_most=True), Forecast("-")
    for told in (several, silent):
        told.note("games", 1, 1000, 60.0, 1e6, tmp_path)
    several.note("games", 11, 1000, 64.0, 1e6, tmp_path)
    assert capsys.readouterr().err.startswith("expected: at most 21 min for 3 runs of 1,000 games, 3.0 MB on disk;")
    silent.note("games", 11, 1000, 64.0, 1e6, tmp_path)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("small_shards")
def test_simulate_announces_a_long_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the games that were played so far, once; with --json it is silent."""
    monkeypatch.setattr(games, "LONG", 0.0)
    monkeypatch.setattr(games, "MEASURED", 0.0)
    words = ["simulate", "--strategies", "random", "--games", "5k", "--moves", "none", "--seed", "1"]
    assert main([*words, "--out", str(tmp_path / "a")]) == 0
    told = capsys.readouterr().err
    assert told.startswith("expected: ")
    assert " for 5,000 games, " in told
    assert told.count("\n") == 1
    assert main([*words, "--out", str(tmp_path / "b"), "--json", "-"]) == 0
    assert "expected" not in capsys.readouterr().err


# Limits of a command


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of a thousand games, so that a small run has several."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 1_000)


@pytest.mark.usefixtures("small_shards")
def test_a_limit_ends_with_4_and_resume_needs_no_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says what is kept; the seed that was drawn is found again, and the run is that of an undisturbed one."""
    words = ["simulate", "--strategies", "random", "--games", "4000", "--moves", "none"]
    assert main([*words, "--out", str(tmp_path / "a"), "--max-disk", "1KB"]) == 4
    told = capsys.readouterr().err
    assert told == (
        f"dhstats: {tmp_path / 'a'}: stopped, --max-disk 1.0 kB is reached; 0 of 4 shards are finished and kept; "
        "continue with --resume\n"
    )
    assert main([*words, "--out", str(tmp_path / "a"), "--resume", "--max-disk", "1GB"]) == 0
    seed = str(read_manifest(tmp_path / "a").seed)
    assert main([*words, "--out", str(tmp_path / "b"), "--seed", seed, "--workers", "1"]) == 0
    names = sorted(str(path.relative_to(tmp_path / "a")) for path in (tmp_path / "a").rglob("*") if path.is_file())
    assert len(names) == 5
    assert [(tmp_path / "a" / name).read_bytes() for name in names] == [
        (tmp_path / "b" / name).read_bytes() for name in names
    ]


@pytest.mark.usefixtures("small_shards")
def test_a_comparison_shares_its_limits_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The disk that base and tweaks may use together; --resume without a seed plays what is missing."""
    words = ["compare", "ffg", "hand.size=6", "--strategies", "random", "--deals", "1000", "--out", str(tmp_path / "c")]
    words += ["-o", str(tmp_path / "page.html")]
    assert main([*words, "--seed", "3", "--max-disk", "45KB"]) == 4
    told = capsys.readouterr().err
    assert "hand.size=6: stopped, --max-disk 45.0 kB is reached" in told
    assert read_manifest(tmp_path / "c" / "base").complete
    assert main([*words, "--resume"]) == 0
    assert "seed 3" in capsys.readouterr().out


# Threads and priority


def test_threads_are_held_to_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours, DuckDB's, and those of libraries that are loaded later; what the user set for them wins."""
    monkeypatch.delenv(machine.THREADS, raising=False)
    monkeypatch.setenv("POLARS_MAX_THREADS", "7")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    before = dict(os.environ)
    with machine.at_most(1):
        assert machine.processors() == 1
        assert Limits().workers == 1
        assert (os.environ["OMP_NUM_THREADS"], os.environ["POLARS_MAX_THREADS"]) == ("1", "7")
    assert dict(os.environ) == before
    for value, number in (("3", 3), (" 4 ", 4), ("002", 2)):  # blanks beside it mean nothing
        monkeypatch.setenv(machine.THREADS, value)
        assert (machine.processors(), Limits().workers) == (number, number)
    for nothing in ("", " "):
        monkeypatch.setenv(machine.THREADS, nothing)
        assert machine.processors() >= 1


def test_workers_reach_the_libraries() -> None:
    """In a process of its own: polars and Arrow are loaded after --workers is read, and hold to it."""
    code = (
        "import sys; from dhstats.simulate.plans import experiment\n"
        "def plan(*_):\n"
        "    import polars, pyarrow; from dhstats.errors import BadInput\n"
        "    raise BadInput(f'{polars.thread_pool_size()} {pyarrow.cpu_count()}')\n"
        "experiment.asked = plan\n"
        "from dhstats.cli.main import main; sys.exit(main(['simulate', '--workers', '1']))"
    )
    unset = {name: value for name, value in os.environ.items() if name not in machine.LIBRARIES}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=unset)
    assert (done.returncode, done.stderr) == (2, "dhstats: 1 1\n")


@pytest.mark.parametrize(("words", "setting"), [(["--nice"], ""), ([], "1"), (["--nice"], "1")])
def test_other_processes_go_first_if_asked(words: list[str], setting: str) -> None:
    """By an option or for every command by DHSTATS_NICE; ten steps, however often it is asked."""
    code = (
        "import os, sys; from dhstats.cli.main import main\n"
        f"before = os.nice(0); main([*{words}, 'help']); sys.exit(os.nice(0) - before)"
    )
    env = {**os.environ, "DHSTATS_NICE": setting}
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=env).returncode == 10


def test_no_thread_is_no_number_of_threads(place: Path, refused: Typed) -> None:
    """Every command that takes --workers refuses none."""
    for command in ("value", "meta", "compare ffg kosmos", "sweep ffg hand.size=4,5", "plays", "simulate"):
        assert refused(*command.split(), "--workers", "0") == "dhstats: --workers: must be at least 1, not 0\n"
    assert list(place.iterdir()) == []
