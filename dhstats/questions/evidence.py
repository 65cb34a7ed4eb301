"""What deals say of a share of the wins that is claimed to be even: a verdict, and whether it needs large numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dhstats.stats.blocks import BlockSums
from dhstats.stats.stopping import Balance, Rule, Sample, guard, judge_at_any_time
from dhstats.stats.verdicts import Verdict, judge, kind_of

BOUNDS = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A share with its verdict; plain values only, as they stand in the file of a certificate.

    `scores[k]` is the number of deals on which the share was k of the greatest number of steps. Log e-values: against a
    mean at or below the lower edge of the margin, and at or above the upper. `guarded` says that the verdict also holds
    by the betting sequence or the e-values.
    """

    verdict: str
    guarded: bool
    estimate: float
    se: float
    low: float
    high: float
    inner_low: float
    inner_high: float
    method: str
    guard_low: float
    guard_high: float
    log_e_lower: float
    log_e_upper: float
    scores: tuple[int, ...]


def evidence(
    scores: Sequence[int], even: float, margin: float, alpha: float, together: float, watched: Rule | None = None
) -> Evidence:
    """What the counts of deals by score say; `together` is the chance of error that a difference may have."""
    steps = len(scores) - 1
    sample = Sample(np.arange(steps + 1) / steps, np.array(scores, np.float64), *BOUNDS)
    sums = BlockSums.from_counts({step: count for step, count in enumerate(scores) if count}, steps)
    found = judged(sums, even, margin, alpha, together, watched)
    wide, narrow, outer = found.interval95, found.interval90, guard(sample, together)
    lower, upper = Balance(even, margin, alpha, 1.0).e_values(sample)
    guarded = {
        "balanced": min(lower, upper) >= -math.log(alpha),
        "unbalanced": outer.outside(even - margin, even + margin),
    }
    return Evidence(
        found.kind, guarded.get(found.kind, False), found.estimate, found.se, _within(wide.low), _within(wide.high),
        _within(narrow.low), _within(narrow.high), wide.method, outer.low, outer.high, lower, upper, tuple(scores),
    )  # fmt: skip


def judged(
    sums: BlockSums, even: float, margin: float, alpha: float, together: float, watched: Rule | None
) -> Verdict:  # fmt: skip
    """The verdict on a share that is one of several, by a sequence in a run that was watched.

    That it is balanced may be wrong with the chance `alpha`, that it is not with `together`, which the intervals of all
    shares need to be right at once. `interval95` is then that of level 1 − together.
    """
    alone, jointly = (_judged(sums, even, margin, chance, watched) for chance in (alpha, together))
    kind = kind_of(jointly.interval95, alone.interval90, even, margin)
    decided = kind in ("balanced", "unbalanced")
    return replace(
        alone, kind=kind, tiny=kind == "balanced" and not jointly.interval95.contains(even),
        interval95=jointly.interval95, blocks_needed=0 if decided else max(alone.blocks_needed, jointly.blocks_needed),
    )  # fmt: skip


def _judged(sums: BlockSums, even: float, margin: float, alpha: float, watched: Rule | None) -> Verdict:
    if watched is None:
        return judge(sums, even, margin, alpha, bounds=BOUNDS)
    return judge_at_any_time(sums, even, margin, watched.planned, alpha, BOUNDS)


def _within(end: float) -> float:
    """The end of an interval; where the data set no limit, that of the possible scores."""
    return end if math.isfinite(end) else float(end > 0.0)
