"""`dhstats fork`: games that go on in several ways from one moment."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.answers.publishing import FORKS, answering, folder_of, publish
from dhstats.cli.options.numbers import count, path
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import PlayedForks, Playing, RunCode, Setup, players_option
from dhstats.cli.terminal.console import Console, write_json
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.shared.answer import Answer
    from dhstats.storage import Run

FORK_DEALS = 10_000
# Options of forks in many games, and those of one game of a run: none of them says anything of the other.
OF_MANY = ("at", "strategies", "rules", "settings", "decks", "pack", "deals", "seed", "out", "resume", "max_time")
OF_ONE = ("turn", "continuations")


@dataclass(frozen=True)
class SetupOfForks(Setup):
    """What is played in all games that are forked."""

    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a rule of all games: KEY=VALUE; repeatable.")
    ] = None


@dataclass(frozen=True)
class AskedFork:
    """Ways to go on, and the game of a run with the turn from which they go, where it is one game."""

    run: Annotated[
        Path | None, typer.Argument(help="A run folder, to fork one of its games.", metavar="[RUN]", parser=path)
    ] = None
    game_id: Annotated[int | None, typer.Argument(help="The game's number in the run.", metavar="[GAME_ID]")] = None
    arm: Annotated[
        list[str] | None,
        typer.Option(
            help="An arm, that is a way to play on: CHANGE=VALUE, play=KIND, move=NUMBER, KEY=VALUE; repeatable."
        ),
    ] = None
    against: Annotated[str, typer.Option(help="The arm that the others are compared with.")] = "as it is"
    turn: Annotated[
        int | None, typer.Option(help="For a game of RUN: the turn before which it is forked, counted from 1.")
    ] = None
    run_code: RunCode = False
    continuations: Annotated[
        int, count("--continuations", "For a game of RUN: number of continuations of each arm.")
    ] = 2_000


def fork_command(
    request: Request,
    asked: AskedFork,
    at: Annotated[
        str,
        typer.Option(
            help="For many games: the moment, uniform-turn; in Dragonheart first-claimable, at-claim; in Dragonwood"
            " open-CARD, captured-CARD; in Dragon! first, tail, played-CARD, topped-CARD."
        ),
    ] = "uniform-turn",
    strategies: Annotated[
        str | None,
        players_option("For many games: A (against itself) or A,B (default: the game's best shipped player)."),
    ] = None,
    *,
    setup: Annotated[SetupOfForks, "game decks pack rules settings"],
    deals: Annotated[
        int, count("--deals", "Number of deals whose games are forked, twice each: the players swap who goes first.")
    ] = FORK_DEALS,
    playing: PlayedForks,
) -> None:
    """Ask "what if": copy games at a moment, change something, and play on every copy with the same cards to come.

    A change is an intervention, a first move (play=KIND: the player's best move of that kind; move=3: the third legal
    move of a single state), or a rule from then on (KEY=VALUE). Separate several changes by commas; put a name before
    a colon. Among many games, only positions count in which every arm is possible.

    In Dragonheart: figure=mover, opponent, nobody; claims=off; hand=off; loss=off; points=N; ties=off; give=N points;
    play=ship or another picture, play=claim. In Dragonwood: silver_sword=mover, opponent, nobody, or any other card to
    capture; points=N; cards=N more in hand; play=reload, strike, stomp, scream, spell, creature, enhancement, dragon or
    the name of the card that is attacked. In Dragon!: behind=mover, opponent, nobody (who is behind whose tail);
    facing=front, side, tail; wounds=N; cards=N; drawn=CARD; lost=CARD; play=melee or another type, pass, CARD or
    top-CARD.

    Examples:

      dhstats fork --arm play=claim --arm play=ship --seed 1

      dhstats fork --at first-claimable --arm figure=mover --against figure=opponent --seed 1

      dhstats fork --arm "small hands: hand.size=4, great_dragon.hand_size=4" --strategies dragon_hunter --seed 1

      dhstats fork data/demo 17 --turn 23 --arm move=4 --arm figure=opponent

      dhstats fork --game dragonwood --arm play=strike --arm play=stomp --arm play=scream --against play=reload --seed 1

      dhstats fork --game dragon --at first --arm first_turn.limit=none --seed 1
    """
    from dhstats.questions.forks.parents import named, of_deals, players_of
    from dhstats.questions.forks.what_if import answer, from_forks, study_of
    from dhstats.questions.shared.first_screen import About
    from dhstats.simulate.positions.fork_files import write_forks

    if not asked.arm:
        raise BadInput("--arm: name at least one arm, such as --arm figure=mover or --arm play=ship")
    if asked.run is not None:
        request.refuse(OF_MANY, "a run has its own rules, players, decks and seed; leave this option out")
        _tell(*_of_one(asked), request.text(), playing)
        return
    request.refuse(OF_ONE, "belongs to a game of a run, as in `dhstats fork RUN 17 --turn 23`; use --at and --deals")
    strategies = setup.players(strategies)
    plan = warn_of(named(setup.experiment("What if?", players_of(strategies), playing.seed), "fork"))
    plan, deals = of_deals(setup.with_cards(plan), deals)
    request = request.meaning(rules=plan.rules, strategies=strategies)
    folder = folder_of(request, playing, forks=True)
    games = games_of(request, playing)
    with answering(folder) as checkpoints:
        plan = checkpoints.as_begun(plan, playing.seed)
        study = study_of(plan, at, asked.arm, asked.against)
        lineup, found = games.fork(plan, [study], deals, checkpoints)
        compared, stored = from_forks(study.moment, found[study.moment], study.arms), games.parents(plan)
        told = answer(compared, About.of(stored.manifest))
        publish(games, plan, stored, told, FORKS, deals=deals)
        write_forks(folder, plan, lineup, [study], found)  # last: with its plan the folder is finished


def _of_one(asked: AskedFork) -> tuple[Run, Answer]:
    """A turn of one game of a run with what comes of the ways to go on; BadInput where it is not named."""
    from dhstats.questions.forks.what_if import of_state
    from dhstats.simulate.checks.shard import open_checked

    if asked.run is None or asked.game_id is None or asked.turn is None:
        raise BadInput("to fork a game of a run name its number and a turn, as in `dhstats fork RUN 17 --turn 23`")
    run = open_checked(asked.run)
    return run, of_state(run, asked.game_id, asked.turn, asked.arm or (), asked.against, asked.continuations)


def _tell(stored: Run, told: Answer, command: str, playing: Playing) -> None:
    """The findings about one game, the page if one is wanted, and its numbers."""
    from dhstats.games import catalogue
    from dhstats.release import VERSION
    from dhstats.report.page.next_step import ready
    from dhstats.report.page.numbers import json_text, to_json
    from dhstats.report.pages.writing import write_answers

    told, console = ready(told, command), Console(playing.json_target)
    console.opening(told.opening)
    console.say(*(f"• {finding.text}" for finding in told.findings), "")
    console.say(*catalogue.labels(stored.manifest.game, stored.manifest.rules), *stored.manifest.cautions)
    if playing.page is not None:
        console.say(f"report: {write_answers(stored, (told,), playing.page, command).path}")
    if playing.json_target:
        write_json(playing.json_target, json_text([to_json((told,), stored)], VERSION))
