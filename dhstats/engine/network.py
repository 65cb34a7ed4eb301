"""A small network that values positions: inputs, one or two hidden layers of rectified units, one output.

Its parameters are one row of 32-bit floats: for each input the weights of all units, then the units' biases; if there
is a second layer, for each unit the weights of all units there, then those units' biases; then the output's weights and
its bias. Choosing a move needs no transcendental function: the best move is the one with the largest output, and a
chance of winning is a fraction of it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import cgutils

from dhstats.engine.compiled import bind_named, compiled, unbound
from dhstats.engine.lanes import lanes
from dhstats.engine.operations import operation
from dhstats.engine.vectors import GROUP, INDEX, Rows, load, store

B1, B2, ONE = np.float32(0.9), np.float32(0.999), np.float32(1.0)  # how slowly Adam's two means change


def _descend(builder: Any, network: Any, slope: Any, mean: Any, square: Any, pace: Any, count: Any) -> None:
    rows = Rows(GROUP)

    def constant(value: Any) -> Any:
        return ir.Constant(rows.kind, [float(np.float32(value))] * GROUP)

    kind = ir.FunctionType(rows.kind, [rows.kind])
    root = cgutils.get_or_insert_function(builder.module, kind, f"llvm.sqrt.v{GROUP}f32")
    groups = builder.sdiv(builder.add(count, ir.Constant(INDEX, GROUP - 1)), ir.Constant(INDEX, GROUP))
    with cgutils.for_range(builder, groups) as loop:
        places = [rows.row(builder, array, loop.index) for array in (network, slope, mean, square)]
        now, g, m, v = (load(builder, place) for place in places)
        m = builder.fadd(builder.fmul(constant(B1), m), builder.fmul(constant(ONE - B1), g))
        v = builder.fadd(builder.fmul(constant(B2), v), builder.fmul(builder.fmul(constant(ONE - B2), g), g))
        low = builder.fadd(builder.call(root, [v]), constant(1e-6))
        now = builder.fadd(now, builder.fdiv(builder.fmul(rows.spread(builder, pace), m), low))
        for value, place in zip((now, constant(0.0), m, v), places, strict=True):
            store(builder, value, place)


@operation(_descend)
def descend_row(network: Any, slope: Any, mean: Any, square: Any, pace: np.float32, count: int) -> None:
    """One step of Adam for `count` parameters, and those behind them that fill the last group; no slope is left."""
    to = -(-count // GROUP) * GROUP
    g = slope[:to]
    mean[:to] = B1 * mean[:to] + (ONE - B1) * g
    square[:to] = B2 * square[:to] + (ONE - B2) * g * g
    network[:to] += pace * mean[:to] / (np.sqrt(square[:to]) + np.float32(1e-6))
    slope[:to] = 0


def _gather(builder: Any, total: Any, row: Any, count: Any) -> None:
    rows = Rows(GROUP)
    groups = builder.sdiv(builder.add(count, ir.Constant(INDEX, GROUP - 1)), ir.Constant(INDEX, GROUP))
    with cgutils.for_range(builder, groups) as loop:
        places = [rows.row(builder, array, loop.index) for array in (total, row)]
        store(builder, builder.fadd(*(load(builder, place) for place in places)), places[0])
        store(builder, ir.Constant(rows.kind, [0.0] * GROUP), places[1])


@operation(_gather)
def gather_row(total: Any, row: Any, count: int) -> None:
    """Adds a row of `count` numbers, and those behind them that fill the last group, to a total; zeros are left."""
    to = -(-count // GROUP) * GROUP
    total[:to] += row[:to]
    row[:to] = 0


MAX_INPUTS, MAX_UNITS, MAX_SECOND = 384, 128, 32


@dataclass(frozen=True, slots=True)
class Shape:
    """How many inputs a network has, how many units, and how many in a second layer: 0 if there is none."""

    inputs: int
    units: int = 64
    second: int = 0

    @property
    def parameters(self) -> int:
        """How many parameters such a network has."""
        last = self.second or self.units
        return (self.inputs + 1) * self.units + (self.units + 1) * self.second * (self.second > 0) + last + 1


MAX_PARAMETERS = Shape(MAX_INPUTS, MAX_UNITS, MAX_SECOND).parameters

INPUTS = UNITS = SECOND = 0  # those of a shape; FIRST is where what follows the first layer begins
FIRST = 0
add_inputs = add_outer = add_active = outer_active = inner_active = weighted_sum = unbound
add_row = trace_output = unbound
begin = output = trace_back = unbound


def _begin(network: Any, sums: Any, inputs: Any, last: int) -> None:
    """The units' sums over their biases and the inputs before `last`."""
    add_inputs(sums, network[INPUTS * UNITS :], network, inputs, 0, last)


def _output_of_one(network: Any, sums: Any, second: Any) -> Any:
    """The output for finished sums, before it is made a chance."""
    return weighted_sum(sums, network, FIRST) + network[FIRST + UNITS]


def _output_of_two(network: Any, sums: Any, second: Any) -> Any:
    """The same through a second layer, whose sums are left in `second`."""
    biases = FIRST + UNITS * SECOND
    add_active(second, network[biases:], network[FIRST:], sums, 0, UNITS)
    return weighted_sum(second, network, biases + SECOND) + network[biases + 2 * SECOND]


@compiled()
def chance(raw: Any) -> Any:
    """An output as a chance between 0 and 1: one half at 0, steepest there."""
    size = raw if raw > 0 else -raw
    return np.float32(0.5) + np.float32(0.5) * raw / (np.float32(1.0) + size)


class Work(NamedTuple):
    """Room for one network at work: the sums of its layers, and how the output depends on them."""

    sums: Any
    second: Any
    slopes: Any
    second_slopes: Any


def _blame(network: Any, row: Any, target: Any, slope: Any, work: Any) -> Any:
    """Adds the slope of the squared error of a chance, downhill, to `slope`; returns the error."""
    begin(network, work.sums, row, INPUTS)
    raw = output(network, work.sums, work.second)
    size = raw if raw > 0 else -raw
    error = target - chance(raw)
    bend = np.float32(1.0) + size
    trace_back(network, row, error / (bend * bend), slope, work)
    return error


def _trace_back_one(network: Any, row: Any, step: Any, slope: Any, work: Any) -> None:
    """Adds to `slope` what each parameter contributes to a step of the output; the sums are those of the row."""
    trace_output(work.slopes, work.sums, network, slope, step, FIRST, INPUTS * UNITS)
    slope[FIRST + UNITS] += step
    add_outer(slope, row, 0, INPUTS, work.slopes)


def _trace_back_two(network: Any, row: Any, step: Any, slope: Any, work: Any) -> None:
    """The same through a second layer."""
    sums, slopes, second, above = work.sums, work.slopes, work.second, work.second_slopes
    biases = FIRST + UNITS * SECOND
    trace_output(above, second, network, slope, step, biases + SECOND, biases)
    slope[biases + 2 * SECOND] += step
    outer_active(slope[FIRST:], sums, 0, UNITS, above)
    for unit in range(UNITS):
        slopes[unit] = np.float32(0.0)
    inner_active(slopes, network[FIRST:], sums, 0, UNITS, above)
    add_row(slope, INPUTS * UNITS, slopes)
    add_outer(slope, row, 0, INPUTS, slopes)


@cache
def network_parts(shape: Shape) -> dict[str, Any]:
    """The functions of networks of a shape, by name, as parts of what is compiled.

    begin(network, sums, inputs, last)        the units' sums over their biases and the inputs before `last`
    add_inputs, add_changes                   of `lanes`, for the first layer
    output(network, sums, second)             the output for finished sums
    blame(network, row, target, slope, work)  adds the slope of the squared error of a chance; returns the error
    trace_back(network, row, step, slope, work)  adds the slope of the output, times a step, after `output`
    """
    first, last = lanes(shape.units), lanes(shape.second or shape.units)
    space: dict[str, Any] = {"INPUTS": shape.inputs, "UNITS": shape.units, "SECOND": shape.second}
    space |= {"FIRST": (shape.inputs + 1) * shape.units, "weighted_sum": last.weighted_sum}
    space |= {"add_inputs": first.add_inputs, "add_changes": first.add_changes, "add_outer": first.add_outer}
    space |= {"add_active": last.add_active, "outer_active": last.outer_active, "inner_active": last.inner_active}
    space |= {"trace_output": last.trace_output, "add_row": first.add_row}
    layers = (_output_of_two, _trace_back_two) if shape.second else (_output_of_one, _trace_back_one)
    templates: dict[str, Any] = {"begin": _begin, "output": layers[0], "trace_back": layers[1], "blame": _blame}
    space = bind_named(templates, f"{shape.inputs}-{shape.units}-{shape.second}", space, inline=True)
    return {name: space[name] for name in ("UNITS", "add_inputs", "add_changes", *templates)}


@compiled(inline=False)
def descend(network: Any, count: int, slope: Any, moments: Any, rate: float, step: int) -> None:
    """One step of Adam for the first `count` parameters, and the slope back to zero.

    `moments` are the mean of slopes and of their squares; all rows are as long as whole rows of `lanes` need.
    Source: Kingma and Ba, "Adam: a method for stochastic optimization" (2015), algorithm 1.
    """
    pace = np.float32(rate * (1.0 - 0.999**step) ** 0.5 / (1.0 - 0.9**step))
    descend_row(network, slope, moments[0], moments[1], pace, count)
