"""All processes of a program: how much they have worked together, and their end."""

import ctypes
import math
import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dhstats.children import state

PROC = Path("/proc")
LINUX = hasattr(resource, "prlimit") and PROC.is_dir()
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
TICKS = os.sysconf("SC_CLK_TCK")  # a second, in which the system counts
MOST_SCANS, ZOMBIE = 100, "Z"
# Fields of /proc/PID/stat behind the name: OWN is user and system time, WITH_CHILDREN also that of ended children.
STATE, PARENT, SESSION, OWN, WITH_CHILDREN, BEGAN = 0, 1, 3, slice(11, 13), slice(11, 15), 19


@contextmanager
def adopting() -> Iterator[None]:
    """Processes whose parents end become children of this one meanwhile, where the system can be asked (Linux)."""
    prctl = getattr(ctypes.CDLL(None), "prctl", lambda *_: None)
    prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(ADOPT_ORPHANS, 0, 0, 0, 0)


def _states() -> Iterator[tuple[int, list[str]]]:
    """The processes of this machine, with the fields of their state."""
    for place in PROC.glob("[0-9]*"):
        if len(fields := state(place.name)) > BEGAN:
            yield int(place.name), fields


class Processes:
    """A process in a session of its own, and all that it started, in other sessions as well."""

    def __init__(self, first: int) -> None:
        self._first, self._ticks, self._lock = first, 0, threading.Lock()
        self._next = 0.0  # when to look again: a program may make many claims within a tick
        self._own: dict[tuple[int, str], int] = {}  # what each has worked, by its number and when it began
        self._began = next((int(fields[BEGAN]) for process, fields in _states() if process == first), 0)

    def worked(self) -> float:
        """The processor seconds of all until now, of those that have ended as well."""
        with self._lock:
            if time.monotonic() < self._next:
                return self._ticks / TICKS
            members = self._members()
            for process, fields in members.items():
                self._own[process, fields[BEGAN]] = sum(map(int, fields[OWN]))
            living = sum(int(each) for fields in members.values() for each in fields[WITH_CHILDREN])
            # Nobody may have waited for one that ended: then only what was seen of it counts.
            self._ticks = max(self._ticks, living, sum(self._own.values()))
            self._next = time.monotonic() + 1.0 / TICKS
            return self._ticks / TICKS

    def end(self) -> None:
        """Ends all; those that began in between as well."""
        with self._lock:
            for _ in range(MOST_SCANS):
                members = self._members()
                living = [process for process, fields in members.items() if fields[STATE] != ZOMBIE]
                for process in living or ([] if LINUX else [self._first]):
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(process, signal.SIGKILL)
                if not living:
                    break
            self._next = math.inf
            for process in members.keys() - {self._first}:
                with suppress(ChildProcessError):
                    os.waitpid(process, os.WNOHANG)

    def _members(self) -> dict[int, list[str]]:
        """Those of the session, those seen before, orphans that this process adopted, and the children of all these."""
        every = dict(_states())
        members = {
            process: fields
            for process, fields in every.items()
            if int(fields[SESSION]) == self._first or (process, fields[BEGAN]) in self._own or self._adopted(fields)
        }
        while more := {
            process: fields
            for process, fields in every.items()
            if process not in members and int(fields[PARENT]) in members
        }:
            members |= more
        return members

    def _adopted(self, fields: list[str]) -> bool:
        """Whether a process is an orphan of these: what this process itself starts is in its own session."""
        ours = int(fields[PARENT]) == os.getpid() and int(fields[SESSION]) != os.getsid(0)
        return ours and int(fields[BEGAN]) >= self._began
