"""A space of rules: a base rule set, and for each key that may be changed the levels that it may have."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import Inspection, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games.keys import Kind, Values
from dhstats.games.rulefile import Layer, setting
from dhstats.games.ruleset import RuleSet
from dhstats.quoting import one_line, quoted, quoted_name

MOST_LEVELS = 1000  # of one key
STAR = "*"  # in place of one part of a name: of every thing that there is
WAYS = 'a list of levels, a range as "0..6" or "0..12:2", or steps from the base as "±1"'
_RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})(?::([0-9]{1,6}))?")
_STEPS = re.compile(r"(?:±|\+-)([0-9]{1,6})")


def spelt_out(base: RuleSet, table: Mapping[str, Any], place: str, untouched: Sequence[str] = ()) -> dict[str, Any]:
    """The levels of every key that a table means, by its full name; those of `untouched` keys are left out."""
    seen, levels = Inspection(), dict[str, Any]()
    for name, written in by_name(table, place).items():
        with seen.part():
            for key in _named(base, name, place):
                if key in levels:
                    raise BadInput(f"{place}: {quoted_name(key)}: is listed twice; keep one")
                levels[key] = _levels(base, key, written, place)
    for name in untouched:
        with seen.part():
            kept = [key for key in _named(base, name, f"{place}: untouched") if key in levels]
            if not kept:
                raise BadInput(f"{place}: untouched: {quoted_name(name)}: nothing would change it; leave it out")
            for key in kept:
                del levels[key]
    seen.end()
    return levels


def by_name(table: Mapping[str, Any], place: str = "space") -> dict[str, Any]:
    """Levels by the full names of their keys, from the nested tables that TOML makes of names with dots."""
    levels: dict[str, Any] = {}
    for part, inner in table.items():
        within = by_name(inner, place) if isinstance(inner, Mapping) else {"": inner}
        for rest, given in within.items():
            name = f"{part}.{rest}" if rest else part
            if name in levels:
                raise BadInput(f"{place}: {quoted_name(name)}: is listed twice; keep one")
            levels[name] = given
    return levels


def matching(name: str, keys: Iterable[str]) -> list[str]:
    """The keys that a name means, in which a star stands for any one part."""
    parts = name.split(".")

    def fits(key: str) -> bool:
        own = key.split(".")
        return len(own) == len(parts) and all(part in (STAR, mine) for part, mine in zip(parts, own, strict=True))

    return [key for key in keys if fits(key)]


def _named(base: RuleSet, name: str, place: str) -> list[str]:
    """The keys of a name: itself, known or not, or all that its stars stand for."""
    if STAR not in name:
        return [name]
    here = base.files.flat(base.effective)
    if found := matching(name, here):
        return found
    raise BadInput(f"{place}: {quoted_name(name)}: is not a key; {nearest(name, here)}")


def _levels(base: RuleSet, key: str, written: Any, place: str) -> Any:
    if not isinstance(written, str):
        return written
    if match := _RANGE.fullmatch(written):
        low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if low > high or step < 1 or (high - low) // step >= MOST_LEVELS:
            raise BadInput(f"{place}: {key} = {quoted(written)}: must go up, in 1 to {MOST_LEVELS:,} levels")
        return list(range(low, high + 1, step))
    if match := _STEPS.fullmatch(written):
        return _around(base, key, int(match[1]), f"{place}: {key} = {quoted(written)}")
    raise BadInput(f"{place}: {key} = {quoted(written)}: must be {WAYS}")


def _around(base: RuleSet, key: str, steps: int, place: str) -> list[int]:
    here, known = base.files.flat(base.effective), base.files.key(key)
    value = base.files.value(here, key)
    if known is None or value is None:
        raise BadInput(f"{place}: unknown key; {nearest(key, here)}")
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{place}: the base has {quoted(value)} there, which is not a number; list its levels")
    if not 1 <= steps < MOST_LEVELS // 2:
        raise BadInput(f"{place}: must be 1 to {MOST_LEVELS // 2 - 1} steps")
    return [level for level in range(value - steps, value + steps + 1) if not known.kind.fault(level)]


CHANGE, UNTOUCHED, EXAMPLE = "change", "untouched", "[change] and below it hand.size = [4, 6]"
MOST_REFUSED = 1000  # draws in a row: then nearly all combinations of levels are refused


@dataclass(frozen=True)
class Space:
    """All rule sets that leave each key as in the base or give it one of its levels; `space_of` makes checked ones.

    `levels` are sorted by key and hold the value of the base. A combination of levels that the check of rule sets
    refuses does not belong to the space.
    """

    base: RuleSet
    levels: tuple[tuple[str, tuple[Any, ...]], ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that may be changed."""
        return tuple(key for key, _ in self.levels)

    @property
    def text(self) -> str:
        """Keys and levels in the one way in which equal spaces are written."""
        return json.dumps(dict(self.levels), sort_keys=True, separators=(",", ":"))

    @property
    def hash(self) -> str:
        """Equal for spaces of the same rule sets around a base that plays equally."""
        return hashlib.sha256(f"{self.base.hash} {self.text}".encode()).hexdigest()

    @property
    def combinations(self) -> int:
        """How many ways there are to give each key a level, those among them that are refused."""
        number = 1
        for _, levels in self.levels:
            number *= len(levels)
        return number

    def rule_set(self, values: Mapping[str, Any]) -> RuleSet:
        """The rule set with these values of keys, as in the base elsewhere."""
        known = dict(self.levels)
        for key, value in values.items():
            if key not in known:
                raise BadInput(f"{quoted_name(key)}: not a key of the space; {nearest(key, known)}")
            if not any(_same(value, level) for level in known[key]):
                one_of = ", ".join(json.dumps(level, ensure_ascii=False) for level in known[key])
                raise BadInput(f"{key} = {quoted(value)}: not a level of the space, must be {one_of}")
        return self._changed(values)

    def draw(self, number: int, seed: int, *, near: bool = False) -> list[RuleSet]:
        """So many rule sets by lot: each of the space equally likely every time.

        For one player to learn by, every other one is `near` the base: as many keys as a lot says, none to all, are
        drawn anew, the others are as in the base. A search looks at such rules, which are rare among all of the space.
        """
        lot = np.random.Generator(np.random.Philox(key=seed))
        drawn: list[RuleSet] = []
        refused = 0
        while len(drawn) < number:
            values = {key: levels[lot.integers(len(levels))] for key, levels in self.levels}
            if near and len(drawn) % 2:
                changed = lot.permutation(len(self.levels))[: lot.integers(len(self.levels) + 1)]
                values = {self.levels[place][0]: values[self.levels[place][0]] for place in sorted(changed)}
            try:
                drawn.append(self._changed(values))
                refused = 0
            except BadInput as problem:
                refused += 1
                if refused == MOST_REFUSED:
                    raise BadInput(
                        f"space of {self.base.name}: nearly all combinations are refused: {problem}"
                    ) from None
        return drawn

    def _changed(self, values: Mapping[str, Any]) -> RuleSet:
        """What is as in the base is left unsaid: a deck's name alone would lay down all its cards anew."""
        files = self.base.files
        changes = [setting(key, value) for key, value in values.items() if not _same(value, self.values[key])]
        return files.layered([self._bottom, *files.settings_layers(changes)], self.base.name)

    @cached_property
    def values(self) -> Values:
        """The values of all keys of the base, of those that may be changed also where the base does not say them."""
        return _values(self.base, self.keys)

    @cached_property
    def _bottom(self) -> Layer:
        return self.base.files.stored_layer(self.base.effective, self.base.name)


def space_of(base: RuleSet, levels: Mapping[str, Sequence[Any]], place: str = "space") -> Space:
    """A space around a rule set; `place` is what messages call the levels."""
    seen, checked = Inspection(), {}
    here = _values(base, levels)
    for key in levels:
        with seen.part():
            given = levels[key]
            known, in_schema = base.files.key(key), key in base.files.schema.levers
            if in_schema and (key not in here or key.startswith("source.")):
                why = "names a file, which has no levels" if key not in here else "no game depends on it"
                raise BadInput(f"{place}: {key}: {why}; leave it out")
            if known is None or key not in here:
                raise BadInput(f"{place}: {quoted_name(key)}: unknown key; {nearest(key, here)}")
            if not isinstance(given, list | tuple) or not 1 <= len(given) <= MOST_LEVELS:
                raise BadInput(f"{place}: {key} = {quoted(given)}: must be a list of 1 to {MOST_LEVELS:,} levels")
            settled = _settled(known.kind, given, f"{place}: {key}")
            others = [level for level in settled if not _same(level, here[key])]
            if not others:
                raise BadInput(f"{place}: {key} = {quoted(given)}: is as in {base.name} already; give another level")
            checked[key] = tuple(sorted([here[key], *others], key=_order))
    if not levels:
        raise BadInput(f"{place}: no key may be changed; give at least one, as in {base.files.schema.example}")
    seen.end()
    return Space(base, tuple(sorted(checked.items())))


def from_file(base: RuleSet, path: Path) -> Space:
    """The space around a rule set that the table `change` of a TOML file says; what else the file says is no matter."""
    place = one_line(str(path))
    return in_table(base, read_toml(path, place), place)


def in_table(base: RuleSet, table: Mapping[str, Any], place: str, *, others: bool = False) -> Space:
    """The same from the table of a file: its table `change`, less what its list `untouched` names.

    Around `others` than its own rules keys are left out that have no other level there.
    """
    levels, untouched = table.get(CHANGE), table.get(UNTOUCHED, [])
    if not isinstance(levels, Mapping):
        raise BadInput(f"{place}: {CHANGE}: must be a table of keys with their levels, as in {EXAMPLE}")
    if not isinstance(untouched, list) or not all(isinstance(name, str) for name in untouched):
        raise BadInput(f"{place}: {UNTOUCHED}: must be a list of keys, not {quoted(untouched)}")
    every = spelt_out(base, levels, place, untouched)
    here = _values(base, every)
    if others:
        every = {
            key: given
            for key, given in every.items()
            if not (isinstance(given, list) and given and all(_same(level, here.get(key)) for level in given))
        }
    return space_of(base, every, place)


def _values(base: RuleSet, names: Iterable[str]) -> Values:
    """The values of a rule set by the full names of their keys, of some keys also where it leaves them out."""
    values = base.files.flat(base.effective)
    unsaid = {name: base.files.value(values, name) for name in names if name not in values}
    return values | {name: value for name, value in unsaid.items() if value is not None}


def within(space: Space, larger: Space) -> bool:
    """Whether every rule set of a space lies in another, in which numbers between two levels count as levels."""
    here, there = space.values, larger.values
    levels, known = dict(space.levels), dict(larger.levels)
    return all(
        _spanned(levels.get(key, (value,)), known.get(key, (there.get(key),)))
        for key, value in here.items()
        if key.partition(".")[0] not in space.base.files.unread
    )


def _spanned(levels: Iterable[Any], known: tuple[Any, ...]) -> bool:
    """Whether levels are among known ones, or numbers between the least and the greatest of them."""
    numbers = _order(known[0])[0] == 0
    return all(
        any(_same(level, each) for each in known)
        or (numbers and _order(level)[0] == 0 and known[0] < level < known[-1])
        for level in levels
    )


def parsed(base: RuleSet, text: str) -> Space:
    """The space that its `text` says."""
    try:
        levels = json.loads(text)
    except ValueError:
        levels = None
    if not isinstance(levels, dict):
        raise BadInput(f"space {quoted(text)}: must be a table of keys with lists of levels in JSON")
    return space_of(base, levels)


def _settled(kind: Kind, given: Sequence[Any], place: str) -> list[Any]:
    """Levels in the one form that rule sets keep; BadInput for all that a key cannot hold, and for one said twice."""
    seen, levels = Inspection(), dict[str, Any]()
    for value in given:
        with seen.part():
            if problem := kind.fault(value):
                raise BadInput(f"{place} = {quoted(value)}: {problem}")
            settled = kind.settle(value)
            if _word(settled) in levels:
                raise BadInput(f"{place}: names level {quoted(value)} twice")
            levels[_word(settled)] = settled
    seen.end()
    return [*levels.values()]


def _same(one: Any, other: Any) -> bool:
    """Whether two values are one level; true is not 1."""
    return _word(one) == _word(other)


def _word(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _order(value: Any) -> tuple[int, float, str]:
    """Numbers by size, other values by how they are written."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return (0, float(value), "") if number else (1, 0.0, _word(value))
