"""The tables of an atlas: shares of every key, means at its levels, keys that act together, the map, all rule sets."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dhstats.games import catalogue
from dhstats.questions.atlases.atlas import Atlas, Spot
from dhstats.questions.atlases.rule_sets import Effect
from dhstats.questions.goals.answers import Cell, goal_columns
from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.quantity import Quantity
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.tables import Field, flag, measured, number, table, text, whole
from dhstats.questions.tweaks.rule_changes import clause, lever_of, spoken
from dhstats.stats.estimates.additive import Pair
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.sequential.elimination import RangeStanding

TOGETHER = "keys together"
SHARE = "share of the differences"
PICTURED = ("levels_1", "levels_2", "levels_3", "levels_4", "levels_5", "levels_6")  # what levels do, one key each
SURE = 0.05


@dataclass(frozen=True, slots=True)
class AtLevel:
    """The mean of a quantity at a level of a key, in the unit in which goals are written."""

    goal: str
    key: str
    level: str
    at: float | None
    mean: Estimate
    factor: float


def ranked_keys(atlas: Atlas) -> list[int]:
    """The keys, those first that certainly have the largest share of any quantity, then those that perhaps have."""

    def largest(key: int) -> tuple[float, float]:
        every = [effect.shares[key] for effect in atlas.effects.known]
        sure = [share.value for share in every if share.interval.low > 0.0]
        return max(sure, default=0.0), max((share.value for share in every), default=0.0)

    return sorted(range(len(atlas.factors)), key=lambda key: (*(-each for each in largest(key)), key))


def shares(atlas: Atlas) -> Table:
    """Every key by every quantity, the keys that do most first; behind them what keys do together."""
    fields = (
        text("key", "Key"), text("meaning", "What it says"), text("goal", "Goal", "goal.name"),
        text("what", "Quantity", "goal.quantity.what"), *measured("share", "Share of the differences", SHARE),
        flag("certain", "Certainly above zero", lambda row: row["share"].interval.low > 0.0),
    )  # fmt: skip
    book = catalogue.rules(atlas.goals.game)
    said, parts = {factor.name: clause(lever_of(book, factor.name).meaning) for factor in atlas.factors}, []
    for key in (*ranked_keys(atlas), len(atlas.factors)):
        name = atlas.factors[key].name if key < len(atlas.factors) else TOGETHER
        of = {"key": name, "meaning": said.get(name, "interactions of keys")}
        parts += [of | {"goal": effect.goal, "share": effect.shares[key]} for effect in atlas.ranked]
    return table("shares", "What decides what: every key's share of the differences between rule sets", fields, parts)


def levels(atlas: Atlas) -> Table:
    """The mean of every quantity at every level of every key."""
    rows = [row for effect in atlas.ranked for key in effect.order for row in at_levels(atlas, effect, key)]
    fields = _level_fields("", "as the goal is written")
    return table("levels", "The mean of every level, averaged over all other keys", fields, rows)


def pictured(atlas: Atlas) -> list[Table]:
    """The strongest effects, a table each: of every quantity the key with the largest share, then the next."""
    every = [
        (place, at, key, effect) for at, effect in enumerate(atlas.ranked) for place, key in enumerate(effect.certain)
    ]
    chosen = zip(PICTURED, sorted(every, key=lambda each: each[:2]), strict=False)
    return [levels_of(atlas, effect, key, name) for name, (_, _, key, effect) in chosen]


def levels_of(atlas: Atlas, effect: Effect, key: int, name: str = PICTURED[0]) -> Table:
    """What the levels of one key do to a quantity, as a table of that name."""
    quantity, factor = effect.goal.quantity, atlas.factors[key]
    fields = _level_fields(factor.name, quantity.scale.mark)
    return table(name, f"{quantity.sentence}, by {factor.name}", fields, at_levels(atlas, effect, key))


def _level_fields(key: str, unit: str) -> tuple[Field, ...]:
    return (
        text("goal", "Goal"), text("key", "Key"), text("setting", key or "Level", "level"),
        number("at", "Level as a number", ""),
        number("value", "Mean", unit, lambda row: row.factor * row.mean.value),
        number("low", "Low end of the interval", unit, lambda row: row.factor * row.mean.interval.low),
        number("high", "High end of the interval", unit, lambda row: row.factor * row.mean.interval.high),
        number("level", "Level of the interval", "share", "mean.interval.level"),
        text("method", "Method of the interval", "mean.interval.method"),
        whole("n", "Independent units", "units", "mean.interval.n"), text("unit", "Unit", "mean.interval.unit"),
    )  # fmt: skip


def at_levels(atlas: Atlas, effect: Effect, key: int) -> list[AtLevel]:
    """What the levels of a key do to a quantity."""
    factor, quantity = atlas.factors[key], effect.goal.quantity
    known, numbers = dict(atlas.levers.space.levels)[factor.name], factor.numbers or [None] * factor.size
    return [
        AtLevel(quantity.name, factor.name, spoken(level), at, within(mean, quantity), quantity.scale.factor)
        for level, at, mean in zip(known, numbers, effect.levels[key], strict=True)
    ]


def within(mean: Estimate, quantity: Quantity) -> Estimate:
    """A mean as far as there can be such: what keys add up to may lie below nothing, where it is rare."""
    ends = (mean.interval.low, mean.value, mean.interval.high)
    low, value, high = (min(max(each, quantity.bounds[0]), quantity.bounds[1]) for each in ends)
    return replace(mean, value=value, interval=replace(mean.interval, low=low, high=high))


def couples(atlas: Atlas) -> list[tuple[str, Pair]]:
    """Keys that act together, with the quantity, those first of which that is surest."""
    every = [(effect.goal.quantity.what, pair) for effect in atlas.effects.known for pair in effect.pairs]
    return sorted(every, key=lambda each: (each[1].chance >= SURE, -each[1].share.value))


def together(atlas: Atlas) -> Table:
    """The two keys that act together most on every quantity."""
    fields = (
        text("what", "Quantity", lambda row: row[0]), text("one", "Key", lambda row: atlas.factors[row[1].one].name),
        text("other", "And", lambda row: atlas.factors[row[1].other].name),
        *measured("share", "Share of the differences", SHARE, lambda row: row[1].share),
        number("chance", "Chance that luck alone shows as much in any pair", "share", lambda row: row[1].chance),
    )  # fmt: skip
    return table("together", "Keys that interact, beyond the effect of each alone", fields, couples(atlas))


def quantities(atlas: Atlas) -> Table:
    """Every quantity: how far rule sets are apart in it, and how much of that is luck."""
    known = [(each.goal, each.split.luck, each) for each in atlas.effects.known]
    every = [*known, *((goal, luck, None) for goal, luck in atlas.effects.unknown)]
    rows = sorted(every, key=lambda row: atlas.goals.goals.index(row[0]))
    fields = (
        text("goal", "Goal", lambda row: row[0].name), text("what", "Quantity", lambda row: row[0].quantity.sentence),
        text("range", "Range", lambda row: row[0].range),
        number("usual", "Usual difference between rule sets", "as the goal is written",
               lambda row: row[0].quantity.scale.factor * row[2].usual if row[2] else 0.0),
        number("luck", "Share of luck in the observed differences", "share", lambda row: row[1]),
    )  # fmt: skip
    return table("quantities", "How much rule sets differ", fields, rows)


def map_of(atlas: Atlas) -> Table:
    """The cells of the map, those first that meet most goals."""
    across, up = atlas.ground.axes
    base = atlas.base.cell
    fields = (
        text("across", across.title, lambda spot: across.label(spot.cell[0])),
        text("up", up.title, lambda spot: up.label(spot.cell[1])),
        whole("met", "Goals certainly met", "goals"), whole("may", "Goals not certainly missed", "goals"),
        whole("goals", "Goals", "goals", lambda spot: len(spot.judged)),
        flag("even", "Seats perhaps as even as the goals ask"), text("standing", "All goals, by intervals"),
        text("missed", "Certainly missed", lambda spot: standing(spot, "missed")),
        text("open", "Not known", lambda spot: standing(spot, "open")),
        text("change", "Changed rules", "holder.played.text"),
        number("cost", "Cost", "", "holder.played.change.cost"),
        *_values(atlas, lambda spot, goal: spot.judged[atlas.goals.goals.index(goal)].estimate.value),
        flag("as_they_are", "The rules as they are", lambda spot: spot.cell == base),
        whole("across_cell", "Column on the map", "", lambda spot: spot.cell[0]),
        whole("up_cell", "Row on the map", "", lambda spot: spot.cell[1]),
        flag("across_wanted", "Column within the goal's range", lambda spot: across.wanted(spot.cell[0])),
        flag("up_wanted", "Row within the goal's range", lambda spot: up.wanted(spot.cell[1])),
    )  # fmt: skip
    ranked = sorted(atlas.spots, key=lambda spot: (*spot.rank, spot.cell))
    return table("map", "The map: the rule set in each cell that comes nearest to all goals", fields, ranked)


def _values(atlas: Atlas, value: Callable[[Any, Goal], float]) -> Iterator[Field]:
    for at, goal in enumerate(atlas.goals.goals, start=1):

        def scaled(row: Any, goal: Goal = goal) -> float:
            return goal.quantity.scale.factor * value(row, goal)

        yield number(f"value_{at}", goal.quantity.sentence, goal.quantity.scale.mark, scaled)


def standing(spot: Spot, kind: RangeStanding) -> str:
    """The goals that stand so under a rule set of the map, with what was measured; "none" where there are none."""
    every = ((each.goal.quantity, each.estimate) for each in spot.having(kind))
    told = (f"{quantity.what} at {words.value(estimate, quantity.scale.shown)}" for quantity, estimate in every)
    return "; ".join(told) or "none"


def map_goals(atlas: Atlas) -> Table:
    """Every goal under every rule set of the map, by fresh deals."""
    rows = [Cell(spot.holder.played.change.text, each) for spot in atlas.spots for each in spot.judged]
    fields = (text("change", "Changed rules", "rules"), *goal_columns("judged."))
    return table("map_goals", "Every goal under every rule set of the map, on fresh deals", fields, rows)


def rule_sets(atlas: Atlas) -> Table:
    """All rule sets played, the nearest to the goals first."""
    fields = (
        text("change", "Changed rules", "played.text"),
        number("cost", "Cost", "", "played.change.cost"),
        number("distance", "Outside the ranges of goals", "usual differences"),
        *_values(atlas, lambda holder, goal: holder.played.mean(goal)),
    )
    ranked = sorted(atlas.every, key=lambda each: each.rank)
    return table("rule_sets", "All rule sets played", fields, ranked)
