"""Forks, clusters and the naive association: vectors, statsmodels, and what must hold exactly."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from statsmodels.regression.linear_model import OLS, WLS

from dhstats.stats.estimates import clusters, lines
from dhstats.stats.intervals.intervals import TOO_FEW, sidak_level, student_critical
from dhstats.stats.positions import twins

Array = np.ndarray[Any, Any]
TIGHT = {"rtol": 1e-9, "atol": 1e-13}


@pytest.fixture(scope="module")
def known(vectors: dict[str, Any]) -> dict[str, Any]:
    """TV-2: what the section on the figure prints."""
    section: dict[str, Any] = vectors["v2"]
    return section


@pytest.fixture(scope="module")
def rows(known: dict[str, Any]) -> Array:
    """TV-2.3: game, turn, lead, and the margins with the figure at A, nobody and B."""
    return np.array(known["fork_data"])


@pytest.fixture(scope="module")
def forks(known: dict[str, Any], rows: Array) -> twins.Twins:
    """TV-2.3 as forks with one continuation."""
    scores = np.array(known["fork_w"])[:, :, None]
    return twins.Twins(("mover", "nobody", "opponent"), rows[:, 0], scores, rows[:, 3:][:, :, None])


def made(seed: int, n: int = 60, k: int = 3, deals: int = 20) -> twins.Twins:
    """Forks with several continuations on common deals, two arms that differ a little."""
    chance = np.random.default_rng(seed)
    deal = chance.integers(0, deals, n)
    shift = chance.normal(0.0, 6.0, deals)[deal][:, None, None]
    margins = np.rint(chance.normal(0.0, 8.0, (n, 2, k)) + shift + np.array([2.0, -1.0])[:, None]).astype(np.int64)
    return twins.Twins(("one", "other"), deal, (np.sign(margins) + 1) / 2, margins)


def ols(y: Array, x: Array, deals: Array, corrected: bool) -> Any:
    """The regression of statsmodels with its clustered covariance."""
    options = {"groups": deals, "use_correction": corrected}
    return OLS(y, x).fit(cov_type="cluster", cov_kwds=options)


# Clusters


def test_fork_effects(known: dict[str, Any], forks: twins.Twins) -> None:
    """TV-2.3: average effects in points and win score with errors clustered by deal."""
    found = twins.effect(forks, "mover", "opponent")
    for estimate, key in ((found.points, "fork_dp"), (found.score, "fork_dw")):
        assert_allclose(estimate.value, known[key]["ate"], **TIGHT)
        assert_allclose(estimate.se, known[key]["se_cluster"], **TIGHT)
        assert_allclose((estimate.interval.low, estimate.interval.high), known[key]["ci"], **TIGHT)
    assert (found.forks, found.score.interval.n) == (12, known["fork_dp"]["G"])
    for scale, key in (("points", "fork_dp"), ("score", "fork_dw")):
        values = forks.differences("mover", "opponent", scale)[:, 0]
        assert_allclose(clusters.mean(values, np.arange(12)).se, known[key]["se_iid"], **TIGHT)


def test_gain_and_denial(known: dict[str, Any], forks: twins.Twins) -> None:
    """TV-2.3: the swing in points is gain and denial, and the same holds for the win score."""
    points, score = (twins.swing(forks, "mover", "nobody", "opponent", scale) for scale in ("points", "score"))
    assert (points.gain.value, points.denial.value) == (known["fork_half"]["gain"], known["fork_half"]["deny"])
    assert_allclose(score.gain.value + score.denial.value, known["fork_dw"]["ate"], **TIGHT)


@pytest.mark.parametrize("seed", range(4))
def test_clustered_means_by_statsmodels(seed: int) -> None:
    """Means with and without weights: CR1 is statsmodels' covariance times G/(G-1)."""
    forks = made(seed)
    values = forks.differences("one", "other", "points").mean(axis=1)
    count = len(np.unique(forks.deals))
    theirs = ols(values, np.ones((len(values), 1)), forks.deals, corrected=False)
    found = clusters.mean(forks.differences("one", "other", "points"), forks.deals)
    assert_allclose((found.value, found.se), (theirs.params[0], theirs.bse[0] * math.sqrt(count / (count - 1))))
    weights = np.random.default_rng(seed).uniform(0.5, 3.0, len(values))
    options = {"groups": forks.deals, "use_correction": False}
    heavy = WLS(values, np.ones((len(values), 1)), weights).fit(cov_type="cluster", cov_kwds=options)
    found = clusters.mean(values, forks.deals, weights)
    assert_allclose((found.value, found.se), (heavy.params[0], heavy.bse[0] * math.sqrt(count / (count - 1))))


def test_statistics_add_up() -> None:
    """Sums, differences and ratios of statistics on deals that overlap in part."""
    chance = np.random.default_rng(3)
    x, y = chance.normal(3.0, 1.0, 40), chance.normal(5.0, 1.0, 40)
    deals = np.repeat(np.arange(20), 2)
    one, other = clusters.mean(x, deals), clusters.mean(y, deals)
    assert_allclose((one - other).se, clusters.mean(x - y, deals).se)
    assert_allclose((one + other).se, clusters.mean(x + y, deals).se)
    apart = clusters.mean(y, deals + 100)
    assert_allclose((one - apart).value, one.value - other.value)
    assert_allclose((one - apart).se ** 2, one.se**2 + other.se**2)
    rare = clusters.mean(y[:6], deals[:6] + 100)
    assert (rare.n, (one - rare).n, (rare.times(2.0) + one).n) == (3, 3, 3)
    assert_allclose((one - rare).interval().half_width, student_critical(0.95, 2) * (one - rare).se)
    found = clusters.ratio(one, other)
    gap = one - other.times(found.interval.low)
    assert_allclose(abs(gap.value), gap.interval().half_width)
    unknown = clusters.ratio(one, clusters.mean(x - x.mean() + 0.01, deals))
    assert unknown.interval.high == math.inf
    assert_allclose(found.se, (one - other.times(found.value)).se / other.value)


# Forks


def test_equal_arms_have_no_effect() -> None:
    """An arm against itself: exactly 0 with the standard error 0 in every number."""
    forks = made(1)
    same = twins.Twins(("a", "b"), forks.deals, forks.scores[:, [0, 0]], forks.margins[:, [0, 0]])
    found = twins.effect(same, "a", "b")
    for estimate in (found.score, found.points, found.flips.to_win, found.flips.to_loss):
        assert (estimate.value, estimate.se) == (0.0, 0.0)
    assert found.flips.same.value == 1.0
    assert found.score.interval.low < 0.0 < found.score.interval.high < 1.0


def test_one_point_more_is_one_point() -> None:
    """A bonus that nobody reacts to: the effect in points is exactly 1 without any error, for any K."""
    forks = made(2, k=7)
    more = twins.Twins(
        ("with", "without"), forks.deals, forks.scores, forks.margins[:, [0, 0]] + np.array([1, 0])[:, None]
    )
    found = twins.effect(more, "with", "without", points_bounds=(-9, 9)).points
    assert (found.value, found.se) == (1.0, 0.0)
    assert math.isfinite(found.interval.high)


@pytest.mark.parametrize("seed", range(3))
def test_swapped_arms_change_signs(seed: int) -> None:
    """One against other is exactly minus other against one; flips change places."""
    forks = made(seed)
    one, other = twins.effect(forks, "one", "other"), twins.effect(forks, "other", "one")
    for mine, theirs in ((one.score, other.score), (one.points, other.points)):
        assert (mine.value, mine.se) == (-theirs.value, theirs.se)
        assert (mine.interval.low, mine.interval.high) == (-theirs.interval.high, -theirs.interval.low)
    assert (one.flips.to_win, one.flips.same) == (other.flips.to_loss, other.flips.same)
    assert_array_equal(forks.differences("one", "other"), -forks.differences("other", "one"))


def test_bands_hold_together() -> None:
    """Joint intervals are wider than single ones, no wider than Bonferroni's by much, and centred on the plain means."""
    forks = made(4, n=800, deals=240)
    bands = twins.banded(forks.margins[:, 0, 0], [-8, 0, 8])
    joint = twins.by_band(forks, "one", "other", bands)
    for mine in joint:
        inside = bands == mine.label
        alone = clusters.mean(forks.differences("one", "other")[inside], forks.deals[inside])
        assert (mine.effect.value, mine.effect.se, mine.n) == (alone.value, alone.se, int(inside.sum()))
        assert alone.interval().half_width < mine.effect.interval.half_width
        assert mine.effect.interval.half_width < 1.02 * alone.interval(1.0 - 0.05 / len(joint)).half_width
        assert mine.effect.interval.method.startswith("max-T")


def test_small_bands() -> None:
    """A band alone has Student's interval; one on a single deal has no error; one that never varies has its bounds."""
    forks = made(6, n=160, deals=60)
    labels = np.select([np.arange(160) == 0, forks.deals < 8], ["lonely", "few"], "rest")
    few, lonely, rest = twins.by_band(forks, "one", "other", labels)
    assert (lonely.deals, lonely.effect.interval.high) == (1, math.inf)
    assert math.isnan(lonely.effect.se)
    assert (few.effect.interval.low, few.effect.interval.method, few.effect.interval.n) == (-math.inf, TOO_FEW, 8)
    assert few.effect.se > 0.0
    alone = clusters.mean(forks.differences("one", "other")[labels == "rest"], forks.deals[labels == "rest"])
    assert_allclose(rest.effect.interval.half_width, alone.interval().half_width, rtol=0.01)  # of one group alone
    constant = clusters.by_group(np.zeros(160), np.arange(160) % 2, forks.deals, bounds=(-1, 1))
    assert constant[0].effect.se == 0.0
    assert 0.0 < constant[0].effect.interval.high < 1.0
    half, gaps = np.arange(160) % 2, forks.differences("one", "other")
    beside = clusters.by_group(gaps * half[:, None], half, forks.deals, bounds=(-1, 1))
    assert beside[0].effect == constant[0].effect  # a group that never varied is one statement of two
    varying = clusters.mean(gaps[half == 1], forks.deals[half == 1])
    assert_allclose(beside[1].effect.interval.half_width, varying.interval(sidak_level(0.95, 2)).half_width, rtol=0.01)
    assert twins.banded([-3, 0, 1], [0, 1]).tolist() == [0, 1, 2]


def test_weights_of_forks() -> None:
    """A fork of weight 2 counts as two forks."""
    forks = made(7)
    weights = np.where(np.arange(60) < 10, 2.0, 1.0)
    double = np.concatenate([np.arange(60), np.arange(10)])
    heavy = twins.Twins(forks.arms, forks.deals, forks.scores, forks.margins, weights)
    twice = twins.Twins(forks.arms, forks.deals[double], forks.scores[double], forks.margins[double])
    mine, theirs = (twins.effect(some, "one", "other").points for some in (heavy, twice))
    assert_allclose((mine.value, mine.se), (theirs.value, theirs.se))


def test_bad_forks_are_refused(forks: twins.Twins) -> None:
    """Unknown arms, wrong shapes and scores that are none."""
    with pytest.raises(ValueError, match="no arm is named dragon"):
        forks.outcomes("dragon")
    with pytest.raises(ValueError, match="different names"):
        twins.Twins(("a", "a", "b"), forks.deals, forks.scores, forks.margins)
    with pytest.raises(ValueError, match="0, 1/2 and 1"):
        twins.Twins(forks.arms, forks.deals, forks.scores + 0.25, forks.margins)
    with pytest.raises(ValueError, match="continuations"):
        twins.Twins(forks.arms, forks.deals[:3], forks.scores, forks.margins)
    with pytest.raises(ValueError, match="rise"):
        twins.banded([1.0], [2.0, 1.0])


# The naive association


@pytest.mark.parametrize("seed", range(3))
def test_association_by_statsmodels(seed: int) -> None:
    """The naive difference is the slope of a regression on holding, with clustered errors."""
    chance = np.random.default_rng(seed)
    deals, holds = np.repeat(np.arange(40), 2), chance.random(80) < 0.4
    won = (chance.random(80) < np.where(holds, 0.7, 0.4)).astype(float)
    theirs = ols(won, np.stack([np.ones(80), holds], axis=1), deals, corrected=False)
    found = lines.association(won, holds, deals).difference
    rarest = min(len(set(deals[holds])), len(set(deals[~holds])))
    assert found.n == rarest
    assert_allclose((found.value, found.se), (theirs.params[1], theirs.bse[1] * math.sqrt(rarest / (rarest - 1))))
    with pytest.raises(ValueError, match="everybody or nobody"):
        lines.association(won, np.ones(80), deals)


def test_meter_finds_the_bias() -> None:
    """A world where the leader takes the figure: naive, effect on holders and average effect keep their distances."""
    chance = np.random.default_rng(12)
    n = 40_000
    deals, ahead = np.arange(n), chance.integers(0, 3, n)
    luck = chance.random(n)
    y1, y0 = (luck < np.array(p)[ahead] for p in ([0.33, 0.58, 0.84], [0.25, 0.48, 0.70]))
    holds = chance.random(n) < np.array([0.25, 0.5, 0.75])[ahead]
    naive = lines.association(np.where(holds, y1, y0), holds, deals).difference
    gain = (y1.astype(float) - y0).astype(float)
    att, ate = clusters.mean(gain[holds], deals[holds]), clusters.mean(gain, deals)
    found = lines.bias_meter(naive, att, ate)
    have, with_it, without = (np.array(p) for p in ([0.25, 0.5, 0.75], [0.33, 0.58, 0.84], [0.25, 0.48, 0.70]))
    held, alone = (np.average(p, weights=w) for p, w in ((with_it, have), (without, 1 - have)))
    on_holders, on_all = np.average(with_it - without, weights=have), (with_it - without).mean()
    naively = held - alone
    for estimate, value in ((found.att, on_holders), (found.ate, on_all), (found.bias, naively - on_all)):
        assert abs(estimate.value - value) < 4 * estimate.se
    assert found.exaggeration is not None
    assert found.exaggeration.value > 1.5
    assert found.exaggeration.interval.contains(naively / on_all)
    assert found.exaggeration.interval.method == "Fieller"


# In the long run


def test_coverage_of_clustered_intervals() -> None:
    """Deals with one to five forks that share luck: the interval covers as it says, one that ignores deals does not."""
    chance, runs, deals = np.random.default_rng(20), 2000, 40
    covered = ignored = 0
    for _ in range(runs):
        sizes = chance.integers(1, 6, deals)
        deal = np.repeat(np.arange(deals), sizes)
        values = 1.0 + chance.normal(0.0, 1.0, deals)[deal] + chance.normal(0.0, 1.0, len(deal))
        covered += clusters.mean(values, deal).interval().contains(1.0)
        ignored += clusters.mean(values, np.arange(len(deal))).interval().contains(1.0)
    assert abs(covered / runs - 0.95) < 0.02
    assert ignored / runs < 0.88


def test_deals_without_weight_are_none() -> None:
    """Where a mean weighs some observations with 0, their deals count neither as deals nor as degrees of freedom."""
    values, deals = np.arange(40.0) % 7, np.arange(40)
    weights = (deals < 10).astype(float)
    heavy, alone = clusters.mean(values, deals, weights), clusters.mean(values[:10], deals[:10])
    assert (heavy.n, heavy.value, heavy.se) == (10, alone.value, alone.se)


def test_coverage_of_the_exaggeration() -> None:
    """A naive difference of 9 beside an effect of 3 on common deals: "3 times as much" is covered as it says."""
    chance, runs, right = np.random.default_rng(31), 1000, 0
    deals = np.arange(80)
    for _ in range(runs):
        luck = chance.normal(0.0, 6.0, 80)
        naive = clusters.mean(9.0 + luck + chance.normal(0.0, 9.0, 80), deals)
        ate = clusters.mean(3.0 + 0.5 * luck + chance.normal(0.0, 3.0, 80), deals)
        found = lines.bias_meter(naive, ate, ate).exaggeration
        assert found is not None
        right += found.interval.contains(3.0)
    assert abs(right / runs - 0.95) < 0.02
