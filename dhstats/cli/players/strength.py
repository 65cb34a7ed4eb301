"""`dhstats strength`: how far a player is from the best; the answer alone is kept."""

from __future__ import annotations

from typing import Annotated

import typer

from dhstats import machine
from dhstats.cli.answers.games import games_of
from dhstats.cli.answers.kept_answers import answering, folder_of
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, Setup
from dhstats.cli.players.trials import SEED, PlayingTrials, publish_trials, trials_of
from dhstats.cli.terminal.console import step_bar, training_bar

STRENGTH_DEALS, TRIES = 400, 200
Played = Annotated[PlayingTrials, "seed training_games workers page json_target", SEED]


def strength(
    request: Request,
    player: Annotated[
        str, typer.Argument(help="The player to examine.", metavar="[PLAYER]", autocompletion=completion.strategies)
    ] = "expert",
    *,
    setup: Annotated[Setup, RULES_FIRST],
    deals: Annotated[
        int, count("--deals", "Number of deals to measure the strongest counter-player, played from every seat.")
    ] = STRENGTH_DEALS,
    tries: Annotated[int, count("--tries", "Number of tries per decision for players who search.")] = TRIES,
    verdict: Annotated[
        str | None,
        typer.Option(
            "--verdict",
            help="A,B: for each of these players, whether going first matters, what the game's main item is "
"worth (Dragonheart: the Great Dragon), and whether that differs.",
            autocompletion=completion.strategies,
        ),
    ] = None,
    playing: Played,
) -> None:  # fmt: skip
    """Measure how strong a player is: against counter-players, against players who see hidden cards, and in endgames.

    Examples:

      dhstats strength expert --seed 1

      dhstats strength greedy --game dragonwood --deals 100 --seed 1

      dhstats strength expert --verdict expert,search:200 --seed 1
    """
    from dhstats.errors import check_range
    from dhstats.players.learning import trainees
    from dhstats.players.match import cautions_of
    from dhstats.players.roster import MOST_TRIES
    from dhstats.players.strength.figures import keep, place
    from dhstats.questions.training import strength as question
    from dhstats.questions.training import strength_words
    from dhstats.questions.training.trials import Examination, searches
    from dhstats.quoting import different_names
    from dhstats.report.page.page import Player

    trials = trials_of(setup, deals, playing)
    check_range("--tries", tries, 1, MOST_TRIES)
    names = different_names(verdict) if verdict else ()
    request = request.meaning(rules=setup.rule_set, player=player, verdict=",".join(names) or None)
    with answering(folder_of(request, playing)):
        with training_bar() as watch:
            known, expert, *among = (
                trainees.find(trials.bundle, trials.rules, name, watch) for name in (player, "expert", *names)
            )
        exam = Examination(trials, known, playing.workers or machine.processors())
        plan = question.Plan(deals, tries, tuple(among), (f"search:{tries}",), searches(known))
        with step_bar("examining") as advance:
            found = question.strength(
                exam,
                expert,
                lambda: trials.train(f"counter to {known.name}", trainees.unseen, "", known),
                plan,
                advance,
            )
        keep(found.figure, place(trials.bundle.game.name, trials.rules.hash, known.hash))
        every = {each.name: each for each in (known, expert, *among)}.values()
        shown = [Player(each.name, each.idea, each.source) for each in every]
        publish_trials(trials, strength_words, [found], shown, cautions_of(every), games_of(request, playing))
