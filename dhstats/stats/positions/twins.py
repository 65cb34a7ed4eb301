"""What a fork says: the same moment of the same game, played on in several arms with the same cards to come.

An arm gives the figure to the mover, to the opponent or to nobody, or changes a move or a rule. Continuation k of every
arm has the same draws, so the difference between two arms is seen fork by fork, and nothing is left to adjust for.
Sources: Imbens, Rubin, "Causal inference for statistics, social, and biomedical sciences" (2015); Liang, Zeger (1986);
Searle, Casella, McCulloch, "Variance components" (1992).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from dhstats.stats.estimates.clusters import Clustered, Group, by_group, mean
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Array

Scale = Literal["score", "points"]
WIN_EFFECTS = (-1.0, 1.0)  # the least and greatest difference between two win scores
SHARES = (0.0, *(1.0 / sharing for sharing in range(10, 0, -1)))  # of a win, by how many there are who share it


@dataclass(frozen=True, slots=True)
class Twins:
    """Forks and how every continuation of every arm ended for the player in focus.

    Shapes: `deals` (n,) the deal of each fork, `scores` (n, arms, K) with 0, ½ and 1 (of more than two players also
    thirds to tenths of a shared win), `margins` (n, arms, K) in points; `weights` (n,), or None where every fork weighs
    alike.
    """

    arms: tuple[str, ...]
    deals: Array
    scores: Array
    margins: Array
    weights: Array | None = None

    def __post_init__(self) -> None:
        shape = self.scores.shape
        if len(shape) != 3 or shape != self.margins.shape or min(shape) < 1 or self.deals.shape != shape[:1]:
            raise ValueError(
                f"forks need deals (n,), scores and margins (n, arms, continuations), "
                f"got {self.deals.shape}, {shape} and {self.margins.shape}"
            )
        if len(set(self.arms)) != len(self.arms) or len(self.arms) != shape[1]:
            raise ValueError(f"needs {shape[1]} different names of arms, got {self.arms}")
        if not np.isin(self.scores, SHARES).all():
            raise ValueError("win scores are 0, 1/2 and 1, or the third to tenth part of a win")

    @property
    def forks(self) -> int:
        """How many forks there are."""
        return len(self.deals)

    def outcomes(self, arm: str, scale: Scale = "score") -> Array:
        """The outcomes of one arm, (n, K), in win score or points."""
        if arm not in self.arms:
            raise ValueError(f"no arm is named {arm}; there are {', '.join(self.arms)}")
        table = self.scores if scale == "score" else self.margins
        return np.asarray(table[:, self.arms.index(arm)], np.float64)

    def differences(self, one: str, other: str, scale: Scale = "score") -> Array:
        """One arm minus the other, continuation by continuation; (n, K)."""
        return self.outcomes(one, scale) - self.outcomes(other, scale)

    def contrast(self, one: str, other: str, scale: Scale = "score") -> Clustered:
        """The mean of one arm minus the other with the pull of every deal, to be combined with other statistics."""
        return mean(self.differences(one, other, scale), self.deals, self.weights)


@dataclass(frozen=True, slots=True)
class Flips:
    """Shares of continuations whose result differs between the arms, each with its standard error over deals."""

    to_win: Estimate
    to_loss: Estimate
    same: Estimate


@dataclass(frozen=True, slots=True)
class Effect:
    """The average effect of one arm against another."""

    one: str
    forks: int
    score: Estimate
    points: Estimate
    flips: Flips


def effect(
    twins: Twins, one: str, other: str, level: float = 0.95, points_bounds: tuple[float, float] = UNBOUNDED
) -> Effect:
    """The average effect of arm `one` against arm `other` over all forks.

    `points_bounds` are the least and greatest difference in points that two arms can have; they matter only where the
    difference never varies.
    """
    score = twins.contrast(one, other).estimate(level, WIN_EFFECTS)
    points = twins.contrast(one, other, "points").estimate(level, points_bounds)
    return Effect(one, twins.forks, score, points, flips(twins, one, other, level))


def flips(twins: Twins, one: str, other: str, level: float = 0.95) -> Flips:
    """How often arm `one` turns the result of arm `other`, pairing continuation k of one with k of the other."""
    change = twins.differences(one, other)
    won, lost, same = (
        mean(which, twins.deals, twins.weights).estimate(level, (0.0, 1.0))
        for which in (change == 1.0, change == -1.0, change == 0.0)
    )
    return Flips(won, lost, same)


@dataclass(frozen=True, slots=True)
class Swing:
    """Having it instead of the opponent, as the sum of two: gain and denial."""

    gain: Estimate
    denial: Estimate


def swing(twins: Twins, mover: str, nobody: str, opponent: str, scale: Scale = "score", level: float = 0.95) -> Swing:
    """Gain and denial from the three arms of every fork, in win score or points."""
    bounds = WIN_EFFECTS if scale == "score" else UNBOUNDED
    pairs = ((mover, nobody), (nobody, opponent))
    gain, denial = (twins.contrast(one, other, scale).estimate(level, bounds) for one, other in pairs)
    return Swing(gain, denial)


def by_band(twins: Twins, one: str, other: str, bands: Sequence[Any] | Array) -> tuple[Group, ...]:
    """The effect on winning in every band of forks, such as turns or leads, with intervals that are all right at once.

    `bands` (n,) names the band of each fork; take it from before the fork, as what comes after depends on the arm. All
    forks of a band weigh alike. Intervals are clustered by deal and joint by max-T.
    """
    return by_group(twins.differences(one, other), bands, twins.deals, WIN_EFFECTS)


def banded(values: Sequence[float] | Array, edges: Sequence[float]) -> Array:
    """The band of each value by rising edges: 0 below the first edge, 1 from the first edge on, and so on."""
    cuts = np.asarray(edges, np.float64)
    if not (np.diff(cuts) > 0.0).all():
        raise ValueError(f"edges must rise, got {list(edges)}")
    return np.asarray(np.searchsorted(cuts, np.asarray(values, np.float64), side="right"))
