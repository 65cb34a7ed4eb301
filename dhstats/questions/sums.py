"""Rows of the queries as the records that statistics take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dhstats.questions.groups import LEVEL
from dhstats.stats.blocks import BlockSums, Estimate
from dhstats.stats.ratios import RatioSums

Row = Mapping[str, Any]


def block_sums(deals: int, row: Row, name: str, scale: int) -> BlockSums:
    """Sums of a column and of its squares over deals; deals without a row of their own count as zero."""
    return BlockSums(deals, int(row[name]), int(row[f"{name}_squares"]), scale)


def value_counts(rows: Iterable[Row], value: Callable[[Row], int]) -> dict[int, int]:
    """How many deals have each value."""
    counts: Counter[int] = Counter()
    for row in rows:
        counts[value(row)] += int(row["deals"])
    return dict(counts)


def ratio_sums(deals: int, row: Row, x: str, y: str) -> RatioSums:
    """Sums for a ratio of column y to column x over deals."""
    return RatioSums(
        n=deals,
        sum_x=int(row[x]),
        sum_y=int(row[y]),
        sum_xx=int(row[f"{x}_squares"]),
        sum_yy=int(row[f"{y}_squares"]),
        sum_xy=int(row[f"{x}_{y}"]),
    )


def ratio_of_counts(rows: Iterable[Row], x: Callable[[Row], int], y: Callable[[Row], int]) -> RatioSums:
    """Sums for a ratio from rows that say how many deals have the same x and y."""
    seen = [(int(row["deals"]), x(row), y(row)) for row in rows]
    return RatioSums(
        n=sum(deals for deals, _, _ in seen),
        sum_x=sum(deals * a for deals, a, _ in seen),
        sum_y=sum(deals * b for deals, _, b in seen),
        sum_xx=sum(deals * a * a for deals, a, _ in seen),
        sum_yy=sum(deals * b * b for deals, _, b in seen),
        sum_xy=sum(deals * a * b for deals, a, b in seen),
    )


def ratio_estimate(sums: RatioSums, level: float = LEVEL) -> Estimate | None:
    """The ratio with its interval, or nothing where it would be nothing over nothing."""
    return sums.estimate(level) if sums.sum_x > 0 else None
