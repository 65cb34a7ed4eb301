"""`dhstats meta` and `dhstats luck`: round robins of strategies on common deals."""

from typing import Annotated, Literal

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.games import games_of
from dhstats.cli.answers.publishing import tell
from dhstats.cli.options.numbers import count
from dhstats.cli.options.playing import PlayedRuns, Playing
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Setup, players_option
from dhstats.quoting import names_in

DEALS, LUCK_DEALS = 5_000, 2_000
QUESTION = "Which strategies matter, and who is favoured among them?"

Strategies = Annotated[
    str | None, players_option("A,B,C,...: at least three (default: all that come along, and expert).")
]
Deals = Annotated[int, count("--deals", "Deals that all pairs play; more deals, narrower intervals.")]


def command(
    request: Request, strategies: Strategies = None, *, setup: Setup, deals: Deals = DEALS, playing: PlayedRuns
) -> None:
    """Let all strategies meet on the same deals: payoffs, ratings, equilibria, circles, skill against luck.

    Examples:

      dhstats meta --seed 1

      dhstats meta --strategies expert,dragon_hunter,denier --deals 20000 --seed 1 --set great_dragon.points=6
    """
    _round_robin("meta", request, strategies, setup, deals, playing)


def luck(
    request: Request, strategies: Strategies = None, *, setup: Setup, deals: Deals = LUCK_DEALS, playing: PlayedRuns
) -> None:
    """Skill against luck: what part of the variance of results goes to strategies, seat, deal and the players' draws.

    Every ordered pair plays every deal twice, with other draws of the strategies the second time.

    Examples:

      dhstats luck --seed 1

      dhstats luck --strategies expert,greedy,random,mc:3 --deals 500 --rules kosmos --seed 1
    """
    _round_robin("luck", request, strategies, setup, deals, playing)


def _round_robin(
    name: Literal["meta", "luck"], request: Request, strategies: str | None, setup: Setup, deals: int, playing: Playing
) -> None:
    """Plays the round robin, from its beginning or from where it was stopped, and says what it tells."""
    from dhstats.questions.leagues.round_robins import league

    names = names_in(strategies) or setup.everybody
    plan = league(setup.experiment(QUESTION, names, playing.seed), name, deals)
    plan = setup.with_cards(warn_of(plan))
    games = games_of(request.meaning(strategies=",".join(names), rules=plan.rules), playing)
    run = games.play(games.as_begun(plan), games.folder)
    topics = ("meta", "luck") if name == "meta" else ("luck",)
    tell(run, games.target(seed=run.manifest.seed, deals=deals), *topics)
