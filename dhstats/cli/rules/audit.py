"""`dhstats audit`: which unclear sentences of the rulebook matter."""

from typing import Annotated

import typer

from dhstats.cli.answers.games import games_of, noted, warn_of_tweaks
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import BESIDE_BASE, PlayedRuns, Players, Setup
from dhstats.cli.rules.judging import Judging
from dhstats.cli.terminal.console import parts_bar

DEALS = 50_000
QUESTION = "Which unclear sentences of the rulebook matter?"


def command(
    request: Request,
    base: Annotated[
        str | None,
        typer.Argument(
            help="The base rules (default: the game's usual rules).",
            metavar="[BASE]",
            show_default=False,
            autocompletion=completion.rules,
        ),
    ] = None,
    strategies: Players = None,
    adapt: Annotated[bool, typer.Option("--adapt", help="Also play with experts trained for each reading.")] = False,
    *,
    judging: Annotated[
        Judging, "metric margin alpha", ("alpha", "The chance of any false verdict, over all readings together.")
    ],
    setup: Annotated[Setup, BESIDE_BASE],
    deals: Annotated[int, count("--deals", "Number of deals for each reading.")] = DEALS,
    playing: PlayedRuns,
) -> None:
    """Play every plausible reading of the rulebook, and say which readings matter and which provably do not.

    Examples:

      dhstats audit --seed 1

      dhstats audit kosmos --deals 200000 --adapt --seed 1

      dhstats audit --metric turns --margin 1 --seed 1

      dhstats audit --game dragonwood --seed 1

      dhstats audit --game dragon --metric kill --seed 1
    """
    from dhstats.questions.choices import audit as question
    from dhstats.questions.tweaks.rule_changes import with_rules
    from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match

    base, strategies = setup.rule_set if base is None else base, setup.players(strategies)
    ask = judging.ask(setup.game, base)
    plan = mirror_or_match("audit", QUESTION, base, strategies, deals, game=setup.game, seed=playing.seed)
    games = games_of(request.meaning(base=base, strategies=strategies), playing)
    plan = games.as_begun(setup.with_cards(plan), "base")
    bench = Bench(plan, games.folder, games.play, ask=ask)
    bench.check([reading.tweak for reading in question.readings(bench)])
    said = warn_of_tweaks(bench, ())
    with parts_bar("readings", "reading") as watch:
        found = question.play(bench, adapt=adapt, watch=watch)
    tweaks = {reading.tweak.name: (reading.bench, reading.tweak) for reading, _ in found}
    told = noted(with_rules(question.answer(bench, found), tuple(tweaks.values())), said)
    publish(games, plan, bench.run, told, deals=deals)
