"""Sums over the units of one layer of a small network, all units side by side, each unit's sum in one fixed order.

The compiler may not reorder additions of floats, so a loop over inputs stays a loop; but units do not depend on each
other, and a row of them fits into a few wide registers. Multiplication and addition are rounded separately, and the
last sum is a fixed tree, so that every machine gets the same bits.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils

from dhstats.engine.operations import operation
from dhstats.engine.vectors import ACTIVE, ANY, Rows, for_each_input, load, store


class Lanes:
    """The sums of a layer with a given number of units; a weight's row is the weights from one input to all units.

    In numpy, where nothing is compiled; `lanes` has all of it as operations.
    """

    def __init__(self, units: int) -> None:
        self._units = units

    def _rows(self, weights: Any, inputs: Any, first: int, last: int) -> Iterator[tuple[int, Any]]:
        for i in first + np.flatnonzero(inputs[first:last]):
            yield int(i), weights[i * self._units : (i + 1) * self._units]

    def add_inputs(self, sums: Any, base: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
        """The units' sums are those of `base`, and inputs `first` to `last` - 1, each times its row of weights."""
        sums[: self._units] = base[: self._units]
        for i, row in self._rows(weights, inputs, first, last):
            sums[: self._units] += row * inputs[i]

    def add_changes(self, sums: Any, base: Any, weights: Any, inputs: Any, before: Any, first: int, last: int) -> None:
        """The same with what these inputs have become more than they were `before`."""
        self.add_inputs(sums, base, weights, inputs - before, first, last)

    def add_outer(self, weights: Any, inputs: Any, first: int, last: int, slopes: Any) -> None:
        """Adds to the rows of weights of inputs `first` to `last` - 1 the input times each unit's slope."""
        for i, row in self._rows(weights, inputs, first, last):
            row += slopes[: self._units] * inputs[i]

    def add_active(self, sums: Any, base: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
        """`add_inputs` for inputs that are sums of units below: those that are not above zero take no part."""
        self.add_inputs(sums, base, weights, np.maximum(inputs, 0), first, last)

    def outer_active(self, weights: Any, inputs: Any, first: int, last: int, slopes: Any) -> None:
        """`add_outer` for such inputs."""
        self.add_outer(weights, np.maximum(inputs, 0), first, last, slopes)

    def inner_active(self, slopes: Any, weights: Any, inputs: Any, first: int, last: int, above: Any) -> None:
        """Puts into slopes `first` to `last` - 1 the sum over units of slope times weight, for such inputs alone."""
        for i, row in self._rows(weights, np.maximum(inputs, 0), first, last):
            slopes[i] = _tree(row * above[: self._units])

    def weighted_sum(self, sums: Any, weights: Any, start: int) -> np.float32:
        """The sum over units of what is above zero, times the unit's weight, added up as a tree."""
        active = np.where(sums[: self._units] > 0, sums[: self._units], np.float32(0))
        return _tree(active * weights[start : start + self._units])

    def trace_output(
        self, slopes: Any, sums: Any, network: Any, slope: Any, step: np.float32, weights: int, biases: int
    ) -> None:
        """What the units contribute to a step of that sum: puts it into `slopes`, and adds it to the slope.

        That lies from `biases` on; what the units' weights contribute, from `weights` on, as in the network.
        """
        active, none = sums[: self._units] > 0, np.float32(0.0)
        slopes[: self._units] = np.where(active, step * network[weights : weights + self._units], none)
        slope[weights : weights + self._units] += np.where(active, step * sums[: self._units], none)
        self.add_row(slope, biases, slopes)

    def add_row(self, total: Any, start: int, row: Any) -> None:
        """Adds a row of the units to what begins there in a total."""
        total[start : start + self._units] += row[: self._units]


def _tree(row: Any) -> np.float32:
    """A row added up: its halves, then the halves of that."""
    while len(row) > 1:
        row = row[: len(row) // 2] + row[len(row) // 2 :]
    return np.float32(row[0])


class _Code(Rows):
    """The same by name in the compiler's language, whole rows in registers."""

    def _add_inputs(self, builder: Any, sums: Any, base: Any, weights: Any, inputs: Any, *span: Any) -> None:
        self._sum_up(builder, sums, base, weights, [inputs], span)

    def _add_changes(self, builder: Any, sums: Any, base: Any, weights: Any, now: Any, before: Any, *span: Any) -> None:
        self._sum_up(builder, sums, base, weights, [now, before], span)

    def _add_active(self, builder: Any, sums: Any, base: Any, weights: Any, inputs: Any, *span: Any) -> None:
        self._sum_up(builder, sums, base, weights, [inputs], span, ACTIVE)

    def _sum_up(
        self, builder: Any, sums: Any, base: Any, weights: Any, inputs: Any, span: Any, such: str = ANY
    ) -> None:
        """The sums stay in registers until they are whole; a row that was copied before would have to be waited for."""
        home = self.address(builder, sums)
        total = cgutils.alloca_once_value(builder, load(builder, self.address(builder, base)))

        def body(i: Any, value: Any) -> None:
            product = builder.fmul(self.spread(builder, value), load(builder, self.row(builder, weights, i)))
            builder.store(builder.fadd(builder.load(total), product), total)

        for_each_input(builder, inputs, span, body, such)
        store(builder, builder.load(total), home)

    def _add_outer(self, builder: Any, weights: Any, inputs: Any, first: Any, last: Any, slopes: Any) -> None:
        self._outer(builder, weights, inputs, (first, last), slopes, ANY)

    def _outer_active(self, builder: Any, weights: Any, inputs: Any, first: Any, last: Any, slopes: Any) -> None:
        self._outer(builder, weights, inputs, (first, last), slopes, ACTIVE)

    def _outer(self, builder: Any, weights: Any, inputs: Any, span: Any, slopes: Any, such: str) -> None:
        slope = load(builder, self.address(builder, slopes))

        def body(i: Any, value: Any) -> None:
            self._add(builder, self.row(builder, weights, i), builder.fmul(self.spread(builder, value), slope))

        for_each_input(builder, [inputs], span, body, such)

    def _inner_active(
        self, builder: Any, slopes: Any, weights: Any, inputs: Any, first: Any, last: Any, above: Any
    ) -> None:
        slope = load(builder, self.address(builder, above))

        def body(i: Any, value: Any) -> None:
            row = load(builder, self.row(builder, weights, i))
            builder.store(self.total(builder, builder.fmul(row, slope)), builder.gep(slopes, [i]))

        for_each_input(builder, [inputs], (first, last), body, ACTIVE)

    def _weighted_sum(self, builder: Any, sums: Any, weights: Any, start: Any) -> Any:
        row, zero = load(builder, self.address(builder, sums)), ir.Constant(self.kind, [0.0] * self.units)
        row = builder.select(builder.fcmp_ordered(">", row, zero), row, zero)
        return self.total(builder, builder.fmul(row, load(builder, self.address(builder, weights, start))))

    def _trace_output(
        self, builder: Any, slopes: Any, sums: Any, network: Any, slope: Any, step: Any, weights: Any, biases: Any
    ) -> None:
        units, zero = load(builder, self.address(builder, sums)), ir.Constant(self.kind, [0.0] * self.units)
        pace, active = self.spread(builder, step), builder.fcmp_ordered(">", units, zero)
        own = load(builder, self.address(builder, network, weights))
        by_weight = builder.select(active, builder.fmul(pace, own), zero)
        by_unit = builder.select(active, builder.fmul(pace, units), zero)
        store(builder, by_weight, self.address(builder, slopes))
        self._add(builder, self.address(builder, slope, weights), by_unit)
        self._add(builder, self.address(builder, slope, biases), by_weight)

    def _add_row(self, builder: Any, total: Any, start: Any, row: Any) -> None:
        self._add(builder, self.address(builder, total, start), load(builder, self.address(builder, row)))

    def _add(self, builder: Any, place: Any, more: Any) -> None:
        store(builder, builder.fadd(load(builder, place), more), place)


@cache
def lanes(units: int) -> Lanes:
    """The sums of layers of so many units, a power of two, for compiled functions where anything is compiled."""
    made, code = Lanes(units), _Code(units)
    for name in vars(Lanes):
        if not name.startswith("_"):
            setattr(made, name, operation(getattr(code, f"_{name}"))(getattr(made, name)))
    return made
