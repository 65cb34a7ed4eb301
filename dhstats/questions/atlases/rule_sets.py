"""Rule sets of an atlas: drawn so that levels are about equally frequent, played, and what every key does to them."""

import itertools
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import Change, Levers, ordered
from dhstats.questions.goals.sources import Part, Values, sources
from dhstats.questions.redesigns.redesign import Lab, under
from dhstats.stats.estimates import variance_shares
from dhstats.stats.estimates.additive import Pair, pairs
from dhstats.stats.estimates.contrasts import Factor, main_columns
from dhstats.stats.estimates.variance_shares import Seen, Split
from dhstats.stats.intervals.blocks import Estimate

Array = np.ndarray[Any, Any]
TRIES = 12  # orders of a key's levels that are tried, to go with those of other keys as little as possible
SWAPS = 200  # of a level with another rule set, until the rules take one that they refused
LEAST_KEYS, LEAST_SETS = 2, 12


def factors_of(levers: Levers) -> tuple[Factor, ...]:
    """The keys that may be changed, with their levels as a regression takes them."""
    every = levers.space.levels  # words and switches, which have no order, have no numbers either
    return tuple(Factor(key, len(some), tuple(map(float, some)) if ordered(some) else ()) for key, some in every)


class Rows:
    """Rule sets as rows of levels, each level by its place among those of its key."""

    def __init__(self, levers: Levers) -> None:
        self.levers = levers
        self.sizes = tuple(len(levels) for _, levels in levers.space.levels)
        self._allowed: dict[tuple[int, ...], bool] = {}

    def change(self, row: Sequence[int]) -> Change:
        """The change that makes the rule set of a row: levels that differ from the base's."""
        values = {
            key: levels[place]
            for (key, levels), place in zip(self.levers.space.levels, row, strict=True)
            if json.dumps(levels[place]) != json.dumps(self.levers.space.values[key])
        }
        return self.levers.change(values)

    def row(self, values: Mapping[str, Any]) -> tuple[int, ...]:
        """The row of a change."""
        there = {**self.levers.space.values, **values}
        return tuple(
            [json.dumps(level) for level in levels].index(json.dumps(there[key]))
            for key, levels in self.levers.space.levels
        )

    def allowed(self, row: Sequence[int]) -> bool:
        """Whether conditions and the check of rules take a rule set."""
        known = tuple(int(place) for place in row)
        if known not in self._allowed:
            change = self.change(known)
            self._allowed[known] = False
            with suppress(BadInput):
                self._allowed[known] = self.levers.allowed(change.values) and bool(self.levers.rule_set(change))
        return self._allowed[known]


def least(levers: Levers) -> int:
    """How many rule sets it takes at the least to tell the effects of all keys apart, with some to spare."""
    effects = sum(int(factor.columns.shape[1]) for factor in factors_of(levers))
    return max(LEAST_SETS, 2 * (1 + effects))


def drawn(levers: Levers, number: int, seed: int) -> Array:
    """So many rule sets as rows of levels, or all; BadInput for a small space, few sets, or too many refused."""
    every = levers.space.combinations
    if len(levers.space.keys) < LEAST_KEYS or every < LEAST_SETS:
        raise BadInput(
            f"the table [change] allows only {every} rule sets; name two or more keys with at least {LEAST_SETS} "
            f"combinations, or vary one key with `dhstats sweep`"
        )
    rows = Rows(levers)
    if every <= max(number, least(levers)):
        found = [row for row in itertools.product(*map(range, rows.sizes)) if rows.allowed(row)]
        return _enough(np.array(found, np.int64).reshape(-1, len(rows.sizes)), levers)
    if number < least(levers):
        keys = f"the effects of {len(rows.sizes)} keys"
        raise BadInput(f"--rule-sets: {number} cannot separate {keys}; name at least {least(levers)}")
    lot = np.random.Generator(np.random.Philox(key=seed))
    factors = factors_of(levers)
    # Rows in which the levels of a key are equally frequent but for one, in orders that go together little
    columns = np.ones((number, 1))
    places = np.empty((number, len(factors)), np.int64)
    for at, factor in enumerate(factors):
        once = np.resize(lot.permutation(factor.size), number)
        orders = [lot.permutation(once) for _ in range(TRIES)]
        likeness = [float(((columns.T @ factor.columns[order]) ** 2).sum()) for order in orders]
        places[:, at] = orders[int(np.argmin(likeness))]
        columns = np.hstack([columns, factor.columns[places[:, at]]])
    for at in range(len(places)):
        if not _good(places, at, rows) and not _exchanged(places, at, rows, lot):
            _redrawn(places, at, rows, lot)
    return _enough(places, levers)


def _enough(array: Array, levers: Levers) -> Array:
    """The same rule sets; BadInput where they do not tell the effects of the keys apart."""
    columns, _ = main_columns(factors_of(levers), array)
    if len(array) < columns.shape[1] + 2 or np.linalg.matrix_rank(columns) < columns.shape[1]:
        raise BadInput(
            "the rules and the conditions exclude so many combinations that the effects of keys cannot be"
            " separated: name levels that are allowed with more of the others"
        )
    return array


def _good(places: Array, at: int, rows: Rows) -> bool:
    return rows.allowed(places[at]) and int((places == places[at]).all(axis=1).sum()) == 1


def _exchanged(places: Array, at: int, rows: Rows, lot: np.random.Generator) -> bool:
    """Whether exchanging a level with another row, which leaves levels as frequent, makes both good."""
    for _ in range(SWAPS):
        other, key = int(lot.integers(len(places))), int(lot.integers(places.shape[1]))
        was_good = _good(places, other, rows)
        places[[at, other], key] = places[[other, at], key]
        if _good(places, at, rows) and (not was_good or _good(places, other, rows)):
            return True
        places[[at, other], key] = places[[other, at], key]
    return False


def _redrawn(places: Array, at: int, rows: Rows, lot: np.random.Generator) -> None:
    for _ in range(10 * SWAPS):
        places[at] = [lot.integers(size) for size in rows.sizes]
        if _good(places, at, rows):
            return
    raise BadInput("the rules and the conditions exclude nearly all combinations of these levels; name fewer levels")


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

    def play(
        self, changes: Sequence[Change], what: str, before: int, most: int, *, again: bool = False
    ) -> list[Played]:
        """Plays rule sets on the same deals; so many were played before, and at most so many will be.

        Once more they are played on deals that no other part of an atlas has seen.
        """
        if not again:
            self.lab.players.prepare(changes)
        found = []
        for done, change in enumerate(changes, start=before):
            self.lab.watch(f"{what}: {change.text}", done, most)
            where = (AGAIN, APART, self.again) if again else (FIRST, 0, self.deals)
            found.append(Played(change, self._values(change, *where)))
        return found

    def _values(self, change: Change, where: str, apart: int, deals: int) -> dict[str, Values]:
        there = under(self.goals, change, self.lab.players.searching(change))
        rules = self.lab.players.levers.rule_set(change)
        playing = self.lab.place(f"{where}/{rules.hash[:16]}")
        found: dict[str, Values] = {}
        for source in sources(there):
            found |= source.values(there, self.lab.terms.seed, Part(0, apart, deals), playing, source.quantities)
        if thin := [name for name, each in found.items() if len(each.values) < 2]:
            raise BadInput(f"--deals: under {change.text} fewer than two deals measure {thin[0]}; play more")
        return found


def seen(goal: Goal, played: Sequence[Played]) -> Seen:
    """A quantity under all rule sets, with what is luck: on common deals that which is not common to all."""
    every = [each.values[goal.name].of(goal.quantity) for each in played]
    if goal.quantity.games != "forks" and len({len(each) for each in every}) == 1:
        return variance_shares.on_common_deals(np.stack(every))
    means, variances = [each.mean(goal) for each in played], [each.variance(goal) for each in played]
    return variance_shares.on_own_deals(np.array(means), np.array(variances))


LEVEL = 0.95
MOST_LUCK = 0.8  # of how means differ: of a quantity with more nothing is said, as hardly anything else is seen
SHOWN_PAIRS = 10


@dataclass(frozen=True)
class Effect:
    """What a quantity owes to the keys: their `shares`, last that of what they do together, and means at `levels`.

    `pairs` are keys that make most together; any of the `leaders` may have the largest share.
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
    luck = {goal: variance_shares.luck_of(each) for goal, each in every.items()}
    clear = [goal for goal in goals if luck[goal] <= MOST_LUCK]
    splits = zip(clear, variance_shares.split(factors, points, [every[goal] for goal in clear]), strict=True)
    known = {goal: found for goal, found in splits if found.known}
    shares = variance_shares.share_estimates(list(known.values()), LEVEL, seed=0) if known else []
    told = []
    for (goal, found), own in zip(known.items(), shares, strict=True):
        levels = tuple(map(tuple, variance_shares.level_means(factors, found.fit, LEVEL)))
        couples, leaders = pairs(factors, points, found, LEVEL, SHOWN_PAIRS), found.leaders(LEVEL, len(known))
        told.append(Effect(goal, found, tuple(own), levels, tuple(couples), tuple(leaders)))
    return Effects(tuple(told), tuple((goal, luck[goal]) for goal in goals if goal not in known))
