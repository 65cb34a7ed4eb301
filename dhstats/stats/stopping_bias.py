"""The mean that a stopped run would estimate right on average: what stopping added to the estimate is taken off.

A run that stops when its estimate looks like a verdict stops when the estimate is further that way than the truth.
Source: Whitehead (1986), "On the bias of maximum likelihood estimation following a sequential test", Biometrika 73: the
adjusted estimate is the mean under which the rule's expected estimate is the one that was seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from dhstats.stats import gsprt, sequences
from dhstats.stats.stopping import Balance, Proof, Rule, Sample, Width, earned

Array = np.ndarray[Any, Any]
RUNS = 2000  # simulated runs
EVERY_LOOK = 400  # looks that are all simulated; after them each is GROWTH later than the one before
GROWTH = 1.01
LONGEST = 32  # times the length of the run that was seen, after which a simulated run ends unsettled
REACH = 6.0  # standard errors to either side within which the adjusted mean is sought


@dataclass(frozen=True, slots=True)
class Looks:
    """When a run is looked at: after every so many blocks, and at most so many blocks are played."""

    every: int
    most: int

    def upto(self, blocks: int) -> Array:
        """The numbers of blocks at the looks until `blocks`, later ones thinned out; not before the first look."""
        last = max(1, min(blocks, self.most) // self.every)
        first = -(-sequences.FIRST_LOOK // self.every)
        steps = list(range(min(first, last), min(last, EVERY_LOOK) + 1))
        while steps[-1] < last:
            steps.append(min(last, max(steps[-1] + 1, int(steps[-1] * GROWTH))))
        return np.array(steps) * self.every


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An estimate without the bias of stopping, from so many simulated runs with a seed."""

    value: float
    runs: int
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedRuns:
    """Runs whose block values vary as those of a sample do, watched and stopped by a rule.

    All true means share the same random draws: a run under another mean is the same run with every block moved by the
    difference. So the expected estimate is smooth in the mean, and equal seeds give equal answers. Shapes: `gaps` (the
    mean so far less the true one) and `deviations` are (looks, runs).
    """

    rule: Rule
    looks: Array
    gaps: Array
    deviations: Array

    @classmethod
    def drawn(cls, rule: Rule, sample: Sample, looks: Looks, seed: int, runs: int = RUNS) -> SimulatedRuns:
        """So many runs of blocks that are drawn from a sample."""
        ends = looks.upto(LONGEST * max(sample.n, looks.every))
        shares, lot = sample.counts / sample.counts.sum(), np.random.Generator(np.random.Philox(key=seed))
        blocks = np.diff(ends, prepend=0)
        means, squares = (np.empty((len(blocks), runs)) for _ in range(2))
        gaps, total, square = sample.support - sample.mean, np.zeros(runs), np.zeros(runs)
        for look, more in enumerate(blocks):
            drawn = lot.multinomial(more, shares, runs)
            total, square = total + drawn @ gaps, square + drawn @ gaps**2
            means[look], squares[look] = total / ends[look], square / ends[look]
        return cls(rule, ends, means, np.sqrt(np.maximum(squares - means**2, 0.0)))

    def expected(self, mean: float) -> float:
        """What the runs estimate on average, each at its end, if this is the true mean.

        All blocks of a run together are off by nothing on average, wherever a rule ends it (Wald's identity): that they
        are in these runs is taken off, which is most of what chance does to the average.
        """
        ended = _ended(self.rule, self.gaps + mean, self.deviations, self.looks)
        ended[-1] = True
        at = ended.argmax(axis=0)
        gaps = self.gaps[at, np.arange(len(at))]
        totals = gaps * self.looks[at]
        slope = np.cov(gaps, totals)[0, 1] / totals.var(ddof=1)
        return mean + float(gaps.mean() - slope * totals.mean())


def adjusted(rule: Rule, sample: Sample, looks: Looks, seed: int) -> Adjusted:
    """The mean under which runs of this rule estimate what was seen, on average.

    The raw mean stands where all blocks are alike, or where no mean within six standard errors would do.
    """
    raw, reach = sample.mean, REACH * (sample.variance / sample.n) ** 0.5
    if reach == 0.0:
        return Adjusted(raw, 0, seed)
    runs = SimulatedRuns.drawn(rule, sample, looks, seed)

    def excess(mean: float) -> float:
        return runs.expected(mean) - raw

    if not excess(raw - reach) < 0.0 < excess(raw + reach):
        return Adjusted(raw, RUNS, seed)
    return Adjusted(float(brentq(excess, raw - reach, raw + reach, xtol=reach * 1e-4)), RUNS, seed)


def _ended(rule: Rule, means: Array, deviations: Array, looks: Array) -> Array:
    """Where a rule would end a run, by look and run; bets and likelihood ratios in their large-sample form."""
    if isinstance(rule, Proof):
        gap, usual = rule.margin - np.abs(means - rule.null), deviations.mean(axis=1)
        inside, outside = (_least(usual, looks, math.log(k / rule.alpha)) for k in (1.0, 2.0))
        scaled = gap * (usual[:, None] / np.maximum(deviations, 1e-9))  # gaps count in deviations
        return np.asarray((scaled >= inside[:, None]) | (scaled <= -outside[:, None]))
    if isinstance(rule, Balance):
        away = np.abs(means - rule.null)
        inside, outside = (_widths(deviations, looks, level, rule.planned) for level in (2.0 * rule.alpha, rule.alpha))
        return np.asarray((away + inside < rule.margin) | (away - outside > rule.margin))
    if isinstance(rule, Width):
        return np.asarray(_widths(deviations, looks, rule.alpha, rule.planned) <= rule.half_width)
    low, high = gsprt.bounds(rule.alpha, rule.beta)
    fits = [deviations**2 + (means - each) ** 2 for each in (rule.null, rule.other)]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = 0.5 * looks[:, None] * np.log(fits[0] / fits[1])
    return np.asarray((ratio <= low) | (ratio >= high))


def _least(deviations: Array, looks: Array, need: float) -> Array:
    """By look the least gap at which bets earn what they need; 1 where none does."""
    low, high = np.zeros(len(looks)), np.ones(len(looks))
    for _ in range(30):
        middle = (low + high) / 2.0
        enough = earned(middle, deviations, looks) >= need
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


def _widths(deviations: Array, looks: Array, alpha: float, planned: float) -> Array:
    """Half-widths of the sequence, by look and run."""
    rho2 = sequences.tuning(alpha, planned)
    unit = np.array([sequences.unit_half_width(float(n), alpha, rho2) for n in looks])
    return np.asarray(deviations * unit[:, None])
