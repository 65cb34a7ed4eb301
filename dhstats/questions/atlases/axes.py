"""The axes of a map: which two quantities, and into which cells they are cut."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.errors import BadInput, nearest
from dhstats.questions.atlases.effects import Effects
from dhstats.questions.atlases.playing import Played
from dhstats.questions.goals.goal import Goal
from dhstats.questions.shared import words
from dhstats.quoting import quoted

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
        low, high = (words.number(each * self.step, self._digits) for each in (cell, cell + 1))
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

    @property
    def _digits(self) -> int:
        return max(0, -math.floor(math.log10(self.step) + 1e-9))


def chosen(goals: Sequence[Goal], effects: Effects, asked: str) -> tuple[Goal, Goal]:
    """The two quantities of the map: those that were asked for, else length and luck where rule sets differ in them.

    Errors: BadInput for what is not two of the file's goals.
    """
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
        raise BadInput(f"--axes: name two goals, as {','.join(list(known)[:AXES])}, not {quoted(asked)}")
    return known[names[0]], known[names[1]]


def axis(goal: Goal, played: Sequence[Played]) -> MapAxis:
    """An axis with the narrowest usual step that cuts what was played into few cells."""
    values = [goal.quantity.scale.factor * each.mean(goal) for each in played]
    low, high = min(values), max(values)
    width = max(high - low, 1e-6 * max(1.0, abs(high)))
    power = 10.0 ** math.floor(math.log10(width / MOST_CELLS))
    steps = [power * tens * step for tens in (1.0, 10.0, 100.0) for step in STEPS]
    every = [MapAxis(goal, step) for step in steps]
    ends = [played_.mean(goal) for played_ in played]
    return next(each for each in every if each.cell(max(ends)) - each.cell(min(ends)) < MOST_CELLS)
