"""Histograms and their quantiles: known answers, numpy and scipy, coverage, and bad input."""

import math
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dhstats.stats.estimates.quantiles import Distribution, dkw_half_width, quantile_interval, quantile_ranks

samples = st.lists(st.integers(-30, 60), min_size=1, max_size=80)
shares = st.sampled_from([0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95])


def distribution(values) -> Distribution:
    """The histogram of a sample."""
    return Distribution.from_counts(Counter(values))


def test_median_and_its_interval_agree_with_the_vectors(vectors):
    """TV-5.1: thirty values have the median 40.5 and the interval from 36 to 45."""
    expected = vectors["v5"]["q_data"]
    sample = distribution(expected["x"])
    interval = quantile_interval(sample, 0.5)
    assert sample.quantile(0.5) == expected["median"]
    assert [interval.low, interval.high] == expected["ci"]
    assert (interval.n, interval.unit, interval.method) == (30, "games", "order statistics")


@pytest.mark.parametrize("n", ["100", "1000", "100000", "1000000"])
def test_dkw_band_agrees_with_the_vectors(vectors, n):
    """TV-5.1: half-widths of the band around the distribution function."""
    assert dkw_half_width(int(n)) == pytest.approx(vectors["v5"]["dkw"][n], rel=1e-9)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
@pytest.mark.parametrize("n", [40, 333])
def test_quantile_interval_agrees_with_scipy(n, share):
    """The quantile test of scipy gives the same order statistics for continuous samples."""
    values = np.random.default_rng(n).permutation(10 * n)[:n]
    theirs = stats.quantile_test(values, p=share).confidence_interval(0.95)
    ours = quantile_interval(distribution(values.tolist()), share)
    assert [ours.low, ours.high] == [theirs.low, theirs.high]


@given(st.integers(1, 2000), shares, st.sampled_from([0.9, 0.95, 0.99]))
def test_ranks_are_the_tightest_that_keep_both_tails(n, share, level):
    """Each tail is at most α/2, and moving a rank inwards would break that."""
    (lower, upper), tail = quantile_ranks(n, share, level), (1 - level) / 2
    binomial = stats.binom(n, share)
    assert lower == 0 or binomial.cdf(lower - 1) <= tail
    assert binomial.cdf(lower) > tail
    assert upper == n + 1 or binomial.sf(upper - 1) <= tail
    assert binomial.sf(upper - 2) > tail


def test_hundred_million_games_take_no_time():
    """Ranks come from counts, so a hundred million games cost milliseconds of processor time."""
    start = time.process_time()
    n = 10**8
    ranks = quantile_ranks(n, 0.5)
    sample = Distribution(tuple(range(100)), (n // 100,) * 100)
    interval = quantile_interval(sample, 0.9)
    assert time.process_time() - start < 2.0
    assert ranks == (49_990_200, 50_009_801)
    assert stats.binom.cdf(ranks[0] - 1, n, 0.5) <= 0.025 < stats.binom.cdf(ranks[0], n, 0.5)
    assert (interval.low, interval.high) == (89, 90)


def test_too_few_games_set_no_limit():
    """Five games cannot bound a median on either side, and three hundred not the top thousandth."""
    assert quantile_ranks(5, 0.5) == (0, 6)
    few = quantile_interval(distribution([1, 2, 3, 4, 5]), 0.5)
    assert (few.low, few.high) == (-math.inf, math.inf)
    top = quantile_interval(distribution(range(300)), 0.999)
    assert math.isfinite(top.low)
    assert top.high == math.inf


@given(samples, shares)
def test_quantiles_agree_with_numpy(values, share):
    """Quantiles are numpy's averaged inverted distribution function."""
    expected = np.quantile(values, share, method="averaged_inverted_cdf")
    assert distribution(values).quantile(share) == pytest.approx(expected)


@pytest.mark.parametrize("share", [0.07, 0.1, 0.29, 0.57])
def test_shares_are_read_as_they_are_written(share):
    """A hundredth of 100 games is a whole rank, whatever its binary fraction: neighbours are averaged."""
    assert distribution(range(1, 101)).quantile(share) == round(100 * share) + 0.5


@given(samples.filter(lambda values: len(values) > 1))
def test_moments_and_shares_agree_with_numpy(values):
    """Standard deviation and shares are those of the sample."""
    found = distribution(values)
    assert found.n == len(values)
    assert found.sd == pytest.approx(np.std(values, ddof=1))
    assert found.share_at_most(5) == pytest.approx(np.mean(np.array(values) <= 5))
    assert found.count_at_least(5) == sum(value >= 5 for value in values)


@given(samples, samples)
def test_histograms_of_shards_add_up(first, second):
    """Merged histograms are the histogram of the whole."""
    assert distribution(first) + distribution(second) == distribution(second + first)


@given(samples.filter(lambda values: len(values) > 1), shares)
def test_swapping_seats_mirrors_quantiles(values, share):
    """Margins from the other seat have mirrored quantiles, plain and mid-distribution."""
    ours, theirs = distribution(values), distribution([-value for value in values])
    rest = round(1 - share, 9)
    assert theirs.quantile(rest) == pytest.approx(-ours.quantile(share))
    assert theirs.mid_quantile(rest) == pytest.approx(-ours.mid_quantile(share))


def test_mid_quantile_interpolates_between_middles():
    """Two ones and two threes: the middles are at ¼ and ¾, the line between them passes 2 at ½."""
    sample = Distribution((1, 3), (2, 2))
    assert [sample.mid_quantile(share) for share in (0.1, 0.25, 0.5, 0.625, 0.9)] == [1.0, 1.0, 2.0, 2.5, 3.0]


def test_mid_quantile_notices_less_than_a_whole_point():
    """Moving a few games up by a point moves the mid-distribution median, where the plain one stays."""
    before, after = Distribution((4, 5, 6), (30, 40, 30)), Distribution((4, 5, 6), (25, 40, 35))
    assert before.quantile(0.5) == after.quantile(0.5)
    assert before.mid_quantile(0.5) == 5.0
    assert after.mid_quantile(0.5) == pytest.approx(5 + 5 / 37.5)


def test_zero_counts_are_left_out():
    """Values that never occurred do not enter a histogram."""
    assert Distribution.from_counts({7: 2, 3: 1, 5: 0}) == Distribution((3, 7), (1, 2))


@pytest.mark.parametrize(
    ("values", "counts"), [((), ()), ((1, 2), (3,)), ((2, 1), (1, 1)), ((1, 1), (1, 1)), ((1, 2), (1, 0))]
)
def test_histograms_out_of_order_are_refused(values, counts):
    """Empty, unsorted, doubled or uncounted values are caught."""
    with pytest.raises(ValueError, match="values"):
        Distribution(values, counts)


def test_wrong_questions_are_refused_with_their_value():
    """Shares outside (0, 1), ranks out of range and no games at all are quoted."""
    sample = Distribution((1, 2), (1, 1))
    with pytest.raises(ValueError, match="strictly between 0 and 1, got 1"):
        sample.quantile(1)
    with pytest.raises(ValueError, match="strictly between 0 and 1, got 50"):
        sample.mid_quantile(50)
    with pytest.raises(ValueError, match="between 1 and 2, got 3"):
        sample.at_rank(3)
    with pytest.raises(ValueError, match="n must be at least 1, got 0"):
        quantile_ranks(0, 0.5)
    with pytest.raises(ValueError, match="n must be at least 1, got 0"):
        dkw_half_width(0)
