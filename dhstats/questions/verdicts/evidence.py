"""What deals say of a share of the wins that is claimed to be even: proof by bets, and what intervals add to it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.at_any_time import judge_at_any_time
from dhstats.stats.sequential.stopping import Balance, Rule, Sample, guard
from dhstats.stats.sequential.verdicts import Kind, Verdict, judge, kind_of

BOUNDS = (0.0, 1.0)
DECIDED = ("balanced", "unbalanced")
CONCLUSIONS = {
    "balanced": "The claim stands: balanced",
    "unbalanced": "The claim is refuted: unbalanced",
    "leaning": "The claim is open: a difference is certain, but it may be within the margin",
    "undecided": "The claim is open: undecided",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A share with its verdict; plain values only, as they stand in the file of a certificate.

    `scores[k]` is the number of deals on which the share was k of the greatest number of steps. Log e-values: against a
    mean at or below the lower edge of the margin, and at or above the upper. `verdict` is that of the betting sequence
    and the e-values, which need no large numbers; `by_interval` what the interval with its level 1 − 2α would say.
    """

    verdict: str
    by_interval: str
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
    steps, sample = len(scores) - 1, Sample.of_shares(scores)
    sums = BlockSums.from_counts({step: count for step, count in enumerate(scores) if count}, steps)
    found = judged(sums, even, margin, alpha, together, watched, sample)
    wide, narrow, outer = found.interval95, found.interval90, guard(sample, together)
    lower, upper = Balance(even, margin, alpha, 1.0).e_values(sample)
    return Evidence(
        proved(outer, (lower, upper), (even, margin), alpha), found.kind, found.estimate, found.se, _within(wide.low),
        _within(wide.high), _within(narrow.low), _within(narrow.high), wide.method, outer.low, outer.high, lower, upper,
        tuple(scores),
    )  # fmt: skip


def proved(outer: Interval, log_e: tuple[float, float], claim: tuple[float, float], alpha: float) -> Kind:
    """The verdict of bets on a `claim`, an even share and a margin; `log_e` is what bets against its edges earned."""
    even, margin = claim
    if min(log_e) >= -math.log(alpha):
        return "balanced"
    if outer.outside(even - margin, even + margin):
        return "unbalanced"
    return "undecided" if outer.contains(even) else "leaning"


def conclusion(verdict: str, by_interval: str) -> str:
    """What a certificate concludes, in a sentence or two."""
    if by_interval == verdict or by_interval not in DECIDED or verdict in DECIDED:
        return f"{CONCLUSIONS[verdict]}."
    return f"{CONCLUSIONS[verdict]}. Intervals for large numbers of deals say {by_interval}, which is not a proof."


def judged(
    sums: BlockSums, even: float, margin: float, alpha: float, together: float, watched: Rule | None,
    sample: Sample | None = None,
) -> Verdict:  # fmt: skip
    """The verdict on a share that is one of several, by a sequence in a run that was watched.

    "Balanced" may be wrong with the chance `alpha`, a difference with `together`, so that all shares are right at once;
    `interval95` is that of level 1 − together.
    """
    alone, jointly = (judged_alone(sums, even, margin, chance, watched, sample=sample) for chance in (alpha, together))
    kind = kind_of(jointly.interval95, alone.interval90, even, margin)
    decided = kind in ("balanced", "unbalanced")
    return replace(
        alone, kind=kind, tiny=kind == "balanced" and not jointly.interval95.contains(even),
        interval95=jointly.interval95, blocks_needed=0 if decided else max(alone.blocks_needed, jointly.blocks_needed),
    )  # fmt: skip


def judged_alone(
    sums: BlockSums, null: float, margin: float, alpha: float, watched: Rule | None,
    bounds: tuple[float, float] = BOUNDS, sample: Sample | None = None,
) -> Verdict:  # fmt: skip
    """The verdict on a mean, by a sequence in a watched run; `sample` has the values of blocks where they are known."""
    if watched is None:
        return judge(sums, null, margin, alpha, bounds=bounds)
    return judge_at_any_time(sums, null, margin, watched.planned, alpha, bounds, sample)


def _within(end: float) -> float:
    return end if math.isfinite(end) else float(end > 0.0)
