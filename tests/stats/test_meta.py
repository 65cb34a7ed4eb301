"""Payoffs, ratings, equilibria and alpha-rank against the vectors."""

import json
from pathlib import Path

import nashpy as nash
import numpy as np
import pytest
import statsmodels.api as sm
from numpy.testing import assert_allclose
from scipy.stats import chi2

from dhstats.stats.intervals.intervals import normal_critical, sidak_level
from dhstats.stats.leagues import equilibrium, ratings
from dhstats.stats.leagues.equilibrium import Payoffs, joint_intervals, upper_cells

V = json.loads((Path(__file__).parents[1] / "vectors" / "stats.json").read_text())["v4"]
B = np.array(V["B"])
M = np.array(V["nash"]["M"])
S = np.array(V["seat"]["S"])


def blocks_with_mean(mean: np.ndarray, deals: int = 2000, seed: int = 1) -> np.ndarray:
    """Blocks of won and lost games whose means are near a matrix."""
    return (np.random.default_rng(seed).random((deals, *mean.shape)) < mean).astype(float)


def test_payoff_matrices() -> None:
    """TV-4.1: seat-averaged score and edge of the printed B."""
    payoffs = Payoffs(np.stack([B, B]))
    assert_allclose(payoffs.strength, V["P"], atol=1e-12)
    assert_allclose(payoffs.edge, V["A"], atol=1e-12)


def test_simultaneous_level() -> None:
    """TV-4.1: the critical value for six cells."""
    assert_allclose(normal_critical(sidak_level(0.95, 6)), V["cell"]["sid"], rtol=1e-10)


def test_strength_adds_up_deal_by_deal() -> None:
    """P and its transpose make 1 in every deal, so that their errors are equal."""
    payoffs = Payoffs(blocks_with_mean(B))
    both = payoffs.strength_blocks + payoffs.strength_blocks.transpose(0, 2, 1)
    assert_allclose(both, 1.0)


def test_intervals_say_what_they_are() -> None:
    """Method, level, number and unit stand in each interval."""
    blocks = Payoffs(blocks_with_mean(B)).strength_blocks
    cells = upper_cells(4)
    found = joint_intervals(blocks, cells, 0.95)
    assert {(i.method, i.n, i.unit, i.level) for i in found} == {("t, Šidák", 2000, "deals", 0.95)}
    for (i, j), interval in zip(cells, found, strict=True):
        assert interval.contains(float(blocks[:, i, j].mean()))


@pytest.mark.parametrize("shape", [(1, 3, 3), (5, 3, 2), (5, 3)])
def test_payoffs_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    """One deal has no error, and a rectangle is no round robin."""
    with pytest.raises(ValueError, match="at least two deals"):
        Payoffs(np.zeros(shape))


def test_ratings_where_beginning_is_worth_nothing() -> None:
    """TV-4.2, the same games once with either of them beginning: twice the games, the same ratings, no seat."""
    wins = np.array(V["bt"]["W"], float)
    found = ratings.fit(wins, 10_000.0 * (1 - np.eye(4)))
    assert_allclose(found.beta, V["bt"]["beta"], atol=1e-9)
    assert_allclose(found.seat, 0.0, atol=1e-9)
    assert_allclose(found.elo, V["bt"]["elo"], atol=1e-7)
    assert_allclose(found.elo_errors * np.sqrt(2), V["bt"]["elo_se"], rtol=1e-7)
    ahead, error = found.difference(0, 1)
    assert_allclose((ahead, error * np.sqrt(2)), V["bt"]["A_minus_B"], rtol=1e-7)
    assert_allclose(found.deviance / 2, V["bt"]["dev"], rtol=1e-6)
    assert found.df == 8
    assert_allclose(found.p, chi2.sf(2 * V["bt"]["dev"], 8), rtol=1e-5)


def test_ratings_with_a_seat() -> None:
    """TV-4.2: 4000 games in each of the sixteen ordered cells, mirrors included."""
    games = np.full((4, 4), 4000.0)
    found = ratings.fit(B * games, games)
    assert_allclose(found.beta, V["bth"]["beta"], atol=1e-9)
    assert_allclose(found.seat, V["bth"]["eta"], rtol=1e-7)
    assert_allclose(found.deviance, V["bth"]["dev"], rtol=1e-8)


def test_ratings_agree_with_a_generalised_linear_model() -> None:
    """The same fit by statsmodels."""
    games = np.full((4, 4), 4000.0)
    rows, columns = np.nonzero(games)
    x = np.zeros((16, 4))
    for cell, (i, j) in enumerate(zip(rows, columns, strict=True)):
        if i < 3:
            x[cell, i] += 1
        if j < 3:
            x[cell, j] -= 1
        x[cell, 3] = 1
    model = sm.GLM(B.ravel(), x, family=sm.families.Binomial(), var_weights=games.ravel()).fit(tol=1e-14)
    found = ratings.fit(B * games, games)
    assert_allclose(found.beta[:3] - found.beta[3], model.params[:3], atol=1e-8)
    assert_allclose(found.seat, model.params[3], atol=1e-10)


def test_who_won_everything_gets_half_a_game() -> None:
    """An infinite rating is avoided."""
    wins, games = np.array([[0.0, 10.0], [0.0, 0.0]]), np.array([[0.0, 10.0], [10.0, 0.0]])
    found = ratings.fit(wins, games)
    assert np.isfinite(found.elo).all()
    assert_allclose(np.exp(found.beta[0] - found.beta[1]), 10.5 / 0.5)


def test_strategies_that_never_meet_are_refused() -> None:
    """Two pairs without a game between them have no common scale."""
    games = np.zeros((4, 4))
    games[0, 1] = games[2, 3] = 10
    with pytest.raises(ValueError, match="meet"):
        ratings.fit(games / 2, games)


def test_equilibrium_of_a_cycle() -> None:
    """TV-4.3: rock, paper, scissors with unequal stakes, and a fourth that nobody plays."""
    found = equilibrium.solve(M)
    assert_allclose(found.row, V["nash"]["x"], atol=1e-8)
    assert_allclose(found.value, 0.0, atol=1e-10)
    assert_allclose(np.ptp(equilibrium.nash_average(M).ranges, axis=1), 0.0, atol=equilibrium.POINT)


def test_equilibrium_agrees_with_vertex_enumeration() -> None:
    """The same by nashpy, on random games."""
    chance = np.random.default_rng(7)
    for _ in range(10):
        payoffs = chance.normal(size=(4, 4))
        row, column = next(nash.Game(payoffs).vertex_enumeration())
        found = equilibrium.solve(payoffs)
        assert_allclose(found.value, row @ payoffs @ column, atol=1e-9)
        assert_allclose(found.row, row, atol=1e-7)


def test_a_clone_makes_equilibria_many_and_averaging_one() -> None:
    """TV-4.5: strategy 0 twice; ranges of its weights, the most even mixture, and its ratings."""
    order = [0, 1, 2, 3, 0]
    cloned = M[np.ix_(order, order)]
    average = equilibrium.nash_average(cloned)
    assert_allclose(average.ranges, V["navg_range"], atol=1e-5)
    assert_allclose(average.weights, V["navg"]["x"], atol=1e-5)
    assert_allclose(average.ratings, V["navg"]["skill"], atol=1e-6)


def test_drawing_deals_again() -> None:
    """The value's spread over draws is its standard error; regrets are never negative; equal seeds, equal draws."""
    blocks = blocks_with_mean(S, deals=4000)
    found = equilibrium.solve(blocks.mean(axis=0))
    drawn = equilibrium.resample(found, blocks, 200, 3)
    assert drawn.values.std(ddof=1) == pytest.approx(
        (blocks @ found.column @ found.row).std(ddof=1) / np.sqrt(len(blocks)), rel=0.2
    )
    assert (drawn.regrets >= -1e-12).all()
    assert_allclose(drawn.values[:20], equilibrium.resample(found, blocks, 20, 3).values)
    value, error = equilibrium.split_value(blocks)
    assert abs(value - found.value) < 5 * error


def test_a_single_strategy_and_equal_ones() -> None:
    """The smallest games: one strategy, and a matrix of zeros whose equilibria are everything."""
    assert equilibrium.solve(np.array([[0.4]])).value == pytest.approx(0.4)
    equal = equilibrium.nash_average(np.zeros((3, 3)))
    assert_allclose(equal.ranges, [[0.0, 1.0]] * 3, atol=1e-6)
    assert_allclose(equal.weights, 1 / 3, atol=1e-6)


def test_transitivity() -> None:
    """TV-4.5: nearly all of TV-4.1 in log odds, little of the cycle."""
    p = np.array(V["P"])
    assert_allclose(equilibrium.transitivity(np.log(p / (1 - p))), V["hodge"]["share"], rtol=1e-9)
    assert_allclose(equilibrium.transitivity(M), V["hodge"]["rps"], rtol=1e-9)


@pytest.mark.parametrize("alpha", ["1.0", "10.0", "100.0"])
def test_alpha_rank(alpha: str) -> None:
    """TV-4.4 at three strengths of selection."""
    assert_allclose(equilibrium.alpha_rank(M, float(alpha)), V["arank"][alpha], atol=1e-8)


def of_a_ring(edge: np.ndarray) -> np.ndarray:
    """The equilibrium of three that beat each other in a circle, by hand: each as heavy as the others' edge."""
    weights = np.stack([edge[..., 1, 2], edge[..., 2, 0], edge[..., 0, 1]], axis=-1)
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def test_weights_go_as_far_as_the_deals_drawn_again_say() -> None:
    """Rock, paper, scissors: percentiles of the equilibria by hand, from the same draws of the deals."""
    rates = 0.5 + 0.2 * np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    blocks = (np.random.default_rng(71).random((500, 3, 3)) < rates).astype(float)
    chance = np.random.Generator(np.random.Philox(key=5))
    counts = np.array([chance.multinomial(500, np.full(500, 1 / 500)) for _ in range(60)])
    first = np.tensordot(counts, blocks, axes=1) / 500
    mixtures = of_a_ring((first - first.transpose(0, 2, 1)) / 2)
    expected = np.quantile(mixtures, (0.025, 0.975), axis=0).T
    assert_allclose(equilibrium.blind_weights(blocks, 60, 5), expected, atol=1e-6)


def test_a_pair_that_never_varied_has_no_interval_of_no_width() -> None:
    """Four hundred wins of four hundred are not certainty: the score may be a little lower."""
    blocks = np.ones((400, 2, 2))
    blocks[:, 1, 0] = 0.0
    (found,) = joint_intervals(blocks, ((0, 1),), 0.95)
    assert 0.98 < found.low < 1.0 == found.high
    assert found.level == 0.95
