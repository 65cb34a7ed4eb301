"""What stopping adds to an estimate and what the adjustment takes off, on runs rebuilt with a known truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from dhstats.stats import sequences
from dhstats.stats.stopping import Balance, Better, Proof, Rule, Sample, Width
from dhstats.stats.stopping_bias import Looks, SimulatedRuns, _ended, adjusted

Array = np.ndarray[Any, Any]
QUARTERS = np.arange(5) / 4
SHARES = np.array([0.152, 0.001, 0.694, 0.001, 0.152])  # of deals by score among good players (STATS, TV-1.3)
SD = math.sqrt(0.076)
LOOK, MOST = 250, 200_000
RUNS = 1500


def around(mean: float) -> Array:
    """Such shares with another mean, tilted."""

    def tilted(slope: float) -> Array:
        weights = SHARES * np.exp(slope * QUARTERS)
        return np.asarray(weights / weights.sum())

    return tilted(float(brentq(lambda slope: tilted(slope) @ QUARTERS - mean, -20.0, 20.0)))


@dataclass(frozen=True)
class Rebuilt:
    """Runs that stopped by themselves: their estimates, and how often each kind of interval held the truth.

    Wherever runs stop, their deals together are off by nothing on average: `off` takes what they are by chance from a
    mean of estimates, so that the bias shows.
    """

    estimates: Array
    deals: Array
    by_sequence: float
    by_t: float
    mean: float

    def off(self, estimates: Array) -> float:
        """How far estimates of these runs are from the true mean, on average."""
        chance = self.deals * (self.estimates - self.mean)
        slope = np.cov(estimates, chance)[0, 1] / chance.var(ddof=1)
        return float((estimates - slope * chance).mean() - self.mean)


def rebuilt(rule: Rule, mean: float, seed: int, runs: int = RUNS) -> Rebuilt:
    """Deals drawn and looked at as a run is; the rule ends each run by itself, its large-sample form by counts."""
    lot, shares = np.random.default_rng(seed), around(mean)
    counts, deals = np.zeros((runs, 5)), np.zeros(runs, np.int64)
    alive, n = np.ones(runs, bool), 0
    while alive.any() and n < MOST:
        n += LOOK
        counts[alive] += lot.multinomial(LOOK, shares, int(alive.sum()))
        if n < sequences.FIRST_LOOK:
            continue
        means, deals[alive] = counts @ QUARTERS / n, n
        spreads = np.sqrt(np.maximum(counts @ QUARTERS**2 / n - means**2, 0.0))
        alive &= ~_ended(rule, means[None, :], spreads[None, :], np.array([n]))[0]
    means = counts @ QUARTERS / deals
    errors = np.sqrt((counts @ QUARTERS**2 / deals - means**2) / deals)
    unit = np.array([sequences.unit_half_width(float(k), 0.05, sequences.tuning(0.05, rule.planned)) for k in deals])
    held = np.abs(means - mean) <= errors * np.sqrt(deals) * unit
    return Rebuilt(means, deals, float(held.mean()), float((np.abs(means - mean) <= 1.96 * errors).mean()), mean)


def without_bias(rule: Rule, found: Rebuilt) -> Array:
    """The adjusted estimate of every run, by one set of simulated runs."""
    mean, reach = found.mean, 8.0 * SD / math.sqrt(float(np.median(found.deals)))
    sample = Sample(QUARTERS, around(mean) * np.median(found.deals), 0.0, 1.0)
    runs = SimulatedRuns.drawn(rule, sample, Looks(LOOK, MOST), seed=7)
    grid = np.linspace(mean - reach, mean + reach, 41)
    return np.interp(found.estimates, [runs.expected(float(each)) for each in grid], grid)


@pytest.mark.parametrize(
    ("rule", "mean", "left"),
    [
        (Balance.plan(0.5, 0.02, SD), 0.53, 0.1),
        (Balance.plan(0.5, 0.02, SD), 0.55, 0.1),
        (Proof.plan(0.5, 0.02, SD), 0.535, 0.1),
        (Better.plan(0.5, 0.52, SD), 0.52, 1 / 3),
    ],
    ids=["balance", "far", "proof", "better"],
)
def test_the_adjusted_estimate_is_nearly_unbiased(rule: Rule, mean: float, left: float) -> None:
    """1,500 rebuilt runs: so much of the bias at most, an error that is no larger, and right sequences."""
    found = rebuilt(rule, mean, seed=1)
    without = without_bias(rule, found)
    assert found.off(found.estimates) > 0.002
    assert abs(found.off(without)) < left * found.off(found.estimates)
    assert ((without - mean) ** 2).mean() < 1.01 * ((found.estimates - mean) ** 2).mean()
    assert found.by_sequence >= 0.95
    assert found.by_t < found.by_sequence


def test_a_run_alone_is_adjusted_as_many_are() -> None:
    """From its own deals, seen once: towards the middle, and equal seeds give equal estimates."""
    rule = Balance.plan(0.5, 0.02, SD)
    sample = Sample(QUARTERS, np.array([320.0, 0.0, 1700.0, 0.0, 480.0]), 0.0, 1.0)
    one, other, third = (adjusted(rule, sample, Looks(LOOK, MOST), seed) for seed in (3, 3, 4))
    assert one == other
    assert third.value == pytest.approx(one.value, abs=4e-4)
    assert 0.5 < one.value < sample.mean - 1e-3
    runs = SimulatedRuns.drawn(rule, sample, Looks(LOOK, MOST), 3)
    assert runs.expected(one.value) == pytest.approx(sample.mean, abs=2e-5)


def test_a_rule_that_stops_at_no_verdict_leaves_the_estimate_alone() -> None:
    """Stopping for width alone looks at the spread and not at the mean."""
    rule = Width.plan(0.02, SD)
    sample = Sample(QUARTERS, np.array([380.0, 0.0, 1740.0, 0.0, 380.0]), 0.0, 1.0)
    assert adjusted(rule, sample, Looks(LOOK, MOST), 1).value == pytest.approx(sample.mean, abs=3e-5)


def test_deals_that_are_all_alike_are_not_adjusted() -> None:
    """Nothing varies, so nothing can be simulated."""
    alike = Sample(QUARTERS, np.array([0.0, 0.0, 900.0, 0.0, 0.0]), 0.0, 1.0)
    found = adjusted(Better.plan(0.5, 0.52, SD), alike, Looks(LOOK, MOST), 1)
    assert (found.value, found.runs) == (0.5, 0)


def test_looks_are_all_of_the_first_and_fewer_of_later_ones() -> None:
    """From the first look on, never beyond the limit."""
    assert Looks(250, 10**9).upto(1250).tolist() == [500, 750, 1000, 1250]
    assert Looks(250, 1000).upto(99_999).tolist() == [500, 750, 1000]
    late = Looks(250, 10**9).upto(10**7)
    assert len(late) < 1000
    assert (np.diff(late) > 0).all()
    assert late[-1] == 10**7


@pytest.mark.parametrize("rule", [Balance.plan(0.5, 0.02, SD), Proof.plan(0.5, 0.02, SD), Better.plan(0.5, 0.52, SD)])
@pytest.mark.parametrize("mean", [0.5, 0.51, 0.535])
def test_the_large_sample_form_ends_where_the_rule_does(rule: Rule, mean: float) -> None:
    """Look by look on the same deals, for five runs: not more than a look apart in the middle."""
    lot, looks, apart = np.random.default_rng(5), np.arange(2, 40) * LOOK, []
    for _ in range(5):
        counts = np.cumsum(lot.multinomial(LOOK, around(mean), 40), axis=0)[1:-1].astype(np.float64)
        samples = [Sample(QUARTERS, each, 0.0, 1.0) for each in counts]
        told = next((at for at, each in enumerate(samples) if rule.outcome(each) != "open"), len(samples))
        means, sds = (np.array([getattr(each, name) for each in samples])[:, None] for name in ("mean", "variance"))
        ended = np.append(_ended(rule, means, np.sqrt(sds), looks)[:, 0], True)
        apart.append(abs(int(ended.argmax()) - told))
    assert np.median(apart) <= 1
