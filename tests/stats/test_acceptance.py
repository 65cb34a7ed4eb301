"""The acceptance simulations of the statistical design, section 10: what looking often and stopping early do.

The size and power of equivalence, and the coverage of fixed intervals, are in `test_coverage.py`. All runs are drawn as
counts from the scores of TV-1.3 made symmetric, so the true mean is one half unless it is shifted. Runs are computed
side by side, by formulas that the first tests show to be those of the package.
"""

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import logsumexp

from dhstats.stats.sequential import sequences, verdicts
from tests.stats.rebuilt import log_ratios

Array = np.ndarray[Any, Any]
SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
RUNS, LOOKS, EVERY = 4_000, 100, 200
NULL, OTHER, BATCH = 0.5, 0.505, 100


def shifted(shares: Array, by: float) -> Array:
    """The distribution with a higher mean: some pairs are won instead of lost."""
    return shares + by * np.array([-1.0, 0.0, 0.0, 0.0, 1.0])


def log_capitals(counts: Array, mean: float) -> tuple[Array, Array]:
    """Log capital of the bets above and below a mean, for many counts at once; the last axis holds the scores."""
    gaps, bets = SCORES - mean, 2.0 ** -np.arange(1.0, sequences.BETS + 1.0)
    up = counts @ np.log1p(np.outer(gaps, bets / mean))
    down = counts @ np.log1p(-np.outer(gaps, bets / (1.0 - mean)))
    return logsumexp(up, axis=-1) - math.log(sequences.BETS), logsumexp(down, axis=-1) - math.log(sequences.BETS)


def test_many_capitals_are_those_of_the_package(even: Array) -> None:
    """Bets on many counts at once earn what the package says of each."""
    counts = np.random.default_rng(10_001).multinomial(700, even, size=20)
    for mean in (0.45, 0.5, 0.505):
        up, down = log_capitals(counts, mean)
        assert_allclose(up, [sequences.log_capital_above(SCORES, row, mean) for row in counts], atol=1e-9)
        assert_allclose(down, [sequences.log_capital_below(SCORES, row, mean) for row in counts], atol=1e-9)
        both = [sequences.log_capital(SCORES, row, mean) for row in counts]
        assert_allclose(np.logaddexp(up, down) - math.log(2.0), both, atol=1e-9)


@pytest.mark.parametrize("n", [100, 5000, 60_000])
def test_many_ratios_are_those_of_the_package(even: Array, n: int) -> None:
    """Likelihood ratios of many counts at once, among them counts with a score that never occurred."""
    counts = np.random.default_rng(10_002).multinomial(n, even, size=40)
    counts[:4, 1] = 0
    expected = [verdicts.log_ratio(SCORES.tolist(), row.tolist(), NULL, OTHER) for row in counts]
    assert_allclose(log_ratios(counts, NULL, OTHER), expected, atol=1e-8)


@pytest.fixture(scope="module")
def looks(even: Array) -> Array:
    """Counts up to each of a hundred looks at twenty thousand balanced blocks; (runs, looks, scores)."""
    parts = np.random.default_rng(10_003).multinomial(EVERY, even, size=(RUNS, LOOKS))
    return np.asarray(parts.cumsum(axis=1, dtype=np.int32))


def means_and_spreads(looks: Array) -> tuple[Array, Array, Array]:
    """Mean, variance with divisor n, and n at every look."""
    n = np.arange(1, LOOKS + 1) * EVERY
    means = looks @ SCORES / n
    return means, looks @ SCORES**2 / n - means**2, n


def test_asymptotic_sequence_allows_peeking(vectors: dict[str, Any], looks: Array) -> None:
    """§10: the asymptotic sequence excludes the truth at some look in at most .05 of runs, here in .015."""
    means, variances, n = means_and_spreads(looks)
    rho2 = sequences.tuning(0.05, 20_000)
    reach = np.sqrt(variances) * [sequences.unit_half_width(int(k), 0.05, rho2) for k in n]
    missed = (np.abs(means - 0.5) > reach).any(axis=1).mean()
    assert missed <= 0.05
    assert missed == pytest.approx(vectors["v10"]["peek"]["acs"], abs=4 * 0.0028)
    run = looks[0, -1]
    interval = sequences.asymptotic(means[0, -1], variances[0, -1], int(run.sum()), 20_000)
    assert_allclose(interval.half_width, reach[0, -1])


def test_betting_sequence_allows_peeking(vectors: dict[str, Any], looks: Array) -> None:
    """§10: the betting sequence excludes the truth at some look in at most .05 of runs, here in .005."""
    up, down = log_capitals(looks.astype(np.float64), 0.5)
    missed = (np.logaddexp(up, down) - math.log(2.0) >= math.log(20.0)).any(axis=1).mean()
    assert missed <= 0.05
    assert missed == pytest.approx(vectors["v10"]["peek"]["gk"], abs=4 * 0.0016)


def test_balance_is_not_claimed_by_peeking(even: Array) -> None:
    """§3.7: at the edge of the margin, one-sided e-values against both edges claim balance in at most .05 of runs."""
    parts = np.random.default_rng(10_004).multinomial(EVERY, shifted(even, 0.005), size=(1000, LOOKS))
    counts = parts.cumsum(axis=1).astype(np.float64)
    above, below = log_capitals(counts, 0.495)[0], log_capitals(counts, 0.505)[1]
    assert (np.minimum(above, below) >= math.log(20.0)).any(axis=1).mean() <= 0.05


def stopped(shares: Array, times: int, seed: int) -> tuple[float, float]:
    """How often the sequential test accepts the other mean, and after how many blocks it stops on average."""
    chance, (low, high) = np.random.default_rng(seed), verdicts.bounds(0.05, 0.05)
    counts, accepted, blocks = np.zeros((times, 5), np.int64), 0, 0
    n = 0
    while len(counts):
        counts, n = counts + chance.multinomial(BATCH, shares, size=len(counts)), n + BATCH
        ratios = log_ratios(counts, NULL, OTHER)
        accepted, over = accepted + int((ratios >= high).sum()), (ratios >= high) | (ratios <= low)
        blocks += n * int(over.sum())
        counts = counts[~over]
    return accepted / times, blocks / times


@pytest.mark.parametrize(
    ("true", "least", "most", "seed"),
    [(0.5, 0.0, 0.065, 10_010), (0.5025, 0.45, 0.55, 10_011), (0.505, 0.935, 1.0, 10_012)],
)
def test_sequential_test_keeps_its_errors(
    vectors: dict[str, Any], even: Array, true: float, least: float, most: float, seed: int
) -> None:
    """§10: of .5 against .505 the test errs as rarely as it says, and takes the blocks that were planned."""
    accepts, blocks = stopped(shifted(even, true - 0.5), 3000, seed)
    planned = verdicts.expected_blocks(true, NULL, OTHER, 0.076, batch=BATCH)
    assert least <= accepts <= most
    assert blocks == pytest.approx(planned, rel=0.06)
    assert accepts == pytest.approx(vectors["v10"][f"gsprt_{true:g}"]["accept"], abs=4 * 0.0141)
