"""`dhstats bench`: how fast this machine plays, writes and counts."""

from dataclasses import asdict
from typing import Annotated

import typer

from dhstats.cli.options.numbers import count
from dhstats.cli.options.setup import json_option
from dhstats.cli.terminal.console import Console, write_json


def command(
    games: Annotated[int, count("--games", "Number of games of the end-to-end runs.")] = 200_000,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[GAME=]PROGRAM",
            help="A program to time alongside; it is called with GAMES SEED and prints {games, turns, seconds}; "
            "repeatable.",
        ),
    ] = None,
    json_target: Annotated[str | None, json_option()] = None,
) -> None:
    """Measure the speed of engine, logging and report on this machine; compare ratios, not absolute times.

    Examples:

      dhstats bench --json -

      dhstats bench --games 1000000 --reference ./plain --reference dragonwood=./plain_dragonwood
    """
    from dhstats.simulate.running.speed import measure

    figures = measure(games, reference or ())
    if json_target:
        write_json(json_target, [asdict(figure) for figure in figures])
    console = Console(json_target)
    console.table(["what", "value", "unit"], [[f.what, f"{f.value:,.4g}", f.unit] for f in figures])
