"""Who plays on the page: players who know the rules under test where there are such, else those of the base rules."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, roster
from dhstats.questions.goals.checking import ALPHA, PLANNED, Tally, Terms, judged
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.sources import of_run, tells
from dhstats.questions.shared.metrics import SHARE, Ask, Metric, metrics
from dhstats.questions.tweaks.comparison import DealSums
from dhstats.quoting import quoted
from dhstats.seats import SEATS
from dhstats.stats.estimates.rare import few_vary
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.sequences import FIRST_LOOK, asymptotic
from dhstats.stats.sequential.stopping import Rule, Sample, known_within
from dhstats.storage import Run

EXPERT = "expert"
KNOW = "They know all of these rules: one player has learnt millions of rule sets near the base."
FIXED = "They learnt only the base rules and play a change in the same way; train them to see its effect."
LEARNT = "They were trained for each of these rule sets."
AS_THEY_ARE = "They do not learn: the same players under all rules."
MEANWHILE = "No player has learnt this game yet; training one takes seconds to a minute."
OF_ANY_FILE = ("random", "greedy")


@dataclass(frozen=True)
class Seated:
    """The players of one comparison: by the name that is played, with what has to be said of them."""

    name: str
    note: str
    adapted: bool


def usual(bundle: GameBundle, every: Sequence[RuleSet]) -> str:
    """Who plays if nobody is named: who knows all of these rules, or the game's usual player."""
    if bundle.game.space_learning and all(pupils.of_rules(bundle, rules) for rules in every):
        return roster.GENERALIST
    if of_a_file(bundle) and not trained(bundle, every[0]):
        return next((name for name in bundle.shipped_strategies() if name not in OF_ANY_FILE), "greedy")
    return bundle.default_strategies[0]


def of_a_file(bundle: GameBundle) -> bool:
    """Whether a game is told by a game file: nobody who has learnt it comes along, but learning it takes no long."""
    return bundle.game.name not in catalogue.NAMES


def trained(bundle: GameBundle, rules: RuleSet) -> bool:
    """Whether an expert of these rules is there."""
    pupil = roster.pupil_of(bundle, rules, EXPERT)
    return pupil is not None and pupils.known(pupil) is not None


def seated(bundle: GameBundle, every: Sequence[RuleSet], named: str, *, learn: bool) -> Seated:
    """The players of base (first) and changes, by a name or "" for the usual ones; `learn` has them learn each."""
    if named and named not in (known := offered(bundle)):
        raise BadInput(
            f"player {quoted(named)}: a page can name only shipped players, because a file is code;"
            f" {nearest(named, known)}"
        )
    name = named or usual(bundle, every)
    if learn and (not named or name in (roster.GENERALIST, EXPERT)):
        soon = usual(bundle, every) == roster.GENERALIST  # where somebody knows the space around them
        return Seated(roster.SPECIALIST if soon else EXPERT, LEARNT, adapted=True)
    if name == roster.GENERALIST:
        return Seated(name, KNOW, adapted=False)
    if roster.learns(bundle, name):
        return Seated(name, LEARNT if learn else FIXED, adapted=learn)
    meanwhile = not named and of_a_file(bundle)
    return Seated(name, MEANWHILE if meanwhile else AS_THEY_ARE, adapted=False)


def offered(bundle: GameBundle) -> list[str]:
    """The names that a page offers, the best first."""
    learn = ["generalist"] if bundle.game.space_learning else []
    rungs = [f"skill:{rung}" for rung in (8, 5, 2)] if bundle.game.learning else []
    return [*learn, EXPERT, *rungs, *bundle.shipped_strategies()]


SAID = {
    "balanced": "Decided: who wins does not change by more than {margin} games in 100.",
    "unbalanced": "Decided: the first player wins {size} games in 100 {more}.",
    "open": "Not known yet. {so_far}",
}
# Two one-sided tests at 5 % each decide; the interval leaves out 2.5 % on either side, and may be a little wider.
ONE_SIDED = " Each side is tested alone, right 95 times in 100; the interval is for both, so it may be wider."
JUDGED = ("score", f"{SHARE}{SEATS[0]}")  # what verdicts are about, at tables for two and for more
LEVEL = 0.95
Row = dict[str, Any]


# What is known of one change, as the page is told: the verdict, its quantities beside the base's, and how goals stand.
NOTHING: Row = {"verdict": None, "quantities": (), "goals": (), "settled": False, "deals": 0}


def verdict(rule: Rule, sample: Sample, ask: Ask) -> Row:
    """Whether a change makes a difference to the first player's score, right at every look."""
    outcome = rule.outcome(sample)
    margin = 100.0 * ask.margin
    seen = known_within(sample, rule.alpha, rule.planned) if sample.n >= FIRST_LOOK else None
    mean = 100.0 * sample.mean
    size, more = f"{abs(mean):.1f}", "more" if mean > 0 else "fewer"
    so_far = f"So far the first player wins {size} games in 100 {more}." if seen else "Too few deals so far."
    text = SAID[outcome].format(margin=f"{margin:g}", size=size, more=more, so_far=so_far)
    if outcome == "balanced" and seen and max(-seen.low, seen.high) > ask.margin:
        text += ONE_SIDED
    return {"outcome": outcome, "says": text, "margin": margin, **_shown(mean, seen, 100.0, sample.n)}


def quantities(base: DealSums, here: DealSums, game: str) -> tuple[Row, ...]:
    """Every quantity under the base and under a change, with the difference deal by deal."""
    both = base.columns.keys() & here.columns.keys() - set(JUDGED)
    return tuple(_quantity(each, base, here) for each in metrics(game, here.seats) if each.name in both)


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
    row: Row = {"difference": estimate, "low": None, "high": None, "method": "", "level": LEVEL, "n": n}
    if seen is not None and math.isfinite(seen.low) and math.isfinite(seen.high):
        row |= {"low": factor * seen.low, "high": factor * seen.high, "method": seen.method, "level": seen.level}
    return row


def goals_of(goals: Goals, run: Run) -> tuple[Row, ...]:
    """How the goals of a file stand by the games of a run, those that such games tell."""
    mirror = [goal for goal in goals.goals if tells(run, goal.quantity)]
    measured = of_run(run, [goal.quantity for goal in mirror])
    terms = Terms(ALPHA, run.manifest.design.deals, run.manifest.seed)
    rows: Sequence[Row] = [
        {
            "name": goal.name, "what": goal.quantity.sentence, "range": goal.range, "standing": each.standing,
            "low": _end(goal, goal.low), "high": _end(goal, goal.high),
            "estimate": goal.quantity.scale.factor * each.estimate.value,
        }
        for goal in mirror
        if goal.name in measured
        for each in [judged(Tally(goal, {}).plus(measured[goal.name]), terms)]
    ]  # fmt: skip
    return tuple(rows)


def _end(goal: Goal, value: float) -> float | None:
    """An end of a goal's range as the page shows numbers; nothing where it has none."""
    return None if math.isinf(value) else goal.quantity.scale.factor * value
