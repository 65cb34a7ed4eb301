"""Bets in the order of deals, sequences for yes-or-no events, and false discoveries under any dependence."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from statsmodels.stats.multitest import multipletests

from dhstats.stats import sequences
from dhstats.stats.corrections import benjamini_hochberg, benjamini_yekutieli
from dhstats.stats.intervals import clopper_pearson


@pytest.fixture(scope="module")
def scores(vectors: dict[str, Any]) -> list[float]:
    """TV-3.10: forty block scores in the order of deals."""
    return [quarters / 4 for quarters in vectors["v3"]["hedged"]["quarters"]]


def test_hedged_capital(vectors: dict[str, Any], scores: list[float]) -> None:
    """TV-3.10 C: what the bettor has earned against two means, and the means not ruled out."""
    known = vectors["v3"]["hedged"]
    assert_allclose(math.exp(sequences.hedged(scores, 0.5)), known["cap_05"], rtol=1e-9)
    assert_allclose(math.exp(sequences.hedged(scores, 0.3)), known["cap_03"], rtol=1e-9)
    interval = sequences.hedged_interval(scores)
    assert_allclose((interval.low, interval.high), known["ci"], atol=1e-6)
    assert interval.n == 40
    for end in (interval.low, interval.high):
        assert_allclose(sequences.hedged(scores, end), math.log(20.0), rtol=1e-6)


def test_hedged_interval_of_few_blocks() -> None:
    """A block or two rule out little; blocks that are all 1 rule out small means only."""
    assert sequences.hedged_interval([0.5]).low == 0.0
    assert sequences.hedged_interval([0.5]).high == 1.0
    sure = sequences.hedged_interval([1.0] * 200)
    assert 0.8 < sure.low < 1.0
    assert sure.high == 1.0


def test_hedged_interval_mirrors(scores: list[float]) -> None:
    """Losses for wins: the same interval from the other side."""
    one, other = sequences.hedged_interval(scores), sequences.hedged_interval([1.0 - score for score in scores])
    assert_allclose((one.low, one.high), (1.0 - other.high, 1.0 - other.low), atol=1e-10)


@given(seed=st.integers(0, 2**20), mean=st.floats(0.05, 0.95))
@settings(max_examples=30, deadline=None)
def test_hedged_capital_is_large_exactly_outside(seed: int, mean: float) -> None:
    """The interval is the set of means with little capital against them."""
    values = np.random.default_rng(seed).choice([0.0, 0.25, 0.5, 0.75, 1.0], 60, p=[0.15, 0.05, 0.4, 0.1, 0.3])
    interval = sequences.hedged_interval(values)
    if min(abs(mean - interval.low), abs(mean - interval.high)) > 1e-9:
        assert interval.contains(mean) == (sequences.hedged(values, mean) < math.log(20.0))


def test_what_hedging_refuses() -> None:
    """Block values go from 0 to 1, and so does the mean."""
    for values in ([0.5, 1.1], [], [math.nan]):
        with pytest.raises(ValueError, match="block values in order"):
            sequences.hedged_interval(values)
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        sequences.hedged([0.5], 1.0)


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


def test_bernoulli_e_value_is_fair() -> None:
    """Under the rate bet against, the mean of the e-value is 1 after any number of blocks."""
    for n in (1, 7, 30):
        chances = [math.comb(n, k) * 0.3**k * 0.7 ** (n - k) for k in range(n + 1)]
        mean = sum(chance * math.exp(sequences.log_bernoulli(k, n, 0.3)) for k, chance in enumerate(chances))
        assert mean == pytest.approx(1.0)


def test_sequences_hold_at_every_look() -> None:
    """A thousand runs looked at after each of 400 blocks: either e-value reaches 20 in at most 5 % of them."""
    events = np.random.default_rng(310).random((1000, 400)) < 0.3
    found, steps = events.cumsum(axis=1), np.arange(1, 401)
    table = np.array([[sequences.log_bernoulli(k, n, 0.3) if k <= n else 0.0 for k in range(401)] for n in steps[::10]])
    reached = np.array([table[i][found[:, n - 1]] >= math.log(20.0) for i, n in enumerate(steps[::10])]).any(axis=0)
    assert reached.mean() <= 0.05
    looks = range(20, 401, 20)
    hedged = [
        any(sequences.hedged(run[:n], 0.3) >= math.log(20.0) for n in looks) for run in events[:400].astype(float)
    ]
    assert np.mean(hedged) <= 0.05


def test_false_discoveries_under_any_dependence(vectors: dict[str, Any]) -> None:
    """TV-3.12: Benjamini and Yekutieli; statsmodels agrees, in any order."""
    p = vectors["v3"]["mult"]["p"]
    assert_allclose(benjamini_yekutieli(p), vectors["v3"]["mult"]["fdr_by"], rtol=1e-9)
    shuffled = np.random.default_rng(312).permutation(np.random.default_rng(313).random(40) ** 3)
    assert_allclose(benjamini_yekutieli(shuffled.tolist()), multipletests(shuffled, method="fdr_by")[1], rtol=1e-9)
    assert benjamini_yekutieli([0.03]) == (0.03,)
    assert all(by >= bh for by, bh in zip(benjamini_yekutieli(p), benjamini_hochberg(p), strict=True))
    with pytest.raises(ValueError, match="p-values"):
        benjamini_yekutieli([])
