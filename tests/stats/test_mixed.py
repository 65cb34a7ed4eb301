"""Mixed models against brute force and statsmodels, checks of likeness against all permutations, shares against Wilson."""

from itertools import product

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from dhstats.stats.estimates import lookalikes, mixed
from dhstats.stats.estimates.mixed import centred, columns_of

RNG = np.random.default_rng(5)
EVENINGS = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4, 5]
PEOPLE = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]
VALUES = RNG.normal(size=12) + np.array(EVENINGS) * 0.4
ASKED = np.column_stack([np.ones(12), np.arange(12) - 5.5])


def brute(asked: np.ndarray, drawn: list[np.ndarray], contrast: np.ndarray) -> tuple[float, float, float]:
    """The mixture by generalised least squares with the whole covariance: its mean, and both ends by scipy's t."""
    df, parts = len(VALUES) - asked.shape[1], []
    for shares in product(mixed.SHARES, repeat=len(drawn)):
        cover = np.eye(len(VALUES)) + sum(s / (1 - s) * z @ z.T for s, z in zip(shares, drawn, strict=True))
        inverse = np.linalg.inv(cover)
        bend = asked.T @ inverse @ asked
        beta = np.linalg.solve(bend, asked.T @ inverse @ VALUES)
        rest = VALUES - asked @ beta
        square = rest @ inverse @ rest
        log = -0.5 * (np.linalg.slogdet(cover)[1] + np.linalg.slogdet(bend)[1] + df * np.log(square))
        scale = np.sqrt(square / df * contrast @ np.linalg.solve(bend, contrast))
        parts.append((log, contrast @ beta, scale))
    logs, means, scales = map(np.array, zip(*parts, strict=True))
    weights = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
    line = np.linspace(-10, 10, 400_001)
    below = sum(w * stats.t.cdf(line, df, m, s) for w, m, s in zip(weights, means, scales, strict=True))
    return float(weights @ means), float(np.interp(0.025, below, line)), float(np.interp(0.975, below, line))


@pytest.mark.parametrize("labels", [[EVENINGS], [PEOPLE], [EVENINGS, PEOPLE]])
def test_the_mixture_is_that_of_the_whole_covariance(labels: list[list[int]]) -> None:
    """Henderson's equations and the restricted likelihood give what inverting the covariance gives."""
    drawn = [columns_of(each)[1] for each in labels]
    contrast = np.eye(1, 2 + sum(each.shape[1] for each in drawn), 1)
    found = mixed.fit(VALUES, ASKED, drawn, contrast, (6, "evenings"))[0]
    value, low, high = brute(ASKED, drawn, np.array([0.0, 1.0]))
    interval = found.estimate.interval
    assert found.estimate.value == pytest.approx(value, abs=1e-9)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))
    assert (interval.n, interval.unit, interval.level) == (6, "evenings", 0.95)


def test_where_nothing_is_drawn_it_is_least_squares() -> None:
    """Slope, interval and p-value of statsmodels."""
    oracle = sm.OLS(VALUES, ASKED).fit()
    found = mixed.fit(VALUES, ASKED, [], np.eye(1, 2, 1), (12, "games"))[0]
    interval = found.estimate.interval
    assert found.estimate.value == pytest.approx(oracle.params[1])
    assert (interval.low, interval.high) == pytest.approx(tuple(oracle.conf_int()[1]))
    assert found.p == pytest.approx(oracle.pvalues[1])


def test_with_many_evenings_it_is_the_mixed_model_of_statsmodels() -> None:
    """The widths do not matter then: restricted likelihood at its peak says the same as the integral."""
    rng = np.random.default_rng(3)
    evenings = np.repeat(np.arange(80), 5)
    values = 3.0 + rng.normal(size=80)[evenings] * 0.7 + rng.normal(size=400)
    oracle = sm.MixedLM(values, np.ones((400, 1)), evenings).fit(reml=True)
    drawn = [columns_of(evenings.tolist())[1]]
    found = mixed.fit(values, np.ones((400, 1)), drawn, np.eye(1, 81), (80, "evenings"))[0].estimate
    assert found.value == pytest.approx(oracle.params[0], abs=0.01)
    assert found.se == pytest.approx(oracle.bse[0], rel=0.1)


def test_equal_values_are_knowledge() -> None:
    """Twelve games that all took 30 turns say more than nothing, and less than everything."""
    found = mixed.fit(np.full(12, 30.0), np.ones((12, 1)), [], np.eye(1), (12, "games"))[0]
    assert found.estimate.value == pytest.approx(30.0)
    assert found.estimate.interval.low < 30.0 < found.estimate.interval.high
    assert found.p < 0.001
    assert mixed.fit(np.zeros(12), np.ones((12, 1)), [], np.eye(1), (12, "games"))[0].p == 1.0


@pytest.mark.parametrize(("hits", "n"), [(0, 8), (3, 8), (20, 20), (33, 60)])
def test_shares_have_wilsons_interval(hits: int, n: int) -> None:
    """As statsmodels has it, less the even share; the p-value is that of the score test."""
    found = mixed.share(hits / n, n, (n, "games"), even=0.25)
    low, high = proportion_confint(hits, n, method="wilson")
    interval = found.estimate.interval
    assert (interval.low, interval.high) == (pytest.approx(low - 0.25), pytest.approx(high - 0.25))
    assert found.p == pytest.approx(stats.chi2.sf((hits / n - 0.25) ** 2 / (0.25 * 0.75 / n), 1))
    assert interval.contains(0.0) == (found.p > 0.05)


def test_centring_takes_the_mean_of_each_group_off() -> None:
    """Rows of a group add up to nothing."""
    assert centred(np.array([1.0, 3.0, 5.0]), np.array([0, 0, 1])).tolist() == [-1.0, 1.0, 0.0]


def test_checks_of_likeness_are_permutation_tests() -> None:
    """The share of draws is near that of all ways to choose so many of both; kinds as well."""
    few, many = [3.0, 4.0, 6.0, 6.0], [1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 5.0, 2.0]
    found = stats.permutation_test(
        (few, many), lambda a, b: abs(np.mean(a) - np.mean(np.concatenate([few, many]))), alternative="greater",
        n_resamples=np.inf,
    )  # fmt: skip
    assert lookalikes.mean_p(few, many) == pytest.approx(found.pvalue, abs=0.02)
    kinds = lookalikes.kinds_p(["a", "a", "a", "b"], ["b", "b", "b", "a", "b", "b"])
    assert kinds == pytest.approx(stats.fisher_exact([[3, 1], [1, 5]]).pvalue, abs=0.02)


def test_checks_never_reject_what_is_the_same() -> None:
    """All values alike: every draw is as far."""
    assert lookalikes.mean_p([2.0] * 5, [2.0] * 50) == 1.0
