"""Workers that may fail: what they came to, in order, kept in checkpoints; a clear word where one raised or died."""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypedDict, TypeVar

from dhstats.errors import Interrupted, ResourceFailure, UserError
from dhstats.simulate.work.checkpoints import Arrays, TaskCheckpoints
from dhstats.storage.layout import reason
from dhstats.storage.tables import joined

UNITS = ("bytes", "kB", "MB", "GB", "TB")


class Budget:
    """How long a command may take, how much its run folders may hold together, and how much of that is used."""

    def __init__(self, seconds: float | None = None, size: int | None = None) -> None:
        self._seconds, self._size = seconds, size
        self._started, self._written = time.monotonic(), 0

    def written(self, size: int) -> None:
        """Counts bytes that lie in a run folder, from this call or an earlier one."""
        self._written += size

    def has_room(self, size: int) -> bool:
        """Whether a number of bytes more may be kept."""
        return self._size is None or self._written + size <= self._size

    @property
    def used_up(self) -> str:
        """Which limit is reached, in words; nothing while there is time and room."""
        if self._seconds is not None and time.monotonic() - self._started >= self._seconds:
            return f"--max-time {duration(self._seconds)} is over"
        if self._size is not None and not self.has_room(1):
            return f"--max-disk {size(self._size)} is reached"
        return ""

    def check(self, where: str, state: str) -> None:
        """ResourceFailure once a limit is reached; `state` says what is there by then."""
        if reason := self.used_up:
            raise ResourceFailure(f"{where}: stopped, {reason}; {state}; continue with --resume")

    def fill(self) -> None:
        """Nothing more is kept, as something already found no room."""
        self._written = max(self._written, self._size or 0)


class Means(TypedDict, total=False):
    """By what games are played, within what limits, and whether they go on where they were stopped."""

    workers: int | None
    cluster: str
    resume: bool
    budget: Budget | None


def duration(seconds: float) -> str:
    """Seconds as people say them, to about two digits: 40 s, 12 min, 2 h 30 min, 3 days."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    return f"{round(hours / 24):,} days"


def size(count: float) -> str:
    """Bytes as people say them: 4.2 MB."""
    for unit in UNITS[:-1]:
        if count < 999.5:
            return f"{count:.0f} {unit}" if count >= 99.5 or unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:,.1f} {UNITS[-1]}"


Item = TypeVar("Item")
Result = TypeVar("Result")
Table = TypeVar("Table")
KEPT = "finished parts are kept; continue with --resume"
BEAT = 0.5  # seconds after which somebody who waits looks up


def on_each_thread(make: Callable[[], Table]) -> Callable[[], Table]:
    """A table for every thread that asks, made when it first does."""
    local = threading.local()

    def own() -> Table:
        if not hasattr(local, "table"):
            local.table = make()
        table: Table = local.table
        return table

    return own


def start(pool: Executor, where: str, work: Callable[..., Result], *items: Any) -> Future[Result]:
    """Hands work to a pool; ResourceFailure if that is broken or gets no thread."""
    try:
        return pool.submit(work, *items)
    except RuntimeError as error:
        text = f"{where}: no worker can be started: {error}; {KEPT}"
        raise ResourceFailure(text) from error


def outcome(future: Future[Result], where: str) -> Result:
    """What finished work came to; a user's mistake as it is, ResourceFailure for any other failure of a worker."""
    while not wait([future], timeout=BEAT).done:
        pass  # a signal that comes right before the waiting is only seen by someone who looks up
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, UserError):
        raise error
    words = reason(error) if isinstance(error, OSError) else " ".join(str(error).split())[:300]
    text = f"{type(error).__name__}: {words}".rstrip(": ")
    raise ResourceFailure(f"{where}: a worker failed ({text}); {KEPT}") from error


def in_order(
    pool: Executor, where: str, work: Callable[[Item], Result], items: Iterable[Item], ahead: int
) -> Generator[Result, None, None]:
    """The results of work on items, in their order, some items ahead of the reader."""
    waiting, flying = iter(items), deque[Future[Result]]()
    try:
        while True:
            while len(flying) < ahead and (item := next(waiting, None)) is not None:
                flying.append(start(pool, where, work, item))
            if not flying:
                return
            yield outcome(flying.popleft(), where)
    finally:
        for future in flying:
            future.cancel()


@dataclass(frozen=True)
class ResumableMap:
    """How work on items from a number on is done and written down: an array of each of the `names`, in order."""

    what: str
    names: tuple[str, ...]
    work: Callable[[int], Arrays]
    task: TaskCheckpoints | None
    budget: Budget

    @property
    def kept(self) -> int:
        """How many items are done and written down."""
        return self.task.done if self.task else 0

    def run(self, items: int, step: int, workers: int, watch: Callable[[int], None]) -> Arrays:
        """All work in order, `step` items at a time; `watch` is told how many items are done."""
        arrays, done = self._kept(items), self.kept
        saved = len(arrays)
        starts = range(done, items, step)
        with (
            ThreadPoolExecutor(workers) as pool,
            closing(in_order(pool, self.what, self.work, starts, 2 * workers)) as results,
        ):
            try:
                for each in results:
                    arrays.append(each)
                    done = min(done + step, items)
                    if self.task and self.task.is_due:
                        saved = self._save(arrays, saved, done)
                    watch(done)
                    if done < items:
                        self.budget.check(self.what, self._state(done, items))
            except KeyboardInterrupt:
                raise Interrupted(f"{self.what}: stopped; {self._state(done, items)}") from None
            finally:
                self._save(arrays, saved, done)
        return joined(arrays)

    def _kept(self, items: int) -> list[Arrays]:
        """All work that is written down; DataProblem where it can be none of this."""
        if self.task is None:
            return []
        parts = self.task.parts()
        try:
            columns = [joined([{name: part[name] for name in self.names} for part in parts])] if parts else []
        except (KeyError, TypeError, ValueError) as error:  # rewritten with its hash
            raise self.task.odd from error
        if not 0 <= self.task.done <= items:
            raise self.task.odd
        return columns

    def _save(self, arrays: list[Arrays], saved: int, done: int) -> int:
        """Writes down what is new; returns how much then is written."""
        if self.task and saved < len(arrays):
            self.task.add(done, joined(arrays[saved:]))
        return len(arrays)

    def _state(self, done: int, items: int) -> str:
        return f"{done:,} of {items:,} are kept" if self.task else "nothing of it is kept"
