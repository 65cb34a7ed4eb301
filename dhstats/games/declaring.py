"""How keys of rules are declared, one by one: as the schema of a game lists them, or as attributes of `class Rules`.

In a game file a key has the name of its attribute unless it is called otherwise, and functions read it under that
name. What these functions return stands for a number or a list in the eyes of an editor; dhstats reads it as the key
that it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games import keys
from dhstats.games.keys import KIND, Key, Values

Says = str | Mapping[Any, str]


def key(
    default: int, low: int, high: int, meaning: str, says: Says = "", *, name: str = "", since: int = 1,
    unsaid: tuple[int, ...] = (),
) -> int:  # fmt: skip
    """A rule that is a whole number from `low` to `high`.

    `says` is the sentence of reports, or one for each value: {n} is the value, {s} makes plurals, {which} is the thing
    that a key is for; nothing is said of the values `unsaid`. `name` is the full name, if not that of the attribute, as
    in "hand.size". A key that came later is `since` the second schema, or a later one: no run of before changes.
    """
    return Key(name, keys.whole(low, high), meaning, says, "", default, since, unsaid)  # type: ignore[return-value]


def switch(
    default: bool, meaning: str, says: Says = "", *, name: str = "", since: int = 1, unsaid: tuple[bool, ...] = ()
) -> bool:
    """A rule that holds or does not."""
    return Key(name, keys.switch(), meaning, says, "", default, since, unsaid)  # type: ignore[return-value]


def word(
    words: tuple[str, ...], meaning: str, says: Says = "", *, name: str = "", since: int = 1,
    unsaid: tuple[str, ...] = (),
) -> int:  # fmt: skip
    """A rule that is one of a few words, the first unless it is set; functions read it as its place, counted from 0."""
    kind = keys.word({str(each): place for place, each in enumerate(words)})
    return Key(name, kind, meaning, says, "", words[0], since, unsaid)  # type: ignore[return-value]


def listed(
    default: Sequence[int], low: int, high: int, meaning: str, says: Says = "", *, most: int = 0, name: str = "",
    since: int = 1,
) -> list[int]:  # fmt: skip
    """A rule that is a list of whole numbers from `low` to `high`, as many as there are in the default.

    With `most` it has from none to so many, and functions find -1 in all places behind the last one.
    """
    kind = keys.numbers(low, high, 0 if most else len(default), most or len(default))
    return Key(name, kind, meaning, says, "", list(default), since)  # type: ignore[return-value]


def each_of(
    things: Sequence[str], one: Any, *, name: str = "", defaults: Sequence[Any] | Mapping[str, Any] = ()
) -> list[Any]:
    """One of a key for each of these things; functions read a list, with a value at the place of each thing.

    `name` holds the kind of the things, as in "spaces.<picture>.slots"; else the keys are called by the attribute and
    the thing. `defaults` are those of all things in their order, or of those that have another one by name.
    """
    if not isinstance(one, Key):
        raise BadInput(f"each_of(...) repeats a key, as in each_of(PICTURES, key(1, 0, 9, MEANING)), not {one!r}")
    names = tuple(things)
    if isinstance(defaults, Mapping):
        if strange := [each for each in defaults if each not in names]:
            raise BadInput(
                f"each_of(...) has a default for {strange[0]!r}, which is not in its list; {nearest(strange[0], names)}"
            )
        defaults = tuple(defaults.get(each, one.default) for each in names) if defaults else ()
    if len(defaults) not in (0, len(names)):
        raise BadInput(f"each_of(...) has {len(defaults)} defaults for {len(names)} things; give one for each")
    told: Any = one
    declared: list[Any] = replace(told, name=name or one.name, things=names, defaults=tuple(defaults))
    return declared


def decks(tables: Mapping[str, Mapping[str, Any]], meaning: str, says: Says = "", *, name: str = "") -> int:
    """A rule that is the name of one of several tables, such as decks: each says what other keys then are.

    Tables hold values by the names of keys, or tables of them, as a rule file does. The first is the usual one. A rule
    set that names a table may change single keys of it all the same.
    """
    told: Any = word(tuple(tables), meaning, says, name=name)
    declared: int = replace(told, tables={each: flat(table) for each, table in tables.items()})
    return declared


def flat(table: Mapping[str, Any], prefix: str = "") -> Values:
    """The values of nested tables by full names."""
    values: Values = {}
    for part, value in table.items():
        values |= flat(value, f"{prefix}{part}.") if isinstance(value, Mapping) else {f"{prefix}{part}": value}
    return values


def of_class(attribute: str, one: Key) -> Key:
    """A key as `class Rules` declares it: named by its attribute, which is also the field of the record."""
    name = one.name or attribute
    if name.endswith("."):  # for every seat
        name += attribute
    elif one.things and not KIND.search(name):
        name += ".<thing>"
    return replace(one, name=name, field=attribute)
