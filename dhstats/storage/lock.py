"""Who writes into a folder: one process at a time, and the next one is told which.

The lock is the kernel's and dies with its process, so that none can be stale; the lock file only names the holder.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from dhstats.documents import read_json
from dhstats.errors import ResourceFailure, UserError
from dhstats.storage.layout import LOCK, is_void, make_folders, reason
from dhstats.storage.places import remote

PATIENCE = 0.5  # seconds: the holder before may be about to remove his lock file
MOST_READ = 1 << 12  # bytes of a lock file
MOST_TOLD = 200  # characters of a lock file's words that are repeated


class Claim:
    """A folder that this process alone writes into, until the claim is given up or the process ends.

    A place in an object store is nobody's alone: there the user has to see to it.
    """

    def __init__(self, folder: Path) -> None:
        """Makes the folder if need be; ResourceFailure if it cannot be written, or is another's."""
        self._lock: FileLock | None = None
        if remote(folder):  # an object store has no locks, and no folders that could vanish
            return
        self._made = _topmost_missing(folder)
        make_folders(folder)
        self._folder, self._file = folder, folder / LOCK
        self._lock = FileLock(self._file, timeout=PATIENCE)
        try:
            self._lock.acquire()
            self._file.write_text(_me(), encoding="utf-8")
        except Timeout:
            raise ResourceFailure(
                f"{folder}: is being written by {_holder(self._file)}; wait until that ends, or choose another --out"
            ) from None
        except OSError as error:
            self._lock.release()
            raise ResourceFailure(f"{folder}: cannot be written: {reason(error)}; choose another --out") from error
        self._mark = _identity(self._file)

    def check(self) -> None:
        """ResourceFailure if the folder is no longer the one that was claimed: removed, or replaced by another."""
        if self._lock is not None and (self._mark is None or _identity(self._file) != self._mark):
            raise ResourceFailure(
                f"{self._folder}: was removed or replaced while it was being written; start again, or bring it back "
                "and use --resume"
            )

    def give_up(self) -> None:
        """Lets others in; before that the lock file goes, and the folder if it was made for nothing."""
        if self._lock is not None and self._lock.is_locked:
            if _identity(self._file) == self._mark:
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)
                if self._made is not None and is_void(self._made):
                    shutil.rmtree(self._made, ignore_errors=True)
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.give_up()


def _topmost_missing(folder: Path) -> Path | None:
    """The highest folder that has to be made for another."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    return missing[-1] if missing else None


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _me() -> str:
    program = Path(sys.argv[0])
    words = [program.parent.name if program.name == "__main__.py" else program.name, *sys.argv[1:2]]
    since = datetime.now().astimezone().isoformat(" ", "seconds")
    host, command = socket.gethostname(), " ".join(words)
    return json.dumps({"process": os.getpid(), "host": host, "since": since, "command": command})


def _holder(file: Path) -> str:
    """The one who has a lock, in words."""
    try:
        told = read_json(file, MOST_READ)
        words = "process {process} on {host} since {since} ({command})".format_map(told)
    except (UserError, KeyError, TypeError, AttributeError):
        return "another process"
    return words[:MOST_TOLD]
