"""`dhstats compare`: rule tweaks against the base rules on the same deals."""

from __future__ import annotations

from pathlib import Path
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
from dhstats.cli.terminal.console import step_bar
from dhstats.errors import BadInput
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.shared.metrics import Ask
    from dhstats.questions.tweaks.tweaks import Bench, Play, Tweak
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.work.budget import Budget
    from dhstats.storage import Run

DEALS, MOST_DEALS = 50_000, 5_000_000
QUESTION = "What does a rule tweak change?"


def command(
    context: typer.Context,
    base: Annotated[
        str,
        typer.Argument(
            help="The base rules: a shipped rule set or a rule file.", metavar="BASE", autocompletion=completion.rules
        ),
    ],
    tweaks: Annotated[
        list[str],
        typer.Argument(
            help='Rule sets, or changes to the base: KEY=VALUE, several as "A=1 B=2".',
            metavar="TWEAK…",
            autocompletion=completion.changes,
        ),
    ],
    strategies: Players = None,
    adapt: Annotated[
        bool, typer.Option("--adapt", help="Besides fixed players, play experts who were trained for each tweak.")
    ] = False,
    blind: Annotated[
        bool, typer.Option("--blind", help="Players do not know of a tweak of the final count: games are counted anew.")
    ] = False,
    parts: Annotated[
        bool, typer.Option(help="Of a tweak of two to four keys play each alone as well, on at most 10,000 deals.")
    ] = True,
    metric: Metric = "score",
    margin: Annotated[
        str | None, typer.Option(help="What counts as no difference: 0.5pp, or a number (default: 0.5pp, 0.5 points).")
    ] = None,
    alpha: Annotated[float, typer.Option(help="The chance of a false verdict.")] = 0.05,
    until: Annotated[
        str | None, typer.Option(help='"decided": play until every tweak is known to be within the margin or not.')
    ] = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    deals: Annotated[
        int | None, count("--deals", "Deals that every rule set is played on; with --until the most of them.")
    ] = None,
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
    """Say what a rule tweak changes, by how much, and how sure that is.

    Experts are fixed as the base rules taught them; with --adapt they also learn each tweak. Tweaks of the final count
    that no player can see are not played: the base's games are counted anew, exactly.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats compare ffg great_dragon.points=6 --seed 1

      dhstats compare ffg kosmos "great_dragon.points=0 great_dragon.breaks_ties=false" --adapt --seed 1

      dhstats compare ffg hand.size=6 --metric turns --margin 1 --seed 1

      dhstats compare ffg kosmos deck=skula --until decided --margin 0.5pp --seed 1

      dhstats compare two end.full_rounds=true --game dragonwood --seed 1

      dhstats compare standard first_turn.limit=none --game dragon --metric kill --seed 1
    """
    from dhstats.questions.comparisons.changes import compared
    from dhstats.questions.shared.metrics import asked
    from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match, refuse_tables, tweak_of
    from dhstats.simulate.plans.experiment import with_cards
    from dhstats.simulate.running.runner import as_begun

    ask, strategies = asked(metric, margin, alpha, game), players_of(game, strategies)
    goal = _goal(until, ask, adapt=adapt, blind=blind)
    most = deals if deals is not None else MOST_DEALS if goal else DEALS
    plan = mirror_or_match("compare", QUESTION, base, strategies, most, game=game, seed=seed, until=goal)
    plan = with_cards(plan, decks, pack)
    request = Request(context, strategies=strategies, deals=most)
    folder, resume = request.place(out, resume=resume)
    plan = as_begun(plan, folder / "base", seed, resume=resume)
    limits = budget(max_time, max_disk)
    forecast = Forecast(json_target, 1 + len(tweaks) * (1 + adapt), at_most=True)
    bench = Bench(plan, folder, player(workers, cluster, limits, forecast, resume=resume), blind, ask)
    named = [tweak_of(base, text, plan.settings) for text in tweaks]
    bench.check(named)  # all are checked before any is played
    said = warn_of_tweaks(bench, named)
    if goal:
        refuse_tables(plan, "--until decided")
        told, first = _decided(bench, named, workers, cluster, limits, resume=resume, parts=parts)
    else:
        told, first = compared(bench, named, adapt=adapt, parts=parts), bench.run
    origin = f"base {base} ({first.manifest.rules_hash[:12]}), seed {plan.seed}, players {', '.join(plan.strategies)}"
    publish(
        first, noted(told, said, bench, named), Target(folder, page, json_target, request.text(seed=plan.seed)), origin
    )


def player(workers: int | None, cluster: str, limits: Budget, forecast: Forecast, *, resume: bool) -> Play:
    """How the runs of a comparison are played: with a progress bar each, and together within the limits."""

    def played(plan: Experiment, folder: Path) -> Run:
        from dhstats.cli.runs.simulate import play

        return play(
            plan, folder, workers=workers, cluster=cluster, resume=resume, limits=limits, forecast=forecast
        )  # fmt: skip

    return played


def _goal(until: str | None, ask: Ask, *, adapt: bool, blind: bool) -> str:
    """The goal of every run; BadInput for one that comparisons cannot have."""
    if until is None:
        return ""
    if until != "decided":
        raise BadInput(f'--until: a comparison can be played until "decided", not {until!r}')
    if ask.metric.name != "score" or adapt or blind:
        raise BadInput(
            "--until decided: judges the score of fixed players who play; leave out --metric, --adapt, --blind"
        )
    return f"decided within {100 * ask.margin:g}pp"


def _decided(
    bench: Bench, tweaks: list[Tweak], workers: int | None, cluster: str, limits: Budget, *, resume: bool, parts: bool
) -> tuple[Answer, Run]:  # fmt: skip
    """Plays base and tweaks in step until each is decided, then with `parts` the keys of a tweak of several alone."""
    from dhstats.cli.players.train import watching
    from dhstats.questions.comparisons.changes import decided
    from dhstats.questions.tweaks.stepping import Race
    from dhstats.questions.tweaks.tweaks import fixed, games_a_deal
    from dhstats.questions.verdicts.gauge import expected_text
    from dhstats.simulate.running.runner import prepare_run

    plans = {"base": fixed(bench.plan, bench.base_rules)} | {each.name: bench.plan_of(each) for each in tweaks}
    race = Race(games_a_deal(bench.plan), bench.ask.margin, bench.ask.alpha, len(tweaks))
    with step_bar("training") as advance:
        prepared = {
            name: prepare_run(plan, bench.folder / file_name(name), workers=workers, resume=resume,
                              watch=watching(advance))
            for name, plan in plans.items()
        }  # fmt: skip
    with step_bar("playing") as advance:
        runs = race.play(
            prepared, bench.folder, workers=workers, cluster=cluster, resume=resume, budget=limits,
            gauge=lambda seen: advance(
                seen.deals, int(min(seen.most, seen.deals + seen.ahead.blocks)),
                f"{seen.name}: {100 * seen.mean:+.2f} ± {100 * seen.half_width:.2f} points, "
                f"{expected_text(seen.ahead)}",
            ),
        )  # fmt: skip
    return decided(bench, tweaks, runs, race.rule, parts=parts), runs["base"]
