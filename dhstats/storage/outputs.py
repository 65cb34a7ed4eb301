"""Files that a command writes where its user says: whatever dhstats did not write there is not replaced unasked.

A page says in its head who wrote it. Of every other file the cache keeps the SHA-256 of what was written there last, so
that numbers, tables, logs and rule files are known again as long as nobody has changed them.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from dhstats.errors import BadInput
from dhstats.quoting import clipped
from dhstats.storage.places import absolute, open_file, reaching, remote

FOLDER = "written"  # in the cache
LARGEST_HEAD = 1 << 14  # bytes at the start of a file in which it says who wrote it
OURS = re.compile(rb'<meta name="generator" content="dhstats |\A\{\s*"schema": ?[0-9]+,\s*"dhstats": ?"')


@dataclass(frozen=True, slots=True)
class Guard:
    """What a command may replace: what is known as its own, by the cache there, or everything by `force`."""

    cache: Callable[[], Path]
    force: bool


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
    if _guard is None or _guard.force or _is_void(path) or _says_so(path) or _is_as_written(path, _guard):
        return
    raise BadInput(
        f"{clipped(str(path))}: was not written by dhstats, or was changed since, and is not replaced; name another"
        " file, or replace it with --force"
    )


def note(path: Path) -> None:
    """Remembers a file that was just written; a page is known by itself."""
    if _guard is not None and path.suffix != ".html":
        with suppress(OSError):  # a cache that cannot be written costs a --force
            place = _place(path, _guard)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_digest(path), "utf-8")


def _is_void(path: Path) -> bool:
    with suppress(OSError, ValueError), reaching(path):  # writing there will say what is wrong
        return path.is_dir() or not path.exists() or (not remote(path) and path.stat().st_size == 0)
    return True


def _says_so(path: Path) -> bool:
    """Whether the file says in its first lines that dhstats wrote it."""
    with suppress(OSError), open_file(path) as file:
        return bool(OURS.search(file.read(LARGEST_HEAD)))
    return False


def _is_as_written(path: Path, guard: Guard) -> bool:
    """Whether the file is what was last written there."""
    with suppress(OSError):
        return _place(path, guard).read_text("utf-8") == _digest(path)
    return False


def _place(path: Path, guard: Guard) -> Path:
    return guard.cache() / FOLDER / hashlib.sha256(absolute(path).encode(errors="surrogatepass")).hexdigest()[:24]


def _digest(path: Path) -> str:
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # any file with readinto
