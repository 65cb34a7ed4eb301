"""Rule sets of an atlas as games tell them: the same deals for all of them, players who know the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.sources import Part, Values, sources
from dhstats.questions.redesigns.proof import under
from dhstats.questions.redesigns.redesign import Lab
from dhstats.stats.estimates.variance_shares import Seen, on_common_deals, on_own_deals

Array = np.ndarray[Any, Any]
FIRST, AGAIN = "rule_sets", "map"  # where the games of rule sets lie, and those of the map's once more
APART = 10**10  # deals from the first games to those that only the cells of the map are played on


@dataclass(frozen=True)
class Played:
    """A rule set with what its deals say of every goal's quantity."""

    change: Change
    values: dict[str, Values]

    def mean(self, goal: Goal) -> float:
        """The mean of a goal's quantity."""
        return float(self.values[goal.name].of(goal.quantity).mean())

    def variance(self, goal: Goal) -> float:
        """The variance of that mean; of deals that are all alike that of half a deal which is not."""
        seen = self.values[goal.name].of(goal.quantity)
        many = len(seen)
        return float(seen.var(ddof=1) / many) or (0.5 / many) ** 2

    def deals(self, goal: Goal) -> int:
        """How many deals tell it."""
        return len(self.values[goal.name].values)

    @cached_property
    def text(self) -> str:
        """What of the rules is changed."""
        return self.change.text


@dataclass(frozen=True)
class Table:
    """What plays rule sets: so many deals of each, and of those on the map so many others once more."""

    goals: Goals
    lab: Lab
    deals: int
    again: int

    def play(self, changes: Sequence[Change], what: str, before: int, most: int) -> list[Played]:
        """Plays rule sets on the same deals; so many were played before, and at most so many will be."""
        self.lab.players.prepare(changes)
        found = []
        for done, change in enumerate(changes, start=before):
            self.lab.watch(f"{what}: {change.text}", done, most)
            found.append(Played(change, self._values(change, FIRST, 0, self.deals)))
        return found

    def play_again(self, changes: Sequence[Change]) -> list[Played]:
        """Plays rule sets on deals that no other part of an atlas has seen."""
        found = []
        for done, change in enumerate(changes):
            self.lab.watch(f"once more: {change.text}", done, len(changes))
            found.append(Played(change, self._values(change, AGAIN, APART, self.again)))
        return found

    def _values(self, change: Change, where: str, apart: int, deals: int) -> dict[str, Values]:
        there = under(self.goals, change, self.lab.players.searching(change))
        rules = self.lab.players.levers.rule_set(change)
        playing = self.lab.place(f"{where}/{rules.hash[:16]}")
        found: dict[str, Values] = {}
        for source in sources(there):
            found |= source.values(there, self.lab.terms.seed, Part(0, apart, deals), playing, source.quantities)
        if thin := [name for name, each in found.items() if len(each.values) < 2]:
            raise BadInput(f"--deals: under {change.text} fewer than two deals tell {thin[0]}; play more")
        return found


def seen(goal: Goal, played: Sequence[Played]) -> Seen:
    """A quantity under all rule sets, with what is luck: on common deals that which is not common to all."""
    every = [each.values[goal.name].of(goal.quantity) for each in played]
    if goal.quantity.games != "forks" and len({len(each) for each in every}) == 1:
        return on_common_deals(np.stack(every))
    return on_own_deals(
        np.array([each.mean(goal) for each in played]), np.array([each.variance(goal) for each in played])
    )
