"""Whether a mean lies in a range that was named beforehand: met, missed or open, as often as one likes to look.

Sources: Schuirmann (1987) for two one-sided claims; Berger, "Multiparameter hypothesis testing and acceptance sampling"
(1982), for several ranges at once: each at level α, without correction, proves that all are met at level α.
"""

import math
from dataclasses import dataclass
from typing import Literal

from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import UNSAID, Doubt, Sample, doubt, former_doubt, half_width_after, known

RangeStanding = Literal["met", "missed", "open"]


@dataclass(frozen=True, slots=True)
class InRange:
    """A mean is to lie from `low` to `high`, of which one may be infinite.

    Met if the sequence of level 1 − 2α lies inside, which is wrong with chance α at most; missed if that of level 1 − α
    lies outside. `planned` are the blocks at which sequences are narrowest, chosen before anything was seen. `former`
    judges as certificates of the first schema do.
    Errors: ValueError for a range without width or without an end, and an alpha that cannot be.
    """

    low: float
    high: float
    alpha: float
    planned: float
    former: bool = False

    def __post_init__(self) -> None:
        if not self.low < self.high or (math.isinf(self.low) and math.isinf(self.high)):
            raise ValueError(f"a range needs a width and an end, got {self.low} to {self.high}")
        if not 0.0 < self.alpha < 0.5 or not self.planned > 0.0:
            raise ValueError(f"needs alpha from 0 to 0.5 and planned blocks, got {self.alpha} and {self.planned}")

    def standing(self, sample: Sample) -> RangeStanding:
        """Whether the range is met, missed, or neither is certain yet."""
        if sample.n < FIRST_LOOK:
            return "open"
        if self._known(sample, 2.0 * self.alpha).inside(self.low, self.high):
            return "met"
        return "missed" if self._known(sample, self.alpha).outside(self.low, self.high) else "open"

    def doubt(self, sample: Sample) -> Doubt:
        """Why the sequence cannot be relied on; "" where it can."""
        return (
            former_doubt(sample, self.alpha, self.planned) if self.former else doubt(sample, self.alpha, self.planned)
        )

    def _known(self, sample: Sample, alpha: float) -> Interval:
        return known(sample, alpha, self.planned, former_doubt if self.former else doubt)

    def interval(self, sample: Sample) -> Interval:
        """The sequence that the verdict rests on: of level 1 − 2α where the range is met, else of 1 − α."""
        if sample.n < FIRST_LOOK:
            return Interval(-math.inf, math.inf, 1.0 - self.alpha, UNSAID, sample.n, "deals")
        met = self.standing(sample) == "met"
        return self._known(sample, 2.0 * self.alpha if met else self.alpha)

    def until_settled(self, sample: Sample) -> float:
        """How many more blocks settle it if they are like all so far, as what is known narrows with their number.

        Infinite where their value is an end of the range: then the mean may lie on either side of it.
        """
        value, inside = sample.mean, self.low < sample.mean < self.high
        seen = known(sample, 2.0 * self.alpha if inside else self.alpha, self.planned)
        below, above = value - seen.low, seen.high - value  # how far off the mean may be
        if inside:
            times = max(below / (value - self.low), above / (self.high - value))
        elif value > self.high:
            times = below / (value - self.high)
        else:
            times = above / (self.low - value) if value < self.low else math.inf
        return max(1.0, sample.n * (times - 1.0))

    def reached(self, mean: float, sd: float, n: float) -> bool:
        """Whether it is settled, in large samples."""
        room = min(mean - self.low, self.high - mean)  # how far the mean lies within the nearer end
        if room >= 0.0:
            return half_width_after(sd, n, 2.0 * self.alpha, self.planned) < room
        return half_width_after(sd, n, self.alpha, self.planned) < -room
