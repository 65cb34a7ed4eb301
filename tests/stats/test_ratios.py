"""Ratios of sums over blocks, such as points per card: clustered standard errors, exactly."""

import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS

from dhstats.stats.ratios import RatioSums

blocks = st.lists(st.tuples(st.integers(0, 9), st.integers(-20, 40)), min_size=2, max_size=40).filter(
    lambda rows: sum(x for x, _ in rows) > 0
)


@pytest.mark.parametrize("picture", ["dwarf", "fire", "ship", "troll"])
def test_swing_per_play_agrees_with_the_vectors(vectors, picture):
    """TV-7.1: the mean swing of a play of each picture, clustered by game; the vector divides by n."""
    games = defaultdict(lambda: [0, 0])
    for game, played, _, swing, _ in vectors["v7"]["plays"]:
        games[game][0] += played == picture
        games[game][1] += swing * (played == picture)
    sums = RatioSums.from_blocks(map(tuple, games.values()))
    mean, clustered, _ = vectors["v7"]["pic"][picture]
    assert sums.ratio == pytest.approx(mean, rel=1e-9)
    assert sums.se * math.sqrt((sums.n - 1) / sums.n) == pytest.approx(clustered, rel=1e-9)


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(-20, 40)), min_size=4, max_size=60))
def test_standard_error_is_the_cluster_robust_one(plays):
    """The library statsmodels finds the same SE for the mean over single plays, clustered by deal."""
    deals = np.array([deal for deal, _ in plays])
    points = np.array([point for _, point in plays], dtype=float)
    assume(len(set(deals)) > 1)
    theirs = OLS(points, np.ones(len(plays))).fit(cov_type="cluster", cov_kwds={"groups": deals})
    ours = RatioSums.from_blocks(
        (int((deals == deal).sum()), int(points[deals == deal].sum())) for deal in sorted(set(deals))
    )
    assert ours.ratio == pytest.approx(theirs.params[0], abs=1e-9)
    assert ours.se == pytest.approx(theirs.bse[0], rel=1e-6, abs=1e-6)


@given(blocks)
def test_one_card_per_deal_is_the_plain_mean(rows):
    """With one card in every deal, the ratio has the mean and SE of the points."""
    points = [y for _, y in rows]
    sums = RatioSums.from_blocks((1, y) for y in points)
    assert sums.ratio == pytest.approx(np.mean(points))
    assert sums.se == pytest.approx(np.std(points, ddof=1) / math.sqrt(len(points)), abs=1e-9)


@given(blocks)
def test_standard_error_is_that_of_the_linearised_values(rows):
    """The SE is the SE of the residuals y − r·x, divided by the mean of x."""
    x, y = np.array(rows, dtype=float).T
    residuals = y - y.sum() / x.sum() * x
    expected = np.std(residuals, ddof=1) / math.sqrt(len(rows)) / x.mean()
    assert RatioSums.from_blocks(rows).se == pytest.approx(expected, rel=1e-6, abs=1e-6)


@given(blocks, blocks, st.randoms(use_true_random=False))
def test_order_and_shards_do_not_matter(first, second, random):
    """Merged shards, in any order, have the sums of the whole."""
    mixed = first + second
    random.shuffle(mixed)
    assert RatioSums.from_blocks(first) + RatioSums.from_blocks(second) == RatioSums.from_blocks(mixed)


@given(blocks)
def test_swapping_seats_flips_the_sign(rows):
    """Points lost instead of won turn the ratio and its interval round."""
    assume(RatioSums.from_blocks(rows).se > 0)
    ours = RatioSums.from_blocks(rows).estimate()
    theirs = RatioSums.from_blocks((x, -y) for x, y in rows).estimate()
    assert (theirs.value, theirs.se) == (-ours.value, ours.se)
    assert theirs.interval.low == pytest.approx(-ours.interval.high)
    assert ours.interval.contains(ours.value)
    assert ours.interval.method == "t over blocks, linearised ratio"


def test_interval_has_as_many_degrees_of_freedom_as_deals_but_one():
    """Four deals: the half-width is t(3) = 3.18245 times the SE."""
    estimate = RatioSums.from_blocks([(1, 2), (2, 3), (1, 1), (3, 7)]).estimate()
    assert estimate.interval.half_width == pytest.approx(3.182446305284263 * estimate.se, rel=1e-9)


def test_card_worth_the_same_in_every_deal_sets_no_limit():
    """Two points per card in every deal: SE 0, and no claim about deals that were not seen."""
    estimate = RatioSums.from_blocks([(1, 2), (2, 4), (0, 0), (3, 6)]).estimate()
    assert (estimate.value, estimate.se) == (2.0, 0.0)
    assert (estimate.interval.low, estimate.interval.high) == (-math.inf, math.inf)
    assert "no limit" in estimate.interval.method


def test_card_never_played_has_no_ratio_but_can_be_merged():
    """A shard without the card adds its deals and nothing else."""
    nothing = RatioSums.from_blocks([(0, 0)] * 3)
    for ask in ("ratio", "se"):
        with pytest.raises(ValueError, match="x sums to 0 over 3 blocks"):
            getattr(nothing, ask)
    assert (nothing + RatioSums.from_blocks([(1, 5)])).n == 4


def test_one_deal_has_no_standard_error():
    """A single deal says nothing about spread."""
    with pytest.raises(ValueError, match="at least 2 blocks, got 1"):
        _ = RatioSums.from_blocks([(2, 5)]).se


@pytest.mark.parametrize(
    ("sums", "message"),
    [
        ((2, 3, 1, 5, 1, 9), "no 2 blocks have these sums"),
        ((2, 3, 1, 4, 1, 1), "no 2 blocks have these sums"),
        ((2, -1, 1, 5, 1, 1), "sum_x must be at least 0, got -1"),
        ((2, 3, 0.5, 5, 1, 1), "sum_y must be a whole number, got 0.5"),
    ],
)
def test_impossible_sums_are_refused(sums, message):
    """Sums that no blocks can have are caught."""
    with pytest.raises(ValueError, match=message):
        RatioSums(*sums)
