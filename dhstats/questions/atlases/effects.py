"""Rule sets of an atlas as games tell them, and what every key does: shares of the differences, means at levels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.atlases.draw import Array
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.sources import Part, Values, sources
from dhstats.questions.redesigns.proof import under
from dhstats.questions.redesigns.redesign import Lab
from dhstats.stats.estimates.contrasts import Factor
from dhstats.stats.estimates.interactions import Pair, pairs
from dhstats.stats.estimates.variance_shares import (
    Seen,
    Split,
    level_means,
    luck_of,
    on_common_deals,
    on_own_deals,
    share_estimates,
    split,
)
from dhstats.stats.intervals.blocks import Estimate

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


LEVEL = 0.95
MOST_LUCK = 0.8  # of how means differ: of a quantity with more nothing is said, as hardly anything else is seen
SHOWN_PAIRS = 10


@dataclass(frozen=True)
class Effect:
    """What a quantity owes to the keys.

    `shares` are those of the keys in their order, then that of what keys do together; `levels` the means at the levels
    of every key; `pairs` are the two keys that make most together, the most first; `leaders` the keys of which any may
    have the largest share.
    """

    goal: Goal
    split: Split
    shares: tuple[Estimate, ...]
    levels: tuple[tuple[Estimate, ...], ...]
    pairs: tuple[Pair, ...]
    leaders: tuple[int, ...]

    @property
    def together(self) -> Estimate:
        """The share that keys make together."""
        return self.shares[-1]

    @property
    def usual(self) -> float:
        """By how much the quantity usually differs between rule sets, as a standard deviation."""
        return float(max(self.split.fit.total, 0.0) ** 0.5)

    @property
    def order(self) -> list[int]:
        """The keys, those with the largest share first."""
        return sorted(range(len(self.shares) - 1), key=lambda key: (-self.shares[key].value, key))

    @property
    def certain(self) -> list[int]:
        """The keys that certainly have a share, the largest first."""
        return [key for key in self.order if self.shares[key].interval.low > 0.0]


@dataclass(frozen=True)
class Effects:
    """All quantities with what they owe to the keys; `unknown` are those of which luck leaves nothing to be seen."""

    known: tuple[Effect, ...]
    unknown: tuple[tuple[Goal, float], ...]  # with the part that is luck

    def of(self, goal: Goal) -> Effect | None:
        """The effects on a quantity."""
        return next((each for each in self.known if each.goal == goal), None)


def effects(goals: Sequence[Goal], factors: Sequence[Factor], points: Array, played: Sequence[Played]) -> Effects:
    """Splits up every quantity; `points` are the levels of the rule sets that were played, (rule sets, keys)."""
    every = {goal: seen(goal, played) for goal in goals}
    luck = {goal: luck_of(each) for goal, each in every.items()}
    clear = [goal for goal in goals if luck[goal] <= MOST_LUCK]
    splits = zip(clear, split(factors, points, [every[goal] for goal in clear]), strict=True)
    known = {goal: found for goal, found in splits if found.known}
    shares = share_estimates(list(known.values()), LEVEL, seed=0) if known else []
    told = [
        Effect(
            goal, found, tuple(own), tuple(tuple(row) for row in level_means(factors, found.fit, LEVEL)),
            tuple(pairs(factors, points, found, LEVEL, SHOWN_PAIRS)), tuple(found.leaders(LEVEL, len(known))),
        )
        for (goal, found), own in zip(known.items(), shares, strict=True)
    ]  # fmt: skip
    return Effects(tuple(told), tuple((goal, luck[goal]) for goal in goals if goal not in known))
