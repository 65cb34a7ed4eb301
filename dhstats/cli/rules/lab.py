"""`dhstats lab`: a page on this machine where rules are turned and what they change is watched."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import FILE, RunCode, as_typed, option
from dhstats.cli.options.setup import Setup
from dhstats.cli.terminal.console import Console
from dhstats.errors import check_range
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.lab.app import Address, Lab


@dataclass(frozen=True)
class Serving:
    """How the lab is served."""

    port: int | None = option(None, "The port (default: 8642, or the next free one).")
    browser: bool = option(True, "Only print the address; do not open a browser.", " /--no-browser")
    goals: Path | None = option(None, "A goals file: the page shows for every change which goals are met.", **FILE)
    out: Path = option(Path("data/lab"), "The folder for the games.", metavar="FOLDER", parser=path)
    run: list[Path] | None = option(
        None, "A run whose games the page may open; repeatable.", metavar="FOLDER", parser=path
    )
    run_code: RunCode = False
    share: bool = option(
        False, "Also give phones of your own network the score sheet, once each has typed a code.", "--share"
    )
    workers: int | None = option(None, "Number of threads (default: one per processor).")
    seed: int = option(1, "The same seed, rules and players give the same games.")


def command(
    *,
    setup: Annotated[Setup, "rules settings game"],
    serving: Annotated[Serving, "port browser goals out run run_code share workers seed"],
) -> None:
    """Open a local web page: change a rule and see what it changes, and how certain that is.

    The page is served only on 127.0.0.1, under a secret address, and loads nothing from other sites. It has every key
    of the rule file. A change is played at once against the base rules, on the same deals; you may look at the
    verdict at any time. Ctrl-C stops the page and its games.

    With `--share`, phones of your own network get the game's score sheet, and nothing else. Their games come to
    `playtests-GAME.csv` in the folder of `--out`, for `dhstats playtests`.

    Examples:

      dhstats lab
      dhstats lab --rules kosmos --goals simulations/goals/dragonheart.toml
      dhstats lab --run data/demo
      dhstats lab --game dragonwood --no-browser --port 8700
      dhstats lab --game pig
      dhstats lab --game dragonwood --share --out data/evenings
    """
    from dhstats.lab.app import Lab, serve
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
    if serving.share:
        return _share(lab, serving, opened, console)
    serve(lab, serving.port, opened, browser=serving.browser)


def _share(lab: Lab, serving: Serving, opened: Callable[[Address], None], console: Console) -> None:
    """Serves the lab on this machine, and the score sheet of its game in the network."""
    from dhstats.lab.app import listening, serve
    from dhstats.lab.share import Evening, own_address, shared
    from dhstats.questions.playtests.asked import of_game

    asked = of_game(lab.opens.game)
    evening = Evening(asked, serving.out / f"playtests-{file_name(asked.game)}.csv")
    evening.rows()  # a file of another sheet is refused before anybody plays
    with listening(serving.port, own_address()) as at, shared(evening, at) as address:
        console.say(f"phones: {address} with the code {evening.code}", f"their games: {evening.file}")
        serve(lab, serving.port, opened, browser=serving.browser)
