"""Sums over the hidden units of a small network, all units side by side, each unit's sum in one fixed order.

The compiler may not reorder additions of floats, so a loop over inputs stays a loop; but units do not depend on each
other, and sixty-four of them fit into a few wide registers. Multiplication and addition are rounded separately, and
the last sum is a fixed tree, so that every machine gets the same bits.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted

UNITS = 64
GROUP = 16  # inputs that are compared with zero at once
_FLOAT = ir.FloatType()
_ROW = ir.VectorType(_FLOAT, UNITS)
_INDEX = ir.IntType(64)


def add_inputs(sums: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
    """Adds inputs `first` to `last` - 1, each times its row of weights, to the sums of all units."""
    for i in first + np.flatnonzero(inputs[first:last]):
        sums[:UNITS] += weights[i * UNITS : (i + 1) * UNITS] * inputs[i]


def add_outer(weights: Any, inputs: Any, first: int, last: int, slopes: Any) -> None:
    """Adds to the rows of weights of inputs `first` to `last` - 1 the input times each unit's slope."""
    for i in first + np.flatnonzero(inputs[first:last]):
        weights[i * UNITS : (i + 1) * UNITS] += slopes[:UNITS] * inputs[i]


def weighted_sum(sums: Any, weights: Any, start: int) -> Any:
    """The sum over units of what is above zero, times the unit's weight, added up as a tree."""
    row = np.where(sums[:UNITS] > 0, sums[:UNITS], np.float32(0)) * weights[start : start + UNITS]
    while len(row) > 1:
        row = row[: len(row) // 2] + row[len(row) // 2 :]
    return np.float32(row[0])


def _address(context: Any, builder: Any, kind: Any, array: Any, start: Any) -> Any:
    """Where a row begins in an array of floats, as the address of a row."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [start]), _ROW.as_pointer())


def _load(builder: Any, address: Any) -> Any:
    value = builder.load(address)
    value.align = 4
    return value


def _store(builder: Any, value: Any, address: Any) -> None:
    builder.store(value, address).align = 4


def _spread(builder: Any, number: Any) -> Any:
    """A row that holds a number in every unit."""
    first = builder.insert_element(ir.Constant(_ROW, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), UNITS), [0] * UNITS)
    return builder.shuffle_vector(first, ir.Constant(_ROW, ir.Undefined), zeros)


def _for_each_input(context: Any, builder: Any, types_: Any, args: Any, body: Any) -> None:
    """A loop over the inputs that are not zero; `body` gets the input spread over a row and its row of weights.

    Most inputs are zero, and a sum to which a zero is added is what it was.
    """
    (weights_type, inputs_type), (weights, inputs, first, last) = types_, args
    data = context.make_array(inputs_type)(context, builder, inputs).data

    def add(i: Any, value: Any) -> None:
        row = _address(context, builder, weights_type, weights, builder.mul(i, ir.Constant(_INDEX, UNITS)))
        body(_spread(builder, value), row)

    groups = builder.sdiv(builder.sub(last, first), ir.Constant(_INDEX, GROUP))
    with cgutils.for_range(builder, groups) as loop:
        start = builder.add(first, builder.mul(loop.index, ir.Constant(_INDEX, GROUP)))
        found = cgutils.alloca_once_value(builder, _not_zero(builder, builder.gep(data, [start])))
        with cgutils.for_range(builder, builder.ctpop(builder.load(found))):
            bits = builder.load(found)
            i = builder.add(start, builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
            builder.store(builder.and_(bits, builder.sub(bits, ir.Constant(_INDEX, 1))), found)
            add(i, builder.load(builder.gep(data, [i])))
    done = builder.add(first, builder.mul(groups, ir.Constant(_INDEX, GROUP)))
    with cgutils.for_range(builder, builder.sub(last, done)) as loop:
        i = builder.add(done, loop.index)
        value = builder.load(builder.gep(data, [i]))
        with builder.if_then(builder.fcmp_unordered("!=", value, ir.Constant(_FLOAT, 0.0))):
            add(i, value)


def _not_zero(builder: Any, address: Any) -> Any:
    """Which of a group of inputs are not zero, a bit each."""
    kind = ir.VectorType(_FLOAT, GROUP)
    group = builder.load(builder.bitcast(address, kind.as_pointer()))
    group.align = 4
    other = builder.fcmp_unordered("!=", group, ir.Constant(kind, [0.0] * GROUP))
    return builder.zext(builder.bitcast(other, ir.IntType(GROUP)), _INDEX)


@intrinsic  # type: ignore[untyped-decorator]
def _add_inputs(_: Any, sums: Any, weights: Any, inputs: Any, first: Any, last: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        home = _address(context, builder, sums, args[0], ir.Constant(_INDEX, 0))
        total = cgutils.alloca_once_value(builder, _load(builder, home))

        def body(value: Any, row: Any) -> None:
            product = builder.fmul(value, _load(builder, row))
            builder.store(builder.fadd(builder.load(total), product), total)

        _for_each_input(context, builder, (weights, inputs), args[1:], body)
        _store(builder, builder.load(total), home)
        return context.get_dummy_value()

    return types.void(sums, weights, inputs, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _add_outer(_: Any, weights: Any, inputs: Any, first: Any, last: Any, slopes: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        slope = _load(builder, _address(context, builder, slopes, args[4], ir.Constant(_INDEX, 0)))

        def body(value: Any, row: Any) -> None:
            _store(builder, builder.fadd(_load(builder, row), builder.fmul(value, slope)), row)

        _for_each_input(context, builder, (weights, inputs), args[:4], body)
        return context.get_dummy_value()

    return types.void(weights, inputs, types.int64, types.int64, slopes), generate


@intrinsic  # type: ignore[untyped-decorator]
def _weighted_sum(_: Any, sums: Any, weights: Any, start: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        row = _load(builder, _address(context, builder, sums, args[0], ir.Constant(_INDEX, 0)))
        zero = ir.Constant(_ROW, [0.0] * UNITS)
        row = builder.select(builder.fcmp_ordered(">", row, zero), row, zero)
        row = builder.fmul(row, _load(builder, _address(context, builder, weights, args[1], args[2])))
        width = UNITS
        while width > 1:
            width //= 2
            halves = [
                ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(at, at + width))) for at in (0, width)
            ]
            low, high = (builder.shuffle_vector(row, row, half) for half in halves)
            row = builder.fadd(low, high)
        return builder.extract_element(row, ir.Constant(ir.IntType(32), 0))

    return types.float32(sums, weights, types.int64), generate


if not interpreted():
    add_inputs, add_outer, weighted_sum = _add_inputs, _add_outer, _weighted_sum
