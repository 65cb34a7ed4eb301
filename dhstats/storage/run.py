"""An open run: its manifest and where its tables are."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dhstats import machine
from dhstats.errors import DataProblem
from dhstats.storage.layout import MANIFEST, TABLES, file_sha256, sizes
from dhstats.storage.manifest import Manifest, Written, read_manifest
from dhstats.storage.places import place, remote
from dhstats.storage.progress import progress_faults


@dataclass(frozen=True, slots=True)
class Run:
    """A run folder that can be read: whole shards only."""

    folder: Path
    manifest: Manifest

    @property
    def complete(self) -> bool:
        """Whether all planned shards are there."""
        return self.manifest.complete

    @property
    def has_moves(self) -> bool:
        """Whether turns were logged."""
        return self.manifest.moves != "none"


def open_run(folder: Path | str, *, partial: bool = False) -> Run:
    """Opens a run folder for reading.

    Raises DataProblem if there is no run, if its manifest is damaged, if files are missing or shorter or longer than
    they were written, or if the run is not finished (unless `partial`). Bytes are compared as files are read.
    """
    path = place(folder)
    manifest = read_manifest(path)
    if not manifest.shards:
        raise DataProblem(f"{path}: the run has no finished shard yet; go on with `dhstats simulate --resume`")
    if faults := [fault for fault in progress_faults(manifest) if not (partial and fault.lack)]:
        raise DataProblem(f"{path}: {faults[0].text}")
    found = {table: sizes(path, table) for table in TABLES}
    for file in manifest.files():
        size = found[file.table].get(file.name)
        if size != file.size:
            what = "is missing" if size is None else f"has {size:,} bytes, but {file.size:,} were written"
            raise DataProblem(f"{file.path(path)}: {what}; `dhstats verify {path}` tells what else is wrong")
    return Run(path, manifest)


def cautions_below(folder: Path) -> tuple[str, ...]:
    """What has to be said of the players of all runs in a folder on this machine, each thing once."""
    found: dict[str, None] = {}
    for path in [] if remote(folder) else sorted(folder.rglob(MANIFEST)):
        with suppress(DataProblem):  # whoever reads that run is told
            found |= dict.fromkeys(read_manifest(path.parent).cautions)
    return tuple(found)


def intact(folder: Path, file: Written) -> Path:
    """Where a file of a run is, once its bytes have been found to be those that were written; else DataProblem.

    Hashing takes less than a hundredth of the time of counting, so nothing is counted unseen.
    """
    path = file.path(folder)
    try:
        sha256 = file_sha256(path)
    except OSError as error:
        machine.check_shortage(error, path)
        raise DataProblem(f"{path}: cannot be read: {error.strerror or error}") from error
    if sha256 != file.sha256:
        raise DataProblem(
            f"{path}: is damaged: its bytes are not those that were written; `dhstats verify {folder}` tells what else "
            "is"
        )
    return path
