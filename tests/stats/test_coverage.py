"""Long-run behaviour, by simulation: intervals cover as they say, and verdicts err as rarely as they say.

Each bound is some four standard errors of the simulation, so a correct program fails a test with a
probability of about one in ten thousand; with the fixed seeds it always fails or never.
"""

import numpy as np
import pytest

from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.likelihood import el_interval
from dhstats.stats.sequential.verdicts import judge

LIKELIHOOD = pytest.mark.long(
    "how often intervals by empirical likelihood cover; their numbers are vectors in test_likelihood"
)

SCORES = [0.0, 0.25, 0.5, 0.75, 1.0]
SKEWED = [0.001, 0.002, 0.055, 0.006, 0.936]  # a matchup with a score of about .97


def shifted(shares, by: float) -> np.ndarray:
    """The distribution with a higher mean: some pairs are won instead of lost."""
    moved = np.array(shares)
    moved[0] -= by
    moved[-1] += by
    return moved


def runs(shares, n: int, times: int, seed: int) -> list[list[int]]:
    """Counts of pair scores in repeated runs of n deals."""
    return np.random.default_rng(seed).multinomial(n, shares, size=times).tolist()


def sums_of(counts) -> BlockSums:
    """The exact sums of one run."""
    return BlockSums.from_counts(dict(enumerate(counts)), scale=4)


def share_balanced(shares, seed: int) -> float:
    """How often 32 900 deals end in the verdict "balanced" within half a point."""
    verdicts = [judge(sums_of(counts), 0.5, 0.005).kind for counts in runs(shares, 32_900, 4000, seed)]
    return verdicts.count("balanced") / len(verdicts)


def test_balance_is_claimed_wrongly_in_five_percent_of_runs(vectors, even):
    """§10: with the true score on the margin, TOST rejects in .05 ± .014 of runs."""
    found = share_balanced(shifted(even, 0.005), seed=1001)
    assert found == pytest.approx(0.05, abs=0.014)
    assert found == pytest.approx(vectors["v10"]["tost_0.505"], abs=0.02)


def test_balance_is_found_with_the_planned_power(vectors, even):
    """§10: 32 900 deals prove the balance of a balanced game in .90 ± .02 of runs."""
    found = share_balanced(even, seed=1002)
    assert found == pytest.approx(0.90, abs=0.02)
    assert found == pytest.approx(vectors["v10"]["tost_0.5"], abs=0.026)


def test_balanced_games_are_rarely_called_unbalanced(even):
    """A balanced game leans in 5 % of runs at most; it is "unbalanced" only 3.2 SE off, in .0012 of runs."""
    verdicts = [judge(sums_of(counts), 0.5, 0.005).kind for counts in runs(even, 5000, 4000, seed=1003)]
    wrong = verdicts.count("unbalanced")
    assert wrong / len(verdicts) <= 0.0012 + 4 * 0.00055
    assert (wrong + verdicts.count("leaning")) / len(verdicts) <= 0.064


def coverages(shares, n: int, seed: int) -> tuple[float, float]:
    """How often the t and the empirical likelihood interval contain the true score, in 2000 runs."""
    truth = float(np.dot(shares, SCORES))
    samples = runs(shares, n, 2000, seed)
    student = [sums_of(counts).interval(bounds=(0.0, 1.0)).contains(truth) for counts in samples]
    likelihood = [el_interval(SCORES, counts).contains(truth) for counts in samples]
    return float(np.mean(student)), float(np.mean(likelihood))


@LIKELIHOOD
@pytest.mark.parametrize("n", [100, 300, 1000])
def test_lopsided_matchup_is_covered(vectors, n):
    """v11: at a score of .97 EL is near its level from 100 deals on, t from 300 on."""
    student, likelihood = coverages(SKEWED, n, seed=3000 + n)
    assert likelihood == pytest.approx(0.95, abs=0.02)
    assert student == pytest.approx(0.95, abs=0.02 if n >= 300 else 0.04)
    assert [student, likelihood] == pytest.approx(vectors["v11"][f"skew_{n}"], abs=0.025)
