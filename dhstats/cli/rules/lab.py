"""`dhstats lab`: a page on this machine where rules are turned and what they change is watched."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.options.numbers import path
from dhstats.cli.options.setup import RunCode, Setup, as_typed
from dhstats.cli.terminal.console import Console
from dhstats.errors import check_range


@dataclass(frozen=True)
class Serving:
    """How the lab is served."""

    port: Annotated[int | None, typer.Option(help="The port (default: 8642, or the next free one).")] = None
    browser: Annotated[bool, typer.Option(" /--no-browser", help="Only print the address; do not open a browser.")] = (
        True
    )
    goals: Annotated[
        Path | None,
        typer.Option(
            help="A goals file: the page shows for every change which goals are met.", metavar="FILE", parser=path
        ),
    ] = None
    out: Annotated[Path, typer.Option(help="The folder for the games.", metavar="FOLDER", parser=path)] = Path(
        "data/lab"
    )
    run: Annotated[
        list[Path] | None,
        typer.Option(help="A run whose games the page may open; repeatable.", metavar="FOLDER", parser=path),
    ] = None
    run_code: RunCode = False
    workers: Annotated[int | None, typer.Option(help="Number of threads (default: one per processor).")] = None
    seed: Annotated[int, typer.Option(help="The same seed, rules and players give the same games.")] = 1


def command(
    *,
    setup: Annotated[Setup, "rules settings game"],
    serving: Annotated[Serving, "port browser goals out run run_code workers seed"],
) -> None:
    """Open a local web page: change a rule and see what it changes, and how certain that is.

    The page is served only on 127.0.0.1, under a secret address, and loads nothing from other sites. It has every key
    of the rule file. A change is played at once against the base rules, on the same deals; you may look at the
    verdict at any time. Ctrl-C stops the page and its games.

    Examples:

      dhstats lab

      dhstats lab --rules kosmos --goals simulations/goals/dragonheart.toml

      dhstats lab --run data/demo

      dhstats lab --game dragonwood --no-browser --port 8700

      dhstats lab --game pig
    """
    from dhstats.lab.app import Address, Lab, serve
    from dhstats.lab.rules import Choice
    from dhstats.questions.goals.goal import read
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.simulate.plans.experiment import MAX_SEED
    from dhstats.storage.layout import make_folders

    check_range("--seed", serving.seed, 0, MAX_SEED)
    if serving.workers is not None:
        check_range("--workers", serving.workers, 1, 1_000)
    setup.load()
    make_folders(serving.out)
    goals = read(serving.goals) if serving.goals else None
    runs = tuple(open_checked(folder).folder for folder in serving.run or ())
    opens = Choice(setup.game, setup.rule_set, setup.changes, as_typed(setup.game))
    console = Console(None)

    def opened(address: Address) -> None:
        console.say(f"lab: {address.url}", "Ctrl-C ends it.")
        sys.stdout.flush()  # whoever reads the address from a pipe waits for it

    lab = Lab(opens, serving.out, serving.seed, goals, serving.workers, runs, console.say)
    serve(lab, serving.port, opened, browser=serving.browser)
