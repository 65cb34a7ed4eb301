"""The network against plain arithmetic: sums, slopes, steps; and against a reading of a player's file from outside."""

import base64
import json
from itertools import product
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.testing import assert_allclose

import dhstats
from dhstats.engine import network, vectors
from dhstats.engine.compiled import bind, interpreted, unbound
from dhstats.engine.network import Shape, Work, network_parts
from dhstats.engine.vectors import GROUP, WIDTHS
from dhstats.games.catalogue import load
from dhstats.players.learning.learner import room
from dhstats.players.thinking import learning_of

INPUTS = 20
begin = add_inputs = add_changes = output = blame = unbound
SHAPES = (Shape(INPUTS), Shape(INPUTS, 128, 32))
PLAYERS = Path(dhstats.__file__).parent / "games" / "dragonheart" / "trained"


def driver(template: Any, shape: Shape = SHAPES[0], parts: Any = None) -> Any:
    """A template with the functions of networks of a shape, or other parts, callable from Python."""
    bound = bind(template, str(shape), **(parts or network_parts(shape)))
    return bound if interpreted() else numba.njit(error_model="numpy")(bound)


def forward(weights: Any, inputs: Any, count: int, work: Any) -> Any:
    """The output for a row of inputs."""
    begin(weights, work.sums, inputs, count)
    return output(weights, work.sums, work.second)


def forward_by_changes(weights: Any, inputs: Any, before: Any, work: Any) -> Any:
    """The same from the sums of other inputs."""
    begin(weights, work.sums, before, len(before))
    add_changes(work.sums, work.sums, weights, inputs, before, 0, len(before))
    return output(weights, work.sums, work.second)


def added(sums: Any, base: Any, weights: Any, inputs: Any, first: int, last: int) -> None:
    """The sums of a base with some inputs more."""
    add_inputs(sums, base, weights, inputs, first, last)


def blamed(weights: Any, row: Any, target: Any, slope: Any, work: Any) -> Any:
    """The engine's slope of one position."""
    return blame(weights, row, target, slope, work)


def descended(weights: Any, count: int, slope: Any, moments: Any, rate: float, step: int) -> None:
    """The engine's step of descent."""
    network.descend(weights, count, slope, moments, rate, step)


def parameters(seed: int = 1, shape: Shape = SHAPES[0]) -> np.ndarray[Any, Any]:
    """A network of random weights."""
    return np.random.default_rng(seed).normal(0, 0.2, shape.parameters).astype(np.float32)


def work() -> Work:
    """Room for a network at work."""
    return room(1).work


def parts(weights: Any, shape: Shape) -> list[Any]:
    """A network's parameters as the format orders them: weights and biases of each layer, then of the output."""
    sizes = [(shape.inputs, shape.units), (shape.units,)]
    sizes += [(shape.units, shape.second), (shape.second,)] if shape.second else []
    sizes += [(shape.second or shape.units,), (1,)]
    ends = np.cumsum([int(np.prod(size)) for size in sizes])
    assert ends[-1] == len(weights) == shape.parameters
    return [part.reshape(size) for part, size in zip(np.split(np.asarray(weights), ends[:-1]), sizes, strict=True)]


def plain(weights: Any, row: Any, shape: Shape = SHAPES[0]) -> float:
    """The output by the definition, in double precision."""
    *layers, last, bias = parts(np.asarray(weights, float), shape)
    hidden = np.asarray(row, float)
    for layer, biases in zip(layers[::2], layers[1::2], strict=True):
        hidden = np.maximum(hidden @ layer + biases, 0)
    return float(hidden @ last + bias[0])


def chance(raw: float) -> float:
    """An output as a chance, by the definition."""
    return 0.5 + 0.5 * raw / (1 + abs(raw))


def sums_in_order(start: Any, weights: Any, row: Any) -> Any:
    """Sums of a layer in 32 bits, input by input."""
    sums = start.copy()
    for i in range(len(row)):
        sums += weights[i] * row[i]
    return sums


@pytest.mark.parametrize("shape", SHAPES)
def test_output_is_that_of_the_definition(shape: Shape) -> None:
    """Biases, inputs times weights, what is above zero, output weights and bias; also from sums of other inputs."""
    compute, again = driver(forward, shape), driver(forward_by_changes, shape)
    for seed in range(20):
        random, w = np.random.default_rng(seed), parameters(seed, shape)
        row = random.normal(size=INPUTS).astype(np.float32)
        assert compute(w, row, INPUTS, work()) == pytest.approx(plain(w, row, shape), abs=2e-4)
        before = np.where(random.random(INPUTS) < 0.5, row, random.normal(size=INPUTS)).astype(np.float32)
        assert again(w, row, before, work()) == pytest.approx(plain(w, row, shape), abs=2e-4)


@pytest.mark.parametrize("shape", SHAPES)
def test_one_bit_pattern_however_it_runs(shape: Shape) -> None:
    """Compiled sums equal sums by numpy in 32 bits in the same order, bit for bit."""
    row = np.random.default_rng(5).normal(size=INPUTS).astype(np.float32)
    w = parameters(5, shape)
    *layers, last, bias = parts(w, shape)
    hidden = row
    for layer, biases in zip(layers[::2], layers[1::2], strict=True):
        hidden = np.maximum(sums_in_order(biases, layer, hidden), np.float32(0))
    tree = hidden * last
    while len(tree) > 1:
        tree = tree[: len(tree) // 2] + tree[len(tree) // 2 :]
    told = driver(forward, shape)(w, row, INPUTS, work())
    assert np.float32(told).tobytes() == np.float32(tree[0] + bias[0]).tobytes()


def test_inputs_that_are_zero_take_no_part() -> None:
    """However many inputs there are and wherever zeros lie, their weights are not even read; sums keep their order."""
    add = driver(added)
    units = SHAPES[0].units
    counts = {c for width in WIDTHS for c in (width - 1, width, width + 1, 2 * width, 3 * width - 1)} | {58, 141, 149}
    for count, first in product(sorted(counts), (0, 1, 7)):
        if first > count:
            continue
        random = np.random.default_rng(count)
        row = np.where(random.random(count) < 0.4, random.normal(size=count), 0).astype(np.float32)
        w, base = (random.normal(size=(n, units)).astype(np.float32) for n in (count, 1))
        sums = base[0].copy()
        for i in range(first, count):
            sums += w[i] * row[i]
        w[row == 0] = np.nan
        found = np.full(units, np.nan, np.float32)
        add(found, base[0], w.reshape(-1), row, first, count)
        assert found.tobytes() == sums.tobytes()


def test_what_lies_behind_the_inputs_is_not_read() -> None:
    """Where groups of inputs are not whole, nothing beyond either end takes part."""
    add, units = driver(added), SHAPES[0].units
    for first, last in ((3, 5), (3, 20), (3, 30), (3, 80), (10, 150), (64, 128)):
        row = np.full(300, np.nan, np.float32)
        row[first:last] = 1.0
        found = np.full(units, np.nan, np.float32)
        add(found, np.zeros(units, np.float32), np.ones(300 * units, np.float32), row, first, last)
        assert found.tolist() == [float(last - first)] * units


def copied(target: Any, source: Any, count: int) -> None:
    """The engine's copy."""
    vectors.copy_floats(target, source, count)


def test_floats_are_copied_as_many_as_asked() -> None:
    """From one group on, whole groups or not."""
    copy = driver(copied)
    for count in (GROUP, GROUP + 3, 67, 5 * GROUP):
        target = np.zeros(100, np.float32)
        copy(target, np.arange(1, 101, dtype=np.float32), count)
        assert target.tolist() == [*range(1, count + 1), *[0] * (100 - count)]


STEPS = vectors.float_steps(-1.2, 0.0, 0.2, 3, 1e-9)


def stepped(amount: Any, row: Any) -> None:
    """The engine's steps."""
    vectors.write_steps(amount, STEPS, row)


def test_steps_are_reached_by_the_floats_that_reach_them_in_double_precision() -> None:
    """Floats at a step, and the nearest on either side of it; nothing is written beyond the steps."""
    write = driver(stepped)
    for step in (-1.2, 0.0, 0.2, 3, 1e-9):
        near = np.float32(step)
        for amount in (near, np.nextafter(near, np.float32(9)), np.nextafter(near, np.float32(-9))):
            row = np.full(len(STEPS) + 1, 7, np.float32)
            write(amount, row)
            assert row.tolist() == [*(float(float(amount) >= each) for each in (-1.2, 0.0, 0.2, 3, 1e-9)), 7.0]


STARTS = (0.0, 0.5, 12.5, 25.0)


def ramped(row: Any, amount: float, width: float) -> None:
    """The engine's ramps."""
    vectors.write_ramps(row, amount, STARTS, width)


def test_stretches_are_covered_as_in_double_precision() -> None:
    """Before, within and behind each stretch, with widths of no finite binary fraction; nothing is written beyond."""
    write = driver(ramped)
    for width in (1.0, 12.5, 1 / 3):
        for amount in (-2.0, 0.0, 0.1, 0.5, 2 / 3, 12.5 + 1e-9, 26.0, 1e9):
            row = np.full(len(STARTS) + 1, 7, np.float32)
            write(row, amount, width)
            assert row.tolist() == [*(np.float32(min(max((amount - at) / width, 0.0), 1.0)) for at in STARTS), 7.0]


def gathered(total: Any, row: Any, count: int) -> None:
    """The engine's sum of two slopes."""
    network.gather_row(total, row, count)


def test_slopes_are_added_up_and_left_empty() -> None:
    """As many numbers as fill whole groups."""
    gather = driver(gathered)
    total, row = np.arange(3 * GROUP, dtype=np.float32), np.full(3 * GROUP, 0.5, np.float32)
    gather(total, row, GROUP + 1)
    assert total.tolist() == [k + 0.5 * (k < 2 * GROUP) for k in range(3 * GROUP)]
    assert row.tolist() == [0.5 * (k >= 2 * GROUP) for k in range(3 * GROUP)]


@pytest.mark.parametrize("shape", SHAPES)
def test_slope_is_that_of_finite_differences(shape: Shape) -> None:
    """Downhill on half the squared error, four times as steep as the chance's own slope is written."""
    w, target = parameters(2, shape), np.float32(0.9)
    row = np.random.default_rng(3).normal(size=INPUTS).astype(np.float32)
    slope = np.zeros_like(w)
    error = driver(blamed, shape)(w, row, target, slope, work())
    assert error == pytest.approx(0.9 - chance(plain(w, row, shape)), abs=1e-5)
    wide, step = w.astype(float), 1e-5

    def loss(at: Any) -> float:
        return float((0.9 - chance(plain(at, row, shape))) ** 2)

    chosen = np.random.default_rng(4).choice(len(w), 200, replace=False)
    for i in chosen:
        moved = np.zeros(len(w))
        moved[i] = step
        numeric = -(loss(wide + moved) - loss(wide - moved)) / (2 * step)
        assert slope[i] == pytest.approx(numeric, abs=3e-4)


def test_a_step_of_descent_is_adams() -> None:
    """Three steps against the published algorithm in double precision; the slope starts anew after each."""
    size, chance_of = 3 * GROUP + 5, np.random.default_rng(7)
    long = 4 * GROUP
    w = np.zeros(long, np.float32)
    w[:size] = chance_of.normal(size=size)
    moments, slope = np.zeros((2, long), np.float32), np.zeros(long, np.float32)
    theirs, m, v = w[:size].astype(float), np.zeros(size), np.zeros(size)
    for step in (1, 2, 3):
        slope[:size] = chance_of.normal(size=size)
        m, v = 0.9 * m + 0.1 * slope[:size], 0.999 * v + 0.001 * slope[:size].astype(float) ** 2
        corrected = 0.01 * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        theirs = theirs + corrected * m / (np.sqrt(v) + 1e-6)
        driver(descended)(w, size, slope, moments, 0.01, step)
        assert not slope.any()
    assert_allclose(w[:size], theirs, atol=2e-5)
    assert not w[size:].any()


def test_a_shipped_file_is_read_as_its_layout_says() -> None:
    """The file's base64 row of floats has as many numbers as inputs, units, biases and output need."""
    files = sorted(PLAYERS.glob("*.json"))
    assert files
    for path in files:
        stored = json.loads(path.read_text())
        row = np.frombuffer(base64.b64decode(stored["network"]), "<f4")
        assert len(row) == learning_of(load("dragonheart").game, stored["recipe"].get("version", 1)).parameters
        assert np.isfinite(row).all()
