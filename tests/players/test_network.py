"""The network against plain arithmetic: sums, slopes, steps; and against a reading of a player's file from outside."""

import base64
import json
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.testing import assert_allclose

import dhstats
from dhstats.engine import lanes, network
from dhstats.engine.compiled import interpreted
from dhstats.engine.lanes import GROUP, UNITS

INPUTS = 20
PLAYERS = Path(dhstats.__file__).parent / "games" / "dragonheart" / "trained"


def driver(function: Any) -> Any:
    """A function of the engine, callable from Python."""
    return function if interpreted() else numba.njit(error_model="numpy")(function)


def forward(weights: Any, inputs: Any, count: int, sums: Any) -> Any:
    """The output for a row of inputs."""
    network.begin(weights, count, sums)
    lanes.add_inputs(sums, weights, inputs, 0, count)
    return network.output(weights, count, sums)


def added(sums: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
    """The sums with some inputs more."""
    lanes.add_inputs(sums, weights, inputs, first, last)


def blamed(weights: Any, count: int, row: Any, target: Any, slope: Any, sums: Any, slopes: Any) -> Any:
    """The engine's slope of one position."""
    return network.blame(weights, count, row, target, slope, sums, slopes)


def descended(weights: Any, count: int, slope: Any, mean: Any, square: Any, rate: float, step: int) -> None:
    """The engine's step of descent."""
    network.descend(weights, count, slope, mean, square, rate, step)


def parameters(seed: int = 1) -> np.ndarray[Any, Any]:
    """A network of random weights."""
    size = (INPUTS + 2) * UNITS + 1
    return np.random.default_rng(seed).normal(0, 0.4, size).astype(np.float32)


def plain(weights: Any, row: Any) -> float:
    """The output by the definition, in double precision."""
    w = np.asarray(weights, float)
    count = len(row)
    hidden = np.maximum(
        np.asarray(row, float) @ w[: count * UNITS].reshape(count, UNITS) + w[count * UNITS :][:UNITS], 0
    )
    return float(hidden @ w[(count + 1) * UNITS :][:UNITS] + w[-1])


def chance(raw: float) -> float:
    """An output as a chance, by the definition."""
    return 0.5 + 0.5 * raw / (1 + abs(raw))


def test_output_is_that_of_the_definition() -> None:
    """Biases, inputs times weights, what is above zero, output weights and bias."""
    compute = driver(forward)
    for seed in range(20):
        row = np.random.default_rng(seed).normal(size=INPUTS).astype(np.float32)
        found = compute(parameters(seed), row, INPUTS, np.zeros(UNITS, np.float32))
        assert found == pytest.approx(plain(parameters(seed), row), abs=2e-4)


def test_one_bit_pattern_however_it_runs() -> None:
    """Compiled sums equal sums by numpy in 32 bits in the same order, bit for bit."""
    row = np.random.default_rng(5).normal(size=INPUTS).astype(np.float32)
    w = parameters(5)
    sums = w[INPUTS * UNITS : (INPUTS + 1) * UNITS].copy()
    for i in range(INPUTS):
        sums += w[i * UNITS : (i + 1) * UNITS] * row[i]
    tree = np.maximum(sums, np.float32(0)) * w[(INPUTS + 1) * UNITS : (INPUTS + 2) * UNITS]
    while len(tree) > 1:
        tree = tree[: len(tree) // 2] + tree[len(tree) // 2 :]
    found = driver(forward)(w, row, INPUTS, np.zeros(UNITS, np.float32))
    assert np.float32(found).tobytes() == np.float32(tree[0] + w[-1]).tobytes()


def test_inputs_that_are_zero_take_no_part() -> None:
    """However many inputs there are and wherever zeros lie, their weights are not even read; sums keep their order."""
    add = driver(added)
    for count in range(2 * GROUP + 3):
        random = np.random.default_rng(count)
        first = count // 5
        row = np.where(random.random(count) < 0.4, random.normal(size=count), 0).astype(np.float32)
        w = random.normal(size=(count, UNITS)).astype(np.float32)
        sums = np.zeros(UNITS, np.float32)
        for i in range(first, count):
            sums += w[i] * row[i]
        w[row == 0] = np.nan
        found = np.zeros(UNITS, np.float32)
        add(found, w.reshape(-1), row, first, count)
        assert found.tobytes() == sums.tobytes()


def test_slope_is_that_of_finite_differences() -> None:
    """Downhill on half the squared error, four times as steep as the chance's own slope is written."""
    w, target = parameters(2), np.float32(0.9)
    row = np.random.default_rng(3).normal(size=INPUTS).astype(np.float32)
    slope = np.zeros_like(w)
    error = driver(blamed)(w, INPUTS, row, target, slope, np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32))
    assert error == pytest.approx(0.9 - chance(plain(w, row)), abs=1e-5)
    wide, step = w.astype(float), 1e-5

    def loss(at: Any) -> float:
        return float((0.9 - chance(plain(at, row))) ** 2)

    chosen = np.random.default_rng(4).choice(len(w), 200, replace=False)
    for i in chosen:
        moved = np.zeros(len(w))
        moved[i] = step
        numeric = -(loss(wide + moved) - loss(wide - moved)) / (2 * step)
        assert slope[i] == pytest.approx(numeric, abs=3e-4)


def test_a_step_of_descent_is_adams() -> None:
    """Three steps against the published algorithm in double precision; the slope starts anew after each."""
    w = parameters(6)
    size, chance_of = len(w), np.random.default_rng(7)
    mean, square = np.zeros(size, np.float32), np.zeros(size, np.float32)
    theirs, m, v = w.astype(float), np.zeros(size), np.zeros(size)
    for step in (1, 2, 3):
        slope = chance_of.normal(size=size).astype(np.float32)
        m, v = 0.9 * m + 0.1 * slope, 0.999 * v + 0.001 * slope.astype(float) ** 2
        corrected = 0.01 * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        theirs = theirs + corrected * m / (np.sqrt(v) + 1e-6)
        driver(descended)(w, size, slope, mean, square, 0.01, step)
        assert not slope.any()
    assert_allclose(w, theirs, atol=2e-5)


def test_a_shipped_file_is_read_as_its_layout_says() -> None:
    """The file's base64 row of floats has as many numbers as inputs, units, biases and output need."""
    files = sorted(PLAYERS.glob("*.json"))
    assert files
    for path in files:
        row = np.frombuffer(base64.b64decode(json.loads(path.read_text())["network"]), "<f4")
        assert (len(row) - 1) % UNITS == 0
        assert np.isfinite(row).all()
