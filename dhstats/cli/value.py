"""`dhstats value`: what an item is really worth, by forks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.console import Console, step_bar, write_text
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.value_beside import Beside
    from dhstats.simulate.experiment import Experiment
    from dhstats.storage import Run

DEALS = 25_000
MOMENTS = "uniform-turn,first-claimable,at-claim"


def command(
    strategies: Annotated[str, typer.Option(help="A: mirror, or A,B: a match.")] = "expert",
    at: Annotated[str, typer.Option(help="Where games are forked: uniform-turn, first-claimable, at-claim.")] = MOMENTS,
    game: Annotated[str, typer.Option(help="The game: dragonheart.")] = "dragonheart",
    rules: Annotated[str, typer.Option(help="A shipped rule set or a rule file.")] = "ffg",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a rule: KEY=VALUE, as often as you like.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals whose games are forked, twice each: who begins swaps.")] = DEALS,
    replicates: Annotated[
        int, typer.Option(help="Continuations of every arm; beyond the first the unseen cards lie anew.")
    ] = 1,
    also: Annotated[
        str | None, typer.Option(help="A,B,...: other players whose mirrors are asked as well, at random turns.")
    ] = None,
    skill: Annotated[
        bool | None,
        typer.Option(help="Also over the skill ladder (default: if the players are trained ones)."),
    ] = None,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Also under rules without a part of it, with fixed and adapted players.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal forks.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder (default: data/value-...).")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page (default: reports/NAME.html).")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Threads (default: one a processor).")] = None,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The page's numbers as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Say what the Great Dragon is really worth: copy the game, give it to one or the other, play both on.

    Examples:

      dhstats value --seed 1

      dhstats value --also greedy,dragon_hunter,denier --ablate --seed 1

      dhstats value --strategies dragon_hunter --rules kosmos --deals 50000 --at uniform-turn --seed 1
    """
    from dhstats.cli.train import watching
    from dhstats.games import catalogue
    from dhstats.players import roster
    from dhstats.questions import value as question
    from dhstats.questions.value_beside import extended
    from dhstats.questions.value_words import answer
    from dhstats.report.writing import write_answers
    from dhstats.simulate.fork_files import write_forks
    from dhstats.simulate.forks import fork

    plan = _plan(strategies, deals, replicates, game=game, rules=rules, settings=tuple(settings or ()), seed=seed)
    folder = _folder(out, plan)
    title = catalogue.load(game)
    studies = question.studies(question.item_of(title), _moments(at), replicates)
    with step_bar("training") as train, step_bar("forking") as advance:
        company, found = fork(
            plan, studies, deals, workers=workers, watch_training=watching(train),
            watch=lambda seen: advance(seen.deals, seen.most, seen.moment),
        )  # fmt: skip
    told = answer(question.value(title, company.rules, studies, found))
    ladder = any(roster.taught(name) for name in plan.strategies) if skill is None else skill
    if also or ablate or ladder:
        told = extended(told, _beside(plan, also, ladder=ladder, ablate=ablate, deals=deals, workers=workers))
    parents = _parents(plan, folder, workers)
    write_forks(folder, plan, company, studies, found)
    path = output or Path("reports") / f"{folder.resolve().name}.html"
    report = write_answers(parents, (told,), path)
    if json_target:
        write_text(json_target, report.json_text)
    console = Console(json_target)
    console.say(*(f"• {finding.text}" for finding in told.findings), "")
    console.say(f"rules {rules} ({parents.manifest.rules_hash[:12]}), seed {plan.seed}, players {strategies}")
    console.say(f"forks: {folder}", f"report: {path}")


def _folder(out: Path | None, plan: Experiment) -> Path:
    folder = out or Path("data") / plan.name
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder}: exists and is not an empty folder; choose another --out")
    return folder


def _moments(at: str) -> tuple[str, ...]:
    moments = tuple(dict.fromkeys(name.strip() for name in at.split(",") if name.strip()))
    if not moments:
        raise BadInput("--at: name at least one moment")
    return moments


def _plan(
    strategies: str, deals: int, replicates: int, *, game: str, rules: str, settings: tuple[str, ...], seed: int | None
) -> Experiment:  # fmt: skip
    """The parent games: seat pairs, so that who begins cancels."""
    from dhstats.simulate.experiment import Experiment, checked

    names = tuple(dict.fromkeys(name.strip() for name in strategies.split(",") if name.strip()))
    if not 1 <= len(names) <= 2:
        raise BadInput(f"--strategies: one for a mirror or two for a match, not {strategies!r}")
    if not 2 <= deals <= 10**7:
        raise BadInput(f"--deals: must be from 2 to 10,000,000, not {deals:,}")
    if not 1 <= replicates <= 255:
        raise BadInput(f"--replicates: must be from 1 to 255, not {replicates}")
    plan = Experiment(
        f"value-{game}-{Path(rules).stem}-{'-'.join(names)}"[:100].replace(":", "_").replace("/", "_"),
        "What is the figure really worth?", game, rules, settings, names, games=2 * deals, seed=seed, moves="none",
    )  # fmt: skip
    return checked(plan, "value").with_seed()


def _beside(
    plan: Experiment, also: str | None, *, ladder: bool, ablate: bool, deals: int, workers: int | None
) -> list[Beside]:  # fmt: skip
    """The value in other settings, on a fifth of the deals."""
    from dhstats.cli.train import watching
    from dhstats.questions.value_beside import beside, settings

    others = [name.strip() for name in (also or "").split(",") if name.strip()]
    found = []
    with step_bar("training") as train, step_bar("forking") as advance:
        for name, kind, there in settings(plan, others, ladder=ladder, ablate=ablate):
            found.append(
                beside(
                    there, name, kind, max(2, deals // 5), workers=workers, watch_training=watching(train),
                    watch=lambda seen, name=name: advance(seen.deals, seen.most, name),  # type: ignore[misc]
                )
            )  # fmt: skip
    return found


def _parents(plan: Experiment, folder: Path, workers: int | None) -> Run:
    """The parent games as an ordinary run in the folder, for its rules and sources on the page."""
    from dhstats.cli.simulate import play

    return play(replace(plan, design="seat"), folder / "parents", workers=workers, resume=False)
