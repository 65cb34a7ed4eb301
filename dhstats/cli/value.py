"""`dhstats value`: what an item is really worth, by forks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli import places
from dhstats.cli.cost import Forecast, MaxTime, Nice, Workers, budget
from dhstats.cli.report import publish
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.experiment import Experiment

DEALS = 25_000
MOMENTS = "uniform-turn,first-claimable,at-claim"


def command(
    strategies: Annotated[str, typer.Option(help="A: mirror, or A,B: a match.")] = "expert",
    at: Annotated[str, typer.Option(help="Where games are forked: uniform-turn, first-claimable, at-claim.")] = MOMENTS,
    game: Annotated[str, typer.Option(help="The game: dragonheart.")] = "dragonheart",
    rules: Annotated[str, typer.Option(help="A shipped rule set or a rule file.")] = "ffg",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a rule: KEY=VALUE, as often as you like.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals whose games are forked, twice each: who begins swaps.")] = DEALS,
    replicates: Annotated[
        int, typer.Option(help="Continuations of every arm; beyond the first the unseen cards lie anew.")
    ] = 1,
    also: Annotated[
        str | None, typer.Option(help="A,B,...: other players whose mirrors are asked as well, at random turns.")
    ] = None,
    skill: Annotated[
        bool | None,
        typer.Option(help="Also over the skill ladder (default: if the players are trained ones)."),
    ] = None,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Also under rules without a part of it, with fixed and adapted players.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal forks.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder (default: data/value-...).", parser=places.path)] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page (default: reports/NAME.html).", parser=places.path)
    ] = None,
    workers: Workers = None,
    max_time: MaxTime = None,
    nice: Nice = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with forks that were stopped.")] = False,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The page's numbers as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Say what the Great Dragon is really worth: copy the game, give it to one or the other, play both on.

    Finished deals are kept every two seconds, however the command ends, and --resume goes on to the same bytes.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats value --seed 1

      dhstats value --also greedy,dragon_hunter,denier --ablate --seed 1

      dhstats value --strategies dragon_hunter --rules kosmos --deals 50000 --at uniform-turn --seed 1
    """
    from dhstats.cli.forking import Forking, folder_of
    from dhstats.games import catalogue
    from dhstats.players import roster
    from dhstats.questions import value as question
    from dhstats.questions.value_beside import extended
    from dhstats.questions.value_words import answer
    from dhstats.simulate.fork_files import write_forks
    from dhstats.simulate.notebook import opened

    plan = _plan(strategies, deals, replicates, game=game, rules=rules, settings=tuple(settings or ()), seed=seed)
    folder = folder_of(out, plan, resume=resume)
    title, limits = catalogue.load(game), budget(max_time)
    studies = question.studies(question.item_of(title), _moments(at), replicates)
    forecast = Forecast(json_target, len(studies))
    with opened(folder) as notebook:
        plan = notebook.as_begun(plan, seed)
        forking = Forking(notebook, workers, limits, forecast, folder)
        company, found = forking.fork(plan, studies, deals)
        told = answer(question.value(title, company.rules, studies, found))
        ladder = any(roster.taught(name) for name in plan.strategies) if skill is None else skill
        if also or ablate or ladder:
            told = extended(told, forking.beside(plan, also, ladder=ladder, ablate=ablate, deals=deals))
        parents = forking.parents(replace(plan, design="seat"), resume=resume)
        origin = f"rules {rules} ({parents.manifest.rules_hash[:12]}), seed {plan.seed}, players {strategies}"
        publish(parents, told, folder, output, json_target, origin, "forks")
        write_forks(folder, plan, company, studies, found)  # last: with it the folder is finished
        notebook.clear()


def _moments(at: str) -> tuple[str, ...]:
    moments = tuple(dict.fromkeys(name.strip() for name in at.split(",") if name.strip()))
    if not moments:
        raise BadInput("--at: name at least one moment")
    return moments


def _plan(
    strategies: str, deals: int, replicates: int, *, game: str, rules: str, settings: tuple[str, ...], seed: int | None
) -> Experiment:  # fmt: skip
    """The parent games: seat pairs, so that who begins cancels."""
    from dhstats.simulate.experiment import Experiment, checked

    names = tuple(dict.fromkeys(name.strip() for name in strategies.split(",") if name.strip()))
    if not 1 <= len(names) <= 2:
        raise BadInput(f"--strategies: one for a mirror or two for a match, not {strategies!r}")
    if not 2 <= deals <= 10**7:
        raise BadInput(f"--deals: must be from 2 to 10,000,000, not {deals:,}")
    if not 1 <= replicates <= 255:
        raise BadInput(f"--replicates: must be from 1 to 255, not {replicates}")
    plan = Experiment(
        f"value-{game}-{Path(rules).stem}-{'-'.join(names)}"[:100].replace(":", "_").replace("/", "_"),
        "What is the figure really worth?", game, rules, settings, names, games=2 * deals, seed=seed, moves="none",
    )  # fmt: skip
    return checked(plan, "value").with_seed()
