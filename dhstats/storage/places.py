"""Where a run may lie: a folder of this machine, or one of an S3 bucket that behaves like it."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from dhstats.errors import BadInput, ResourceFailure

STORE = "s3://"
EXTRA = "pip install 'dhstats[s3]'"
# Shards are small and most of one is read: each is fetched at once. Other machines write too: no list is remembered.
OPTIONS: dict[str, Any] = {
    "use_listings_cache": False,
    "default_cache_type": "all",
    "config_kwargs": {"connect_timeout": 5, "read_timeout": 60, "retries": {"max_attempts": 3}},
}


def place(text: Path | str) -> Path:
    """The folder or file of a user's text: a path, or s3://BUCKET/PATH, which is then read and written like one.

    Endpoint, region and credentials of a bucket come from the usual AWS variables and files. Raises BadInput for
    another kind of address, a bucket that does not exist, or if the extra `s3` is not installed; ResourceFailure where
    the store cannot be reached or gives no access.
    """
    if not isinstance(text, str):
        return text
    if "://" not in text:
        return Path(text)
    bucket, _, key = text.removeprefix(STORE).partition("/")
    if not text.startswith(STORE) or not bucket or not key.strip("/"):
        raise BadInput(f"{text}: is no place for a run; write a path, or {STORE}BUCKET/PATH")
    try:
        from s3fs import S3FileSystem  # noqa: F401  # upath asks for it only when the path is first used
        from upath import UPath
    except ImportError:
        raise BadInput(f"{text}: an S3 bucket needs more than is installed; {EXTRA}") from None
    path = UPath(text.rstrip("/"), **OPTIONS)
    _check(path, text, bucket, key.rstrip("/"))
    return cast(Path, path)


def remote(path: Path) -> bool:
    """Whether a place is in an object store: there are no folders there, and a file appears only as a whole."""
    return not isinstance(path, Path)


def absolute(path: Path) -> str:
    """The text that names a place for every process, whatever folder it works in."""
    return str(path) if remote(path) else str(path.absolute())


def filesystem(path: Path) -> Any:
    """The file system of fsspec that a place in an object store belongs to."""
    return cast(Any, path).fs


def remove_folder(path: Path) -> None:
    """Removes a folder with all that is in it, as far as that can be done."""
    if not remote(path):
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError), reaching(path):
        filesystem(path).rm(str(path), recursive=True)


def file_sizes(folder: Path) -> dict[str, int]:
    """How many bytes each file in a folder has, by one look however many they are; OSError."""
    if not remote(folder):
        return {file.name: file.stat().st_size for file in folder.iterdir()}
    with reaching(folder):
        return {
            entry["name"].rpartition("/")[2]: entry["size"] for entry in filesystem(folder).ls(str(folder), detail=True)
        }


def readable(path: Path) -> Path | io.BytesIO:
    """What a reader of tables can open: the path itself, or the bytes of a file from an object store; OSError."""
    if not remote(path):
        return path
    with reaching(path):
        return io.BytesIO(path.read_bytes())


def upload(draft: Path, path: Path) -> None:
    """Puts a local file into an object store, where it appears as a whole or not at all; OSError."""
    with reaching(path):
        filesystem(path).put_file(str(draft), str(path))


@contextmanager
def reaching(path: Path) -> Iterator[None]:
    """Makes what the library of an object store complains about an OSError, as for any disk."""
    if not remote(path):
        yield
        return
    from botocore.exceptions import BotoCoreError

    try:
        yield
    except BotoCoreError as error:
        raise OSError(str(error)) from error


def _check(path: Any, text: str, bucket: str, key: str) -> None:
    """One question to the store before any work, so that a wrong name or a missing key is told at once."""
    from botocore.exceptions import BotoCoreError, NoCredentialsError

    where = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL") or "Amazon S3"
    try:
        path.fs.call_s3("list_objects_v2", Bucket=bucket, Prefix=key, MaxKeys=1)
    except FileNotFoundError:
        raise BadInput(f"{text}: {where} has no bucket {bucket!r}; create it, or correct the name") from None
    except (NoCredentialsError, PermissionError) as error:
        raise ResourceFailure(
            f"{text}: no access: {_said(error)}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
        ) from error
    except (BotoCoreError, OSError, ValueError) as error:  # a wrong endpoint or region is a ValueError
        raise ResourceFailure(
            f"{text}: cannot be reached at {where}: {_said(error)}; is AWS_ENDPOINT_URL right, and the store up?"
        ) from error


def _said(error: Exception) -> str:
    """What a library complains about on one line, without the address that was asked."""
    return " ".join(str(error).split()).partition(': "')[0].rstrip(".") or type(error).__name__
