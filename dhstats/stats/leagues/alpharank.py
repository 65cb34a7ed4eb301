"""Alpha-rank: how often evolution would visit each strategy, when the better one slowly takes over.

Source: Omidshafiei et al., "Alpha-Rank: multi-agent evaluation by evolution" (2019), one population, global selection.
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
POPULATION = 50


def alpha_rank(payoffs: Array, alpha: float) -> Array:
    """The stationary distribution over strategies at a strength of selection `alpha`.

    `payoffs` has shape (k, k), what the row earns against the column; the scale of payoffs matters.
    """
    if not alpha > 0.0:
        raise ValueError(f"alpha must be positive, got {alpha}")
    gain = alpha * POPULATION / (POPULATION - 1) * np.asarray(payoffs, np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        fixation = np.where(gain == 0.0, 1.0 / POPULATION, np.expm1(-gain) / np.expm1(-POPULATION * gain))
    takeovers_fixation = np.nan_to_num(fixation, nan=0.0)
    # Transitions: from the column's strategy to the row's with the chance that one of those takes over
    size = len(takeovers_fixation)
    if size == 1:
        moves = np.ones((1, 1))
    else:
        takeovers_moves = takeovers_fixation.T / (size - 1)
        np.fill_diagonal(takeovers_moves, 0.0)
        np.fill_diagonal(takeovers_moves, 1.0 - takeovers_moves.sum(axis=1))
        moves = np.asarray(takeovers_moves)
    size = len(moves)
    system = np.vstack([moves.T - np.eye(size), np.ones(size)])
    found = np.linalg.lstsq(system, np.r_[np.zeros(size), 1.0], rcond=None)[0]
    found = np.clip(found, 0.0, None)
    return np.asarray(found / found.sum())
