"""`dhstats choose`: which of several rule sets is the best at a wish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from dhstats.cli.answers.cautions import noted, warn_of_tweaks
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Cluster, MaxDisk, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import GAME, Decks, Game, Pack, Players, players_of
from dhstats.cli.runs.report import Target, publish
from dhstats.cli.terminal.console import Console, step_bar
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.questions.tweaks.tweaks import Tweak

MOST_DEALS = 1_000_000
QUESTION = "Which rule set is to be played?"


def command(
    context: typer.Context,
    base: Annotated[
        str,
        typer.Argument(
            help="The base rules: a shipped rule set or a rule file.", metavar="BASE", autocompletion=completion.rules
        ),
    ],
    others: Annotated[
        list[str],
        typer.Argument(
            help="Others: rule sets, KEY=VALUE changes, or KEY=0..6 for each level.",
            metavar="OTHER…",
            autocompletion=completion.changes,
        ),
    ],
    wish: Annotated[str, typer.Option("--for", help="balanced (score nearest 50 %), highest or lowest.")] = "balanced",
    zone: Annotated[str, typer.Option(help="The indifference zone: how much worse the chosen one may be.")] = "0.2pp",
    alpha: Annotated[float, typer.Option(help="The chance of a wrong choice.")] = 0.05,
    strategies: Players = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    deals: Annotated[int, count("--deals", "The most deals that a rule set is played on.")] = MOST_DEALS,
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
    """Play rule sets in step on the same deals, drop those that cannot be the best, and stop when one is chosen.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats choose ffg seats.second.points=0..3 --seed 1

      dhstats choose ffg kosmos "seats.second.hand_size=6" deck=skula --for balanced --zone 0.5pp --seed 1

      dhstats choose two end.full_rounds=true end.last_round=false --game dragonwood --zone 0.5pp --seed 1
    """
    from dhstats.cli.players.train import watching
    from dhstats.questions.choices import choice as question
    from dhstats.questions.shared.metrics import asked
    from dhstats.questions.tweaks.tweaks import Bench, fixed, mirror_or_match, refuse_tables
    from dhstats.simulate.plans.experiment import with_cards
    from dhstats.simulate.running.runner import as_begun, prepare_run

    chosen = question.Wish(wish, asked("score", zone, alpha, option="--zone").margin, alpha)
    strategies, goal = players_of(game, strategies), f"decided within {zone}"
    plan = mirror_or_match("choose", QUESTION, base, strategies, deals, game=game, seed=seed, until=goal)
    plan = with_cards(plan, decks, pack)
    refuse_tables(plan, "choose")
    tweaks = [tweak for each in others for tweak in _rule_sets(base, each, plan.settings)]
    request = Request(context, strategies=strategies)
    folder, resume = request.place(out, resume=resume)
    plan = as_begun(plan, folder / file_name(base), seed, resume=resume)
    bench = Bench(plan, folder, _never)
    bench.check(tweaks)
    said = warn_of_tweaks(bench, tweaks)
    tweaks, same = question.different(bench, tweaks)
    Console(json_target).say(*same)
    plans = {base: fixed(plan, base)} | {each.name: bench.plan_of(each) for each in tweaks}
    with step_bar("training") as advance:
        prepared = {
            name: prepare_run(each, folder / file_name(name), workers=workers, resume=resume, watch=watching(advance))
            for name, each in plans.items()
        }
    with step_bar("playing") as advance:
        found = question.play(
            chosen, prepared, folder, workers=workers, cluster=cluster, resume=resume,
            budget=budget(max_time, max_disk),
            watch=lambda done, most, left: advance(done, most, f"{left} rule sets left"),
        )  # fmt: skip
    told = noted(question.answer(found), said, bench, tweaks)
    origin = f"base {base}, seed {plan.seed}, players {', '.join(plan.strategies)}"
    target = Target(folder, page, json_target, request.text(seed=plan.seed, deals=deals))
    publish(found.entries[0].run, told, target, origin)


def _rule_sets(base: str, written: str, cards: tuple[str, ...]) -> list[Tweak]:
    """One rule set, or one for each level of a key."""
    from dhstats.questions.sweeps.knobs import knob
    from dhstats.questions.sweeps.sweep import tweaks_of
    from dhstats.questions.tweaks.tweaks import tweak_of

    if ".." in written and "=" in written:
        return [tweak for _, tweak in tweaks_of(base, [knob(written)])]
    return [tweak_of(base, written, cards)]


def _never(*_: object) -> NoReturn:
    raise AssertionError("a choice plays its rule sets in step")
