"""Humps of histograms: found where they are, and hardly ever where chance alone makes them."""

from collections import Counter

import numpy as np
import pytest

from dhstats.stats.estimates.quantiles import Distribution, apart, humps


def histogram(values: np.ndarray) -> Distribution:
    """The histogram of rounded numbers."""
    return Distribution.from_counts(Counter(np.rint(values).astype(int).tolist()))


@pytest.mark.parametrize("shape", ["normal", "uniform", "exponential", "poisson"])
@pytest.mark.parametrize("n", [200, 5000])
def test_one_hump_is_hardly_ever_taken_for_two(shape: str, n: int) -> None:
    """100 samples of a shape with one hump: at most one in a hundred is said to have two."""
    draw = np.random.default_rng(7)
    sample = {
        "normal": lambda: draw.normal(0, 23, n), "uniform": lambda: draw.uniform(-40, 40, n),
        "exponential": lambda: draw.exponential(15, n), "poisson": lambda: draw.poisson(4, n),
    }[shape]  # fmt: skip
    assert sum(len(humps(histogram(sample()))) > 1 for _ in range(100)) <= 1


def test_two_humps_are_found_near_their_middles() -> None:
    """A mixture of two normal shapes, 30 points apart with a standard deviation of nine."""
    draw = np.random.default_rng(8)
    side = draw.random(5000) < 0.5
    low, high = humps(histogram(np.where(side, draw.normal(-20, 9, 5000), draw.normal(10, 9, 5000))))
    assert low == pytest.approx(-20, abs=4)
    assert high == pytest.approx(10, abs=4)


def test_a_comb_is_no_row_of_humps() -> None:
    """Scores that come in fives, as where wounds do, have the humps of their outline alone."""
    draw = np.random.default_rng(9)
    assert len(humps(histogram(5 * np.rint(draw.normal(0, 4, 5000))))) == 1


def test_a_single_value_is_its_own_hump() -> None:
    """One number, one game or many."""
    assert humps(Distribution((3,), (1,))) == (3,)
    assert humps(Distribution((-2,), (90,))) == (-2,)


def test_how_far_histograms_lie_apart() -> None:
    """Alike: 0; nothing in common: 1; half in common: a half."""
    one, other = Distribution((0, 100), (10, 10)), Distribution((100, 200), (5, 5))
    assert apart(one, one) == 0.0
    assert apart(Distribution((0,), (3,)), Distribution((100,), (8,))) == 1.0
    assert apart(one, other) == pytest.approx(0.5)
