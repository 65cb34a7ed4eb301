"""`dhstats mechanisms`: what each mechanism of a game is worth to those who may use it."""

from typing import Annotated

import typer

from dhstats.cli.answers.kept_answers import answering, folder_of
from dhstats.cli.answers.trial import DEALS, Deals, Played, trial_of
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, Setup
from dhstats.cli.terminal.console import training_bar


def command(
    request: Request,
    restrictions: Annotated[str | None, typer.Option(help="A,B: restrictions (default: all of the game).")] = None,
    *,
    setup: Annotated[Setup, RULES_FIRST],
    deals: Deals = DEALS,
    playing: Played,
) -> None:
    """What each mechanism of the game is worth: what a player loses who learnt to do without it.

    Examples:

      dhstats mechanisms --seed 1

      dhstats mechanisms --restrictions no_figure,no_ships --set great_dragon.points=6 --seed 1
    """
    from dhstats.players import trained, trainees
    from dhstats.players.match import cautions_of
    from dhstats.questions.training import mechanisms as question
    from dhstats.report.page.page import Player

    trial = trial_of(request, setup, deals, playing)
    names, recipe = question.restrictions_of(trial.bundle, restrictions), playing.recipe
    trial = trial.meaning(restrictions=",".join(names))
    with answering(folder_of(trial.request, playing)):
        with training_bar() as watch:
            expert = trainees.find(trial.bundle, trial.rules, "expert", watch, recipe or trained.STANDARD)
            found = question.mechanisms(
                trial.bundle, trial.rules, expert, tuple(names), deals, trial.seed, recipe, watch
            )
        players = [Player(expert.name, expert.idea, expert.source)]
        players += [
            Player(f"expert:{name}", f"the same, trained as a player who {who}", "trained")
            for name, who in names.items()
        ]
        told = question.answer(found, trial.bundle.label(trial.rules.effective), trial.about(players))
        trial.tell(told, question.rows(found), found, players, cautions_of([expert]))
