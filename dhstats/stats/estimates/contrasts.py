"""Levels of keys as columns of a regression: independent of each other where every level is equally likely."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.special import stdtr

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Array, Interval, normal_critical, student_critical

FEW_LEVELS = 4  # up to which numbers have an effect of each level; of more a curve of as many bends less one is taken
BENDS = 2  # of numbers that enter into interactions: the slope and the first bend


@dataclass(frozen=True, slots=True)
class Factor:
    """A key with its levels; `numbers` are their values where they have an order, else nothing."""

    name: str
    size: int
    numbers: tuple[float, ...] = ()

    @property
    def columns(self) -> Array:
        """What a level adds to the columns of the key, (levels, columns); mean 0 and variance 1, uncorrelated."""
        degree = self.size - 1 if not self.numbers or self.size <= FEW_LEVELS else FEW_LEVELS - 1
        if self.numbers:
            spots = np.array(self.numbers, np.float64)
            raw = np.vander((spots - spots.mean()) / np.ptp(spots), degree + 1, increasing=True)
        else:
            raw = np.column_stack([np.ones(self.size), np.eye(self.size)[:, :-1]])
        basis, _ = np.linalg.qr(raw)
        return np.asarray(basis[:, 1:] * np.sqrt(self.size))

    @property
    def together(self) -> Array:
        """The columns that enter into interactions with other keys, (levels, columns)."""
        return self.columns[:, :BENDS] if self.numbers else self.columns


def main_columns(factors: Sequence[Factor], points: Array) -> tuple[Array, list[slice]]:
    """The columns of all keys at rows of levels (rule sets, keys), behind one of ones; and where each has its own."""
    columns, places, at = [np.ones((len(points), 1))], list[slice](), 1
    for place, factor in enumerate(factors):
        columns.append(factor.columns[points[:, place]])
        places.append(slice(at, at + columns[-1].shape[1]))
        at = places[-1].stop
    return np.hstack(columns), places


def pair_columns(factors: Sequence[Factor], points: Array) -> dict[tuple[int, int], Array]:
    """The columns of every two keys together at rows of levels: products of theirs, each (rule sets, columns)."""
    own = [factor.together[points[:, place]] for place, factor in enumerate(factors)]
    return {
        (one, other): (own[one][:, :, None] * own[other][:, None, :]).reshape(len(points), -1)
        for one, other in combinations(range(len(factors)), 2)
    }


FEWEST = 5  # pairs that an interval needs


def correlation(one: Array, other: Array, level: float = 0.95) -> tuple[float, Interval]:
    """Pearson's correlation of pairs from different deals, with Fisher's interval; 0 where either never varies.

    Source: Fisher 1921, Metron 1: atanh r is about normal with variance 1 / (n − 3).
    """
    n = len(one)
    if n < FEWEST or len(other) != n:
        raise ValueError(f"needs at least {FEWEST} pairs, got {n} and {len(other)}")
    if not (np.ptp(one) and np.ptp(other)):
        return 0.0, Interval(-1.0, 1.0, level, "none, as nothing varies", n, "deals")
    r = min(1.0 - 1e-12, max(-1.0 + 1e-12, float(np.corrcoef(one, other)[0, 1])))
    half = normal_critical(level) / math.sqrt(n - 3)
    low, high = math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)
    return r, Interval(low, high, level, "Fisher's z", n, "deals")


@dataclass(frozen=True, slots=True)
class FewGames:
    """What a number of games shows: half the width of the 95 % interval of a share of wins, as a share.

    `alone` is that of the first player's score, games of different deals; `with_par` the same with what par says of
    each deal taken off. `teams` is that of the score of one of two teams who play independent games, `duplicate` where
    they play each deal at two tables and exchange seats.
    """

    games: int
    alone: float
    with_par: float
    teams: float
    duplicate: float


def few_games(games: int, deviation: float, with_par: float, common: float, level: float = 0.95) -> FewGames:
    """The widths by the spread of one result, its correlation with par, and that of two tables with the same deal.

    Independent games have t · S / √n. Par that was fixed before takes r² off the variance, at the cost of one degree of
    freedom. The score of a team over both tables of a deal is half of 1 + x − y, whose variance is S² (1 − ρ) / 2: a
    single observation a deal, so that t has the degrees of freedom of half as many.
    """
    alone = student_critical(level, games - 1) * deviation / math.sqrt(games)
    adjusted = student_critical(level, games - 2) * deviation * math.sqrt(1.0 - with_par**2) / math.sqrt(games)
    deals = games // 2
    duplicate = student_critical(level, deals - 1) * deviation * math.sqrt((1.0 - common) / 2.0) / math.sqrt(deals)
    return FewGames(games, alone, adjusted, alone, duplicate)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A mean over games as it was and with luck taken off.

    `luck` is the mean of what was taken off, `p` how often a mean as far from zero comes by chance where the true one
    is zero. `factor` says how many games without the adjustment tell as much as one with it: the variances' ratio.
    """

    raw: Estimate
    adjusted: Estimate
    luck: Estimate
    p: float
    factor: float


def adjust(results: Array, luck: Array, level: float = 0.95) -> Adjusted:
    """Results of independent games less their luck; the coefficient is one, so that the mean stays free of bias."""
    if len(results) != len(luck) or len(results) < 2:
        raise ValueError(
            f"needs at least two games and the luck of each, not {len(results)} games and {len(luck)} of luck"
        )
    less = results - luck
    mean = _mean(luck, level)
    t = mean.value / mean.se if mean.se > 0.0 else math.inf * (mean.value != 0.0)
    p = float(2.0 * stdtr(len(luck) - 1, -abs(t))) if not math.isnan(t) else 1.0
    before, after = float(results.var(ddof=1)), float(less.var(ddof=1))
    factor = before / after if after > 0.0 else math.inf
    return Adjusted(_mean(results, level), _mean(less, level), mean, p, factor)


def _mean(values: Array, level: float) -> Estimate:
    n = len(values)
    mean, se = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)
    half = student_critical(level, n - 1) * se
    return Estimate(mean, se, Interval(mean - half, mean + half, level, "t over games", n, "games"))
