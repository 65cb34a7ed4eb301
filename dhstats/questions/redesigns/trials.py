"""Rule sets that are tried, what was played under each, and what changes are expected to do, together too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from dhstats.questions.goals.checking import PLANNED, Tally
from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.sources import Part, Values
from dhstats.stats.estimates.additive import Effects, Forecast, Gap, Sample, Tried, chance_within, common_shift, link_of
from dhstats.stats.sequential.elimination import InRange, RangeStanding
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

    def standing(self, goal: Goal, alpha: float) -> RangeStanding:
        """Whether a goal is met, missed or open at a level, however often one looked."""
        if goal.name not in self.tallies or self.tallies[goal.name].sample.n < FIRST_LOOK:
            return "open"
        return InRange(goal.low, goal.high, alpha, PLANNED).standing(self.tallies[goal.name].sample)


def sample_of(tally: Tally) -> Sample:
    """What the deals of a goal come to: their mean, with its variance."""
    seen = tally.sample
    return Sample(seen.mean, seen.variance / seen.n, seen.n)


Array = np.ndarray[Any, Any]


class Expectations:
    """Forecasts of every goal's quantity, made anew once something was tried or proved."""

    def __init__(self, goals: Sequence[Goal], trials: Mapping[Members, Trial]) -> None:
        """Before `screened` is known what a goal is for every single change, trials speak for themselves alone."""
        self._goals, self._trials = tuple(goals), trials
        self._effects: dict[str, Effects] = {}
        self._gaps: dict[str, list[Gap]] = {goal.name: [] for goal in goals}
        self._forecasts: dict[str, Forecast] = {}

    def screened(self, base: Mapping[str, Values], singles: Sequence[Mapping[str, Values] | None]) -> None:
        """Takes what the first deals of the base and of every single change say, None for one that rules refuse."""
        self._effects = {goal.name: self._effects_on(goal, base, singles) for goal in self._goals}
        self.renew()

    def renew(self) -> None:
        """Forgets forecasts, as something more is known."""
        self._forecasts.clear()

    def shift(self, trial: Trial, proved: Mapping[str, Sample]) -> None:
        """Takes into account how far the quantities of a proof lay from those of the search, whom others played.

        Those who play a proof have learnt its rules alone; what that does to one change it does to others.
        """
        for goal in self._goals:
            seen, there = trial.sample(goal), proved.get(goal.name)
            if seen is not None and there is not None:
                link = link_of(*goal.quantity.bounds)
                (before, doubt), (after, noise) = seen.on(link), there.on(link)
                self._gaps[goal.name].append((after - before, doubt + noise))
        self.renew()

    def forecast(self, goal: Goal) -> Forecast:
        """What changes together come to in a goal's quantity."""
        if goal.name not in self._forecasts:
            seen = [(members, trial.sample(goal)) for members, trial in self._trials.items() if len(members) > 1]
            tried = [Tried(members, sample) for members, sample in seen if sample is not None]
            self._forecasts[goal.name] = Forecast.of(
                self._effects[goal.name], tried, common_shift(self._gaps[goal.name])
            )
        return self._forecasts[goal.name]

    def chance(self, trial: Trial, goals: Sequence[Goal]) -> float:
        """The chance that a change that was tried meets goals: by its deals, and by what is expected besides."""
        return float(np.prod([self.chance_of(trial, goal) for goal in goals]))

    def chance_of(self, trial: Trial, goal: Goal) -> float:
        """That of one goal."""
        seen, link = trial.sample(goal), link_of(*goal.quantity.bounds)
        if not self._effects:
            mean, variance = seen.on(link) if seen else (0.0, np.inf)
        elif seen is None:
            means, variances = self.forecast(goal).together(np.array([trial.members], np.int64))
            mean, variance = float(means[0]), float(variances[0])
        else:
            mean, variance = self.forecast(goal).after(trial.members, seen)
        return float(chance_within(link, np.array(mean), np.array(variance), goal.low, goal.high))

    def chances(self, members: Array, goals: Sequence[Goal]) -> Array:
        """The chances of changes that were not tried to meet goals; `members` are rows of single changes."""
        chances = np.ones(len(members))
        for goal in goals:
            mean, variance = self.forecast(goal).together(members)
            chances *= chance_within(link_of(*goal.quantity.bounds), mean, variance, goal.low, goal.high)
        return chances

    def _effects_on(
        self, goal: Goal, base: Mapping[str, Values], singles: Sequence[Mapping[str, Values] | None]
    ) -> Effects:
        """What each change alone does to a quantity; on common deals, but forks of each are of deals of its own."""
        rows = [(each or base)[goal.name].of(goal.quantity) for each in (base, *singles)]
        common = goal.quantity.games != "forks" and len({len(row) for row in rows}) == 1
        samples = [self._trials[()].sample(goal)]
        samples += [self._trials[place,].sample(goal) if each else None for place, each in enumerate(singles)]
        assert samples[0] is not None
        correlation = _correlation(np.stack(rows)) if common else None
        return Effects.of(link_of(*goal.quantity.bounds), samples[0], samples[1:], correlation)


def _correlation(rows: Array) -> Array:
    centred = rows - rows.mean(axis=1, keepdims=True)
    spread = np.sqrt((centred**2).sum(axis=1))
    safe = np.where(spread > 0.0, spread, 1.0)
    found = (centred @ centred.T) / np.outer(safe, safe)
    np.fill_diagonal(found, 1.0)
    return np.asarray(found)
