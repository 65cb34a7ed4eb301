"""`dhstats compare`: rule tweaks against the base rules on the same deals."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.console import Console, write_text
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.comparison import Comparison
    from dhstats.simulate.experiment import Experiment
    from dhstats.storage import Run

DEALS = 50_000


def command(
    base: Annotated[str, typer.Argument(help="The base rules: a shipped rule set or a rule file.", metavar="BASE")],
    tweaks: Annotated[
        list[str],
        typer.Argument(help='Rule sets, or changes to the base: KEY=VALUE, several as "A=1 B=2".', metavar="TWEAK…"),
    ],
    strategies: Annotated[str, typer.Option(help="A: mirror, or A,B: a match.")] = "expert",
    adapt: Annotated[
        bool, typer.Option("--adapt", help="Besides fixed players, play experts who were trained for each tweak.")
    ] = False,
    game: Annotated[str, typer.Option(help="The game: dragonheart.")] = "dragonheart",
    deals: Annotated[int, typer.Option(help="Deals that every rule set is played on.")] = DEALS,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal games.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the runs (default: data/compare-...).")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page (default: reports/NAME.html).")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Threads (default: one a processor).")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a comparison that was stopped.")] = False,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The numbers as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Say what a rule tweak changes, by how much, and how sure that is.

    Experts are fixed as the base rules taught them; with --adapt they also learn each tweak.

    Examples:

      dhstats compare ffg great_dragon.points=6 --seed 1

      dhstats compare ffg kosmos "great_dragon.points=0 great_dragon.breaks_ties=false" --adapt --seed 1
    """
    from dhstats.games import catalogue
    from dhstats.questions import comparison
    from dhstats.report.writing import write_answers

    plan = _plan(base, strategies, deals, game=game, seed=seed)
    for rules, settings in ((base, ()), *(_rules(base, tweak) for tweak in tweaks)):
        catalogue.load(game).load_rules(rules, settings)  # all are checked before any is played
    folder = out or Path("data") / plan.name
    console = Console(json_target)
    ran = _Runs(folder, workers, resume=resume)
    first = ran.play(replace(plan, strategies=_fixed(plan, base)), "base")
    found = [each for tweak in tweaks for each in _compared(ran, plan, base, tweak, first, adapt=adapt)]
    told = comparison.answer(first, found)
    path = output or Path("reports") / f"{folder.resolve().name}.html"
    report = write_answers(first, (told,), path)
    if json_target:
        write_text(json_target, report.json_text)
    console.say(*(f"• {finding.text}" for finding in told.findings), "")
    console.say(
        f"base {base} ({first.manifest.rules_hash[:12]}), seed {plan.seed}, players {', '.join(plan.strategies)}"
    )
    console.say(f"runs: {folder}", f"report: {path}")


class _Runs:
    """Plays the runs of a comparison into one folder."""

    def __init__(self, folder: Path, workers: int | None, *, resume: bool) -> None:
        self._folder, self._workers, self._resume = folder, workers, resume

    def play(self, plan: Experiment, name: str) -> Run:
        """A run under its name."""
        from dhstats.cli.simulate import play

        return play(plan, self._folder / name, workers=self._workers, resume=self._resume)


def _compared(
    ran: _Runs, plan: Experiment, base: str, tweak: str, first: Run, *, adapt: bool
) -> list[Comparison]:  # fmt: skip
    """A tweak with fixed players, and with adapted ones if asked."""
    from dhstats.questions.comparison import compare, hurts

    rules, settings = _rules(base, tweak)
    there = replace(plan, rules=rules, settings=settings)
    kinds = {tweak: _fixed(plan, base)}
    if adapt and "expert" in plan.strategies:
        kinds = {f"{tweak}, fixed players": kinds[tweak], f"{tweak}, adapted players": plan.strategies}
    found = []
    for name, players in kinds.items():
        played = replace(there, strategies=players)
        run = ran.play(played, _folder(name))
        result = compare(first, run, name)
        if hurts(result):
            assert plan.seed is not None  # drawn by `_plan`
            other = ran.play(replace(played, seed=(plan.seed + 1) % 2**64), _folder(f"{name}-independent"))
            result = compare(first, other, name)
        found.append(result)
    return found


def _rules(base: str, tweak: str) -> tuple[str, tuple[str, ...]]:
    """A tweak as rules and settings: another rule set, or changes to the base."""
    return (base, tuple(tweak.split())) if "=" in tweak else (tweak, ())


def _fixed(plan: Experiment, base: str) -> tuple[str, ...]:
    """The players as the base rules taught them."""
    return tuple(f"expert@{base}" if name == "expert" else name for name in plan.strategies)


def _folder(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.=-]+", "_", name)[:100]


def _plan(base: str, strategies: str, deals: int, *, game: str, seed: int | None) -> Experiment:
    """The games of every rule set; BadInput for players or deals that cannot be."""
    from dhstats.simulate.designs import design, round_robin
    from dhstats.simulate.experiment import Experiment, checked

    names = tuple(dict.fromkeys(name.strip() for name in strategies.split(",") if name.strip()))
    if len(names) not in (1, 2):
        raise BadInput(f"--strategies: one for a mirror or two for a match, not {strategies!r}")
    if not 2 <= deals <= 10**8:
        raise BadInput(f"--deals: must be from 2 to 100,000,000, not {deals:,}")
    kind = "seat" if len(names) == 1 else "quartet"
    arms = len(design(kind, round_robin(names), 1).arms)
    plan = Experiment(
        f"compare-{Path(base).stem}", "What does the tweak change?", game, base, (), names, design=kind,
        games=deals * arms, seed=seed, moves="none",
    )  # fmt: skip
    return checked(plan, "compare").with_seed()
