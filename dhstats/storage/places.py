"""Where a run may lie: a folder of this machine, or one of an S3 bucket that behaves like it."""

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from dhstats.documents import expanded
from dhstats.errors import BadInput, ResourceFailure

STORE = "s3://"
ADDRESS = re.compile("[A-Za-z][A-Za-z0-9+.-]*://|file:", re.IGNORECASE)  # anything else is a path
EXTRA = "pip install 'dhstats[s3]'"
# Shards are small and most of one is read: each is fetched at once. Other machines write too: no list is remembered.
OPTIONS: dict[str, Any] = {
    "use_listings_cache": False,
    "default_cache_type": "all",
    "config_kwargs": {"connect_timeout": 5, "read_timeout": 60, "retries": {"max_attempts": 3}},
}


def place(text: Path | str) -> Path:
    """The folder or file of a user's text: a path, or s3://BUCKET/PATH, which is then read and written like one.

    In a path ~ is the home folder, and a colon is a letter like any other. A folder that is a link is the one to which
    it leads. Endpoint, region and credentials of a bucket come from the usual AWS variables and files.
    """
    if not isinstance(text, str):
        return text if remote(text) else _local(text)
    if not ADDRESS.match(text):
        return _local(Path(expanded(text)))
    bucket, _, key = text.removeprefix(STORE).partition("/")
    if not text.startswith(STORE) or not bucket or not key.strip("/"):
        raise BadInput(f"{text}: is not a place for a run; write a path, or {STORE}BUCKET/PATH")
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
    """The text that names a place for every process, in any folder that it works in."""
    return str(path) if remote(path) else str(path.absolute())


def filesystem(path: Path) -> Any:
    """The file system of fsspec that a place in an object store belongs to."""
    return cast(Any, path).fs


def is_link(path: Path) -> bool:
    """Whether a name leads to another place: a symbolic link, or a junction where the system has them."""
    if remote(path):
        return False
    leads_elsewhere = getattr(os.path, "isjunction", lambda _: False)  # Python 3.11 has no junctions
    return path.is_symlink() or bool(leads_elsewhere(path))


def remove_file(path: Path) -> None:
    """Removes one file of exactly this name, if it is there; OSError. Stores would take * and ? for a pattern."""
    if not remote(path):
        path.unlink(missing_ok=True)
        return
    with reaching(path):
        filesystem(path).rm_file(str(path))


def by_the_system(name: str) -> bool:
    """Whether a file is one that file managers leave in any folder that they show; nobody has to mind it."""
    last = name.rpartition("/")[2]
    return last in (".DS_Store", "Thumbs.db", "ehthumbs.db", "desktop.ini", ".directory") or last.startswith("._")


def files_below(folder: Path) -> list[str]:
    """The files in a folder and in those below it, as paths from there in order; a link is one of them; OSError."""
    if not remote(folder):
        return sorted(name for name in each_file_below(folder) if not by_the_system(name))
    with reaching(folder):
        above = filesystem(folder)._strip_protocol(str(folder)) + "/"
        names = filesystem(folder).find(above)  # lists by the letters of the name; `glob` would read patterns in it
    below = (name.removeprefix(above) for name in names if name.startswith(above) and name != above)
    return sorted(name for name in below if not by_the_system(name))


def each_file_below(folder: Path) -> Iterator[str]:
    """The same of a folder of this machine in any order, as they are met: a home folder holds too many to wait for."""
    for where, folders, names in os.walk(folder):
        links = [name for name in folders if is_link(Path(where, name))]
        folders[:] = [name for name in folders if name not in links]  # links are not followed
        yield from (Path(where, name).relative_to(folder).as_posix() for name in names + links)


def file_sizes(folder: Path) -> dict[str, int]:
    """How many bytes each file in a folder has, by one look however many they are; OSError."""
    if not remote(folder):
        return {file.name: file.stat().st_size for file in folder.iterdir()}
    with reaching(folder):
        return {
            entry["name"].rpartition("/")[2]: entry["size"] for entry in filesystem(folder).ls(str(folder), detail=True)
        }


@contextmanager
def open_file(path: Path) -> Iterator[BinaryIO]:
    """A file to read, wherever it is; OSError. Readers of tables would see patterns and addresses in its name."""
    if not remote(path):
        with path.open("rb") as file:
            yield file
        return
    with reaching(path):
        content = path.read_bytes()
    yield io.BytesIO(content)


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


def _local(path: Path) -> Path:
    """A path of this machine; BadInput for one that other programs cannot be told, as it is no text."""
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:
        raise BadInput(f"{path}: the name of a folder there is not UTF-8 text; rename it, or choose another") from None
    except FileNotFoundError:
        raise BadInput(f"{path}: the folder you are in was removed; go to another") from None
    try:
        return path.resolve() if is_link(path) and path.is_dir() else path
    except OSError:  # a name that no file can have: opening it says so
        return path


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
            f"{text}: cannot be reached at {where}: {_said(error)}; is AWS_ENDPOINT_URL right, and is the store up?"
        ) from error


def _said(error: Exception) -> str:
    """What a library complains about on one line, without the address that was asked."""
    return " ".join(str(error).split()).partition(': "')[0].rstrip(".") or type(error).__name__
