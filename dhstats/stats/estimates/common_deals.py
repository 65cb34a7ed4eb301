"""What common deals are worth to a few games: how much of a result goes with its deal, and what is left for chance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.intervals.critical_values import normal_critical, student_critical
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]
FEWEST = 5  # pairs that an interval needs


def correlation(one: Array, other: Array, level: float = 0.95) -> tuple[float, Interval]:
    """Pearson's correlation of pairs from different deals, with Fisher's interval; 0 where either never varies.

    Errors: ValueError for fewer than five pairs.
    Source: Fisher 1921, Metron 1: atanh r is about normal with variance 1 / (n − 3).
    """
    n = len(one)
    if n < FEWEST or len(other) != n:
        raise ValueError(f"needs at least {FEWEST} pairs, got {n} and {len(other)}")
    if not (np.ptp(one) and np.ptp(other)):
        return 0.0, Interval(-1.0, 1.0, level, "none, as nothing varies", n, "deals")
    found = min(1.0 - 1e-12, max(-1.0 + 1e-12, float(np.corrcoef(one, other)[0, 1])))
    half = normal_critical(level) / math.sqrt(n - 3)
    low, high = math.tanh(math.atanh(found) - half), math.tanh(math.atanh(found) + half)
    return found, Interval(low, high, level, "Fisher's z", n, "deals")


@dataclass(frozen=True, slots=True)
class FewGames:
    """What so many games show: half the width of the 95 % interval of a share of wins, as a share.

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
