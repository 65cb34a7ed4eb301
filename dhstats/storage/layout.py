"""Where the files of a run lie, and how one is written so that it is either whole or absent."""

import errno
import hashlib
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dhstats import machine
from dhstats.errors import BadInput, ResourceFailure
from dhstats.quoting import clipped
from dhstats.storage.places import by_the_system, each_file_below, file_sizes, is_link, open_file, remote, upload

MANIFEST, FORKS = "manifest.json", "forks.json"  # the lists of a result's files
TABLES = ("games", "moves", "totals")
SUFFIX = ".parquet"
TEMPORARY = ".part"
LOCK = ".lock"  # says who is writing; the lock itself is the kernel's
UNFINISHED = "unfinished"  # a folder for parts of a result that is written at the end
ANSWER, ANSWER_PAGE = "answer.json", "answer.html"  # what was said to a question, and the page, to be given again
LOG = "people.jsonl"  # of a run of games that people played: the games as they were told, with what chance laid down
PARENTS = "parents"  # beside forks: a run of the games that they are copies of
WRITTEN = ("", *TABLES, "forks", UNFINISHED)  # where in a result's folder files are written
_FILE = (
    r"((manifest|forks)\.json|people\.jsonl|(games|moves|totals)/\d{6,}\.parquet|forks/[\w-]+\.parquet"
    rf"|{UNFINISHED}/(list\.json|[0-9a-f]{{12}}-\d{{12,}}\.npz))"
)
_RESULT = re.compile(_FILE, re.ASCII)  # a file of a run or of forks, by its path in their folder
_LIST = re.compile(rb'\{\s*"schema":\s*\d+,\s*"version":')  # how the list of a result's files begins
MOST_OF_BEGINNING = 200  # bytes
_DRAFT = re.compile(rf"{_FILE}\.[0-9a-f]{{8}}\{TEMPORARY}", re.ASCII)

# What is wrong with a name, or with the place that it names: another has to be chosen
PLAIN = {
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "a file has the name of the folder",
    errno.EEXIST: "a file has the name of the folder",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links form a circle",
    errno.EACCES: "this user may not write there",
    errno.EPERM: "this user may not write there",
    errno.EROFS: "nothing can be written there: the file system is read-only",
}
UNFIT = PLAIN.keys() | {errno.EINVAL}


def shard_name(number: int) -> str:
    """The name of a shard in every table: its number, so that the order of names is the order of games."""
    return f"{number:06d}"


def table_file(folder: Path, table: str, shard: str) -> Path:
    """The Parquet file of a shard."""
    return folder / table / f"{shard}{SUFFIX}"


@contextmanager
def whole_file(path: Path, *, make_folder: bool = False) -> Iterator[Path]:
    """Gives a temporary name to write to, and renames it when all went well; an object store gets it whole.

    The bytes are on the disk before the name is, and the name before anything that follows. A folder that is not there
    is only made if asked: one that vanished in the middle of a run must not come back with half of its files.
    """
    check_replaceable(path)
    try:
        if make_folder and not remote(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with _uploaded(path) if remote(path) else _renamed(path) as draft:
            yield draft
    except OSError as error:
        raise ResourceFailure(f"{path}: cannot be written: {reason(error)}; what was finished is kept") from error


@contextmanager
def _renamed(path: Path) -> Iterator[Path]:
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{TEMPORARY}")  # two writers never share one
    try:
        with _held(draft):
            yield draft
            _onto_the_disk(draft)
            draft.replace(path)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _onto_the_disk(path.parent)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


@contextmanager
def _held(draft: Path) -> Iterator[None]:
    """Makes a draft and locks it while it is written: the lock is the kernel's and dies with its process."""
    if os.name != "posix":  # elsewhere no file can be renamed that is open
        yield
        return
    handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with suppress(OSError):  # a file system without locks: nobody will take the draft for abandoned
            _lock(handle)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    """Locks an open file, or raises OSError at once; only where the system is a Unix."""
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _uploaded(path: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dhstats-") as folder:
        draft = Path(folder) / path.name
        yield draft
        upload(draft, path)


def _onto_the_disk(path: Path) -> None:
    """Waits until a file's bytes, or the names in a folder, would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folders(*folders: Path) -> None:
    """Makes folders with all above them, which an object store does not need."""
    for folder in folders:
        if remote(folder):
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            kind = BadInput if error.errno in UNFIT else ResourceFailure
            raise kind(f"{clipped(str(folder))}: cannot be made: {reason(error)}; choose another --out") from error


def reason(error: OSError) -> str:
    """Why a file could not be written, and what to do about it where that is known."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; make room and use --resume"
    if error.errno == errno.EFBIG:
        return "it would exceed the size limit for files here; raise the limit and use --resume"
    if lack := machine.shortage(error):
        return lack
    return PLAIN.get(error.errno or 0) or error.strerror or str(error)


def is_of_result(name: str) -> bool:
    """Whether a file, by its path in a folder, has the name of one of a run or of forks, and of nothing else."""
    return bool(_RESULT.fullmatch(name))


def is_draft(name: str) -> bool:
    """Whether a file, by its path in a result's folder, was being written when its process was killed."""
    return bool(_DRAFT.fullmatch(name))


def check_replaceable(path: Path) -> None:
    """BadInput for a device, a pipe or a socket: a file written as a whole takes the place of what had its name."""
    if remote(path):
        return
    with suppress(OSError, ValueError):  # writing there will say what is wrong
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise BadInput(f"{path}: is a device or a pipe, not a file; name a file (--json - is standard output)")


def check_target(path: Path) -> None:
    """BadInput for what is no plain file, or would lie in the folder of a run or of forks, which list all files."""
    check_replaceable(path)
    names = (path.name, f"{path.parent.name}/{path.name}")
    if any(map(_RESULT.fullmatch, names)) and path.is_file():
        raise BadInput(f"{path}: is a file of a run; name another file")
    if folder := result_around(path):
        beside = folder.parent / f"{folder.name}-{path.name}"
        raise BadInput(f"{path}: {folder} has only the files of a run; name a file next to it, such as {beside}")


def result_around(path: Path) -> Path | None:
    """The outermost folder above a path that holds a run or forks, by how its list begins; None if none does."""
    with suppress(OSError, ValueError, RuntimeError):  # writing there will say what is wrong
        inside = list(path.parents)[:2] if remote(path) else list(Path(os.path.realpath(path)).parents)
        for folder in reversed(inside):
            if any(_is_list(folder / name) for name in (MANIFEST, FORKS)):
                return folder
    return None


def _is_list(path: Path) -> bool:
    """Whether a file is the list of a run's files, or begins as one."""
    with suppress(OSError, ValueError):
        if remote(path) or path.is_file():
            with open_file(path) as file:
                return bool(_LIST.match(file.read(MOST_OF_BEGINNING)))
    return False


def is_void(folder: Path) -> bool:
    """Whether a folder holds nothing that a run could mix with: it is absent, empty, or was left by a killed start."""
    if remote(folder) or not folder.exists():  # what is in an object store is whole
        return not folder.exists()
    return folder.is_dir() and all(
        name == LOCK or is_draft(name) or by_the_system(name) for name in each_file_below(folder)
    )


def remove_drafts(folder: Path) -> None:
    """Removes what a killed process was writing in a claimed folder; what a worker still writes is locked and stays."""
    for home in [] if remote(folder) else [folder / name for name in WRITTEN]:
        if home.is_dir() and not is_link(home):
            for draft in [path for path in home.iterdir() if is_draft(path.relative_to(folder).as_posix())]:
                with suppress(OSError):  # a draft that stays disturbs nobody
                    if os.name != "posix":
                        draft.unlink()
                    else:
                        handle = os.open(draft, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
                        try:
                            _lock(handle)
                            draft.unlink()
                        finally:
                            os.close(handle)


def sizes(folder: Path, table: str) -> dict[str, int]:
    """How many bytes each file of a table has, by the name of its shard; nothing where there is no such table."""
    try:
        by_name = file_sizes(folder / table)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:  # nothing is known of its files: they are neither there nor missing
        machine.check_shortage(error, folder / table)
        raise ResourceFailure(f"{folder / table}: cannot be opened: {reason(error)}") from error
    return {name.removesuffix(SUFFIX): size for name, size in by_name.items() if name.endswith(SUFFIX)}


def fingerprint(path: Path) -> tuple[int, str]:
    """The size of a file in bytes, and its SHA-256 in hex."""
    return path.stat().st_size, file_sha256(path)


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # any file with readinto
