"""Where the files of a run lie, and how one is written so that it is either whole or absent."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dhstats.errors import ResourceFailure

MANIFEST = "manifest.json"
TABLES = ("games", "moves")
SUFFIX = ".parquet"
TEMPORARY = ".part"


def shard_name(number: int) -> str:
    """The name of a shard in every table: its number, so that the order of names is the order of games."""
    return f"{number:06d}"


def table_file(folder: Path, table: str, shard: str) -> Path:
    """The Parquet file of a shard."""
    return folder / table / f"{shard}{SUFFIX}"


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Gives a temporary name to write to, and renames it when all went well.

    Raises ResourceFailure when the disk is full or the folder cannot be written; nothing half-written remains.
    """
    draft = path.with_name(path.name + TEMPORARY)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise ResourceFailure(f"{path}: cannot be written: {_reason(error)}; what was finished is kept") from error
    finally:
        draft.unlink(missing_ok=True)


def _reason(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; make room and use --resume"
    return error.strerror or str(error)


def sizes(folder: Path, table: str) -> dict[str, int]:
    """How many bytes each file of a table has, by the name of its shard; nothing where there is no such table."""
    try:
        return {file.stem: file.stat().st_size for file in (folder / table).iterdir() if file.suffix == SUFFIX}
    except OSError:
        return {}


def fingerprint(path: Path) -> tuple[int, str]:
    """The size of a file in bytes, and its SHA-256 in hex."""
    return path.stat().st_size, file_sha256(path)


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
