"""`dhstats value`: what the things of a game are really worth, by forks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.games import Games, games_of, warn_of
from dhstats.cli.answers.publishing import FORKS, answering, folder_of, publish
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import ExperimentFile, PlayedForks, Players, SetupOfFile

if TYPE_CHECKING:
    from dhstats.questions.values.asking import Asked, Beside
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.work.checkpoints import Checkpoints

DEALS, DEALS_OF_TABLE = 25_000, 10_000  # for one item, for several


@dataclass(frozen=True)
class Others:
    """Other settings in which the value of a single thing is asked as well."""

    also: Annotated[
        str | None,
        typer.Option(help="A,B,...: also measure it among these other players, each against itself, at random turns."),
    ] = None
    skill: Annotated[
        bool | None, typer.Option(help="Also measure it at every level of skill (default: if the players are trained).")
    ] = None
    ablate: Annotated[
        bool,
        typer.Option(
            "--ablate", help="Also measure it under rules without one of its parts, with fixed and adapted players."
        ),
    ] = False


def command(
    request: Request,
    experiment: ExperimentFile = None,
    strategies: Players = None,
    item: Annotated[
        str | None,
        typer.Option(
            help="The item: great_dragon; in Dragonwood a card such as silver_sword, or enhancements,"
            " dragons; in Dragon! behind, the place behind a rival's tail; in a game file hands.5, a card"
            " in hand, points.more, one more point, or cards."
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            help="The moments at which games are forked (default: all moments of the item): uniform-turn, "
            "first-claimable, at-claim; in"
            " Dragonwood uniform-turn, open, captured; in Dragon! uniform-turn, tail."
        ),
    ] = None,
    *,
    setup: Annotated[SetupOfFile, "game rules decks pack settings run_code"],
    deals: Annotated[
        int | None,
        count(
            "--deals",
            "Number of deals whose games are forked; every player goes first once (default: 25000, for "
            "several items 10000).",
        ),
    ] = None,
    replicates: Annotated[
        int,
        count(
            "--replicates",
            "Number of continuations of every arm; from the second on, the hidden cards are shuffled again.",
        ),
    ] = 1,
    others: Others,
    playing: PlayedForks,
) -> None:
    """Measure what an item is really worth: copy games, give it to one player or the other, and play on both copies.

    In Dragonheart the item is the Great Dragon. In Dragonwood it is every enhancement and every dragon, or with
    --item a single card. In Dragon! it is the place behind a rival's tail; for its cards see `dhstats cards`. Among
    more than two players, the opponent is the next player.

    Finished deals are saved every two seconds; --resume continues and writes the same bytes.

    Examples:

      dhstats value --seed 1

      dhstats value simulations/great_dragon.toml

      dhstats value --also greedy,dragon_hunter,denier --ablate --seed 1

      dhstats value --strategies dragon_hunter --rules kosmos --deals 50000 --at uniform-turn --seed 1

      dhstats value --game dragonwood --seed 1

      dhstats value --game dragonwood --item silver_sword --seed 1
    """
    from dhstats.questions.forks.parents import of_deals
    from dhstats.questions.shared.first_screen import About
    from dhstats.questions.values.asking import Asked, Settings, cautions_of, parents
    from dhstats.simulate.positions.fork_files import write_forks

    given = {"game": setup.game, "rules": setup.rules, "seed": playing.seed}
    given = {name: value for name, value in given.items() if value is not None}
    plan = warn_of(setup.with_cards(parents(experiment, given, strategies, setup.changes)))
    settings = Settings(others.also, others.skill, others.ablate)
    asked = Asked.of(plan, item, at, replicates, settings)
    usual = DEALS if len(asked.items) == 1 else DEALS_OF_TABLE
    plan, deals = of_deals(plan, usual if deals is None and experiment is None else deals)
    request = request.meaning(game=plan.game, rules=plan.rules, strategies=",".join(plan.strategies), deals=deals)
    folder = folder_of(request, playing, forks=True)
    games = games_of(request, playing, len(asked.studies))
    with answering(folder) as checkpoints:
        plan = checkpoints.as_begun(plan, playing.seed)
        lineup, found = games.fork(plan, asked.studies, deals, checkpoints)
        beside = _beside(plan, asked, deals, games.unannounced, checkpoints)
        stored = games.parents(replace(plan, design="seat"))
        told = asked.answer(plan, lineup, found, beside, About.of(stored.manifest))
        publish(games, plan, stored, told, FORKS, cautions_of(beside))
        write_forks(folder, plan, lineup, asked.studies, found)  # last: with it the folder is finished


def _beside(plan: Experiment, asked: Asked, deals: int, games: Games, checkpoints: Checkpoints) -> list[Beside]:
    """The value of a single item in the other settings, on a fifth of the deals."""
    from dhstats.questions.values.asking import beside

    if not (there := asked.elsewhere(plan)):
        return []
    with games.forking(checkpoints) as means:
        return [
            beside(each, asked.items[0], max(2, deals // 5), **means(lambda _, name=each.name: name))  # type: ignore[misc]
            for each in there
        ]
