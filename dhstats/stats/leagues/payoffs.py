"""Payoff matrices of a round robin: who scores how much against whom, from both seats, with shared deals.

Source: design notes of this project on strategy meta.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.stats.intervals.corrections import sidak_level, standard_errors
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import Interval, no_spread_interval, within

Array = np.ndarray[Any, Any]
SCORES = (0.0, 1.0)  # the least and the greatest


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The first player's mean score in every deal for every ordered pair of strategies.

    `blocks` has shape (n deals, k, k) with values from 0 to 1: entry [d, i, j] is the score of strategy i, who begins,
    against j on deal d. All pairs share the deals, so cells are not independent; every interval here is over deals.
    Raises ValueError for another shape, fewer than two deals, or values outside 0 to 1.
    """

    blocks: Array

    def __post_init__(self) -> None:
        shape = self.blocks.shape
        if len(shape) != 3 or shape[1] != shape[2] or shape[0] < 2:
            raise ValueError(f"payoffs need at least two deals of a square of strategies, got shape {shape}")
        if not (np.isfinite(self.blocks).all() and self.blocks.min() >= 0.0 and self.blocks.max() <= 1.0):
            raise ValueError("payoffs are scores from 0 to 1")

    @property
    def deals(self) -> int:
        """How many blocks there are."""
        return int(self.blocks.shape[0])

    @property
    def first(self) -> Array:
        """B: the expected score of the row, who begins, against the column; shape (k, k)."""
        return np.asarray(self.blocks.mean(axis=0, dtype=np.float64))

    @property
    def strength_blocks(self) -> Array:
        """The seat-averaged score of the row against the column, deal by deal; shape (n, k, k)."""
        return (self.blocks + 1.0 - self.blocks.transpose(0, 2, 1)) / 2.0

    @property
    def strength(self) -> Array:
        """P: the seat-averaged score of the row against the column; P + P^T = 1."""
        return (self.first + 1.0 - self.first.T) / 2.0

    @property
    def edge(self) -> Array:
        """A = P - 1/2, antisymmetric: what a seat-blind game between the strategies pays."""
        return self.strength - 0.5


def upper_cells(size: int) -> tuple[tuple[int, int], ...]:
    """All pairs of different strategies, each once, row before column."""
    return tuple((i, j) for i in range(size) for j in range(i + 1, size))


def joint_intervals(blocks: Array, cells: tuple[tuple[int, int], ...], level: float) -> tuple[Interval, ...]:
    """Intervals of the means of these cells that are all right at once with probability `level`.

    By Šidák's level, which holds for any dependence of this kind. Of a cell that never varied the deals say how rare
    other scores are at most.
    """
    picked = np.stack([blocks[:, i, j] for i, j in cells], axis=1).astype(np.float64)
    means, errors = picked.mean(axis=0), standard_errors(picked)
    single = sidak_level(level, len(cells))
    critical = student_critical(single, len(blocks) - 1)
    return tuple(
        within(
            Interval(float(m - critical * e), float(m + critical * e), level, "t, Šidák", len(blocks), "deals"), SCORES
        )
        if e > 0.0
        else replace(no_spread_interval(float(m), len(blocks), single, SCORES, "deals"), level=level)
        for m, e in zip(means, errors, strict=True)
    )
