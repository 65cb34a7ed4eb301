"""Whether a mean lies in a range: worked by hand, and how often the verdict is wrong however often one looks."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom

from dhstats.stats.sequential.elimination import InRange, RangeStanding
from dhstats.stats.sequential.stopping import Sample

Array = np.ndarray[Any, Any]
ALPHA, PLANNED = 0.05, 4000.0
LOOKS = (500, 1000, 2000, 4000, 8000)
QUARTERS = np.arange(5) / 4
FALSE_ALARM = 1e-4  # of a simulation, where verdicts are wrong exactly as often as they may be


def half_width(sd: float, n: int, alpha: float) -> float:
    """The sequence's half-width from its formula, tuned by solving for its parameter step by step."""
    square = 1.0
    for _ in range(200):  # rho² · planned = log(1 + rho² · planned) − 2 log alpha: the minimum of the width
        square = -2.0 * math.log(alpha) + math.log(square + 1.0)
    rho2 = square / PLANNED
    grown = n * rho2 + 1.0
    return sd * math.sqrt(2.0 * grown / (n**2 * rho2) * math.log(math.sqrt(grown) / alpha))


def coins(heads: int, n: int) -> Sample:
    """Deals that are worth nothing or one."""
    return Sample(np.array([0.0, 1.0]), np.array([n - heads, heads], np.float64), 0.0, 1.0)


def test_the_verdict_is_what_the_two_sequences_say_by_hand() -> None:
    """Half of 2000 deals: met just where the range holds the narrower interval, missed where it misses the wider."""
    narrow, wide = half_width(0.5, 2000, 2 * ALPHA), half_width(0.5, 2000, ALPHA)
    assert narrow < wide
    sample, tiny = coins(1000, 2000), 1e-3 * narrow
    expected: list[tuple[float, float, RangeStanding]] = [
        (0.5 - narrow - tiny, 0.5 + narrow + tiny, "met"),
        (0.5 - narrow - tiny, 0.5 + narrow - tiny, "open"),
        (0.5 - narrow + tiny, math.inf, "open"),
        (0.5 - narrow - tiny, math.inf, "met"),
        (-math.inf, 0.5 + narrow + tiny, "met"),
        (0.5 + wide - tiny, 1.0, "open"),
        (0.5 + wide + tiny, 1.0, "missed"),
        (-math.inf, 0.5 - wide - tiny, "missed"),
    ]
    for low, high, standing in expected:
        rule = InRange(low, high, ALPHA, PLANNED)
        assert rule.standing(sample) == standing, (low, high)
        level = 1 - 2 * ALPHA if standing == "met" else 1 - ALPHA
        found = rule.interval(sample)
        assert_allclose(found.level, level)
        reach = narrow if standing == "met" else wide
        assert_allclose([found.low, found.high], [0.5 - reach, 0.5 + reach], rtol=1e-4)
        assert rule.reached(0.5, 0.5, 2000) == (standing != "open")


def test_nothing_is_said_before_three_hundred_deals() -> None:
    """However clear it is."""
    rule = InRange(0.9, math.inf, ALPHA, PLANNED)
    assert rule.standing(coins(0, 299)) == "open"
    assert math.isinf(rule.interval(coins(0, 299)).high)
    assert rule.standing(coins(0, 300)) == "missed"


@pytest.mark.parametrize(
    ("low", "high", "alpha", "planned"),
    [
        (0.5, 0.5, 0.05, 100.0), (0.6, 0.5, 0.05, 100.0), (-math.inf, math.inf, 0.05, 100.0), (math.nan, 1.0, 0.05, 1.0),
        (0.0, 1.0, 0.0, 100.0), (0.0, 1.0, 0.5, 100.0), (0.0, 1.0, 0.05, 0.0),
    ],
)  # fmt: skip
def test_what_is_no_range_is_refused(low: float, high: float, alpha: float, planned: float) -> None:
    """Empty, without width, without end, or judged at a level that cannot be."""
    with pytest.raises(ValueError, match="needs"):
        InRange(low, high, alpha, planned)


def test_rare_events_are_judged_by_bets() -> None:
    """None of 500: the bound is where bets on less have earned twenty."""
    never = coins(0, 500)
    found = InRange(-math.inf, 0.05, ALPHA, PLANNED).interval(never)
    assert found.method == "betting confidence sequence"
    sizes = 2.0 ** -np.arange(1.0, 21.0)
    p = found.high  # half the money bets on more and loses its stake each time, half on less
    up, down = ((1.0 - sizes) ** 500).mean(), ((1.0 + sizes * p / (1.0 - p)) ** 500).mean()
    assert_allclose((up + down) / 2.0, 1.0 / (2 * ALPHA), rtol=1e-3)
    assert InRange(-math.inf, 1.01 * p, ALPHA, PLANNED).standing(never) == "met"
    assert InRange(-math.inf, 0.99 * p, ALPHA, PLANNED).standing(never) == "open"


@pytest.mark.parametrize(("low", "high", "standing"), [(6.0, 8.0, "met"), (8.0, 9.0, "missed"), (7.0, 9.0, "open")])
def test_a_value_that_all_deals_have_is_known(low: float, high: float, standing: str) -> None:
    """Seven in all of 5,000: in a range or out of it; at an end of one no number of deals tells, as one may differ."""
    alike, rule = Sample(np.array([7.0]), np.array([5000.0]), 0.0, math.inf), InRange(low, high, ALPHA, PLANNED)
    assert rule.standing(alike) == standing
    assert rule.interval(alike).method.endswith("no exception being off by more than 14")
    assert math.isinf(rule.until_settled(alike)) == (standing == "open")


def test_how_many_deals_that_are_alike_settle_a_range() -> None:
    """As many more as were asked for, and not a fifth fewer."""
    rule, few = InRange(6.98, 7.5, ALPHA, PLANNED), Sample(np.array([7.0]), np.array([500.0]), 0.0, math.inf)
    assert rule.standing(few) == "open"
    more = rule.until_settled(few)
    for times, standing in ((1.02, "met"), (0.8, "open")):
        assert rule.standing(replace(few, counts=np.array([times * (500.0 + more)]))) == standing


# ---- How often verdicts are wrong ---------------------------------------------------------------------------------

Draw = Callable[[np.random.Generator, int], Array]


def two_games(p: float) -> tuple[Draw, Array, tuple[float, float]]:
    """Deals of two games, each won with this chance, in quarters."""
    chances = np.array([(1 - p) ** 2, 0.0, 2 * p * (1 - p), 0.0, p * p])
    return lambda rng, n: rng.multinomial(n, chances), QUARTERS, (0.0, 1.0)


def lengths(mean: float) -> tuple[Draw, Array, tuple[float, float]]:
    """Whole numbers of turns around a mean, about normal: 100 coins of two turns."""
    support = np.arange(101)
    chances = binom.pmf(support, 100, mean / 100.0)
    return lambda rng, n: rng.multinomial(n, chances / chances.sum()), support.astype(np.float64), (0.0, math.inf)


def ends(
    deals: tuple[Draw, Array, tuple[float, float]], low: float, high: float, runs: int, seed: int
) -> list[RangeStanding]:
    """How runs end that are looked at again and again."""
    draw, support, bounds = deals
    rule, rng, found = InRange(low, high, ALPHA, PLANNED), np.random.default_rng(seed), list[RangeStanding]()
    for _ in range(runs):
        counts, standing = np.zeros(len(support)), "open"
        for played, look in zip((0, *LOOKS), LOOKS, strict=False):
            counts = counts + draw(rng, look - played)
            seen = counts > 0
            if (standing := rule.standing(Sample(support[seen], counts[seen], *bounds))) != "open":
                break
        found.append(standing)  # type: ignore[arg-type]
    return found


def at_most(wrong: int, runs: int, alpha: float = ALPHA) -> bool:
    """Whether so many wrong runs may come of that chance; a sound rule fails with the chance of a false alarm."""
    return float(binom.sf(wrong - 1, runs, alpha)) > FALSE_ALARM


@pytest.mark.parametrize(
    ("deals", "low", "high"),
    [
        (two_games(0.5201), 0.46, 0.52),
        (two_games(0.4799), 0.48, 0.54),
        (two_games(0.5201), -math.inf, 0.52),
        (two_games(0.03), -math.inf, 0.0299),
        (lengths(50.01), 48.0, 50.0),
        (lengths(47.99), 48.0, math.inf),
    ],
)
def test_a_goal_just_missed_is_rarely_met(
    deals: tuple[Draw, Array, tuple[float, float]], low: float, high: float
) -> None:
    """In at most α of the runs, whenever they are looked at; a false alarm of this test: 1 in 10,000."""
    assert at_most(ends(deals, low, high, 200, 1).count("met"), 200)


@pytest.mark.parametrize(
    ("deals", "low", "high"),
    [
        (two_games(0.5199), 0.46, 0.52),
        (two_games(0.4801), 0.48, math.inf),
        (two_games(0.03), -math.inf, 0.0301),
        (lengths(49.99), 48.0, 50.0),
    ],
)
def test_a_goal_just_met_is_rarely_missed(
    deals: tuple[Draw, Array, tuple[float, float]], low: float, high: float
) -> None:
    """In at most α of the runs; a false alarm of this test: 1 in 10,000."""
    assert at_most(ends(deals, low, high, 200, 2).count("missed"), 200)


RARE_AND_LARGE = {  # values with their shares: a few deals make the mean, and a sample may have none of them
    "1 % of +100 beside ±1": {-1: 0.495, 1: 0.495, 100: 0.01},
    "0.5 % of +60 beside ±1": {-1: 0.4975, 1: 0.4975, 60: 0.005},
    "0.2 % of +60 among mostly 0": {-1: 0.05, 0: 0.898, 1: 0.05, 60: 0.002},
    "0.1 % of +200 beside ±1": {-1: 0.4995, 1: 0.4995, 200: 0.001},
    "0.3 % of ±80 among mostly 0": {-80: 0.003, -1: 0.05, 0: 0.894, 1: 0.05, 80: 0.003},
}


@pytest.mark.parametrize("case", RARE_AND_LARGE)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_rare_large_values_do_not_break_the_error(case: str, sign: float) -> None:
    """The range ends at the true mean: met or missed wrongly in at most α of the runs, where up to 39 % were."""
    values = sign * np.array([*RARE_AND_LARGE[case]], np.float64)
    shares = np.array([*RARE_AND_LARGE[case].values()])
    deals = (lambda rng, n: rng.multinomial(n, shares)), values, (-math.inf, math.inf)
    truth, tiny, runs = float(values @ shares), 1e-9, 100
    for (low, high), wrong in (((-math.inf, truth - tiny), "met"), ((-math.inf, truth + tiny), "missed")):
        low, high = (low, high) if sign > 0.0 else (high, math.inf)
        assert at_most(ends(deals, low, high, runs, 8).count(wrong), runs), wrong  # type: ignore[arg-type]


def test_a_mean_of_few_large_values_is_open_and_the_rule_says_why() -> None:
    """Four of 2,000 deals make the spread; none of 500 deals is large, which says little; many deals tell."""
    rule = InRange(-math.inf, 0.5, ALPHA, PLANNED)
    jackpots = Sample(np.array([-1.0, 1.0, 60.0]), np.array([998.0, 998.0, 4.0]), -math.inf, math.inf)
    assert (rule.standing(jackpots), rule.doubt(jackpots)) == ("open", "spread")
    none_yet = Sample(np.array([-1.0, 1.0]), np.array([250.0, 250.0]), -math.inf, math.inf)
    assert (rule.standing(none_yet), rule.doubt(none_yet)) == ("open", "unseen")
    assert "may not have been seen" in rule.interval(none_yet).method
    many = Sample(none_yet.support, 10.0 * none_yet.counts, -math.inf, math.inf)
    assert rule.doubt(many) == ""
    assert InRange(-math.inf, 0.5, ALPHA, PLANNED, former=True).standing(none_yet) == "met"


def test_what_none_has_shown_widens_the_sequence_as_far_as_values_may_lie() -> None:
    """Turns from 0 to 205, 500 deals around 26: no value above may have a larger share than is missed one time in 20."""
    turns = Sample(np.array([23.0, 29.0]), np.array([250.0, 250.0]), 0.0, math.inf, furthest=205.0)
    rule, share = InRange(-math.inf, 40.0, ALPHA, PLANNED), -math.log(ALPHA) / 500
    assert (rule.doubt(turns), rule.standing(turns)) == ("unseen", "met")
    found, narrow = rule.interval(turns), half_width(3.0, 500, 2 * ALPHA)
    assert_allclose([found.low, found.high], [26 - narrow - share * 26, 26 + narrow + share * 179], rtol=1e-4)
    assert "widened" in found.method
    assert rule.doubt(Sample(np.array([0.0, 60.0]), turns.counts, 0.0, math.inf, 205.0)) == ""


def test_values_with_bounds_are_judged_by_bets_where_few_make_the_spread() -> None:
    """A share of a win: 40 of 500 deals differ by little and three by all there is, which bets allow for."""
    few = Sample(np.array([0.0, 0.01, 1.0]), np.array([457.0, 40.0, 3.0]), 0.0, 1.0)
    assert InRange(-math.inf, 0.5, ALPHA, PLANNED).interval(few).method == "betting confidence sequence"


def test_all_goals_are_rarely_met_where_one_is_just_missed() -> None:
    """Two goals that are met and one just missed, on deals of their own: all met in at most α of the runs."""
    runs = 200
    several = (
        ends(two_games(0.5), 0.4, 0.6, runs, 3),
        ends(lengths(50.0), 45.0, 55.0, runs, 4),
        ends(two_games(0.5201), 0.46, 0.52, runs, 5),
    )
    assert several[0].count("met") == several[1].count("met") == runs
    assert at_most(sum(set(each) == {"met"} for each in zip(*several, strict=True)), runs)


def test_clear_cases_are_told() -> None:
    """In the middle of a wide range it is met, far beside it missed."""
    assert set(ends(two_games(0.5), 0.45, 0.55, 50, 6)) == {"met"}
    assert set(ends(two_games(0.6), 0.45, 0.55, 50, 7)) == {"missed"}
