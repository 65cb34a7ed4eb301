"""What of the rules may be changed to meet goals: levels of keys, what each change costs, and what has to hold."""

import itertools
import json
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dhstats.documents import Inspection
from dhstats.errors import BadInput, nearest
from dhstats.games import space
from dhstats.games.keys import Values
from dhstats.games.rulefile import setting
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import CHANGE, STAR, UNTOUCHED, Space, by_name, matching
from dhstats.quoting import quoted, quoted_name

COST, CONDITIONS, MOST = "cost", "conditions", "most_changes"
KEYS = (CHANGE, UNTOUCHED, COST, CONDITIONS, MOST)  # of a goals file
USUAL_MOST, GREATEST_MOST = 2, 6
A_STEP_MORE = 0.1  # of a key's cost, for every level between the new one and its next to the base's
MOST_CHANGES = 200_000  # combinations of keys and levels that are looked through
SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le, ">=": operator.ge, "!=": operator.ne, "=": operator.eq, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_NAME = r"[^\s<>=!+-]+"
_WRITTEN = re.compile(rf"\s*({_NAME})\s*(<=|>=|!=|=|<|>)\s*(-?{_NAME})(?:\s*([+-])\s*([0-9]{{1,6}}))?\s*")
_NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold between two keys, or a key and a number: left, sign, right and what is added to the right."""

    text: str
    left: str
    sign: str
    right: str | int
    added: int

    def holds(self, values: Values) -> bool:
        """Whether it holds under a rule set with these values of keys."""
        right = values[self.right] if isinstance(self.right, str) else self.right
        return SIGNS[self.sign](values[self.left], right + self.added)


@dataclass(frozen=True, slots=True)
class Change:
    """Keys with their new levels, sorted by key, and what changing them costs."""

    parts: tuple[tuple[str, Any], ...]
    cost: float

    @property
    def values(self) -> dict[str, Any]:
        """The new level of each key."""
        return dict(self.parts)

    @property
    def settings(self) -> tuple[str, ...]:
        """The same as "key=value" texts, as --set has them."""
        return tuple(setting(key, level) for key, level in self.parts)

    @property
    def text(self) -> str:
        """The same in one line, without the quotation marks of words."""
        words = (f"{key}={level}" if isinstance(level, str) else setting(key, level) for key, level in self.parts)
        return " ".join(words) or "no change"


NOTHING = Change((), 0.0)


@dataclass(frozen=True)
class Levers:
    """A space of rules with the cost of changing each key, conditions, and how many keys may be changed at most."""

    space: Space
    costs: tuple[tuple[str, float], ...]
    conditions: tuple[Condition, ...]
    most: int

    @cached_property
    def single(self) -> tuple[Change, ...]:
        """All changes of one key, those of a key side by side, whether or not conditions allow them alone."""
        return tuple(self.change({key: level}) for key, levels in self.space.levels for level in self._others(key))

    @property
    def combinations(self) -> int:
        """How many changes there are of at most so many keys, those that conditions forbid among them."""
        many = [len(levels) - 1 for _, levels in self.space.levels]
        sums = [1, *[0] * self.most]  # by size, the sum of the products of all choices of so many keys
        for number in many:
            for at in range(self.most, 0, -1):
                sums[at] += sums[at - 1] * number
        return sum(sums[1:])

    def changes(self, size: int) -> Iterator[Change]:
        """All changes of exactly so many keys that meet the conditions; the check of rules may refuse some of them."""
        for keys in itertools.combinations(self.space.keys, size):
            for levels in itertools.product(*(self._others(key) for key in keys)):
                values = dict(zip(keys, levels, strict=True))
                if self.allowed(values):
                    yield self.change(values)

    def allowed(self, values: Mapping[str, Any]) -> bool:
        """Whether all conditions hold under the base with these values."""
        there = self.space.values | dict(values)
        return all(condition.holds(there) for condition in self.conditions)

    def rule_set(self, change: Change) -> RuleSet:
        """The rules after a change; BadInput where the check of rule sets refuses them."""
        return self.space.rule_set(change.values)

    def neighbours(self, change: Change) -> Iterator[Change]:
        """Changes that differ from one in a single key by a single level, or where it is a word by any level."""
        for key, levels in self.space.levels:
            base = self.space.values[key]
            here, at = _place(levels, base), _place(levels, change.values.get(key, base))
            for place, level in enumerate(levels):
                near = abs(place - at) == 1 if ordered(levels) else place != at
                values = change.values | {key: level}
                if place == here:
                    del values[key]
                if near and self.allowed(values):
                    yield self.change(values)

    def _others(self, key: str) -> tuple[Any, ...]:
        levels = dict(self.space.levels)[key]
        here = _place(levels, self.space.values[key])
        return (*levels[:here], *levels[here + 1 :])

    def change(self, values: Mapping[str, Any]) -> Change:
        """The change that gives keys these levels, with its cost."""
        costs, levels, cost = dict(self.costs), dict(self.space.levels), 0.0
        for key, level in values.items():
            steps = 1  # of words, which have no order
            if ordered(levels[key]):
                steps = abs(_place(levels[key], level) - _place(levels[key], self.space.values[key]))
            cost += costs[key] * (1.0 + A_STEP_MORE * (steps - 1))
        return Change(tuple(sorted(values.items())), round(cost, 6))


def read(base: RuleSet, table: Mapping[str, Any], place: str, *, others: bool = False) -> Levers | None:
    """What a goals file says of changes, if anything; BadInput naming the file, for all mistakes at once.

    Under `others` than its own rules keys are left out whose only level is as it is there already.
    """
    if CHANGE not in table:
        alone = [key for key in KEYS if key in table]
        if alone:
            raise BadInput(f"{place}: {alone[0]}: nothing may be changed; name keys in a table [{CHANGE}]")
        return None
    found = space.in_table(base, table, place, others=others)
    seen = Inspection()
    with seen.part():
        costs = _costs(found, table.get(COST, {}), f"{place}: {COST}")
    with seen.part():
        conditions = _conditions(base, table.get(CONDITIONS, []), f"{place}: {CONDITIONS}")
    with seen.part():
        written = table.get(MOST, USUAL_MOST)
        if isinstance(written, bool) or not isinstance(written, int) or not 1 <= written <= GREATEST_MOST:
            raise BadInput(f"{place}: {MOST} must be a whole number from 1 to {GREATEST_MOST}, not {quoted(written)}")
        most = written
    seen.end()
    levers = Levers(found, costs, conditions, min(most, len(found.keys)))
    if levers.combinations > MOST_CHANGES:
        raise BadInput(
            f"{place}: {levers.combinations:,} changes of at most {most} keys; at most {MOST_CHANGES:,} can be "
            f"searched: name fewer levels, or a smaller {MOST}"
        )
    return levers


def _costs(found: Space, table: Any, place: str) -> tuple[tuple[str, float], ...]:
    if not isinstance(table, Mapping):
        raise BadInput(f"{place}: must be a table of keys with numbers, not {quoted(table)}")
    costs, seen, said = dict.fromkeys(found.keys, 1.0), Inspection(), set[str]()
    for name, cost in by_name(table, place).items():
        with seen.part():
            keys = matching(name, found.keys) if STAR in name else [name]
            if not keys or keys[0] not in costs:
                raise BadInput(f"{place}: {quoted_name(name)}: not a key that may be changed; {nearest(name, costs)}")
            if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0.0 < cost <= 1000.0:
                raise BadInput(f"{place}: {name} = {quoted(cost)}: must be a number above 0 and at most 1000")
            if twice := said.intersection(keys):
                raise BadInput(f"{place}: {min(twice)}: is listed twice; keep one")
            said.update(keys)
            costs |= dict.fromkeys(keys, float(cost))
    seen.end()
    return tuple(costs.items())


def _conditions(base: RuleSet, written: Any, place: str) -> tuple[Condition, ...]:
    if not isinstance(written, list):
        example = '["seats.second.hand_size >= hand.size"]'
        raise BadInput(f"{place}: must be a list, such as {example}, not {quoted(written)}")
    seen, conditions, here = Inspection(), list[Condition](), base.files.flat(base.effective)
    for each in written:
        with seen.part():
            parts = _WRITTEN.fullmatch(each) if isinstance(each, str) else None
            if parts is None:
                raise BadInput(
                    f"{place}: {quoted(each)}: must be KEY <= KEY or KEY < NUMBER, as"
                    ' "great_dragon.hand_size >= hand.size + 1"'
                )
            left, sign, right, plus, more = parts.groups()
            added = (-1 if plus == "-" else 1) * int(more or 0)
            number = _NUMBER.fullmatch(right)
            for key in (left,) if number else (left, right):
                if key not in here:
                    raise BadInput(f"{place}: {quoted_name(key)}: unknown key; {nearest(key, here)}")
                if isinstance(here[key], bool) or not isinstance(here[key], int):
                    raise BadInput(f"{place}: {key}: is not a number, and only numbers can be compared")
            condition = Condition(" ".join(each.split()), left, sign, int(right) if number else right, added)
            if not condition.holds(here):
                raise BadInput(f"{place}: {quoted(each)}: does not hold under {base.name} itself")
            conditions.append(condition)
    seen.end()
    return tuple(conditions)


def _place(levels: tuple[Any, ...], level: Any) -> int:
    """Where a level is among those of a key; a switch is no number."""
    return [json.dumps(each) for each in levels].index(json.dumps(level))


def ordered(levels: tuple[Any, ...]) -> bool:
    """Whether levels have an order: numbers have, words and switches have none."""
    return all(isinstance(level, int | float) and not isinstance(level, bool) for level in levels)
