"""Sums over blocks: means, standard errors, t intervals, against vectors and other libraries."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.special import ndtr, ndtri
from statsmodels.stats.weightstats import DescrStatsW

from dhstats.stats.intervals.blocks import BlockSums, elo, elo_interval
from dhstats.stats.intervals.intervals import Interval
from tests.stats.sums import clopper_pearson

Z95 = float(ndtri(0.975))
varied = st.lists(st.integers(-200, 200), min_size=2, max_size=60).filter(lambda xs: len(set(xs)) > 1)


def pentanomial(counts) -> BlockSums:
    """Pair scores 0, ¼, ½, ¾, 1 with these counts."""
    return BlockSums.from_counts(dict(enumerate(counts)), scale=4)


def ends(interval: Interval) -> list[float]:
    """Both ends of an interval."""
    return [interval.low, interval.high]


@pytest.mark.parametrize("name", ["penta", "pub"])
def test_pair_scores_agree_with_the_vectors(vectors, name):
    """TV-1.3 and TV-1.4: mean, variance, SE, z statistic, p and normal limits of two sets of pair scores."""
    v1 = vectors["v1"]
    expected = v1[name]
    sums = pentanomial(v1["penta_counts"] if name == "penta" else expected["counts"])
    assert sums.n == expected["N"]
    assert sums.mean == pytest.approx(expected["mean"], rel=1e-9)
    assert sums.variance == pytest.approx(expected["var"], rel=1e-9)
    assert sums.variance * (sums.n - 1) / sums.n == pytest.approx(expected["var_n"], rel=1e-9)
    assert sums.se == pytest.approx(expected["se"], rel=1e-9)
    z = (sums.mean - 0.5) / sums.se
    assert z == pytest.approx(expected["z"], rel=1e-9)
    assert 2 * ndtr(-abs(z)) == pytest.approx(expected["p"], rel=1e-9)
    assert [sums.mean - Z95 * sums.se, sums.mean + Z95 * sums.se] == pytest.approx(expected["ci"], rel=1e-9)


def test_published_pairs_have_the_published_elo(vectors):
    """TV-1.4: the statistics page of a chess engine prints −43.6578 Elo for these 128 pairs."""
    published = vectors["v1"]["pub"]
    sums = pentanomial(published["counts"])
    assert elo(sums.mean) == pytest.approx(published["elo"], rel=1e-9)
    # The page divides the variance by n, where t divides by n − 1
    z = (sums.mean - 0.5) / sums.se * math.sqrt(sums.n / (sums.n - 1))
    assert ndtr(z) == pytest.approx(published["los"], rel=1e-9)


@given(varied, st.integers(1, 8), st.floats(0.5, 0.999))
def test_sums_agree_with_statsmodels_and_scipy(values, scale, level):
    """Mean, SE and interval are those of statsmodels and scipy on the raw values."""
    sums, raw = BlockSums.from_values(values, scale), np.array(values) / scale
    theirs = DescrStatsW(raw)
    assert [sums.mean, sums.se] == pytest.approx([raw.mean(), stats.sem(raw)], rel=1e-9, abs=1e-12)
    assert ends(sums.interval(level)) == pytest.approx(theirs.tconfint_mean(1 - level), rel=1e-6, abs=1e-9)


def test_sums_beyond_64_bits_stay_exact():
    """Large numpy sums become Python integers and cannot overflow."""
    n = np.int64(10**12)
    sums = BlockSums(n, np.int64(0), n * np.int64(200**2), scale=np.int64(1))
    assert sums.spread == 10**24 * 40_000
    assert sums.variance == pytest.approx(40_000)
    assert type(sums.total) is int


def test_equal_blocks_have_no_standard_error_but_an_honest_interval():
    """Fifty pairs that all split 1–1 do not prove a score of exactly ½."""
    sums = pentanomial([0, 0, 50, 0, 0])
    unseen = clopper_pearson(0, 50).high
    interval = sums.interval(bounds=(0.0, 1.0))
    assert (sums.mean, sums.se) == (0.5, 0.0)
    assert ends(interval) == pytest.approx([0.5 - unseen / 2, 0.5 + unseen / 2])
    assert interval.method == "Clopper–Pearson bound, as all blocks are equal"


def test_equal_blocks_without_bounds_are_known_up_to_a_rare_exception():
    """Twenty-six in all of 400: others are at most 1 - .025^(1/400) of all, and off by no more than twice the value."""
    found = BlockSums.from_counts({26: 400}, 1).interval()
    rate = 1.0 - 0.025 ** (1.0 / 400.0)
    assert ends(found) == pytest.approx([26.0 - 52.0 * rate, 26.0 + 52.0 * rate])
    assert found.method == "rule of three, no exception being off by more than 52"
    nothing = BlockSums.from_counts({0: 400}, 1).interval()
    assert ends(nothing) == pytest.approx([-rate, rate])
    few = BlockSums.from_counts({4: 3}, 1).interval()
    assert few.contains(0.0)  # three deals do not even tell the sign


def test_bounds_do_not_touch_blocks_with_spread():
    """Where there is a standard error, bounds change nothing."""
    sums = pentanomial([1, 2, 3, 4, 5])
    assert sums.interval(bounds=(0.0, 1.0)) == sums.interval()
    assert sums.interval().method == "t over blocks"
    assert sums.interval().unit == "deals"


@pytest.mark.parametrize("ask", [lambda s: s.variance, lambda s: s.se, lambda s: s.interval()])
def test_one_block_has_no_standard_error(ask):
    """A single block says nothing about spread."""
    with pytest.raises(ValueError, match="at least 2 blocks, got 1"):
        ask(BlockSums.from_values([3], 4))


def test_no_blocks_have_no_mean():
    """An empty sum is one, but has no mean."""
    with pytest.raises(ValueError, match="at least 1 blocks, got 0"):
        _ = BlockSums(0, 0, 0, 4).mean


@pytest.mark.parametrize(
    ("sums", "message"),
    [
        ((3, 6, 11, 1), "no 3 values have the sum 6 and the squares 11"),
        ((0, 1, 1, 1), "no 0 values"),
        ((-1, 0, 0, 1), "n must be at least 0, got -1"),
        ((3, 1.5, 4, 1), "total must be a whole number, got 1.5"),
        ((3, 6, 12, 0), "scale must be at least 1, got 0"),
    ],
)
def test_impossible_sums_are_refused_with_their_value(sums, message):
    """Fractions, negative counts and squares too small for their sum are caught."""
    with pytest.raises(ValueError, match=message):
        BlockSums(*sums)


def test_wrong_histograms_are_refused_with_their_value():
    """Negative counts and values between the units are caught; values that never occurred are ignored."""
    with pytest.raises(ValueError, match="count of 2 must be at least 0, got -1"):
        BlockSums.from_counts({2: -1}, 4)
    with pytest.raises(ValueError, match=r"value must be a whole number, got 0\.5"):
        BlockSums.from_counts({0.5: 3}, 4)
    assert BlockSums.from_counts({1: 2, 4: 0}, 4) == BlockSums.from_values([1, 1], 4)


@given(st.floats(0.001, 0.999))
def test_elo_flips_with_the_score(score):
    """The other player's rating difference is the negative; 76 % is about 200 points."""
    assert elo(1 - score) == pytest.approx(-elo(score), abs=1e-6)
    assert elo(0.5) == 0.0
    assert elo(1 / (1 + 10 ** (-200 / 400))) == pytest.approx(200)


def test_elo_is_infinite_for_certain_wins_and_losses():
    """Scores of 1 and 0 have no finite rating difference, and others than scores none at all."""
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)
    with pytest.raises(ValueError, match=r"between 0 and 1, got 1\.2"):
        elo(1.2)


def test_elo_interval_maps_the_ends_and_opens_beyond_scores():
    """The ends become Elo points; an end above a score of 1 becomes infinite."""
    interval = elo_interval(Interval(0.6, 1.02, 0.95, "t over blocks", 9, "deals"))
    assert ends(interval) == [pytest.approx(elo(0.6)), math.inf]
    assert interval.method == "t over blocks, in Elo points"
    assert (interval.level, interval.n) == (0.95, 9)


def test_an_interval_ends_where_values_do() -> None:
    """Of thirty deals all but one were won: no mean lies above 1, nor a difference from 50 % above 50 points."""
    won = BlockSums.from_counts({2: 29, 1: 1}, 2)
    assert won.interval().high > 1.0
    assert won.interval(bounds=(0.0, 1.0)).high == 1.0
    assert won.interval(bounds=(0.0, 1.0)).low == won.interval().low
    assert won.estimate(bounds=(0.0, 1.0)).minus(0.5).interval.high == 0.5
