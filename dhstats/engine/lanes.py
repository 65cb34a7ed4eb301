"""Sums over the units of one layer of a small network, all units side by side, each unit's sum in one fixed order.

The compiler may not reorder additions of floats, so a loop over inputs stays a loop; but units do not depend on each
other, and a row of them fits into a few wide registers. Multiplication and addition are rounded separately, and the
last sum is a fixed tree, so that every machine gets the same bits.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted
from dhstats.engine.vectors import ACTIVE, ANY, INDEX, Rows, for_each_input, load, store


class Lanes(NamedTuple):
    """The sums of a layer with a given number of units; a weight's row is the weights from one input to all units.

    add_inputs(sums, base, weights, inputs, first, last)
        the sums of all units are those of `base`, and inputs `first` to `last` - 1, each times its row of weights
    add_changes(sums, base, weights, inputs, before, first, last)
        the same with what these inputs have become more than they were `before`
    add_outer(weights, inputs, first, last, slopes)
        adds to the rows of weights of inputs `first` to `last` - 1 the input times each unit's slope
    add_active, outer_active
        the same two for inputs that are sums of units below: those that are not above zero take no part
    inner_active(slopes, weights, inputs, first, last, above)
        puts into slopes `first` to `last` - 1 the sum over units of slope times weight, where such inputs take part
    weighted_sum(sums, weights, start)
        the sum over units of what is above zero, times the unit's weight, added up as a tree
    trace_output(slopes, sums, network, slope, step, weights, biases)
        what the units contribute to a step of that sum: puts it into `slopes`, and adds it to the slope from `biases`
        on; and what their weights contribute, to the slope from `weights` on, as the weights do in the network
    add_row(total, start, row)
        adds a row of the units to what begins there in a total
    """

    add_inputs: Callable[..., None]
    add_changes: Callable[..., None]
    add_outer: Callable[..., None]
    add_active: Callable[..., None]
    outer_active: Callable[..., None]
    inner_active: Callable[..., None]
    weighted_sum: Callable[..., Any]
    trace_output: Callable[..., None]
    add_row: Callable[..., None]


@cache
def lanes(units: int) -> Lanes:
    """The sums of layers of so many units, a power of two: in numpy where nothing is compiled."""
    if not interpreted():
        rows = Rows(units)
        all_of, active = (_add_inputs(rows, ANY), _add_outer(rows, ANY)), _add_inputs(rows, ACTIVE)
        behind = _add_outer(rows, ACTIVE), _inner_active(rows)
        last = _weighted_sum(rows), _trace_output(rows), _add_row(rows)
        return Lanes(all_of[0], _add_changes(rows), all_of[1], active, *behind, *last)
    plain = _InNumpy(units)
    return Lanes(
        plain.add_inputs, plain.add_changes, plain.add_outer, plain.add_active, plain.outer_active, plain.inner_active,
        plain.weighted_sum, plain.trace_output, plain.add_row,
    )  # fmt: skip


def _tree(row: Any) -> Any:
    """A row added up: its halves, then the halves of that."""
    while len(row) > 1:
        row = row[: len(row) // 2] + row[len(row) // 2 :]
    return np.float32(row[0])


class _InNumpy:
    """The sums of layers in numpy, where nothing is compiled."""

    def __init__(self, units: int) -> None:
        self._units = units

    def _rows(self, weights: Any, inputs: Any, first: int, last: int) -> Iterator[tuple[int, Any]]:
        for i in first + np.flatnonzero(inputs[first:last]):
            yield int(i), weights[i * self._units : (i + 1) * self._units]

    def add_inputs(self, sums: Any, base: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
        """Adds inputs, each times its row of weights."""
        sums[: self._units] = base[: self._units]
        for i, row in self._rows(weights, inputs, first, last):
            sums[: self._units] += row * inputs[i]

    def add_changes(self, sums: Any, base: Any, weights: Any, inputs: Any, before: Any, first: int, last: int) -> None:
        """Adds what inputs have become more."""
        self.add_inputs(sums, base, weights, inputs - before, first, last)

    def add_outer(self, weights: Any, inputs: Any, first: int, last: int, slopes: Any) -> None:
        """Adds to rows of weights."""
        for i, row in self._rows(weights, inputs, first, last):
            row += slopes[: self._units] * inputs[i]

    def add_active(self, sums: Any, base: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
        """Adds inputs that are above zero."""
        self.add_inputs(sums, base, weights, np.maximum(inputs, 0), first, last)

    def outer_active(self, weights: Any, inputs: Any, first: int, last: int, slopes: Any) -> None:
        """Adds to rows of weights of inputs that are above zero."""
        self.add_outer(weights, np.maximum(inputs, 0), first, last, slopes)

    def inner_active(self, slopes: Any, weights: Any, inputs: Any, first: int, last: int, above: Any) -> None:
        """Puts sums over units into slopes."""
        for i, row in self._rows(weights, np.maximum(inputs, 0), first, last):
            slopes[i] = _tree(row * above[: self._units])

    def weighted_sum(self, sums: Any, weights: Any, start: int) -> Any:
        """The sum over units."""
        active = np.where(sums[: self._units] > 0, sums[: self._units], np.float32(0))
        return _tree(active * weights[start : start + self._units])

    def trace_output(
        self, slopes: Any, sums: Any, network: Any, slope: Any, step: Any, weights: int, biases: int
    ) -> None:
        """What units and their weights contribute to the sum."""
        active, none = sums[: self._units] > 0, np.float32(0.0)
        slopes[: self._units] = np.where(active, step * network[weights : weights + self._units], none)
        slope[weights : weights + self._units] += np.where(active, step * sums[: self._units], none)
        self.add_row(slope, biases, slopes)

    def add_row(self, total: Any, start: int, row: Any) -> None:
        """Adds a row to a part of a total."""
        total[start : start + self._units] += row[: self._units]


Typed = tuple[Any, Any]  # an array with its type before it


def _sum_up(rows: Rows, sums: Typed, base: Typed, weights: Typed, such: str = ANY) -> Callable[..., Any]:
    """Writes a row of sums: those of a base, and each input times its row of weights.

    The sums stay in registers until they are whole; a row that was copied before would have to be waited for.
    """

    def generate(context: Any, builder: Any, arrays: Any, span: Any) -> Any:
        home, begin = (rows.address(context, builder, *each, ir.Constant(INDEX, 0)) for each in (sums, base))
        total = cgutils.alloca_once_value(builder, load(builder, begin))

        def body(i: Any, value: Any) -> None:
            product = builder.fmul(rows.spread(builder, value), load(builder, rows.row(context, builder, *weights, i)))
            builder.store(builder.fadd(builder.load(total), product), total)

        for_each_input(context, builder, arrays, span, body, such)
        store(builder, builder.load(total), home)
        return context.get_dummy_value()

    return generate


def _add_inputs(rows: Rows, such: str) -> Callable[..., None]:
    @intrinsic  # type: ignore[untyped-decorator]
    def add_inputs(_: Any, sums: Any, base: Any, weights: Any, inputs: Any, first: Any, last: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            add = _sum_up(rows, (sums, args[0]), (base, args[1]), (weights, args[2]), such)
            return add(context, builder, [(inputs, args[3])], args[4:])

        return types.void(sums, base, weights, inputs, types.int64, types.int64), generate

    return add_inputs


def _add_changes(rows: Rows) -> Callable[..., None]:
    @intrinsic  # type: ignore[untyped-decorator]
    def add_changes(_: Any, sums: Any, base: Any, weights: Any, inputs: Any, before: Any, first: Any, last: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            add = _sum_up(rows, (sums, args[0]), (base, args[1]), (weights, args[2]))
            return add(context, builder, [(inputs, args[3]), (before, args[4])], args[5:])

        return types.void(sums, base, weights, inputs, before, types.int64, types.int64), generate

    return add_changes


def _add_outer(rows: Rows, such: str) -> Callable[..., None]:
    @intrinsic  # type: ignore[untyped-decorator]
    def add_outer(_: Any, weights: Any, inputs: Any, first: Any, last: Any, slopes: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            slope = load(builder, rows.address(context, builder, slopes, args[4], ir.Constant(INDEX, 0)))

            def body(i: Any, value: Any) -> None:
                row = rows.row(context, builder, weights, args[0], i)
                product = builder.fmul(rows.spread(builder, value), slope)
                store(builder, builder.fadd(load(builder, row), product), row)

            for_each_input(context, builder, [(inputs, args[1])], args[2:4], body, such)
            return context.get_dummy_value()

        return types.void(weights, inputs, types.int64, types.int64, slopes), generate

    return add_outer


def _inner_active(rows: Rows) -> Callable[..., None]:
    @intrinsic  # type: ignore[untyped-decorator]
    def inner_active(_: Any, slopes: Any, weights: Any, inputs: Any, first: Any, last: Any, above: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            slope = load(builder, rows.address(context, builder, above, args[5], ir.Constant(INDEX, 0)))
            data = context.make_array(slopes)(context, builder, args[0]).data

            def body(i: Any, value: Any) -> None:
                row = load(builder, rows.row(context, builder, weights, args[1], i))
                builder.store(rows.total(builder, builder.fmul(row, slope)), builder.gep(data, [i]))

            for_each_input(context, builder, [(inputs, args[2])], args[3:5], body, ACTIVE)
            return context.get_dummy_value()

        return types.void(slopes, weights, inputs, types.int64, types.int64, above), generate

    return inner_active


def _weighted_sum(rows: Rows) -> Callable[..., Any]:
    @intrinsic  # type: ignore[untyped-decorator]
    def weighted_sum(_: Any, sums: Any, weights: Any, start: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            row = load(builder, rows.address(context, builder, sums, args[0], ir.Constant(INDEX, 0)))
            zero = ir.Constant(rows.kind, [0.0] * rows.units)
            row = builder.select(builder.fcmp_ordered(">", row, zero), row, zero)
            row = builder.fmul(row, load(builder, rows.address(context, builder, weights, args[1], args[2])))
            return rows.total(builder, row)

        return types.float32(sums, weights, types.int64), generate

    return weighted_sum


def _trace_output(rows: Rows) -> Callable[..., None]:
    @intrinsic  # type: ignore[untyped-decorator]
    def trace_output(
        _: Any, slopes: Any, sums: Any, network: Any, slope: Any, step: Any, weights: Any, biases: Any
    ) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            begin, zero = ir.Constant(INDEX, 0), ir.Constant(rows.kind, [0.0] * rows.units)
            places = [
                rows.address(context, builder, *each)
                for each in (
                    (slopes, args[0], begin), (sums, args[1], begin), (network, args[2], args[5]),
                    (slope, args[3], args[5]), (slope, args[3], args[6]),
                )
            ]  # fmt: skip
            units, pace = load(builder, places[1]), rows.spread(builder, args[4])
            active = builder.fcmp_ordered(">", units, zero)
            by_weight = builder.select(active, builder.fmul(pace, load(builder, places[2])), zero)
            by_unit = builder.select(active, builder.fmul(pace, units), zero)
            store(builder, by_weight, places[0])
            for place, more in ((places[3], by_unit), (places[4], by_weight)):
                store(builder, builder.fadd(load(builder, place), more), place)
            return context.get_dummy_value()

        kinds = (slopes, sums, network, slope, types.float32, types.int64, types.int64)
        return types.void(*kinds), generate

    return trace_output


def _add_row(rows: Rows) -> Callable[..., None]:
    @intrinsic  # type: ignore[untyped-decorator]
    def add_row(_: Any, total: Any, start: Any, row: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            place = rows.address(context, builder, total, args[0], args[1])
            more = load(builder, rows.address(context, builder, row, args[2], ir.Constant(INDEX, 0)))
            store(builder, builder.fadd(load(builder, place), more), place)
            return context.get_dummy_value()

        return types.void(total, types.int64, row), generate

    return add_row
