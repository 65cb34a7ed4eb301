"""Quantal response: one number for how surely a player takes options that are worth more.

A player of precision λ takes option i of a decision with a chance in proportion to exp(λ v_i), v_i being what it is
worth as a share of a win. λ = 0 is random play, λ = ∞ always takes the best; λ = 20 makes one option twice as likely as
another that is worth 3.5 hundredths of a win less.

Sources: McKelvey, Palfrey, "Quantal response equilibria for normal form games" (1995); Cameron, Miller, "A
practitioner's guide to cluster-robust inference" (2015), for intervals over games.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.intervals.intervals import UNBOUNDED, Array, Interval, student_critical

LARGEST = 1e5  # a precision beyond which nobody errs: differences of 0.0001 of a win decide for sure
STEPS = 60  # of halving: to a hundredth of a millionth part of where it began
METHOD = "likelihood and its slope over {}, skew-adjusted t inverted"  # of games, or of deals that games share


@dataclass(frozen=True, slots=True)
class Choices:
    """Decisions with what every option was worth.

    `gaps` has, for all options of decision i from `starts[i]` on, by how much each is worth less than the best, as a
    share of a win, 0 or above; `taken` the gap of the option that was taken. `games` says which of `n` independent
    games a decision is of, counted from 0; where games share deals, `unit` says so and deals stand in their place.
    """

    gaps: Array
    starts: Array
    taken: Array
    games: Array
    n: int
    unit: str = "games"

    def __post_init__(self) -> None:
        if not len(self.starts) or len(self.starts) != len(self.taken) or len(self.taken) != len(self.games):
            raise ValueError("needs decisions, each with the option that was taken and its game")
        if self.gaps.min() < 0.0 or self.taken.min() < 0.0:
            raise ValueError("no option is worth more than the best")

    def slopes(self, precision: float) -> Array:
        """The slope of the log likelihood in the precision, a number a game."""
        weights = np.exp(-precision * self.gaps)
        whole = np.add.reduceat(weights, self.starts)
        expected = np.add.reduceat(weights * self.gaps, self.starts) / whole
        return np.bincount(self.games, expected - self.taken, self.n)

    def log_likelihood(self, precision: float) -> float:
        """The log likelihood of all decisions."""
        whole = np.add.reduceat(np.exp(-precision * self.gaps), self.starts)
        return float(-(precision * self.taken + np.log(whole)).sum())


@dataclass(frozen=True, slots=True)
class Precision:
    """The precision that makes what was played most likely, and its interval over games; infinite for no error."""

    value: float
    interval: Interval


def fit(choices: Choices, level: float = 0.95) -> Precision:
    """The precision of most likelihood, with the precisions that the games do not contradict.

    Decisions of one game depend on each other, so games are what is counted: a precision is in the interval if the
    mean over games of the slope of the log likelihood there is as near to zero as Student's t with n - 1 degrees of
    freedom allows, the skewness of slopes taken into account. The slope falls with the precision, so the estimate is
    unique. Who errs seldom may not have erred yet in these games, which their slopes do not tell: so it also reaches as
    far as the likelihood falls by half of the square of that t, as if decisions were independent. Two games are needed
    for an interval.
    """
    errs, method = bool(choices.taken.max() > 0.0), METHOD.format(choices.unit)
    value = _crossing(lambda precision: float(choices.slopes(precision).sum())) if errs else math.inf
    if choices.n < 2:
        return Precision(value, Interval(*UNBOUNDED, level, method, choices.n, choices.unit))
    critical = student_critical(level, choices.n - 1)
    least = choices.log_likelihood(min(value, LARGEST)) - critical**2 / 2.0

    def apart(precision: float) -> float:
        return skew_adjusted_t(choices.slopes(precision))

    def below(precision: float) -> float:
        return least - choices.log_likelihood(precision) if precision < value else -1.0

    def above(precision: float) -> float:
        return choices.log_likelihood(precision) - least if precision > value else 1.0

    low = min(value, _crossing(lambda precision: apart(precision) - critical)) if errs else value
    high = max(value, _crossing(lambda precision: apart(precision) + critical))
    # The likelihood falls to both sides of the estimate
    ends = min(low, _crossing(below)), max(high, value if math.isinf(value) else _crossing(above))
    return Precision(value, Interval(*ends, level, method, choices.n, choices.unit))


def skew_adjusted_t(slopes: Array) -> float:
    """The mean of the slopes in standard errors, less what their skewness does to that; alike slopes have no bound.

    A blunder costs a game far more than a game without one gains, and games with few blunders show too little spread:
    without this a log is rated too well. Slopes are never skewed to the other side, except by chance in few games.
    Source: Hall 1992, J. R. Stat. Soc. B 54, the cubic transformation; skewness adjusted for bias (Fisher's G1).
    """
    n, mean, spread = len(slopes), float(slopes.mean()), float(slopes.std())
    if spread == 0.0:
        return math.copysign(math.inf, mean) if mean else 0.0
    t = mean / (spread * math.sqrt(n / (n - 1)))
    skew = min(0.0, float(((slopes - mean) ** 3).mean()) / spread**3)
    skew *= math.sqrt(n * (n - 1)) / (n - 2) if n > 2 else 0.0
    return math.sqrt(n) * (t + skew * t**2 / 3.0 + skew**2 * t**3 / 27.0 + skew / (6.0 * n))


def _crossing(of: Any) -> float:
    """Where a function that falls with the precision crosses zero: 0 if it begins below, infinite if it stays above."""
    if of(0.0) <= 0.0:
        return 0.0
    low, high = 0.0, 1.0
    while of(high) > 0.0:
        low, high = high, 4.0 * high
        if high > LARGEST:
            return math.inf
    for _ in range(STEPS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if of(middle) > 0.0 else (low, middle)
    return (low + high) / 2.0


@dataclass(frozen=True, slots=True)
class Lapses:
    """The share of random moves that makes what was played most likely, of a player who else takes the best option.

    Options within `tie` of the best are alike to them. What they are worth beyond that does not matter: this is how the
    rungs of the ladder err.
    """

    value: float
    log_likelihood: float


def lapses(choices: Choices, tie: float = 1e-7) -> Lapses:
    """The same decisions as of a player who takes a random move from time to time, and the best one otherwise."""
    sizes = np.diff([*choices.starts, len(choices.gaps)])
    best = np.add.reduceat((choices.gaps <= tie).astype(float), choices.starts)
    sure, blind = (choices.taken <= tie) / best, 1.0 / sizes
    # The likelihood of a mixture of two knowns is concave in its share; halve where its slope changes sign.
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2.0
        slope = float(((blind - sure) / ((1.0 - middle) * sure + middle * blind)).sum())
        low, high = (middle, high) if slope > 0.0 else (low, middle)
    share = (low + high) / 2.0
    return Lapses(share, float(np.log((1.0 - share) * sure + share * blind).sum()))
