"""How the tables of answers are built: declared columns, finite numbers, columns that intervals share."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from dhstats.questions.shared.answer import Column, Table
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval

Value = str | int | float | bool | None
Line = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a table with the kind of its values."""

    name: str
    title: str
    unit: str
    kind: type[pl.DataType]


def text(name: str, title: str) -> Field:
    """A column of words."""
    return Field(name, title, "", pl.String)


def number(name: str, title: str, unit: str) -> Field:
    """A column of measures; empty where there is none."""
    return Field(name, title, unit, pl.Float64)


def whole(name: str, title: str, unit: str) -> Field:
    """A column of whole numbers."""
    return Field(name, title, unit, pl.Int64)


def flag(name: str, title: str) -> Field:
    """A column of yes and no."""
    return Field(name, title, "", pl.Boolean)


MATCHUP = text("matchup", "Matchup")
BASIS = (
    number("level", "Level of the interval", "share"),
    text("method", "Method of the interval"),
    whole("n", "Independent units", "units"),
    text("unit", "Unit"),
)


def measured(name: str, title: str, unit: str) -> tuple[Field, ...]:
    """The columns of an estimate with its interval, as `estimated` fills them."""
    return (
        number(name, title, unit),
        number("se", "Standard error", unit),
        number("low", "Low end of the interval", unit),
        number("high", "High end of the interval", unit),
        *BASIS,
    )


def ranged(name: str, title: str, unit: str) -> tuple[Field, ...]:
    """The columns of one of several estimates in a row, as `also` fills them."""
    return (
        number(name, title, unit),
        number(f"{name}_low", f"{title}: low end", unit),
        number(f"{name}_high", f"{title}: high end", unit),
    )


def resting(name: str, title: str, unit: str, of: str) -> tuple[Field, ...]:
    """The columns of an estimate that rests on the deals `of` a kind alone, as `rested` fills them."""
    return (
        *ranged(name, title, unit),
        whole(f"{name}_n", f"{title}: rests on", f"deals {of}"),
        text(f"{name}_method", f"{title}: method of the interval"),
    )


def estimated(name: str, estimate: Estimate) -> dict[str, Value]:
    """An estimate with all that `measured` declares."""
    low, high = ends(estimate.interval)
    return {name: estimate.value, "se": finite(estimate.se), "low": low, "high": high, **basis(estimate.interval)}


def also(name: str, estimate: Estimate | None) -> dict[str, Value]:
    """One of several estimates in a row; empty where there is none."""
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    low, high = ends(estimate.interval)
    return {name: estimate.value, f"{name}_low": low, f"{name}_high": high}


def rested(name: str, estimate: Estimate | None) -> dict[str, Value]:
    """One of several estimates in a row with what its interval rests on; empty where there is none."""
    if estimate is None:
        return {**also(name, None), f"{name}_n": None, f"{name}_method": None}
    return {**also(name, estimate), f"{name}_n": estimate.interval.n, f"{name}_method": estimate.interval.method}


def basis(interval: Interval) -> dict[str, Value]:
    """What an interval rests on."""
    return {"level": interval.level, "method": interval.method, "n": interval.n, "unit": interval.unit}


def ends(interval: Interval) -> tuple[float | None, float | None]:
    """Both ends, empty where the data set no limit."""
    return finite(interval.low), finite(interval.high)


def finite(value: float) -> float | None:
    """A number, or nothing if it is infinite."""
    return value if math.isfinite(value) else None


def table(key: str, title: str, fields: Sequence[Field], lines: Sequence[Line]) -> Table:
    """A table with declared columns; every line fills every column."""
    columns = tuple(Column(field.name, field.title, field.unit) for field in fields)
    data = {field.name: [line[field.name] for line in lines] for field in fields}
    frame = pl.DataFrame(data, schema={field.name: field.kind for field in fields})
    return Table(key, title, columns, frame)
