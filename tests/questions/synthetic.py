"""Redesigns whose truth is known: rules of numbered keys, and deals by lot around means that any change is given."""

import math
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any
from unittest.mock import patch

import numpy as np
from scipy.stats import norm

from dhstats.errors import BadInput
from dhstats.questions.goals import checking
from dhstats.questions.goals.checking import Terms, check
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import Change, Condition, Levers
from dhstats.questions.goals.quantity import COUNTED, FREE, OF_WINS, PLAIN, Bounds, Quantity
from dhstats.questions.goals.sources import Part, Values
from dhstats.questions.redesigns.redesign import APART, Plan, Proof, Redesign, looked_around, searched, terms_of, under
from dhstats.questions.redesigns.search import Bounds as Reach
from dhstats.questions.redesigns.search import Search, Trial
from dhstats.stats.estimates.additive import link_of

Array = np.ndarray[Any, Any]
Truth = Callable[[Mapping[str, Any]], Mapping[str, float]]  # the mean of every quantity under values of keys
MOST_STEPS = 20_000  # of a search: ten times as many as any here takes
PAIR = 2  # games of a deal, of which shares are counted
INF, LONGEST = math.inf, 250.0


@dataclass(frozen=True)
class Base:
    """What levers ask of a base rule set: the values of its keys."""

    effective: dict[str, Any]
    name: str = "base"

    @property
    def files(self) -> "Base":
        """Rule files and rule set in one."""
        return self

    def flat(self, effective: dict[str, Any]) -> dict[str, Any]:
        """The values by key."""
        return effective


@dataclass(frozen=True)
class Keys:
    """A space of rules without a game: its levels, and which combinations of values the check of rules refuses."""

    base: Any
    levels: tuple[tuple[str, tuple[Any, ...]], ...]
    refused: Callable[[Mapping[str, Any]], bool] = lambda values: False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that may be changed."""
        return tuple(key for key, _ in self.levels)

    @property
    def values(self) -> dict[str, Any]:
        """The values of the base."""
        return dict(self.base.files.flat(self.base.effective))

    def rule_set(self, values: Mapping[str, Any]) -> str:
        """The rules, as text."""
        if self.refused(values):
            raise BadInput("these rules do not fit each other")
        return str(sorted(values.items()))


def levers(
    levels: Mapping[str, Sequence[Any]], most: int = 2, costs: Mapping[str, float] | None = None,
    conditions: Sequence[Condition] = (), refused: Callable[[Mapping[str, Any]], bool] = lambda values: False,
) -> Levers:  # fmt: skip
    """Keys with levels, of which the first is the base's."""
    base: Any = Base({key: each[0] for key, each in levels.items()})
    space: Any = Keys(base, tuple((key, tuple(sorted(levels[key]))) for key in sorted(levels)), refused)
    every = dict.fromkeys(space.keys, 1.0) | dict(costs or {})
    return Levers(space, tuple(every.items()), tuple(conditions), min(most, len(levels)))


def switches(number: int, most: int = 2, **more: Any) -> Levers:
    """So many keys that are 0 and may be 1."""
    return levers({f"k{place:02}": (0, 1) for place in range(number)}, most, **more)


def goal(name: str, low: float, high: float, bounds: Bounds = FREE, games: Any = "mirror") -> Goal:
    """A goal: a share from 0 to 1, turns from 0 to where a game is ended, or a margin without bounds."""
    scale = OF_WINS if bounds == (0.0, 1.0) else PLAIN
    longest = LONGEST if bounds == COUNTED else INF
    return Goal(Quantity(name, name, scale, games, bounds=bounds, furthest=longest), low, high)


def share(name: str, low: float, high: float, games: Any = "mirror") -> Goal:
    """A share of games."""
    return goal(name, low, high, (0.0, 1.0), games)


def turns(name: str, low: float, high: float, games: Any = "mirror") -> Goal:
    """A positive mean."""
    return goal(name, low, high, COUNTED, games)


@dataclass(frozen=True)
class Additive:
    """Means by effects that add up on the scales of goals, and interactions of two keys; all by quantity."""

    goals: tuple[Goal, ...]
    base: Mapping[str, float]
    effects: Mapping[str, Mapping[str, float]]  # by quantity and by key, of a level more
    pairs: Mapping[str, Mapping[tuple[str, str], float]] = field(default_factory=dict)

    def __call__(self, values: Mapping[str, Any]) -> dict[str, float]:
        """The true means."""
        found = {}
        for each in self.goals:
            link, name = link_of(*each.quantity.bounds), each.name
            at = float(link.there(np.float64(self.base[name])))
            at += sum(self.effects.get(name, {}).get(key, 0.0) * level for key, level in values.items())
            at += sum(self.pairs.get(name, {}).get(two, 0.0) for two in combinations(sorted(values), 2))
            found[name] = float(link.back(at))
        return found


def stream(seed: int, part: Part) -> int:
    """The random numbers of a part: one stream for each part of the search, of each proof, of a counter-player."""
    return seed + part.number + (1_000_000 if part.first >= APART else 0)


@dataclass
class World:
    """Deals of any change around its true means: of games with the same seed in part the same luck.

    What is drawn hangs on seed, change and quantity alone. Turns and margins are whole numbers of deviation
    `deviation`, shares are of two games a deal. `asked` is what was played.
    """

    goals: tuple[Goal, ...]
    truth: Truth
    seed: int = 1
    groups: tuple[tuple[Goal, ...], ...] = ()
    common: float = 0.5
    deviation: float = 8.0
    asked: list[tuple[str, int, tuple[str, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.groups = self.groups or (self.goals,)

    def values(self, change: Change, part: Part, wanted: Sequence[Goal]) -> dict[str, Values]:
        """A part of the search's games."""
        return self.deals(change.values, stream(self.seed, part), part.deals, wanted)

    def deals(self, values: Mapping[str, Any], seed: int, number: int, wanted: Sequence[Goal]) -> dict[str, Values]:
        """So many deals of a change by a seed."""
        text = " ".join(f"{key}={level}" for key, level in sorted(values.items()))
        self.asked.append((text, seed, tuple(each.name for each in wanted)))
        means, found = self.truth(values), {}
        for each in wanted:
            quantity, name = zlib.crc32(each.name.encode()), each.name
            of_all = np.random.default_rng([seed, quantity, 0]).standard_normal((number, PAIR))
            own = np.random.default_rng([seed, quantity, 1, zlib.crc32(text.encode())])
            luck = math.sqrt(self.common) * of_all
            luck = luck + math.sqrt(1.0 - self.common) * own.standard_normal((number, PAIR))
            if each.quantity.bounds == (0.0, 1.0):
                found[name] = Values((luck < norm.ppf(means[name])).sum(axis=1), PAIR)
            else:  # rounded up as often as needed for the mean to stay
                exact = means[name] + self.deviation * luck[:, 0] + own.random(number)
                found[name] = Values(np.floor(exact).astype(np.int64), 1)
        return found

    def meets(self, values: Mapping[str, Any], goals: Sequence[Goal] | None = None) -> bool:
        """Whether a change truly meets goals."""
        means = self.truth(values)
        return all(each.low <= means[each.name] <= each.high for each in goals or self.goals)

    def search(self, known: Levers, tries: int = 60, parts: int = 4) -> Search:
        """A search that nothing was played for yet; an error once it goes on for ever."""
        steps = iter(range(MOST_STEPS))

        def watch(what: str, done: int, most: int) -> None:
            assert next(steps, None) is not None, f"goes on for ever: {what}"

        return Search(self.goals, known, self, Reach(tries, parts), watch)

    def proof(self, trial: Trial, number: int, terms: Terms) -> Proof:
        """A finalist's proof on deals of its own, as games are proved."""
        goals = Goals("synthetic", "dragonheart", "ffg", (), "nobody", self.goals, 2)
        with self._sources():
            playing: Any = None
            plan, there = self.plan(trial.change, number, terms), under(goals, trial.change, "nobody")
            return Proof(trial.change, plan, "nobody", check(there, terms_of(terms, plan), playing))

    def plan(self, change: Change, number: int, terms: Terms) -> Plan:
        """What the proof of a change as the n-th finalist is to show."""
        ranges = tuple((each.name, each.written) for each in self.goals)
        return Plan(ranges, "synthetic", 1, change.text, "nobody", "", terms.alpha, number, terms.most, terms.seed)

    def redesign(self, known: Levers, tries: int = 60, parts: int = 4, deals: int = 32_000) -> Redesign:
        """The whole of a redesign: search, proofs, and what lies around; proofs have so many deals at most."""
        terms = Terms(checking.ALPHA, deals, self.seed)
        search = self.search(known, tries, parts)
        proofs = searched(search, lambda trial, number: self.proof(trial, number, terms))
        goals = Goals("synthetic", "dragonheart", "ffg", (), "nobody", self.goals, 2, known)
        return looked_around(Redesign(goals, terms, search, proofs, "nobody"))

    @contextmanager
    def _sources(self) -> Iterator[None]:
        """Proofs are played here."""
        with patch.object(checking, "sources", lambda goals: [_Source(self, group) for group in self.groups]):
            yield


@dataclass(frozen=True)
class _Source:
    """The games that tell a group of goals, as a proof asks for them."""

    world: World
    group: tuple[Goal, ...]

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """What they tell."""
        return tuple(each.quantity for each in self.group)

    def values(
        self, goals: Goals, seed: int, part: Part, playing: object, wanted: Sequence[Quantity]
    ) -> dict[str, Values]:
        """A part of a proof's games."""
        changed = {key: int(level) for key, _, level in (each.partition("=") for each in goals.settings)}
        asked = [each for each in self.group if each.quantity in wanted]
        return self.world.deals(changed, stream(seed, part), part.deals, asked)
