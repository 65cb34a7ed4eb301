"""`dhstats plays`: what kinds of plays and single cards are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.console import Console, step_bar, write_text
from dhstats.errors import BadInput

STATES, PARENTS = 2_000, 20_000


def command(
    strategies: Annotated[str, typer.Option(help="One strategy, against itself.")] = "expert",
    game: Annotated[str, typer.Option(help="The game: dragonheart.")] = "dragonheart",
    rules: Annotated[str, typer.Option(help="A shipped rule set or a rule file.")] = "ffg",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a rule: KEY=VALUE, as often as you like.")
    ] = None,
    states: Annotated[int, typer.Option(help="States whose every legal move is played on; one a game.")] = STATES,
    continuations: Annotated[int, typer.Option(help="How often each of them is played on.")] = 20,
    deals: Annotated[int, typer.Option(help="Deals whose opening hands are looked at.")] = PARENTS,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal games.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run folder (default: data/plays-...).")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page (default: reports/NAME.html).")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Threads (default: one a processor).")] = None,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The page's numbers as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Say what kinds of plays are worth, by playing every legal move on, and what cards are worth in the opening hand.

    Examples:

      dhstats plays --seed 1

      dhstats plays --strategies dragon_hunter --states 5000 --rules kosmos --seed 1
    """
    from dhstats.cli.simulate import play
    from dhstats.cli.train import watching
    from dhstats.questions import plays as question
    from dhstats.report.writing import write_answers
    from dhstats.simulate.experiment import Experiment, checked
    from dhstats.simulate.forks import look_into

    _check("states", states, 20, 10**6)
    _check("continuations", continuations, 2, 10**4)
    _check("deals", deals, 20, 10**7)
    if "," in strategies:
        raise BadInput(f"--strategies: one, against itself, not {strategies!r}")
    name, asked = f"plays-{game}-{Path(rules).stem}", "What is a play worth?"
    plan = Experiment(
        name, asked, game, rules, tuple(settings or ()), (strategies,), games=2 * deals, seed=seed, moves="none"
    )  # fmt: skip
    plan = checked(plan, "plays").with_seed()
    folder = out or Path("data") / plan.name
    run = play(plan, folder, workers=workers, resume=False)
    with step_bar("training") as train, step_bar("playing on") as advance:
        company, looked = look_into(
            plan, states, continuations, workers=workers, watch_training=watching(train),
            watch=lambda seen: advance(seen.deals, seen.most, "states"),
        )  # fmt: skip
    told = question.answer(company.title, looked, question.values_of_cards(company, run), run.manifest.design.deals)
    path = output or Path("reports") / f"{folder.resolve().name}.html"
    report = write_answers(run, (told,), path)
    if json_target:
        write_text(json_target, report.json_text)
    console = Console(json_target)
    console.say(*(f"• {finding.text}" for finding in told.findings), "")
    console.say(f"rules {rules} ({run.manifest.rules_hash[:12]}), seed {plan.seed}, players {strategies}")
    console.say(f"run folder: {folder}", f"report: {path}")


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadInput(f"--{name}: must be from {least:,} to {most:,}, not {value:,}")
