"""What sums over blocks say of a mean in a run that was watched: verdicts and intervals that hold at all looks."""

import math

import numpy as np

from dhstats.stats.estimates.rare import LEAST_VARYING
from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval, positive
from dhstats.stats.sequential import sequences, stopping
from dhstats.stats.sequential.stopping import Sample
from dhstats.stats.sequential.verdicts import Kind, Verdict, kind_of


def judge_at_any_time(
    sums: BlockSums, null: float, margin: float, planned: float, alpha: float = 0.05,
    bounds: tuple[float, float] = UNBOUNDED, sample: Sample | None = None,
) -> Verdict:  # fmt: skip
    """The verdict on a mean in a run that was watched and may have been stopped for what it showed.

    As `verdicts.judge`, with sequences that hold at all looks in place of intervals for a number of blocks fixed
    beforehand. Before 300 blocks nothing is said. `bounds` are the least and greatest value of a block. With the
    `sample` of the same blocks they are judged as the rule that watched the run judged them.
    """
    rule = stopping.Balance(null, positive("margin", margin), alpha, planned)
    if sample is None or sums.n < sequences.FIRST_LOOK:
        wide, narrow = (interval_at_any_time(sums, planned, chance, bounds) for chance in (alpha, 2.0 * alpha))
    else:
        wide, narrow = (stopping.known_within(sample, chance, planned) for chance in (alpha, 2.0 * alpha))
    kind: Kind = kind_of(wide, narrow, null, margin) if math.isfinite(wide.low) else "undecided"
    tiny, deviation = kind == "balanced" and not wide.contains(null), _deviation(sums)
    if kind in ("balanced", "unbalanced"):
        more = 0.0
    elif sums.n < sequences.FIRST_LOOK or deviation == 0.0:
        more = float(max(sequences.FIRST_LOOK - sums.n, 1 if deviation else sums.n))
    else:
        more = max(1.0, stopping.until_end(rule, sums.mean, deviation, sums.n))
    more = min(more, stopping.LONGEST)
    return Verdict(kind, tiny, sums.mean, sums.se, sums.n, wide, narrow, null, margin, int(more))


def _deviation(sums: BlockSums) -> float:
    """The standard deviation of a block value with divisor n, as in samples."""
    return math.sqrt(sums.spread) / (sums.n * sums.scale)


def interval_at_any_time(
    sums: BlockSums, planned: float, alpha: float, bounds: tuple[float, float] = UNBOUNDED
) -> Interval:
    """What a sequence of level 1 - alpha says of a mean; no limits where it can say nothing, as before 300 blocks.

    Sums do not tell how many blocks make the spread; of blocks with `bounds` at least so many do as would if all of it
    lay at the further bound. Where these are too few, bets are taken as if all blocks lay at the two bounds: of blocks
    with this mean bets win least on those.
    """
    deviation, (low, high), mean = _deviation(sums), bounds, sums.mean
    if sums.n < sequences.FIRST_LOOK:
        return Interval(-math.inf, math.inf, 1.0 - alpha, stopping.UNSAID, sums.n, "deals")
    if deviation == 0.0:
        return stopping.guard_of_equal(mean, sums.n, alpha, bounds)
    if sums.n * deviation**2 >= LEAST_VARYING * max(high - mean, mean - low) ** 2 or not math.isfinite(high - low):
        return sequences.asymptotic(mean, deviation**2, sums.n, planned, 1.0 - alpha)
    share = (mean - low) / (high - low)
    return stopping.guard(Sample(np.array([low, high]), sums.n * np.array([1.0 - share, share]), low, high), alpha)
