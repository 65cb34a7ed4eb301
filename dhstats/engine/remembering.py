"""What a record holds, as one number, and tables of numbers that players look things up in, by the table's address."""

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import compiled, interpreted

FACTORS = 0xD6E8FEB86659FD93, 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def mixed(mark: int, number: int) -> int:
    """A number for a pair of numbers; two pairs have the same one by a chance of one in 2^64."""
    total = ((int(mark) + FACTORS[1]) & _MASK) ^ (int(number) & _MASK)
    for factor in FACTORS:
        total = (total * factor) & _MASK
        total ^= total >> 32
    return total - (1 << 64) if total >> 63 else total


def marked(record: Any, skipped: int, mark: int) -> int:
    """A number for what a record of whole numbers holds, but for the one at a place, and for another number."""
    for place, number in enumerate(np.frombuffer(record.tobytes(), "i8").tolist()):
        if place != skipped:
            mark = mixed(mark, number)
    return mark


def lookup(keys: Any, ids: Any, key: int) -> int:
    """The place of a key in a table that has room: where it is, or the empty place for it."""
    mask = keys.shape[0] - 1
    place = key & mask
    while ids[place] >= 0 and keys[place] != key:
        place = (place + 1) & mask
    return int(place)


def whole_at(address: int, place: int) -> int:
    """A whole number of a table of 64-bit numbers."""
    return int(ctypes.c_int64.from_address(int(address) + 8 * int(place)).value)


def real_at(address: int, place: int) -> float:
    """A decimal of a table of 64-bit numbers."""
    return float(ctypes.c_double.from_address(int(address) + 8 * int(place)).value)


@compiled()
def _mixed_compiled(mark: int, number: int) -> Any:
    total = ((np.uint64(mark) + _SECOND) ^ np.uint64(number)) * _FIRST
    total = (total ^ (total >> _HALF)) * _SECOND
    return np.int64(total ^ (total >> _HALF))


_FIRST, _SECOND, _HALF = np.uint64(FACTORS[0]), np.uint64(FACTORS[1]), np.uint64(32)


@compiled(inline=False)
def _marked_compiled(record: Any, skipped: int, mark: int) -> Any:
    for place in range(_size_of(record)):
        if place != skipped:
            mark = _mixed_compiled(mark, _number_of(record, place))
    return mark


@intrinsic  # type: ignore[untyped-decorator]
def _size_of(_: Any, record: Any) -> Any:
    """How many 32-bit numbers a record holds."""

    def generate(context: Any, _builder: Any, _signature: Any, _args: Any) -> Any:
        return context.get_constant(types.int64, record.size // 4)

    return types.int64(record), generate


@intrinsic  # type: ignore[untyped-decorator]
def _number_of(_: Any, record: Any, place: Any) -> Any:
    """One of the 32-bit numbers of a record."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        first = builder.bitcast(args[0], ir.IntType(32).as_pointer())
        return builder.sext(builder.load(builder.gep(first, [args[1]])), ir.IntType(64))

    return types.int64(record, types.int64), generate


def _reading(kind: Any, llvm: Any) -> Any:
    """Reads a table of 64-bit numbers of a kind."""

    @intrinsic  # type: ignore[untyped-decorator]
    def read(_: Any, address: Any, place: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.load(builder.gep(builder.inttoptr(args[0], llvm.as_pointer()), [args[1]]))

        return kind(types.int64, types.int64), generate

    return read


if not interpreted():
    mixed = _mixed_compiled
    marked = _marked_compiled
    whole_at = _reading(types.int64, ir.IntType(64))
    real_at = _reading(types.float64, ir.DoubleType())
