"""`dhstats value`, `plays` and `fork`: what things and plays are worth, by playing on from the same moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.answers.publishing import FORKS, answering, folder_of, publish
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import ExperimentFile, Players, RunCode, argument, number, option, players_named
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import FORK_OPTIONS, PlayedForks, Playing, Setup, SetupOfFile
from dhstats.cli.terminal.console import Console, write_json
from dhstats.errors import BadInput, check_range

if TYPE_CHECKING:
    from dhstats.questions.forks.asking import Asking
    from dhstats.simulate.plans.experiment import Experiment

DEALS, DEALS_OF_TABLE = 25_000, 10_000  # for one item, for several
# Options of forks in many games, and those of one game of a run: none of them says anything of the other.
OF_MANY = ("at", "strategies", "rules", "settings", "decks", "pack", "deals", "seed", "out", "resume", "max_time")
OF_ONE = ("turn", "continuations")


@dataclass(frozen=True)
class Others:
    """Other settings in which the value of a single thing is asked as well."""

    also: str | None = option(
        None, "A,B,...: also measure it among these other players, each against itself, at random turns."
    )
    skill: bool | None = option(None, "Also measure it at every level of skill (default: if the players are trained).")
    ablate: bool = option(
        False, "Also measure it under rules without one of its parts, with fixed and adapted players.", "--ablate"
    )


def value_command(
    request: Request,
    experiment: ExperimentFile = None,
    strategies: Players = None,
    item: str | None = option(
        None,
        "The item: great_dragon; in Dragonwood a card such as silver_sword, or enhancements,"
        " dragons; in Dragon! behind, the place behind a rival's tail; in a game file hands.5, a card"
        " in hand, points.more, one more point, or cards.",
    ),
    at: str | None = option(
        None,
        "The moments at which games are forked (default: all moments of the item): uniform-turn, first-claimable,"
        " at-claim; in Dragonwood uniform-turn, open, captured; in Dragon! uniform-turn, tail.",
    ),
    *,
    setup: Annotated[SetupOfFile, "game rules decks pack settings run_code"],
    deals: int | None = number(
        None,
        "--deals",
        "Number of deals whose games are forked; every player goes first once (default: 25000, for "
        "several items 10000).",
    ),
    replicates: int = number(
        1,
        "--replicates",
        "Number of continuations of every arm; from the second on, the hidden cards are shuffled again.",
    ),
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
    from dhstats.questions.forks.asking import of_deals
    from dhstats.questions.forks.settings import Settings, asking, parents

    given = {"game": setup.game, "rules": setup.rules, "seed": playing.seed}
    given = {name: value for name, value in given.items() if value is not None}
    plan = warn_of(setup.with_cards(parents(experiment, given, strategies, setup.changes)))
    asked = asking(plan, item, at, replicates, Settings(others.also, others.skill, others.ablate))
    usual = DEALS_OF_TABLE if asked.item is None else DEALS
    plan, deals = of_deals(plan, usual if deals is None and experiment is None else deals)
    request = request.meaning(game=plan.game, rules=plan.rules, strategies=",".join(plan.strategies), deals=deals)
    _answered(request, playing, plan, asked, deals)


def _answered(request: Request, playing: Playing, plan: Experiment, asked: Asking, deals: int) -> None:
    """Forks the games of a plan, answers what is asked of them, and writes the page; a single thing also elsewhere.

    Other settings are asked on a fifth of the deals.
    """
    from dhstats.questions.forks.settings import beside
    from dhstats.questions.shared.first_screen import About
    from dhstats.simulate.positions.fork_files import write_forks

    folder = folder_of(request, playing, forks=True)
    games = games_of(request, playing, len(asked.studies))
    found_beside = []
    with answering(folder) as checkpoints:
        plan = checkpoints.as_begun(plan, playing.seed)
        lineup, found = games.fork(plan, asked.studies, deals, checkpoints)
        if asked.item and (there := asked.elsewhere(plan)):
            with games.unannounced.forking(checkpoints) as means:
                for each in there:
                    more = means(lambda _, name=each.name: name)  # type: ignore[misc]
                    found_beside.append(beside(each, asked.item, max(2, deals // 5), **more))
        stored = games.parents(replace(plan, design="seat"))
        answer = asked.answer(lineup, found, found_beside, About.of(stored.manifest))
        cautions = tuple(dict.fromkeys(caution for each in found_beside for caution in each.cautions))
        publish(games, plan, stored, answer, FORKS, cautions, deals=deals)
        write_forks(folder, plan, lineup, asked.studies, found)  # last: with its plan the folder is finished


def plays_command(
    request: Request,
    strategies: str | None = players_named(
        "One strategy, which plays against itself (default: the game's best shipped player)."
    ),
    *,
    setup: Annotated[Setup, "game rules settings"],
    states: int = number(2_000, "--states", "Number of states, one per game; every legal move of each is played on."),
    continuations: int = number(20, "--continuations", "Number of continuations of each move."),
    deals: int = number(20_000, "--deals", "Number of deals whose opening hands are analysed."),
    playing: Annotated[Playing, FORK_OPTIONS],
) -> None:
    """Measure how much decisions matter and what kinds of plays are worth, by playing on every legal move.

    In Dragonheart also what cards are worth in opening hands.

    Examples:

      dhstats plays --seed 1
      dhstats plays --game brim --strategies greedy --seed 1
      dhstats plays --strategies dragon_hunter --states 5000 --rules kosmos --seed 1
    """
    from dhstats.games import catalogue
    from dhstats.questions.forks import plays as question
    from dhstats.simulate.positions.forks import look_at, look_into

    check_range("--states", states, 20, 10**6)
    check_range("--continuations", continuations, 2, 10**4)
    check_range("--deals", deals, 20, 10**7)
    player = setup.players(strategies)
    plan = question.games(setup.experiment("What is a play worth?", (player,), playing.seed), deals, states)
    games = games_of(request.meaning(rules=plan.rules, strategies=player), playing)
    plan = games.as_begun(warn_of(plan))
    run = games.unannounced.play(plan, games.folder)
    with answering(games.folder) as checkpoints, games.forking(checkpoints, "playing on", "states") as means:
        more = means(lambda _: "states")
        if catalogue.load(plan.game).plays is None:
            lineup, looked = look_at(plan, states, continuations, question.decisions_a_game(run), **more)
        else:
            lineup, looked = look_into(plan, states, continuations, **more)
    answer = question.answer(lineup.bundle, looked, question.values_of_cards(lineup, run), run)
    publish(games, plan, run, answer, "run folder")


@dataclass(frozen=True)
class SetupOfForks(Setup):
    """What is played in all games that are forked."""

    settings: list[str] | None = option(None, "Change a rule of all games: KEY=VALUE; repeatable.", "--set")


@dataclass(frozen=True)
class AskedFork:
    """Ways to play on, and the game of a run with the turn from which they go, where it is one game."""

    run: Path | None = argument(None, "A run folder, to fork one of its games.", "[RUN]", parser=path)
    game_id: int | None = argument(None, "The game's number in the run.", "[GAME_ID]")
    arm: list[str] | None = option(
        None, "An arm (a way to play on): CHANGE=VALUE, play=KIND, move=NUMBER, KEY=VALUE; repeatable."
    )
    against: str = option("as it is", "The arm that the others are compared with.")
    turn: int | None = option(None, "For a game of RUN: the turn before which it is forked, counted from 1.")
    run_code: RunCode = False
    continuations: int = number(2_000, "--continuations", "For a game of RUN: number of continuations of each arm.")


def fork_command(
    request: Request,
    asked: AskedFork,
    at: str = option(
        "uniform-turn",
        "For many games: the moment, uniform-turn; in Dragonheart first-claimable, at-claim; in Dragonwood"
        " open-CARD, captured-CARD; in Dragon! first, tail, played-CARD, topped-CARD.",
    ),
    strategies: str | None = players_named(
        "If many games are forked: A (against itself) or A,B (default: the game's best shipped player)."
    ),
    *,
    setup: Annotated[SetupOfForks, "game decks pack rules settings"],
    deals: int = number(
        10_000, "--deals", "Number of deals whose games are forked, twice each: the players swap who goes first."
    ),
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
    from dhstats.questions.forks.asking import named, of_deals, players_of
    from dhstats.questions.forks.what_if import asking

    if not asked.arm:
        raise BadInput("--arm: name at least one arm, such as --arm figure=mover or --arm play=ship")
    if asked.run is not None:
        request.refuse(OF_MANY, "a run has its own rules, players, decks and seed; leave this option out")
        _of_one(asked, request.text(), playing)
        return
    request.refuse(OF_ONE, "belongs to a game of a run, as in `dhstats fork RUN 17 --turn 23`; use --at and --deals")
    strategies = setup.players(strategies)
    plan = warn_of(named(setup.experiment("What if?", players_of(strategies), playing.seed), "fork"))
    plan, deals = of_deals(setup.with_cards(plan), deals)
    request = request.meaning(rules=plan.rules, strategies=strategies)
    _answered(request, playing, plan, asking(plan, at, asked.arm, asked.against), deals)


def _of_one(asked: AskedFork, command: str, playing: Playing) -> None:
    """What comes of the ways to play on from a turn of one game of a run; BadInput where it is not named."""
    from dhstats.games import catalogue
    from dhstats.questions.forks.what_if import of_state
    from dhstats.release import VERSION
    from dhstats.report.page.next_step import ready
    from dhstats.report.page.numbers import json_text, to_json
    from dhstats.report.pages.writing import write_answers
    from dhstats.simulate.checks.shard import open_checked

    if asked.run is None or asked.game_id is None or asked.turn is None:
        raise BadInput("to fork a game of a run name its number and a turn, as in `dhstats fork RUN 17 --turn 23`")
    stored = open_checked(asked.run)
    answer = of_state(stored, asked.game_id, asked.turn, asked.arm or (), asked.against, asked.continuations)
    answer, console = ready(answer, command), Console(playing.json_target)
    console.opening(answer.opening)
    console.say(*(f"• {finding.text}" for finding in answer.findings), "")
    console.say(*catalogue.labels(stored.manifest.game, stored.manifest.rules), *stored.manifest.cautions)
    if playing.page is not None:
        console.say(f"report: {write_answers(stored, (answer,), playing.page, command).path}")
    if playing.json_target:
        write_json(playing.json_target, json_text([to_json((answer,), stored)], VERSION))
