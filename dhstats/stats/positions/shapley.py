"""Components switched on and off in all combinations: what each is worth as a fair share.

A table of values has one entry for each of the 2ⁿ cells, in binary order with the first component as the highest digit:
for bonus, hand, tie-break the cells are 000, 001, ..., 111, and 100 has the bonus only.
Source: Shapley, "A value for n-person games" (1953).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.estimates.clusters import mean
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED

Array = np.ndarray[Any, Any]
MOST = 12  # components; 4,096 cells


def cells(count: int) -> tuple[str, ...]:
    """The names of all cells of so many components in their order, such as 00, 01, 10, 11."""
    if not 1 <= count <= MOST:
        raise ValueError(f"needs 1 to {MOST} components, got {count}")
    return tuple(format(cell, f"0{count}b") for cell in range(2**count))


def shapley_shares(values: Array | Sequence[float]) -> Array:
    """The Shapley shares of tables of values: the mean gain of a component over all orders of switching on.

    Shapes: `values` (..., 2ⁿ), shares (..., n); the shares of a table add up to its last value minus its first.
    Errors: ValueError for a number of values that is no power of two.
    """
    # The values with one axis of length 2 for each component, last
    flat = np.asarray(values, np.float64)
    size = flat.shape[-1] if flat.ndim else 0
    cube_n = size.bit_length() - 1
    if size < 2 or size != 2**cube_n or cube_n > MOST or not np.isfinite(flat).all():
        raise ValueError(f"needs finite values for all 2, 4, 8, ... cells, got {size}")
    cube, n = flat.reshape(*flat.shape[:-1], *(2,) * cube_n), cube_n
    shares = []
    for component in range(n):
        on_minus_off = np.diff(cube, axis=component - n)
        gains = np.moveaxis(on_minus_off, component - n, -1)[..., 0]
        others = n - 1
        if others == 0:
            weighted = gains
        else:
            sizes = np.array([cell.count("1") for cell in cells(others)])
            orders = np.array([math.factorial(s) * math.factorial(others - s) for s in sizes], np.float64)
            weighted_flat = gains.reshape(*gains.shape[: gains.ndim - others], 2**others)
            weighted = np.asarray((weighted_flat @ orders) / math.factorial(others + 1))
        shares.append(weighted)
    return np.stack(shares, axis=-1)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """What each component contributes to an effect, with standard errors over deals.

    `total` is the effect with all components on, `reaction` what remains with all off, and `shares` (a component each)
    add up to total − reaction, exactly in every fork.
    """

    components: tuple[str, ...]
    total: Estimate
    reaction: Estimate
    shares: Mapping[str, Estimate]


def anatomy(
    values: Array,
    components: Sequence[str],
    deals: Array | Sequence[int],
    *,
    level: float = 0.95,
    bounds: tuple[float, float] = UNBOUNDED,
) -> Anatomy:
    """The anatomy of an effect from the full factorial on the same forks.

    Shapes: `values` (n forks, 2ⁿ) is the effect of each fork in every cell (of arm against arm, averaged over its
    continuations), `deals` (n forks,). `bounds` are the least and greatest effect a fork can have in one cell.
    Errors: ValueError for a number of cells that does not fit the components, or fewer than two deals.
    """
    per_fork, names = np.asarray(values, np.float64), tuple(components)
    if per_fork.ndim != 2 or per_fork.shape[1] != len(cells(len(names))):
        raise ValueError(f"needs (forks, {2 ** len(names)}) values for {', '.join(names)}, got {per_fork.shape}")
    width = bounds[1] - bounds[0]

    def over_deals(rows: Array, limits: tuple[float, float]) -> Estimate:
        return mean(rows, deals).estimate(level, limits)

    shares = shapley_shares(per_fork)
    return Anatomy(
        names,
        over_deals(per_fork[:, -1], bounds),
        over_deals(per_fork[:, 0], bounds),
        {name: over_deals(shares[:, i], (-width, width)) for i, name in enumerate(names)},
    )
