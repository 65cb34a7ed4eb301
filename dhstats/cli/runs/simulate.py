"""`dhstats simulate`: play games, write a run folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Cluster, Forecast, MaxDisk, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Out, Resume
from dhstats.cli.options.setup import Decks, OtherGame, Pack, Rules, Settings
from dhstats.cli.terminal.console import Console, progress_bar, step_bar, write_json
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.running.playing import Progress
    from dhstats.simulate.tables.shards import Digest
    from dhstats.simulate.work.budget import Budget
    from dhstats.storage import Manifest, Run


def command(
    context: typer.Context,
    experiment: Annotated[
        Path | None,
        typer.Argument(help="An experiment file (TOML); flags change what it says.", metavar="[FILE]"),
    ] = None,
    game: OtherGame = None,
    rules: Rules = None,
    settings: Settings = None,
    decks: Decks = None,
    pack: Pack = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.strategies,
            help="A,B: names, bots.py:function, or files (default: the game's best player that comes along). One:"
            " mirror; three or more: all with all. At a table of three or four: A,B is A against a field of B, or name"
            " all.",
        ),
    ] = None,
    design: Annotated[
        str | None, typer.Option(help="seat (who begins is swapped), strength, quartet, single, league or crossed.")
    ] = None,
    games: Annotated[int | None, count("--games", "How many games (rounded up to whole deals).")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Equal seeds give equal games; without one a fresh one is drawn.")
    ] = None,
    moves: Annotated[
        str | None, typer.Option(help="Which turns to log: all, none or sample:K (every K-th deal).")
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(help="With --moves none: games (default), or only exact totals of them, for runs of billions."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help='Stop once this is known: "balanced within 0.5pp", "proved balanced within 1pp" (as `certify` asks),'
            ' "half-width 0.2pp", "better by 1pp".'
        ),
    ] = None,
    out: Out = None,
    workers: Workers = None,
    cluster: Cluster = "",
    max_time: MaxTime = None,
    max_disk: MaxDisk = None,
    nice: Nice = False,
    resume: Resume = False,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The manifest as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Play games and write them to a run folder, every move of them.

    However it ends, killed or out of disk, whole shards are kept, and --resume goes on to the same bytes.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats simulate --strategies greedy --games 200000 --seed 1

      dhstats simulate --strategies cautious,denier --design strength --games 50000 --seed 1

      dhstats simulate simulations/first_player.toml --set great_dragon.points=4 --out data/four_points

      dhstats simulate --strategies mybots.py:careful,greedy --rules kosmos --seed 7

      dhstats simulate --strategies greedy --games 1000000000 --moves none --keep totals --seed 1

      dhstats simulate --games 10000000 --seed 1 --out data/big --max-time 8h --max-disk 20GB --nice

      dhstats simulate --games 100000000 --seed 1 --out s3://bucket/run --cluster tcp://scheduler:8786

      dhstats simulate --games 1000000 --seed 1 --out data/run --cluster local:4

      dhstats simulate --game dragonwood --strategies dragon_hunter,balanced --set spell.allowed=true --seed 1

      dhstats simulate --game dragonwood --rules four --strategies expert --games 30000 --seed 1

      dhstats simulate --game dragon --strategies killer,controller --design quartet --set decks.first=mixed --seed 1

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
        "keep": keep,
        "until": until,
    }
    from dhstats.simulate.plans.experiment import with_cards
    from dhstats.simulate.running.runner import as_begun

    plan = _experiment(experiment, {k: v for k, v in changes.items() if v is not None}, strategies, settings or [])
    plan = warn_of(with_cards(plan, decks, pack))
    request = Request(context, rules=plan.rules)
    named = plan.folder if plan.name and request.only("experiment") else None  # by its file, as that stands
    if out or named:  # else the folder's name says the seed, which then has to be given
        plan = as_begun(plan, out or plan.folder, plan.seed, resume=resume or not out)
    plan = plan.with_seed()
    plan = plan if plan.name else replace(plan, name=_name(plan))
    folder, resume = Request(context, rules=plan.rules, seed=plan.seed).place(out or named, resume=resume or not out)
    limits = budget(max_time, max_disk)
    console, forecast = Console(json_target), Forecast(json_target, at_most=bool(plan.until))
    run = play(
        plan, folder, workers=workers, cluster=cluster, resume=resume, limits=limits, forecast=forecast
    )  # fmt: skip
    describe(run, console)
    if plan.until:
        _settled(run, console)
    if json_target:
        write_json(json_target, run.manifest.values())


def _experiment(file: Path | None, changes: dict[str, Any], strategies: str | None, settings: list[str]) -> Experiment:
    """The experiment of the file, changed by the flags."""
    from dhstats.simulate.plans.experiment import Experiment, checked, from_file
    from dhstats.simulate.plans.goals import MOST_GAMES, goal

    plan = from_file(file) if file else Experiment(name="")
    if changes.get("game", plan.game) != plan.game:  # rules and players of another game are none of this one
        changes = {"rules": "", "strategies": (), "matchups": ()} | changes
    if changes.get("until") and "games" not in changes and file is None:
        changes["games"] = MOST_GAMES
    plan = replace(plan, **changes, settings=(*plan.settings, *settings))
    if strategies is not None:
        names = tuple(name.strip() for name in strategies.split(",") if name.strip())
        if not names:
            raise BadInput(f"--strategies: name at least one, not {strategies!r}")
        plan = replace(plan, strategies=names, matchups=())
    if plan.until and goal(plan.until).kind == "decided":
        raise BadInput('--until: "decided" belongs to `dhstats compare`, which plays base and tweaks together')
    return checked(plan, "simulate")


def _name(plan: Experiment) -> str:
    """A folder name that says what was played."""
    words = [plan.game, Path(plan.rules).stem, *plan.settings, *plan.strategies, f"seed{plan.seed}"]
    return re.sub(r"[^A-Za-z0-9_.=-]+", "_", "-".join(words))[:120]


def play(
    plan: Experiment, out: Path, *, workers: int | None, cluster: str = "", resume: bool,
    limits: Budget | None = None, forecast: Forecast | None = None,
) -> Run:  # fmt: skip
    """Simulates with a progress bar, and a word before it takes long."""
    from dhstats.cli.players.train import watching
    from dhstats.simulate.running.runner import play_prepared, prepare_run

    with step_bar("training") as advance:
        prepared = prepare_run(plan, out, workers=workers, resume=resume, watch=watching(advance))
    if not plan.until:
        with progress_bar("playing") as show:
            return play_prepared(
                prepared, out, workers=workers, cluster=cluster, resume=resume, watch=announcing(forecast, out, show),
                budget=limits, digest=_digest(prepared.manifest),
            )  # fmt: skip
    from dhstats.questions.verdicts.sequential import play_until  # statistics take half a second to load

    with step_bar("playing") as advance:
        return play_until(
            prepared, out, workers=workers, cluster=cluster, resume=resume, watch=announcing(forecast, out),
            budget=limits, gauge=lambda seen: advance(seen.deals, seen.expected, seen.text),
        )  # fmt: skip


def _digest(manifest: Manifest) -> Digest | None:
    """What counts the games of a run that keeps totals alone."""
    if manifest.keep != "totals":
        return None
    from dhstats.queries.totals import Totals

    return Totals.of(manifest)


def announcing(
    forecast: Forecast | None, out: Path, show: Callable[[Progress], None] = lambda _: None
) -> Callable[[Progress], None]:  # fmt: skip
    """A watcher of games that shows them, and tells the forecast what they cost."""

    def watch(seen: Progress) -> None:
        show(seen)
        if forecast is not None:
            size = seen.size * seen.games_planned / max(seen.games_done, 1)
            forecast.note("games", seen.games_played, seen.games_planned, seen.seconds, size, out)

    return watch


def _settled(run: Run, console: Console) -> None:
    """Says what a run with a goal found out."""
    from dhstats.queries.counts import counting
    from dhstats.questions.shared.answer import Finding
    from dhstats.questions.verdicts.sequential import ending, sentence

    with counting(run) as counts:
        found = ending(counts)
    assert found is not None  # the run has a goal
    console.say(Finding(sentence(found)).text)


def describe(run: Run, console: Console) -> None:
    """Says what was played and where it is."""
    from dhstats.games import catalogue

    manifest = run.manifest
    pairs = ", ".join("–".join(names) for names in manifest.matchups)
    deck = f" deck {manifest.rules['deck']}," if "deck" in manifest.rules else ""
    console.say(
        f"{manifest.games:,} games in {manifest.design.deals:,} deals ({manifest.design.kind} design): {pairs}",
        f"rules {manifest.rules_name} ({manifest.rules_hash[:12]}),{deck} seed {manifest.seed}",
        f"run folder: {run.folder}",
        *catalogue.labels(manifest.game, manifest.rules),
        *manifest.cautions,
    )
