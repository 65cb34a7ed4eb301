"""`dhstats audit`: which unclear sentences of the rulebook matter."""

from __future__ import annotations

from typing import Annotated

import typer

from dhstats.cli.answers.cautions import noted, warn_of_tweaks
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Cluster, Forecast, MaxDisk, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import GAME, Decks, Game, Metric, Pack, Players, players_of, rules_of
from dhstats.cli.runs.report import Target, publish
from dhstats.cli.terminal.console import step_bar

DEALS = 50_000
QUESTION = "Which unclear sentences of the rulebook matter?"


def command(
    context: typer.Context,
    base: Annotated[
        str | None,
        typer.Argument(
            help="The base rules (default: the game's usual ones).",
            metavar="[BASE]",
            show_default=False,
            autocompletion=completion.rules,
        ),
    ] = None,
    strategies: Players = None,
    adapt: Annotated[
        bool, typer.Option("--adapt", help="Besides fixed players, play experts who were trained for each reading.")
    ] = False,
    metric: Metric = "score",
    margin: Annotated[
        str | None, typer.Option(help="What counts as no difference: 0.5pp, or a number (default: 0.5pp, 0.5 points).")
    ] = None,
    alpha: Annotated[float, typer.Option(help="The chance of a false verdict, over all readings together.")] = 0.05,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    deals: Annotated[int, count("--deals", "Deals that every reading is played on.")] = DEALS,
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
    """Play every reading of the rulebook that can be defended, and say which ones matter and which provably do not.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats audit --seed 1

      dhstats audit kosmos --deals 200000 --adapt --seed 1

      dhstats audit --metric turns --margin 1 --seed 1

      dhstats audit --game dragonwood --seed 1

      dhstats audit --game dragon --metric kill --seed 1
    """
    from dhstats.cli.rules.compare import player
    from dhstats.cli.rules.sweep import watching
    from dhstats.questions.choices import audit as question
    from dhstats.questions.shared.metrics import asked
    from dhstats.questions.tweaks.rule_changes import with_rules
    from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match
    from dhstats.simulate.plans.experiment import with_cards
    from dhstats.simulate.running.runner import as_begun

    ask = asked(metric, margin, alpha, game)
    base, strategies = rules_of(game, base), players_of(game, strategies)
    plan = mirror_or_match("audit", QUESTION, base, strategies, deals, game=game, seed=seed)
    plan = with_cards(plan, decks, pack)
    request = Request(context, base=base, strategies=strategies)
    folder, resume = request.place(out, resume=resume)
    plan = as_begun(plan, folder / "base", seed, resume=resume)
    forecast = Forecast(json_target)
    bench = Bench(plan, folder, player(workers, cluster, budget(max_time, max_disk), forecast, resume=resume), ask=ask)
    bench.check([reading.tweak for reading in question.readings(bench)])
    said = warn_of_tweaks(bench, ())
    with step_bar("readings") as advance:
        found = question.play(bench, adapt=adapt, watch=watching(advance, "reading"))
    tweaks = {reading.tweak.name: (reading.bench, reading.tweak) for reading, _ in found}
    told = noted(with_rules(question.answer(bench, found), tuple(tweaks.values())), said)
    origin = (
        f"base {base} ({bench.run.manifest.rules_hash[:12]}), seed {plan.seed}, players {', '.join(plan.strategies)}"
    )
    publish(bench.run, told, Target(folder, page, json_target, request.text(seed=plan.seed, deals=deals)), origin)
