"""Tables on disk: columns of small numbers to Parquet and back, and nothing about what they mean.

Encoding: words as dictionaries, numbers split by byte, all packed by zstd at its fastest level: measured as the
quickest of the encodings under four bytes a turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dhstats.storage.layout import whole_file
from dhstats.storage.places import open_file

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a table in order: numpy type by name, the words behind codes, the yes-or-no columns.

    A negative code is a missing word. `packed` columns have few different values and get a dictionary too.
    """

    types: Mapping[str, np.dtype[Any]]
    words: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]
    packed: frozenset[str] = frozenset()


def column(schema: Schema, name: str, values: Array) -> pa.Array:
    """One column as an Arrow array; words and missing words from codes."""
    if name in schema.flags:
        return pa.array(values.astype(np.bool_))
    numbers = np.ascontiguousarray(values, dtype=schema.types[name])
    if name not in schema.words:
        return pa.array(numbers)
    missing = numbers < 0
    bits = pa.py_buffer(np.packbits(~missing, bitorder="little")) if missing.any() else None
    codes = pa.Array.from_buffers(
        pa.from_numpy_dtype(numbers.dtype), len(numbers), [bits, pa.py_buffer(numbers)], int(missing.sum())
    )
    return pa.DictionaryArray.from_arrays(codes, pa.array(schema.words[name], pa.string()))


def as_table(schema: Schema, columns: Mapping[str, Array]) -> pa.Table:
    """Columns as an Arrow table."""
    return pa.table({name: column(schema, name, columns[name]) for name in schema.types})


def joined(parts: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """Columns of several parts of a table, one after the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def write_table(path: Path, schema: Schema, columns: Mapping[str, Array]) -> int:
    """Writes a table as a whole file; returns its number of rows."""
    table = as_table(schema, columns)
    dictionaries = [name for name in schema.types if name in schema.words or name in schema.packed]
    split = {
        name: "BYTE_STREAM_SPLIT" for name in schema.types if name not in dictionaries and name not in schema.flags
    }
    with whole_file(path) as draft, draft.open("wb") as file:
        pq.write_table(
            table,
            file,
            compression="zstd",
            compression_level=1,
            use_dictionary=dictionaries,
            column_encoding=split,
            write_statistics=["game_id"],
        )
    return int(table.num_rows)


def write_arrow(path: Path, table: pa.Table) -> int:
    """Writes a small table of counts as a whole file; returns its number of rows."""
    with whole_file(path) as draft, draft.open("wb") as file:
        pq.write_table(table, file, compression="zstd")
    return int(table.num_rows)


def arrow_schema(schema: Schema) -> pa.Schema:
    """The Arrow schema that a file of this table must have."""
    empty = {name: column(schema, name, np.zeros(0, schema.types[name])) for name in schema.types}
    return pa.table(empty).schema


def read_table(path: Path, columns: Sequence[str] | None = None, game_ids: tuple[int, int] | None = None) -> pa.Table:
    """A table, or the rows of a range of game_id (both ends included)."""
    chosen = None if game_ids is None else [("game_id", ">=", game_ids[0]), ("game_id", "<=", game_ids[1])]
    with open_file(path) as file:
        return pq.read_table(file, columns=list(columns) if columns else None, filters=chosen)
