"""Processes of their own: how they begin, how long they may work, and that they end with who began them."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from dhstats import children
from dhstats.children import Overtime, command, heard, limit_work

# A module that says who it is, and then works, sleeps or ends.
MODULE = """
import os, sys, time
print(os.getpid(), *sys.argv[1:], flush=True)
if sys.argv[1] == "works":
    while True: pass
if sys.argv[1] == "sleeps":
    time.sleep(60)
print("done")
"""
# Begins it, and is then killed.
PARENT = """
import subprocess, sys
from dhstats.children import command
subprocess.Popen(command("task_of_a_test", "works"))
sys.stdin.read()
"""


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the module, which processes find."""
    (tmp_path / "task_of_a_test.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    return "task_of_a_test"


def begun(*words: str) -> subprocess.Popen[str]:
    """The module as a process."""
    return subprocess.Popen(command("task_of_a_test", *words), stdout=subprocess.PIPE, text=True)


def is_over(process: int, seconds: float = 20.0) -> bool:
    """Whether a process ends in time; one that nobody waited for is over, too."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(process).status() != psutil.STATUS_ZOMBIE:
                time.sleep(0.05)
                continue
        return True
    return False


def test_a_process_ends_with_who_began_it(task: str) -> None:
    """Even where that is killed, and can end nothing itself."""
    words = [sys.executable, "-c", PARENT]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline().split()[0])
        assert not is_over(child, 0.2)
        parent.kill()
    assert is_over(child)


def test_a_program_ends_with_who_began_it() -> None:
    """A browser, say: it is no module, and the kernel ends it all the same."""
    parent_text = "import subprocess, sys; from dhstats.children import program;" + (
        "print(subprocess.Popen(program('/bin/sleep', '60')).pid, flush=True); sys.stdin.read()"
    )
    words = [sys.executable, "-c", parent_text]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        until = time.monotonic() + 20
        while psutil.Process(child).name() != "sleep" and time.monotonic() < until:
            time.sleep(0.05)
        assert psutil.Process(child).name() == "sleep"
        parent.kill()
    assert is_over(child)


def test_a_process_whose_parent_is_gone_already_does_not_begin(task: str) -> None:
    """Between being begun and asking the system it may lose its parent."""
    words = command(task, "ends")
    words[words.index(str(os.getpid()))] = "1"
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")


def test_lines_are_heard_until_the_end(task: str) -> None:
    """The words of the module reach it."""
    with begun("ends", "now") as process:
        assert list(heard(process, lambda: 60.0)) == [f"{process.pid} ends now\n", "done\n"]
    assert process.returncode == 0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a second is taken to wait for ever."""
    monkeypatch.setattr(children, "WAITING", 1.0)
    monkeypatch.setattr(children, "SHARED", 0.0)


def late(process: subprocess.Popen[str], limit: float) -> Overtime:
    """How a process is late after its first line."""
    try:
        lines = heard(process, iter([60.0, limit]).__next__)
        next(lines)
        with pytest.raises(Overtime) as caught:
            next(lines)
    finally:
        process.kill()
        process.communicate()
    return caught.value


def test_who_works_for_too_long_is_late_for_that(task: str) -> None:
    """By the processor's time, however long it takes by the clock."""
    assert late(begun("works"), 0.3).worked


@pytest.mark.usefixtures("clock")
def test_who_sleeps_for_too_long_is_late_for_that(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is not accused of working."""
    process = begun("sleeps")
    monkeypatch.setattr(children, "SHARED", 1.0)  # the first line may take its time
    assert not late(process, 0.3).worked


@pytest.fixture
def stopped_for_a_while(task: str) -> Iterator[subprocess.Popen[str]]:
    """A process that gets no processor for a second, as on a machine that does much else."""
    process = begun("ends")
    process.send_signal(signal.SIGSTOP)
    waking = threading.Timer(1.0, process.send_signal, [signal.SIGCONT])
    waking.start()
    yield process
    waking.join()
    process.communicate()


def test_who_gets_no_processor_is_not_late(stopped_for_a_while: subprocess.Popen[str]) -> None:
    """Its limit is a limit of work, and much shorter here than it takes."""
    assert list(heard(stopped_for_a_while, lambda: 0.9))[-1] == "done\n"


def test_a_limit_of_work_does_not_count_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """One signal where a process has worked, another where it waited for ever."""
    came: list[int] = []
    for each in (signal.SIGPROF, signal.SIGALRM):
        monkeypatch.setattr(signal, f"of_{each}", signal.signal(each, lambda number, _: came.append(number)), False)
    limit_work(0.1)
    time.sleep(0.3)
    assert came == []
    until = time.process_time() + 0.3
    while time.process_time() < until:
        pass
    assert came == [signal.SIGPROF] * len(came) != []
    came.clear()
    monkeypatch.setattr(children, "WAITING", -0.9)
    limit_work(0.1)  # and 0.1 by the clock
    time.sleep(0.3)
    limit_work(0.0)
    assert came == [signal.SIGALRM]
