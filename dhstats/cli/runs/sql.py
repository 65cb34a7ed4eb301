"""`dhstats sql`: a question in SQL to the tables of a run."""

from __future__ import annotations

import os
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dhstats.cli.options.parameters import RunFolder, argument, json_option, number, option
from dhstats.cli.options.setup import Counting
from dhstats.cli.terminal.console import STDOUT, Console, write_json, write_text
from dhstats.errors import BadInput
from dhstats.quoting import shortened

if TYPE_CHECKING:
    import polars as pl

WIDEST = 200  # letters of a cell that are shown; JSON has all


def command(
    folder: RunFolder,
    text: str = argument("", "One SELECT over the tables games and moves; without it, their columns.", "[SQL]"),
    limit: int = number(10_000, "--limit", "Maximum number of rows to return."),
    seconds: float = option(60.0, "Time limit in seconds."),
    *,
    counting: Counting,
    csv_target: str | None = option(None, "Write the rows as CSV to a file, or - for stdout.", "--csv", metavar="FILE"),
    semicolons: bool = option(
        False, "CSV with ; and decimal commas, for spreadsheets of many countries.", "--semicolons"
    ),
    lines_target: str | None = option(
        None, "Write the rows as JSON, one per line, to a file, or - for stdout.", "--nl", metavar="FILE"
    ),
    json_target: str | None = option(None, json_option("Write the rows as JSON to a file, or - for stdout.")),
) -> None:
    """Query the tables of a run in DuckDB's SQL; a query can write nothing and read nothing else.

    Without a query, list the columns of both tables and what each holds.

    A query cannot use files, settings, extensions or variables, and has limits of rows, time and memory. Long cells and
    long numbers are shortened on screen; --csv, --nl and --json have them in full. The tables count turns from 0 (turn,
    own_turn, first_claim_turn; -1 means never), pages and replays from 1.

    Examples:

      dhstats sql data/demo
      dhstats sql data/demo "SELECT end_reason, count(*) FROM games GROUP BY ALL"
      dhstats sql data/demo "SELECT picture, sum(taken_points) FROM moves GROUP BY ALL ORDER BY ALL" --json -
      dhstats sql data/demo "FROM games LIMIT 1000" --csv games.csv --semicolons
    """
    if semicolons and not csv_target:
        raise BadInput("--semicolons: needs --csv")
    if [csv_target, lines_target, json_target].count(STDOUT) > 1:
        raise BadInput("only one of --csv, --nl and --json can go to stdout (-); name files for the others")
    from dhstats.queries.sandbox import listed
    from dhstats.queries.sql import query
    from dhstats.storage import open_run

    limits = counting.limits
    text = os.fsencode(text).decode("utf-8", "surrogateescape")  # in any alphabet of the terminal
    run = open_run(folder)
    frame = query(run, text, limit=limit, seconds=seconds, limits=limits) if text else listed(run)
    if json_target:
        write_json(json_target, frame.write_json())
    if lines_target:
        write_text(lines_target, frame.write_ndjson())
    if csv_target:
        separator = ";" if semicolons else ","
        plain = flat(frame, comma=semicolons).write_csv(
            separator=separator, decimal_comma=semicolons, include_bom=semicolons
        )
        write_text(csv_target, plain)
    if json_target or lines_target or csv_target:
        return
    rows = [[cell(value) for value in row] for row in frame.iter_rows()]
    Console().table([cell(name) for name in frame.columns], rows)


def flat(frame: pl.DataFrame, *, comma: bool = False) -> pl.DataFrame:
    """The same rows with lists and records as text, since a cell of CSV holds one value; with decimal commas or not."""
    import polars as pl

    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    for name in nested:
        texts = [None if each is None else str(_written_out(each, comma=comma)) for each in frame[name].to_list()]
        frame = frame.with_columns(pl.Series(name, texts, pl.String))
    return frame


def cell(value: Any) -> str:
    """A value as a person reads it: numbers with six digits that count, what is long cut."""
    if isinstance(value, float):
        value = f"{value:.6g}"
    return shortened("" if value is None else str(_written_out(value)), WIDEST)


def _written_out(value: Any, *, comma: bool = False) -> Any:
    """A value with every number in digits, also within lists; where commas are decimal, ; stands between values."""
    if isinstance(value, Decimal | float):
        digits = f"{value:f}" if isinstance(value, Decimal) else repr(value)
        return Digits(digits.replace(".", ",") if comma else digits)
    if isinstance(value, list):
        parts = [_written_out(each, comma=comma) for each in value]
        return Digits(f"[{'; '.join(map(repr, parts))}]") if comma else parts
    if not isinstance(value, dict):
        return value
    fields = {key: _written_out(each, comma=comma) for key, each in value.items()}
    return Digits("{" + "; ".join(f"{key!r}: {each!r}" for key, each in fields.items()) + "}") if comma else fields


class Digits(str):
    """Digits of a number, which stand without quotation marks in a list as well."""

    __slots__ = ()
    __repr__ = str.__str__
