"""The jackknife over deals: how well a share is known that is computed from all deals together.

Sources: Miller, "The jackknife: a review" (1974); Searle, Casella, McCulloch, "Variance components" (1992).
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import expit, logit

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.counts import enough_blocks
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval, no_spread_interval

Array = np.ndarray[Any, Any]
GROUPS = 200  # of deals, at most, that are left out in turn


def groups(deals: int) -> list[Array]:
    """The numbers of the deals that are left out in turn."""
    return np.array_split(np.arange(deals), min(deals, GROUPS))


def error(left: Array) -> Array:
    """The standard error of a statistic from its values (groups, ...) with each group left out."""
    return np.asarray(np.sqrt((len(left) - 1) / len(left) * ((left - left.mean(axis=0)) ** 2).sum(axis=0)))


def share_interval(share: float, se: float, deals: int, level: float = 0.95, *, alike: bool = False) -> Interval:
    """Student's interval of a share, on the logit scale where the plain one lies inside 0 to 1; else cut off there.

    Where all deals are `alike` it is known up to the rare deal that was not seen. Where they are not, and no deal
    changes the share (as one that is cut off at 0 may be), the ends are infinite.
    """
    if alike and math.isfinite(share):
        return no_spread_interval(share, deals, level, (0.0, 1.0), "deals")
    reach = student_critical(level, min(deals, GROUPS) - 1) * se
    if reach == 0.0:
        return Interval(*UNBOUNDED, level, "no limit, as no deal changes it", deals, "deals")
    low, high = share - reach, share + reach
    if low > 0.0 and high < 1.0:
        middle, wide = float(logit(share)), reach / (share * (1.0 - share))
        low, high = float(expit(middle - wide)), float(expit(middle + wide))
    return Interval(max(0.0, low), min(1.0, high), level, "jackknife over deals, logit", deals, "deals")


def share_of_means(statistic: Callable[[Array, float], float], blocks: Array, level: float = 0.95) -> Estimate:
    """A share that follows from the mean over deals and their number, with its jackknife interval.

    Shapes: `blocks` (deals, ...); `statistic` takes a mean of shape (...) and the number of deals behind it.
    Errors: ValueError for fewer than two deals.
    """
    deals = enough_blocks(2, len(blocks))
    total = blocks.sum(axis=0, dtype=np.float64)
    share = statistic(total / deals, float(deals))
    left = np.array(
        [
            statistic((total - blocks[group].sum(axis=0, dtype=np.float64)) / (deals - len(group)), deals - len(group))
            for group in groups(deals)
        ]
    )
    se = float(error(left))
    alike = bool((blocks == blocks[:1]).all())
    return Estimate(share, se, share_interval(share, se if math.isfinite(se) else 0.0, deals, level, alike=alike))
