"""`dhstats meta` and `dhstats luck`: round robins of strategies on common deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Cluster, Forecast, MaxDisk, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import GAME, Decks, Game, Pack, Rules, Settings, everybody, rules_of
from dhstats.cli.runs.report import Target, tell
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.work.budget import Budget
    from dhstats.storage import Run

DEALS, LUCK_DEALS = 5_000, 2_000


Strategies = Annotated[
    str | None,
    typer.Option(
        autocompletion=completion.strategies,
        help="A,B,C,...: at least three (default: all that come along, and expert).",
    ),
]
Deals = Annotated[int, count("--deals", "Deals that all pairs play; more deals, narrower intervals.")]
Seed = Annotated[int | None, typer.Option(help="Equal seeds give equal games.")]


def command(
    context: typer.Context,
    strategies: Strategies = None, game: Game = GAME, rules: Rules = None, settings: Settings = None,
    decks: Decks = None, pack: Pack = None, deals: Deals = DEALS, seed: Seed = None, out: Out = None,
    page: Page = None, workers: Workers = None, cluster: Cluster = "", max_time: MaxTime = None,
    max_disk: MaxDisk = None, nice: Nice = False, resume: Resume = False, json_target: Json = None,
) -> None:  # fmt: skip
    """Let all strategies meet on the same deals: payoffs, ratings, equilibria, circles, skill against luck.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats meta --seed 1

      dhstats meta --strategies expert,dragon_hunter,denier --deals 20000 --seed 1 --set great_dragon.points=6
    """
    from dhstats.simulate.plans.designs import MAX_ARMS
    from dhstats.simulate.plans.experiment import with_cards

    names = _names(strategies, game)
    quartets = len(names) * (len(names) - 1) * 2 + 2 * len(names)
    kind = "league" if quartets <= MAX_ARMS else "seat"
    plan = _plan("meta", kind, names, deals, game=game, rules=rules, settings=tuple(settings or ()), seed=seed)
    plan = with_cards(plan, decks, pack)
    limits, forecast = budget(max_time, max_disk), Forecast(json_target)
    request = Request(context, strategies=",".join(names), rules=plan.rules)
    folder, resume = request.place(out, resume=resume)
    run = _played(plan, folder, seed, workers, cluster, resume=resume, limits=limits, forecast=forecast)
    command = request.text(seed=run.manifest.seed, deals=deals)
    tell(run, Target(folder, page, json_target, command), "meta", "luck")


def luck(
    context: typer.Context,
    strategies: Strategies = None, game: Game = GAME, rules: Rules = None, settings: Settings = None,
    decks: Decks = None, pack: Pack = None, deals: Deals = LUCK_DEALS, seed: Seed = None, out: Out = None,
    page: Page = None, workers: Workers = None, cluster: Cluster = "", max_time: MaxTime = None,
    max_disk: MaxDisk = None, nice: Nice = False, resume: Resume = False, json_target: Json = None,
) -> None:  # fmt: skip
    """Skill against luck: what part of the variance of results goes to strategies, seat, deal and the players' draws.

    Every ordered pair plays every deal twice, with other draws of the strategies the second time.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats luck --seed 1

      dhstats luck --strategies expert,greedy,random,mc:3 --deals 500 --rules kosmos --seed 1
    """
    from dhstats.simulate.plans.experiment import with_cards

    names = _names(strategies, game)
    plan = _plan("luck", "crossed", names, deals, game=game, rules=rules, settings=tuple(settings or ()), seed=seed)
    plan = with_cards(plan, decks, pack)
    limits, forecast = budget(max_time, max_disk), Forecast(json_target)
    request = Request(context, strategies=",".join(names), rules=plan.rules)
    folder, resume = request.place(out, resume=resume)
    run = _played(plan, folder, seed, workers, cluster, resume=resume, limits=limits, forecast=forecast)
    command = request.text(seed=run.manifest.seed, deals=deals)
    tell(run, Target(folder, page, json_target, command), "luck")


def _played(
    plan: Experiment, folder: Path, seed: int | None, workers: int | None, cluster: str, *, resume: bool,
    limits: Budget, forecast: Forecast,
) -> Run:  # fmt: skip
    """The round robin, from its beginning or from where it was stopped."""
    from dhstats.cli.runs.simulate import play
    from dhstats.simulate.running.runner import as_begun

    plan = as_begun(plan, folder, seed, resume=resume)
    return play(plan, folder, workers=workers, cluster=cluster, resume=resume, limits=limits, forecast=forecast)


def _names(strategies: str | None, game: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in (strategies or "").split(",") if name.strip())
    return names or everybody(game)


def _plan(
    command: str, kind: str, names: tuple[str, ...], deals: int, *, game: str, rules: str | None,
    settings: tuple[str, ...], seed: int | None,
) -> Experiment:  # fmt: skip
    """The round robin as an experiment; BadInput for too few strategies or a number of deals that cannot be."""
    from dhstats.questions.leagues.league import MOST_CELLS
    from dhstats.simulate.plans.designs import REPLICATES, design, round_robin
    from dhstats.simulate.plans.experiment import Experiment, checked

    rules = rules_of(game, rules)
    if len(set(names)) < 3 or len(set(names)) < len(names):
        raise BadInput(f"--strategies: a round robin needs at least three different ones, not {', '.join(names)}")
    most = MOST_CELLS // (len(names) ** 2 * REPLICATES.get(kind, 1))
    if not 2 <= deals <= most:
        raise BadInput(f"--deals: must be from 2 to {most:,} for {len(names)} strategies, not {deals:,}")
    arms = len(design(kind, round_robin(names), 1).arms)
    question = "Which strategies matter, and who is favoured among them?"
    plan = Experiment(
        f"{command}-{game}-{Path(rules).stem}-{len(names)}", question, game, rules, settings, names, design=kind,
        games=deals * arms, seed=seed, moves="none",
    )  # fmt: skip
    return warn_of(checked(plan, command).with_seed())
