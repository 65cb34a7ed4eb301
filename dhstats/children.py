"""Processes of their own, for code that may hang, take all memory or end where it runs: begun, heard, and ended.

`python -m dhstats.children PARENT MODULE WORDS...` runs a module in a process that ends with its parent, in any case;
with PROGRAM for the module the process becomes the program that is named next.
Limits are of processor time: on a machine that does much else, code that is sound takes as long as it takes. Whoever
waits for something does not use the processor, and is ended in the end, too.
"""

import os
import queue
import runpy
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

WAITING = 600.0  # seconds that a process gets besides, of the clock on the wall
SHARED = 10.0  # times longer by that clock, where as many processes share a processor
BEAT = 0.1  # seconds after which somebody who listens looks up
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG
PROGRAM = "-"  # stands where a module has its name


class Overtime(Exception):
    """A process is late: it worked for longer than it may, or else waited for much longer than that."""

    def __init__(self, *, worked: bool) -> None:
        super().__init__()
        self.worked = worked


def by_the_clock(limit: float) -> float:
    """The seconds of the clock on the wall after which who may work for some seconds is taken to wait for something."""
    return WAITING + SHARED * limit


def told_late(limit: float, *, worked: bool, place: str = "") -> str:
    """How long somebody took who may work for some seconds, where they are, and what they may have done."""
    if worked:
        return f"{limit:g} seconds of processor time{place}: an endless loop?"
    return f"{by_the_clock(limit):,.0f} seconds{place}, in which it hardly worked: does it wait for something?"


def limit_work(seconds: float) -> None:
    """Has this process signalled (SIGPROF) once it has worked for so long, or waited for ever (SIGALRM); 0: no more."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, by_the_clock(seconds) if seconds else 0.0)


def command(module: str, *words: str) -> list[str]:
    """What begins a module of this package as a process that ends with this one."""
    # -P: nothing is imported from where the user stands
    return [sys.executable, "-P", "-m", "dhstats.children", str(os.getpid()), module, *words]


def program(path: str, *words: str) -> list[str]:
    """What begins another program as a process that ends with this one."""
    return command(PROGRAM, path, *words)


def end_with(parent: int) -> None:
    """Has this process end with its parent, however that ends, where the system can be asked (Linux)."""
    with suppress(OSError, ImportError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def heard(process: Any, limit: Callable[[], float]) -> Iterator[str]:
    """The lines that a process writes, until it ends; Overtime if it works longer for one than `limit` says by then."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    while line := _next(lines, process.pid, limit()):
        yield line
    process.wait()


def _next(lines: queue.Queue[str], process: int, limit: float) -> str:
    """The next line of a process, "" at its end."""
    worked, began = _processor_time(process), time.monotonic()
    while True:
        with suppress(queue.Empty):
            return lines.get(timeout=BEAT)
        if _processor_time(process) - worked > limit:
            raise Overtime(worked=True)
        if time.monotonic() - began > by_the_clock(limit):
            raise Overtime(worked=False)


def state(process: object) -> list[str]:
    """The fields of a process's state behind its name; none where the system does not say (no Linux)."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return []


def _processor_time(process: int) -> float:
    """The seconds that a process has worked; 0 where the system does not say: then it is only waited for."""
    return sum(map(int, state(process)[11:13])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Runs the module that was named."""
    end_with(int(sys.argv[1]))
    module = sys.argv[2]
    if module == PROGRAM:  # which ends with the parent as well: the kernel keeps that
        os.execv(sys.argv[3], sys.argv[3:])
    sys.argv[:] = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
