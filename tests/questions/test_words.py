"""Numbers as a designer reads them."""

import math

import pytest

from dhstats.questions.shared import words
from dhstats.questions.shared.notes import plain
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval


@pytest.mark.parametrize(
    ("error", "places"), [(0.066, 2), (0.0061, 3), (0.5, 1), (1.44, 1), (6.0, 0), (250.0, 0), (1e-9, 4), (0.0, 2)]
)
def test_as_many_digits_as_are_known(error: float, places: int) -> None:
    """A standard error of 0.066 leaves two digits, one of 6 none; there are never more than four."""
    assert words.places(error) == places


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(-0.284, 2, "−0.28"), (1234.5, 1, "1,234.5"), (-0.001, 2, "0.00"), (0.0, 0, "0"), (12.0, 0, "12")],
)
def test_numbers(value: float, digits: int, text: str) -> None:
    """A true minus, thousands apart, and no minus nothing."""
    assert words.number(value, digits) == text


def test_signs_where_they_matter() -> None:
    """A gain shows its plus; nothing has no sign."""
    assert words.number(0.15, 2, sign=True) == "+0.15"
    assert words.number(-0.15, 2, sign=True) == "−0.15"
    assert words.number(0.001, 2, sign=True) == "0.00"


def test_an_interval_in_words() -> None:
    """Level, ends, method, number and unit."""
    found = Interval(0.4959, 0.4985, 0.95, "t over blocks", 100_000, "deals")
    assert plain(words.span(found.minus(0.5), 2, factor=100.0, sign=True)) == (
        "95 % interval −0.41 to −0.15, t over 100,000 deals"
    )
    assert plain(words.stated(Estimate(0.4972, 0.00066, found), words.PERCENT, "of all")) == (
        "49.72 % of all (95 % interval 49.59 to 49.85, t over 100,000 deals)"
    )
    assert plain(words.span(found, 1, factor=100.0, sure="simultaneous 95 %")).startswith("simultaneous 95 % interval")
    assert plain(words.reach(found, 1, factor=100.0)) == "49.6 to 49.9"


@pytest.mark.parametrize(
    ("method", "text"),
    [("t over blocks", "the same in all 9 deals, so without an interval"), ("order statistics", "too few for")],
)
def test_no_interval_in_words(method: str, text: str) -> None:
    """Where the data set no limit the sentence says why."""
    found = Interval(-math.inf, 3.0, 0.95, method, 9, "deals")
    assert text in words.span(found, 1)
    assert text in words.reach(found, 1)


def test_quantiles_of_whole_numbers() -> None:
    """Whole, or half-way between two; one of a kind has no plural."""
    assert [words.step(value) for value in (3.0, 2.5)] == ["3", "2.5"]
    assert [words.things(value, "point") for value in (1.0, 2.0, 0.0)] == ["1 point", "2 points", "0 points"]


def test_lists_of_things() -> None:
    """Commas and a last "and"."""
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("value", "digits", "told"),
    [
        (0.62, 1, "gave 0.6 points"), (-0.62, 1, "took 0.6 points"), (-0.04, 1, "gave 0.0 points"),
        (0.0, 1, "gave 0.0 points"), (-1234.0, 0, "took 1,234 points"), (-0.06, 1, "took 0.1 points"),
    ],
)  # fmt: skip
def test_nobody_gives_less_than_nothing(value: float, digits: int, told: str) -> None:
    """A negative gift is taken, and what rounds to nothing has no sign."""
    assert words.given(value, digits, "points") == told
