"""`dhstats probe`: how exploitable players are."""

from typing import Annotated

import typer

from dhstats.cli.answers.kept_answers import answering, folder_of
from dhstats.cli.answers.trial import DEALS, Deals, Played, trial_of
from dhstats.cli.options import completion
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, Setup
from dhstats.cli.terminal.console import training_bar


def command(
    request: Request,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="Players (default: all scripts and expert).", metavar="[PLAYER]…", autocompletion=completion.strategies
        ),
    ] = None,
    *,
    setup: Annotated[Setup, RULES_FIRST],
    deals: Deals = DEALS,
    playing: Played,
) -> None:
    """How exploitable players are: what the best counter-player found by training scores against each.

    Examples:

      dhstats probe --seed 1

      dhstats probe dragon_hunter mybots.py:patient --rules kosmos --seed 1
    """
    from dhstats.players import trainees
    from dhstats.players.match import cautions_of
    from dhstats.questions.training import probe as question
    from dhstats.report.page.page import Player

    trial = trial_of(request, setup, deals, playing)
    names, recipe = list(players or (*trial.bundle.shipped_strategies(), "expert")), playing.recipe
    trial = trial.meaning(players=names)
    with answering(folder_of(trial.request, playing)):
        with training_bar() as watch:
            known = [trainees.find(trial.bundle, trial.rules, name, watch) for name in names]
            expert = trainees.find(trial.bundle, trial.rules, "expert", watch)
            found = question.probes(trial.bundle, trial.rules, expert, known, deals, trial.seed, recipe, watch)
        shown = [Player(each.name, each.idea, each.source) for each in known]
        told = question.answer(found, trial.bundle.label(trial.rules.effective), trial.about(shown))
        trial.tell(told, question.rows(found), found, shown, cautions_of([*known, expert]))
