"""A small network that values positions: inputs, one hidden layer of rectified units, one output.

Its parameters are one row of 32-bit floats: for each input the weights of all hidden units, then the units' biases,
the output's weights and the output's bias. Choosing a move needs no transcendental function: the best move is the one
with the largest output, and a chance of winning is a fraction of it.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.engine.lanes import UNITS, add_inputs, add_outer, weighted_sum

MAX_INPUTS = 250
MAX_PARAMETERS = (MAX_INPUTS + 2) * UNITS + 1


@compiled()
def size(inputs: int) -> int:
    """How many parameters a network with so many inputs has."""
    return (inputs + 2) * UNITS + 1


@compiled()
def begin(network: Any, inputs: int, sums: Any) -> None:
    """The hidden units' sums before any input: their biases."""
    for unit in range(UNITS):
        sums[unit] = network[inputs * UNITS + unit]


@compiled()
def output(network: Any, inputs: int, sums: Any) -> Any:
    """The output for finished sums, before it is made a chance."""
    start = (inputs + 1) * UNITS
    return weighted_sum(sums, network, start) + network[start + UNITS]


@compiled()
def chance(raw: Any) -> Any:
    """An output as a chance between 0 and 1: one half at 0, steepest there."""
    size = raw if raw > 0 else -raw
    return np.float32(0.5) + np.float32(0.5) * raw / (np.float32(1.0) + size)


@compiled()
def blame(network: Any, inputs: int, row: Any, target: Any, slope: Any, sums: Any, slopes: Any) -> Any:
    """Adds the slope of the squared error of a chance, downhill, to `slope`; returns the error."""
    begin(network, inputs, sums)
    add_inputs(sums, network, row, 0, inputs)
    raw = output(network, inputs, sums)
    size = raw if raw > 0 else -raw
    error = target - chance(raw)
    bend = np.float32(1.0) + size
    step = error / (bend * bend)
    start = (inputs + 1) * UNITS
    for unit in range(UNITS):
        active = sums[unit] > 0
        slopes[unit] = step * network[start + unit] if active else np.float32(0.0)
        slope[start + unit] += step * sums[unit] if active else np.float32(0.0)
        slope[inputs * UNITS + unit] += slopes[unit]
    slope[start + UNITS] += step
    add_outer(slope, row, 0, inputs, slopes)
    return error


@compiled(inline=False)
def descend(network: Any, count: int, slope: Any, mean: Any, square: Any, rate: Any, step: int) -> None:
    """One step of Adam, and the slope back to zero.

    Source: Kingma and Ba, "Adam: a method for stochastic optimization" (2015), algorithm 1.
    """
    b1, b2 = np.float32(0.9), np.float32(0.999)
    one = np.float32(1.0)
    pace = np.float32(rate * (1.0 - 0.999**step) ** 0.5 / (1.0 - 0.9**step))
    for i in range(count):
        g = slope[i]
        mean[i] = b1 * mean[i] + (one - b1) * g
        square[i] = b2 * square[i] + (one - b2) * g * g
        network[i] += pace * mean[i] / (np.sqrt(square[i]) + np.float32(1e-6))
        slope[i] = np.float32(0.0)
