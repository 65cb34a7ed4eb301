"""A file is whole or absent, whatever happens while it is written, and one process writes into a folder."""

import errno
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dhstats.errors import BadInput, ResourceFailure
from dhstats.storage import layout, lock
from dhstats.storage.layout import LOCK, is_draft, is_void, remove_drafts, whole_file
from dhstats.storage.lock import Claim


def test_bytes_are_on_the_disk_before_the_name_and_the_name_before_what_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft is synced, renamed, and then its folder is synced."""
    told: list[str] = []
    sync, rename = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        told.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def replace(path: Path, target: Path) -> Path:
        told.append("rename")
        return rename(path, target)

    monkeypatch.setattr(layout.os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    with whole_file(tmp_path / "a.txt") as draft:
        draft.write_text("all of it")
    assert told == ["file", "rename", "folder"]
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full; make room and use --resume"),
        (errno.EDQUOT, "the disk is full; make room and use --resume"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, number: int, words: str) -> None:
    """The old content stays, the draft goes, and one line says why."""
    path = tmp_path / "a.txt"
    path.write_text("before")

    def write() -> None:
        with whole_file(path) as draft:
            draft.write_text("half")
            raise OSError(number, os.strerror(number))

    with pytest.raises(ResourceFailure, match=words) as caught:
        write()
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_two_writers_of_a_file_do_not_share_a_draft(tmp_path: Path) -> None:
    """Each writes its own, and whoever ends last wins with a whole one."""
    path = tmp_path / "a.txt"
    with whole_file(path) as one:
        one.write_text("one")
        with whole_file(path) as other:
            other.write_text("other")
        assert path.read_text() == "other"
    assert path.read_text() == "one"


WRITER = """
import sys, time
from pathlib import Path
from dhstats.storage.layout import whole_file
with whole_file(Path(sys.argv[1])) as draft:
    draft.write_text("half")
    print("writing", flush=True)
    time.sleep(600)
"""


def test_a_draft_goes_with_its_writer_and_not_before(tmp_path: Path) -> None:
    """Whoever clears a folder leaves what another process writes there, and removes it once that was killed."""
    (tmp_path / "games").mkdir()
    target = tmp_path / "games" / "000000.parquet"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(target)], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"writing\n"
            remove_drafts(tmp_path)
            (draft,) = target.parent.iterdir()
            assert is_draft(f"games/{draft.name}")
        finally:
            process.kill()
    remove_drafts(tmp_path)
    assert list(target.parent.iterdir()) == []


def test_a_link_in_place_of_a_draft_stays(tmp_path: Path) -> None:
    """What it leads to is nobody's draft."""
    (tmp_path / "diary").write_text("mine")
    link = tmp_path / "manifest.json.0a1b2c3d.part"
    link.symlink_to(tmp_path / "diary")
    remove_drafts(tmp_path)
    assert (link.is_symlink(), link.read_text()) == (True, "mine")


def test_a_file_system_without_locks_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file appears; a draft there is left alone, as nobody can tell whether it is written."""

    def none(handle: int) -> None:
        raise OSError(errno.ENOTSUP, "no locks")

    monkeypatch.setattr(layout, "_lock", none)
    with whole_file(tmp_path / "a.json") as draft:
        draft.write_text("{}")
    assert (tmp_path / "a.json").read_text() == "{}"
    (tmp_path / "manifest.json.0a1b2c3d.part").write_text("half")
    remove_drafts(tmp_path)
    assert (tmp_path / "manifest.json.0a1b2c3d.part").exists()


def test_a_folder_that_vanished_does_not_come_back(tmp_path: Path) -> None:
    """Unless it is asked for, no folder is made: half a run must not look like one."""
    with (
        pytest.raises(ResourceFailure, match="its folder does not exist"),
        whole_file(tmp_path / "gone" / "a") as draft,
    ):
        draft.write_text("x")
    assert not (tmp_path / "gone").exists()


def test_what_a_killed_start_leaves_is_void(tmp_path: Path) -> None:
    """Empty folders, a lock file and drafts hold nothing; any other file does."""
    folder = tmp_path / "run"
    assert is_void(folder)
    (folder / "games").mkdir(parents=True)
    (folder / LOCK).write_text("")
    (folder / "games" / "000000.parquet.0a1b2c3d.part").write_text("half")
    assert is_void(folder)
    remove_drafts(folder)
    assert [path.name for path in (folder / "games").iterdir()] == []
    (folder / "notes.txt").write_text("mine")
    assert not is_void(folder)
    assert not is_void(folder / "notes.txt")


# Who writes

HOLD = """
import sys, time
from collections.abc import Iterator
from pathlib import Path
from dhstats.storage.lock import Claim
claim = Claim(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """Another process that has claimed a folder."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_second_process_is_told_of_the_first_and_a_dead_one_does_not_count(tmp_path: Path) -> None:
    """Number, host, time and command are named; once the first is killed its claim is nobody's."""
    folder = tmp_path / "run"
    process = holder(folder)
    try:
        with pytest.raises(ResourceFailure) as caught:
            Claim(folder)
        told = str(caught.value)
        assert told.startswith(f"{folder}: is being written by process {process.pid} on {os.uname().nodename} since 2")
        assert told.endswith("; wait until that ends, or choose another --out")
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert (folder / LOCK).exists()  # left by the dead
    with Claim(folder) as claim:
        claim.check()
        assert json.loads((folder / LOCK).read_text())["process"] == os.getpid()


def test_a_claim_leaves_no_file_and_no_folder_that_it_made_for_nothing(tmp_path: Path) -> None:
    """The lock file goes, and so do folders that stayed void; what was there before stays."""
    with Claim(tmp_path / "data" / "run"):
        assert (tmp_path / "data" / "run" / LOCK).exists()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty").mkdir()
    with Claim(tmp_path / "empty"):
        pass
    with Claim(tmp_path / "full"):
        (tmp_path / "full" / "a").write_text("x")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "empty", "full"]


def test_a_claim_notices_that_its_folder_went_or_is_another(tmp_path: Path) -> None:
    """A folder that was removed, and one that somebody else made in its place, are not written into."""
    folder = tmp_path / "run"
    with Claim(folder) as claim:
        shutil.rmtree(folder)
        with pytest.raises(ResourceFailure, match="was removed or replaced while it was being written"):
            claim.check()
        with Claim(folder) as other:
            other.check()
            with pytest.raises(ResourceFailure, match="was removed or replaced"):
                claim.check()


@pytest.mark.parametrize("words", ["", "[1, 2]", '{"process": 1}', "\x00\x1b[31m"])
def test_a_lock_file_of_nonsense_names_nobody(tmp_path: Path, words: str) -> None:
    """Whatever stands in the file of a held lock, the refusal is one sentence."""
    with Claim(tmp_path):
        (tmp_path / LOCK).write_text(words)
        with pytest.raises(ResourceFailure, match="is being written by another process; wait"):
            Claim(tmp_path)


def test_a_place_where_no_folder_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below a file; no lock is tried, so that nothing is waited for."""
    monkeypatch.delattr(lock, "FileLock")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be made: a file has the name of the folder; choose another --out"):
        Claim(tmp_path / "file" / "run")


@pytest.mark.parametrize("through_link", [False, True])
def test_a_pipe_or_device_is_never_replaced(tmp_path: Path, through_link: bool) -> None:
    """Whoever may write in /dev would else lose /dev/null: the new file takes the place of the old name."""
    pipe = path = tmp_path / "pipe"
    os.mkfifo(pipe)
    if through_link:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    with pytest.raises(BadInput, match="is a device or a pipe, not a file"), whole_file(path) as draft:
        draft.write_text("text")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "pipe"][not through_link :]
    assert pipe.is_fifo()


def test_a_full_folder_is_known_by_its_first_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home folder as --out is refused at once, however many files it holds."""
    (tmp_path / "letter.txt").write_text("")

    def walked(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
        yield str(folder), ["below"], ["letter.txt"]
        raise AssertionError("looked on")

    monkeypatch.setattr(os, "walk", walked)
    assert not is_void(tmp_path)


def test_giving_up_leaves_what_is_not_its_own(tmp_path: Path) -> None:
    """The lock file of a folder that has taken the place of its own, and empty folders that were there before."""
    claim = Claim(tmp_path / "run")
    (tmp_path / "run").rename(tmp_path / "away")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / LOCK).write_text("{}")
    claim.give_up()
    assert (tmp_path / "run" / LOCK).read_text() == "{}"
    (tmp_path / "mine" / "games").mkdir(parents=True)
    Claim(tmp_path / "mine").give_up()
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["games"]


@pytest.mark.parametrize("around", [("", ""), ("my ", ""), ("old/", ""), ("", ".mkv"), ("", "\n")])
def test_a_draft_is_known_by_its_whole_name(around: tuple[str, str]) -> None:
    """A name with one inside is somebody else's."""
    before, after = around
    assert is_draft(f"{before}games/000001.parquet.0123abcd.part{after}") == (not before and not after)
