"""`dhstats skill`: the main questions from random play to the best player there is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options.limits import Cluster, Forecast, MaxDisk, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import GAME, Decks, Game, Pack, Rules, Settings, rules_of
from dhstats.cli.runs.report import Target, tell
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.plans.experiment import Experiment

DEALS = 10_000
NEIGHBOURS = 2  # how far apart rungs meet, so that all lie on one scale


def command(
    context: typer.Context,
    rules: Rules = None,
    settings: Settings = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    rungs: Annotated[str, typer.Option(help="LOW-HIGH: rungs of the ladder. skill:10 searches and is slow.")] = "0-9",
    deals: Annotated[int, count("--deals", "Deals that every rung plays.")] = DEALS,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal games.")] = None,
    out: Out = None,
    page: Page = None,
    workers: Workers = None,
    cluster: Cluster = "",
    max_time: MaxTime = None,
    max_disk: MaxDisk = None,
    nice: Nice = False,
    resume: Resume = False,
    json_target: Json = None,
) -> None:
    """Ask every main question at every level of skill, and say where the answer turns.

    Examples:

      dhstats skill --seed 1

      dhstats skill --rules kosmos --deals 20000 --rungs 0-9 --seed 1
    """
    from dhstats.cli.runs.simulate import play
    from dhstats.simulate.plans.experiment import with_cards
    from dhstats.simulate.running.runner import as_begun

    chosen = rules_of(game, rules)
    plan = _plan(rungs, deals, game=game, rules=chosen, settings=tuple(settings or ()), seed=seed)
    plan = with_cards(plan, decks, pack)
    request = Request(context, rules=chosen)
    folder, resume = request.place(out, resume=resume)
    plan = as_begun(plan, folder, seed, resume=resume)
    run = play(
        plan, folder, workers=workers, cluster=cluster, resume=resume, limits=budget(max_time, max_disk),
        forecast=Forecast(json_target),
    )  # fmt: skip
    tell(run, Target(folder, page, json_target, request.text(seed=plan.seed, deals=deals)), "skill")


def _plan(
    rungs: str, deals: int, *, game: str, rules: str, settings: tuple[str, ...], seed: int | None
) -> Experiment:  # fmt: skip
    """Every rung against itself and its neighbours; BadInput for rungs or deals that cannot be."""
    from dhstats.players.roster import LADDER
    from dhstats.simulate.plans.designs import design
    from dhstats.simulate.plans.experiment import Experiment, checked

    low, dash, high = rungs.partition("-")
    last = len(LADDER) - 1
    if not (dash and low.isdecimal() and high.isdecimal() and int(low) + 2 <= int(high) <= last):
        raise BadInput(f"--rungs: write LOW-HIGH with at least three rungs from 0 to {last}, not {rungs!r}")
    if not 2 <= deals <= 10**8:
        raise BadInput(f"--deals: must be from 2 to 100,000,000, not {deals:,}")
    steps = range(int(low), int(high) + 1)
    pairs = [(a, b) for a in steps for b in steps if a <= b <= a + NEIGHBOURS]
    matchups = tuple((f"skill:{a}", f"skill:{b}") for a, b in pairs)
    arms = len(design("league", matchups, 1).arms)
    plan = Experiment(
        f"skill-{game}-{Path(rules).stem}", "Does the answer turn with skill?", game, rules, settings, (), matchups,
        "league", games=deals * arms, seed=seed, moves="none",
    )  # fmt: skip
    return warn_of(checked(plan, "skill").with_seed())
