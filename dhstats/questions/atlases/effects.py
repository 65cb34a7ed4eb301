"""What every key does to every quantity: shares of the differences between rule sets, and the mean at every level."""

from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.questions.atlases.draw import Array
from dhstats.questions.atlases.playing import Played, seen
from dhstats.questions.goals.goal import Goal
from dhstats.stats.estimates.contrasts import Factor
from dhstats.stats.estimates.interactions import Pair, pairs
from dhstats.stats.estimates.variance_shares import Split, level_means, luck_of, share_estimates, split
from dhstats.stats.intervals.blocks import Estimate

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
