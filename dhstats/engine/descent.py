"""Steps of descent: what changes all parameters of a network at once, by rows of floats in one fixed order."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted
from dhstats.engine.vectors import GROUP, INDEX, Rows, load, store

B1, B2, ONE = np.float32(0.9), np.float32(0.999), np.float32(1.0)  # how slowly Adam's two means change


def descend_row(network: Any, slope: Any, mean: Any, square: Any, pace: Any, count: int) -> None:
    """One step of Adam for `count` parameters, and those behind them that fill the last group; no slope is left."""
    to = -(-count // GROUP) * GROUP
    g = slope[:to]
    mean[:to] = B1 * mean[:to] + (ONE - B1) * g
    square[:to] = B2 * square[:to] + (ONE - B2) * g * g
    network[:to] += pace * mean[:to] / (np.sqrt(square[:to]) + np.float32(1e-6))
    slope[:to] = 0


def gather_row(total: Any, row: Any, count: int) -> None:
    """Adds a row of `count` numbers, and those behind them that fill the last group, to a total; zeros are left."""
    to = -(-count // GROUP) * GROUP
    total[:to] += row[:to]
    row[:to] = 0


@intrinsic  # type: ignore[untyped-decorator]
def _descend_row(_: Any, network: Any, slope: Any, mean: Any, square: Any, pace: Any, count: Any) -> Any:
    """The same, compiled."""
    rows = Rows(GROUP)

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        def constant(value: Any) -> Any:
            return ir.Constant(rows.kind, [float(np.float32(value))] * GROUP)

        root = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(rows.kind, [rows.kind]), f"llvm.sqrt.v{GROUP}f32"
        )
        width = ir.Constant(INDEX, GROUP)
        groups = builder.sdiv(builder.add(args[5], ir.Constant(INDEX, GROUP - 1)), width)
        with cgutils.for_range(builder, groups) as loop:
            places = [
                rows.row(context, builder, kind, array, loop.index)
                for kind, array in zip((network, slope, mean, square), args[:4], strict=True)
            ]
            now, g, m, v = (load(builder, place) for place in places)
            m = builder.fadd(builder.fmul(constant(B1), m), builder.fmul(constant(ONE - B1), g))
            v = builder.fadd(builder.fmul(constant(B2), v), builder.fmul(builder.fmul(constant(ONE - B2), g), g))
            low = builder.fadd(builder.call(root, [v]), constant(1e-6))
            now = builder.fadd(now, builder.fdiv(builder.fmul(rows.spread(builder, args[4]), m), low))
            for value, place in zip((now, constant(0.0), m, v), places, strict=True):
                store(builder, value, place)
        return context.get_dummy_value()

    return types.void(network, slope, mean, square, types.float32, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _gather_row(_: Any, total: Any, row: Any, count: Any) -> Any:
    """The same, compiled."""
    rows = Rows(GROUP)

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        groups = builder.sdiv(builder.add(args[2], ir.Constant(INDEX, GROUP - 1)), ir.Constant(INDEX, GROUP))
        with cgutils.for_range(builder, groups) as loop:
            places = [rows.row(context, builder, *each, loop.index) for each in ((total, args[0]), (row, args[1]))]
            store(builder, builder.fadd(*(load(builder, place) for place in places)), places[0])
            store(builder, ir.Constant(rows.kind, [0.0] * GROUP), places[1])
        return context.get_dummy_value()

    return types.void(total, row, types.int64), generate


if not interpreted():
    descend_row, gather_row = _descend_row, _gather_row
