"""What a command may cost, in time and on disk: used up, it ends as if it had been stopped, and goes on later."""

import time
from typing import TypedDict

from dhstats.errors import ResourceFailure

UNITS = ("bytes", "kB", "MB", "GB", "TB")


class Budget:
    """How long a command may take, how much its run folders may hold together, and how much of that is used.

    The clock starts when the budget is made. Without limits it is never used up.
    """

    def __init__(self, seconds: float | None = None, size: int | None = None) -> None:
        self._seconds, self._size = seconds, size
        self._started, self._written = time.monotonic(), 0

    def written(self, size: int) -> None:
        """Counts bytes that lie in a run folder, from this call or an earlier one."""
        self._written += size

    def has_room(self, size: int) -> bool:
        """Whether so many bytes more may be kept."""
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
    """By what games are played, within what limits, and whether they go on where they were stopped.

    So many `workers` (threads; by default one a processor), or those of a Dask `cluster`.
    """

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
