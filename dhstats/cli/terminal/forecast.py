"""A word before a command takes long: how long, and how much on disk."""

import shutil
import sys
from pathlib import Path

from dhstats.quoting import plain

LONG = 60.0  # seconds from which on a command is announced
MEASURED, PATIENCE = 3.0, 10.0  # seconds of play that are measured; how long to wait for the size of a first shard


class Forecast:
    """Says once, on stderr, how long a command will take and what it will write, if that is long."""

    def __init__(self, json_target: str | None, runs: int = 1, *, at_most: bool = False) -> None:
        """Silent for machines; `runs` like the first are to come, and `at_most` says that they may end early."""
        self._judged, self._runs, self._at_most = json_target is not None, runs, at_most
        self._began: tuple[int, float] | None = None  # how much was done when, as soon as anything was

    def note(self, what: str, done: int, planned: int, seconds: float, size: float | None, folder: Path) -> None:
        """Is told how far the first run is, and how many bytes it will have (0: not known yet, None: hardly any)."""
        if self._judged or done < 1:
            return
        before, start = self._began = self._began or (done, seconds)  # compiling says nothing of what is to come
        measured = seconds - start
        if done == before or measured < MEASURED or (size == 0 and measured < PATIENCE):
            return
        self._judged = True
        expected = start + (self._runs * planned - before) * measured / (done - before)
        if expected >= LONG:
            told = self._words(what, planned, expected, self._runs * (size or 0), folder)
            sys.stderr.write(plain(told) + "\n")

    def _words(self, what: str, planned: int, seconds: float, size: float, folder: Path) -> str:
        from dhstats.simulate.work import budget
        from dhstats.storage.places import remote

        runs = f"{self._runs} runs of " if self._runs > 1 else ""
        told = f"expected: {'at most ' * self._at_most}{budget.duration(seconds)} for {runs}{planned:,} {what}"
        if size:
            free = size if remote(folder) else shutil.disk_usage(folder).free
            told += f", {budget.size(size)} on disk" + (f" (only {budget.size(free)} are free)" if free < size else "")
        return f"{told}; Ctrl-C, --max-time and --max-disk keep what is finished, and --resume goes on"
