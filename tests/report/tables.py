"""Small tables written by hand, as the questions hand them on."""

from typing import Any

import polars as pl

from dhstats.questions.shared.answer import Column, Table


def table(key: str, rows: list[dict[str, Any]], title: str = "Numbers", unit: str = "") -> Table:
    """A table whose columns are the keys of its rows."""
    names = list(rows[0])
    columns = tuple(Column(name, name.capitalize(), unit) for name in names)
    return Table(key, title, columns, pl.DataFrame(rows, schema=names, orient="row", infer_schema_length=None))


def score(matchup: str, value: float, low: float | None, high: float | None) -> dict[str, Any]:
    """A line of the first player's scores."""
    band = {"band_low": 0.495, "band_high": 0.505, "verdict": "undecided"}
    return {"matchup": matchup, "score": value, "low": low, "high": high} | band


def counted(matchup: str, value: int, games: int, what: str = "margin") -> dict[str, Any]:
    """A line of a histogram."""
    return {"matchup": matchup, "what": what, "value": value, "games": games, "share": games / 100}


def quantile(matchup: str, p: float, value: float, what: str = "margin") -> dict[str, Any]:
    """A line of a table of quantiles."""
    return {"matchup": matchup, "what": what, "p": p, "value": value}
