"""Rule sets that are tried: what was played under each, goal by goal."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dhstats.questions.goals.checking import PLANNED, Tally
from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.sources import Part, Values
from dhstats.stats.estimates.additive import Sample
from dhstats.stats.sequential.ranges import InRange, Standing
from dhstats.stats.sequential.sequences import FIRST_LOOK

Members = tuple[int, ...]  # the numbers of the single changes that a change is made of, in order


class Trying(Protocol):
    """How rule sets are played."""

    @property
    def groups(self) -> tuple[tuple[Goal, ...], ...]:
        """The goals that the same games tell, those that cost least first."""

    def values(self, change: Change, part: Part, wanted: Sequence[Goal]) -> dict[str, Values]:
        """What a part of the games after a change says of the goals of a group, deal by deal, by name."""


@dataclass
class Trial:
    """A change that was tried: the values of its deals, and how many parts of its games were played, goal by goal.

    Goals may lie behind others: dear games are not played where cheaper ones leave no hope.
    """

    change: Change
    members: Members
    tallies: dict[str, Tally] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        """The deals of the goal that was played for on most of them."""
        return max((tally.sample.n for tally in self.tallies.values()), default=0)

    def whole(self, goals: Sequence[Goal], parts: int) -> bool:
        """Whether so many parts were played for each of the goals."""
        return all(self.played.get(goal.name, 0) >= parts for goal in goals)

    def add(self, goal: Goal, values: Values) -> None:
        """The next part of a goal's games."""
        self.tallies[goal.name] = self.tallies.get(goal.name, Tally(goal, {})).plus(values)
        self.played[goal.name] = self.played.get(goal.name, 0) + 1

    def sample(self, goal: Goal) -> Sample | None:
        """What the deals of a goal come to; nothing where none were played."""
        return sample_of(self.tallies[goal.name]) if goal.name in self.tallies else None

    def standing(self, goal: Goal, alpha: float) -> Standing:
        """Whether a goal is met, missed or open at a level, however often one looked."""
        if goal.name not in self.tallies or self.tallies[goal.name].sample.n < FIRST_LOOK:
            return "open"
        return InRange(goal.low, goal.high, alpha, PLANNED).standing(self.tallies[goal.name].sample)


def sample_of(tally: Tally) -> Sample:
    """What the deals of a goal come to: their mean, with its variance."""
    seen = tally.sample
    return Sample(seen.mean, seen.variance / seen.n, seen.n)
