"""Bets in the order of deals, sequences for yes-or-no events, and false discoveries under any dependence."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dhstats.stats.sequential import sequences
from tests.stats.sums import clopper_pearson


def test_bernoulli_mixture(vectors: dict[str, Any]) -> None:
    """TV-3.10 D: 5123 of 10 000."""
    known = vectors["v3"]["bb"]
    interval = sequences.bernoulli_mixture(5123, 10_000)
    assert_allclose((interval.low, interval.high), known["ci"], atol=1e-9)
    assert_allclose(sequences.log_bernoulli(5123, 10_000, 0.5), known["log_e"], rtol=1e-9)
    assert_allclose(sequences.log_bernoulli(5123, 10_000, interval.low), math.log(20.0), rtol=1e-6)


@pytest.mark.parametrize(
    ("k", "n"), [(0, 2), (2, 2), (0, 50), (50, 50), (1, 50), (3, 10), (1, 10**9), (10**9 - 1, 10**9)]
)
def test_bernoulli_mixture_is_wider_than_the_exact_interval(k: int, n: int) -> None:
    """Looking at any time costs width; the interval holds the rate found, and turns with the counts."""
    interval, exact = sequences.bernoulli_mixture(k, n), clopper_pearson(k, n)
    assert interval.low <= exact.low <= k / n <= exact.high <= interval.high
    turned = sequences.bernoulli_mixture(n - k, n)
    assert_allclose((interval.low, interval.high), (1.0 - turned.high, 1.0 - turned.low), atol=1e-12)


def test_bernoulli_edges() -> None:
    """An event at rate 0 is impossible; no event at rate 0 is evidence for it."""
    assert sequences.log_bernoulli(1, 10, 0.0) == math.inf
    assert sequences.log_bernoulli(9, 10, 1.0) == math.inf
    assert sequences.log_bernoulli(0, 10, 0.0) == pytest.approx(-math.log(11.0))
    for k, n, p in ((3, 2, 0.5), (-1, 2, 0.5), (1, 2, 1.5)):
        with pytest.raises(ValueError, match="events from 0 to n"):
            sequences.log_bernoulli(k, n, p)
    with pytest.raises(ValueError, match="at least one block"):
        sequences.bernoulli_mixture(0, 0)


def test_sequences_hold_at_every_look() -> None:
    """A thousand runs looked at after each of 400 blocks: the e-value reaches 20 in at most 5 % of them."""
    events = np.random.default_rng(310).random((1000, 400)) < 0.3
    found, steps = events.cumsum(axis=1), np.arange(1, 401)
    table = np.array([[sequences.log_bernoulli(k, n, 0.3) if k <= n else 0.0 for k in range(401)] for n in steps[::10]])
    reached = np.array([table[i][found[:, n - 1]] >= math.log(20.0) for i, n in enumerate(steps[::10])]).any(axis=0)
    assert reached.mean() <= 0.05
