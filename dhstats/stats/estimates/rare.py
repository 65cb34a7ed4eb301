"""Means that rest on few blocks: when the spread that was seen cannot be relied on, and bounds that do not need it.

A t interval and an asymptotic sequence go by the spread that was seen, and a handful of blocks shows little of it:
where a few large values make the mean, a sample often has too few of them, and then both its mean and its spread are
too small. These bounds go by the largest value that a block can have.

Sources: Waudby-Smith, Ramdas, "Estimating means of bounded random variables by betting" (2024), with bets fixed
beforehand; Clopper & Pearson (1934) where no block differs.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp, xlog1py

from dhstats.stats.intervals.intervals import Array, Interval, no_spread_interval, open_share

LEAST_VARYING = 30  # blocks that make the spread, below which no t interval and no asymptotic sequence is given
USUAL_TAIL = 10.0  # kurtosis up to which fewer than that do, as long as all blocks are few
RAREST = 1e-3  # the share of blocks that have a value from which on it has to have been seen
BETTING, NONE_DIFFERS = "betting bound", "bound on the share of deals that differ, as none does"
NO_LIMIT = f"no limit, as fewer than {LEAST_VARYING} deals make the spread and the quantity has no largest value"

# Bets as parts of all that can be lost at once, with the share of the money that each gets. With fewer than thirty
# blocks that differ the best bet against a mean is nearly always one of the larger ones.
PARTS, SHARES = np.array([1.0, 0.6, 0.36, 0.2]), np.array([0.4, 0.25, 0.2, 0.15])
# Where no block differs, most of the chance of error goes to that: the rest is more than betting could need besides.
NONE_SHARE = 0.98
EDGE = 1e-12


@dataclass(frozen=True, slots=True)
class Rare:
    """Blocks of which few differ from the commonest value: each value that occurred and how often, from low to high."""

    values: Array
    counts: Array
    low: float
    high: float

    @classmethod
    def of(cls, blocks: Array, low: float, high: float) -> "Rare":
        """From the value of every block; ValueError where there is none, or one outside its bounds."""
        values, counts = np.unique(np.asarray(blocks, np.float64), return_counts=True)
        slack = 1e-9 * (high - low)
        if len(values) == 0 or not low < high or values[0] < low - slack or values[-1] > high + slack:
            raise ValueError(f"blocks must be there, with values from {low} to {high}")
        return cls(np.clip(values, low, high), counts, low, high)

    @property
    def n(self) -> int:
        """How many blocks there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean block value."""
        return float(self.values @ self.counts) / self.n

    def interval(self, level: float = 0.95) -> Interval:
        """Where the mean may lie, with at least this level for any number of blocks that differ.

        All means against which bets that were fixed beforehand have not earned 1 / (1 - level). Where all blocks have
        one value in the middle of their bounds, the mean is off by at most half their reach times the share of blocks
        that may differ: about 3/n at 95 %.
        """
        chance = 1.0 - open_share("level", level)
        middle = (self.low + self.high) / 2.0
        if len(self.values) == 1 and math.isclose(self.mean, middle, abs_tol=1e-12):
            most = (self.high - middle) * none_differs(self.n, NONE_SHARE * chance)
            return Interval(middle - most, middle + most, level, NONE_DIFFERS, self.n, "deals")
        reach, bar = self.high - self.low, -math.log(chance)
        x, seen = (self.values - self.low) / reach, (self.mean - self.low) / reach
        low, high = (_crossing(x, self.counts, seen, side, bar) for side in (0.0, 1.0))
        return Interval(self.low + reach * low, self.low + reach * high, level, BETTING, self.n, "deals")

    def p(self, null: float) -> float:
        """The chance, at most, that betting against a mean of `null` earns as much if that is the mean."""
        reach = self.high - self.low
        x, mean = (self.values - self.low) / reach, (null - self.low) / reach
        return min(1.0, math.exp(-_log_earned(x, self.counts, mean)))


def few_vary(blocks: Array) -> bool:
    """Whether too few blocks make the spread for it to be known."""
    return not spread_known(*np.unique(np.asarray(blocks), return_counts=True))


def spread_known(values: Array, counts: Array) -> bool:
    """Whether enough blocks make the spread of values that occurred so often for means to be judged by it.

    Enough differ from the commonest value, and no few of them have nearly all of the squared spread. Of few blocks
    without an unusual tail fewer have it.
    """
    n = float(np.sum(counts))
    enough = varying_of(counts) >= LEAST_VARYING
    return enough and carrying(values, counts) >= min(float(LEAST_VARYING), n / USUAL_TAIL)


def carrying(values: Array, counts: Array) -> float:
    """How many blocks make the spread: (Σd²)² / Σd⁴ for their distances d from the mean; 0 where all are alike.

    As many as there are where all are equally far from the mean; k where k of very many share one other value. It is
    the number of blocks divided by the kurtosis, so that the variance has a relative standard error of its root.
    """
    gaps = np.asarray(values, np.float64) - float(np.average(values, weights=counts))
    squares = gaps**2
    fourths = float(squares**2 @ counts)
    return float(squares @ counts) ** 2 / fourths if fourths > 0.0 else 0.0


def unseen_matters(n: int, reach: float, half_width: float, chance: float) -> bool:
    """Whether a value that none of n blocks has, at worst `reach` away, may move their mean beyond an interval."""
    share = unseen_share(n, chance)
    return share > 0.0 and share * reach > half_width


def unseen_share(n: int, chance: float) -> float:
    """The largest share of blocks with a value that none of n has, but for this chance; 0 if below `RAREST`."""
    share = -math.log(chance) / n
    return share if share > RAREST else 0.0


def deals_to_see(chance: float) -> int:
    """How many blocks it takes until a value is seen that `RAREST` of them have, but for this chance."""
    return math.ceil(-math.log(chance) / RAREST)


def varying_of(counts: Array) -> int:
    """How many blocks differ from the commonest value, by how often each value occurred."""
    return int(np.sum(counts) - np.max(counts))


def making_spread(values: Array, counts: Array) -> int:
    """How many blocks make the spread: those that differ, or those that make most of it where these are fewer."""
    return min(varying_of(counts), math.ceil(carrying(values, counts)))


def deals_needed(telling: int, n: int) -> int:
    """About how many blocks it takes until enough make the spread, by how many of n do; in two digits."""
    if not 0 < telling <= n:
        raise ValueError(f"needs blocks of which some differ, got {telling} of {n}")
    needed = LEAST_VARYING * n / telling
    step = int(10 ** max(0, math.floor(math.log10(needed)) - 1))
    return math.ceil(needed / step) * step


def none_differs(n: int, chance: float = 0.05) -> float:
    """The largest share of blocks that may differ where none of n does, wrong with at most this chance: about 3/n."""
    return -math.expm1(math.log(chance) / n)


def rare_interval(blocks: Array, bounds: tuple[float, float], level: float = 0.95, largest: float = 0.0) -> Interval:
    """Where a mean may lie that few blocks differ from; without limits where some differ and a block has no bounds.

    Where none differs and there are no bounds, an exception is no further off than twice the `largest` that occurred.
    """
    low, high = bounds
    if math.isfinite(high - low):
        return Rare.of(blocks, low, high).interval(level)
    if np.ptp(blocks):
        return no_limit(len(blocks), level)
    value = float(np.asarray(blocks).flat[0])
    return no_spread_interval(value, len(blocks), level, bounds, "deals", largest)


def no_limit(n: int, level: float) -> Interval:
    """Nothing is known: too few blocks differ, and there is no largest difference."""
    return Interval(-math.inf, math.inf, level, NO_LIMIT, n, "deals")


def _crossing(x: Array, counts: Array, seen: float, side: float, bar: float) -> float:
    """The mean on one side of the one that was seen at which bets have earned as much as the bar, or that side."""
    inside, edge = (min(max(at, EDGE), 1.0 - EDGE) for at in (seen, side))
    if _log_earned(x, counts, edge) <= bar:
        return side
    return float(brentq(lambda mean: _log_earned(x, counts, mean) - bar, inside, edge, xtol=1e-15))


def _log_earned(x: Array, counts: Array, mean: float) -> float:
    """The logarithm of what bets on a larger and on a smaller mean have earned, half the money on each side."""
    up, down = x / mean - 1.0, (mean - x) / (1.0 - mean)  # what the largest bet wins, at most -1
    earned = [xlog1py(counts, np.outer(PARTS, side)).sum(axis=1) for side in (up, down)]
    return float(logsumexp(np.concatenate(earned), b=np.concatenate([SHARES, SHARES]) / 2.0))
