"""Skill against luck: the vectors, statsmodels' sums of squares, and how many games tell."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from numpy.testing import assert_allclose

from dhstats.stats.estimates import ratios
from dhstats.stats.leagues import luck

V = json.loads((Path(__file__).parents[1] / "vectors" / "stats.json").read_text())["v6"]
Y = np.array(V["anova"]["data"], float)


def test_components_and_shares() -> None:
    """TV-6.1: shares of the components, and the jackknife error of the deal's share."""
    found, share = luck.budget(Y), V["anova"]["share"]
    assert_allclose(found.shares, [share[k] for k in ("D", "P", "DP", "E")])
    assert_allclose(found.share_errors[0], V["jack"]["se"])


def test_one_game_a_cell() -> None:
    """TV-6.2: without replicates what is left is one component."""
    found = luck.budget(Y[:, :, :1])
    parts = np.array([V["r1"]["vc"][k] for k in ("D", "P", "res")])
    assert_allclose(found.shares, [*(parts / parts.sum()), 0.0])


def test_win_scale() -> None:
    """TV-6.3: the skilled part of who wins, sampling noise taken off: 4,000 games a cell in two equal deals."""
    rates = np.array([[0.497, 0.533, 0.970], [0.462, 0.495, 0.976], [0.031, 0.024, 0.498]])
    assert_allclose(luck.win_share(np.stack([rates, rates]), 2000).value, V["ltv"]["share"])


def test_negative_components_count_as_nothing() -> None:
    """Deals that differ less than chance alone would make them."""
    y = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]])[:, :, None]
    found = luck.budget(y)
    assert found.shares[0] == 0.0
    assert sum(found.shares) == pytest.approx(1.0)


@pytest.mark.parametrize("shape", [(2, 3, 1), (5, 1, 1), (5, 3)])
def test_too_small_designs_are_refused(shape: tuple[int, ...]) -> None:
    """Components need deals and pairings to vary."""
    with pytest.raises(ValueError, match="variance budget"):
        luck.budget(np.zeros(shape))


def test_no_variance_is_refused() -> None:
    """Nothing to share out."""
    with pytest.raises(ValueError, match="equal"):
        luck.budget(np.ones((5, 3, 2)))


def test_games_to_tell() -> None:
    """Counted by hand: 0.95 needs one game; 0.9 needs three, as 0.9^3 + 3 * 0.9^2 * 0.1 is 0.972."""
    assert luck.games_to_tell(0.95) == 1
    assert luck.games_to_tell(0.9) == 3
    assert luck.games_to_tell(0.5) is None
    assert luck.games_to_tell(1.0) == 1
    few, many = luck.games_to_tell(0.55), luck.games_to_tell(0.501)
    assert few is not None
    assert many is not None
    assert few == pytest.approx(0.25 * (1.645 / 0.05) ** 2, rel=0.03)
    assert many == pytest.approx(0.25 * (1.645 / 0.001) ** 2, rel=0.01)


def test_shares_of_the_variance_are_covered() -> None:
    """Crossed designs of known components, 150 runs of 40 deals and 5 pairings: every share is covered."""
    chance, right, runs = np.random.default_rng(61), np.zeros(3), 150
    pairs = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    truth = np.array([9.0, pairs.var(ddof=1), 16.0])
    for _ in range(runs):
        y = chance.normal(0.0, 3.0, (40, 1)) + pairs + chance.normal(0.0, 4.0, (40, 5))
        intervals = luck.budget(y[:, :, None]).intervals()[:3]
        right += [interval.contains(share) for interval, share in zip(intervals, truth / truth.sum(), strict=True)]
    assert (right / runs >= 0.90).all()  # 95 % less three standard errors


def test_the_skilled_part_of_winning_is_covered() -> None:
    """Three strategies of known strength, 120 runs of 150 deals: the share is covered."""
    chance, right, runs = np.random.default_rng(62), 0, 120
    rates = np.array([[0.5, 0.6, 0.8], [0.4, 0.5, 0.7], [0.2, 0.3, 0.5]])
    truth = rates.var() / (rates.mean() * (1.0 - rates.mean()))
    for _ in range(runs):
        wins = (chance.random((150, 3, 3)) < rates).astype(float)
        found = luck.win_share(wins, 1)
        right += found.interval.contains(truth)
    assert right / runs >= 0.90


def test_jackknife_of_a_mean_is_its_standard_error() -> None:
    """By hand: of a plain mean the jackknife gives s / √n; in groups nearly so; alike up to a rare deal."""
    values = np.random.default_rng(63).beta(2.0, 3.0, 150)
    found = ratios.share_of_means(lambda mean, _: float(mean), values)
    assert found.value == pytest.approx(values.mean())
    assert found.se == pytest.approx(values.std(ddof=1) / math.sqrt(150))
    assert 0.0 < found.interval.low < found.value < found.interval.high < 1.0
    many = np.random.default_rng(64).beta(2.0, 3.0, 4_000)
    grouped = ratios.share_of_means(lambda mean, _: float(mean), many)
    assert grouped.se == pytest.approx(many.std(ddof=1) / math.sqrt(4_000), rel=0.2)
    alike = ratios.share_of_means(lambda mean, _: float(mean), np.full(50, 0.25))
    assert alike.interval.high == pytest.approx(0.25 + 0.75 * (1.0 - 0.025 ** (1.0 / 50.0)))


@pytest.mark.parametrize(("lead", "spread"), [(0.5, 2.0), (0.01, 3.0), (4.0, 0.5)])
def test_games_until_somebody_has_more_points(lead: float, spread: float) -> None:
    """The fewest of which the sum is above 0 with 95 %; nobody who is behind ever is."""
    games = luck.games_to_lead(lead, spread)
    assert games is not None
    assert scipy.stats.norm.sf(-lead * games**0.5 / spread) >= 0.95
    assert games == 1 or scipy.stats.norm.sf(-lead * (games - 1) ** 0.5 / spread) < 0.95
    assert luck.games_to_lead(-lead, spread) is None
    assert luck.games_to_lead(1e-9, spread) is None
