"""A space of rules laid out: rule sets drawn and played, what every key does, and the map of games that it holds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.atlases.map import AXES, Cell, Forecasts, Ground, Holder, Map, Row, axis, chosen, filled, named
from dhstats.questions.atlases.rule_sets import (
    APART,
    Effect,
    Effects,
    Played,
    Rows,
    Table,
    drawn,
    effects,
    factors_of,
    least,
)
from dhstats.questions.goals.checking import Judged, Tally, Terms, judged
from dhstats.questions.goals.goal import Goals
from dhstats.questions.goals.levers import Levers
from dhstats.questions.redesigns.redesign import Lab, levers_of
from dhstats.stats.estimates.contrasts import Factor
from dhstats.stats.sequential.elimination import RangeStanding

SEATS = ("score", "share")  # kinds of quantities that say whether seats are even


@dataclass(frozen=True, slots=True)
class Extent:
    """How large an atlas is: rule sets that are drawn, more for the map, deals of each, and of the map's once more."""

    rule_sets: int = 200
    more: int = 60
    deals: int = 500
    again: int = 2_000
    axes: str = ""


@dataclass(frozen=True)
class Spot:
    """A cell of the map with who holds it, and how the goals stand there by deals that did not choose it."""

    cell: Cell
    holder: Holder
    again: Played
    judged: tuple[Judged, ...]

    @property
    def met(self) -> int:
        """How many goals are met, as surely as the map says."""
        return len(self.having("met"))

    @property
    def may(self) -> int:
        """How many goals are met or may be, as they are not known to be missed."""
        return len(self.judged) - len(self.having("missed"))

    @property
    def even(self) -> bool:
        """Whether the seats may be as even as goals ask; so they are where no goal asks."""
        return not any(each.goal.quantity.kind in SEATS for each in self.having("missed"))

    @property
    def rank(self) -> tuple[int, int, float]:
        """Those first that meet most goals, then those that may meet most, then the smallest change."""
        return -self.met, -self.may, self.holder.played.change.cost

    def having(self, standing: RangeStanding) -> list[Judged]:
        """The goals that stand so."""
        return [each for each in self.judged if each.standing == standing]

    @property
    def standing(self) -> RangeStanding:
        """That of all goals together, by the intervals: missed if one is, met if all are."""
        found = {each.standing for each in self.judged}
        return "missed" if "missed" in found else "open" if "open" in found else "met"


@dataclass(frozen=True)
class Atlas:
    """What came out: the rule sets that were drawn, what keys do, all rule sets that were played, and the map."""

    goals: Goals
    levers: Levers
    extent: Extent
    terms: Terms
    players: str
    effects: Effects
    drawn: int
    ground: Ground
    every: tuple[Holder, ...]
    spots: tuple[Spot, ...]

    @property
    def whole(self) -> bool:
        """Whether all rule sets of the space were played."""
        return self.levers.space.combinations <= max(self.extent.rule_sets, least(self.levers))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """The keys with their levels."""
        return factors_of(self.levers)

    @property
    def ranked(self) -> tuple[Effect, ...]:
        """The quantities with their effects: the map's sides first, those last in which no key surely has a share."""
        sides = [axis.goal for axis in self.ground.axes]
        return tuple(
            sorted(
                self.effects.known,
                key=lambda each: (not each.certain, sides.index(each.goal) if each.goal in sides else AXES),
            )
        )

    @property
    def base(self) -> Holder:
        """The rules as they are."""
        return next(each for each in self.every if not each.played.change.parts)

    @property
    def best(self) -> Spot:
        """The rule set of the map that meets most goals, then may meet most; of equal ones the least change."""
        return min(self.spots, key=lambda spot: (*spot.rank, spot.holder.played.text))


def atlas(goals: Goals, lab: Lab, extent: Extent) -> Atlas:
    """Draws rule sets, plays them, splits up what they differ in, and fills the map.

    Raises BadInput for a goals file that says nothing of changes or has a single goal, and for a space that is none;
    ResourceFailure or Interrupted as whoever plays does.
    """
    levers = levers_of(goals)
    checked(goals, extent)
    rows, points = Rows(levers), drawn(levers, extent.rule_sets, lab.terms.seed)
    table, factors = Table(goals, lab, extent.deals, extent.again), factors_of(levers)
    places = list(dict.fromkeys([*map(tuple, points.tolist()), rows.row({})]))  # the rules as they are besides
    most = len(places) + extent.more
    first = table.play([rows.change(place) for place in places], "laid out", 0, most)
    found = effects(goals.goals, factors, points, first[: len(points)])
    ground = _ground(goals, found, first, extent)
    map_ = Map(ground, rows, _forecasts(goals, found, factors, first[: len(points)]))
    for place, played in zip(places, first, strict=True):
        map_.add(place, played)

    def more(new: Sequence[Row], done: int) -> list[Played]:
        return table.play([rows.change(row) for row in new], "for the map", len(places) + done, most)

    filled(map_, extent.more, lab.terms.seed, more)
    spots = _spots(map_, table, lab.terms)
    every = tuple(map_.every.values())
    return Atlas(goals, levers, extent, lab.terms, lab.players.words, found, len(points), ground, every, spots)


def checked(goals: Goals, extent: Extent) -> None:
    """BadInput for goals that make no map: there must be two, and axes must be among them."""
    if len(goals.goals) < AXES:
        raise BadInput("a map has two sides: name two goals or more in the table [goals] of the goals file")
    if extent.axes:
        named(goals.goals, extent.axes)


def _ground(goals: Goals, found: Effects, played: Sequence[Played], extent: Extent) -> Ground:
    across, up = chosen(goals.goals, found, extent.axes)
    usual = {}
    for goal in goals.goals:
        effect = found.of(goal)
        spread = float(np.std([each.mean(goal) for each in played]))
        usual[goal.name] = (effect.usual if effect else spread) or spread or 1.0
    return Ground((axis(across, played), axis(up, played)), goals.goals, usual)


def _forecasts(goals: Goals, found: Effects, factors: tuple[Factor, ...], played: Sequence[Played]) -> Forecasts:
    """What is expected by the effects of keys; of a quantity that luck hides, the same of all rule sets."""
    columns = 1 + sum(factor.columns.shape[1] for factor in factors)
    coefficients, trust = {}, {}
    for goal in goals.goals:
        effect = found.of(goal)
        if effect:
            coefficients[goal.name], trust[goal.name] = effect.split.fit.coefficients, effect.split.trust
        else:
            coefficients[goal.name], trust[goal.name] = np.zeros(columns), 0.0
            coefficients[goal.name][0] = np.mean([each.mean(goal) for each in played])
    return Forecasts(factors, coefficients, trust)


def _spots(map_: Map, table: Table, terms: Terms) -> tuple[Spot, ...]:
    """The cells of the map, their rule sets played again; goals are judged at a level for all cells and goals."""
    holders = map_.holders
    again = table.play_again([each.played.change for each in holders.values()])
    goals = map_.ground.goals
    each_ = replace(terms, alpha=terms.alpha / (len(holders) * len(goals)), most=table.again, begin=APART)
    found = []
    for (cell, holder), played in zip(holders.items(), again, strict=True):
        standing = tuple(judged(Tally(goal, {}).plus(played.values[goal.name]), each_) for goal in goals)
        found.append(Spot(cell, holder, played, standing))
    return tuple(found)
