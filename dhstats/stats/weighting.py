"""What a randomised move is worth: outcomes weighted by the probability with which the move was chosen.

Sources: Horvitz, Thompson (1952); Hájek (1971); Robins, Rotnitzky, Zhao (1994) for the augmented estimator; Kish (1965)
for the effective number of observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.clusters import Clustered, mean

Array = np.ndarray[Any, Any]
Numbers = Array | Sequence[float]
RARE = 0.02  # a move this rare gets weights that no sample of usual size can carry


@dataclass(frozen=True, slots=True)
class Weighted:
    """The effect of a move that was chosen with known probabilities, by four estimators, each over deals.

    `naive` compares means and is biased where the probabilities vary; `horvitz_thompson` is unbiased, `hajek` steadier,
    `augmented` (None without models) the most exact. `effective` are the observations that those with and without the
    move are worth, (Σw)² / Σw²; `rare` counts probabilities below 0.02 on either side, whose weights explode.
    """

    naive: Clustered
    horvitz_thompson: Clustered
    hajek: Clustered
    augmented: Clustered | None
    effective: tuple[float, float]
    rare: int


def weighted_effect(
    treated: Array | Sequence[bool],
    outcomes: Numbers,
    propensities: Numbers,
    *,
    models: tuple[Numbers, Numbers] | None = None,
    deals: Array | Sequence[int] | None = None,
) -> Weighted:
    """The effect of a randomised move on the outcome from rows with known probabilities of the move.

    Shapes: all (n,); `propensities` is the logged probability that the move was made, `models` the outcomes predicted
    with and without it, from other deals or from before the move; without `deals` every row is a deal of its own.
    Errors: ValueError for lengths that differ, probabilities not strictly between 0 and 1, or one side never seen.
    """
    t, y, e = (np.asarray(values, np.float64) for values in (treated, outcomes, propensities))
    blocks = np.arange(len(t)) if deals is None else np.asarray(deals)
    if t.ndim != 1 or not t.shape == y.shape == e.shape == blocks.shape:
        raise ValueError(f"needs rows of one length, got {t.shape}, {y.shape}, {e.shape} and {blocks.shape}")
    if not ((e > 0.0) & (e < 1.0)).all():
        raise ValueError("probabilities must lie strictly between 0 and 1: a move never made has no effect to weigh")
    if not np.isin(t, (0.0, 1.0)).all() or not 0.0 < t.sum() < len(t):
        raise ValueError("needs rows with the move and rows without it")
    with_it, without = t / e, (1.0 - t) / (1.0 - e)
    return Weighted(
        mean(y, blocks, t) - mean(y, blocks, 1.0 - t),
        mean(with_it * y - without * y, blocks),
        mean(y, blocks, with_it) - mean(y, blocks, without),
        None if models is None else _augmented(y, with_it, without, models, blocks),
        (_effective(with_it), _effective(without)),
        int(((e < RARE) | (e > 1.0 - RARE)).sum()),
    )


def _augmented(y: Array, with_it: Array, without: Array, models: tuple[Numbers, Numbers], deals: Array) -> Clustered:
    m1, m0 = (np.asarray(values, np.float64) for values in models)
    if not m1.shape == m0.shape == y.shape:
        raise ValueError(f"needs both predictions for each of {len(y)} rows, got {m1.shape} and {m0.shape}")
    return mean(m1 - m0 + with_it * (y - m1) - without * (y - m0), deals)


def _effective(weights: Array) -> float:
    return float(weights.sum() ** 2 / (weights**2).sum())
