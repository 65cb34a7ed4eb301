"""Swaps: what is kept of many that are no better, and of those that are."""

import numpy as np
import pytest
from scipy.stats import binom

from dhstats.stats.sequential.elimination import Gain
from dhstats.stats.sequential.stopping import Sample

SUPPORT = np.arange(-4, 5) / 4
LOOK, MOST, SWAPS = 250, 2_000, 10


def sample(values: np.ndarray) -> Sample:
    """Gains of whole quarters as a sample."""
    return Sample(SUPPORT, np.bincount(values + 4, minlength=9).astype(float), -1.0, 1.0)


def outcome(rule: Gain, chances: np.ndarray, lot: np.random.Generator) -> str:
    """How a swap ends whose gains have these chances, looked at again and again."""
    values = lot.choice(np.arange(-4, 5), size=MOST, p=chances)
    for seen in range(LOOK, MOST + 1, LOOK):
        if (found := rule.outcome(sample(values[:seen]))) != "open":
            return found
    return "open"


def test_of_many_swaps_that_are_no_better_hardly_any_is_kept() -> None:
    """In 400 climbs of ten swaps without effect; the share of climbs that keep any stays below α with its noise."""
    lot = np.random.default_rng(1)
    even = np.array([0.01, 0.02, 0.07, 0.15, 0.5, 0.15, 0.07, 0.02, 0.01])
    rule = Gain.plan(0.02, 0.3, 0.1, SWAPS)
    wrong = sum(any(outcome(rule, even, lot) == "better" for _ in range(SWAPS)) for _ in range(400))
    assert wrong <= binom.ppf(0.999, 400, 0.1)


def test_a_swap_that_is_better_is_kept_and_one_that_is_worse_is_dropped_early() -> None:
    """A gain of five points, and a loss as large, of blocks with a spread of a quarter."""
    better = np.array([0.0, 0.02, 0.05, 0.13, 0.5, 0.17, 0.09, 0.03, 0.01])
    lot, rule = np.random.default_rng(2), Gain.plan(0.02, 0.3, 0.05, SWAPS)
    assert [outcome(rule, better, lot) for _ in range(20)].count("better") >= 19
    assert [outcome(rule, better[::-1], lot) for _ in range(20)].count("not better") == 20


def test_every_swap_has_its_part_of_the_error() -> None:
    """Ten at five percent have half a percent each, to either side."""
    rule = Gain.plan(0.01, 0.3, 0.05, 10)
    assert rule.alpha == pytest.approx(0.005)
    values = np.random.default_rng(3).integers(-1, 2, 1000)
    assert rule.interval(sample(values)).level == pytest.approx(0.99)


def test_before_300_deals_nothing_is_said_and_a_swap_without_any_effect_is_dropped() -> None:
    """Deals that are all alike say nothing of their spread, but that a gain of ten points is none of theirs."""
    rule = Gain.plan(0.10, 0.3, 0.05, 1)
    assert rule.outcome(sample(np.full(250, 4))) == "open"
    assert rule.outcome(sample(np.zeros(1000, np.int64))) == "not better"
