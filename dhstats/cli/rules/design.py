"""`dhstats design`: the cheapest change of the rules that meets all goals of a file, proved, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.answers.games import games_of
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options.numbers import count, path
from dhstats.cli.options.playing import PlayedRuns
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import OF_GOALS, SetupOfGoals
from dhstats.cli.rules.goals import MISSED, MOST, File
from dhstats.cli.rules.laboratory import Plan, laboratory
from dhstats.cli.terminal.console import Console, page_of, write_text
from dhstats.errors import BadInput

PROBING = 60_000  # games that a counter-player learns from
REACH = 4 * MOST  # deals that a finalist is played for, unless somebody says otherwise, if they should prove it
BASE = "search/no_change"  # where the games of the rules as they are lie


@dataclass(frozen=True)
class Searching:
    """How far a search goes, and how sure its answer is."""

    tries: Annotated[int, count("--tries", "Maximum number of changes of several keys to play.")] = 60
    search_deals: Annotated[int, count("--search-deals", "Maximum number of deals for a change during the search.")] = (
        4_000
    )
    deals: Annotated[
        int,
        count(
            "--deals",
            "Maximum number of deals to prove a goal; after 32,000 a finalist is played on only if these should do.",
        ),
    ] = REACH
    alpha: Annotated[
        float, typer.Option(help="The chance of claiming that a change meets all goals when it does not.")
    ] = 0.05
    certificate: Annotated[
        Path | None, typer.Option(help="The certificate's file (default: next to the page, as .json).", parser=path)
    ] = None
    train: Annotated[
        bool,
        typer.Option("--train", help="Train an expert from scratch for each finalist: three minutes or more each."),
    ] = False
    probe: Annotated[
        bool, typer.Option("--probe", help="Also check the goals among players trained to beat the experts.")
    ] = False

    def check(self) -> None:
        """BadInput for what cannot be."""
        from dhstats.questions.redesigns.proof import APART

        if not 0.0 < self.alpha < 0.5:
            raise BadInput(f"--alpha: must lie between 0 and 0.5, not {self.alpha:g}")
        for name, value, least in (("--search-deals", self.search_deals, 1_000), ("--deals", self.deals, 500)):
            if value < least:
                raise BadInput(f"{name}: must be at least {least}, not {value}")
        if self.deals > APART:
            raise BadInput(f"--deals: must be at most {APART:,}, not {self.deals:,}")
        if self.tries < 0:
            raise BadInput(f"--tries: must be at least 0, not {self.tries}")

    @property
    def plan(self) -> Plan:
        """What is played with."""
        return Plan("designing", BASE, self.deals, self.alpha, self.train, PROBING if self.probe else 0, MOST)

    @property
    def parts(self) -> int:
        """How many parts of games fit into so many deals; each has as many as all before it."""
        from dhstats.questions.goals.sources import FIRST

        return (self.search_deals // FIRST).bit_length()


def command(
    request: Request,
    file: File,
    *,
    searching: Annotated[Searching, "tries search_deals deals alpha train probe certificate"],
    setup: Annotated[
        SetupOfGoals,
        OF_GOALS,
        ("rules", "Change these rules instead of the file's: a shipped rule set or a rule file."),
    ],
    playing: PlayedRuns,
) -> None:
    """Find the cheapest change of the rules that meets all goals, and prove it; or say which goals cannot be met.

    The table [change] of the goals file lists the keys that may change, and their levels. The search plays these
    rules with players who know them. The change is proved on other deals and written to a certificate that `dhstats
    verify` can check. Exit code 0 if a change was proved, 1 if none was.

    Examples:

      dhstats design simulations/goals/dragonheart.toml --seed 1

      dhstats design simulations/goals/dragonwood.toml --tries 200 --seed 1
    """
    from dhstats.questions.certificates.goals_certificate import certificate_of
    from dhstats.questions.goals.goal import Instead, read
    from dhstats.questions.goals.sources import FIRST_GAMES
    from dhstats.questions.redesigns.answer import answer
    from dhstats.questions.redesigns.redesign import levers_of, redesign
    from dhstats.questions.redesigns.search import Bounds

    searching.check()
    goals = read(file, Instead(setup.rules, setup.changes), changing=True)
    levers_of(goals)
    games = games_of(request, playing).unannounced
    with laboratory(goals, games, searching.plan) as (lab, first):
        found = redesign(goals, lab, Bounds(searching.tries, searching.parts))
        run = lab.place(BASE).play(first, FIRST_GAMES)
    publish(games, first, run, answer(found, run, full=searching.train))
    proof = certificate_of(found, request.text(seed=first.seed))
    if proof is None:
        raise typer.Exit(MISSED)
    page = playing.page or page_of(games.folder)
    file = searching.certificate or page.with_name(f"{page.stem}-certificate.json")
    write_text(str(file), proof.text)
    Console(playing.json_target).say(f"certificate: {file}")
