"""What every chart shares: rows out of a table, axes with units, and words for those who do not see it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from dhstats.questions.answer import Table

Chart = alt.Chart | alt.LayerChart
Row = dict[str, Any]

ROW_CAP = 5_000


class TooManyRows(ValueError):
    """A chart was given more rows than a page should carry: it wants a smaller table, never raw games."""


def rows(table: Table, *names: str) -> list[Row]:
    """The named columns of a table as rows for a chart; a number that is none becomes null."""
    if table.frame.height > ROW_CAP:
        raise TooManyRows(f"table {table.key!r} has {table.frame.height:,} rows; a chart draws {ROW_CAP:,}")
    frame = table.frame.select(names) if names else table.frame
    return [{name: finite(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def finite(value: Any) -> Any:
    """The value, or None for the floats that JSON cannot hold."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def data(values: Iterable[Row]) -> alt.Data:
    """Rows as inline data."""
    return alt.Data(values=list(values))


def distinct(values: Iterable[Row], name: str) -> list[Any]:
    """What a column holds, in order of first appearance."""
    return list(dict.fromkeys(row[name] for row in values))


def finish(layers: Sequence[alt.Chart], values: Iterable[Row], words: str, height: int) -> Chart:
    """Layers over one set of rows, as wide as their place, with words that stand in for the picture."""
    size = alt.AutoSizeParams(type="fit-x", contains="padding")
    drawn = alt.layer(*layers, data=data(values))
    return drawn.properties(width="container", height=height, autosize=size, description=words)
