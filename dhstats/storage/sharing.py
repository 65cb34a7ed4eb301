"""Runs that travel: a run in one file that shows whether a byte was changed, and runs of one plan made into one."""

import hashlib
import io
import secrets
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from dhstats.errors import BadInput, DataProblem
from dhstats.storage.layout import MANIFEST, SUFFIX, TEMPORARY, make_folders, result_around, shard_name, whole_file
from dhstats.storage.manifest import Manifest, read_manifest, write_manifest
from dhstats.storage.places import open_file, remote
from dhstats.storage.run import Run, intact

ENDING = ".dhs"
HEAD = b"dhstats study 1 "  # then the SHA-256 of all that follows the first line
LONGEST_HEAD = len(HEAD) + 64 + 1
MOST_BYTES, MOST_UNPACKED = 3 << 20, 64 << 20
FREE = ("name", "question", "games")  # of a plan: what may differ where runs are joined, besides the deals


def pack(run: Run, file: Path) -> int:
    """Writes a run into one file, with a hash of all its bytes; how many they are. BadInput for a run too large."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as parts:
        for path in (run.folder / MANIFEST, *(intact(run.folder, each) for each in run.manifest.files())):
            with open_file(path) as source:
                name = path.relative_to(run.folder).as_posix()
                parts.writestr(zipfile.ZipInfo(name), source.read(), zipfile.ZIP_DEFLATED)
    body = written.getvalue()
    if len(body) > MOST_BYTES:
        hint = "name fewer games" if run.manifest.keep == "totals" else "play it with --moves none --keep totals"
        raise BadInput(f"{run.folder}: takes {len(body):,} bytes, and a file may have {MOST_BYTES:,}; {hint}")
    head = HEAD + hashlib.sha256(body).hexdigest().encode() + b"\n"
    with whole_file(file) as draft:
        draft.write_bytes(head + body)
    return len(head) + len(body)


def unpack(file: Path, folder: Path) -> Manifest:
    """Writes the run of a file into a new folder, whole or not at all; DataProblem for a file that was changed."""
    parts = _parts(file)
    with _whole_folder(folder) as draft:
        (draft / MANIFEST).write_bytes(parts[MANIFEST])
        try:
            manifest = read_manifest(draft)
        except DataProblem as problem:
            raise DataProblem(f"{file}: its list of files{str(problem).partition(MANIFEST)[2]}") from None
        if {f"{each.table}/{each.name}{SUFFIX}" for each in manifest.files()} != parts.keys() - {MANIFEST}:
            raise DataProblem(f"{file}: its files are not those that its run lists; ask for the file again")
        for each in manifest.files():
            content = parts[f"{each.table}/{each.name}{SUFFIX}"]
            if hashlib.sha256(content).hexdigest() != each.sha256:
                raise DataProblem(f"{file}: {each.table}/{each.name} was changed; ask for the file again")
            make_folders(each.path(draft).parent)
            each.path(draft).write_bytes(content)
    return manifest


@contextmanager
def _whole_folder(folder: Path) -> Iterator[Path]:
    """A draft that gets the name of a folder once everything is in it; BadInput for a place where none can be."""
    if remote(folder):
        raise BadInput(f"{folder}: lies in an object store; name a folder of this machine, and copy it there")
    if around := result_around(folder):
        raise BadInput(f"{around}: is a run, which holds only its own games; choose another --out")
    draft = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}{TEMPORARY}")
    make_folders(draft)
    try:
        yield draft
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def manifest_in(file: Path) -> bytes:
    """The bytes of the manifest in a file."""
    return _parts(file)[MANIFEST]


def _parts(file: Path) -> dict[str, bytes]:
    """All files in one, by their names; DataProblem for what is no study, or was changed."""
    with file.open("rb") as source:
        head, body = source.readline(LONGEST_HEAD), source.read(MOST_BYTES + 1)
    if not head.startswith(HEAD):
        raise DataProblem(f"{file}: is not a file of `dhstats pack`")
    if head[len(HEAD) : -1] != hashlib.sha256(body).hexdigest().encode():
        raise DataProblem(f"{file}: was changed after it was written; ask for the file again")
    try:
        found, left = dict[str, bytes](), MOST_UNPACKED
        with zipfile.ZipFile(io.BytesIO(body)) as parts:
            for each in parts.infolist():
                if each.compress_type != zipfile.ZIP_DEFLATED:  # others unpack without end before they can be stopped
                    raise DataProblem(f"{file}: holds no run")
                with parts.open(each) as source:
                    found[each.filename] = source.read(left + 1)
                left -= len(found[each.filename])
                if left < 0:
                    raise DataProblem(f"{file}: holds more than {MOST_UNPACKED:,} bytes, more than its run can need")
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise DataProblem(f"{file}: cannot be unpacked; ask for the file again") from error
    if MANIFEST not in found or any(name != Path(name).as_posix() or ".." in name or name[0] == "/" for name in found):
        raise DataProblem(f"{file}: holds no run")
    return found


def merge(runs: Sequence[Run], out: Path) -> Manifest:
    """Makes one run of several that play the deals of one seed one after the other; BadInput says why they are not one.

    The result has the bytes that one run of all these deals would have.
    """
    ordered = sorted(runs, key=lambda run: run.manifest.design.from_deal)
    for before, after in pairwise(ordered):
        _check_follows(before, after)
    first, last = ordered[0].manifest, ordered[-1].manifest
    begin, end = first.design.from_deal, last.design.from_deal + last.design.deals
    shards, files = [], []
    for run in ordered:
        for shard in run.manifest.shards:
            moved = replace(shard, name=shard_name((shard.first_deal - begin) // first.shard_deals))
            files += [(intact(run.folder, old), Path(old.table, f"{moved.name}{SUFFIX}")) for old in shard.files]
            shards.append(moved)
    joined = replace(first.ending_at(end - begin), shards=tuple(shards))
    with _whole_folder(out) as draft:
        for source, target in files:
            make_folders((draft / target).parent)
            with open_file(source) as content, (draft / target).open("wb") as copy:
                shutil.copyfileobj(content, copy)
        write_manifest(draft, joined)
    return joined


def _check_follows(before: Run, after: Run) -> None:
    """BadInput unless one run goes on where another ends, by the same rules, players and seed, in whole shards."""
    one, other = ({**run.manifest.plan(), "design": None} for run in (before, after))
    differ = [key for key in one | other if key not in FREE and one.get(key) != other.get(key)]
    if before.manifest.design.arms != after.manifest.design.arms:
        differ.append("design")
    pair, design, size = f"{before.folder} and {after.folder}", before.manifest.design, before.manifest.shard_deals
    end, begin = design.from_deal + design.deals, after.manifest.design.from_deal
    if differ:
        raise BadInput(f"{pair}: are not parts of one run: they differ in {', '.join(differ)}")
    if before.manifest.until or before.manifest.log:
        why = "ended because of its results" if before.manifest.until else "has games that people played"
        raise BadInput(f"{before.folder}: {why}, so it cannot be part of another run")
    if begin < end:
        raise BadInput(f"{pair}: both have deal {begin:,}; a deal counts only once")
    if begin > end:
        raise BadInput(f"{pair}: deals {end:,} to {begin - 1:,} between them were not played")
    if design.deals % size:
        fewer = max(design.deals // size, 1) * size
        raise BadInput(
            f"{before.folder}: has {design.deals:,} deals; a run that is followed by another must have a multiple of "
            f"{size:,}, such as {fewer:,} (--games {fewer * len(design.arms)})"
        )
