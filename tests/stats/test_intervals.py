"""Intervals for rates: known answers, independent libraries, exact coverage, and bad input."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from dhstats.stats.intervals.intervals import Interval, no_spread_interval, wilson, wilson_mean
from tests.stats.sums import clopper_pearson

RATES = {"wilson": wilson, "cp": clopper_pearson}
COUNTS = {"prop_main": (5123, 10000), "prop_small": (3, 20), "prop_zero": (0, 50), "prop_full": (50, 50)}

rates = st.sampled_from(sorted(RATES))
levels = st.floats(0.5, 0.999)
successes_of = st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize("method", RATES)
@pytest.mark.parametrize("case", COUNTS)
def test_rate_intervals_agree_with_the_vectors(vectors, method, case):
    """TV-1.1: Wilson and Clopper–Pearson at 5123/10000, 3/20, 0/50 and 50/50."""
    interval = RATES[method](*COUNTS[case])
    assert [interval.low, interval.high] == pytest.approx(vectors["v1"][case][method], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("draws", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("mean", [0.02, 0.3, 0.5, 0.9])
def test_wilson_covers_means_of_scores_with_draws(mean, draws):
    """Half points vary less than wins and losses of the same mean, so coverage is that of Wilson's interval or more."""
    rng, n, draws = np.random.default_rng(7), 60, min(draws, 2 * min(mean, 1 - mean))
    wins = mean - draws / 2
    seen = rng.multinomial(n, [wins, draws, 1.0 - wins - draws], 20_000)
    covers = np.array([wilson_mean(total, n, 2).contains(mean) for total in range(2 * n + 1)])
    covered = covers[2 * seen[:, 0] + seen[:, 1]].mean()
    assert covered > 0.925  # Wilson's own coverage is .934 at .3 and n = 60, by exact sums
    assert wilson_mean(30, n, 1) == wilson(30, n)


@pytest.mark.parametrize(("method", "name"), [("wilson", "wilson"), ("cp", "beta")])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("counts", [(1, 7), (6, 7), (40, 100), (99_000, 200_000), (3, 10**8)])
def test_rate_intervals_agree_with_statsmodels(method, name, level, counts):
    """Away from 0 and n all three are statsmodels' intervals, also for a hundred million games."""
    interval = RATES[method](*counts, level=level)
    theirs = proportion_confint(*counts, alpha=1 - level, method=name)
    assert [interval.low, interval.high] == pytest.approx(list(theirs), rel=1e-9)


@given(rates, successes_of, levels)
def test_rate_interval_mirrors_when_seats_are_swapped(method, counts, level):
    """Counting the other player's wins mirrors the interval at ½."""
    k, n = counts
    ours, theirs = RATES[method](k, n, level), RATES[method](n - k, n, level)
    assert [1 - theirs.high, 1 - theirs.low] == pytest.approx([ours.low, ours.high], abs=1e-9)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((-1, 10), "successes must be at least 0, got -1"),
        ((11, 10), "successes must be at most n, got 11 of 10"),
        ((0, 0), "n must be at least 1, got 0"),
        ((2.5, 10), "successes must be a whole number, got 2.5"),
        ((2, 10.0), "n must be a whole number, got 10.0"),
    ],
)
def test_wrong_counts_are_refused_with_their_value(counts, message):
    """A count that cannot be is quoted in the message."""
    with pytest.raises(ValueError, match=message):
        wilson(*counts)


@pytest.mark.parametrize("method", RATES)
@pytest.mark.parametrize("level", [0.0, 1.0, 95, math.nan])
def test_wrong_levels_are_refused_with_their_value(method, level):
    """A level is a probability strictly between 0 and 1, not a percentage."""
    with pytest.raises(ValueError, match=f"strictly between 0 and 1, got {level}"):
        RATES[method](3, 10, level)


def test_numpy_counts_are_as_good_as_python_counts():
    """Counts may come from an array."""
    assert wilson(np.int64(3), np.uint32(20)) == wilson(3, 20)


def test_interval_knows_where_it_lies():
    """Containing includes the ends; inside and outside a region do not."""
    interval = Interval(0.4, 0.6, 0.95, "by hand", 10, "games")
    assert interval.half_width == pytest.approx(0.1)
    assert interval.contains(0.4)
    assert interval.contains(0.6)
    assert not interval.contains(0.61)
    assert interval.inside(0.39, 0.61)
    assert not interval.inside(0.4, 0.61)
    assert not interval.inside(0.39, 0.6)
    assert interval.outside(0.61, 0.7)
    assert interval.outside(0.3, 0.39)
    assert not interval.outside(0.6, 0.7)
    assert not interval.outside(0.3, 0.4)
    assert Interval(0.5, 0.5, 0.95, "by hand", 10, "games").contains(0.5)


@pytest.mark.parametrize(("low", "high"), [(0.6, 0.4), (math.nan, 0.4), (0.6, math.nan)])
def test_interval_runs_from_low_to_high(low, high):
    """Crossed or missing ends are refused."""
    with pytest.raises(ValueError, match="must run from low to high"):
        Interval(low, high, 0.95, "by hand", 10, "games")


def test_equal_values_at_a_bound_are_bounded_on_the_other_side():
    """Ten scores of 1 leave no room above and some below."""
    interval = no_spread_interval(1.0, 10, 0.95, (0.0, 1.0), "deals")
    assert interval.high == 1.0
    assert interval.low == pytest.approx(0.025**0.1)
    mirrored = no_spread_interval(0.0, 10, 0.95, (0.0, 1.0), "deals")
    assert (mirrored.low, mirrored.high) == (0.0, pytest.approx(1 - 0.025**0.1))


def test_value_beyond_its_bounds_is_refused():
    """Bounds in another unit are noticed."""
    with pytest.raises(ValueError, match=r"value 3\.0 lies outside its bounds \[0\.0, 1\.0\]"):
        no_spread_interval(3.0, 10, 0.95, (0.0, 1.0), "deals")
