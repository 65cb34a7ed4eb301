"""The command line as a process: what it loads, and how it ends when it is stopped."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from dhstats.cli.main import main
from dhstats.cli.terminal.streams import strangers
from dhstats.storage.manifest import read_manifest
from tests.cli.test_kills import files

ENDING = """
import sys, time
from dhstats.cli.terminal.streams import outlived

def command():
    try:
        print("begun", flush=True)
        time.sleep(30)
    except KeyboardInterrupt:
        time.sleep(0.5)  # as long as it takes to keep what is finished
        print("kept", flush=True)
    return 130

sys.exit(outlived(command))
"""
SLOWLY = """
import os, signal, time
first, set_handler = os.getpid(), signal.signal

def set_slowly(*words):
    time.sleep(0.5 * (os.getpid() == first))  # the command has long begun by then
    return set_handler(*words)

signal.signal = set_slowly
"""
HEAVY = ("numba", "numpy", "polars", "duckdb", "altair", "scipy", "pyarrow")


HELP = "main(['--help']); main(['simulate', '--help'])"
PLAY = "main('simulate --strategies random --games 2 --seed 1 --out run'.split())"


@pytest.mark.parametrize(
    ("calls", "names"), [(HELP, HEAVY), (PLAY, ("duckdb", "polars", "altair", "scipy.optimize"))], ids=["help", "play"]
)
def test_no_command_loads_what_it_does_not_need(calls: str, names: tuple[str, ...], tmp_path: Path) -> None:
    """Help must answer at once, so no library is imported for it; a run without a stopping rule needs no queries and statistics.

    Its first game comes half a second sooner.
    """
    code = (
        f"import sys; from dhstats.cli.main import main; {calls};"
        f"sys.exit(' '.join(name for name in {names!r} if name in sys.modules) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_ctrl_c_keeps_whole_shards_and_resume_finishes(tmp_path: Path) -> None:
    """An interrupted run ends with 130, keeps finished shards, and resumed it equals an undisturbed one."""
    games = ["--games", "100000", "--moves", "none", "--seed", "3", "--workers", "1"]
    plan = ["simulate", "--strategies", "random", *games]
    command = [sys.executable, "-m", "dhstats", *plan]
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    process = subprocess.Popen([*command, "--out", str(broken)], stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not list((broken / "games").glob("*.parquet")):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, message = process.communicate(timeout=60)
    assert process.returncode == 130, message
    assert "continue with --resume" in message
    kept = read_manifest(broken)
    assert 0 < len(kept.shards) < kept.planned_shards
    assert not list(broken.rglob("*.part"))
    assert main([*plan, "--out", str(broken), "--resume"]) == 0
    assert main([*plan, "--out", str(whole)]) == 0
    assert files(broken) == files(whole)


WAYS = {
    "SIGSEGV": "ended by signal 11 (SIGSEGV) while code from outside played (bots.py:one, more.py:two), which is probably",
    "SIGFPE": "ended by signal 8 (SIGFPE) while code from outside played",
    "SIGBUS": "ended by signal 7 (SIGBUS) while code from outside played",
    "SIGKILL": "ended by signal 9 (SIGKILL): there is too little memory",
}


@pytest.mark.parametrize("name", WAYS)
def test_a_process_that_a_strategy_ended_leaves_a_word(tmp_path: Path, name: str) -> None:
    """Which files played, what to do, and the exit code of the contract; nothing more is lost than was unfinished."""
    file = tmp_path / "plan.toml"
    file.write_text('strategies = ["more.py:two", "greedy"]')
    code = (
        "import os, signal, sys; from dhstats.cli.terminal.streams import outlived, strangers;"
        f"files = strangers(['simulate', {str(file)!r}, '--strategies', 'bots.py:one,random']);"
        f"sys.exit(outlived(lambda: os.kill(os.getpid(), signal.{name}), files))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr.startswith(f"dhstats: the process {WAYS[name]}")
    assert "bots.py:one, more.py:two" in done.stderr
    assert "continue with --resume" in done.stderr


def test_code_from_outside_is_known_before_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, strategies of installed packages, and those that a stored run or an experiment file names."""
    about = tmp_path / "bots_of_a_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bots_of_a_package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[dhstats.strategies]\nwise = bots_of_a_package:wise\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "manifest.json").write_text('{"strategies": [{"name": "far", "source": "/x/bots.py"}]}')
    (tmp_path / "plan.toml").write_text('strategies = ["wise", "greedy"]')
    assert strangers(["simulate", "--strategies", "random,wise"]) == ("wise",)
    assert strangers(["simulate", "--strategies=wise"]) == ("wise",)
    assert strangers(["simulate", str(tmp_path / "plan.toml")]) == ("wise",)
    assert strangers(["verify", str(tmp_path / "run")]) == ("/x/bots.py",)
    named = ("a.py:b", "wise", "the code of the run")
    assert strangers(["simulate", "--strategies", "a.py:b,wise", "--run-code"]) == named
    assert strangers(["simulate", "--strategies", "random,greedy", "--out", "otherwise"]) == ()


@pytest.mark.parametrize("begins", ["", SLOWLY], ids=["at once", "slowly"])
@pytest.mark.parametrize("everybody", [True, False], ids=["from a terminal", "to the first process"])
def test_ctrl_c_reaches_a_command_once_where_memory_is_limited(*, everybody: bool, begins: str) -> None:
    """A terminal sends Ctrl-C to all processes of a command at once: the second one must not break off the ending.

    Nor is it lost where the first process is not ready yet.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", begins + ENDING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
    told, errors = process.communicate(timeout=20)
    assert (told, errors, process.returncode) == ("kept\n", "", 130)


ENDLESS = "sum(range(10**13))\n"  # no loop of the file, whose rounds would be counted
BOMB = "SELECT count(*) FROM games a, games b, games c, games d, games e, games f WHERE a.turns + f.turns < 0"
ASKING = {  # commands that let a process of its own do something that takes for ever
    "games check": ("games", "check", "forever.py"),
    "strategies check": ("strategies", "check", "forever.py:bot"),
    "simulate": ("simulate", "--strategies", "forever.py:bot", "--games", "4", "--seed", "1", "--out", "other"),
    "sql": ("sql", "run", BOMB),
}


def asked(process: psutil.Process, seconds: float = 60.0) -> list[psutil.Process]:
    """The processes that a command has begun, once one of them works."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(psutil.NoSuchProcess):
            begun = process.children(recursive=True)
            own = [each for each in begun if "dhstats.children" in each.cmdline()]
            if own and own[0].cpu_times().user > 1.0:
                return begun
        time.sleep(0.1)
    raise AssertionError("it begins no process")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file that is never read to its end, and with a run of some games."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "forever.py").write_text(ENDLESS)
    words = ["simulate", "--strategies", "random", "--games", "200", "--seed", "1", "--out", str(folder / "run")]
    assert main(words) == 0
    return folder


LONG = pytest.mark.long("that every command that asks a process ends it; `games check` asks by the same way")
ENDS = [
    pytest.param(name, each, marks=() if name == "games check" else LONG, id=f"{name}, {each.name}")
    for name in ASKING
    for each in (signal.SIGTERM, signal.SIGKILL)
]


@pytest.mark.parametrize(("name", "how"), ENDS)
def test_no_process_outlives_the_command_that_began_it(place: Path, name: str, how: signal.Signals) -> None:
    """Ended with a signal, a command ends as after Ctrl-C; killed, it ends nothing, and what it began ends by itself."""
    words = [sys.executable, "-m", "dhstats", *ASKING[name]]
    with subprocess.Popen(words, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        begun = asked(psutil.Process(process.pid))
        process.send_signal(how)
        _, alive = psutil.wait_procs(begun, timeout=20)
        _, told = process.communicate(timeout=20)
    assert [each for each in alive if each.status() != psutil.STATUS_ZOMBIE] == []
    assert process.returncode == (130 if how == signal.SIGTERM else -how)
    assert told.endswith("dhstats: interrupted\n") or how == signal.SIGKILL
