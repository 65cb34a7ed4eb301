"""Sums of a ratio from its blocks written out, as queries count them; the exact interval of a count."""

from collections.abc import Iterable

from dhstats.stats.estimates.ratios import RatioSums
from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.intervals import Interval


def ratio_sums(blocks: Iterable[tuple[int, int]]) -> RatioSums:
    """Sums from one pair (x, y) per block."""
    rows = list(blocks)
    return RatioSums(
        n=sum(x > 0 for x, _ in rows),
        sum_x=sum(x for x, _ in rows),
        sum_y=sum(y for _, y in rows),
        sum_xx=sum(x * x for x, _ in rows),
        sum_yy=sum(y * y for _, y in rows),
        sum_xy=sum(x * y for x, y in rows),
    )


def clopper_pearson(successes: int, n: int, level: float = 0.95) -> Interval:
    """The exact interval for the rate of an event that came so often in n games."""
    return intervals.clopper_pearson(successes / n, n, level, "Clopper–Pearson", n, "games")
