"""What stopping adds to an estimate and what the adjustment takes off, on runs rebuilt with a known truth."""

import numpy as np
import pytest

from dhstats.stats.sequential.stopping import Balance, Better, Proof, Rule, Sample, Width
from dhstats.stats.sequential.stopping_bias import RUNS as SIMULATED
from dhstats.stats.sequential.stopping_bias import Boundary, Looks, SimulatedRuns, adjusted, around
from tests.stats.rebuilt import LOOK, MOST, QUARTERS, ROWS, SD, rebuilt, tilted, without_bias

RUNS = 1500


@pytest.mark.long("bias over 1,500 rebuilt runs; where the rule ends is compared look by look below")
@pytest.mark.parametrize("row", ROWS)
def test_the_adjusted_estimate_is_nearly_unbiased(row: str) -> None:
    """1,500 rebuilt runs: a tenth of the bias at most, hardly more error than the raw one's, and right sequences."""
    rule, mean = ROWS[row]
    found = rebuilt(rule, mean, seed=1, runs=RUNS)
    without = without_bias(rule, found)
    assert abs(found.off(found.estimates)) > 0.0015
    assert abs(found.off(without)) < 0.1 * abs(found.off(found.estimates))
    assert found.error(without) < 1.15 * found.error(found.estimates)
    assert found.by_sequence >= 0.95
    assert found.by_t < found.by_sequence


@pytest.mark.parametrize("rule", [Balance.plan(0.5, 0.02, SD), Proof.plan(0.5, 0.02, SD), Better.plan(0.5, 0.52, SD)])
def test_nothing_is_added_where_stopping_adds_nothing(rule: Rule) -> None:
    """A truth in the middle of the rule: to either side as far, so the raw estimate has no bias and gets none."""
    middle = (rule.null + rule.other) / 2.0 if isinstance(rule, Better) else 0.5
    found = rebuilt(rule, middle, seed=1, runs=RUNS)
    assert abs(found.off(found.estimates)) < 3e-4
    assert abs(found.off(without_bias(rule, found))) < 4e-4


def test_adjusting_once_is_the_mean_under_which_runs_estimate_what_was_seen() -> None:
    """Whitehead's own estimate, solved on its own; solved again it goes further the same way, and then hardly moves."""
    rule, mean = ROWS["better, truth as claimed"]
    sample = Sample(QUARTERS, tilted(mean + 0.01) * 1250, 0.0, 1.0)
    runs = SimulatedRuns.drawn(rule, sample, Looks(LOOK, MOST), 3)
    means = around(sample.mean, sample.variance**0.5, (sample.n, int(runs.looks[0])))
    middle = len(means) // 2
    once, last, more = (runs.unbiased(means, solves)[middle] for solves in (1, 6, 7))
    stopped = runs.under(float(once))
    assert stopped.average(stopped.estimates) == pytest.approx(sample.mean, abs=1e-4)
    assert last < once - 2e-4
    assert abs(more - last) < 0.05 * (sample.variance / sample.n) ** 0.5


def test_a_run_alone_is_adjusted_as_many_are() -> None:
    """From its own deals, seen once: towards the middle, and equal seeds give equal estimates."""
    rule = Balance.plan(0.5, 0.02, SD)
    sample = Sample(QUARTERS, np.array([320.0, 0.0, 1700.0, 0.0, 480.0]), 0.0, 1.0)
    one, other, third = (adjusted(rule, sample, Looks(LOOK, MOST), seed) for seed in (3, 3, 4))
    assert one == other
    assert one.runs == SIMULATED
    assert third.value == pytest.approx(one.value, abs=6e-4)
    assert 0.5 < one.value < sample.mean - 1e-3


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
        counts = np.cumsum(lot.multinomial(LOOK, tilted(mean), 40), axis=0)[1:-1].astype(np.float64)
        samples = [Sample(QUARTERS, each, 0.0, 1.0) for each in counts]
        told = next((at for at, each in enumerate(samples) if rule.outcome(each) != "open"), len(samples))
        means, sds = (np.array([getattr(each, name) for each in samples])[:, None] for name in ("mean", "variance"))
        boundary = Boundary.drawn(rule, looks, np.sqrt(sds)[:, 0])
        ended = np.append(boundary.ended(means, np.sqrt(sds))[:, 0], True)
        apart.append(abs(int(ended.argmax()) - told))
    assert np.median(apart) <= 1
