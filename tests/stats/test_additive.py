"""What changes do together: variances against matrices and simulation, interactions that are learnt, honest chances."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dhstats.stats.estimates.additive import (
    IDENTITY,
    LOG,
    LOGIT,
    PRIOR_SHARE,
    PRIOR_WEIGHT,
    UNSEEN,
    Effects,
    Forecast,
    Link,
    Sample,
    Tried,
    chance_within,
    common_shift,
    link_of,
)

Array = np.ndarray[Any, Any]
INF = math.inf
STRAY = 4.0  # standard errors that a simulation may stray: false alarms 1 in 16,000


def rows(*members: tuple[int, ...]) -> Array:
    """Changes together, a row each."""
    return np.array(members, np.int64)


def plain(base: float, effects: list[float], variance: float = 1e-6) -> Effects:
    """Known effects on no scale at all, from deals of their own."""
    return Effects.of(IDENTITY, Sample(base, variance, 500), [Sample(base + each, variance, 500) for each in effects])


# ---- Scales -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "means"), [(IDENTITY, [-3.0, 0.0, 7.5]), (LOG, [0.01, 1.0, 52.0]), (LOGIT, [0.01, 0.5, 0.97])]
)
def test_a_scale_has_a_way_back_and_the_slope_of_its_way_there(link: Link, means: list[float]) -> None:
    """The slope against a difference."""
    at, step = np.array(means), 1e-6
    assert_allclose(link.back(link.there(at)), at)
    assert_allclose(link.slope(at), (link.there(at + step) - link.there(at - step)) / (2.0 * step), rtol=1e-4)


def test_the_scale_of_a_quantity_is_that_of_its_bounds() -> None:
    """Logit for shares, logarithm for what is never negative, else none."""
    assert link_of(0.0, 1.0) is LOGIT
    assert link_of(0.0, INF) is LOG
    for bounds in ((-INF, INF), (-1.0, 1.0), (0.0, 2.0), (1.0, INF)):
        assert link_of(*bounds) is IDENTITY


def test_means_at_an_end_lie_half_a_block_from_it() -> None:
    """All or none of 200 blocks; what all blocks have in common is known to half a block."""
    for mean, at in ((0.0, 0.0025), (1.0, 0.9975), (0.25, 0.25)):
        where, variance = Sample(mean, 0.0, 200).on(LOGIT)
        assert_allclose([where, variance], [math.log(at / (1.0 - at)), (0.0025 / (at * (1.0 - at))) ** 2])
    assert_allclose(Sample(0.0, 0.0, 200).on(LOG), [math.log(0.0025), 1.0])
    assert_allclose(Sample(52.0, 0.04, 200).on(LOG), [math.log(52.0), 0.04 / 52.0**2])
    assert Sample(-2.0, 0.3, 200).on(IDENTITY) == (-2.0, 0.3)


# ---- Variances ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("common", [False, True])
def test_the_variance_of_a_sum_is_that_of_its_weights(common: bool) -> None:
    """Changes together are their means less as many bases as there are too many: weights around the covariance."""
    rng = np.random.default_rng(1)
    spread = rng.uniform(0.5, 2.0, 6)
    root = rng.standard_normal((6, 9))
    correlation = root @ root.T / np.outer(*[np.sqrt((root**2).sum(axis=1))] * 2) if common else np.eye(6)
    samples = [Sample(mean, deviation**2, 500) for mean, deviation in zip(rng.standard_normal(6), spread, strict=True)]
    found = Effects.of(IDENTITY, samples[0], samples[1:], correlation if common else None)
    covariance = correlation * np.outer(spread, spread)
    for size in range(1, 5):
        for members in combinations(range(5), size):
            weights = np.zeros(6)
            weights[0] = 1.0 - size
            weights[[each + 1 for each in members]] = 1.0
            mean, variance = found.together(rows(members))
            assert_allclose(mean, weights @ [each.mean for each in samples])
            assert_allclose(variance, weights @ covariance @ weights)


def test_a_change_alone_is_what_was_seen_of_it() -> None:
    """The base cancels; the scale's slope is that of the change's own mean."""
    samples = [Sample(0.5, 0.001, 500), Sample(0.8, 0.002, 500)]
    mean, variance = Effects.of(LOGIT, samples[0], samples[1:], np.array([[1.0, 0.9], [0.9, 1.0]])).together(rows((0,)))
    assert_allclose([mean[0], variance[0]], [math.log(4.0), 0.002 / 0.16**2])


def test_a_change_that_was_not_seen_alone_may_do_much() -> None:
    """Nothing on average, but twice what changes usually do; the others count as ever."""
    seen = [Sample(12.0, 0.04, 500), None, Sample(6.0, 0.09, 500)]
    found = Effects.of(IDENTITY, Sample(10.0, 0.01, 500), seen)
    assert_allclose(found.typical, math.sqrt((2.0**2 + 4.0**2) / 2))
    mean, variance = found.together(rows((0, 1), (0, 2), (1, 2)))
    far = (UNSEEN * found.typical) ** 2
    assert_allclose(mean, [12.0, 8.0, 6.0])
    assert_allclose(variance, [0.04 + far, 0.04 + 0.09 + 0.01, 0.09 + far])
    nothing = Effects.of(IDENTITY, Sample(10.0, 0.01, 500), [None, None])
    assert_allclose(nothing.together(rows((0, 1))), [[10.0], [0.01]])


# ---- Chances ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "mean", "low", "high"),
    [
        (IDENTITY, 1.0, 0.5, 2.5),
        (LOG, 3.9, 45.0, 60.0),
        (LOGIT, 0.2, 0.45, 0.6),
        (LOGIT, 3.0, 0.9, INF),
        (LOG, 3.9, -INF, 50.0),
    ],
)
def test_a_chance_is_how_often_a_normal_mean_on_the_scale_lies_in_the_range(
    link: Link, mean: float, low: float, high: float
) -> None:
    """Of 100,000 draws, back in the quantity's unit; below, within and above are certain together."""
    deviation = 0.4
    drawn = link.back(np.random.default_rng(3).normal(mean, deviation, 100_000))
    at, variance = np.array([mean]), np.array([deviation**2])
    (chance,) = chance_within(link, at, variance, low, high)
    expected = ((drawn >= low) & (drawn <= high)).mean()
    assert abs(chance - expected) < STRAY * math.sqrt(chance * (1.0 - chance) / len(drawn))
    below = 0.0 if math.isinf(low) else chance_within(link, at, variance, -INF, low)[0]
    above = 0.0 if math.isinf(high) else chance_within(link, at, variance, high, INF)[0]
    assert_allclose(below + chance + above, 1.0)


def test_what_is_known_for_sure_lies_in_a_range_or_not() -> None:
    """Without any variance."""
    for mean, inside in ((0.0, 0.0), (1.5, 1.0), (3.0, 0.0)):
        assert chance_within(IDENTITY, np.array([mean]), np.array([0.0]), 1.0, 2.0)[0] == inside
    assert chance_within(LOGIT, np.array([-50.0]), np.array([1.0]), 0.0, 0.1)[0] == 1.0


# ---- Interactions -------------------------------------------------------------------------------------------------

CANCEL = -2.0  # two changes of one step up each, which together do nothing


def test_a_pair_that_cancels_is_learnt_and_the_triple_follows() -> None:
    """Adding up says three; the pair was seen at nothing, so three together come to one, with less doubt than before."""
    effects = plain(0.0, [1.0, 1.0, 1.0])
    before = Forecast.of(effects, [])
    after = Forecast.of(effects, [Tried((0, 1), Sample(2.0 + CANCEL, 1e-6, 500))])
    assert_allclose(before.together(rows((0, 1), (0, 2)))[0], [2.0, 2.0])
    assert_allclose(before.together(rows((0, 1, 2)))[0], [3.0])
    assert_allclose(after.together(rows((0, 1), (0, 2)))[0], [0.0, 2.0], atol=1e-4)
    assert_allclose(after.together(rows((0, 1, 2)))[0], [1.0], atol=1e-4)
    mean, variance = after.together(rows((0, 1, 2)))
    assert chance_within(IDENTITY, mean, variance, -1.5, 3.5)[0] > 0.9
    assert_allclose(variance, 2 * after.spread**2, rtol=1e-3)  # two couples of the three remain in doubt


def test_the_spread_of_interactions_is_that_of_what_was_tried() -> None:
    """By hand: a prior of a quarter of an effect that counts for four, and every residual's square less its noise."""
    effects = plain(0.0, [1.0, 2.0, 2.0], variance=0.01)
    prior = (PRIOR_SHARE * math.sqrt(3.0)) ** 2
    assert_allclose(Forecast.of(effects, []).spread ** 2, prior)
    pair, triple = Tried((0, 1), Sample(4.0, 0.02, 500)), Tried((0, 1, 2), Sample(6.5, 0.02, 500))
    single = Tried((0,), Sample(99.0, 0.01, 500))
    noise = {2: 0.01 + 2 * 0.01 + 0.02, 3: 4 * 0.01 + 3 * 0.01 + 0.02}
    squares = 1.0**2 - noise[2] + (1.5**2 - noise[3]) / 3.0
    found = Forecast.of(effects, [pair, triple, single])
    assert_allclose(found.spread**2, (PRIOR_WEIGHT * prior + squares) / (PRIOR_WEIGHT + 2.0))
    trust = found.spread**2 / (found.spread**2 + noise[2])
    assert list(found.pairs) == [(0, 1)]
    assert_allclose(found.pairs[0, 1], [trust * 1.0, trust * noise[2]])
    quiet = Forecast.of(effects, [Tried((0, 1), Sample(3.0, 0.02, 500))] * 50)
    assert quiet.spread < 0.3 * math.sqrt(prior)


def test_what_was_tried_is_weighed_against_what_was_expected() -> None:
    """By precision; its own interaction is not expected twice; a change alone is as it was seen."""
    effects = plain(0.0, [1.0, 1.0, 1.0], variance=0.01)
    seen = Sample(0.0, 0.05, 500)
    found = Forecast.of(effects, [Tried((0, 1), seen), Tried((0, 2), Sample(2.0, 0.05, 500))])
    doubt = 0.01 + 2 * 0.01 + found.spread**2
    trust = doubt / (doubt + 0.05)
    assert_allclose(found.after((0, 1), seen), [(1.0 - trust) * 2.0, trust * 0.05])
    assert_allclose(found.after((1,), Sample(1.3, 0.05, 500)), [1.3, 0.05])
    assert_allclose(found.after((), Sample(0.3, 0.05, 500)), [0.3, 0.05])
    sure = found.after((0, 1), Sample(0.0, 1e-9, 500))
    assert_allclose(sure, [0.0, 1e-9], atol=1e-6)


def test_everything_lies_off_by_the_shift() -> None:
    """What was not tried, what was, and what was tried alone."""
    effects = plain(0.0, [1.0, 1.0, 1.0])
    usual, moved = Forecast.of(effects, []), Forecast.of(effects, [], (0.5, 0.04))
    for one, other, more in zip(moved.together(rows((0, 1))), usual.together(rows((0, 1))), (0.5, 0.04), strict=True):
        assert_allclose(one - other, more)
    assert_allclose(moved.after((2,), Sample(1.0, 0.01, 500)), [1.5, 0.05])
    mean, _ = moved.after((0, 1), Sample(2.0, 0.01, 500))
    assert_allclose(mean, 2.5)


def test_a_common_shift_is_what_noise_does_not_explain() -> None:
    """One gap by hand; noise alone is none; shifts of many worlds are as far off as is said."""
    assert common_shift([]) == (0.0, 0.0)
    assert common_shift([(1.0, 2.0)]) == (0.0, 0.0)
    assert_allclose(common_shift([(2.0, 1.0)]), [2.0 / (1.0 / 3.0 + 1.0), 1.0 / (1.0 / 3.0 + 1.0)])
    rng, away = np.random.default_rng(5), []
    for _ in range(4_000):
        true = rng.normal(0.0, 2.0)
        mean, variance = common_shift([(true + rng.normal(0.0, noise), noise**2) for noise in (0.3, 0.5, 0.4)])
        away.append((true - mean) / math.sqrt(variance) if variance else 0.0)
    assert abs(np.mean(away)) < STRAY / math.sqrt(4_000)
    assert np.std(away) < 1.2  # a little more than 1: the spread is of the same three gaps


# ---- Whether chances are honest -----------------------------------------------------------------------------------

KEYS, NOISE = 8, 0.15


def drawn(rng: np.random.Generator) -> tuple[Effects, dict[tuple[int, int], float], Array]:
    """Effects as they were seen, and the true ones: interactions spread as much as is expected beforehand."""
    effects = rng.standard_normal(KEYS)
    typical = math.sqrt((effects**2).mean())
    gaps = {pair: PRIOR_SHARE * typical * rng.standard_normal() for pair in combinations(range(KEYS), 2)}
    seen = rng.normal([0.0, *effects], NOISE)
    samples = [Sample(mean, NOISE**2, 500) for mean in seen]
    return Effects.of(IDENTITY, samples[0], samples[1:]), gaps, effects
