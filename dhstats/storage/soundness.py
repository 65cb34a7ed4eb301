"""Whether the files of a run are what its manifest says: bytes, columns, rows, words, and nothing beside them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dhstats import machine
from dhstats.errors import DataProblem
from dhstats.storage.layout import LOCK, LOG, MANIFEST, SUFFIX, TABLES, UNFINISHED, fingerprint, is_draft, shard_name
from dhstats.storage.manifest import Manifest, Written
from dhstats.storage.places import files_below, open_file
from dhstats.storage.run import intact
from dhstats.storage.tables import Array, Schema, arrow_schema, read_table

MOST_ROWS = 1 << 30  # of a file: the largest that is written has a hundredth
WIDEST_CELL = 16  # bytes; columns are of numbers of at most eight, or of words that are written once
MOST_WORDS = 4 << 20  # bytes of words, and of what a file says of itself


class Unsound(Exception):
    """A file that cannot be looked into further, for the reason that its message gives."""


def _why(error: Exception) -> str:
    """Why a table cannot be read: in the system's words, or because of what is in it."""
    return getattr(error, "strerror", None) or "it is not a Parquet file, or it was changed"


def read_written(
    folder: Path, file: Written, columns: Sequence[str] | None = None, game_ids: tuple[int, int] | None = None
) -> pa.Table:
    """Columns of a file of a run, or the rows of a range of game_id; DataProblem unless it is as it was written."""
    path = intact_table(folder, file)
    try:
        table = read_table(path, columns, game_ids)
    except (OSError, ValueError, pa.ArrowException) as error:  # pyarrow's complaints are of all three kinds
        machine.check_shortage(error, path)
        raise DataProblem(f"{path}: cannot be read: {_why(error)}; `dhstats verify {folder}` shows more") from error
    if missing := sorted(set(columns or ()) - set(table.column_names)):
        raise DataProblem(f"{path}: has no column {missing[0]}; `dhstats verify {folder}` shows more")
    return table


def intact_table(folder: Path, file: Written) -> Path:
    """Where a table of a run is, which has the bytes and rows that were written and is no larger than they can be."""
    path = intact(folder, file)
    try:
        with open_file(path) as content, pq.ParquetFile(content) as table:
            problem = _swollen(table.metadata, file.rows)
    except (OSError, ValueError, pa.ArrowException) as error:
        machine.check_shortage(error, path)
        raise DataProblem(f"{path}: cannot be read: {_why(error)}; `dhstats verify {folder}` shows more") from error
    if problem:
        raise DataProblem(f"{path}: {problem}; `dhstats verify {folder}` shows more")
    return path


def checked_table(folder: Path, file: Written, schema: Schema) -> pa.Table:
    """The table in a file that has its size, its hash, its columns, its number of rows and known words; or Unsound."""
    path = file.path(folder)
    if not path.is_file():
        raise Unsound("is missing")
    wanted = arrow_schema(schema)
    try:
        if fingerprint(path) != (file.size, file.sha256):
            raise Unsound("it was changed after it was written (SHA-256 or size differs from the manifest's)")
        with open_file(path) as content, pq.ParquetFile(content) as parquet:
            if problem := _columns_problem(parquet.schema_arrow, wanted) or _swollen(parquet.metadata, file.rows):
                raise Unsound(problem)
            table = parquet.read()
        table = table.cast(wanted)
    except (pa.ArrowException, OSError) as error:
        machine.check_shortage(error, path)
        raise Unsound(f"cannot be read: {_why(error)}") from error
    for name in schema.types:
        if name not in schema.words and table.column(name).null_count:
            raise Unsound(f"column {name} has empty cells")
        if strange := _strange_word(table.column(name), schema.words.get(name, ())):
            raise Unsound(f"column {name} has the word {strange!r}, should be one of {', '.join(schema.words[name])}")
    return table


def _swollen(data: pq.FileMetaData, rows: int) -> str:
    """Why a file of few bytes would become a table of many, or of other rows than were written."""
    if data.num_rows != rows:
        return f"has {data.num_rows:,} rows, should have {rows:,}"
    size = sum(data.row_group(number).total_byte_size for number in range(data.num_row_groups))
    most = WIDEST_CELL * rows * data.num_columns
    if rows > MOST_ROWS or size > most + MOST_WORDS:
        return f"holds {size:,} bytes in {rows:,} rows, more than such a run can have"
    return ""


def _columns_problem(schema: pa.Schema, wanted: pa.Schema) -> str:
    """The first way in which the columns of a file differ from those of its table."""
    if schema.names != wanted.names:
        odd = [name for name in (*schema.names, *wanted.names) if (name in schema.names) != (name in wanted.names)]
        return f"does not have the columns of its table: {', '.join(odd) or 'their order differs'}"
    for name in wanted.names:
        here, right = schema.field(name).type, wanted.field(name).type
        numbers = pa.types.is_integer(here) and pa.types.is_integer(right)  # earlier versions wrote smaller ones
        if here != right and not (numbers and np.can_cast(here.to_pandas_dtype(), right.to_pandas_dtype())):
            return f"column {name} is of type {here}, should be {right}"
    return ""


def _strange_word(column: pa.ChunkedArray, words: tuple[str, ...]) -> str:
    if not words:
        return ""
    used = {word for chunk in column.chunks for word in chunk.dictionary.to_pylist()}
    return min((str(word) for word in used - {*words, None}), default="")


def numbers(table: pa.Table, name: str) -> Array:
    """A column of numbers or flags without empty cells."""
    values: Array = table.column(name).to_numpy()
    return values


def codes(table: pa.Table, name: str, words: tuple[str, ...]) -> Array:
    """A column of words as their places among the known ones; -1 where there is none."""
    parts = [np.zeros(0, np.int64)]
    for chunk in table.column(name).chunks:
        places = np.array([words.index(word) if word in words else -1 for word in chunk.dictionary.to_pylist()] or [-1])
        spots = chunk.indices.fill_null(0).to_numpy(zero_copy_only=False)
        parts.append(np.where(chunk.is_valid().to_numpy(zero_copy_only=False), places[spots], -1))
    return np.concatenate(parts)


def cells(table: pa.Table, name: str, words: Mapping[str, tuple[str, ...]]) -> Array:
    """A column as numbers; of words, of those columns that have any, as their places among these."""
    return codes(table, name, words[name]) if name in words else numbers(table, name)


def strangers(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Files of the folder that do not belong to the run, nor to a process that is writing it or was killed doing so."""
    known = {MANIFEST, LOCK, *(f"{file.table}/{file.name}{SUFFIX}" for file in manifest.files())}
    known |= {LOG} if manifest.log else set()
    if not manifest.complete:  # what is not listed yet is played again
        names = [shard_name(number) for number in range(manifest.planned_shards)]
        known |= {f"{table}/{name}{SUFFIX}" for name in names for table in TABLES}
    for name in files_below(folder):
        if name not in known and not name.startswith(f"{UNFINISHED}/") and (manifest.complete or not is_draft(name)):
            yield name
