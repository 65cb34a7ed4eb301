"""`dhstats meta`, `luck`, `skill` and `strength`: players who all meet, and how strong one is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dhstats import machine
from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.answers.publishing import answering, folder_of, tell
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, PlayedRuns, Playing, Setup, players_option
from dhstats.cli.players.trials import SEED, PlayingTrials, publish_trials, trials_of
from dhstats.cli.terminal.console import step_bar, training_bar
from dhstats.quoting import names_in

if TYPE_CHECKING:
    from dhstats.simulate.plans.experiment import Experiment

DEALS, LUCK_DEALS, SKILL_DEALS = 5_000, 2_000, 10_000
QUESTION = "Which strategies matter, and who is favoured among them?"

Strategies = Annotated[
    str | None, players_option("A,B,C,...: at least three (default: all shipped strategies and expert).")
]
Deals = Annotated[int, count("--deals", "Number of deals for all pairs; more deals give narrower intervals.")]


def meta(
    request: Request, strategies: Strategies = None, *, setup: Setup, deals: Deals = DEALS, playing: PlayedRuns
) -> None:
    """Play a round robin of strategies on the same deals: payoffs, ratings, equilibria, circles, skill against luck.

    Examples:

      dhstats meta --seed 1

      dhstats meta --strategies expert,dragon_hunter,denier --deals 20000 --seed 1 --set great_dragon.points=6
    """
    from dhstats.questions.leagues.league import league_of

    names = names_in(strategies) or setup.everybody
    plan = league_of(setup.experiment(QUESTION, names, playing.seed), "meta", deals)
    _tell(plan, request.meaning(strategies=",".join(names)), setup, playing, deals, "meta", "luck")


def luck(
    request: Request, strategies: Strategies = None, *, setup: Setup, deals: Deals = LUCK_DEALS, playing: PlayedRuns
) -> None:
    """Split the variance of results into skill and luck: strategies, seat, deal and the players' own random choices.

    Every ordered pair plays every deal twice; the second time the strategies make other random choices.

    Examples:

      dhstats luck --seed 1

      dhstats luck --strategies expert,greedy,random,mc:3 --deals 500 --rules kosmos --seed 1
    """
    from dhstats.questions.leagues.league import league_of

    names = names_in(strategies) or setup.everybody
    plan = league_of(setup.experiment(QUESTION, names, playing.seed), "luck", deals)
    _tell(plan, request.meaning(strategies=",".join(names)), setup, playing, deals, "luck")


def skill(
    request: Request,
    *,
    setup: Annotated[Setup, RULES_FIRST],
    rungs: Annotated[
        str, typer.Option(help="LOW-HIGH: rungs of the skill ladder. skill:10 searches and is slow.")
    ] = "0-9",
    deals: Annotated[int, count("--deals", "Number of deals for each rung.")] = SKILL_DEALS,
    playing: PlayedRuns,
) -> None:
    """Ask the main questions at every level of skill, and say where the answer changes.

    Examples:

      dhstats skill --seed 1

      dhstats skill --rules kosmos --deals 20000 --rungs 0-9 --seed 1
    """
    from dhstats.questions.leagues.league import ladder

    plan = ladder(setup.experiment("Does the answer turn with skill?", (), playing.seed), rungs, deals)
    _tell(plan, request, setup, playing, deals, "skill")


def _tell(plan: Experiment, request: Request, setup: Setup, playing: Playing, deals: int, *topics: str) -> None:
    """Plays, from the beginning or from where it was stopped, and says what it tells of some topics."""
    plan = setup.with_cards(warn_of(plan))
    games = games_of(request.meaning(rules=plan.rules), playing)
    plan = games.as_begun(plan)
    tell(games, games.play(plan, games.folder), {"seed": plan.seed, "deals": deals}, *topics)


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
    from dhstats.players.strength.examining import keep, place
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
