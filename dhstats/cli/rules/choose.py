"""`dhstats choose`: which of several rule sets is the best at a wish."""

from typing import Annotated

import typer

from dhstats.cli.answers.games import games_of, noted, warn_of_tweaks
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import BESIDE_BASE, Base, PlayedRuns, Players, Setup
from dhstats.cli.terminal.console import Console, step_bar
from dhstats.quoting import file_name

MOST_DEALS = 1_000_000
QUESTION = "Which rule set is to be played?"


def command(
    request: Request,
    base: Base,
    others: Annotated[
        list[str],
        typer.Argument(
            help="Alternatives: rule sets, KEY=VALUE changes, or KEY=0..6 for each level.",
            metavar="OTHER…",
            autocompletion=completion.changes,
        ),
    ],
    wish: Annotated[
        str,
        typer.Option("--for", help="What is best: balanced (first player's score nearest 50 %), highest or lowest."),
    ] = "balanced",
    zone: Annotated[
        str, typer.Option(help="The indifference zone: how much worse than the best the chosen rule set may be.")
    ] = "0.2pp",
    alpha: Annotated[float, typer.Option(help="The chance of a wrong choice.")] = 0.05,
    strategies: Players = None,
    *,
    setup: Annotated[Setup, BESIDE_BASE],
    deals: Annotated[int, count("--deals", "Maximum number of deals for each rule set.")] = MOST_DEALS,
    playing: PlayedRuns,
) -> None:
    """Choose the best of several rule sets: they play the same deals, and those that cannot be the best drop out early.

    Examples:

      dhstats choose ffg seats.second.points=0..3 --seed 1

      dhstats choose ffg kosmos "seats.second.hand_size=6" deck=skula --for balanced --zone 0.5pp --seed 1

      dhstats choose two end.full_rounds=true end.last_round=false --game dragonwood --zone 0.5pp --seed 1
    """
    from dhstats.questions.choices import choice as question
    from dhstats.questions.shared.metrics import asked
    from dhstats.questions.sweeps.sweep import rule_sets_of
    from dhstats.questions.tweaks.rule_changes import clauses
    from dhstats.questions.tweaks.tweaks import Bench, fixed, mirror_or_match, refuse_tables

    chosen = question.Wish(wish, asked("score", zone, alpha, option="--zone").margin, alpha)
    strategies, rule = setup.players(strategies), f"decided within {zone}"
    plan = mirror_or_match("choose", QUESTION, base, strategies, deals, game=setup.game, seed=playing.seed, until=rule)
    plan = setup.with_cards(plan)
    refuse_tables(plan, "choose")
    tweaks = [tweak for each in others for tweak in rule_sets_of(base, each, plan.settings)]
    games = games_of(request.meaning(strategies=strategies), playing)
    plan = games.as_begun(plan, file_name(base))
    bench = Bench(plan, games.folder, games.play)
    bench.check(tweaks)
    said = warn_of_tweaks(bench, tweaks)
    tweaks, same = question.different(bench, tweaks)
    Console(playing.json_target).say(*same)
    prepared = games.prepare({base: fixed(plan, base)} | {each.name: bench.plan_of(each) for each in tweaks})
    with step_bar("playing") as advance:
        found = question.play(
            chosen, prepared, games.folder, **games.means,
            watch=lambda done, most, left: advance(done, most, f"{left} rule sets left"),
        )  # fmt: skip
    told = noted(question.answer(found, clauses(bench, tweaks)), said, bench, tweaks)
    publish(games, plan, found.base, told, deals=deals)
