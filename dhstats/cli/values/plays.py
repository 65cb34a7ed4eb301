"""`dhstats plays`: what kinds of plays and single cards are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from dhstats.cli.answers.games import Games, games_of, warn_of
from dhstats.cli.answers.publishing import answering, publish
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import FORK_OPTIONS, Playing, Setup, players_option
from dhstats.errors import check_range

if TYPE_CHECKING:
    from dhstats.players.match import Lineup
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.forks import Looked

STATES, PARENTS = 2_000, 20_000


def plays_command(
    request: Request,
    strategies: Annotated[
        str | None,
        players_option("One strategy, which plays against itself (default: the game's best shipped player)."),
    ] = None,
    *,
    setup: Annotated[Setup, "game rules settings"],
    states: Annotated[
        int, count("--states", "Number of states, one per game; every legal move of each is played on.")
    ] = STATES,
    continuations: Annotated[int, count("--continuations", "Number of continuations of each move.")] = 20,
    deals: Annotated[int, count("--deals", "Number of deals whose opening hands are analysed.")] = PARENTS,
    playing: Annotated[Playing, FORK_OPTIONS],
) -> None:
    """Measure what kinds of plays are worth, by playing on every legal move, and what cards are worth in opening hands.

    Examples:

      dhstats plays --seed 1

      dhstats plays --strategies dragon_hunter --states 5000 --rules kosmos --seed 1
    """
    from dhstats.questions.forks import plays as question

    question.check_pictures(setup.game)
    check_range("--states", states, 20, 10**6)
    check_range("--continuations", continuations, 2, 10**4)
    check_range("--deals", deals, 20, 10**7)
    player = setup.players(strategies)
    plan = question.games(setup.experiment("What is a play worth?", (player,), playing.seed), deals)
    games = games_of(request.meaning(rules=plan.rules, strategies=player), playing)
    plan = games.as_begun(warn_of(plan))
    run = games.unannounced.play(plan, games.folder)
    lineup, looked = _looked_into(plan, games, states, continuations)
    told = question.answer(lineup.bundle, looked, question.values_of_cards(lineup, run), run)
    publish(games, plan, run, told, "run folder")


def _looked_into(plan: Experiment, games: Games, states: int, continuations: int) -> tuple[Lineup, Looked]:
    """The states with all their moves played on; what is finished is kept beside the run meanwhile."""
    from dhstats.simulate.positions.forks import look_into

    with answering(games.folder) as checkpoints, games.forking(checkpoints, "playing on", "states") as means:
        return look_into(plan, states, continuations, **means(lambda _: "states"))
