"""Whether a game meets its goals: parts of games are played until every goal is met or missed, or the deals end."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.quantity import FREE
from dhstats.questions.goals.sources import FIRST, Part, Playing, Values, sources
from dhstats.questions.shared import words
from dhstats.stats.estimates.rare import deals_needed, deals_to_see, making_spread
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.sequential.elimination import InRange, RangeStanding
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Doubt, Remaining, Sample, remaining

Array = np.ndarray[Any, Any]
ALPHA = 0.05
PLANNED = 4_000.0  # deals at which intervals are narrowest: half-way to 32,000, where doubling counts


@dataclass(frozen=True, slots=True)
class Terms:
    """How goals are judged: the chance of a false "met", the most deals, the seed, and the deal where games `begin`."""

    alpha: float
    most: int
    seed: int
    former: bool = False  # plays and judges as certificates of the first schema do
    usual: int = 0  # deals from which on, if not 0, only what seems to be decided within the most is played for
    begin: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals had each value of a goal's quantity, in whole numbers of which `steps` make its unit."""

    goal: Goal
    counts: dict[int, int]
    steps: int = 1

    def plus(self, more: Values) -> "Tally":
        """The same with more deals."""
        values, deals = np.unique(more.values, return_counts=True)
        counts = dict(self.counts)
        for value, number in zip(values.tolist(), deals.tolist(), strict=True):
            counts[value] = counts.get(value, 0) + number
        return Tally(self.goal, counts, more.steps)

    @property
    def sample(self) -> Sample:
        """The deals by value, in the unit of the quantity; of two sums each value is what a deal adds to the whole."""
        values, quantity = sorted(self.counts), self.goal.quantity
        counts = np.array([self.counts[value] for value in values], np.float64)
        support = quantity.in_units(np.array(values, np.int64), self.steps, counts)
        bounds = FREE if quantity.reads != "numbers" else quantity.bounds
        return Sample(support, counts, *bounds, quantity.furthest)


@dataclass(frozen=True, slots=True)
class Judged:
    """A goal with what its deals say: estimate, the interval that the verdict rests on, how many more would decide."""

    goal: Goal
    standing: RangeStanding
    estimate: Estimate
    more: Remaining | None
    tally: Tally
    doubt: Doubt = ""  # why the spread that they show cannot be relied on, if it cannot

    @property
    def deals(self) -> int:
        """How many deals tell it."""
        return self.estimate.interval.n

    @property
    def stated(self) -> str:
        """The estimate with its interval, as sentences have it."""
        return words.stated(self.estimate, self.goal.quantity.scale.shown)


@dataclass(frozen=True, slots=True)
class Checked:
    """All goals of a file with their verdicts, in the order of the file, and the terms on which they were judged."""

    goals: Goals
    terms: Terms
    judged: tuple[Judged, ...]

    def having(self, standing: RangeStanding) -> tuple[Judged, ...]:
        """The goals of which that is so."""
        return tuple(each for each in self.judged if each.standing == standing)

    @property
    def standing(self) -> RangeStanding:
        """That of all goals together."""
        return of_all_goals(self.judged)


def of_all_goals(judged: Iterable[Judged]) -> RangeStanding:
    """That of several goals together: missed if one is, met if all are."""
    found = {each.standing for each in judged}
    return "missed" if "missed" in found else "open" if "open" in found else "met"


def parts(most: int, begin: int = 0, *, former: bool = False) -> Iterator[Part]:
    """The parts of at most so many deals from one on: each as many as were played before it."""
    played = number = 0
    while played < most:
        deals = min(most - played, played or FIRST)
        yield Part(number, begin + played, deals, former)
        played, number = played + deals, number + 1


def check(goals: Goals, terms: Terms, playing: Playing) -> Checked:
    """Plays what the goals need and judges them; a source ends once all of its goals are met or missed."""
    found: dict[str, Judged] = {}
    for source in sources(goals):
        # A source's goals by name, played for part by part until all are met or missed
        own = [goal for goal in goals.goals if goal.quantity in source.quantities]
        tallies = {goal.name: Tally(goal, {}) for goal in own}
        standing: dict[str, Judged] = {}
        settled: dict[str, Judged] = {}
        for part in parts(terms.most, terms.begin, former=terms.former):
            left = [goal.quantity for goal in own if goal.name not in settled]
            for name, values in source.values(goals, terms.seed, part, playing, left).items():
                tallies[name] = tallies[name].plus(values)
            standing = {name: settled.get(name) or judged(tally, terms) for name, tally in tallies.items()}
            settled = {name: each for name, each in standing.items() if each.standing != "open"}
            still = [each for each in standing.values() if each.standing == "open"]
            if not still:
                break
            # After the usual number of deals more are played only if they seem to do
            need = max(each.deals + each.more.blocks if each.more else math.inf for each in still)
            if terms.usual and need > terms.most and max(each.deals for each in still) >= terms.usual:
                break
        found |= standing
    return Checked(goals, terms, tuple(found[goal.name] for goal in goals.goals))


def judged(tally: Tally, terms: Terms) -> Judged:
    """What the deals so far say of a goal."""
    goal, sample = tally.goal, tally.sample
    rule = InRange(goal.low, goal.high, terms.alpha, PLANNED, terms.former)
    standing, whole, (least, most) = rule.standing(sample), rule.interval(sample), goal.quantity.bounds
    interval = replace(whole, low=max(whole.low, least), high=min(whole.high, most))  # no further than there can be
    estimate = Estimate(sample.mean, sample.variance**0.5 / sample.n**0.5, interval)
    if standing != "open" or sample.n < FIRST_LOOK:
        return Judged(goal, standing, estimate, None, tally)
    why = rule.doubt(sample) if math.isinf(whole.half_width) else ""
    if sample.variance == 0.0:  # deals that are all alike, and the others may be as well
        blocks = rule.until_settled(sample)
        return Judged(goal, standing, estimate, Remaining(blocks, blocks, blocks), tally, why)
    more = remaining(rule, sample.mean, sample.variance**0.5, sample.n)
    if why:  # as many at least as it takes until the spread can be relied on
        telling = making_spread(sample.support, sample.counts)
        seen = deals_to_see(rule.alpha / 2.0) if why == "unseen" else deals_needed(telling, sample.n)
        least = float(max(1, seen - sample.n))
        more = Remaining(max(more.blocks, least), max(more.low, least), max(more.high, least))
    return Judged(goal, standing, estimate, more, tally, why)
