"""How a file writes the levels that keys may have: lists, ranges, steps from the base, names with a star."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dhstats.documents import Inspection
from dhstats.errors import BadInput, nearest
from dhstats.games.ruleset import RuleSet
from dhstats.quoting import quoted, quoted_name

MOST_LEVELS = 1000  # of one key
STAR = "*"  # in place of one part of a name: of every thing that there is
WAYS = 'a list of levels, a range as "0..6" or "0..12:2", or steps from the base as "±1"'
_RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})(?::([0-9]{1,6}))?")
_STEPS = re.compile(r"(?:±|\+-)([0-9]{1,6})")


def spelt_out(base: RuleSet, table: Mapping[str, Any], place: str, untouched: Sequence[str] = ()) -> dict[str, Any]:
    """The levels of every key that a table means, by its full name; those of `untouched` keys are left out.

    What is no list, range or steps is left as it stands, for who checks levels.
    Errors: BadInput for names with a star that mean no key, for a key that is listed twice, for ranges that hold
    nothing
    and steps from what is no number, and for an untouched key that is none or would not have been touched.
    """
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
    """Levels by the full names of their keys, from the nested tables that TOML makes of names with dots.

    Errors: BadInput for a key that is listed twice, once with its name in quotation marks.
    """
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
    raise BadInput(f"{place}: {quoted_name(name)}: means no key; {nearest(name, here)}")


def _levels(base: RuleSet, key: str, written: Any, place: str) -> Any:
    if not isinstance(written, str):
        return written
    if found := _RANGE.fullmatch(written):
        low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if low > high or step < 1 or (high - low) // step >= MOST_LEVELS:
            raise BadInput(f"{place}: {key} = {quoted(written)}: must go up, in 1 to {MOST_LEVELS:,} levels")
        return list(range(low, high + 1, step))
    if found := _STEPS.fullmatch(written):
        return _around(base, key, int(found[1]), f"{place}: {key} = {quoted(written)}")
    raise BadInput(f"{place}: {key} = {quoted(written)}: must be {WAYS}")


def _around(base: RuleSet, key: str, steps: int, place: str) -> list[int]:
    """The whole numbers around the base's, as far as the key can hold them."""
    here, known = base.files.flat(base.effective), base.files.key(key)
    value = base.files.value(here, key)
    if known is None or value is None:
        raise BadInput(f"{place}: unknown key; {nearest(key, here)}")
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{place}: the base has {quoted(value)} there, which is not a number; list its levels")
    if not 1 <= steps < MOST_LEVELS // 2:
        raise BadInput(f"{place}: must be 1 to {MOST_LEVELS // 2 - 1} steps")
    return [level for level in range(value - steps, value + steps + 1) if not known.kind.fault(level)]
