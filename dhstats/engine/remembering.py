"""What a record holds, as one number, and tables of numbers that players look things up in, by the table's address."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from dhstats.engine.compiled import compiled, interpreted
from dhstats.engine.operations import operation
from dhstats.engine.vectors import INDEX

FACTORS = 0xD6E8FEB86659FD93, 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def mixed(mark: int, number: int) -> int:
    """A number for a pair of numbers; two pairs have the same one by a chance of one in 2^64."""
    total = ((int(mark) + FACTORS[1]) & _MASK) ^ (int(number) & _MASK)
    for factor in FACTORS:
        total = (total * factor) & _MASK
        total ^= total >> 32
    return total - (1 << 64) if total >> 63 else total


def lookup(keys: Any, ids: Any, key: int) -> int:
    """The place of a key in a table that has room: where it is, or the empty place for it."""
    mask = keys.shape[0] - 1
    place = key & mask
    while ids[place] >= 0 and keys[place] != key:
        place = (place + 1) & mask
    return int(place)


def _reading(number: Any) -> Callable[..., Any]:
    def read(builder: Any, address: Any, place: Any) -> Any:
        return builder.load(builder.gep(builder.inttoptr(address, number.as_pointer()), [place]))

    return read


@operation(_reading(ir.IntType(64)))
def whole_at(address: int, place: int) -> int:
    """A whole number of a table of 64-bit numbers."""
    return int(ctypes.c_int64.from_address(int(address) + 8 * int(place)).value)


@operation(_reading(ir.DoubleType()))
def real_at(address: int, place: int) -> float:
    """A decimal of a table of 64-bit numbers."""
    return float(ctypes.c_double.from_address(int(address) + 8 * int(place)).value)


@operation(lambda _, record: ir.Constant(INDEX, record.type.pointee.count // 4))
def _size_of(record: Any) -> int:
    """How many numbers a record holds: of 32 bits, in plain Python of 64."""
    return len(record.tobytes()) // 8


def _number(builder: Any, record: Any, place: Any) -> Any:
    first = builder.bitcast(record, ir.IntType(32).as_pointer())
    return builder.sext(builder.load(builder.gep(first, [place])), INDEX)


@operation(_number)
def _number_of(record: Any, place: int) -> int:
    """One of these numbers."""
    return int(np.frombuffer(record.tobytes(), "i8")[place])


@compiled(inline=False)
def marked(record: Any, skipped: int, mark: int) -> Any:
    """A number for what a record of whole numbers holds, but for the one at a place, and for another number."""
    for place in range(_size_of(record)):
        if place != skipped:
            mark = mixed(mark, _number_of(record, place))
    return mark


@compiled()
def _mixed_compiled(mark: int, number: int) -> Any:
    total = ((np.uint64(mark) + _SECOND) ^ np.uint64(number)) * _FIRST
    total = (total ^ (total >> _HALF)) * _SECOND
    return np.int64(total ^ (total >> _HALF))


_FIRST, _SECOND, _HALF = np.uint64(FACTORS[0]), np.uint64(FACTORS[1]), np.uint64(32)
if not interpreted():
    mixed = _mixed_compiled
