"""Tables as text for people: numbers as short as they can be read, long tables cut."""

import math
from collections.abc import Sequence
from typing import Any

from dhstats.questions.shared.answer import Column, Table
from dhstats.report.drawing.spelling import spoken
from dhstats.report.page.page import Grid, Head

PAGE_CELLS = 20_000  # of all tables on a page; only beyond that are tables cut, and the JSON holds the rest
CUT_CELLS = 500  # of a table that is cut, or fewer where a page has several runs
LONGEST = 60  # characters of a word in a table


def affordable(tables: Sequence[Table], runs: int) -> int:
    """How many cells of each table a page of some runs can afford."""
    every = sum(table.frame.height * table.frame.width for table in tables)
    return every if every <= PAGE_CELLS else CUT_CELLS // runs


def grid(table: Table, cells: int) -> Grid:
    """A table as the page shows it behind a fold, cut to so many cells."""
    names = [column.name for column in table.columns]
    shown = table.frame.select(names).head(max(1, cells // len(names)))
    lines = tuple(tuple(cell(value) for value in row) for row in shown.iter_rows())
    heads = tuple(_head(table, column) for column in table.columns)
    return Grid(table.title, heads, lines, table.frame.height - shown.height)


def _head(table: Table, column: Column) -> Head:
    return Head(column.title, column.unit, table.frame.schema[column.name].is_numeric())


def cell(value: Any) -> str:
    """A value as people read it: thousands apart, five digits of a fraction at most, a dash for nothing."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    if isinstance(value, float):
        return f"{value:,.{_places(abs(value))}f}".replace("-", "−")
    return _clipped(spoken(str(value)))


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _places(size: float) -> int:
    """How many digits after the point leave about five that count."""
    if size >= 1000.0 or size == 0.0:
        return 0
    return 4 if size < 1.0 else 3 if size < 10.0 else 2 if size < 100.0 else 1
