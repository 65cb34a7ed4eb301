"""The mean that a stopped run would estimate right on average: what stopping added to the estimate is taken off.

A run that stops when its estimate looks like a verdict stops when the estimate is further that way than the truth.
Source: Whitehead (1986), "On the bias of maximum likelihood estimation following a sequential test", Biometrika 73: the
adjusted estimate is the mean under which the rule's expected estimate is the one that was seen. That is right as far as
the bias changes in a straight line over the means that an estimate may come from. Where a likelihood ratio ends the run
it does not: the bias changes its sign between the two means that are tested, and an estimate strays further than that.
So the adjusted estimate is adjusted in its turn, as if it were the raw one, until hardly any bias is left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.sequential import sequences, verdicts
from dhstats.stats.sequential.stopping import Balance, Better, Proof, Rule, Sample, Width, earned, half_width_after

Array = np.ndarray[Any, Any]
RUNS = 2000  # simulated runs
EVERY_LOOK = 400  # looks that are all simulated; after them each is GROWTH later than the one before
GROWTH = 1.01
LONGEST = 32  # times the length of the run that was seen, after which a simulated run ends unsettled
SOLVES = 6  # times that an estimate is adjusted; more changes the error of none by a hundredth
GRID = 61  # true means under which runs are simulated, closest to each other around the estimate that was seen
REACH, FIRST_REACH = 6.0, 4.0  # standard errors that they go to either side: those of the run, of its first look
TOGETHER = 64  # looks that are tried at once, of the runs that still go on


@dataclass(frozen=True, slots=True)
class Looks:
    """When a run is looked at: after which numbers of blocks, and at most how many blocks are played."""

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
    """An estimate without the bias of stopping, from simulated runs with a seed."""

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

    boundary: Boundary
    gaps: Array
    deviations: Array

    @classmethod
    def drawn(cls, rule: Rule, sample: Sample, looks: Looks, seed: int, runs: int = RUNS) -> SimulatedRuns:
        """Runs of blocks that are drawn from a sample."""
        ends = looks.upto(LONGEST * max(sample.n, looks.every))
        shares, lot = sample.counts / sample.counts.sum(), np.random.Generator(np.random.Philox(key=seed))
        blocks = np.diff(ends, prepend=0)
        means, squares = (np.empty((len(blocks), runs)) for _ in range(2))
        gaps, total, square = sample.support - sample.mean, np.zeros(runs), np.zeros(runs)
        for look, more in enumerate(blocks):
            drawn = lot.multinomial(more, shares, runs)
            total, square = total + drawn @ gaps, square + drawn @ gaps**2
            means[look], squares[look] = total / ends[look], square / ends[look]
        deviations = np.sqrt(np.maximum(squares - means**2, 0.0))
        return cls(Boundary.drawn(rule, ends, deviations.mean(axis=1)), means, deviations)

    @property
    def looks(self) -> Array:
        """The numbers of blocks at which they are looked at."""
        return self.boundary.looks

    def under(self, mean: float) -> Stopped:
        """The runs, each at its end, if this is the true mean."""
        at = np.full(self.gaps.shape[1], len(self.looks) - 1)
        going = np.arange(len(at))
        for start in range(0, len(self.looks), TOGETHER):
            part = slice(start, start + TOGETHER)
            ended = self.boundary.ended(self.gaps[part, going] + mean, self.deviations[part, going], part)
            over = ended.any(axis=0)
            at[going[over]] = start + ended[:, over].argmax(axis=0)
            going = going[~over]
            if not len(going):
                break
        gaps = self.gaps[at, np.arange(len(at))]
        return Stopped(mean + gaps, gaps * self.looks[at])

    def unbiased(self, means: Array, solves: int = SOLVES) -> Array:
        """The adjusted estimates for raw ones of these sizes, which rise: solved so many times on the same runs."""
        stopped, values = [self.under(float(mean)) for mean in means], means
        for _ in range(solves):
            gaps = [each.average(each.estimates + np.interp(each.estimates, means, values - means)) for each in stopped]
            averages = np.maximum.accumulate(gaps)
            values = values - np.interp(values, averages, averages - means)
        return values


@dataclass(frozen=True, slots=True, eq=False)
class Stopped:
    """Simulated runs where a rule ended them under a true mean: estimates, and how far all blocks together are off."""

    estimates: Array
    totals: Array

    def average(self, values: Array) -> float:
        """The average of a value that each run has.

        All blocks of a run together are off by nothing on average, wherever a rule ends it (Wald's identity): that they
        are in these runs is taken off, which is most of what chance does to the average.
        """
        slope = np.cov(values, self.totals)[0, 1] / self.totals.var(ddof=1)
        return float(values.mean() - slope * self.totals.mean())


def adjusted(rule: Rule, sample: Sample, looks: Looks, seed: int) -> Adjusted:
    """The estimate without the bias of stopping by this rule; the raw mean where all blocks are alike."""
    raw, deviation = sample.mean, sample.variance**0.5
    if deviation == 0.0:
        return Adjusted(raw, 0, seed)
    runs = SimulatedRuns.drawn(rule, sample, looks, seed)
    means = around(raw, deviation, (sample.n, int(runs.looks[0])))
    return Adjusted(float(runs.unbiased(means)[GRID // 2]), RUNS, seed)


def around(mean: float, deviation: float, blocks: tuple[int, int]) -> Array:
    """True means to simulate around an estimate; `blocks` are those of the run, and those of its first look."""
    far = deviation * max(REACH / blocks[0] ** 0.5, FIRST_REACH / blocks[1] ** 0.5)
    steps = np.linspace(-1.0, 1.0, GRID)
    return np.asarray(mean + far * steps * np.abs(steps))


@dataclass(frozen=True, slots=True, eq=False)
class Boundary:
    """Where a rule ends a run, by look: what an estimate has to reach for either outcome, at `usual` deviations."""

    rule: Rule
    looks: Array
    usual: Array
    inside: Array
    outside: Array

    @classmethod
    def drawn(cls, rule: Rule, looks: Array, usual: Array) -> Boundary:
        """For looks after a number of blocks."""
        if isinstance(rule, Proof):
            ends = tuple(_least(usual, looks, math.log(k / rule.alpha)) for k in (1.0, 2.0))
        elif isinstance(rule, Better):
            ends = tuple(np.full(len(looks), end) for end in verdicts.bounds(rule.alpha, rule.beta))
        else:
            ends = tuple(
                np.array([half_width_after(1.0, float(n), level, rule.planned) for n in looks])
                for level in (2.0 * rule.alpha, rule.alpha)
            )
        return cls(rule, looks, usual, *ends)

    def ended(self, means: Array, deviations: Array, part: slice = slice(None)) -> Array:
        """Whether runs would end there; arrays (looks, runs), of a part of the looks."""
        rule, inside, outside = self.rule, self.inside[part, None], self.outside[part, None]
        if isinstance(rule, Proof):
            gap = rule.margin - np.abs(means - rule.null)
            scaled = gap * (self.usual[part, None] / np.maximum(deviations, 1e-9))  # gaps count in deviations
            return np.asarray((scaled >= inside) | (scaled <= -outside))
        if isinstance(rule, Balance):
            away = np.abs(means - rule.null)
            within, beyond = away + deviations * inside < rule.margin, away - deviations * outside > rule.margin
            return np.asarray(within | beyond)
        if isinstance(rule, Width):
            return np.asarray(deviations * outside <= rule.half_width)
        fits = [deviations**2 + (means - each) ** 2 for each in (rule.null, rule.other)]
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = 0.5 * self.looks[part, None] * np.log(fits[0] / fits[1])
        return np.asarray((ratio <= inside) | (ratio >= outside))


def _least(deviations: Array, looks: Array, need: float) -> Array:
    """By look the least gap at which bets earn what they need; 1 where none does."""
    low, high = np.zeros(len(looks)), np.ones(len(looks))
    for _ in range(30):
        middle = (low + high) / 2.0
        enough = earned(middle, deviations, looks) >= need
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high
