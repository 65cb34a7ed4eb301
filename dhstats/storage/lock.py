"""Who writes into a folder: one process at a time, and the next one is told which.

The lock is the kernel's and dies with its process, so that none can be stale; the lock file only names the holder.
"""

import json
import os
import socket
import stat
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from dhstats.documents import read_json
from dhstats.errors import BadInput, ResourceFailure, UserError
from dhstats.storage import layout
from dhstats.storage.places import is_link, place, remote

PATIENCE = 0.5  # seconds: the holder before may be about to remove its lock file
MOST_READ = 1 << 12  # bytes of a lock file
MOST_TOLD = 200  # characters of a lock file's words that are repeated


class Claim:
    """A folder that this process alone writes into, until it gives up or ends; not so in an object store."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder if need be."""
        self._lock: FileLock | None = None
        if remote(folder):  # an object store has no locks, and no folders that could vanish
            return
        place(folder)  # a default folder may lie where names are no text
        for path in (folder, *(folder / name for name in layout.WRITTEN if name)):
            if is_link(path):
                raise BadInput(f"{path}: is a link to another place; remove it, or choose another --out")
        parents = folder.name == layout.PARENTS and (folder.parent / layout.FORKS).is_file()
        if (around := layout.result_around(folder)) and not parents:
            raise BadInput(f"{around}: is a run, which holds only its own games; choose another --out")
        self._made = [each for each in (folder, *folder.parents) if not each.exists()]  # the inmost first
        layout.make_folders(folder)
        self._folder, self._file = folder, folder / layout.LOCK
        lock = FileLock(self._file, timeout=PATIENCE)
        try:
            lock.acquire()
            _sign(self._file)
        except Timeout:
            raise ResourceFailure(
                f"{folder}: is being written by {_holder(self._file)}; wait until that ends, or choose another --out"
            ) from None
        except UserError:
            lock.release()
            raise
        except OSError as error:
            lock.release()
            raise ResourceFailure(
                f"{folder}: cannot be written: {layout.reason(error)}; choose another --out"
            ) from error
        self._lock, self._mark = lock, _identity(self._file)

    def check(self) -> None:
        """ResourceFailure if the folder is no longer the one that was claimed: removed, or replaced by another."""
        if self._lock is not None and (self._mark is None or _identity(self._file) != self._mark):
            raise ResourceFailure(
                f"{self._folder}: was removed or replaced while it was being written; start again, or bring it back "
                "and use --resume"
            )

    def give_up(self) -> None:
        """Lets others in; before that go the lock file, drafts of killed workers, and folders made for nothing."""
        if self._lock is not None and self._lock.is_locked:
            if _identity(self._file) == self._mark:
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)
                layout.remove_drafts(self._folder)
                if self._made and layout.is_void(self._folder):
                    with suppress(OSError):
                        for folder in (*(self._folder / name for name in layout.WRITTEN if name), *self._made):
                            if folder.is_dir():
                                folder.rmdir()
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.give_up()


def _sign(file: Path) -> None:
    """Writes into a locked file who has it; BadInput, with nothing changed, for a file that is no lock file."""
    handle = os.open(file, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        known = os.fstat(handle)
        ours = stat.S_ISREG(known.st_mode) and known.st_nlink == 1  # else nothing is read: a pipe would wait for ever
        if not ours or not _is_ours(os.read(handle, MOST_READ + 1)):
            raise BadInput(f"{file}: is another program's file, or another name of one; choose another --out")
        os.ftruncate(handle, 0)
        program = Path(sys.argv[0])
        words = [program.parent.name if program.name == "__main__.py" else program.name, *sys.argv[1:2]]
        since = datetime.now().astimezone().isoformat(" ", "seconds")
        host, command = socket.gethostname(), " ".join(words)
        os.pwrite(
            handle, json.dumps({"process": os.getpid(), "host": host, "since": since, "command": command}).encode(), 0
        )
    finally:
        os.close(handle)


def _is_ours(content: bytes) -> bool:
    """Whether the bytes of a file are those of a lock file, of a holder who ended as well."""
    try:
        return not content or (len(content) <= MOST_READ and isinstance(json.loads(content), dict))
    except ValueError:
        return False


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _holder(file: Path) -> str:
    try:
        table = read_json(file, MOST_READ)
        words = "process {process} on {host} since {since} ({command})".format_map(table)
    except (UserError, KeyError, TypeError, AttributeError):
        return "another process"
    return words[:MOST_TOLD]
