"""`dhstats plays`: what kinds of plays and single cards are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Forecast, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import GAME, Game, Rules, Settings, players_of, rules_of
from dhstats.cli.runs.report import Target, publish
from dhstats.cli.terminal.console import step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.players.match import Lineup
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.forks import Progress
    from dhstats.simulate.positions.states import Looked
    from dhstats.simulate.work.budget import Budget

STATES, PARENTS = 2_000, 20_000


def command(
    context: typer.Context,
    strategies: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.strategies,
            help="One strategy, against itself (default: the game's best that comes along).",
        ),
    ] = None,
    game: Game = GAME,
    rules: Rules = None,
    settings: Settings = None,
    states: Annotated[int, count("--states", "States whose every legal move is played on; one a game.")] = STATES,
    continuations: Annotated[int, count("--continuations", "How often each of them is played on.")] = 20,
    deals: Annotated[int, count("--deals", "Deals whose opening hands are looked at.")] = PARENTS,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal games.")] = None,
    out: Out = None,
    page: Page = None,
    workers: Workers = None,
    max_time: MaxTime = None,
    nice: Nice = False,
    resume: Resume = False,
    json_target: Json = None,
) -> None:
    """Say what kinds of plays are worth, by playing every legal move on, and what cards are worth in the opening hand.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats plays --seed 1

      dhstats plays --strategies dragon_hunter --states 5000 --rules kosmos --seed 1
    """
    from dhstats.cli.runs.simulate import play
    from dhstats.questions.forks import plays as question
    from dhstats.simulate.plans.experiment import Experiment, checked
    from dhstats.simulate.running.runner import as_begun

    _has_pictures(game)
    _check("states", states, 20, 10**6)
    _check("continuations", continuations, 2, 10**4)
    _check("deals", deals, 20, 10**7)
    rules, strategies = rules_of(game, rules), players_of(game, strategies)
    if "," in strategies:
        raise BadInput(f"--strategies: one, against itself, not {strategies!r}")
    name, asked = f"plays-{game}-{Path(rules).stem}", "What is a play worth?"
    plan = Experiment(
        name, asked, game, rules, tuple(settings or ()), (strategies,), games=2 * deals, seed=seed, moves="none"
    )  # fmt: skip
    plan = warn_of(checked(plan, "plays").with_seed())
    request, limits = Request(context, rules=rules, strategies=strategies), budget(max_time)
    folder, resume = request.place(out, resume=resume)
    plan = as_begun(plan, folder, seed, resume=resume)
    run = play(plan, folder, workers=workers, resume=resume, limits=limits)
    lineup, looked = _looked_into(plan, folder, states, continuations, workers, limits, Forecast(json_target))
    told = question.answer(lineup.title, looked, question.values_of_cards(lineup, run), run)
    origin = f"rules {rules} ({run.manifest.rules_hash[:12]}), seed {plan.seed}, players {strategies}"
    target = Target(folder, page, json_target, request.text(seed=plan.seed), "run folder")
    publish(run, told, target, origin)


def _has_pictures(game: str) -> None:
    """BadInput for a game whose plays are no cards of a picture: what to ask there instead."""
    from dhstats.games.catalogue import load

    if "picture" not in load(game).words:
        raise BadInput(
            f"--game {game}: plays are sorted by the pictures of Dragonheart's cards, and {game} has none; ask for"
            f" one kind of play with `dhstats fork --game {game} --arm play=KIND`, or what things are worth with"
            f" `dhstats value --game {game}`"
        )


def _looked_into(
    plan: Experiment, folder: Path, states: int, continuations: int, workers: int | None, limits: Budget,
    forecast: Forecast,
) -> tuple[Lineup, Looked]:  # fmt: skip
    """The states with all their moves played on; what is finished is kept beside the run meanwhile."""
    from dhstats.cli.players.train import watching
    from dhstats.simulate.positions.states import look_into
    from dhstats.simulate.work.checkpoints import opened

    with step_bar("training") as train, step_bar("playing on") as advance, opened(folder) as checkpoints:

        def watch(seen: Progress) -> None:
            advance(seen.deals, seen.most, "states")
            forecast.note("states", seen.deals - seen.kept, seen.most - seen.kept, seen.seconds, None, folder)

        found = look_into(
            plan, states, continuations, workers=workers, watch=watch, watch_training=watching(train),
            checkpoints=checkpoints, budget=limits,
        )  # fmt: skip
        checkpoints.clear()
    return found


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadInput(f"--{name}: must be from {least:,} to {most:,}, not {value:,}")
