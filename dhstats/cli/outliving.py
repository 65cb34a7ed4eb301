"""Somebody who outlives a command: where memory is limited, a library may end the process without a word."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from dhstats import machine
from dhstats.errors import ResourceFailure

PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP")
LOADER = 127  # the exit code of a process whose loader got no memory
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def outlived(command: Callable[[], int]) -> int:
    """Runs a command in a process of its own, and says so where that is ended by the system; its exit code.

    Libraries that get no memory abort: no exception, no line, an exit code that means nothing to anybody.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        _die_with(parent)
        return command()

    def pass_on(number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for name in PASSED_ON:
        signal.signal(getattr(signal, name), pass_on)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code >= 0 and code != LOADER:
        return code
    if -code in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        return 128 - code
    how = f"ended by signal {-code}" if code < 0 else "could not load what it needs"
    sys.stderr.write(f"dhstats: the process {how}: {machine.NO_MEMORY}\n")
    return ResourceFailure.exit_code


def _die_with(parent: int) -> None:
    """Has this process end with its parent, however that ends, where the system can be asked (Linux)."""
    with suppress(OSError, ImportError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
