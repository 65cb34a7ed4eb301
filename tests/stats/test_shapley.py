"""Factorial anatomy: vectors, brute force over orders, and what adds up exactly."""

import math
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from dhstats.stats.estimates import clusters
from dhstats.stats.positions import shapley

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


def test_shares(vectors: dict[str, Any]) -> None:
    """TV-2.5: shares of bonus, hand and tie-break, and their interactions."""
    known = vectors["v2"]
    values = shapley.table(known["shap_v"])
    assert_allclose(shapley.shapley_shares(values), [known["shap"][name] for name in NAMES], rtol=1e-9)
    index = shapley.interaction_index(values)
    for one, other in combinations(range(3), 2):
        assert_allclose(index[one, other], known["shap_int"][f"{NAMES[one]}:{NAMES[other]}"], rtol=1e-9)
    assert_array_equal(index, index.T)


def test_shares_of_forks(vectors: dict[str, Any]) -> None:
    """TV-2.6: shares fork by fork, their means and standard errors."""
    known = vectors["v2"]["shap_fork"]
    found = shapley.anatomy(np.array(known["data"]), NAMES, np.arange(4))
    assert_allclose(found.fork_shares, known["phi"], rtol=1e-9, atol=1e-14)
    assert_allclose([found.shares[name].value for name in NAMES], known["mean"], rtol=1e-9, atol=1e-14)
    assert_allclose([found.shares[name].se for name in NAMES], known["se"], rtol=1e-9, atol=1e-14)
    assert (found.shares["tie"].value, found.shares["tie"].se) == (0.0, 0.0)
    assert_allclose((found.total.value, found.reaction.value), (5.0, 0.25))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_by_all_orders(n: int) -> None:
    """Shares are the mean over all n! orders, for any number of components."""
    values = np.random.default_rng(n).normal(size=2**n)
    assert_allclose(shapley.shapley_shares(values), by_orders(values), rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_interaction_by_merging(n: int) -> None:
    """The interaction of two is the share of both as one, less those of each where the other never is on."""
    values = np.random.default_rng(n).normal(size=2**n)
    cube = values.reshape((2,) * n)
    index = shapley.interaction_index(values)
    for i, j in combinations(range(n), 2):
        together = np.stack([np.take(np.take(cube, k, axis=j), k, axis=i) for k in (0, 1)]).reshape(-1)
        without_j, without_i = np.take(cube, 0, axis=j).reshape(-1), np.take(cube, 0, axis=i).reshape(-1)
        apart = by_orders(without_j)[i] + by_orders(without_i)[j - 1]
        assert_allclose(index[i, j], by_orders(together)[0] - apart, rtol=1e-9, atol=1e-13)


def test_shares_add_up() -> None:
    """In every fork the shares add up to all on minus all off, to machine precision."""
    values = np.random.default_rng(1).integers(-60, 60, (5000, 16))
    shares = shapley.shapley_shares(values)
    assert np.abs(shares.sum(axis=1) - (values[:, -1] - values[:, 0])).max() < 1e-12
    means = shapley.anatomy(values, ("bonus", "sixth", "loss", "tie"), np.arange(5000) // 2)
    total = sum(share.value for share in means.shares.values())
    assert_allclose(total, means.total.value - means.reaction.value, atol=1e-12)


def test_factorial_effects() -> None:
    """Main effects and interactions of a table with known coefficients."""
    bonus, hand, tie = (np.array([int(cell[i]) for cell in shapley.cells(3)]) for i in range(3))
    values = 2.0 + 3.0 * bonus - hand + 4.0 * bonus * hand + 0.5 * bonus * hand * tie
    assert shapley.factorial_effects(values, (0,)) == 3.0 + 4.0 * 0.5 + 0.5 * 0.25
    assert shapley.factorial_effects(values, (0, 1)) == 4.0 + 0.25
    assert shapley.factorial_effects(values, (0, 2)) == 0.25
    assert shapley.factorial_effects(values, (0, 1, 2)) == 0.5
    found = shapley.anatomy(np.tile(values, (6, 1)), NAMES, np.arange(6), bounds=(-10, 10))
    assert found.joint["bonus", "hand"].value == 4.25
    assert found.main["bonus"].se == 0.0
    assert math.isfinite(found.interactions["hand", "tie"].interval.high)


def test_a_component_that_does_nothing() -> None:
    """Its share, effect and interactions are exactly 0, and additive components have their own gain."""
    chance = np.random.default_rng(2)
    gains, on = (
        chance.integers(-5, 6, (200, 2)),
        np.array([[int(digit) for digit in cell] for cell in shapley.cells(3)]),
    )
    values = gains @ on[:, :2].T
    found = shapley.anatomy(values, NAMES, np.arange(200) % 50)
    assert (found.shares["tie"].value, found.shares["tie"].se, found.main["tie"].value) == (0.0, 0.0, 0.0)
    assert_array_equal(found.fork_shares[:, :2], gains)
    assert all(pair.value == 0.0 for pair in found.interactions.values())
    alone = clusters.mean(gains[:, 0], np.arange(200) % 50)
    assert (found.shares["bonus"].value, found.shares["bonus"].se) == (alone.value, alone.se)


def test_one_component() -> None:
    """A single component has all there is."""
    found = shapley.anatomy(np.array([[1.0, 4.0], [0.0, 2.0]]), ("bonus",), [1, 2])
    assert (found.shares["bonus"].value, found.total.value, found.reaction.value) == (2.5, 3.0, 0.5)
    assert not found.interactions


def test_bad_tables_are_refused() -> None:
    """Missing cells, other sizes, unknown components."""
    with pytest.raises(ValueError, match="cells"):
        shapley.table({"00": 1.0, "01": 1.0, "11": 1.0})
    with pytest.raises(ValueError, match="cells"):
        shapley.shapley_shares([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="different components"):
        shapley.factorial_effects(np.zeros(4), (0, 0))
    with pytest.raises(ValueError, match="values for bonus, hand"):
        shapley.anatomy(np.zeros((3, 8)), ("bonus", "hand"), np.arange(3))
