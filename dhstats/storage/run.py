"""An open run: its manifest and where its tables are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dhstats.errors import DataProblem
from dhstats.storage.layout import table_file
from dhstats.storage.manifest import Manifest, read_manifest


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

    @property
    def games_glob(self) -> str:
        """The Parquet files of the games table."""
        return str(self.folder / "games" / "*.parquet")

    @property
    def moves_glob(self) -> str:
        """The Parquet files of the moves table."""
        return str(self.folder / "moves" / "*.parquet")


def open_run(folder: Path | str, *, partial: bool = False) -> Run:
    """Opens a run folder for reading.

    Raises DataProblem if there is no run, if shards are missing that the manifest lists, or if the run is not
    finished (unless `partial`).
    """
    path = Path(folder)
    manifest = read_manifest(path)
    if not manifest.shards:
        raise DataProblem(f"{path}: the run has no finished shard yet; go on with `dhstats simulate --resume`")
    if not manifest.complete and not partial:
        done, planned = len(manifest.shards), manifest.planned_shards
        raise DataProblem(
            f"{path}: the run is incomplete ({done} of {planned} shards); go on with `dhstats simulate --resume`"
        )
    for shard in manifest.shards:
        for table in ("games", "moves") if shard.moves_sha256 else ("games",):
            file = table_file(path, table, shard.name)
            if not file.is_file():
                raise DataProblem(f"{file}: is missing; `dhstats verify {path}` tells what else is")
    return Run(path, manifest)
