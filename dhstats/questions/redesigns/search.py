"""Rule sets that are tried, what was played under each, and what changes are expected to do, together too."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.goals.checking import PLANNED, Tally, parts
from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.levers import Change, Levers
from dhstats.questions.goals.sources import FIRST, Part, Values
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
    """A change that was tried: its deals and parts, goal by goal; dear games wait until cheap ones leave hope."""

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
        effects = {}
        for goal in self._goals:
            samples = [self._trials[()].sample(goal)]
            samples += [self._trials[place,].sample(goal) if each else None for place, each in enumerate(singles)]
            assert samples[0] is not None
            rows = [(each or base)[goal.name].of(goal.quantity) for each in (base, *singles)]
            correlation = None
            if goal.quantity.games != "forks" and len({len(row) for row in rows}) == 1:  # all on common deals
                centred = np.stack(rows) - np.stack(rows).mean(axis=1, keepdims=True)
                spread = np.sqrt((centred**2).sum(axis=1))
                safe = np.where(spread > 0.0, spread, 1.0)
                correlation = (centred @ centred.T) / np.outer(safe, safe)
                np.fill_diagonal(correlation, 1.0)
            effects[goal.name] = Effects.of(link_of(*goal.quantity.bounds), samples[0], samples[1:], correlation)
        self._effects = effects
        self.renew()

    def renew(self) -> None:
        """Forgets forecasts, as something more is known."""
        self._forecasts.clear()

    def shift(self, trial: Trial, proved: Mapping[str, Sample]) -> None:
        """Takes into account how far a proof's quantities lay from the search's, whom others played."""
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


HOPELESS = 0.005  # chance of meeting all goals below which a change is not played, or not any further
FAINT = 0.0001  # the same of a change that was not tried, as long as nothing was found
LIKELY, SURE = 0.5, 0.9  # from which on a change may be the answer; is not played any further
LEAST_PARTS = 2  # of a change that may be the answer
ROUND = 4  # changes that are played before forecasts are made anew
NO_CHANGE: Members = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long a search goes on: so many changes of several keys are tried, each in at most so many parts of games."""

    tries: int = 60
    parts: int = 4

    @property
    def deals(self) -> int:
        """The most deals of a change."""
        return int(FIRST * 2 ** (self.parts - 1))


Combined = tuple[Array, Array]  # changes of so many keys: their single changes as rows (changes, keys), and their costs
Prospect = tuple[float, Members]  # a change to be played next: what it may save times its chance to meet all goals


@dataclass
class Search:
    """What was tried, and what to try next."""

    goals: tuple[Goal, ...]
    levers: Levers
    trying: Trying
    bounds: Bounds
    watch: Callable[[str, int, int], None] = lambda what, done, most: None
    others_prove: bool = True  # proofs have other players
    trials: dict[Members, Trial] = field(default_factory=dict)
    out: dict[Members, str] = field(default_factory=dict)  # changes that cannot be the answer, with why

    def __post_init__(self) -> None:
        self.single = self.levers.single
        self.expected = Expectations(self.goals, self.trials)
        self._numbers = {_text(each.parts[0]): place for place, each in enumerate(self.single)}
        self._combined: dict[int, Combined] = {}

    @property
    def tried(self) -> int:
        """How many changes of several keys were played."""
        return sum(len(members) > 1 for members in self.trials)

    def change(self, members: Members) -> Change:
        """The change that single ones make together."""
        return self.levers.change({key: level for each in members for key, level in self.single[each].parts})

    def members_of(self, change: Change) -> Members:
        """The numbers of the single changes that a change is made of."""
        return tuple(sorted(self._numbers[_text(part)] for part in change.parts))

    def screen(self) -> None:
        """Plays the base and every single change on the same deals, for all goals."""
        every: list[Members] = [NO_CHANGE, *((place,) for place in range(len(self.single)))]
        first: dict[Members, dict[str, Values]] = {}
        for done, members in enumerate(every):
            self.watch(f"one key: {self.change(members).text}", done, len(every))
            if self._possible(members):
                first[members] = self._play(members)
        self.expected.screened(first[NO_CHANGE], [first.get((place,)) for place in range(len(self.single))])

    def possible_singles(self) -> list[Change]:
        """The changes of one key that the check of rule sets takes."""
        return [each for place, each in enumerate(self.single) if self._possible((place,))]

    def looked_at(self, change: Change, least: int) -> Trial | None:
        """A change played in at least so many parts for all goals; nothing where the rules refuse it."""
        members = self.members_of(change)
        if not self._possible(members):
            return None
        while members not in self.trials or not self.trials[members].whole(self.goals, least):
            self._play(members)
        return self.trials[members]

    def refuse(self, trial: Trial, proved: Mapping[str, Sample], why: str) -> None:
        """Takes a change out whose proof failed, with what its quantities were there."""
        self.out[trial.members] = why
        if self.others_prove:
            self.expected.shift(trial, proved)

    def best(self, goals: Sequence[Goal] | None = None, tries: int = 0) -> Trial | None:
        """The cheapest change that probably meets goals (all), within `tries` more or those left; None if none is."""
        wanted = self.goals if goals is None else tuple(goals)
        most = self.tried + tries if tries else self.bounds.tries
        while prospects := self._prospects(wanted, most):
            self._try("together", prospects, most, wanted)
        return self._answer(wanted)

    def exclude(self, alpha: float) -> None:
        """Plays all changes until each misses a goal for sure, at a level for all; nothing where tries do not do."""
        if not self._few:
            return
        while left := self._untried(self.goals, self._ceiling, 0.0)[:ROUND]:
            self._try("the rest", left, self.bounds.tries, self.goals)
        for done, (members, trial) in enumerate(self.trials.items()):
            self.watch(f"once more: {trial.change.text}", done, len(self.trials))
            while self.allowed(members) and not self.missed(trial, alpha) and self._hopeless_further(trial):
                pass

    def _hopeless_further(self, trial: Trial) -> bool:
        """Plays on the games that tell a change's least likely goal, if that is hopeless; else false."""
        chances = [min(self.expected.chance_of(trial, goal) for goal in group) for group in self.trying.groups]
        group = self.trying.groups[int(np.argmin(chances))]
        if min(chances) >= HOPELESS or trial.whole(group, self.bounds.parts):
            return False
        self._play_group(trial, group, trial.played.get(group[0].name, 0) + 1)
        self.expected.renew()
        return True

    def missed(self, trial: Trial, alpha: float) -> Goal | None:
        """A goal that a change misses for sure, at a level for all changes and goals together; nothing where none."""
        each = alpha / ((1 + self.levers.combinations) * len(self.goals))
        return next((goal for goal in self.goals if trial.standing(goal, each) == "missed"), None)

    def allowed(self, members: Members) -> bool:
        """Whether a change could be the answer: conditions allow it, rules too, and its proof did not fail."""
        return members not in self.out and self.levers.allowed(self.change(members).values)

    def combined(self) -> Iterator[Combined]:
        """All changes of two keys and more that conditions allow, by how many keys."""
        for size in range(2, self.levers.most + 1):
            if size not in self._combined:
                every = [(self.members_of(each), each.cost) for each in self.levers.changes(size)]
                rows = np.array([members for members, _ in every], np.int64).reshape(-1, size)
                self._combined[size] = rows, np.array([cost for _, cost in every])
            yield self._combined[size]

    def _try(self, what: str, prospects: Sequence[Prospect], most: int, wanted: Sequence[Goal]) -> None:
        for _, members in prospects:
            self.watch(f"{what}: {self.change(members).text}", min(self.tried, most), most)
            if self._possible(members):
                self._play(members, wanted)

    def _possible(self, members: Members) -> bool:
        try:
            self.levers.rule_set(self.change(members))
        except BadInput as problem:
            self.out[members] = str(problem)
            return False
        return True

    def _play(self, members: Members, wanted: Sequence[Goal] | None = None) -> dict[str, Values]:
        """A part more of a change's games: of all goals, or of those that are wanted until one of these is hopeless."""
        trial = self.trials.setdefault(members, Trial(self.change(members), members))
        aim, seen = 1 + max(trial.played.get(goal.name, 0) for goal in wanted or self.goals), dict[str, Values]()
        for group in self.trying.groups:
            asked = [goal for goal in group if wanted is None or goal in wanted]
            if asked:
                seen |= self._play_group(trial, group, aim)
            if wanted is not None and any(self.expected.chance_of(trial, goal) < HOPELESS for goal in asked):
                break
        self.expected.renew()
        return seen

    def _play_group(self, trial: Trial, group: Sequence[Goal], most: int) -> dict[str, Values]:
        """The parts of the games of some goals that are missing to so many; the values of the last one."""
        seen: dict[str, Values] = {}
        for part in list(parts(self.bounds.deals))[trial.played.get(group[0].name, 0) : most]:
            seen = self.trying.values(trial.change, part, group)
            for goal in group:
                trial.add(goal, seen[goal.name])
        return seen

    def _prospects(self, wanted: Sequence[Goal], most: int) -> list[Prospect]:
        """The changes to play next: those of the greatest chance times the cost they save; none if all are hopeless."""
        answer = self._answer(wanted)
        ceiling = self._ceiling if answer is None else answer.change.cost
        going = [
            ((ceiling - trial.change.cost) * chance, members)
            for members, trial in self.trials.items()
            if trial.change.cost < ceiling and (chance := self._open(trial, wanted))
        ]
        least = FAINT if answer is None else HOPELESS
        fresh = self._untried(wanted, ceiling, least)[: max(0, most - self.tried)]
        found = sorted([*going, *fresh], key=lambda each: (-each[0], each[1]))
        if not found and answer is None and self._few:  # all that promises nothing can be tried: forecasts may be wrong
            found = self._untried(wanted, self._ceiling, 0.0)[: max(0, most - self.tried)]
        return found[:ROUND]

    @property
    def _few(self) -> bool:
        return sum(len(rows) for rows, _ in self.combined()) <= self.bounds.tries

    def _untried(self, wanted: Sequence[Goal], ceiling: float, least: float) -> list[Prospect]:
        found: list[Prospect] = []
        for rows, costs in self.combined():
            chances = self.expected.chances(rows, wanted)
            gains = np.where((costs < ceiling) & (chances >= least), (ceiling - costs) * chances, -1.0)
            for place in np.argsort(-gains, kind="stable")[: ROUND + len(self.trials) + len(self.out)]:
                members = tuple(map(int, rows[place]))
                if gains[place] >= 0.0 and members not in self.trials and members not in self.out:
                    found.append((float(gains[place]), members))
        return sorted(found, key=lambda each: (-each[0], each[1]))

    @property
    def _ceiling(self) -> float:
        return 1.0 + self.levers.most * max(each.cost for each in self.single)

    def _open(self, trial: Trial, wanted: Sequence[Goal]) -> float:
        """The chance of a change that was tried, where more of its games could settle it; else none."""
        if not self.allowed(trial.members) or trial.whole(wanted, self.bounds.parts):
            return 0.0
        chance = self.expected.chance(trial, wanted)
        settled = chance >= SURE and trial.whole(wanted, LEAST_PARTS)
        return 0.0 if settled or chance < HOPELESS else chance

    def _answer(self, wanted: Sequence[Goal]) -> Trial | None:
        able = [
            (trial.change.cost, -chance, members)
            for members, trial in self.trials.items()
            if trial.whole(wanted, LEAST_PARTS)
            and self.allowed(members)
            and (chance := self.expected.chance(trial, wanted)) >= LIKELY
        ]
        return self.trials[min(able)[2]] if able else None


def _text(part: tuple[str, Any]) -> tuple[str, str]:
    return part[0], repr(part[1])
