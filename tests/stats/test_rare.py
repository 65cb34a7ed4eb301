"""Bounds on means of which few blocks differ: exact where they can be, against scipy, and right as often as they say."""

import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from dhstats.stats.estimates.rare import (
    LEAST_VARYING,
    Rare,
    carrying,
    deals_to_see,
    few_vary,
    making_spread,
    none_differs,
    unseen_matters,
    varying_of,
)
from dhstats.stats.sequential.elimination import CommonSums, survivors
from dhstats.stats.sequential.sequences import tuning, unit_half_width
from dhstats.stats.sequential.stopping import Balance, Sample, guard, sequence


def gaps(up: int, down: int, n: int, size: float = 1.0) -> Rare:
    """So many blocks that gain and lose this much, among n."""
    return Rare.of(np.repeat([size, -size, 0.0], [up, down, n - up - down]), -1.0, 1.0)


@pytest.mark.parametrize("n", [2, 60, 400, 50_000])
def test_none_that_differs_is_the_one_sided_limit_of_clopper_and_pearson(n: int) -> None:
    """Scipy's exact limit of a rate after none in n."""
    for chance in (0.05, 0.01):
        limit = binomtest(0, n, alternative="less").proportion_ci(1.0 - chance, method="exact").high
        assert none_differs(n, chance) == pytest.approx(limit, rel=1e-9)


@pytest.mark.parametrize("n", [40, 400, 3000])
def test_no_difference_is_within_three_in_n(n: int) -> None:
    """Times the largest difference, and wider at a higher level."""
    found = gaps(0, 0, n).interval()
    assert found.high == -found.low == pytest.approx(3.0 / n, rel=0.05)
    assert gaps(0, 0, n).interval(0.99).high > found.high
    assert Rare.of(np.zeros(n), -2.0, 2.0).interval().high == pytest.approx(2.0 * found.high)


def test_what_bets_earn_is_added_up_by_hand() -> None:
    """One block of two gained all: the largest bet on gains doubles its money, that on losses loses it."""
    money = {1.0: 0.4, 0.6: 0.25, 0.36: 0.2, 0.2: 0.15}
    earned = sum(share / 2.0 * ((1.0 + part) ** 3 + (1.0 - part) ** 3) for part, share in money.items())
    assert gaps(3, 0, 40).p(0.0) == pytest.approx(1.0 / earned)
    assert gaps(0, 0, 40).p(0.0) == 1.0


@pytest.mark.parametrize("size", [0.25, 0.5, 1.0])
@pytest.mark.parametrize("up", [1, 7, 20, 29])
def test_signs_exchange_and_the_verdict_on_no_difference_is_that_of_p(size: float, up: int) -> None:
    """Gains for losses give the mirror image; no difference lies outside exactly where p is below the level."""
    there, back = gaps(up, 3, 400, size), gaps(3, up, 400, size)
    one, other = there.interval(), back.interval()
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert there.p(0.0) == pytest.approx(back.p(0.0))
    assert one.contains(0.0) == (there.p(0.0) > 0.05)
    assert one.contains(there.mean)


@pytest.mark.parametrize("n", [50, 400])
def test_coverage_over_all_outcomes_when_all_gain(n: int) -> None:
    """Every number of gains with its exact chance: never below the level, where t is right as seldom as .6."""
    ends = [gaps(k, 0, n).interval() for k in range(n + 1 if n < 100 else 60)]
    low, high = (np.array([getattr(each, end) for each in ends]) for end in ("low", "high"))
    k = np.arange(len(ends))
    spread = np.sqrt(k / n * (1.0 - k / n) / (n - 1)) * 1.966
    worst_of_t = 1.0
    for rate in np.linspace(0.1 / n, 15.0 / n, 150):
        chance = binom.pmf(k, n, rate)
        assert chance[(low <= rate) & (rate <= high)].sum() >= 0.9499
        worst_of_t = min(worst_of_t, float(chance[np.abs(k / n - rate) <= spread].sum()))
    assert worst_of_t < 0.7


@pytest.mark.parametrize("rates", [(0.004, 0.004), (0.02, 0.0), (0.02, 0.01)])
def test_coverage_of_gains_and_losses(rates: tuple[float, float]) -> None:
    """Two thousand runs of four hundred deals, gains of one and losses of a half: intervals of few differences hold."""
    chance, n = np.random.default_rng(4), 400
    seen, often = np.unique(chance.multinomial(n, (*rates, 1.0 - sum(rates)), 2000)[:, :2], axis=0, return_counts=True)
    truth = rates[0] - 0.5 * rates[1]
    held = 0
    for (up, down), times in zip(seen, often, strict=True):
        blocks = np.repeat([1.0, -0.5, 0.0], [up, down, n - up - down])
        held += int(times) * Rare.of(blocks, -1.0, 1.0).interval().contains(truth)
    assert held / often.sum() >= 0.95


def test_few_is_by_the_commonest_value() -> None:
    """Thirty blocks that differ from it are enough, wherever it lies."""
    for common in (0, 5):
        blocks = np.repeat([common, 9], [400, LEAST_VARYING])
        assert varying_of(np.unique(blocks, return_counts=True)[1]) == LEAST_VARYING
        assert not few_vary(blocks)
        assert few_vary(blocks[:-1])


def test_so_many_blocks_make_the_spread() -> None:
    """All of ±1; k where k of many are far away, by hand (Σd²)² / Σd⁴; none where all are alike."""
    assert carrying(np.array([-1.0, 1.0]), np.array([250, 250])) == pytest.approx(500)
    few = np.repeat([0.0, 60.0], [9996, 4])
    gaps = few - few.mean()
    found = carrying(*np.unique(few, return_counts=True))
    assert found == pytest.approx((gaps**2).sum() ** 2 / (gaps**4).sum())
    assert found == pytest.approx(4.0, rel=1e-2)
    assert carrying(np.array([7.0]), np.array([400])) == 0.0


def test_forty_that_differ_are_few_where_three_make_the_spread() -> None:
    """Beside three blocks of ±60 forty of ±1 say nothing; of blocks about normal forty are enough."""
    assert few_vary(np.repeat([0, 1, -1, 60], [457, 20, 20, 3]))
    assert not few_vary(np.repeat([0, 1, -1, 60], [457, 20, 20, 33]))
    assert not few_vary(np.round(10.0 * np.random.default_rng(1).standard_normal(60)))
    assert making_spread(*np.unique(np.repeat([0, 1, 60], [457, 40, 3]), return_counts=True)) == 4


def test_what_none_has_shown_matters_if_it_may_lie_far_away_and_blocks_are_few() -> None:
    """A value missed with chance 5 % is had by at most 3 in n; it is to be seen if one in a thousand has it."""
    assert unseen_matters(500, 60.0, 0.2, 0.05)
    assert not unseen_matters(500, 30.0, 0.2, 0.05)
    assert unseen_matters(500, math.inf, 9.0, 0.05)
    assert not unseen_matters(deals_to_see(0.05), math.inf, 9.0, 0.05)
    assert (1.0 - 1e-3) ** deals_to_see(0.05) == pytest.approx(0.05, rel=1e-2)


def test_what_cannot_be() -> None:
    """No blocks, or one beyond its bounds."""
    for blocks, low in (([], -1.0), ([2.0], -1.0), ([0.5], 1.0)):
        with pytest.raises(ValueError, match="blocks must be there"):
            Rare.of(np.array(blocks), low, 1.0)
    assert math.isfinite(Rare.of(np.ones(10), -1.0, 1.0).interval().low)


def test_a_race_is_not_decided_by_a_handful_of_deals() -> None:
    """Two of four hundred deals differ: their spread alone would call it within half a point; bets do not."""
    support = np.array([-1.0, 0.0, 1.0])
    few = Sample(support, np.array([0.0, 398.0, 2.0]), -1.0, 1.0)
    by_spread, by_bets = sequence(few, 0.1, 400.0), guard(few, 0.1)
    margin = 1.01 * by_spread.high
    assert by_spread.inside(-margin, margin)
    assert not by_bets.inside(-margin, margin)
    assert Balance(0.0, margin, 0.05, 400.0).outcome(few) == "open"
    many = Sample(support, np.array([20.0, 39_955.0, 25.0]), -1.0, 1.0)
    assert Balance(0.0, 0.005, 0.05, 40_000.0).outcome(many) == "balanced"


def test_no_rule_set_drops_out_by_a_handful_of_deals() -> None:
    """Of a thousand deals eight differ, all one way: a sequence by their spread calls it certain; both stay."""
    values = np.zeros((1000, 2), np.int64)
    values[:8, 1] = 1
    sums = CommonSums.from_values(values)
    gaps, variances = sums.differences
    by_spread = np.sqrt(variances[0, 1]) * unit_half_width(1000, 0.2, tuning(0.2, 1000.0))
    assert abs(gaps[0, 1]) > by_spread
    assert survivors(sums, 0.2, 1000.0, span=4.0).survivors == (0, 1)
    values[:8, 1] = 3  # their squares come to more than thirty, but they are eight
    assert survivors(CommonSums.from_values(values), 0.2, 1000.0, span=4.0).survivors == (0, 1)
    values[:60, 1] = 1
    assert survivors(CommonSums.from_values(values), 0.2, 1000.0, span=4.0).survivors == (1,)
