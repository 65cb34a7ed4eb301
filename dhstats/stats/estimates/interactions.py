"""What two keys make together, beyond what each does by itself, as a share of how rule sets differ.

The residuals of the keys' own effects are regressed on products of the columns of two keys; as with single keys, the
variance of each coefficient is taken off its square (`variance_shares`). All pairs are tried, so that intervals and
p-values hold for all of them at once (Šidák 1967).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import fdtrc

from dhstats.stats.estimates.contrasts import Factor, pair_columns
from dhstats.stats.estimates.variance_shares import Fit, Split, inverse_of, share_estimate
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.corrections import sidak_level
from dhstats.stats.intervals.critical_values import student_critical

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """What two keys make together, beyond what each does: the share of the variance, and its p-value among its kind."""

    one: int
    other: int
    share: Estimate
    chance: float


def pairs(factors: Sequence[Factor], points: Array, found: Split, level: float, shown: int) -> list[Pair]:
    """The interactions of every two keys that make most, so many; intervals are right for all pairs at once."""
    every = pair_columns(factors, points)
    fit, columns = found.fit, found.fit.columns
    hat = columns @ fit.inverse
    made = {pair: _together(z - hat @ z, fit) for pair, z in every.items() if z.shape[1] < fit.freedom - 1}
    first = sorted(made, key=lambda pair: (-made[pair][0], pair))[:shown]
    alone = sidak_level(level, max(1, len(made)))
    critical = student_critical(alone, len(columns) - 1)
    # The shares of chosen pairs less one rule set each: (rule sets, pairs)
    many = len(fit.columns)
    without = np.zeros((many, len(first)))
    for gone in range(many):
        fewer = np.delete(fit.columns, gone, axis=0)
        part = Fit(fewer, inverse_of(fewer), fit.places, fit.seen.without(gone))
        hat = fewer @ part.inverse
        for at, pair in enumerate(first):
            without_columns = np.delete(every[pair], gone, axis=0)
            without[gone, at] = _together(without_columns - hat @ without_columns, part)[0] / part.total
    many, rows = len(columns), []
    for at, pair in enumerate(first):
        share, chance = made[pair][0] / fit.total, made[pair][1]
        error = float(np.sqrt((many - 1.0) * without[:, at].var()))
        sure = chance < 1.0 - alone
        together = min(1.0, 1.0 - (1.0 - chance) ** len(made))
        rows.append(Pair(*pair, share_estimate(share, error, critical, level, many, sure=sure), together))
    return rows


def _together(extra: Array, fit: Fit) -> tuple[float, float]:
    """The variance that columns make besides those of single keys, and the p-value of that."""
    inverse = np.linalg.pinv(extra)
    own, luck = inverse @ fit.residuals, inverse @ fit.seen.noise
    size = int(np.linalg.matrix_rank(extra))
    left = fit.residuals - extra @ own
    rest_noise = fit.seen.noise - fit.columns @ fit.noise - extra @ luck
    freedom = fit.freedom - size
    rest = float((left @ left - (rest_noise * rest_noise).sum()) / freedom)
    covariance = max(0.0, rest) * (inverse @ inverse.T) + luck @ luck.T
    doubt = rest * (inverse * inverse).sum() + (luck * luck).sum()
    squares = float(own @ np.linalg.pinv(covariance) @ own)
    return float(own @ own - doubt), float(fdtrc(size, freedom, squares / size))
