"""Tables on disk: columns of small numbers to Parquet and back, and nothing about what they mean.

Encoding: words as dictionaries, numbers split by byte, all packed by zstd at its fastest level: measured as the
quickest of the encodings under four bytes a turn.
"""

import types
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dhstats.quoting import clipped, shortened
from dhstats.storage.layout import whole_file
from dhstats.storage.places import open_file

Array = np.ndarray[Any, Any]
PACKING: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "write_statistics": ["game_id"]}


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a table: types by name, words behind codes (negative: none), yes-or-no ones, `packed` ones."""

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
    numbers = [name for name in schema.types if name not in dictionaries and name not in schema.flags]
    split = dict.fromkeys(numbers, "BYTE_STREAM_SPLIT")
    with whole_file(path) as draft, draft.open("wb") as file:
        pq.write_table(table, file, use_dictionary=dictionaries, column_encoding=split, **PACKING)
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


WORDS = {int: "a whole number", str: "text", bool: "true or false", float: "a number", dict: "a table", list: "a list"}


class Malformed(ValueError):
    """Values that are no record of their kind; the message says what is missing or wrong."""


def record(kind: Any, table: Any, place: str = "") -> Any:
    """A record of a kind, with all in it, from a table of its fields; those with a usual value may be missing."""
    hints = _hints(kind)
    values = filled(needed(kind), table, place, hints).items()
    return kind(**{name: _value(hints[name], value, f"{place}.{name}".lstrip(".")) for name, value in values})


def _value(kind: Any, value: Any, place: str) -> Any:
    if is_dataclass(kind):
        return record(kind, value, place)
    if get_origin(kind) is not tuple:
        return value
    kinds, items = get_args(kind), listed(value, place)
    kinds = kinds[:1] * len(items) if kinds[-1] is ... else kinds
    if len(kinds) != len(items):
        raise Malformed(f"{place} must be a list of {len(kinds)}")
    return tuple(_value(each, item, f"{place}[{at}]") for at, (each, item) in enumerate(zip(kinds, items, strict=True)))


def needed(kind: Any) -> set[str]:
    """The fields of a dataclass that have no usual value."""
    return {field.name for field in fields(kind) if field.default is MISSING}


def filled(names: Iterable[str], table: Any, place: str, allowed: Iterable[str] | None = None) -> dict[str, Any]:
    """The table, with all keys that are named and no others than are allowed; Malformed says which are not so."""
    where = f" in {place}" if place else ""
    if not isinstance(table, dict):
        raise Malformed(f"{place or 'it'} must be a table of keys")
    if missing := sorted(set(names) - table.keys()):
        raise Malformed(f"missing{where}: {', '.join(missing)}")
    if unknown := sorted(table.keys() - set(allowed)) if allowed is not None else []:
        raise Malformed(f"unknown{where}: {', '.join(map(clipped, unknown[:3]))}")
    return dict(table)


def listed(value: Any, place: str) -> list[Any]:
    """The list; Malformed for anything else."""
    if not isinstance(value, list):
        raise Malformed(f"{place} must be a list")
    return value


def check(value: Any, kind: Any) -> None:
    """Malformed that names the first field of a record whose value is not of its declared type."""
    if wrong := next(faults(value, kind), ""):
        raise Malformed(wrong)


def faults(value: Any, expected: Any, name: str = "") -> Iterator[str]:
    """Where a value is not of its declared type: the field's full name, what it holds, what it should be."""
    if is_dataclass(expected):
        for field, hint in _hints(cast(Hashable, expected)).items():
            yield from faults(getattr(value, field), hint, f"{name}.{field}".lstrip("."))
    elif get_origin(expected) is tuple:
        kinds = get_args(expected)
        for place, item in enumerate(value):
            yield from faults(item, kinds[min(place, 0 if kinds[-1] is ... else len(kinds) - 1)], f"{name}[{place}]")
    elif not _fits(value, expected):
        yield f"{name} is {shortened(repr(value), 60)}, should be {WORDS[get_origin(expected) or expected]}"


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The declared types of a dataclass by field."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _fits(value: Any, expected: Any) -> bool:
    """Whether a value is of a plain type, or a table with text as keys and values of a plain type."""
    if isinstance(expected, types.GenericAlias):
        inner = get_args(expected)[1]
        return isinstance(value, dict) and all(inner is Any or _fits(item, inner) for item in value.values())
    if isinstance(expected, types.UnionType):
        return any(_fits(value, each) for each in get_args(expected))
    if expected is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is expected
