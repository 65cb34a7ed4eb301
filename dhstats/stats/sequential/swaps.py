"""Changing one thing after another and keeping what is better: a test for each change, and one error rate for all.

Every change is judged on deals of its own, by a confidence sequence that may be looked at as often as one likes. Each
of at most K changes may be kept wrongly with chance alpha / K, whatever was tried and kept before it, so all of them
together with chance alpha (Bonferroni; the changes need not be independent, nor chosen beforehand).
"""

from __future__ import annotations

from dataclasses import dataclass

from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Outcome, Sample, Width, guard, sequence


@dataclass(frozen=True, slots=True)
class Gain:
    """Whether a change is better, its mean gain above 0; or hardly worth it, below `worth`.

    `alpha` is the chance to keep one that is not better, `planned` the deals for which the sequence is tuned.
    """

    worth: float
    alpha: float
    planned: float

    @classmethod
    def plan(cls, worth: float, deviation: float, alpha: float, changes: int) -> Gain:
        """One of so many changes that together are kept wrongly with chance alpha; tuned to see a gain of `worth`."""
        own = alpha / changes
        return cls(worth, own, Width.plan(worth, deviation, 2.0 * own).planned)

    def interval(self, sample: Sample) -> Interval:
        """The gain, at all looks together; each side on its own is wrong with chance `alpha`."""
        if sample.variance > 0.0:
            return sequence(sample, 2.0 * self.alpha, self.planned)
        return guard(sample, 2.0 * self.alpha)

    def outcome(self, sample: Sample) -> Outcome:
        """Better, not better or open."""
        if sample.n < FIRST_LOOK:
            return "open"
        found = self.interval(sample)
        if found.low > 0.0:
            return "better"
        return "not better" if found.high < self.worth else "open"
