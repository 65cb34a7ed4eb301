"""Tables as text."""

import pytest

from dhstats.report.page.numbers import CUT_CELLS, PAGE_CELLS, affordable, cell, grid
from dhstats.report.page.page import Head
from tests.report.tables import table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (float("nan"), "–"),
        (True, "yes"),
        (1234567, "1,234,567"),
        (-12, "−12"),
        (0.0, "0"),
        (0.49683, "0.4968"),
        (-1.23456, "−1.235"),
        (47.7712, "47.77"),
        (123456.7, "123,457"),
        ("ships", "ships"),
        ("x" * 70, "x" * 59 + "…"),
    ],
)
def test_a_value_is_written_as_people_read_it(value: object, text: str) -> None:
    """Thousands apart, a true minus, about five digits, a dash for nothing, long words cut."""
    assert cell(value) == text


def test_a_table_is_cut_and_says_so() -> None:
    """Rows beyond what the page affords are counted; numbers are told from words."""
    lines = [{"name": f"n{number}", "value": number} for number in range(10)]
    cut = grid(table("t", lines, unit="points"), cells=6)
    assert cut.rows == (("n0", "0"), ("n1", "1"), ("n2", "2"))
    assert cut.left_out == 7
    assert cut.heads == (Head("Name", "points", False), Head("Value", "points", True))


def test_tables_are_whole_unless_the_page_would_grow_too_long() -> None:
    """A small run shows every number, a large one a part of its largest tables, several runs at least a little."""
    small = table("t", [{"value": number} for number in range(100)])
    large = table("t", [{"value": number} for number in range(PAGE_CELLS)])
    assert affordable([small, small], runs=1) >= 100
    assert affordable([small, large], runs=1) == PAGE_CELLS - 100
    assert affordable([small, large, large], runs=1) == (PAGE_CELLS - 100) // 2
    assert affordable([large] * 100, runs=1) == CUT_CELLS
    assert affordable([large] * 100, runs=4) == CUT_CELLS // 4
