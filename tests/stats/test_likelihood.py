"""Empirical likelihood: the ratio, and the interval that follows from it."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.emplike.descriptive import DescStat

from dhstats.stats.intervals.likelihood import el_interval, likelihood_ratio
from tests.stats.sums import clopper_pearson

SCORES = [0.0, 0.25, 0.5, 0.75, 1.0]

tallies = st.lists(st.integers(0, 5000), min_size=5, max_size=5).filter(lambda ns: sum(n > 0 for n in ns) > 1)


def ends(interval) -> list[float]:
    """Both ends of an interval."""
    return [interval.low, interval.high]


def test_pair_score_intervals_agree_with_the_vectors(vectors):
    """TV-1.3 and TV-1.4: empirical likelihood intervals of pair scores."""
    v1 = vectors["v1"]
    assert ends(el_interval(SCORES, v1["penta_counts"])) == pytest.approx(v1["penta"]["el"], rel=1e-6)
    assert ends(el_interval(SCORES, v1["pub"]["counts"])) == pytest.approx(v1["pub"]["el"], rel=1e-6)


@pytest.mark.filterwarnings("ignore:DescStatUV.test_mean:FutureWarning")
@given(st.lists(st.integers(0, 12), min_size=5, max_size=5), st.floats(0.1, 0.9))
def test_likelihood_ratio_agrees_with_statsmodels(counts, place):
    """The library statsmodels finds the same ratio on the raw sample."""
    occurred = [score for score, n in zip(SCORES, counts, strict=True) if n]
    assume(len(occurred) > 1)
    mean = occurred[0] + place * (occurred[-1] - occurred[0])
    theirs = DescStat(np.repeat(SCORES, counts)).test_mean(mean)[0]
    assert likelihood_ratio(SCORES, counts, mean) == pytest.approx(theirs, rel=1e-6, abs=1e-6)


@given(tallies, st.floats(0.5, 0.999))
def test_interval_ends_where_the_ratio_meets_chi_square(counts, level):
    """At both ends the ratio is the critical value, in between it is less."""
    interval = el_interval(SCORES, counts, level)
    bound = stats.chi2.ppf(level, 1)
    for end in ends(interval):
        assert likelihood_ratio(SCORES, counts, end) == pytest.approx(bound, rel=1e-4)
    assert likelihood_ratio(SCORES, counts, interval.low + interval.half_width) < bound


def test_one_odd_block_in_a_million_is_solved():
    """Extreme skew on large values keeps its precision: about one to five odd blocks in a million."""
    interval = el_interval([200.0, 199.0], [999_999, 1])
    assert 200 - interval.low == pytest.approx(4.4030126e-06, rel=1e-4)
    assert 0 < 200 - interval.high < 1e-6


def test_equal_blocks_are_bounded_by_the_support():
    """If every pair was won, the other scores of the support limit how low the mean may be."""
    interval = el_interval(SCORES, [0, 0, 0, 0, 40])
    assert ends(interval) == pytest.approx([1 - clopper_pearson(0, 40).high, 1.0])
    assert "all blocks are equal" in interval.method


@pytest.mark.parametrize(
    ("support", "counts", "message"),
    [
        ([0.0, 1.0], [3], "one count per distinct value"),
        ([0.0, 0.0], [3, 4], "one count per distinct value"),
        ([0.0, 1.0], [3, -4], "not negative"),
        ([0.0, math.nan], [3, 4], "must be finite"),
        ([0.0, 1.0], [0, 0], "at least one block"),
        ([0.0, 1.0], [2.5, 4], "count must be a whole number, got 2.5"),
    ],
)
def test_wrong_counts_are_refused(support, counts, message):
    """Counts that cannot be are caught and quoted."""
    with pytest.raises(ValueError, match=message):
        el_interval(support, counts)


@pytest.mark.parametrize("mean", [0.25, 1.0, -3.0])
def test_mean_outside_the_sample_has_no_ratio(mean):
    """A mean at or beyond the extremes that occurred cannot be reached by tilting."""
    with pytest.raises(ValueError, match=f"mean {mean} is not between 0.25 and 1.0"):
        likelihood_ratio(SCORES, [0, 5, 5, 5, 5], mean)
