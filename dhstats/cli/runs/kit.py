"""`dhstats kit`: a page to print for a playtest at the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.answers.publishing import show
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import FORK_OPTIONS, Players, Playing, Setup
from dhstats.cli.terminal.console import check_targets, page_of, step_bar, training_bar
from dhstats.errors import check_range

if TYPE_CHECKING:
    from dhstats.storage import Run

DEALS = 1_000
QUESTION = "What should a playtest look out for?"
OF_A_RUN = ("strategies", "game", "settings", "decks", "pack", "deals", "out", "workers", "max_time", "resume")


def command(
    request: Request,
    subject: Annotated[
        str | None,
        typer.Argument(
            help="Rules (default: the game's usual rules), or a run folder.",
            metavar="[RULES|RUN]",
            show_default=False,
            autocompletion=completion.rules,
        ),
    ] = None,
    strategies: Players = None,
    *,
    setup: Annotated[Setup, "game settings decks pack"],
    deals: Annotated[
        int, count("--deals", "Number of deals that the usual players play, to find what is rare.")
    ] = DEALS,
    playing: Annotated[
        Playing, FORK_OPTIONS, ("seed", "The same seed gives the same games and par deals (for a run: its own seed).")
    ],
) -> None:
    """Write a kit to print for a playtest: what to expect, deals to stack with their par, a score sheet.

    Ten par deals are listed card by card, so that two groups can play the same cards; par is what experts reach with
    them. The page also says what is rare, when games turn, what weaker players overlook, which sentences of the
    rulebook are unclear, and what twenty games can show. `dhstats import` can read the completed score sheet.

    Examples:

      dhstats kit ffg --seed 1 -o kit.html

      dhstats kit two --game dragonwood --seed 1 -o kit.html

      dhstats kit data/demo -o kit.html
    """
    from dhstats.questions.playtests.making import make
    from dhstats.report.pages.writing import write_kit

    if subject is not None and Path(subject).is_dir():
        from dhstats.simulate.checks.shard import open_checked

        request.refuse(OF_A_RUN, "a run has its own rules, players and games; leave this option out")
        check_targets(playing.page)
        run = open_checked(Path(subject))
        page, seed = playing.page or page_of(run.folder, "-kit"), playing.seed
        seed = run.manifest.seed if seed is None else seed
        check_range("--seed", seed, 0, 2**64 - 1)
    else:
        run, page, seed = _played(request, subject, strategies, setup, deals, playing)
    with training_bar() as watch, step_bar("stacking") as advance:
        told = make(run, seed, watch, advance)
    report = write_kit(run, told, page, request.text(seed=seed))
    sentences = (finding.text for each in report.answers for finding in each.findings)
    show(report, sentences, playing.json_target, f"run folder: {run.folder}", f"page to print: {report.path}")


def _played(
    request: Request, rules: str | None, strategies: str | None, setup: Setup, deals: int, playing: Playing
) -> tuple[Run, Path, int]:
    """The games of the usual players, played for the page; where that goes, and the seed."""
    from dataclasses import replace

    from dhstats.games import stacks
    from dhstats.simulate.plans.designs import tables

    stacks.load(setup.game)  # before anybody is trained or plays for it
    check_range("--deals", deals, 10, 10**7)
    named = setup.players(strategies)
    base = setup.rule_set if rules is None else rules
    games = games_of(request.meaning(subject=base, strategies=named), playing)
    plan = replace(setup.experiment(QUESTION, tuple(named.split(",")), playing.seed), rules=base, name="kit")
    plan = setup.with_cards(replace(plan, design="seat", moves="all"))
    bundle, loaded = replace(setup, rules=base).load()
    seats = bundle.players(loaded.record())
    arms = seats * len(tables(plan.strategies, seats))
    plan = games.as_begun(warn_of(replace(plan, games=arms * deals)))
    check_targets(playing.page)
    run = games.play(plan, games.folder)
    return run, playing.page or page_of(games.folder), int(run.manifest.seed)
