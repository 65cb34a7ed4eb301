"""Rows of floats as vectors in the compiler's language: loaded, stored, added up; loops over inputs that count."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils

from dhstats.engine.operations import operation

FLOAT, INDEX = ir.FloatType(), ir.IntType(64)
GROUP = 16  # parameters that are changed at once
LINE = 64  # bytes of the processor's cache that are read at once
WIDTHS = (64, 16, 1)  # how many inputs are compared at once: the first of these numbers that are there
ANY, ACTIVE = "!=", ">"  # how inputs that take part compare with zero


def by_lines(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record in which each field begins a line of the processor's cache: a wide register reads one line, not two."""
    kinds = [np.dtype(field[1:] if len(field) > 2 else field[1]) for field in fields]
    ends = np.cumsum([-(-kind.itemsize // LINE) * LINE for kind in kinds]).tolist()
    names = [field[0] for field in fields]
    return np.dtype({"names": names, "formats": kinds, "offsets": [0, *ends[:-1]], "itemsize": ends[-1]}, align=True)


class Rows:
    """Code that loads, stores and adds up rows of a given number of units."""

    def __init__(self, units: int, number: Any = FLOAT) -> None:
        self.units, self.kind = units, ir.VectorType(number, units)

    def address(self, builder: Any, data: Any, start: Any = None) -> Any:
        """The address of a row that begins somewhere in an array of floats, whose first has this address."""
        place = data if start is None else builder.gep(data, [start])
        return builder.bitcast(place, self.kind.as_pointer())

    def row(self, builder: Any, data: Any, i: Any) -> Any:
        """The address of the i-th row of an array."""
        return self.address(builder, data, builder.mul(i, ir.Constant(INDEX, self.units)))

    def spread(self, builder: Any, number: Any) -> Any:
        """A row that holds a number in every unit."""
        first = builder.insert_element(ir.Constant(self.kind, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), self.units), [0] * self.units)
        return builder.shuffle_vector(first, ir.Constant(self.kind, ir.Undefined), zeros)

    def total(self, builder: Any, row: Any) -> Any:
        """A row added up as a tree."""
        width = self.units
        while width > 1:
            width //= 2
            halves = [
                ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(at, at + width))) for at in (0, width)
            ]
            low, high = (builder.shuffle_vector(row, row, half) for half in halves)
            row = builder.fadd(low, high)
        return builder.extract_element(row, ir.Constant(ir.IntType(32), 0))


def load(builder: Any, address: Any) -> Any:
    """A row that begins anywhere."""
    value = builder.load(address)
    value.align = 4
    return value


def store(builder: Any, value: Any, address: Any) -> None:
    """Puts a row anywhere."""
    builder.store(value, address).align = 4


def for_each_bit(builder: Any, bits: Any, body: Any) -> None:
    """A loop over the bits that are set, lowest first; `body` gets the number of each.

    It ends when none is left, not after a count of them: a loop that is counted is unrolled, and its ends, where the
    processor guesses wrong, are several.
    """
    left = cgutils.alloca_once_value(builder, bits)
    test, run, end = (builder.append_basic_block(name) for name in ("bits.test", "bits.run", "bits.end"))
    builder.branch(test)
    builder.position_at_end(test)
    now = builder.load(left)
    builder.cbranch(builder.icmp_signed("!=", now, ir.Constant(INDEX, 0)), run, end)
    builder.position_at_end(run)
    builder.store(builder.and_(now, builder.sub(now, ir.Constant(INDEX, 1))), left)
    body(builder.cttz(now, ir.Constant(ir.IntType(1), 1)))
    builder.branch(test)
    builder.position_at_end(end)


def for_each_input(builder: Any, arrays: Any, span: Any, body: Any, such: str = ANY) -> None:
    """A loop over the inputs that are not zero, or such that are above it; `body` gets its number and the input.

    Most inputs are zero, and a sum to which a zero is added is what it was. Of two `arrays` the input is what the first
    has more than the second.
    """

    def difference(values: Any) -> Any:
        return values[0] if len(values) == 1 else builder.fsub(*values)

    def at(i: Any) -> Any:
        return difference([builder.load(builder.gep(each, [i])) for each in arrays])

    def group(start: Any, width: int) -> Any:
        kind = ir.VectorType(FLOAT, width)
        addresses = [builder.bitcast(builder.gep(each, [start]), kind.as_pointer()) for each in arrays]
        other = builder.fcmp_unordered(
            such, difference([load(builder, each) for each in addresses]), ir.Constant(kind, [0.0] * width)
        )
        bits = builder.bitcast(other, ir.IntType(width))
        return bits if width == INDEX.width else builder.zext(bits, INDEX)

    def by_widest(widths: Sequence[int]) -> None:
        def by_groups() -> None:
            _for_each_in_groups(builder, span, widths[0], group, lambda i: body(i, at(i)))

        if len(widths) == 1:
            by_groups()
            return
        size = builder.sub(span[1], span[0])
        with builder.if_else(builder.icmp_signed(">=", size, ir.Constant(INDEX, widths[0]))) as (enough, less):
            with enough:
                by_groups()
            with less:
                by_widest(widths[1:])

    by_widest(WIDTHS)


def _for_each_in_groups(builder: Any, span: Any, width: int, group: Any, body: Any) -> None:
    """A loop over the numbers of a span, at least one group of them, whose bits `group` sets from a start on."""
    (first, last), wide = span, ir.Constant(INDEX, width)
    latest = builder.sub(last, wide)
    groups = builder.sdiv(builder.add(builder.sub(last, first), ir.Constant(INDEX, width - 1)), wide)
    with cgutils.for_range(builder, groups) as loop:
        begin = builder.add(first, builder.mul(loop.index, wide))
        start = builder.select(builder.icmp_signed("<", begin, latest), begin, latest)
        done = builder.sub(begin, start)  # of the last group, which reaches back
        bits = builder.shl(builder.lshr(group(start, width), done), done)
        for_each_bit(builder, bits, lambda bit: body(builder.add(start, bit)))


def _copy(builder: Any, target: Any, source: Any, count: Any) -> None:
    """By wide registers; what lies between arrays of a record is not known to the compiler."""
    rows = Rows(GROUP)
    latest = builder.sub(count, ir.Constant(INDEX, GROUP))
    groups = builder.sdiv(builder.add(count, ir.Constant(INDEX, GROUP - 1)), ir.Constant(INDEX, GROUP))
    with cgutils.for_range(builder, groups) as loop:
        begin = builder.mul(loop.index, ir.Constant(INDEX, GROUP))
        start = builder.select(builder.icmp_signed("<", begin, latest), begin, latest)
        row = load(builder, rows.address(builder, source, start))
        store(builder, row, rows.address(builder, target, start))


@operation(_copy)
def copy_floats(target: Any, source: Any, count: int) -> None:
    """Copies the first floats of an array to the beginning of another."""
    target[:count] = source[:count]


def float_steps(*steps: float) -> tuple[float, ...]:
    """Steps as 32-bit floats that the same 32-bit floats reach: rounded up where they lie between two of them."""
    near = [np.float32(step) for step in steps]
    return tuple(
        float(one if float(one) >= step else np.nextafter(one, np.float32(np.inf)))
        for one, step in zip(near, steps, strict=True)
    )


def _steps(builder: Any, amount: Any, steps: Any, row: Any) -> None:
    """All at once."""
    rows = Rows(len(steps.type))
    levels, zero = ir.Constant(rows.kind, ir.Undefined), ir.Constant(rows.kind, [0.0] * rows.units)
    for i in range(rows.units):
        level = builder.fptrunc(builder.extract_value(steps, i), FLOAT)
        levels = builder.insert_element(levels, level, ir.Constant(ir.IntType(32), i))
    reached = builder.fcmp_ordered(">=", rows.spread(builder, amount), levels)
    told = builder.select(reached, ir.Constant(rows.kind, [1.0] * rows.units), zero)
    store(builder, told, rows.address(builder, row))


@operation(_steps)
def write_steps(amount: np.float32, steps: tuple[float, ...], row: Any) -> None:
    """Writes one for each step that an amount reaches, zero for the others."""
    for i, step in enumerate(steps):
        row[i] = np.float32(1.0 if amount >= step else 0.0)


def _ramps(builder: Any, row: Any, amount: Any, starts: Any, width: Any) -> None:
    """All at once."""
    rows, wide = Rows(len(starts.type)), Rows(len(starts.type), ir.DoubleType())
    begin = ir.Constant(wide.kind, ir.Undefined)
    for i in range(wide.units):
        begin = builder.insert_element(begin, builder.extract_value(starts, i), ir.Constant(ir.IntType(32), i))
    share = builder.fdiv(builder.fsub(wide.spread(builder, amount), begin), wide.spread(builder, width))
    zero, one = (ir.Constant(wide.kind, [limit] * wide.units) for limit in (0.0, 1.0))
    share = builder.select(builder.fcmp_ordered(">", share, zero), share, zero)
    share = builder.select(builder.fcmp_ordered("<", share, one), share, one)
    store(builder, builder.fptrunc(share, rows.kind), rows.address(builder, row))


@operation(_ramps)
def write_ramps(row: Any, amount: float, starts: tuple[float, ...], width: float) -> None:
    """Writes how much of each stretch of a width an amount has covered, from 0 to 1; stretches begin at `starts`."""
    for i, start in enumerate(starts):
        row[i] = np.float32(min(max((amount - start) / width, 0.0), 1.0))
