"""Who holds the figure wins more often: the naive difference, and how much of it is no effect of the figure.

Holders differ from others before they take the figure: they are ahead, and hold better cards. The naive difference is
the effect on those who hold it plus the baseline bias, and that effect is the average effect plus heterogeneity.
Source: Morgan, Winship, "Counterfactuals and causal inference" (2007), chapter 2.
"""

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
class BiasMeter:
    """The effects on holders and on all, and how far the naive difference is off, with standard errors over deals.

    `exaggeration` is how many times the average effect the naive difference is, with Fieller's interval; None if that
    effect is 0.
    """

    att: Estimate
    ate: Estimate
    bias: Estimate
    exaggeration: Estimate | None


def bias_meter(naive: Clustered, att: Clustered, ate: Clustered, level: float = 0.95) -> BiasMeter:
    """The decomposition with each part measured on its own: stored games, forks at real claims, forks at random turns.

    All three need one unit and one scale: the swing between having it and the opponent having it, for example.
    """
    on_holders, on_all, bias = (part.estimate(level) for part in (att, ate, naive - ate))
    return BiasMeter(on_holders, on_all, bias, ratio(naive, ate, level) if ate.value else None)
