"""Pairs and the sign test: what sharing a deal buys."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dhstats.stats.intervals.blocks import PairMoments, sign_test

# TV-1.3: rows are game a, columns game b; scores in halves, in the order loss, draw, win
SEAT_SWAPS = [[31019, 47, 69480], [48, 0, 57], [69562, 57, 29730]]

games = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=50)


def moments(counts: dict[tuple[int, int], int], scale: int) -> PairMoments:
    """Sums over pairs of games from how often each pair of values occurred."""

    def total(value) -> int:
        return sum(value(a, b) * n for (a, b), n in counts.items())

    return PairMoments(
        n=sum(counts.values()),
        sum_a=total(lambda a, b: a),
        sum_b=total(lambda a, b: b),
        sum_aa=total(lambda a, b: a * a),
        sum_bb=total(lambda a, b: b * b),
        sum_ab=total(lambda a, b: a * b),
        scale=scale,
    )


def seat_swaps() -> PairMoments:
    """The seat-swap table of TV-1.3."""
    return moments({(a, b): SEAT_SWAPS[a][b] for a in range(3) for b in range(3)}, scale=2)


def test_pair_moments_agree_with_the_vectors(vectors):
    """TV-1.3: means, variances and correlation of both games, and the effective games per game."""
    expected, pair = vectors["v1"]["pair"], seat_swaps()
    biased = (pair.n - 1) / pair.n
    assert [pair.games_a.mean, pair.games_b.mean] == pytest.approx([expected["m1"], expected["m2"]], rel=1e-9)
    variances = [pair.games_a.variance * biased, pair.games_b.variance * biased]
    assert variances == pytest.approx([expected["v1"], expected["v2"]], rel=1e-9)
    assert pair.rho == pytest.approx(expected["rho"], rel=1e-9)
    assert pair.variance_factor == pytest.approx(expected["ratio"], rel=1e-9)
    assert pair.effective_games == pytest.approx(expected["eff"], rel=1e-9)
    ignored = math.sqrt(sum(variances) / 4 / pair.n)
    assert ignored == pytest.approx(expected["naive_se"], rel=1e-9)


@given(games.filter(lambda pairs: all(len(set(game)) > 1 for game in zip(*pairs, strict=True))))
def test_correlation_agrees_with_numpy(pairs):
    """The correlation is Pearson's, and the variance factor the variance over that of independent games."""
    a, b = np.array(pairs).T
    found = moments(Counter(pairs), scale=2)
    assert found.rho == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-9)
    independent = (a.var() + b.var()) / 4
    assert found.variance_factor == pytest.approx(((a + b) / 2).var() / independent, abs=1e-9)


def test_pairs_that_always_split_are_worth_infinitely_many_games():
    """If one win always goes with one loss, luck cancels completely."""
    split = moments({(0, 2): 10, (2, 0): 10}, scale=2)
    assert split.rho == -1.0
    assert split.variance_factor == 0.0
    assert split.effective_games == math.inf


def test_replayed_games_are_worth_half():
    """A mirror pair that replays the same game carries the information of one game in two."""
    copied = moments({(0, 0): 10, (2, 2): 12}, scale=2)
    assert copied.rho == pytest.approx(1.0)
    assert copied.effective_games == pytest.approx(0.5)


def test_games_that_never_vary_have_no_correlation():
    """Constant scores are refused with the number of pairs."""
    constant = moments({(1, 0): 3, (1, 2): 4}, scale=2)
    with pytest.raises(ValueError, match="one game of the 7 pairs never varies"):
        _ = constant.rho
    with pytest.raises(ValueError, match="no game of the 5 pairs varies"):
        _ = moments({(1, 1): 5}, scale=2).variance_factor


def test_impossible_pair_moments_are_refused():
    """Products too large for their squares are caught."""
    with pytest.raises(ValueError, match="no 2 pairs have the sum of products 9"):
        PairMoments(2, 1, 1, 1, 1, 9, 2)


@given(st.integers(0, 300), st.integers(0, 300))
def test_sign_test_agrees_with_scipy_and_has_no_side(plus, minus):
    """The sign test is scipy's binomial test, and gains and losses may be swapped."""
    test = sign_test(plus, minus)
    assert sign_test(minus, plus) == test
    expected = stats.binomtest(plus, plus + minus).pvalue if plus + minus else 1.0
    assert test == pytest.approx(expected, rel=1e-9)


def test_sign_test_refuses_negative_counts():
    """A negative count is quoted."""
    with pytest.raises(ValueError, match="minus must be at least 0, got -2"):
        sign_test(3, -2)
