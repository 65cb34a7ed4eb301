"""Verdicts on balance: a mean lies within a declared margin of balance, out of it, or is not yet known."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import EXACT, UNBOUNDED, Interval, assumed, positive
from dhstats.stats.intervals.likelihood import likelihood_ratio
from dhstats.stats.sequential.power import blocks_for_effect, blocks_for_equivalence

UNSEEN = 1e-3  # what a value that has not occurred yet counts, so that no mean inside the support is impossible
OVERSHOOT = 0.583  # mean overshoot of a random walk over a bound, in steps (Siegmund 1985)


def log_ratio(support: Sequence[float], counts: Sequence[float], null: float, other: float) -> float:
    """The log likelihood ratio of the mean `other` to `null`, each at its best distribution on the support."""
    kept = [count if count > 0 else UNSEEN for count in counts]
    return 0.5 * (likelihood_ratio(support, kept, null) - likelihood_ratio(support, kept, other))


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Where the test stops: below the first for the null, above the second for the other mean (Wald)."""
    if not (0.0 < alpha < 1.0 and 0.0 < beta < 1.0 and alpha + beta < 1.0):
        raise ValueError(f"alpha and beta must be positive with a sum below 1, got {alpha} and {beta}")
    return math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)


def expected_blocks(
    true: float, null: float, other: float, variance: float, alpha: float = 0.05, beta: float = 0.05, batch: int = 0
) -> float:
    """How many blocks the test takes if a mean is true, as Brownian motion, corrected for looks at a `batch`."""
    if not (variance > 0.0 and other != null):
        raise ValueError("the test needs block values that vary and two different means")
    step = (other - null) ** 2 / variance
    low, high = bounds(alpha, beta)
    reach = OVERSHOOT * math.sqrt(step * batch)
    low, high = low - reach, high + reach
    drift = (true - (null + other) / 2.0) * (other - null) / variance
    if abs(drift) < 1e-12 * step:
        return -low * high / step
    tilt = 2.0 * drift / step
    accepts = -math.expm1(-tilt * low) / (math.exp(-tilt * high) - math.exp(-tilt * low))
    return (low * (1.0 - accepts) + high * accepts) / drift


Kind = Literal["balanced", "unbalanced", "leaning", "undecided", "refused", "fact"]
# Which verdict on one of several claims is the verdict on all of them; a fact is a claim that is described, not judged
FIRST_OF_ALL = ("unbalanced", "refused", "leaning", "undecided", "fact", "balanced")
AnyKind = TypeVar("AnyKind", bound=str)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the blocks say about balance, against a margin that was declared before they were played.

    Units: estimate, intervals, null and margin are in the unit of the block value; the region of practical
    balance is null ± margin. `tiny` marks a difference that is certain and yet inside that region.
    `interval95` has level 1 − α and `interval90` level 1 − 2α, with α = .05 unless another was asked for.
    `blocks_needed` is about how many more blocks would decide, and 0 once decided.
    A verdict is `refused` where no number of such blocks could show a difference of the size of the margin. A mean that
    is described, with no margin to judge it by, is a fact with the margin 0.
    """

    kind: Kind
    tiny: bool
    estimate: float
    se: float
    n: int
    interval95: Interval
    interval90: Interval
    null: float
    margin: float
    blocks_needed: int

    @property
    def measured(self) -> Estimate:
        """The estimate with its error and its interval of level 1 − α."""
        return Estimate(self.estimate, self.se, self.interval95)

    @property
    def effect(self) -> float:
        """The estimated distance from balance, with its sign."""
        return self.estimate - self.null

    @property
    def size(self) -> float:
        """How large that distance is, in margins; 0 where none was declared."""
        return abs(self.effect) / self.margin if self.margin else 0.0


def of_all(kinds: Iterable[AnyKind]) -> AnyKind:
    """The verdict on several claims together, as on all seats of a table, from those on each.

    Unbalanced by any of them, as their intervals are right at once; balanced only by all, each of which has to be shown
    so at the full level alone (intersection-union test, Berger 1982, Technometrics 24).
    """
    return min(kinds, key=FIRST_OF_ALL.index)


def judge(
    sums: BlockSums, null: float, margin: float, alpha: float = 0.05, *, bounds: tuple[float, float] = UNBOUNDED
) -> Verdict:
    """The verdict on a mean: balanced, unbalanced, leaning or undecided.

    `bounds` are the least and greatest value a block can take. They matter only if all blocks are alike; where there is
    none, `assumed` says how far off an exception may be.
    Source: Schuirmann 1987 for balance; Lakens 2017, Soc. Psychol. Personal. Sci. 8, for the four outcomes.
    """
    if not 0.0 < alpha < 0.5:
        raise ValueError(f"alpha must lie strictly between 0 and 0.5, got {alpha}")
    positive("margin", margin)
    interval95, interval90 = sums.interval(1.0 - alpha, bounds), sums.interval(1.0 - 2.0 * alpha, bounds)
    kind = kind_of(interval95, interval90, null, margin)
    tiny = kind == "balanced" and not interval95.contains(null)
    more = 0 if kind in ("balanced", "unbalanced") else _more(sums, null, margin, alpha, bounds)
    return Verdict(kind, tiny, sums.mean, sums.se, sums.n, interval95, interval90, null, margin, more)


def refused(verdict: Verdict) -> Verdict:
    """The same without a verdict, unless a difference beyond the margin was shown all the same."""
    return verdict if verdict.kind == "unbalanced" else replace(verdict, kind="refused", tiny=False, blocks_needed=0)


def described(verdict: Verdict) -> Verdict:
    """The same as a fact, where nobody said what counts as no difference."""
    return replace(verdict, kind="fact", tiny=False, margin=0.0, blocks_needed=0)


def worked_out(verdict: Verdict, value: float, error: float) -> Verdict:
    """The verdict on a mean that is known to be a value, but for an error; the games of a run do not matter."""
    known = replace(verdict.interval95, low=value - error, high=value + error, method=EXACT)
    kind = kind_of(known, known, verdict.null, verdict.margin) if verdict.margin else verdict.kind
    return replace(
        verdict, kind=kind, tiny=kind == "balanced" and not known.contains(verdict.null), estimate=value, se=error,
        interval95=known, interval90=known, blocks_needed=0,
    )  # fmt: skip


def kind_of(interval95: Interval, interval90: Interval, null: float, margin: float) -> Kind:
    """Which of the four outcomes two intervals of a mean give, of levels 1 − α and 1 − 2α."""
    if interval90.inside(null - margin, null + margin):
        return "balanced"
    if interval95.outside(null - margin, null + margin):
        return "unbalanced"
    return "undecided" if interval95.contains(null) else "leaning"


def _more(sums: BlockSums, null: float, margin: float, alpha: float, bounds: tuple[float, float]) -> int:
    """About how many more blocks decide with power .9, if the truth is as far from balance as the estimate."""
    effect = abs(sums.mean - null)
    if sums.spread == 0:
        # Equal blocks decide once (1 − rate)ⁿ = α/2; as many again where they are on an edge. The rate is the least of
        # unseen values that would move the mean from the common value to an edge
        value, (low, high) = sums.mean, assumed(sums.mean, bounds)
        edges = (null - margin, null + margin)
        reach = [(edge - value, high - value if edge > value else value - low) for edge in edges]
        rate = min(abs(distance) / max(abs(distance), room, math.ulp(0.0)) for distance, room in reach)
        total = 2 * sums.n if rate == 0.0 else math.ceil(math.log(alpha / 2.0) / math.log1p(-rate))
    elif effect < margin:
        likely = min(effect, max(0.0, margin - sums.se))
        total = blocks_for_equivalence(sums.variance, margin, alpha=alpha, effect=likely)
    else:
        total = blocks_for_effect(sums.variance, max(effect - margin, sums.se), alpha=alpha)
    return max(1, total - sums.n)
