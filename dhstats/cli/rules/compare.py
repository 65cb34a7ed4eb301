"""`dhstats compare`: rule tweaks against the base rules on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.games import Games, games_of, noted, warn_of_tweaks
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count, path
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import BESIDE_BASE, Base, PlayedRuns, Players, RunCode, Setup
from dhstats.cli.rules.judging import Judging
from dhstats.cli.terminal.console import step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.goals.goal import Goals
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.tweaks.tweaks import Bench, Tweak
    from dhstats.storage import Run

QUESTION = "What does a rule tweak change?"


def command(
    request: Request,
    base: Base,
    tweaks: Annotated[
        list[str],
        typer.Argument(
            help='Rule sets, or changes to the base: KEY=VALUE, or several as "A=1 B=2".',
            metavar="TWEAK…",
            autocompletion=completion.changes,
        ),
    ],
    strategies: Players = None,
    adapt: Annotated[
        bool,
        typer.Option("--adapt", help="Also play with players trained for each tweak (with specialist: in seconds)."),
    ] = False,
    blind: Annotated[
        bool,
        typer.Option(
            "--blind", help="Players do not know about tweaks of the final count: the base games are scored again."
        ),
    ] = False,
    parts: Annotated[
        bool, typer.Option(help="Also play each key of a tweak of two to four keys alone, on at most 10,000 deals.")
    ] = True,
    *,
    judging: Judging,
    until: Annotated[
        str | None, typer.Option(help='"decided": play until every tweak is known to be inside or outside the margin.')
    ] = None,
    goals: Annotated[
        Path | None,
        typer.Option(
            help="Also say which goals of a goals file (TOML) each rule set meets.", metavar="FILE", parser=path
        ),
    ] = None,
    run_code: RunCode = False,
    setup: Annotated[Setup, BESIDE_BASE],
    deals: Annotated[
        int | None, count("--deals", "Number of deals for each rule set; with --until the maximum.")
    ] = None,
    playing: PlayedRuns,
) -> None:
    """Compare rule tweaks with the base rules: what each changes, by how much, and how certain that is.

    The expert was trained under the base rules; --adapt also plays experts trained for each tweak. A tweak of the
    final count that no player can see needs no new games: the base games are scored again, exactly.

    Examples:

      dhstats compare ffg great_dragon.points=6 --seed 1

      dhstats compare ffg kosmos "great_dragon.points=0 great_dragon.breaks_ties=false" --adapt --seed 1

      dhstats compare ffg hand.size=6 --metric turns --margin 1 --seed 1

      dhstats compare ffg kosmos hand.size=4 --goals simulations/goals/dragonheart.toml --seed 1

      dhstats compare ffg kosmos deck=skula --until decided --margin 0.5pp --seed 1

      dhstats compare two end.full_rounds=true --game dragonwood --seed 1

      dhstats compare standard first_turn.limit=none --game dragon --metric kill --seed 1
    """
    from dhstats.questions.comparisons.changes import DEALS, MOST_DEALS, compared, stopping_rule_of
    from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match, refuse_tables, tweak_of

    ask, strategies = judging.ask(setup.game, base), setup.players(strategies)
    rule = stopping_rule_of(until, ask, adapt=adapt, blind=blind)
    most = deals if deals is not None else MOST_DEALS if rule else DEALS
    plan = mirror_or_match("compare", QUESTION, base, strategies, most, game=setup.game, seed=playing.seed, until=rule)
    plan = setup.with_cards(plan)
    request = request.meaning(strategies=strategies, deals=most)
    games = games_of(request, playing, 1 + len(tweaks) * (1 + adapt), at_most=True)
    bench = Bench(games.as_begun(plan, "base"), games.folder, games.play, blind, ask)
    named = [tweak_of(base, text, bench.plan.settings) for text in tweaks]
    bench.check(named)  # all are checked before any is played
    wanted = _goals(goals, rule)
    said = warn_of_tweaks(bench, named)
    if rule:
        refuse_tables(bench.plan, "--until decided")
        told, first = _decided(bench, named, games, parts=parts)
    else:
        told, first = compared(bench, named, adapt=adapt, parts=parts), bench.run
    told = noted(told, said, bench, named)
    publish(games, bench.plan, first, told, beside=_beside(wanted, bench, named, adapt=adapt))


def _goals(file: Path | None, rule: str) -> Goals | None:
    """The goals of a file; BadInput where rule sets are played on different numbers of deals."""
    if file is None:
        return None
    if rule:
        raise BadInput("--goals: rule sets that are played until they are decided have different deals; leave one out")
    from dhstats.questions.goals.goal import read

    return read(file)


def _beside(goals: Goals | None, bench: Bench, tweaks: list[Tweak], *, adapt: bool) -> tuple[Answer, ...]:
    """Which goals base and tweaks meet; of tweaks whose players learnt anew in these players' hands."""
    if goals is None:
        return ()
    from dhstats.questions.goals import answers

    learnt = adapt and bench.learns
    played = {bench.plan.rules: bench.sums}
    for tweak in tweaks:
        found = bench.compared(tweak, adapt=adapt)[-1]
        played[found.tweak] = bench.under(tweak, adapted=learnt, name=found.tweak)
    return (answers.answer_of_changes(goals, played),)


def _decided(bench: Bench, tweaks: list[Tweak], games: Games, *, parts: bool) -> tuple[Answer, Run]:
    """Plays base and tweaks in step until each is decided, then with `parts` the keys of a tweak of several alone."""
    from dhstats.questions.comparisons.changes import decided, race_of

    race, plans = race_of(bench, tweaks)
    prepared = games.prepare(plans)
    with step_bar("playing") as advance:
        runs = race.play(
            prepared, bench.folder, **games.means, gauge=lambda seen: advance(seen.deals, seen.expected, seen.text)
        )
    return decided(bench, tweaks, runs, race.rule, parts=parts), runs["base"]
