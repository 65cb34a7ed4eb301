"""Files that a command writes where its user says: files that dhstats did not write are not replaced unasked.

A page says in its head who wrote it. Of every other file the cache keeps the SHA-256 of what was written, so that
numbers, tables, logs and rule files are known again, wherever they were moved, as long as nobody has changed them.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from dhstats.errors import BadInput
from dhstats.quoting import clipped
from dhstats.storage.places import open_file, reaching, remote

FOLDER = "written"  # in the cache
LARGEST_HEAD = 1 << 14  # bytes at the start of a file in which it says who wrote it
OURS = re.compile(rb'<meta name="generator" content="dhstats |\A\{\s*"schema": ?[0-9]+,\s*"dhstats": ?"')


@dataclass(frozen=True, slots=True)
class Guard:
    """What a command may replace: what is known as its own, by the cache there, or everything by `force`."""

    cache: Callable[[], Path]
    force: bool
    pages: list[Path] = field(default_factory=list)  # that the command wrote


_guard: Guard | None = None  # None: a program that imports dhstats says itself what it replaces


@contextmanager
def guarded(cache: Callable[[], Path], *, force: bool) -> Iterator[None]:
    """As long as a command runs, files of others are not replaced, unless that is allowed by `force`."""
    global _guard
    before = _guard
    _guard = before or Guard(cache, force)
    try:
        yield
    finally:
        _guard = before


def check_ours(path: Path) -> None:
    """BadInput for a file that is there, holds something and is not known as written by dhstats."""
    if _guard is None or _guard.force or _is_known(path, _guard):
        return
    raise BadInput(
        f"{clipped(str(path))}: was not written by dhstats, or was changed since, and is not replaced; name another"
        " file, or replace it with --force"
    )


def note(path: Path) -> None:
    """Remembers a file that was just written; of a page, which is known by itself, only as long as the command runs."""
    if _guard is not None and path.suffix == ".html":
        _guard.pages.append(path)
    else:
        remember(path)


def remember(path: Path) -> None:
    """Remembers what a file holds that was just written, for later commands on this machine."""
    if _guard is not None:
        with suppress(OSError):  # a cache that cannot be written costs a --force
            place = _place(path, _guard)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()


def is_remembered(path: Path) -> bool:
    """Whether a file holds what a command on this machine wrote: whoever sends a file cannot have it remembered."""
    with suppress(OSError):
        return _guard is None or _place(path, _guard).is_file()
    return False


def pages() -> list[Path]:
    """The pages that this command wrote, or would have written in the same way."""
    return _guard.pages if _guard else []


def _is_known(path: Path, guard: Guard) -> bool:
    """Whether no file of others is there: it holds nothing, says in its first lines who wrote it, or is as written."""
    try:
        with reaching(path):
            if path.is_dir() or not path.exists() or (not remote(path) and path.stat().st_size == 0):
                return True
    except (OSError, ValueError):  # writing there will say what is wrong
        return True
    with suppress(OSError):
        with open_file(path) as file:
            says_so = OURS.search(file.read(LARGEST_HEAD))
        return bool(says_so) or _place(path, guard).is_file()
    return False


def _place(path: Path, guard: Guard) -> Path:
    """The empty file in the cache that stands for what a file holds."""
    with open_file(path) as file:
        digest = hashlib.file_digest(file, "sha256")  # type: ignore[arg-type]  # any file with readinto
    return guard.cache() / FOLDER / digest.hexdigest()[:24]
