"""`dhstats sweep`: how a quantity answers to one rule key, or to two."""

from dataclasses import dataclass
from typing import Annotated

import typer

from dhstats.cli.answers.games import games_of, noted, warn_of_tweaks
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import BESIDE_BASE, Base, PlayedRuns, Players, Setup
from dhstats.cli.rules.judging import Judging
from dhstats.cli.terminal.console import parts_bar

DEALS = 20_000
QUESTION = "How does the game answer to a rule?"


@dataclass(frozen=True)
class Aiming(Judging):
    """The same, and where a quantity is to be."""

    margin: Annotated[
        str | None, typer.Option(help="How far from the target still counts as meeting it: 0.5pp, or a number.")
    ] = None
    target: Annotated[
        str | None,
        typer.Option(help="The target value of the metric: 50%, or a number (default: 50% of the score, 0 points)."),
    ] = None


def command(
    request: Request,
    base: Base,
    keys: Annotated[
        list[str],
        typer.Argument(
            help="One or two keys with their levels: KEY=0..6, KEY=0..12:2 or KEY=a,b,c.",
            metavar="KEY=LEVELS…",
            autocompletion=completion.settings,
        ),
    ],
    strategies: Players = None,
    adapt: Annotated[
        bool,
        typer.Option("--adapt", help="Also play with players trained for each level (with specialist: in seconds)."),
    ] = False,
    blind: Annotated[
        bool,
        typer.Option(
            "--blind", help="Players do not know about changes of the final count: one run serves all levels."
        ),
    ] = False,
    *,
    aiming: Annotated[Aiming, "metric target margin alpha"],
    setup: Annotated[Setup, BESIDE_BASE],
    deals: Annotated[int, count("--deals", "Number of deals for each level.")] = DEALS,
    playing: PlayedRuns,
) -> None:
    """Play every level of a rule key on the same deals: how a metric responds, and which level meets a target.

    A level that changes only the final count, in a way that no player can see, needs no new games: the base games are
    scored again. --blind does so even if players could see the change.

    Examples:

      dhstats sweep ffg great_dragon.points=0..6 --metric gap --seed 1

      dhstats sweep ffg seats.second.points=-3..3 --blind --seed 1

      dhstats sweep ffg hand.size=3..7 great_dragon.hand_size=5,6,7 --metric turns --target 50 --seed 1

      dhstats sweep two setup.removed.two=8..20:4 --game dragonwood --metric dragons --seed 1

      dhstats sweep standard hand.size=5..8 --game dragon --metric longest_chain --seed 1
    """
    from dhstats.questions.sweeps import sweep as question
    from dhstats.questions.sweeps.answer import answer
    from dhstats.questions.sweeps.sweep import knob
    from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match
    from dhstats.simulate.plans.experiment import seats

    ask, strategies = aiming.ask(setup.game, base), setup.players(strategies)
    knobs = [knob(each) for each in keys]
    named = None if aiming.target is None else question.target_of(aiming.target, ask)
    plan = mirror_or_match("sweep", QUESTION, base, strategies, deals, game=setup.game, seed=playing.seed)
    plan = setup.with_cards(plan)
    aim = question.default_target(ask, seats(plan)) if named is None else named
    levels = question.tweaks_of(base, knobs)
    tweaks = [tweak for _, tweak in levels]
    games = games_of(request.meaning(strategies=strategies), playing, 1 + len(tweaks) * (1 + adapt), at_most=True)
    plan = games.as_begun(plan, "base")
    bench = Bench(plan, games.folder, games.play, blind, ask)
    question.check(bench, levels)
    said = warn_of_tweaks(bench, tweaks)
    with parts_bar("levels", "level") as watch:
        adapted = (False, True) if adapt and bench.learns else (False,)
        sweeps = [question.play(bench, knobs, adapted=learnt, watch=watch) for learnt in adapted]
    told = noted(answer(bench, sweeps, aim), said, bench, tweaks)
    publish(games, plan, bench.run, told, deals=deals)
