"""Quantal response against an independent optimiser, its interval against the coverage that it promises."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize_scalar

from dhstats.stats.estimates.quantal import Choices, fit, lapses, skew_adjusted_t
from dhstats.stats.intervals.intervals import student_critical

TRUE = 12.0


def drawn(rng: np.random.Generator, games: int, precision: float, shared: float = 0.0) -> Choices:
    """Decisions of so many games; each game has a precision of its own, the more so the more is `shared`."""
    gaps, starts, taken, of, size = [], [], [], [], 0
    for game in range(games):
        own = precision * math.exp(shared * rng.standard_normal())
        for _ in range(20):
            worth = rng.uniform(0.0, 0.3, rng.integers(2, 8))
            gap = worth.max() - worth
            chances = np.exp(-own * gap)
            chosen = rng.choice(len(gap), p=chances / chances.sum())
            starts.append(size)
            size += len(gap)
            gaps.append(gap)
            taken.append(gap[chosen])
            of.append(game)
    return Choices(np.concatenate(gaps), np.array(starts), np.array(taken), np.array(of), games)


def plain(choices: Choices, precision: float) -> float:
    """The log likelihood, decision by decision."""
    ends = [*choices.starts[1:], len(choices.gaps)]
    each = zip(choices.starts, ends, choices.taken, strict=True)
    return sum(
        -precision * took - math.log(sum(math.exp(-precision * gap) for gap in choices.gaps[start:end]))
        for start, end, took in each
    )


def test_the_fit_is_that_of_an_optimiser_that_knows_nothing_of_slopes() -> None:
    """The same precision, and the same likelihood there."""
    choices = drawn(np.random.default_rng(1), 8, TRUE)
    found = fit(choices).value
    best = minimize_scalar(lambda p: -plain(choices, p), bounds=(0.0, 100.0), method="bounded", options={"xatol": 1e-7})
    assert found == pytest.approx(best.x, abs=1e-4)
    assert choices.log_likelihood(found) == pytest.approx(plain(choices, found))


def test_slopes_by_game_are_those_of_the_likelihood() -> None:
    """Against a difference quotient."""
    choices = drawn(np.random.default_rng(2), 5, TRUE)
    slope = (plain(choices, 7.001) - plain(choices, 6.999)) / 0.002
    assert choices.slopes(7.0).sum() == pytest.approx(slope, rel=1e-5)
    assert len(choices.slopes(7.0)) == 5


@pytest.mark.long("how often intervals hold the truth, in 240 logs; slopes and fit are those of an optimiser above")
@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_the_interval_holds_the_truth_as_often_as_it_says(shared: float) -> None:
    """120 logs of 15 games each, where the games of a log are alike, and where each has a precision of its own.

    The truth of the latter is the precision that a very long log of it has. A right interval holds it fewer than 106 or
    more than 119 times with a chance below 0.006.
    """
    rng = np.random.default_rng(3)
    truth = TRUE if not shared else fit(drawn(rng, 1000, TRUE, shared)).value
    held = sum(fit(drawn(rng, 15, TRUE, shared)).interval.contains(truth) for _ in range(120))
    assert 106 <= held <= 119


def test_who_never_errs_and_who_plays_at_random_stand_at_the_ends() -> None:
    """No error: infinite. Always the worst: zero. One game has no interval."""
    gaps, starts, games = np.array([0.0, 0.1] * 6), np.arange(0, 12, 2), np.array([0, 0, 0, 1, 1, 1])
    best = fit(Choices(gaps, starts, np.zeros(6), games, 2))
    assert (best.value, best.interval.high) == (math.inf, math.inf)
    worst = fit(Choices(gaps, starts, np.full(6, 0.1), games, 2))
    assert worst.value == 0.0
    lonely = fit(Choices(gaps, starts, np.array([0, 0.1, 0, 0, 0, 0]), np.zeros(6, int), 1))
    assert (lonely.interval.low, lonely.interval.high) == (-math.inf, math.inf)


def test_who_has_not_erred_yet_may_err_all_the_same() -> None:
    """300 decisions without an error, in ten games: the interval ends where so few errors become unlikely."""
    gaps, starts = np.array([0.0, 0.1] * 300), np.arange(0, 600, 2)
    found = fit(Choices(gaps, starts, np.zeros(300), np.arange(300) // 30, 10))
    rate = 1.0 / (1.0 + math.exp(0.1 * found.interval.low))  # of errors, at the low end
    t = 2.2621571  # of nine degrees of freedom
    assert 300 * math.log1p(-rate) == pytest.approx(-t * t / 2.0, rel=1e-4)


def test_decisions_need_options() -> None:
    """Nothing to fit, and a worth above the best, are refused."""
    nothing = np.zeros(0)
    with pytest.raises(ValueError, match="needs decisions"):
        Choices(nothing, nothing, nothing, nothing, 1)
    with pytest.raises(ValueError, match="more than the best"):
        Choices(np.array([0.0, -0.1]), np.array([0]), np.array([0.0]), np.array([0]), 1)


def test_a_share_of_random_moves_is_found_again() -> None:
    """A player who takes any option in one decision of four."""
    rng = np.random.default_rng(4)
    gaps = np.tile([0.0, 0.1, 0.2, 0.3], 4000)
    taken = np.where(rng.random(4000) < 0.25, rng.choice([0.0, 0.1, 0.2, 0.3], 4000), 0.0)
    found = lapses(Choices(gaps, np.arange(0, 16000, 4), taken, np.zeros(4000, int), 1))
    assert found.value == pytest.approx(0.25, abs=0.03)
    by_hand = np.where(taken == 0.0, 1.0 - found.value + found.value / 4, found.value / 4)
    assert found.log_likelihood == pytest.approx(np.log(by_hand).sum())


def test_the_t_of_slopes_knows_that_blunders_are_rare_and_large() -> None:
    """Hall's transformation with the bias-adjusted skewness of another library; games that gain by chance count as even."""
    slopes = -np.random.default_rng(5).exponential(1.0, 20)
    t, skew = float(slopes.mean() / slopes.std(ddof=1)), float(stats.skew(slopes, bias=False))
    cube = ((1.0 + skew * t / 3.0) ** 3 - 1.0) / skew
    assert skew < 0.0
    assert skew_adjusted_t(slopes) == pytest.approx(math.sqrt(20) * (cube + skew / 120.0))
    assert skew_adjusted_t(-slopes) == pytest.approx(-math.sqrt(20) * t)


def test_few_games_rate_nobody_too_well_more_often_than_they_may() -> None:
    """Slopes of mean 0 and skewness −2, ten games a log: Student's t alone misses 10 % on the side of too good a rung."""
    logs = 1.0 - np.random.default_rng(6).exponential(1.0, (4000, 10))
    critical = student_critical(0.95, 9)
    plain = np.sqrt(10) * logs.mean(axis=1) / logs.std(axis=1, ddof=1)
    assert (plain > critical).mean() > 0.085
    assert np.mean([skew_adjusted_t(log) > critical for log in logs]) < 0.06
