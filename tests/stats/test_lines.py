"""A line through the logarithms of costs over worth: exact cases, the jackknife by hand, and what it cannot be asked."""

import math

import numpy as np
import pytest

from dhstats.stats.estimates.lines import line

RANDOM = np.random.default_rng(3)
WORTH = [1.0, 1.0, 2.0, 4.0]
TIMES = RANDOM.integers(20, 60, (30, 4)).astype(float)
SPENT = TIMES * np.array([2.0, 3.0, 4.0, 12.0]) + RANDOM.integers(0, 9, (30, 4))


def test_costs_that_double_with_every_point_lie_on_the_line() -> None:
    """Cost 3 · 2^worth in every part: the slope is ln 2, nothing is off, and no limit is known."""
    spent = TIMES * 3.0 * 2.0 ** np.array(WORTH)
    found = line(WORTH, spent, TIMES)
    assert found.slope == pytest.approx(math.log(2.0))
    assert found.costs == pytest.approx([6.0, 6.0, 12.0, 48.0])
    assert found.above == pytest.approx([0.0] * 4, abs=1e-12)


def test_the_line_is_that_of_least_squares() -> None:
    """Numpy's polynomial through the logarithms of all costs, and what is left of them."""
    found = line(WORTH, SPENT, TIMES)
    logs = np.log(SPENT.sum(axis=0) / TIMES.sum(axis=0))
    slope, intercept = np.polyfit(WORTH, logs, 1)
    assert found.slope == pytest.approx(slope)
    assert found.above == pytest.approx(logs - intercept - slope * np.array(WORTH))


def test_errors_are_the_jackknife_over_parts() -> None:
    """Everything is done again without each part; SE² = (G − 1)/G Σ (θ(g) − mean)²."""
    found = line(WORTH, SPENT, TIMES)
    again = []
    for part in range(30):
        kept = np.arange(30) != part
        logs = np.log(SPENT[kept].sum(axis=0) / TIMES[kept].sum(axis=0))
        slope, intercept = np.polyfit(WORTH, logs, 1)
        again.append([slope, *(logs - intercept - slope * np.array(WORTH))])
    spread = np.array(again)
    errors = np.sqrt(29 / 30 * ((spread - spread.mean(axis=0)) ** 2).sum(axis=0))
    assert found.slope_error == pytest.approx(errors[0])
    assert found.errors == pytest.approx(errors[1:])
    estimate = found.distance(3, 0.90)
    assert estimate.interval.half_width == pytest.approx(1.6991270 * errors[4], rel=1e-6)  # t, 29 degrees of freedom
    assert (estimate.interval.n, estimate.interval.unit) == (30, "parts of the run")
    assert found.steepness().se == pytest.approx(errors[0])


@pytest.mark.parametrize(
    ("worth", "spent", "times", "words"),
    [
        (WORTH, SPENT[:1], TIMES[:1], "2"),
        (WORTH[:2], SPENT[:, :2], TIMES[:, :2], "at least 3 things"),
        (WORTH, SPENT[:, :3], TIMES, "two sums of each"),
        ([1.0] * 4, SPENT, TIMES, "all worth the same"),
        (WORTH, SPENT, np.where(np.arange(30)[:, None] == 4, TIMES, 0.0), "no more than one part"),
        (WORTH, 0.0 * SPENT, TIMES, "cost nothing"),
    ],
)
def test_what_has_no_line_is_refused(worth: list[float], spent: np.ndarray, times: np.ndarray, words: str) -> None:
    """Too few parts or things, worths all alike, a thing that came once or cost nothing."""
    with pytest.raises(ValueError, match=words):
        line(worth, spent, times)
