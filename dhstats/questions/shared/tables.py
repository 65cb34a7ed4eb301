"""How the tables of answers are built: a column says once what it is called and what it reads off a row.

    table("scores", "Scores over both seats", (
        text("strategy", "Strategy"),  # what the row has by this name, as attribute or as key
        whole("games", "Games", "games", lambda duel: duel.won + duel.lost),
        text("deck", "Deck", "player.deck.name"),  # attribute by attribute
        *measured("score", "Score over both seats", "share of a win"),  # an estimate with all its columns
        *ranged("margin", "Points ahead", "points", lambda duel: duel.margin),
    ), duels)

Columns of one estimate share what they look at, which is asked once a row; where it is None they are all empty.
`by_matchup` takes the rows of each group and begins with whose they are. Where ends and basis of an interval stand
apart from its number, `limits` and `basis_of` have them.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any

import polars as pl

from dhstats.questions.shared.answer import Column, Table
from dhstats.questions.shared.groups import Group
from dhstats.stats.sequential.verdicts import Verdict

Value = str | int | float | bool | None
Line = Mapping[str, Value]
Look = str | Callable[[Any], Any]  # what a column looks at: a function of the row, or names such as "player.deck"


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a table with the kind of its values: what of a row it looks at, and what it takes of that."""

    name: str
    title: str
    unit: str
    kind: type[pl.DataType]
    look: Callable[[Any], Any]
    take: Callable[[Any], Value]


def _looking(look: Look) -> Callable[[Any], Any]:
    return _named(look) if isinstance(look, str) else look


@cache
def _named(path: str) -> Callable[[Any], Any]:
    """What a row has by a name, or by one name after the other."""

    def look(row: Any) -> Any:
        for step in path.split("."):
            row = row[step] if isinstance(row, Mapping) else getattr(row, step)
        return row

    return look


def _itself(value: Value) -> Value:
    return value


def finite(value: float) -> float | None:
    """A number, or nothing if it is infinite."""
    return value if math.isfinite(value) else None


def text(name: str, title: str, look: Look = "") -> Field:
    """A column of words."""
    return Field(name, title, "", pl.String, _looking(look or name), _itself)


def number(name: str, title: str, unit: str, look: Look = "") -> Field:
    """A column of measures; empty where there is none, or no finite one."""
    return Field(name, title, unit, pl.Float64, _looking(look or name), finite)


def whole(name: str, title: str, unit: str, look: Look = "") -> Field:
    """A column of whole numbers; empty where there is none, or no finite one."""
    return Field(name, title, unit, pl.Int64, _looking(look or name), finite)


def flag(name: str, title: str, look: Look = "") -> Field:
    """A column of yes and no."""
    return Field(name, title, "", pl.Boolean, _looking(look or name), _itself)


def _parts(look: Look, *parts: tuple[str, Field]) -> tuple[Field, ...]:
    """Columns that are parts of one thing, such as an estimate, each with the name of its part."""
    looking = _looking(look)
    return tuple(replace(field, look=looking, take=_taking(field, attrgetter(part))) for part, field in parts)


def _taking(field: Field, part: Callable[[Any], Any]) -> Callable[[Any], Value]:
    return lambda seen: field.take(part(seen))


def limits(unit: str, look: Look, of: str = "") -> tuple[Field, ...]:
    """The columns of both ends of an interval, empty where the data set no limit; `of` leads to it."""
    return _parts(
        look,
        (f"{of}low", number("low", "Low end of the interval", unit)),
        (f"{of}high", number("high", "High end of the interval", unit)),
    )


def basis_of(look: Look, of: str = "") -> tuple[Field, ...]:
    """The columns of what an interval rests on."""
    return _parts(
        look,
        (f"{of}level", number("level", "Level of the interval", "share")),
        (f"{of}method", text("method", "Method of the interval")),
        (f"{of}n", whole("n", "Independent units", "units")),
        (f"{of}unit", text("unit", "Unit")),
    )


def measured(name: str, title: str, unit: str, look: Look = "") -> tuple[Field, ...]:
    """The columns of an estimate with its interval."""
    seen = look or name
    estimate = (("value", number(name, title, unit)), ("se", number("se", "Standard error", unit)))
    return (*_parts(seen, *estimate), *limits(unit, seen, "interval."), *basis_of(seen, "interval."))


def ranged(name: str, title: str, unit: str, look: Look = "") -> tuple[Field, ...]:
    """The columns of one of several estimates in a row."""
    return _parts(
        look or name,
        ("value", number(name, title, unit)),
        ("interval.low", number(f"{name}_low", f"{title}: low end", unit)),
        ("interval.high", number(f"{name}_high", f"{title}: high end", unit)),
    )


def resting(name: str, title: str, unit: str, of: str, look: Look = "") -> tuple[Field, ...]:
    """The columns of an estimate that rests on the deals `of` a kind alone."""
    rests = (
        ("interval.n", whole(f"{name}_n", f"{title}: rests on", f"deals {of}")),
        ("interval.method", text(f"{name}_method", f"{title}: method of the interval")),
    )
    return (*ranged(name, title, unit, look), *_parts(look or name, *rests))


def judged_columns(unit: str, look: Look) -> tuple[Field, ...]:
    """The columns of a `Verdict`: what counts as balanced, what was found, and how many more deals would decide."""
    judged = _looking(look)
    return (
        number("band_low", "Balanced from", unit, lambda row: _edge(judged(row), -1.0)),
        number("band_high", "Balanced to", unit, lambda row: _edge(judged(row), 1.0)),
        text("verdict", "Verdict", lambda row: judged(row).kind),
        whole("more_deals", "Deals still needed, about", "deals", lambda row: judged(row).blocks_needed),
    )


def _edge(verdict: Verdict, side: float) -> float | None:
    """An end of what counts as balanced; none where nobody said what does."""
    return verdict.null + side * verdict.margin if verdict.margin else None


def table(key: str, title: str, fields: Sequence[Field], rows: Iterable[Any]) -> Table:
    """A table with declared columns, of as many lines as there are rows."""
    every = tuple(rows)
    seen = {look: [look(row) for row in every] for look in dict.fromkeys(field.look for field in fields)}
    data = {field.name: [None if what is None else field.take(what) for what in seen[field.look]] for field in fields}
    frame = pl.DataFrame(data, schema={field.name: field.kind for field in fields})
    return Table(key, title, tuple(Column(field.name, field.title, field.unit) for field in fields), frame)


def by_matchup(key: str, title: str, fields: Sequence[Field], rows: Mapping[Group, Collection[Any]]) -> Table:
    """A table of the rows of several groups, which may be rows by their names; each line with whose it is."""
    lines = {group: each.values() if isinstance(each, Mapping) else each for group, each in rows.items()}
    plain = table(key, title, fields, (row for each in lines.values() for row in each))
    whose = pl.Series("matchup", [group.label for group, each in lines.items() for _ in each], pl.String)
    return Table(key, title, (Column("matchup", "Matchup", ""), *plain.columns), plain.frame.insert_column(0, whose))


def named_rows(rows: Mapping[Group, Mapping[Any, Any]], names: Iterable[Any]) -> dict[Group, list[Any]]:
    """Of each group the rows that there are of some names, in the order of these."""
    order = list(names)
    return {group: [each[name] for name in order if name in each] for group, each in rows.items()}
