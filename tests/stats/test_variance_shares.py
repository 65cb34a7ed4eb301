"""Shares of variance: against brute force over whole grids, with planted luck, and how often intervals are right."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from dhstats.stats.estimates.additive import pairs
from dhstats.stats.estimates.contrasts import Factor, main_columns
from dhstats.stats.estimates.variance_shares import (
    Seen,
    level_means,
    luck_of,
    on_common_deals,
    on_own_deals,
    share_estimates,
    split,
)

Array = np.ndarray[Any, Any]
Rule = Callable[[Array], Array]
KEYS = (Factor("hand", 4, (4, 5, 6, 7)), Factor("theft", 3), Factor("turn", 2), Factor("slots", 3, (2, 3, 4)))


def whole(factors: Sequence[Factor]) -> Array:
    """All combinations of levels."""
    return np.array(list(product(*(range(factor.size) for factor in factors))))


def brute(factors: Sequence[Factor], rule: Rule) -> Array:
    """The shares by the definition: the variance of the means at a key's levels, of that over all combinations."""
    points = whole(factors)
    values = rule(points)
    own = [
        np.var([values[points[:, key] == level].mean() for level in range(factor.size)])
        for key, factor in enumerate(factors)
    ]
    return np.asarray(np.array([*own, values.var() - sum(own)]) / values.var())


def drawn(factors: Sequence[Factor], number: int, lot: np.random.Generator) -> Array:
    """Rule sets in which levels of a key are equally frequent."""
    return np.column_stack([lot.permutation(np.resize(np.arange(factor.size), number)) for factor in factors])


def known(values: Array) -> Seen:
    """Means that owe nothing to luck."""
    return on_own_deals(values, np.zeros(len(values)))


def added(points: Array) -> Array:
    """What keys do without each other."""
    return np.asarray(np.array([0.0, 2.0, 3.0, 3.5])[points[:, 0]] + np.array([1.0, -1.0, 0.5])[points[:, 1]])


def joined(points: Array) -> Array:
    """The same, and two keys that act together."""
    return np.asarray(added(points) + 1.5 * (points[:, 2] - 0.5) * (points[:, 3] - 1.0))


def ishigami(points: Array) -> Array:
    """The function of Ishigami and Homma (1990) on five points of each side."""
    one, two, three = (np.linspace(-np.pi, np.pi, 5)[points[:, key]] for key in range(3))
    return np.asarray(np.sin(one) + 7.0 * np.sin(two) ** 2 + 0.1 * three**4 * np.sin(one))


@given(st.integers(2, 13), st.booleans())
def test_columns_are_orthonormal_where_levels_are_equally_likely(size: int, ordered: bool) -> None:
    """Their mean is 0, their variance 1, and they do not go together; few levels have an effect each."""
    columns = Factor("key", size, tuple(float(each) ** 1.5 for each in range(size)) if ordered else ()).columns
    assert columns.shape == (size, min(size - 1, 3) if ordered and size > 4 else size - 1)
    assert np.allclose(columns.mean(axis=0), 0.0, atol=1e-9)
    assert np.allclose(columns.T @ columns / size, np.eye(columns.shape[1]), atol=1e-9)


def test_what_keys_do_by_themselves_is_split_up_exactly() -> None:
    """No luck and nothing together: brute force says the same, and intervals are points."""
    points = drawn(KEYS, 48, np.random.default_rng(1))
    (found,) = split(KEYS, points, [known(added(points))])
    assert np.allclose(found.fit.shares, brute(KEYS, added), atol=1e-9)
    (shares,) = share_estimates([found], 0.95, 0)
    assert all(each.interval.high - each.interval.low < 1e-6 for each in shares)
    rows = level_means(KEYS, found.fit, 0.95)[0]
    every = added(whole(KEYS))
    means = [every[whole(KEYS)[:, 0] == level].mean() for level in range(4)]
    assert np.allclose([each.value for each in rows], means)


@pytest.mark.parametrize(
    ("factors", "rule", "number"),
    [(KEYS, joined, 60), (tuple(Factor(name, 5) for name in "abc"), ishigami, 100)],
    ids=["joined", "Ishigami"],
)
def test_shares_are_right_on_average(factors: Sequence[Factor], rule: Rule, number: int) -> None:
    """Over twenty draws, where keys act together; the band is four standard errors of that mean."""
    lot, runs = np.random.default_rng(2), []
    for _ in range(20):
        points = drawn(factors, number, lot)
        (found,) = split(factors, points, [known(rule(points))])
        runs.append(found.fit.shares)
    errors = np.std(runs, axis=0, ddof=1) / np.sqrt(len(runs))
    # A quotient of estimates has a bias of the order of 1 / rule sets, which the second term allows for
    assert (np.abs(np.mean(runs, axis=0) - brute(factors, rule)) < 4.0 * errors + 2.0 / number).all()


def lucky(points: Array, rule: Rule, deals: int, lot: np.random.Generator) -> Array:
    """Values by deal: luck of the deal that is common to all, luck that goes with a level, and a game's own."""
    common, by_level = lot.normal(0.0, 10.0, deals), lot.normal(0.0, 5.0, (2, deals))
    return np.asarray(
        rule(points)[:, None] + common + by_level[points[:, 2]] + lot.normal(0.0, 8.0, (len(points), deals))
    )


def test_luck_is_taken_off_also_where_it_goes_with_a_level() -> None:
    """The third key does nothing by itself, but its levels have luck of their own on common deals."""
    lot, runs, naive = np.random.default_rng(3), list[Array](), list[Array]()
    for _ in range(60):
        points = drawn(KEYS, 48, lot)
        values = lucky(points, added, 40, lot)
        for kept, seen in ((runs, on_common_deals(values)), (naive, known(values.mean(axis=1)))):
            (found,) = split(KEYS, points, [seen])
            kept.append(found.fit.variances)
    truth = brute(KEYS, added)[:-1] * added(whole(KEYS)).var()
    errors = np.std(runs, axis=0, ddof=1) / np.sqrt(len(runs))
    assert (np.abs(np.mean(runs, axis=0) - truth) < 4.0 * errors).all()
    assert np.mean(naive, axis=0)[2] > truth[2] + 4.0 * errors[2]


def test_the_luck_of_common_deals_is_their_covariance() -> None:
    """Whatever root of it is kept; luck that is common to all makes no rule sets differ."""
    values = np.random.default_rng(4).normal(size=(5, 30))
    seen = on_common_deals(values)
    assert np.allclose(seen.noise @ seen.noise.T, np.cov(values) / 30)
    assert seen.noise.shape == (5, 5)
    alike = np.arange(5.0)[:, None] + values[:1]
    assert luck_of(on_common_deals(alike)) < 1e-12
    assert luck_of(on_own_deals(np.zeros(5), np.ones(5))) == 1.0


@pytest.mark.long("how often intervals of shares hold together; shares themselves are brute force above")
def test_all_intervals_are_right_at_once() -> None:
    """Two quantities, 100 draws with luck: as often as their level says, within a band that fails once in a thousand."""
    lot, right, runs = np.random.default_rng(5), 0, 100
    truths = [brute(KEYS, rule) for rule in (added, joined)]
    for run in range(runs):
        points = drawn(KEYS, 48, lot)
        several = [on_common_deals(lucky(points, rule, 40, lot)) for rule in (added, joined)]
        estimates = share_estimates(split(KEYS, points, several), 0.95, run)
        right += all(
            each.interval.low <= share + 1e-12 and share <= each.interval.high + 1e-12
            for shares, truth in zip(estimates, truths, strict=True)
            for each, share in zip(shares, truth, strict=True)
        )
    assert right >= binom.ppf(0.001, runs, 0.95)


def test_luck_alone_gives_no_key_a_share() -> None:
    """Nor two keys together, more often than the level allows."""
    lot, wrong, together, runs = np.random.default_rng(7), 0, 0, 100
    for run in range(runs):
        points = drawn(KEYS, 48, lot)
        (found,) = split(KEYS, points, [on_own_deals(lot.normal(size=48), np.full(48, 0.7))])
        (shares,) = share_estimates([found], 0.95, run)
        wrong += any(each.interval.low > 0.0 for each in shares[:-1])
        together += any(each.chance < 0.05 for each in pairs(KEYS, points, found, 0.95, 1))
    assert max(wrong, together) <= binom.ppf(0.999, runs, 0.05)


def test_keys_that_act_together_are_named_with_their_share() -> None:
    """The planted pair comes first, and others are told apart from it."""
    points = drawn(KEYS, 96, np.random.default_rng(8))
    (found,) = split(KEYS, points, [known(joined(points))])
    first, second = pairs(KEYS, points, found, 0.95, 2)
    assert (first.one, first.other) == (2, 3)
    assert first.chance < 1e-6
    assert first.share.interval.low - 1e-9 <= brute(KEYS, joined)[-1] <= first.share.interval.high + 1e-9
    assert second.chance > 0.05
    assert second.share.interval.low == 0.0


def test_only_a_clear_leader_leads_alone() -> None:
    """Keys that may do as much stay beside the first."""
    points = drawn(KEYS, 60, np.random.default_rng(9))
    noise = np.random.default_rng(10).normal(0.0, 0.3, 60)

    def leaders(one: float, other: float) -> list[int]:
        columns, places = main_columns(KEYS, points)
        values = one * columns[:, places[0].start] + other * columns[:, places[3].start] + noise
        (found,) = split(KEYS, points, [on_own_deals(values, np.full(60, 0.01))])
        return found.leaders(0.95)

    assert leaders(3.0, 1.0) == [0]
    assert sorted(leaders(2.0, 2.0)) == [0, 3]


def test_too_few_or_too_equal_rule_sets_are_refused() -> None:
    """Keys that always change together cannot be told apart."""
    points = drawn(KEYS, 9, np.random.default_rng(11))
    with pytest.raises(ValueError, match="9 rule sets do not tell 8 effects apart"):
        split(KEYS, points, [known(added(points))])
    tied = drawn(KEYS, 48, np.random.default_rng(12))
    tied[:, 3] = tied[:, 1]
    with pytest.raises(ValueError, match="apart"):
        split(KEYS, tied, [known(added(tied))])
