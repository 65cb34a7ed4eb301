"""`dhstats meta`, `luck` and `skill`: players who meet on common deals, all of them or the rungs of a ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.answers.publishing import tell
from dhstats.cli.options.numbers import count
from dhstats.cli.options.parameters import number, option, players_option
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, PlayedRuns, Playing, Setup
from dhstats.quoting import names_in

if TYPE_CHECKING:
    from dhstats.simulate.plans.experiment import Experiment

QUESTION = "Which strategies matter, and who is favoured among them?"

Strategies = Annotated[
    str | None, players_option("A,B,C,...: at least three (default: all shipped strategies and expert).")
]
Deals = Annotated[int, count("--deals", "Number of deals for all pairs; more deals give narrower intervals.")]


def meta(
    request: Request, strategies: Strategies = None, *, setup: Setup, deals: Deals = 5_000, playing: PlayedRuns
) -> None:
    """Play a round robin of strategies on the same deals: payoffs, ratings, equilibria, circles, skill against luck.

    Examples:

      dhstats meta --seed 1
      dhstats meta --strategies expert,dragon_hunter,denier --deals 20000 --seed 1 --set great_dragon.points=6
    """
    _league("meta", request, strategies, setup, deals, playing, "meta", "luck")


def luck(
    request: Request, strategies: Strategies = None, *, setup: Setup, deals: Deals = 2_000, playing: PlayedRuns
) -> None:
    """Split the variance of results into skill and luck: strategies, seat, deal and the players' own random choices.

    Every ordered pair plays every deal twice; the second time the strategies make other random choices.

    Examples:

      dhstats luck --seed 1
      dhstats luck --strategies expert,greedy,random,mc:3 --deals 500 --rules kosmos --seed 1
    """
    _league("luck", request, strategies, setup, deals, playing, "luck")


Kind = Literal["meta", "luck"]


def _league(
    kind: Kind, request: Request, strategies: str | None, setup: Setup, deals: int, playing: Playing, *topics: str
) -> None:
    from dhstats.questions.leagues.league import league_of

    names = names_in(strategies) or setup.everybody
    plan = league_of(setup.experiment(QUESTION, names, playing.seed), kind, deals)
    _tell(plan, request.meaning(strategies=",".join(names)), setup, playing, deals, *topics)


def skill(
    request: Request,
    *,
    setup: Annotated[Setup, RULES_FIRST],
    rungs: str = option("0-9", "LOW-HIGH: rungs of the skill ladder. skill:10 searches and is slow."),
    deals: int = number(10_000, "--deals", "Number of deals for each rung."),
    playing: PlayedRuns,
) -> None:
    """Ask the main questions at every level of skill, and say where the answer changes.

    Examples:

      dhstats skill --seed 1
      dhstats skill --rules kosmos --deals 20000 --rungs 0-9 --seed 1
    """
    from dhstats.questions.leagues.league import ladder

    plan = ladder(setup.experiment("Does the answer change with skill?", (), playing.seed), rungs, deals)
    _tell(plan, request, setup, playing, deals, "skill")


def _tell(plan: Experiment, request: Request, setup: Setup, playing: Playing, deals: int, *topics: str) -> None:
    """Plays, from the beginning or from where it was stopped, and says what it tells of some topics."""
    plan = setup.with_cards(warn_of(plan))
    games = games_of(request.meaning(rules=plan.rules), playing)
    plan = games.as_begun(plan)
    tell(games, games.play(plan, games.folder), {"seed": plan.seed, "deals": deals}, *topics)
