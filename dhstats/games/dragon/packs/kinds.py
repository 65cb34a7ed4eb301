"""What only Dragon!'s rule files and card packs hold: types, facings, changes of facing, wounds by type, deck lists."""

import re
from collections.abc import Sequence
from typing import Any

from dhstats.errors import nearest
from dhstats.games.dragon.table import ANY, FACINGS, MAX_DECK, MAX_TURNS, NO_FACING, OWN, RIVAL
from dhstats.games.keys import Kind, suggestion, whole
from dhstats.quoting import quoted, quoted_name

DRAGONS = {"own": OWN, "rival": RIVAL, "any": ANY}
STEPS = (0, 1, 2)  # quarter turns
LINE = re.compile(r"([1-9][0-9]?) ([a-z0-9_]+)")
NAME = re.compile("[a-z][a-z0-9_]{0,39}")


def words(names: Sequence[str], least: int = 0) -> Kind:
    """A list of different words out of these; the engine reads them as bits."""
    allowed = f"a list of different words out of {', '.join(names)}" if names else "[], as no such word is defined"

    def fault(value: object) -> str:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            return f"must be {allowed}"
        for word in value:
            if word not in names:
                return f"must be {allowed}{suggestion(word, names)}"
        return "" if least <= len(value) == len(set(value)) else f"must be {allowed}"

    def encode(value: list[str]) -> int:
        return sum(1 << names.index(word) for word in value)

    return Kind(allowed, fault, lambda value: sorted(value, key=names.index), encode)


def facings() -> Kind:
    """The facings that allow something; none stands for all."""
    kind = words(FACINGS)
    return Kind(kind.allowed, kind.fault, kind.settle, lambda value: kind.encode(value or FACINGS))


def by_type(names: Sequence[str], most: int) -> Kind:
    """Numbers of wounds by type of card."""
    allowed = f"a table of wounds from 1 to {most} by type, such as {{ {names[0]} = 1 }}; types: {', '.join(names)}"
    number = whole(1, most)

    def fault(value: object) -> str:
        if not isinstance(value, dict):
            return f"must be {allowed}"
        for name in value:
            if name not in names:
                return f"{quoted_name(str(name))}: unknown type; {nearest(str(name), names)}"
        wrong = [value for value in value.values() if number.fault(value)]
        return f"must be {allowed}" if wrong else ""

    def settle(value: dict[str, int]) -> dict[str, int]:
        return {name: value[name] for name in names if name in value}

    def encode(value: dict[str, int]) -> list[int]:
        return [value.get(name, 0) for name in names]

    return Kind(allowed, fault, settle, encode)


def changes() -> Kind:
    """Changes of facing: whose, and to which facing or by how many quarter turns."""
    allowed = (
        f'a list of at most {MAX_TURNS} changes such as {{ dragon = "rival", to = "tail" }} or'
        ' { dragon = "any", by = [1, 2] }, of which one at most may be of any dragon'
    )

    def fault(value: object) -> str:
        if not isinstance(value, list) or len(value) > MAX_TURNS:
            return f"must be {allowed}"
        for entry in value:
            if problem := _change_fault(entry):
                return f"{problem}; must be {allowed}"
        return f"must be {allowed}" if sum(entry["dragon"] == "any" for entry in value) > 1 else ""

    def settle(value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [entry | {"by": sorted(entry["by"])} if "by" in entry else dict(entry) for entry in value]

    return Kind(allowed, fault, settle, _encode_changes)


def _change_fault(entry: object) -> str:
    if not isinstance(entry, dict):
        return f"{quoted(entry)}: is not a change"
    for key in entry:
        if key not in ("dragon", "to", "by"):
            return f"{quoted_name(str(key))}: unknown key; {nearest(str(key), ('dragon', 'to', 'by'))}"
    if _not_in(entry.get("dragon"), DRAGONS):
        return f"dragon = {quoted(entry.get('dragon'))}: must be one of {', '.join(DRAGONS)}"
    if ("to" in entry) == ("by" in entry):
        return "must have either to or by"
    if "to" in entry:
        return (
            f"to = {quoted(entry['to'])}: must be one of {', '.join(FACINGS)}" if _not_in(entry["to"], FACINGS) else ""
        )
    steps = entry["by"]
    fits = isinstance(steps, list) and 0 < len(steps) == len({*map(str, steps)}) and all(type(n) is int for n in steps)
    return (
        ""
        if fits and set(steps) <= set(STEPS)
        else f"by = {quoted(steps)}: must be a list of quarter turns out of 0, 1, 2"
    )


def _not_in(value: object, names: Any) -> bool:
    return not isinstance(value, str) or value not in names


def _encode_changes(value: list[dict[str, Any]]) -> tuple[list[int], list[int], list[int]]:
    """Whose, by which numbers of quarter turns, to which facing: a number for each change, 0 where there is none."""
    whose, by, to = [0] * MAX_TURNS, [0] * MAX_TURNS, [NO_FACING] * MAX_TURNS
    for number, entry in enumerate(value):
        whose[number] = DRAGONS[entry["dragon"]]
        by[number] = sum(1 << steps for steps in entry.get("by", ()))
        to[number] = FACINGS.index(entry["to"]) if "to" in entry else NO_FACING
    return whose, by, to


def deck_list() -> Kind:
    """The cards of a deck in an order of their own: lines such as "3 claw_attack"."""
    allowed = 'a list of lines such as "3 claw_attack"'

    def fault(value: object) -> str:
        if not isinstance(value, list) or not 0 < len(value) <= MAX_DECK:
            return f"must be {allowed}"
        for line in value:
            if not isinstance(line, str) or not LINE.fullmatch(_written(line)):
                return f'{quoted(line)}: must be a number and a card, as in "3 claw_attack"'
        return ""

    return Kind(allowed, fault, lambda lines: [_written(line) for line in lines])


def _written(line: str) -> str:
    """A line as it would be in a pack: "3x Claw Attack" has the name of the card in small letters and with "_"."""
    number, name, *_ = (*re.split(r"(?<=[0-9])\s*[x×]\s+|\s+", line.strip(), maxsplit=1), "")
    return f"{number} {'_'.join(name.lower().split())}"


def listed(lines: Sequence[str]) -> list[str]:
    """The cards of a deck list, one by one in its order."""
    pairs = [line.split(" ") for line in lines]
    return [name for count, name in pairs for _ in range(int(count))]
