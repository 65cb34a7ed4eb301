"""`dhstats skill`: the main questions from random play to the best player there is."""

from typing import Annotated

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.games import games_of
from dhstats.cli.answers.publishing import tell
from dhstats.cli.options.numbers import count
from dhstats.cli.options.playing import PlayedRuns
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, Setup

DEALS = 10_000
QUESTION = "Does the answer turn with skill?"


def command(
    request: Request,
    *,
    setup: Annotated[Setup, RULES_FIRST],
    rungs: Annotated[str, typer.Option(help="LOW-HIGH: rungs of the ladder. skill:10 searches and is slow.")] = "0-9",
    deals: Annotated[int, count("--deals", "Deals that every rung plays.")] = DEALS,
    playing: PlayedRuns,
) -> None:
    """Ask every main question at every level of skill, and say where the answer turns.

    Examples:

      dhstats skill --seed 1

      dhstats skill --rules kosmos --deals 20000 --rungs 0-9 --seed 1
    """
    from dhstats.questions.leagues.round_robins import ladder

    plan = ladder(setup.experiment(QUESTION, (), playing.seed), rungs, deals)
    plan = setup.with_cards(warn_of(plan))
    games = games_of(request.meaning(rules=plan.rules), playing)
    plan = games.as_begun(plan)
    run = games.play(plan, games.folder)
    tell(run, games.target(seed=plan.seed, deals=deals), "skill")
