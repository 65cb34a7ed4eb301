"""`dhstats simulate`: play games, write a run folder."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.console import Console, progress_bar, step_bar, write_json
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.experiment import Experiment
    from dhstats.storage import Run


def command(
    experiment: Annotated[
        Path | None,
        typer.Argument(help="An experiment file (TOML); flags change what it says.", metavar="[FILE]"),
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game: dragonheart.")] = None,
    rules: Annotated[str | None, typer.Option(help="A shipped rule set or a rule file (default: ffg).")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a rule: KEY=VALUE, as often as you like.")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            help="A,B (default: expert): names, bots.py:function, or files. One: mirror; three or more: all with all."
        ),
    ] = None,
    design: Annotated[
        str | None, typer.Option(help="seat (who begins is swapped), strength, quartet, single, league or crossed.")
    ] = None,
    games: Annotated[int | None, typer.Option(help="How many games (rounded up to whole deals).")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Equal seeds give equal games; without one a fresh one is drawn.")
    ] = None,
    moves: Annotated[
        str | None, typer.Option(help="Which turns to log: all, none or sample:K (every K-th deal).")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(help='Stop once this is known: "balanced within 0.5pp", "half-width 0.2pp", "better by 1pp".'),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The run folder (default: data/NAME).")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Threads (default: one a processor); rows do not depend on it.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")] = False,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The manifest as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Play games and write them to a run folder, every move of them.

    Examples:

      dhstats simulate --strategies greedy --games 200000 --seed 1

      dhstats simulate --strategies cautious,denier --design strength --games 50000 --seed 1

      dhstats simulate simulations/first_player.toml --set great_dragon.points=4 --out data/four_points

      dhstats simulate --strategies mybots.py:patient,greedy --rules kosmos --seed 7

      dhstats simulate --until "balanced within 0.5pp" --moves none --seed 1

      dhstats simulate --strategies cautious,denier --design strength --until "better by 1pp" --seed 1
    """
    changes = {
        "game": game,
        "rules": rules,
        "design": design,
        "games": games,
        "seed": seed,
        "moves": moves,
        "until": until,
    }
    plan = _experiment(experiment, {k: v for k, v in changes.items() if v is not None}, strategies, settings or [])
    console = Console(json_target)
    run = play(plan, out or Path("data") / plan.name, workers=workers, resume=resume)
    describe(run, console)
    if plan.until:
        _settled(run, console)
    if json_target:
        from dataclasses import asdict

        write_json(json_target, asdict(run.manifest))


def _experiment(file: Path | None, changes: dict[str, Any], strategies: str | None, settings: list[str]) -> Experiment:
    """The experiment of the file, changed by the flags."""
    from dhstats.simulate.experiment import Experiment, checked, from_file
    from dhstats.simulate.goals import MOST_GAMES, goal

    plan = from_file(file) if file else Experiment(name="")
    if changes.get("until") and "games" not in changes and file is None:
        changes["games"] = MOST_GAMES
    plan = replace(plan, **changes, settings=(*plan.settings, *settings))
    if strategies is not None:
        names = tuple(name.strip() for name in strategies.split(",") if name.strip())
        plan = replace(plan, strategies=names, matchups=())
    if plan.until and goal(plan.until).kind == "decided":
        raise BadInput('--until: "decided" belongs to `dhstats compare`, which plays base and tweaks together')
    plan = checked(plan, "simulate").with_seed()
    return plan if plan.name else replace(plan, name=_name(plan))


def _name(plan: Experiment) -> str:
    """A folder name that says what was played."""
    words = [plan.game, Path(plan.rules).stem, *plan.settings, *plan.strategies, f"seed{plan.seed}"]
    return re.sub(r"[^A-Za-z0-9_.=-]+", "_", "-".join(words))[:120]


def play(plan: Experiment, out: Path, *, workers: int | None, resume: bool) -> Run:
    """Simulates with a progress bar."""
    from dhstats.cli.train import watching
    from dhstats.questions.sequential import play_until
    from dhstats.simulate.runner import prepare_run

    with step_bar("training") as advance:
        prepared = prepare_run(plan, out, workers=workers, resume=resume, watch=watching(advance))
    if not plan.until:
        with progress_bar("playing") as watch:
            return play_until(prepared, out, workers=workers, resume=resume, watch=watch)
    with step_bar("playing") as advance:
        return play_until(
            prepared, out, workers=workers, resume=resume,
            gauge=lambda seen: advance(seen.deals, seen.expected, seen.text),
        )  # fmt: skip


def _settled(run: Run, console: Console) -> None:
    """Says what a run with a goal found out."""
    from dhstats.queries.counts import counting
    from dhstats.questions.sequential import ending, sentence

    with counting(run) as counts:
        found = ending(counts)
    assert found is not None  # the run has a goal
    console.say(sentence(found))


def describe(run: Run, console: Console) -> None:
    """Says what was played and where it is."""
    manifest = run.manifest
    pairs = ", ".join(f"{a}–{b}" for a, b in manifest.matchups)
    console.say(
        f"{manifest.games:,} games in {manifest.design.deals:,} deals ({manifest.design.kind} design): {pairs}",
        f"rules {manifest.rules_name} ({manifest.rules_hash[:12]}), deck {manifest.rules.get('deck', '–')}, "
        f"seed {manifest.seed}",
        f"run folder: {run.folder}",
    )
