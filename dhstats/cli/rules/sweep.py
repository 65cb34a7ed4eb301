"""`dhstats sweep`: how a quantity answers to one rule key, or to two."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import noted, warn_of_tweaks
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Cluster, Forecast, MaxDisk, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import GAME, Decks, Game, Metric, Pack, Players, players_of
from dhstats.cli.runs.report import Target, publish
from dhstats.cli.terminal.console import Advance, step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.shared.metrics import Ask

DEALS = 20_000
QUESTION = "How does the game answer to a rule?"


def command(
    context: typer.Context,
    base: Annotated[
        str,
        typer.Argument(
            help="The base rules: a shipped rule set or a rule file.", metavar="BASE", autocompletion=completion.rules
        ),
    ],
    keys: Annotated[
        list[str],
        typer.Argument(
            help="KEY=0..6, KEY=0..12:2 or KEY=a,b,c; one key or two.",
            metavar="KEY=LEVELS…",
            autocompletion=completion.settings,
        ),
    ],
    strategies: Players = None,
    adapt: Annotated[
        bool, typer.Option("--adapt", help="Besides fixed players, play experts who were trained for each level.")
    ] = False,
    blind: Annotated[
        bool,
        typer.Option("--blind", help="Players do not know of changes of the final count: one run for all."),
    ] = False,
    metric: Metric = "score",
    target: Annotated[
        str | None, typer.Option(help="Where is it this? 50%, or a number (default: 50% of the score, 0 points).")
    ] = None,
    margin: Annotated[str | None, typer.Option(help="How near the target counts as there: 0.5pp, or a number.")] = None,
    alpha: Annotated[float, typer.Option(help="The chance of a false verdict.")] = 0.05,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    deals: Annotated[int, count("--deals", "Deals that every level is played on.")] = DEALS,
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
    """Turn a rule key through its levels on the same deals: the response curve, and the level that meets a target.

    Levels that change nothing but the final count, in a way that no player can see, are not played: the base's games
    are counted anew. With --blind that is done whatever the players could see.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats sweep ffg great_dragon.points=0..6 --metric gap --seed 1

      dhstats sweep ffg seats.second.points=-3..3 --blind --seed 1

      dhstats sweep ffg hand.size=3..7 great_dragon.hand_size=5,6,7 --metric turns --target 50 --seed 1

      dhstats sweep two setup.removed.two=8..20:4 --game dragonwood --metric dragons --seed 1

      dhstats sweep standard hand.size=5..8 --game dragon --metric longest_chain --seed 1
    """
    from dhstats.cli.rules.compare import player
    from dhstats.questions.shared.metrics import asked
    from dhstats.questions.sweeps import sweep as question
    from dhstats.questions.sweeps.knobs import knob
    from dhstats.questions.sweeps.words import answer
    from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match, seats
    from dhstats.simulate.plans.experiment import with_cards
    from dhstats.simulate.running.runner import as_begun

    ask, strategies = asked(metric, margin, alpha, game), players_of(game, strategies)
    knobs = [knob(each) for each in keys]
    named = None if target is None else _target(target, ask)
    plan = mirror_or_match("sweep", QUESTION, base, strategies, deals, game=game, seed=seed)
    plan = with_cards(plan, decks, pack)
    aim = question.default_target(ask, seats(plan)) if named is None else named
    request = Request(context, strategies=strategies)
    folder, resume = request.place(out, resume=resume)
    tweaks = question.tweaks_of(base, knobs)
    plan = as_begun(plan, folder / "base", seed, resume=resume)
    forecast = Forecast(json_target, 1 + len(tweaks) * (1 + adapt), at_most=True)
    bench = Bench(
        plan, folder, player(workers, cluster, budget(max_time, max_disk), forecast, resume=resume), blind, ask
    )
    question.check(bench, tweaks)
    said = warn_of_tweaks(bench, [tweak for _, tweak in tweaks])
    with step_bar("levels") as advance:
        watch = watching(advance, "level")
        adapted = (False, True) if adapt and bench.learns else (False,)
        sweeps = [question.play(bench, knobs, adapted=learnt, watch=watch) for learnt in adapted]
    told = noted(answer(bench, sweeps, aim), said, bench, [tweak for _, tweak in tweaks])
    origin = (
        f"base {base} ({bench.run.manifest.rules_hash[:12]}), seed {plan.seed}, players {', '.join(plan.strategies)}"
    )
    publish(bench.run, told, Target(folder, page, json_target, request.text(seed=plan.seed, deals=deals)), origin)


def watching(advance: Advance, one: str) -> Callable[[int, int], None]:
    """Shows which of several rule sets is being played."""
    return lambda done, planned: advance(done, planned, f"{one} {done + 1} of {planned}")


def _target(written: str, ask: Ask) -> float:
    """A target in the metric's unit; shares in percent."""
    shares = ask.metric.factor != 1.0
    found = re.fullmatch(r"(-?[0-9]*\.?[0-9]+)\s*(%)?", written.strip())
    if found is None or bool(found[2]) != shares:
        raise BadInput(f"--target: write {'a percentage, as 50%' if shares else 'a number, as 0'}, not {written!r}")
    return float(found[1]) / ask.metric.factor
