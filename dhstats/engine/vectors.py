"""Rows of floats as vectors in the compiler's language: loaded, stored, added up; loops over inputs that count."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils

FLOAT, INDEX = ir.FloatType(), ir.IntType(64)
GROUP = 16  # inputs that are compared at once, parameters that are changed at once
ANY, ACTIVE = "!=", ">"  # how inputs that take part compare with zero


class Rows:
    """Code that loads, stores and adds up rows of a given number of units."""

    def __init__(self, units: int) -> None:
        self.units, self.kind = units, ir.VectorType(FLOAT, units)

    def address(self, context: Any, builder: Any, kind: Any, array: Any, start: Any) -> Any:
        """Where a row begins in an array of floats, as the address of a row."""
        data = context.make_array(kind)(context, builder, array).data
        return builder.bitcast(builder.gep(data, [start]), self.kind.as_pointer())

    def row(self, context: Any, builder: Any, kind: Any, array: Any, i: Any) -> Any:
        """The address of the i-th row of an array."""
        return self.address(context, builder, kind, array, builder.mul(i, ir.Constant(INDEX, self.units)))

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


def for_each_input(context: Any, builder: Any, arrays: Any, span: Any, body: Any, such: str = ANY) -> None:
    """A loop over the inputs that are not zero, or such that are above it; `body` gets its number and the input.

    Most inputs are zero, and a sum to which a zero is added is what it was. Of two `arrays` the input is what the first
    has more than the second.
    """
    data = [context.make_array(kind)(context, builder, array).data for kind, array in arrays]

    def difference(values: Any) -> Any:
        return values[0] if len(values) == 1 else builder.fsub(*values)

    def at(i: Any) -> Any:
        return difference([builder.load(builder.gep(each, [i])) for each in data])

    def group(start: Any) -> Any:
        kind = ir.VectorType(FLOAT, GROUP)
        addresses = [builder.bitcast(builder.gep(each, [start]), kind.as_pointer()) for each in data]
        other = builder.fcmp_unordered(
            such, difference([load(builder, each) for each in addresses]), ir.Constant(kind, [0.0] * GROUP)
        )
        return builder.zext(builder.bitcast(other, ir.IntType(GROUP)), INDEX)

    first, last = span
    groups = builder.sdiv(builder.sub(last, first), ir.Constant(INDEX, GROUP))
    with cgutils.for_range(builder, groups) as loop:
        start = builder.add(first, builder.mul(loop.index, ir.Constant(INDEX, GROUP)))
        left = cgutils.alloca_once_value(builder, group(start))
        with cgutils.for_range(builder, builder.ctpop(builder.load(left))):
            bits = builder.load(left)
            i = builder.add(start, builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
            builder.store(builder.and_(bits, builder.sub(bits, ir.Constant(INDEX, 1))), left)
            body(i, at(i))
    done = builder.add(first, builder.mul(groups, ir.Constant(INDEX, GROUP)))
    with cgutils.for_range(builder, builder.sub(last, done)) as loop:
        i = builder.add(done, loop.index)
        value = at(i)
        with builder.if_then(builder.fcmp_unordered(such, value, ir.Constant(FLOAT, 0.0))):
            body(i, value)
