"""What of this machine a process may use: threads, priority, memory, open files; and what it was short of."""

import errno
import gc
import os
import re
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dhstats.errors import BadInput, ResourceFailure
from dhstats.quoting import quoted

THREADS = "DHSTATS_WORKERS"  # the number of threads where nobody says another
MOST_THREADS = 9_999  # that a user may ask for
# What the libraries below ask once, when they are loaded: Arrow and BLAS, polars, numba.
LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS", "NUMBA_NUM_THREADS")
LOWERED = 10  # steps of priority, of nineteen
COLLECTED = (50_000, 10, 10)  # objects more than before until Python looks for unused ones; 700 as it begins
PATIENCE = 5.0  # seconds that code from outside has to come back once the user interrupts

_strangers = threading.Event()  # code from outside plays in this process
_asked: list[Callable[[], str]] = []  # say which strategy was asked for a move just now, one for each table in play
_line: list[socket.socket] = []  # on which signals are heard, open as long as the process is

# What prints pages and takes their picture: Chromium, and what is built upon it, by name or place.
CHROMIUMS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
NO_FILES = "too many files are open; end other programs, or raise the limit (ulimit -n)"
NO_MEMORY = "there is too little memory; end other programs, raise the limit (ulimit -v), or use fewer --workers"
# What libraries say who got no memory, for themselves or for a thread.
SIGNS = (
    *("bad_alloc", "annot allocate memory", "failed to map segment", "can't start new thread", "Out of Memory"),
    *("malloc of size", "memory allocation of", "realloc of size", "unable to allocate", "Unable to allocate"),
)
LEAST_MEMORY = 1200  # MiB of addresses in which the libraries that count and play can begin
NEAR = 0.9  # of the memory that a process may have: what fails beyond it failed for that


def processors() -> int:
    """How many threads work at a time: as many as were asked for, else one for each processor left to this process.

    Raises BadInput for an invalid number of threads.
    """
    asked = os.environ.get(THREADS, "").strip()
    if asked:
        if not re.fullmatch("[0-9]{1,4}", asked, re.ASCII) or not int(asked):
            raise BadInput(f"{THREADS}: must be a whole number from 1 to {MOST_THREADS:,}, not {quoted(asked)}")
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def chromium() -> str:
    """The first Chromium of this machine; "" if it has no Chromium."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), "")


def shortage(error: BaseException) -> str:
    """What was lacking when something failed, and what to do; "" where it did not fail for that."""
    number, message = getattr(error, "errno", None), str(error)
    if number in (errno.EMFILE, errno.ENFILE) or "Too many open files" in message:
        return NO_FILES
    if isinstance(error, MemoryError) or number == errno.ENOMEM or any(sign in message for sign in SIGNS):
        return NO_MEMORY
    limit = memory_limit()
    return NO_MEMORY if limit and not isinstance(error, OSError) and _addresses_used() > NEAR * limit else ""


def check_shortage(error: BaseException, where: object) -> None:
    """ResourceFailure for what failed for a lack of memory or files: then nothing is wrong with what was read."""
    if lack := shortage(error):
        raise ResourceFailure(f"{where}: {lack}") from error


def memory_limit() -> int:
    """How many bytes of addresses the system lets this process have; 0 where it sets no limit."""
    with suppress(ImportError):  # not a Unix
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        return 0 if soft == resource.RLIM_INFINITY else soft
    return 0


def check_memory() -> None:
    """ResourceFailure where the limit is so low that libraries would end the process, or wait for ever, unasked."""
    limit = memory_limit() >> 20
    if 0 < limit < LEAST_MEMORY:
        raise ResourceFailure(
            f"a process may have {limit:,} MiB of memory here, and needs {LEAST_MEMORY:,} MiB at least; raise the limit"
            " (ulimit -v)"
        )


def _addresses_used() -> int:
    """The most bytes of addresses that this process has had; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmPeak:")), 0)


@contextmanager
def at_most(threads: int) -> Iterator[None]:
    """Holds this process and the libraries that it loads from now on to a number of threads; their own settings win."""
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


def collect_less() -> None:
    """Lets this process look for unused memory less often: importing and compiling leave little of it."""
    gc.set_threshold(*COLLECTED)


def expect_strangers() -> None:
    """Says that code from outside is about to play here, which may never come back."""
    _strangers.set()


@contextmanager
def asking(who: Callable[[], str]) -> Iterator[None]:
    """Has `who` say, after an interrupt, which code from outside does not return here, and where."""
    _asked.append(who)
    try:
        yield
    finally:
        _asked.remove(who)


def _stuck() -> str:
    """Which code from outside does not return, in words; nothing more is asked where that fails."""
    with suppress(Exception):
        return _asked[0]()
    return "a strategy did not return"


def watch_interrupts(exit_code: int) -> None:
    """Sees to it that one Ctrl-C or SIGTERM ends this process, even while code from outside keeps all its threads.

    Python handles a signal between two of its own steps, and waits for threads that compiled code holds; so a thread of
    its own hears of the signal, gives the process some seconds to end as it should, and then ends it.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was begun is ended, as after Ctrl-C
    heard, said = socket.socketpair()
    said.setblocking(False)
    _line.append(said)
    signal.set_wakeup_fd(said.fileno(), warn_on_full_buffer=False)

    def wait() -> None:
        while heard.recv(1)[0] not in (signal.SIGINT, signal.SIGTERM):
            pass
        time.sleep(PATIENCE)
        if _strangers.is_set():
            sys.stderr.write(f"dhstats: interrupted; {_stuck()}; what was finished is kept\n")
            sys.stderr.flush()
            os._exit(exit_code)

    with suppress(RuntimeError):  # no memory for a thread: signals are heard as ever
        threading.Thread(target=wait, daemon=True, name="interrupts").start()
