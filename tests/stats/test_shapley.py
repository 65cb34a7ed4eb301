"""Factorial anatomy: vectors, brute force over orders, and what adds up exactly."""

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from dhstats.stats.estimates import clusters
from dhstats.stats.positions import prices

Array = np.ndarray[Any, Any]
NAMES = ("bonus", "hand", "tie")


def by_orders(values: Array) -> Array:
    """Shares as the mean gain over all orders of switching on."""
    n = int(math.log2(len(values)))
    shares = np.zeros(n)
    for order in permutations(range(n)):
        cell = 0
        for component in order:
            more = cell | 1 << (n - 1 - component)
            shares[component] += values[more] - values[cell]
            cell = more
    return shares / math.factorial(n)


def test_shares_of_forks(vectors: dict[str, Any]) -> None:
    """TV-2.6: shares fork by fork, their means and standard errors."""
    known = vectors["v2"]["shap_fork"]
    found = prices.anatomy(np.array(known["data"]), NAMES, np.arange(4))
    assert_allclose(prices.shapley_shares(known["data"]), known["phi"], rtol=1e-9, atol=1e-14)
    assert_allclose([found.shares[name].value for name in NAMES], known["mean"], rtol=1e-9, atol=1e-14)
    assert_allclose([found.shares[name].se for name in NAMES], known["se"], rtol=1e-9, atol=1e-14)
    assert (found.shares["tie"].value, found.shares["tie"].se) == (0.0, 0.0)
    assert_allclose((found.total.value, found.reaction.value), (5.0, 0.25))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_by_all_orders(n: int) -> None:
    """Shares are the mean over all n! orders, for any number of components."""
    values = np.random.default_rng(n).normal(size=2**n)
    assert_allclose(prices.shapley_shares(values), by_orders(values), rtol=1e-9, atol=1e-13)


def test_shares_add_up() -> None:
    """In every fork the shares add up to all on minus all off, to machine precision."""
    values = np.random.default_rng(1).integers(-60, 60, (5000, 16))
    shares = prices.shapley_shares(values)
    assert np.abs(shares.sum(axis=1) - (values[:, -1] - values[:, 0])).max() < 1e-12
    means = prices.anatomy(values, ("bonus", "sixth", "loss", "tie"), np.arange(5000) // 2)
    total = sum(share.value for share in means.shares.values())
    assert_allclose(total, means.total.value - means.reaction.value, atol=1e-12)


def test_a_component_that_does_nothing() -> None:
    """Its share is exactly 0, and additive components have their own gain."""
    chance = np.random.default_rng(2)
    gains, on = (
        chance.integers(-5, 6, (200, 2)),
        np.array([[int(digit) for digit in cell] for cell in prices.cells(3)]),
    )
    values = gains @ on[:, :2].T
    found = prices.anatomy(values, NAMES, np.arange(200) % 50)
    assert (found.shares["tie"].value, found.shares["tie"].se) == (0.0, 0.0)
    assert_array_equal(prices.shapley_shares(values)[:, :2], gains)
    alone = clusters.mean(gains[:, 0], np.arange(200) % 50)
    assert (found.shares["bonus"].value, found.shares["bonus"].se) == (alone.value, alone.se)


def test_bad_tables_are_refused() -> None:
    """Other sizes, and components that do not fit."""
    with pytest.raises(ValueError, match="cells"):
        prices.shapley_shares([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="values for bonus, hand"):
        prices.anatomy(np.zeros((3, 8)), ("bonus", "hand"), np.arange(3))
