"""What a page shows of rule sets that are compared: a verdict, and every quantity with its interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.questions.goals.checking import ALPHA, PLANNED, Tally, Terms, judged
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.sources import of_run
from dhstats.questions.shared.metrics import SHARE, Ask, Metric, metrics
from dhstats.questions.tweaks.comparison import DealSums
from dhstats.stats.estimates.rare import few_vary
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.sequences import FIRST_LOOK, asymptotic
from dhstats.stats.sequential.stopping import Rule, Sample, known_within
from dhstats.storage import Run
from dhstats.storage.manifest import SEATS

Array = np.ndarray[Any, Any]
SAID = {
    "balanced": "Decided: who wins does not change by more than {margin} games in 100.",
    "unbalanced": "Decided: the first player wins {size} games in 100 {more}.",
    "open": "Not known yet. {so_far}",
}
# Two one-sided tests at 5 % each decide; the interval leaves out 2.5 % on either side, and may be a little wider.
ONE_SIDED = " Each side is tested alone, 95 times in 100 right; the interval is for both at once, so it may stand out."
JUDGED = ("score", f"{SHARE}{SEATS[0]}")  # what verdicts are about, at tables for two and for more
LEVEL = 0.95
Row = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """What is known of one change: the verdict, its quantities beside the base's, and how goals stand."""

    verdict: Row | None = None
    rows: tuple[Row, ...] = ()
    goals: tuple[Row, ...] = ()
    settled: bool = False
    deals: int = 0

    @property
    def record(self) -> Row:
        """The same for the page."""
        return {
            "verdict": self.verdict, "quantities": list(self.rows), "goals": list(self.goals), "settled": self.settled,
            "deals": self.deals,
        }  # fmt: skip


def verdict(rule: Rule, sample: Sample, ask: Ask) -> Row:
    """Whether a change makes a difference to the first player's score, right at every look."""
    outcome = rule.outcome(sample)
    margin = 100.0 * ask.margin
    seen = known_within(sample, rule.alpha, rule.planned) if sample.n >= FIRST_LOOK else None
    mean = 100.0 * sample.mean
    size, more = f"{abs(mean):.1f}", "more" if mean > 0 else "fewer"
    so_far = f"So far the first player wins {size} games in 100 {more}." if seen else "Too few deals so far."
    said = SAID[outcome].format(margin=f"{margin:g}", size=size, more=more, so_far=so_far)
    if outcome == "balanced" and seen and max(-seen.low, seen.high) > ask.margin:
        said += ONE_SIDED
    return {"outcome": outcome, "says": said, "margin": margin, **_shown(mean, seen, 100.0, sample.n)}


def quantities(base: DealSums, here: DealSums, game: str) -> tuple[Row, ...]:
    """Every quantity under the base and under a change, with the difference deal by deal.

    Not who wins, which the verdict judges: that goes on while these are counted at fewer looks.
    """
    rows = []
    for metric in metrics(game, here.seats):
        if metric.name not in JUDGED and metric.name in base.columns and metric.name in here.columns:
            rows.append(_quantity(metric, base, here))
    return tuple(rows)


def _quantity(metric: Metric, base: DealSums, here: DealSums) -> Row:
    unit = metric.factor / (metric.scale * here.games)
    one, other = (each.columns[metric.name] * unit for each in (base, here))
    gap = other - one
    tells = len(gap) >= FIRST_LOOK and not few_vary(gap)
    seen = asymptotic(float(gap.mean()), float(gap.var()), len(gap), PLANNED, LEVEL) if tells else None
    what = metric.what[:1].upper() + metric.what[1:]
    return {
        "name": metric.name, "what": what, "unit": "%" if metric.factor != 1.0 else metric.unit,
        "base": float(one.mean()), "here": float(other.mean()), **_shown(float(gap.mean()), seen, 1.0, len(gap)),
    }  # fmt: skip


def _shown(estimate: float, seen: Interval | None, factor: float, n: int) -> Row:
    found: Row = {"difference": estimate, "low": None, "high": None, "method": "", "level": LEVEL, "n": n}
    if seen is not None and math.isfinite(seen.low) and math.isfinite(seen.high):
        found |= {"low": factor * seen.low, "high": factor * seen.high, "method": seen.method, "level": seen.level}
    return found


def goals_of(goals: Goals, run: Run) -> tuple[Row, ...]:
    """How the goals of a file stand by the games of a run, those that such games tell."""
    told = [goal for goal in goals.goals if goal.quantity.games == "mirror"]
    found = of_run(run, [goal.quantity for goal in told])
    terms = Terms(ALPHA, run.manifest.design.deals, run.manifest.seed)
    rows: Sequence[Row] = [
        {
            "name": goal.name, "what": goal.quantity.sentence, "range": goal.range, "standing": each.standing,
            "low": _end(goal, goal.low), "high": _end(goal, goal.high),
            "estimate": goal.quantity.scale.factor * each.estimate.value,
        }
        for goal in told
        if goal.name in found
        for each in [judged(Tally(goal, {}).plus(found[goal.name]), terms)]
    ]  # fmt: skip
    return tuple(rows)


def _end(goal: Goal, value: float) -> float | None:
    """An end of a goal's range as the page shows numbers; nothing where it has none."""
    return None if math.isinf(value) else goal.quantity.scale.factor * value
