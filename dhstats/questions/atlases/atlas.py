"""The map: the rule set in each cell, of two quantities, that comes nearest to all goals, of those that were played.

Cells that are empty are aimed at: a key or two of a rule set on the map are changed, and of many such changes those are
played that by the effects of the keys should lie in an empty cell, or nearer to the goals than who holds theirs. This
is MAP-Elites (Mouret, Clune 2015) with a forecast to choose by (as Gaier, Asteroth, Mouret 2018).
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

import numpy as np

from dhstats.errors import BadInput, nearest
from dhstats.questions.atlases import rule_sets
from dhstats.questions.atlases.rule_sets import APART, Array, Effect, Effects, Played, Rows, Table, factors_of
from dhstats.questions.goals.checking import Judged, Tally, Terms, judged, of_all_goals
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import Levers
from dhstats.questions.redesigns.redesign import Lab, levers_of
from dhstats.questions.shared import words
from dhstats.quoting import quoted
from dhstats.stats.estimates.contrasts import Factor, main_columns
from dhstats.stats.sequential.elimination import RangeStanding

LENGTH, WORTH = ("turns", "longer_than", "shorter_than"), ("item",)
LUCK = ("settled_by", "lead_changes", "gap", "comebacks", "luck")
MOST_CELLS = 9  # along an axis, where extremes do not ask for more
STEPS = (1.0, 2.0, 5.0)
AXES = 2


@dataclass(frozen=True)
class MapAxis:
    """A quantity along a side of the map, in cells of equal width: `step`, in the unit in which it is shown."""

    goal: Goal
    step: float

    def cell(self, value: float) -> int:
        """The number of the cell in which a value lies."""
        return math.floor(self.goal.quantity.scale.factor * value / self.step + 1e-9)

    def label(self, cell: int) -> str:
        """From where to where a cell goes: "40 to 45"."""
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        low, high = (words.number(each * self.step, digits) for each in (cell, cell + 1))
        mark = self.goal.quantity.scale.mark
        return f"{low} to {high}{' %' if mark == '%' else ''}"

    def wanted(self, cell: int) -> bool:
        """Whether what the goal asks for reaches into a cell."""
        factor = self.goal.quantity.scale.factor
        return cell * self.step < factor * self.goal.high and (cell + 1) * self.step > factor * self.goal.low

    @property
    def title(self) -> str:
        """What lies along the side."""
        scale = self.goal.quantity.scale
        unit = f", {scale.mark} of win rate" if scale.mark == "points" else ""
        return f"{self.goal.quantity.sentence}{unit}"


def chosen(goals: Sequence[Goal], effects: Effects, asked: str) -> tuple[Goal, Goal]:
    """The two quantities of the map: those asked for, else length and luck where rule sets differ in them."""
    if asked:
        return named(goals, asked)
    noise = {goal: effect.split.luck for goal in goals if (effect := effects.of(goal))}
    rest = sorted(goals, key=lambda goal: (noise.get(goal, 1.0), goals.index(goal)))
    able = [goal for goal in rest if goal in noise] or list(rest)
    ranked = [next((goal for goal in able if goal.quantity.kind in kinds), None) for kinds in (LENGTH, LUCK, WORTH)]
    every = list(dict.fromkeys([*(goal for goal in ranked if goal), *able, *rest]))
    return every[0], every[1]


def named(goals: Sequence[Goal], asked: str) -> tuple[Goal, Goal]:
    """Two goals by their names; BadInput for anything else."""
    names, known = [name.strip() for name in asked.split(",")], {goal.name: goal for goal in goals}
    for name in names:
        if name not in known:
            raise BadInput(f"--axes: {quoted(name)}: not a goal of the file; {nearest(name, known)}")
    if len(names) != AXES or names[0] == names[1]:
        raise BadInput(f"--axes: name two goals, such as {','.join(list(known)[:AXES])}, not {quoted(asked)}")
    return known[names[0]], known[names[1]]


def axis(goal: Goal, played: Sequence[Played]) -> MapAxis:
    """An axis with the narrowest usual step that cuts what was played into few cells."""
    means, factor = [each.mean(goal) for each in played], goal.quantity.scale.factor
    low, high = min(means), max(means)
    width = max(factor * high - factor * low, 1e-6 * max(1.0, abs(factor * high)))
    power = 10.0 ** math.floor(math.log10(width / MOST_CELLS))
    every = [MapAxis(goal, power * tens * step) for tens in (1.0, 10.0, 100.0) for step in STEPS]
    return next(each for each in every if each.cell(high) - each.cell(low) < MOST_CELLS)


ROUND = 12  # rule sets that are played before the map is looked at again
CHILDREN = 40  # changes that are thought of for each that is played
ONE_KEY = 0.6  # how many of them change one key; the others two
Cell = tuple[int, int]
Row = tuple[int, ...]


@dataclass(frozen=True)
class Ground:
    """What a map is laid out by: its axes, the goals, and by how much each quantity usually differs, by name."""

    axes: tuple[MapAxis, MapAxis]
    goals: tuple[Goal, ...]
    usual: Mapping[str, float]

    def cell(self, means: Mapping[str, float]) -> Cell:
        """Where a rule set with these means lies."""
        across, up = self.axes
        return across.cell(means[across.goal.name]), up.cell(means[up.goal.name])

    def distance(self, means: Mapping[str, float]) -> float:
        """How far a rule set is from meeting all goals: the sum of what lies outside, in usual differences."""
        return sum(outside(goal, means[goal.name]) / self.usual[goal.name] for goal in self.goals)


def outside(goal: Goal, mean: float) -> float:
    """By how much a mean lies outside the range of a goal."""
    return max(0.0, goal.low - mean, mean - goal.high)


@dataclass(frozen=True)
class Holder:
    """A rule set with its levels, what is expected of it by goal, its cell, and how far it is from all goals."""

    row: Row
    played: Played
    means: Mapping[str, float]
    cell: Cell
    distance: float

    @property
    def rank(self) -> tuple[float, float, str]:
        """The less, the better: nearness to the goals, then what is least to change."""
        return self.distance, self.played.change.cost, self.played.text


@dataclass(frozen=True)
class Forecasts:
    """What rule sets come to by the effects of keys; `trust` is how much of a mean's distance from there is no luck."""

    factors: tuple[Factor, ...]
    coefficients: Mapping[str, Array]
    trust: Mapping[str, float]

    def expected(self, row: Row, seen: Mapping[str, float]) -> dict[str, float]:
        """The means of a rule set by its own deals and by its keys: who is chosen by luck alone is chosen less."""
        columns, _ = main_columns(self.factors, np.array([row]))
        by_keys = {name: float((columns @ each)[0]) for name, each in self.coefficients.items()}
        return {name: by_keys[name] + self.trust[name] * (mean - by_keys[name]) for name, mean in seen.items()}

    def after(self, parent: Holder, rows: Array) -> Iterator[dict[str, float]]:
        """The means of rule sets that differ from one that was played."""
        columns, _ = main_columns(self.factors, np.vstack([np.array(parent.row), rows]))
        moved = {name: columns[1:] @ each - columns[0] @ each for name, each in self.coefficients.items()}
        for at in range(len(rows)):
            yield {name: parent.means[name] + float(moved[name][at]) for name in moved}


class Map:
    """All rule sets played, and who holds which cell."""

    def __init__(self, ground: Ground, rows: Rows, forecasts: Forecasts) -> None:
        self.ground, self.rows, self.forecasts = ground, rows, forecasts
        self.every: dict[Row, Holder] = {}

    def add(self, row: Row, played: Played) -> None:
        """Takes a rule set in."""
        means = self.forecasts.expected(row, {goal.name: played.mean(goal) for goal in self.ground.goals})
        self.every[row] = Holder(row, played, means, self.ground.cell(means), self.ground.distance(means))

    @property
    def holders(self) -> dict[Cell, Holder]:
        """Who holds each cell."""
        best: dict[Cell, Holder] = {}
        for each in sorted(self.every.values(), key=lambda each: each.rank):
            best.setdefault(each.cell, each)
        return dict(sorted(best.items()))


def filled(map_: Map, most: int, seed: int, play: Callable[[Sequence[Row], int], list[Played]]) -> None:
    """Plays so many rule sets more, where they promise to fill the map; `play` gets rows and how many came before."""
    lot, done = np.random.Generator(np.random.Philox(key=seed)), 0
    while done < most:
        rows = _next(map_, min(ROUND, most - done), lot)
        if not rows:
            return
        for row, played in zip(rows, play(rows, done), strict=True):
            map_.add(row, played)
        done += len(rows)


def _next(map_: Map, number: int, lot: np.random.Generator) -> list[Row]:
    """The rule sets that promise most, one a cell: by turns in an empty one, and nearer to the goals than a holder."""
    holders = map_.holders
    parents = list(holders.values())
    promises: dict[Cell, tuple[tuple[bool, float], Row]] = {}
    for _ in range(CHILDREN):
        parent = parents[int(lot.integers(len(parents)))]
        children = [row for row in _children(map_, parent.row, number, lot) if row not in map_.every]
        rows = np.array(children, np.int64).reshape(-1, len(parent.row))
        for row, means in zip(children, map_.forecasts.after(parent, rows), strict=True):
            cell, distance = map_.ground.cell(means), map_.ground.distance(means)
            held = holders.get(cell)
            gain = (held is not None, distance if held is None else distance - held.distance)
            if (held is None or gain[1] < 0.0) and (cell not in promises or gain < promises[cell][0]):
                promises[cell] = gain, row
    ranked = sorted(promises.values())
    empty, better = ([row for (held, _), row in ranked if held == kind] for kind in (False, True))
    by_turns = [row for pair in zip_longest(empty, better) for row in pair if row is not None]
    return list(dict.fromkeys(by_turns))[:number]


def _children(map_: Map, row: Row, number: int, lot: np.random.Generator) -> list[Row]:
    rows = []
    for _ in range(number):
        child = list(row)
        for key in lot.permutation(len(row))[: 1 if lot.random() < ONE_KEY else 2]:
            others = [level for level in range(map_.rows.sizes[key]) if level != row[key]]
            child[key] = others[int(lot.integers(len(others)))]
        if map_.rows.allowed(child):
            rows.append(tuple(child))
    return rows


SEATS = ("score", "share", "side", "place")  # kinds of quantities that say whether seats are even


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
        """That of all goals together, by the intervals."""
        return of_all_goals(self.judged)


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
        return self.levers.space.combinations <= max(self.extent.rule_sets, rule_sets.least(self.levers))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """The keys with their levels."""
        return factors_of(self.levers)

    @property
    def ranked(self) -> tuple[Effect, ...]:
        """The quantities with their effects: the map's sides first, those last in which no key surely has a share."""
        sides = [axis.goal for axis in self.ground.axes]
        place = {goal: sides.index(goal) if goal in sides else AXES for goal in self.goals.goals}
        return tuple(sorted(self.effects.known, key=lambda each: (not each.certain, place[each.goal])))

    @property
    def base(self) -> Holder:
        """The rules as they are."""
        return next(each for each in self.every if not each.played.change.parts)

    @property
    def best(self) -> Spot:
        """The rule set of the map that meets most goals, then may meet most; of equal ones the least change."""
        return min(self.spots, key=lambda spot: (*spot.rank, spot.holder.played.text))


def atlas(goals: Goals, lab: Lab, extent: Extent) -> Atlas:
    """Draws rule sets, plays them, splits up what they differ in, fills the map; BadInput for what makes no map."""
    levers = levers_of(goals)
    checked(goals, extent)
    rows, points = Rows(levers), rule_sets.drawn(levers, extent.rule_sets, lab.terms.seed)
    table, factors = Table(goals, lab, extent.deals, extent.again), factors_of(levers)
    places = list(dict.fromkeys([*map(tuple, points.tolist()), rows.row({})]))  # the rules as they are besides
    most = len(places) + extent.more
    first = table.play([rows.change(place) for place in places], "laid out", 0, most)
    found = rule_sets.effects(goals.goals, factors, points, first[: len(points)])
    across, up = chosen(goals.goals, found, extent.axes)
    usual = {}
    for goal in goals.goals:
        spread = float(np.std([each.mean(goal) for each in first]))
        usual[goal.name] = ((effect := found.of(goal)) and effect.usual) or spread or 1.0
    ground = Ground((axis(across, first), axis(up, first)), goals.goals, usual)
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
        raise BadInput("a map has two axes: name at least two goals in the table [goals] of the goals file")
    if extent.axes:
        named(goals.goals, extent.axes)


def _forecasts(goals: Goals, effects: Effects, factors: tuple[Factor, ...], played: Sequence[Played]) -> Forecasts:
    """What is expected by the effects of keys; of a quantity that luck hides, the same of all rule sets."""
    columns = 1 + sum(factor.columns.shape[1] for factor in factors)
    coefficients, trust = {}, {}
    for goal in goals.goals:
        if effect := effects.of(goal):
            coefficients[goal.name], trust[goal.name] = effect.split.fit.coefficients, effect.split.trust
        else:
            coefficients[goal.name], trust[goal.name] = np.zeros(columns), 0.0
            coefficients[goal.name][0] = np.mean([each.mean(goal) for each in played])
    return Forecasts(factors, coefficients, trust)


def _spots(map_: Map, table: Table, terms: Terms) -> tuple[Spot, ...]:
    """The cells of the map, their rule sets played again; goals are judged at a level for all cells and goals."""
    holders = map_.holders
    changes = [each.played.change for each in holders.values()]
    again = table.play(changes, "once more", 0, len(changes), again=True)
    goals = map_.ground.goals
    each_ = replace(terms, alpha=terms.alpha / (len(holders) * len(goals)), most=table.again, begin=APART)
    spots = []
    for (cell, holder), played in zip(holders.items(), again, strict=True):
        standing = tuple(judged(Tally(goal, {}).plus(played.values[goal.name]), each_) for goal in goals)
        spots.append(Spot(cell, holder, played, standing))
    return tuple(spots)
