"""The samples a question looks at: every matchup of a run, and all together where they are several."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dhstats.queries.catalogue import ALL
from dhstats.queries.counts import Counts
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.simulate.plans.experiment import StoppingRule, stopping_rule
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.stats.sequential.stopping import Balance, Better, Proof, Rule, Width
from dhstats.storage import Manifest

ALPHA = 0.05
# Variances of a deal's mean score that runs are planned with (measured on a pilot of scripted players). They decide
# where the intervals are narrowest and never whether they are right.
PLANNED_VARIANCE = {"seat": 0.076, "strength": 0.114, "quartet": 0.05, "single": 0.25}
PLANNED_DIFFERENCE = 0.05  # the same for the difference that a rule tweak makes on common deals


def rule_of(aim: StoppingRule, kind: str, arms: int) -> Rule:
    """How a stopping rule is judged in a run of a design; the same for every run of that design."""
    deviation = math.sqrt(PLANNED_VARIANCE.get(kind, 0.25 / arms))
    if aim.kind == "balanced":
        return Balance.plan(0.5, aim.amount, deviation, ALPHA)
    if aim.kind == "proved":
        return Proof.plan(0.5, aim.amount, deviation, ALPHA)
    if aim.kind == "decided":
        return Balance.plan(0.0, aim.amount, math.sqrt(PLANNED_DIFFERENCE), ALPHA)
    if aim.kind == "half-width":
        return Width.plan(aim.amount, deviation, ALPHA)
    return Better.plan(0.5, 0.5 + aim.amount, deviation, ALPHA)


def stored_rule(manifest: Manifest) -> Rule | None:
    """How a stored run's stopping rule is judged; nothing for a run that had none."""
    if not manifest.until:
        return None
    return rule_of(stopping_rule(manifest.until), manifest.design.kind, len(manifest.design.arms))


Numbers = TypeVar("Numbers")
LEVEL = 0.95
EVEN = 0.5  # an even share of the wins for one of two
TOGETHER, TOGETHER_ALONE = "All matchups together", "All players together"
JOINTLY = "simultaneous 95 %"  # of intervals at `sidak_level(LEVEL, …)`, in words


@dataclass(frozen=True, slots=True)
class Group:
    """A matchup, or all matchups of a deal with equal weights.

    `games` counts the games of a deal that belong to it; `deals` the deals, which are the independent blocks.
    `alone` says that the run has no other; `watched` is the rule that could stop the run, if it had one.
    """

    number: int
    label: str
    games: int
    deals: int
    mirror: bool
    alone: bool
    watched: Rule | None = None

    @property
    def together(self) -> bool:
        """All matchups at once."""
        return self.number == ALL

    @property
    def main(self) -> bool:
        """The group that sentences speak of: the only matchup, or all together."""
        return self.alone or self.together

    @property
    def margin(self) -> float:
        """How far from an even share counts as even: the margin that a run was played until it was decided, if any."""
        rule = self.watched
        return rule.margin if isinstance(rule, Balance) and rule.null == EVEN else SCORE_MARGIN

    def says(self, sentence: str) -> str:
        """A sentence with the name of the matchup before it, where there are several."""
        return sentence if self.alone else f"{self.label}: {sentence[0].lower()}{sentence[1:]}"


def groups(counts: Counts) -> tuple[Group, ...]:
    """All matchups together first, if they are several, then every matchup in the order of the run."""
    plan, watched, found = counts.plan, stored_rule(counts.run.manifest), []
    deals = {row["matchup"]: int(row["deals"]) for row in counts.rows("means")}
    for at in plan.groups:
        name = label(*plan.matchups[at]) if at != ALL else TOGETHER if plan.seats > 1 else TOGETHER_ALONE
        alone = len(plan.groups) == 1
        found.append(Group(at, name, plan.games(at), deals[at], plan.mirror(at), alone, watched))
    return tuple(found)


def of_each(counts: Counts, numbers: Callable[[Counts, Group, float], Numbers]) -> list[Numbers]:
    """The numbers of the main group at the usual level, of several matchups at one that holds for all at once."""
    found = groups(counts)
    joint = sidak_level(LEVEL, max(1, len(found) - 1))
    return [numbers(counts, group, LEVEL if group.main else joint) for group in found]


def logged_deals(counts: Counts, group: Group) -> int:
    """How many deals had their turns logged, also those in which nothing of what is asked happened."""
    return int(counts.rows("race", matchup=group.number)[0]["deals"])


def everybody(counts: Counts) -> str:
    """All who play, as a sentence says it."""
    return {1: "the player", 2: "both players"}.get(len(counts.run.manifest.seats), "all players")


def each_for_themselves(counts: Counts) -> bool:
    """Whether each plays for themselves: partners are not ahead of each other."""
    return str(counts.run.manifest.rules.get("teams", "none")) == "none"


def label(player: str, *others: str) -> str:
    """A matchup in words; one who plays alone by their name."""
    if not others:
        return player
    return f"{player} against {'itself' if set(others) == {player} else ', '.join(others)}"
