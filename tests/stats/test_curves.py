"""Curves over a rule parameter, roots, fronts and elimination, against the vectors and by properties."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from statsmodels.regression.linear_model import GLS

from dhstats.stats.estimates import curves
from dhstats.stats.estimates.curves import meets
from dhstats.stats.estimates.rare import rare_interval
from dhstats.stats.intervals.intervals import normal_critical
from dhstats.stats.sequential import elimination
from dhstats.stats.sequential.sequences import FIRST_LOOK, asymptotic, bernoulli_mixture

Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def known(vectors: dict[str, Any]) -> dict[str, Any]:
    """TV-8: what the sections on sweeps print."""
    section: dict[str, Any] = vectors["v8"]
    return section


@pytest.fixture(scope="module")
def sweep(known: dict[str, Any]) -> curves.Curve:
    """TV-8.1: seven levels whose block values have one variance and one correlation."""
    given_sweep = known["sweep"]
    k = len(given_sweep["levels"])
    shape = np.full((k, k), given_sweep["rho"]) + (1.0 - given_sweep["rho"]) * np.eye(k)
    covariance = given_sweep["v"] / given_sweep["n"] * shape
    return curves.Curve(np.array(given_sweep["levels"]), np.array(given_sweep["mu"]), covariance, given_sweep["n"])


@pytest.fixture(scope="module")
def samples() -> Array:
    """Five levels on four hundred common deals, each level moving a little on its own."""
    chance = np.random.default_rng(80)
    shared, own = chance.normal(0.5, 0.25, (400, 1)), chance.normal(0.0, 0.1, (400, 5))
    return shared + own + 0.02 * np.arange(5)


# The curve


def mean_at(fit: curves.Fit, level: float) -> float:
    """The fitted mean at a level."""
    return float((level - fit.center) ** np.arange(len(fit.coefficients)) @ fit.coefficients)


def error_at(fit: curves.Fit, level: float) -> float:
    """The standard error of the fitted mean at a level."""
    powers = (level - fit.center) ** np.arange(len(fit.coefficients))
    return float(np.sqrt(max(0.0, powers @ fit.covariance @ powers)))


def test_sweep_errors(known: dict[str, Any], sweep: curves.Curve) -> None:
    """TV-8.1: common deals leave the error of a level."""
    assert_allclose(sweep.errors, known["sweep"]["se_level"])


def test_line_through_the_sweep(known: dict[str, Any], sweep: curves.Curve) -> None:
    """TV-8.1: coefficients, their errors and the lack of fit; statsmodels agrees on another centre."""
    line = sweep.fit(1, center=3.0)
    assert_allclose(line.coefficients, known["gls"]["b"], rtol=1e-9)
    assert_allclose(line.errors, known["gls"]["se"], rtol=1e-9)
    assert_allclose(line.lack_of_fit, known["gls"]["lof"], rtol=1e-9)
    assert_allclose(line.p, known["gls"]["p"], rtol=1e-9)
    assert (line.df, line.n, line.span) == (known["gls"]["df"], 50_000, (0.0, 6.0))
    theirs = GLS(sweep.means, np.vander(sweep.levels, 3, increasing=True), sweep.covariance).fit()
    ours = sweep.fit(2)
    assert_allclose(ours.coefficients, theirs.params, rtol=1e-8)
    assert_allclose(ours.covariance, theirs.normalized_cov_params, rtol=1e-8)


def test_full_degree_goes_through_every_mean(sweep: curves.Curve) -> None:
    """As many terms as levels: nothing is left to judge the fit by."""
    exact = sweep.fit(6, center=3.0)
    assert_allclose([mean_at(exact, level) for level in sweep.levels], sweep.means)
    assert_allclose([error_at(exact, level) for level in sweep.levels], sweep.errors, rtol=1e-6)
    assert (exact.df, exact.lack_of_fit, exact.p) == (0, 0.0, 1.0)


@given(order=st.permutations(range(5)))
@settings(max_examples=30, deadline=None)
def test_order_of_levels_is_free(samples: Array, order: list[int]) -> None:
    """Levels in any order give the same line and the same place of meeting."""
    one = curves.curve(samples, range(5))
    other = curves.curve(samples[:, order], order)
    assert_allclose(one.fit(1).coefficients, other.fit(1).coefficients, rtol=1e-8)
    assert_allclose(one.fit(1).lack_of_fit, other.fit(1).lack_of_fit, rtol=1e-6)
    assert meets(one, 0.53).value == pytest.approx(meets(other, 0.53).value)


def test_levels_that_never_differ_count_once(samples: Array) -> None:
    """A level that repeats another on every deal adds nothing where the model has room for both."""
    doubled = np.column_stack([samples, samples[:, 4]])
    flat_end = curves.curve(doubled, [0, 1, 2, 3, 4, 5]).fit(1)
    assert np.isfinite(flat_end.coefficients).all()
    assert np.isfinite(flat_end.errors).all()
    assert flat_end.df == 5 - 2
    # With a constant, which both levels share, the answer is exactly that without the copy
    plain, copied = curves.curve(samples, range(5)).fit(0), curves.curve(doubled, range(6)).fit(0)
    assert_allclose(copied.coefficients, plain.coefficients, rtol=1e-9)
    assert_allclose(copied.errors, plain.errors, rtol=1e-9)
    assert_allclose((copied.df, copied.lack_of_fit), (plain.df, plain.lack_of_fit), rtol=1e-6)


@pytest.mark.parametrize("degree", [0, 1, 2])
def test_parameter_without_effect_has_slope_zero(samples: Array, degree: int) -> None:
    """All levels alike on every deal: the curve is flat, for certain, at the common mean with its error."""
    same = np.repeat(samples[:, :1], 4, axis=1)
    found = curves.curve(same, [2, 3, 4, 5]).fit(degree)
    for level in (2.0, 3.5, 5.0):
        assert_allclose(mean_at(found, level), samples[:, 0].mean(), rtol=1e-9)
        assert_allclose(error_at(found, level), samples[:, 0].std(ddof=1) / 20.0, rtol=1e-5)
    assert_allclose(found.coefficients[1:], 0.0, atol=1e-10)
    assert_allclose(found.errors[1:], 0.0, atol=1e-7)
    assert (found.df, found.p) == (0, 1.0)


def test_constant_steps_are_found_without_error(samples: Array) -> None:
    """Levels that lie a fixed step apart on every deal: that step is the slope, for certain."""
    line = curves.curve(samples[:, :1] + 0.03 * np.arange(4), range(4)).fit(1)
    assert_allclose(line.coefficients[1], 0.03, rtol=1e-9)
    assert line.errors[1] < 1e-7


def test_levels_without_any_spread() -> None:
    """Deals that say the same of every level: least squares, and no error at all."""
    line = curves.fit([0, 1, 2], [0.5, 0.6, 0.7], np.zeros((3, 3)), 1)
    assert_allclose(line.coefficients, [0.5, 0.1])
    assert_allclose(line.covariance, 0.0, atol=1e-12)


@pytest.mark.parametrize("degree", [-1, 3])
def test_degree_out_of_range(degree: int) -> None:
    """A polynomial needs more levels than its degree."""
    with pytest.raises(ValueError, match="degree must be from 0 to 2"):
        curves.fit([0, 1, 2], [0.5, 0.6, 0.7], np.eye(3), degree)


def test_wrong_shapes(samples: Array) -> None:
    """Levels, means and covariances must fit together."""
    with pytest.raises(ValueError, match="distinct levels"):
        curves.fit([0, 1, 1], [0.5, 0.6, 0.7], np.eye(3), 1)
    with pytest.raises(ValueError, match="distinct levels"):
        curves.fit([0, 1, 2], [0.5, 0.6, 0.7], np.eye(2), 1)
    with pytest.raises(ValueError, match="one level per column"):
        curves.curve(samples, range(4))
    with pytest.raises(ValueError, match="at least 2 blocks"):
        curves.curve(samples[:1], range(5))


# Where means meet a target


def test_meeting_of_the_sweep(known: dict[str, Any], sweep: curves.Curve) -> None:
    """TV-8.2: on the line between neighbouring levels; at both ends of its interval the gap is z standard errors."""
    found = meets(sweep, 0.5)
    assert found.value is not None
    assert found.interval is not None
    assert_allclose(found.value, known["root"]["interp"], rtol=1e-9)
    assert (found.interval.method, found.interval.n) == ("inverted test between levels", 50_000)
    for end in (found.interval.low, found.interval.high):
        at = int(end)
        share = end - at
        weights = np.array([1.0 - share, share])
        error = float(weights @ sweep.covariance[at : at + 2, at : at + 2] @ weights) ** 0.5
        gap = abs(float(np.interp(end, sweep.levels, sweep.means)) - 0.5)
        assert_allclose(gap / error, normal_critical(0.95), rtol=1e-7)


@pytest.mark.parametrize(
    ("means", "reason"),
    [
        ([0.6, 0.7, 0.8], "all means are on one side of the target"),
        ([0.5, 0.5, 0.5], "no level is certain to be off it"),
        ([0.4, 0.45, 0.501], "no level is certain to be above it"),
        ([0.499, 0.55, 0.6], "no level is certain to be below it"),
    ],
)
def test_means_that_may_not_meet_a_target(means: list[float], reason: str) -> None:
    """Nothing is extrapolated, and nothing is said to meet that may stay on one side."""
    found = meets(curves.Curve(np.arange(3.0), np.array(means), 1e-4 * np.eye(3), 100), 0.5)
    assert (found.value, found.interval, found.reason) == (None, None, reason)


def test_means_that_meet_a_target_twice() -> None:
    """A hump: the first place, which has an interval of its own, and the word that there is another."""
    hump = curves.Curve(np.arange(5.0), np.array([0.4, 0.5, 0.6, 0.52, 0.4]), 1e-5 * np.eye(5), 100)
    found = meets(hump, 0.5)
    assert found.value == pytest.approx(1.0)
    assert found.interval is not None
    assert found.interval.high < 2.0
    assert "and again between" in found.reason


def test_levels_that_never_vary_meet_by_their_own_intervals() -> None:
    """Twelve turns and eighteen, on every deal: fifteen is half-way, up to the rare exception."""
    sample = np.tile([12.0, 18.0], (400, 1))
    known = {at: rare_interval(sample[:, at], (-np.inf, np.inf)) for at in (0, 1)}
    found = meets(curves.curve(sample, [3, 4]), 15.0, known=known)
    assert found.value == pytest.approx(3.5)
    assert found.interval is not None
    assert 3.4 < found.interval.low < 3.5 < found.interval.high < 3.6


@pytest.mark.parametrize("bend", [0.0, 0.0015, 0.008])
def test_places_of_meeting_are_covered_whatever_the_shape(bend: float) -> None:
    """Of 400 curves, straight, bent mildly and strongly; one that is not certain to meet says nothing."""
    chance, truth = np.random.default_rng(82), 2.7
    levels, covariance = np.arange(7.0), 1e-5 * (4.0 + np.eye(7))
    shape = 0.02 * levels + bend * levels**2
    means = shape - float(np.interp(truth, levels, shape)) + 0.5
    draws = chance.multivariate_normal(means, covariance, 400)
    found = [meets(curves.Curve(levels, each, covariance, 1000), 0.5).interval for each in draws]
    told = [each for each in found if each is not None]
    assert len(told) > 380
    right = sum(each.contains(truth) for each in told) / len(told)
    assert right >= 0.95 - 3 * 0.011


def test_levels_that_are_compatible(sweep: curves.Curve) -> None:
    """Inversion: the levels within z standard errors of the target."""
    kept = curves.not_rejected(sweep.levels, sweep.means, sweep.errors, 0.5)
    reach = 1.959963984540054 * sweep.errors[0]
    assert kept == tuple(
        level for level, mean in zip(sweep.levels, sweep.means, strict=True) if abs(mean - 0.5) <= reach
    )
    assert kept == (4.0, 5.0)
    assert curves.not_rejected(sweep.levels, sweep.means, sweep.errors, 0.6) == ()


# Bands


def test_bands_hold_together(samples: Array) -> None:
    """Intervals for all levels are wider than one alone, and the same for the same seed."""
    found = curves.bands(samples, 0.95, 7)
    alone = curves.curve(samples, range(5))
    ratio = np.array([band.half_width for band in found]) / alone.errors
    assert_allclose(ratio, ratio[0])
    assert 1.96 < ratio[0] < 2.57
    assert {band.method for band in found} == {"max-T"}
    assert {band.n for band in found} == {400}
    assert found == curves.bands(samples, 0.95, 7)


def test_bands_of_identical_levels_are_those_of_one(samples: Array) -> None:
    """Copies of one level ask one question; a level without spread takes its share of the error."""
    same = np.column_stack([samples[:, 0], samples[:, 0], np.full(400, 0.5)])
    found = curves.bands(same, 0.95, 7)
    one, other = found[0], found[1]
    assert_allclose((one.low, one.high), (other.low, other.high))
    assert one.half_width == pytest.approx(2.128 * samples[:, 0].std(ddof=1) / 20.0, rel=0.02)  # of level 1 - .05 · 2/3
    assert found[2].high == pytest.approx(1.5 - (0.05 / 6.0) ** (1.0 / 400.0))


def test_bands_cover_all_levels_at_once() -> None:
    """Five levels, all means inside in 95 % of runs."""
    chance, hits = np.random.default_rng(83), 0
    for run in range(300):
        shared, own = chance.standard_normal((200, 1)), chance.standard_normal((200, 5))
        hits += all(band.contains(0.0) for band in curves.bands(shared + own, 0.95, run))
    assert hits / 300 == pytest.approx(0.95, abs=4 * 0.0126)


# Elimination


def race(seen: list[elimination.CommonSums], zone: float = 0.0) -> elimination.Standing:
    """One race with a look after every batch; in quarters, so a block value goes from 0 to 4."""
    alive: tuple[int, ...] | None = None
    for sums in seen:
        standing = elimination.survivors(sums, 0.05, 5000, zone, alive, span=4.0)
        alive = standing.survivors
        if standing.decided:
            break
    return standing


def normal_sums(chance: np.random.Generator, means: list[float], looks: int, size: int) -> list[elimination.CommonSums]:
    """Independent deals with correlated rule sets, as sums up to each look."""
    deals = looks * size
    values = chance.standard_normal((deals, 1)) + chance.standard_normal((deals, len(means))) + np.array(means)
    parts = values.reshape(looks, size, len(means))
    sums = parts.sum(axis=1).cumsum(axis=0)
    products = np.einsum("lsi,lsj->lij", parts, parts).cumsum(axis=0)
    gaps = parts[..., :, None] - parts[..., None, :]
    fourths = (gaps**4).sum(axis=1).cumsum(axis=0)
    return [elimination.CommonSums(size * (k + 1), sums[k], products[k], fourths[k]) for k in range(looks)]


@pytest.mark.long(
    "how rarely one of equally good rule sets is out; what a look eliminates is exact above, the clear best is named below"
)
def test_best_is_rarely_eliminated() -> None:
    """Fifty looks at four rule sets that are equally good: one of them is out in at most α of runs each."""
    chance, wrong, runs = np.random.default_rng(84), 0, 400
    for _ in range(runs):
        standing = race(normal_sums(chance, [0.0, 0.0, 0.0, 0.0], 50, 200))
        wrong += 0 not in standing.survivors
    assert wrong / runs <= 0.05


def test_best_is_named_when_clearly_best() -> None:
    """A lead of a tenth of a standard deviation: named best in all runs, before the last look."""
    chance, lengths = np.random.default_rng(85), []
    for _ in range(40):
        seen = normal_sums(chance, [0.0, 0.15, 0.05, 0.0], 50, 200)
        standing = race(seen)
        assert (standing.survivors, standing.best, standing.decided) == ((1,), 1, True)
        alive, used = None, 0
        while alive is None or len(alive) > 1:
            alive, used = elimination.survivors(seen[used], 0.05, 5000, alive=alive).survivors, used + 1
        lengths.append(used)
    assert np.mean(lengths) < 50


def test_indifference_ends_the_race() -> None:
    """Rule sets within the zone: one is named though several survive, and it is never worse than the zone."""
    chance, decided = np.random.default_rng(86), 0
    for _ in range(60):
        standing = race(normal_sums(chance, [0.0, 0.01, -0.5], 50, 200), zone=0.1)
        decided += standing.decided
        assert standing.best in (0, 1)
        assert 2 not in standing.survivors
    assert decided == 60


def test_one_pair_is_the_asymptotic_sequence(samples: Array) -> None:
    """Two rule sets: out exactly when the sequence of the difference at level 1 − α lies above zero."""
    difference = samples[:, 4] - samples[:, 0]
    for shift in np.linspace(-0.12, 0.02, 15):
        moved = np.column_stack([samples[:, 0], samples[:, 4] + shift])
        interval = asymptotic(float(difference.mean() + shift), float(difference.var()), 400, 5000)
        standing = elimination.survivors(elimination.CommonSums.from_values(moved), 0.05, 5000)
        expected = (1,) if interval.low > 0.0 else (0,) if interval.high < 0.0 else (0, 1)
        assert standing.survivors == expected
        zone = elimination.survivors(elimination.CommonSums.from_values(moved), 0.05, 5000, zone=1.0)
        assert zone.decided


def test_nobody_is_out_before_the_first_look() -> None:
    """Few deals decide nothing, however large the lead."""
    chance = np.random.default_rng(88)
    values = chance.normal([0.0, 5.0], 0.1, (FIRST_LOOK, 2))
    early = elimination.survivors(elimination.CommonSums.from_values(values[:-1]), 0.05, 5000, zone=9.0)
    assert (early.survivors, early.best, early.decided) == ((0, 1), 1, False)
    assert elimination.survivors(elimination.CommonSums.from_values(values), 0.05, 5000).survivors == (1,)


def test_sums_add_up() -> None:
    """Sums of parts are the sums of the whole, in any order, and differences are those of the deals."""
    values = np.random.default_rng(89).integers(0, 5, (900, 3))
    one, other = elimination.CommonSums.from_values(values[:400]), elimination.CommonSums.from_values(values[400:])
    whole = elimination.CommonSums.from_values(values)
    for total in (one + other, other + one):
        assert_array_equal(total.sums, whole.sums)
        assert_array_equal(total.products, whole.products)
    gaps, variances = whole.differences
    assert_allclose(gaps[0, 2], (values[:, 0] - values[:, 2]).mean(), atol=1e-12)
    assert_allclose(variances[0, 2], (values[:, 0] - values[:, 2]).var())
    assert_allclose(gaps, -gaps.T)


def test_rule_sets_that_never_differed() -> None:
    """Twins are indifferent once too few deals can differ, not at the first look for want of spread."""
    column = np.random.default_rng(90).integers(0, 5, (20_000, 1)) / 4
    twins = np.repeat(column, 2, axis=1)
    few, many = (elimination.CommonSums.from_values(twins[:n]) for n in (300, 20_000))
    bound = bernoulli_mixture(0, 300, 0.95).high
    assert not elimination.survivors(few, 0.05, 5000, zone=0.9 * bound).decided
    assert elimination.survivors(few, 0.05, 5000, zone=1.1 * bound).decided
    assert elimination.survivors(many, 0.05, 5000, zone=0.005).decided
    assert elimination.survivors(many, 0.05, 5000).survivors == (0, 1)
    ahead = np.column_stack([column, column + 0.25])
    assert elimination.survivors(elimination.CommonSums.from_values(ahead), 0.05, 5000).survivors == (1,)


def test_who_is_out_stays_out() -> None:
    """Survivors only ever get fewer, and one rule set alone has won."""
    seen = normal_sums(np.random.default_rng(91), [0.0, 0.0, 0.3], 5, 400)
    standing = elimination.survivors(seen[-1], 0.05, 5000, alive=(0, 1))
    assert standing.survivors in ((0,), (1,), (0, 1))
    assert 2 not in standing.survivors
    alone = elimination.survivors(seen[0], 0.05, 5000, alive=(1,))
    assert (alone.survivors, alone.best, alone.decided) == ((1,), 1, True)
    with pytest.raises(ValueError, match="needs a rule set"):
        elimination.survivors(seen[0], 0.05, 5000, alive=())
    with pytest.raises(ValueError, match="deals, rule sets"):
        elimination.CommonSums.from_values(np.zeros(5))


def test_levels_that_never_varied_are_ruled_out_by_how_rare_others_are() -> None:
    """Twenty deals that all were won do not rule out nineteen of twenty."""
    known = {0: rare_interval(np.ones(20), (0.0, 1.0))}
    levels, means, errors = [3.0, 5.0], [1.0, 1.0], [0.0, 0.0]
    assert curves.not_rejected(levels, means, errors, 0.95, known=known) == (3.0,)
    assert curves.not_rejected(levels, means, errors, 0.5, known=known) == ()
