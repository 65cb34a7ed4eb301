"""`dhstats bench`: how fast this machine plays, writes and counts."""

from dataclasses import asdict

from dhstats.cli.options.parameters import JsonResult, number, option
from dhstats.cli.terminal.console import Console, write_json


def command(
    games: int = number(200_000, "--games", "Number of games of the end-to-end runs."),
    reference: list[str] | None = option(
        None,
        "A program to time alongside; it is called with GAMES SEED and prints {games, turns, seconds}; repeatable.",
        metavar="[GAME=]PROGRAM",
    ),
    json_target: JsonResult = None,
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
