"""However the work is shared, interrupted and taken up again: the same bytes."""

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage.manifest import read_manifest, write_manifest
from tests.simulate.stored_runs import bytes_of

MATCH = Experiment("match", games=480, seed=11, strategies=("random", "greedy"), design="quartet")
THREE = Experiment("three", games=360, seed=2**64 - 1, strategies=("random", "greedy", "cautious"), moves="sample:3")
MIRROR = Experiment("mirror", rules="kosmos", games=501, seed=0, moves="none")
EXPERIMENTS = pytest.mark.parametrize("experiment", [MATCH, THREE, MIRROR], ids=lambda own: own.name)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of a hundred games, so that every run here has several."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 120)


def rows_of(folder: Path) -> dict[str, list[dict[str, object]]]:
    """All rows of both tables in the order of shards."""
    return {
        table: [row for path in sorted(folder.glob(f"{table}/*")) for row in parquet.read_table(path).to_pylist()]
        for table in ("games", "moves")
    }


@EXPERIMENTS
def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path, experiment: Experiment) -> None:
    """One thread, two, or more than there are processors: manifest and tables are equal, byte by byte."""
    runs = [simulate(experiment, tmp_path / str(workers), workers=workers).folder for workers in (1, 2, 5)]
    first, *others = map(bytes_of, runs)
    assert len(first) >= 5
    assert all(other == first for other in others)


@EXPERIMENTS
def test_a_run_that_lost_shards_is_completed_to_the_same_bytes(tmp_path: Path, experiment: Experiment) -> None:
    """Shards that are neither in the manifest nor on disk are played again."""
    folder = simulate(experiment, tmp_path / "run").folder
    whole = bytes_of(folder)
    manifest = read_manifest(folder)
    kept = manifest.shards[1::2]
    for shard in set(manifest.shards) - set(kept):
        for path in folder.glob(f"*/*{shard.name}*"):
            path.unlink()
    write_manifest(folder, replace(manifest, shards=kept))
    assert bytes_of(folder) != whole
    assert bytes_of(simulate(experiment, folder, resume=True).folder) == whole


@EXPERIMENTS
def test_other_shards_and_chunks_hold_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, experiment: Experiment
) -> None:
    """How many deals make a shard, and how many games are played in one go, changes no row."""
    expected = rows_of(simulate(experiment, tmp_path / "usual").folder)
    for games, chunk in ((24, 512), (200, 7), (1_000_000, 64)):
        monkeypatch.setattr(tables, "GAMES_PER_SHARD", games)
        monkeypatch.setattr(tables, "CHUNK_GAMES", chunk)
        assert rows_of(simulate(experiment, tmp_path / f"{games}").folder) == expected


def test_a_longer_run_begins_with_the_shorter(tmp_path: Path) -> None:
    """Games are determined by their number, not by how many there are."""
    few = rows_of(simulate(MATCH, tmp_path / "few").folder)
    many = rows_of(simulate(replace(MATCH, games=600), tmp_path / "many").folder)
    for table in few:
        assert many[table][: len(few[table])] == few[table]
        assert len(many[table]) > len(few[table])


def test_a_match_is_the_same_among_others(tmp_path: Path) -> None:
    """A pair plays the same games of a deal, whether other pairs play that deal or not."""
    alone = rows_of(simulate(replace(THREE, strategies=("random", "greedy")), tmp_path / "alone").folder)["games"]
    among = rows_of(simulate(replace(THREE, games=6 * 360), tmp_path / "among").folder)["games"]
    pairs = {("random", "greedy"), ("greedy", "random")}
    same = [row for row in among if (row["first"], row["second"]) in pairs][: len(alone)]
    plan = ("game_id", "arm")
    assert [without(row, plan) for row in same] == [without(row, plan) for row in alone]


def without(row: dict[str, object], names: tuple[str, ...]) -> dict[str, object]:
    """A row but for some columns."""
    return {name: value for name, value in row.items() if name not in names}
