"""Who holds the figure wins more often: the naive difference, and how much of it is no effect of the figure.

Holders differ from others before they take the figure: they are ahead, and hold better cards. The naive difference is
the effect on those who hold it plus the baseline bias, and that effect is the average effect plus heterogeneity.
Source: Morgan, Winship, "Counterfactuals and causal inference" (2007), chapter 2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.estimates.clusters import Clustered, mean, ratio
from dhstats.stats.intervals.blocks import Estimate

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Association:
    """The mean outcome of holders and of others, and the naive difference, each over deals."""

    holders: Clustered
    others: Clustered

    @property
    def difference(self) -> Clustered:
        """Holders minus others: an association, not an effect."""
        return self.holders - self.others


def association(
    outcomes: Array | Sequence[float], holds: Array | Sequence[bool], deals: Array | Sequence[int]
) -> Association:
    """The naive comparison of those who hold something with those who do not.

    Shapes: `outcomes` (win scores or margins), `holds` and `deals` all (n,), a row for every player of every game; the
    standard errors are linearised and clustered by deal.
    Errors: ValueError for shapes that do not fit, or if everybody or nobody holds it.
    """
    results, having, numbers = np.asarray(outcomes, np.float64), np.asarray(holds, bool), np.asarray(deals)
    if results.ndim != 1 or having.shape != results.shape or numbers.shape != results.shape:
        raise ValueError(f"needs rows of one length, got {results.shape}, {having.shape} and {numbers.shape}")
    if having.all() or not having.any():
        raise ValueError("needs rows with and rows without: everybody or nobody holds it")
    return Association(mean(results[having], numbers[having]), mean(results[~having], numbers[~having]))


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The naive difference as a sum: naive = att + baseline_bias, and att = ate + heterogeneity.

    `att` is the effect on those who hold it, `ate` the average effect; `holders` and `others` are their mean outcomes.
    All are in the unit of the outcome.
    """

    holders: float
    others: float
    naive: float
    ate: float
    att: float
    baseline_bias: float
    heterogeneity: float


def decomposition(
    shares: Sequence[float], holding: Sequence[float], with_it: Sequence[float], without: Sequence[float]
) -> Decomposition:
    """The decomposition from strata of states within which holding is as good as random.

    For every stratum: its share of all states (they add up to 1), the probability to hold, and the mean outcome with
    and without; all (strata,).
    Errors: ValueError for lengths that differ, shares or probabilities that are none, or if everybody or nobody holds.
    """
    p, h, y1, y0 = (np.asarray(values, np.float64) for values in (shares, holding, with_it, without))
    if p.ndim != 1 or not p.shape == h.shape == y1.shape == y0.shape:
        raise ValueError("needs share, probability to hold and both outcomes for each stratum")
    if p.min() < 0.0 or not math.isclose(float(p.sum()), 1.0) or h.min() < 0.0 or h.max() > 1.0:
        raise ValueError("shares must add up to 1, and probabilities to hold lie from 0 to 1")
    have, lack = p * h, p * (1.0 - h)
    if have.sum() == 0.0 or lack.sum() == 0.0:
        raise ValueError("everybody or nobody holds it: there is nothing to compare")
    holders, others = float(have @ y1 / have.sum()), float(lack @ y0 / lack.sum())
    ate, att = float(p @ (y1 - y0)), float(have @ (y1 - y0) / have.sum())
    naive = holders - others
    return Decomposition(holders, others, naive, ate, att, naive - att, att - ate)


@dataclass(frozen=True, slots=True)
class BiasMeter:
    """The naive difference beside the effects, and what separates them, with standard errors over all deals used.

    `exaggeration` is how many times the average effect the naive difference is, with Fieller's interval; None if that
    effect is 0.
    """

    naive: Estimate
    att: Estimate
    ate: Estimate
    baseline_bias: Estimate
    heterogeneity: Estimate
    bias: Estimate
    exaggeration: Estimate | None


def bias_meter(naive: Clustered, att: Clustered, ate: Clustered, level: float = 0.95) -> BiasMeter:
    """The decomposition with each part measured on its own: stored games, forks at real claims, forks at random turns.

    All three need one unit and one scale: the swing between having it and the opponent having it, for example.
    """
    parts = (naive, att, ate, naive - att, att - ate, naive - ate)
    a, b, c, d, e, f = (part.estimate(level) for part in parts)
    return BiasMeter(a, b, c, d, e, f, ratio(naive, ate, level) if ate.value else None)
