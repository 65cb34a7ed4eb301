"""Small real runs, and ways to damage them."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from dhstats.storage.layout import MANIFEST, fingerprint, table_file
from dhstats.storage.manifest import read_manifest, sealed, write_manifest

NAME = "small"

Edit = Callable[[dict[str, Any]], None]


def play(folder: Path, **changes: Any) -> Run:
    """A run of 300 games in one shard: greedy against random, both seats."""
    usual = Experiment(NAME, strategies=("greedy", "random"), games=300, seed=3)
    return simulate(replace(usual, **changes), folder, workers=2)


def edit_manifest(folder: Path, edit: Edit, name: str = MANIFEST) -> None:
    """Changes the manifest as somebody would who knows how to make its checksum right again."""
    path = folder / name
    table = json.loads(path.read_text("utf-8"))
    del table["sha256"]
    edit(table)
    path.write_bytes(sealed(table))


def rewrite(folder: Path, table: str, number: int, change: Callable[[pa.Table], pa.Table]) -> None:
    """Changes the rows of a shard and makes the manifest agree: new hash, new count."""
    manifest = read_manifest(folder)
    shard = manifest.shards[number]
    file = table_file(folder, table, shard.name)
    changed = change(pq.read_table(file))
    pq.write_table(changed, file)
    size, sha256 = fingerprint(file)
    news = {f"{table}_rows": changed.num_rows, f"{table}_bytes": size, f"{table}_sha256": sha256}
    shards = [*manifest.shards[:number], replace(shard, **news), *manifest.shards[number + 1 :]]
    write_manifest(folder, replace(manifest, shards=tuple(shards)))


def with_cell(table: pa.Table, row: int, column: str, value: Any) -> pa.Table:
    """A table with another value in one cell."""
    place = table.schema.get_field_index(column)
    kind = table.schema.field(column).type
    values = table.column(column).to_pylist()
    values[row] = value
    if pa.types.is_dictionary(kind):
        words = table.column(column).chunk(0).dictionary.to_pylist()
        codes = pa.array([None if word is None else words.index(word) for word in values], kind.index_type)
        return table.set_column(place, column, pa.DictionaryArray.from_arrays(codes, pa.array(words)))
    return table.set_column(place, table.schema.field(column), pa.array(values, kind))


def bytes_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def flip_byte(path: Path, place: float) -> None:
    """Changes one byte of a file, at a share of its length."""
    content = bytearray(path.read_bytes())
    content[int(place * (len(content) - 1))] ^= 0x55
    path.write_bytes(content)


def setting(*path: str | int, to: Any) -> Edit:
    """An edit that puts a value at a place of the manifest."""

    def edit(table: Any) -> None:
        for part in path[:-1]:
            table = table[part]
        table[path[-1]] = to

    return edit


def problems(folder: Path, sample: int = 20) -> str:
    """All problems of a folder, a line each, without the folder's own name."""
    return "\n".join(verify(folder, sample=sample).problems).replace(f"{folder}/", "")
