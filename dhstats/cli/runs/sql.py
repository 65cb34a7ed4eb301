"""`dhstats sql`: a question in SQL to the tables of a run."""

import os
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import typer

from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import argument, json_option, number, option
from dhstats.cli.options.setup import Counting
from dhstats.cli.terminal.console import Console, write_json
from dhstats.quoting import shortened

WIDEST = 200  # letters of a cell that are shown; JSON has all


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN", parser=path)],
    text: str = argument("", "One SELECT over the tables games and moves; without it, their columns.", "[SQL]"),
    limit: int = number(10_000, "--limit", "Maximum number of rows to return."),
    seconds: float = option(60.0, "Time limit in seconds."),
    *,
    counting: Counting,
    json_target: str | None = option(None, json_option("Write the rows as JSON to a file, or - for stdout.")),
) -> None:
    """Query the tables of a run in DuckDB's SQL; a query can write nothing and read nothing else.

    Without a query, list the columns of both tables and what each holds.

    A query cannot use files, settings, extensions or variables, and has limits of rows, time and memory. Long cells
    are shortened on screen; --json has them in full. The tables count turns from 0 (turn, own_turn, first_claim_turn;
    -1 means never), pages and replays from 1.

    Examples:

      dhstats sql data/demo

      dhstats sql data/demo "SELECT end_reason, count(*) FROM games GROUP BY ALL"

      dhstats sql data/demo "SELECT picture, sum(taken_points) FROM moves GROUP BY ALL ORDER BY ALL" --json -
    """
    from dhstats.queries.sandbox import listed
    from dhstats.queries.sql import query
    from dhstats.storage import open_run

    limits = counting.limits
    text = os.fsencode(text).decode("utf-8", "surrogateescape")  # whatever the terminal's alphabet is
    run = open_run(folder)
    frame = query(run, text, limit=limit, seconds=seconds, limits=limits) if text else listed(run)
    if json_target:
        write_json(json_target, frame.write_json())
        return
    rows = [[cell(value) for value in row] for row in frame.iter_rows()]
    Console().table([cell(name) for name in frame.columns], rows)


def cell(value: Any) -> str:
    """A value as a person reads it, cut where it is long."""
    return shortened("" if value is None else str(_written_out(value)), WIDEST)


def _written_out(value: Any) -> Any:
    """A value with every exact number in digits, whatever it stands in."""
    if isinstance(value, Decimal):
        return Digits(f"{value:f}")
    if isinstance(value, list):
        return [_written_out(each) for each in value]
    return {key: _written_out(each) for key, each in value.items()} if isinstance(value, dict) else value


class Digits(str):
    """Digits of a number, which stand without quotation marks in a list as well."""

    __slots__ = ()
    __repr__ = str.__str__
