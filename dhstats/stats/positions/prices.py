"""What something is worth in points: win-equivalent prices, design prices, and exchange rates.

Points paid when the game is over do not change how it was played, so the win score at every price comes from the stored
ends of games. Between whole prices it is a straight line, as if the last point were paid with that probability.
Sources: Fieller, "Some problems in interval estimation" (1954), for limits by inverting a test.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from dhstats.stats.estimates.clusters import Clustered, from_sums, mean, observations
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Array, Interval, student_critical

MOST = 12  # components; 4,096 cells


def cells(count: int) -> tuple[str, ...]:
    """The names of all cells of a number of components in their order, such as 00, 01, 10, 11."""
    if not 1 <= count <= MOST:
        raise ValueError(f"needs 1 to {MOST} components, got {count}")
    return tuple(format(cell, f"0{count}b") for cell in range(2**count))


def shapley_shares(values: Array | Sequence[float]) -> Array:
    """The Shapley shares of tables of values: the mean gain of a component over all orders of switching on.

    Shapes: `values` (..., 2ⁿ), shares (..., n); the shares of a table add up to its last value minus its first.
    """
    flat = np.asarray(values, np.float64)
    size = flat.shape[-1] if flat.ndim else 0
    n = size.bit_length() - 1
    if size < 2 or size != 2**n or n > MOST or not np.isfinite(flat).all():
        raise ValueError(f"needs finite values for all 2, 4, 8, ... cells, got {size}")
    cube = flat.reshape(*flat.shape[:-1], *(2,) * n)  # one axis of length 2 for each component
    # In how many orders of all components just those of a cell are switched on before the one that is asked for
    before = [cell.bit_count() for cell in range(2 ** (n - 1))]
    orders = np.array([math.factorial(s) * math.factorial(n - 1 - s) for s in before], np.float64)
    shares = []
    for component in range(n):
        gains = np.moveaxis(np.diff(cube, axis=component - n), component - n, -1)[..., 0]
        shares.append(gains.reshape(*flat.shape[:-1], len(orders)) @ orders / math.factorial(n))
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
    values: Array, components: Sequence[str], deals: Array | Sequence[int], bounds: tuple[float, float] = UNBOUNDED
) -> Anatomy:
    """The anatomy of an effect from the full factorial on the same forks.

    Shapes: `values` (n forks, 2ⁿ) is the effect of each fork in every cell (of arm against arm, averaged over its
    continuations), `deals` (n forks,). `bounds` are the least and greatest effect a fork can have in one cell.
    """
    per_fork, names = np.asarray(values, np.float64), tuple(components)
    if per_fork.ndim != 2 or per_fork.shape[1] != len(cells(len(names))):
        raise ValueError(f"needs (forks, {2 ** len(names)}) values for {', '.join(names)}, got {per_fork.shape}")
    width = bounds[1] - bounds[0]

    def over_deals(rows: Array, limits: tuple[float, float]) -> Estimate:
        return mean(rows, deals).estimate(bounds=limits)

    total, reaction = over_deals(per_fork[:, -1], bounds), over_deals(per_fork[:, 0], bounds)
    shares = zip(names, shapley_shares(per_fork).T, strict=True)
    return Anatomy(names, total, reaction, {name: over_deals(share, (-width, width)) for name, share in shares})


@dataclass(frozen=True, slots=True)
class Ends:
    """How games ended for the player in focus: the margin in points without the bonus, and who holds the figure.

    `holders` is 1 where they do, −1 where the opponent does, 0 where nobody does. Shapes: (n,) or (n, K), both alike.
    """

    margins: Array
    holders: Array

    def __post_init__(self) -> None:
        if self.margins.shape != self.holders.shape or self.margins.ndim not in (1, 2):
            raise ValueError(
                f"needs a holder for every margin, (n,) or (n, K), got {self.margins.shape} and {self.holders.shape}"
            )
        if not np.isin(self.holders, (-1, 0, 1)).all():
            raise ValueError("holders are 1 for the player in focus, -1 for the opponent, 0 for nobody")

    def totals(self, bonus: float = 0) -> Array:
        """The final margins with a number of points for the holder."""
        return np.asarray(self.margins + bonus * self.holders)

    def scores(self, bonus: float = 0, *, tie_break: bool = True, payment: float = 0) -> Array:
        """Win scores 0, ½, 1 if the holder gets a bonus and perhaps wins ties, and the player in focus pays."""
        totals = self.totals(bonus) - payment
        even = (1.0 + self.holders) / 2.0 if tie_break else 0.5
        return np.where(totals > 0, 1.0, np.where(totals < 0, 0.0, even))


@dataclass(frozen=True, slots=True)
class Sweep:
    """A mean at every whole level of a price or bonus, with the sums of each deal that it is made of.

    Shapes: `levels` (L,) rising, `deals` (G,), `sums` (L, G) and `sizes` (G,): at a level, the mean is that of all
    observations of all deals.
    """

    levels: Array
    deals: Array
    sums: Array
    sizes: Array

    @property
    def means(self) -> Array:
        """The mean at every level."""
        return np.asarray(self.sums.sum(axis=1) / self.sizes.sum())

    def at(self, level: float) -> Clustered:
        """The mean at a level with the pull of every deal; between two levels on a straight line."""
        if not self.levels[0] <= level <= self.levels[-1]:
            raise ValueError(f"the levels run from {self.levels[0]} to {self.levels[-1]}, got {level}")
        above = min(int(np.searchsorted(self.levels, level, side="right")), len(self.levels) - 1)
        low, high = float(self.levels[above - 1]), float(self.levels[above])
        share = (level - low) / (high - low)
        sums = self.sums[above] if share == 1.0 else (1.0 - share) * self.sums[above - 1] + share * self.sums[above]
        return from_sums(self.deals, sums, self.sizes)


def sweep(deals: Array | Sequence[int], levels: Sequence[int] | Array, values_at: Callable[[int], Array]) -> Sweep:
    """The sums of each deal at every level; `values_at(level)` gives the observations, (n,) or (n, K)."""
    at = np.asarray(levels)
    if at.ndim != 1 or len(at) < 2 or not (np.diff(at) > 0).all():
        raise ValueError(f"needs at least two rising levels, got {at.tolist()}")
    kept, which = np.unique(np.asarray(deals), return_inverse=True)
    sums = np.empty((len(at), len(kept)))
    width = 1
    for row, level in enumerate(at.tolist()):
        table, _ = observations(values_at(level), deals)
        width = table.shape[1]
        sums[row] = np.bincount(which, weights=table.sum(axis=1), minlength=len(kept))
    return Sweep(at, kept, sums, width * np.bincount(which, minlength=len(kept)).astype(np.float64))


@dataclass(frozen=True, slots=True)
class Price:
    """The level at which a sweep meets its target; None where none does, or several.

    `interval` holds every level, whole or not, that the data do not reject, with the gaps between them; an end is
    infinite where the first or last level is not rejected, and there is none where every level is.
    """

    value: float | None
    interval: Interval | None


def meets(curve: Sweep, target: float = 0.0, level: float = 0.95) -> Price:
    """Where a sweep first meets a target, on straight lines between levels; the interval inverts Student's test."""
    gaps = curve.means - target
    gaps = gaps if gaps[0] >= gaps[-1] else -gaps
    levels = [int(at) for at in curve.levels]
    below = np.flatnonzero(gaps <= 0.0)
    value: float | None = None
    if len(below) > 0 and below[0] > 0:  # else the levels do not reach the target, or meet it from the first one on
        i = int(below[0])
        value = levels[i - 1] + (levels[i] - levels[i - 1]) * float(gaps[i - 1] / (gaps[i - 1] - gaps[i]))
    nodes = sorted({*map(float, levels)} | ({value} if value is not None else set()))
    excess = [_excess(curve, target, level, at) for at in nodes]
    return Price(value, _inverted(curve, target, level, nodes, excess, value))


def _excess(curve: Sweep, target: float, level: float, at: float) -> float:
    """By how much the mean is further from the target than the test allows; 0 or less where it is accepted."""
    mean = curve.at(at)
    return abs(mean.value - target) - student_critical(level, mean.n - 1) * mean.se


def _inverted(
    curve: Sweep, target: float, level: float, nodes: list[float], excess: list[float], value: float | None
) -> Interval | None:
    # the value itself is right by definition, in spite of rounding of its gap
    inside = [i for i, over in enumerate(excess) if over <= 0.0 or nodes[i] == value]
    if not inside:
        return None
    first, last = inside[0], inside[-1]

    def edge(outer: int, inner: int) -> float:
        if excess[inner] >= 0.0:
            return nodes[inner]
        return float(brentq(lambda x: _excess(curve, target, level, x), nodes[outer], nodes[inner], xtol=1e-12))

    low = UNBOUNDED[0] if first == 0 else edge(first - 1, first)
    high = UNBOUNDED[1] if last == len(nodes) - 1 else edge(last + 1, last)
    return Interval(low, high, level, "inverted t test over deals", len(curve.deals), "deals")


@dataclass(frozen=True, slots=True)
class WinPrice:
    """The final payment that leaves the player in focus as likely to win as without the thing they pay for.

    `price` is in points, and `rate` is the win score that one point is worth, half of what two points change around no
    payment: (W(−1) − W(1)) / 2.
    """

    price: Price
    rate: Clustered


def win_price(
    deals: Array | Sequence[int], having: Ends, reference: Array | float, *, bonus: float = 0, tie_break: bool = True
) -> WinPrice:
    """The win-equivalent price from the ends of the arm that has it and the win scores of the arm that does not.

    `deals` (n,); `having` and `reference` (n,) or (n, K). With `reference` ½ it is the payment that makes a single arm
    fair: for the first player's ends, the komi. All payments are tried that can change a result.
    """
    totals = having.totals(bonus)
    payments = np.arange(min(int(totals.min()) - 1, -1), max(int(totals.max()) + 1, 1) + 1)

    def gained(payment: int) -> Array:
        return having.scores(bonus, tie_break=tie_break, payment=payment) - reference

    curve = sweep(deals, payments, gained)
    return WinPrice(meets(curve), (curve.at(-1) - curve.at(1)).times(0.5))


def bonus_sweep(
    deals: Array | Sequence[int], bonuses: Sequence[int] | Array, one: Ends, other: Ends, *, tie_break: bool = True
) -> Sweep:
    """The swing in win score between two arms for every bonus of the holder, by counting stored ends again.

    Where it `meets` a wanted swing is the design price.

    Right for strategies that do not read the bonus; where they do, play each bonus and use `sweep`.
    """

    def swing(bonus: int) -> Array:
        return one.scores(bonus, tie_break=tie_break) - other.scores(bonus, tie_break=tie_break)

    return sweep(deals, bonuses, swing)
