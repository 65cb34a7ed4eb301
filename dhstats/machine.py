"""What of this machine a process may use: how many threads, and with how much right of way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

THREADS = "DHSTATS_WORKERS"  # the number of threads where nobody says another
# What the libraries below ask once, when they are loaded: Arrow and BLAS, polars, numba.
LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS", "NUMBA_NUM_THREADS")
LOWERED = 10  # steps of priority, of nineteen


def processors() -> int:
    """How many threads work at a time: as many as were asked for, else one for each processor left to this process."""
    asked = os.environ.get(THREADS, "")
    if asked.isascii() and asked.isdecimal() and int(asked) > 0:
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def at_most(threads: int) -> Iterator[None]:
    """Holds this process and the libraries that it loads from now on to so many threads; their own settings win."""
    before = dict(os.environ)
    os.environ[THREADS] = str(threads)
    for name in LIBRARIES:
        os.environ.setdefault(name, str(threads))
    try:
        yield
    finally:
        for name in (THREADS, *LIBRARIES):
            if name in before:
                os.environ[name] = before[name]
            else:
                del os.environ[name]


def give_way() -> None:
    """Lets other processes go first, where the system has priorities; asked twice it does no more."""
    if hasattr(os, "nice"):
        os.nice(max(0, LOWERED - os.nice(0)))
