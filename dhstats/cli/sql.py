"""`dhstats sql`: a question in SQL to the tables of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli import places
from dhstats.cli.console import Console, write_json


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN", parser=places.path)],
    text: Annotated[str, typer.Argument(help="One SELECT over the tables games and moves.", metavar="SQL")],
    limit: Annotated[int, typer.Option(help="The most rows to return.")] = 10_000,
    seconds: Annotated[float, typer.Option(help="The longest time to take.")] = 60.0,
    json_target: Annotated[str | None, typer.Option("--json", help="Rows as JSON to a file, or - for stdout.")] = None,
) -> None:
    """Ask the tables of a run in DuckDB's SQL; nothing can be written, and no other file read.

    Examples:

      dhstats sql data/demo "SELECT end_reason, count(*) FROM games GROUP BY ALL"

      dhstats sql data/demo "SELECT picture, sum(taken_points) FROM moves GROUP BY ALL ORDER BY ALL" --json -
    """
    from dhstats.queries.sql import query
    from dhstats.storage import open_run

    frame = query(open_run(folder), text, limit=limit, seconds=seconds)
    if json_target:
        write_json(json_target, frame.write_json())
        return
    rows = [["" if cell is None else str(cell) for cell in row] for row in frame.iter_rows()]
    Console().table(frame.columns, rows)
