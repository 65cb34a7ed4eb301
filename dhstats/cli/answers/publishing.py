"""Answers about games in a folder: their page, their numbers, and what the terminal shows of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dhstats.cli.answers.kept_answers import keep
from dhstats.cli.terminal.console import Console, page_of, step_bar, write_json

if TYPE_CHECKING:
    from dhstats.cli.answers.games import Games
    from dhstats.questions.shared.answer import Answer
    from dhstats.report.pages.writing import Report
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import Run

RUNS, FORKS = "runs", "forks"  # what a folder holds; runs are played again for an answer, forks are not


def tell(games: Games, run: Run, known: Mapping[str, Any], *keys: str) -> None:
    """Writes the page of a run that was played for some questions, and prints what it found on them.

    `known` is what turned out, such as the seed that was drawn.
    """
    report = report_on([run], games.playing.page or page_of(run.folder), command=games.request.text(**known))
    last = (*strengths(run), f"run folder: {run.folder}", f"report: {report.path}")
    show(report, report.findings(*keys), games.playing.json_target, *last)


def strengths(run: Run) -> tuple[str, ...]:
    """How strong the trained player of a run is, as far as that was measured here; else what measures it."""
    from dhstats.players.roster import taught
    from dhstats.players.strength.figures import kept, place
    from dhstats.questions.training.strength_words import in_a_line
    from dhstats.report.page.provenance import examination

    manifest = run.manifest
    player = next((each for each in manifest.strategies if taught(each.name)), None)
    if player is None:
        return ()
    return (
        in_a_line(player.name, kept(place(manifest.game, manifest.rules_hash, player.hash)), examination(manifest)),
    )


def show(report: Report, sentences: Iterable[str], json_target: str | None, *last: str) -> None:
    """Prints what a page says first, its findings, what has to be said of them, and last lines; its numbers as JSON."""
    if json_target:
        write_json(json_target, report.json_text)
    console = Console(json_target)
    console.opening(report.opening)
    console.say(*(f"• {sentence}" for sentence in sentences), "", *report.labels, *last)


def report_on(runs: Sequence[Run], page: Path, **more: Any) -> Report:
    """Counts runs for all questions that they can answer, and writes their page."""
    from dhstats.report import write_report

    with step_bar("counting") as advance:
        return write_report(runs, page, progress=lambda query, part, parts: advance(part, parts, query), **more)


def publish(
    games: Games, plan: Experiment, run: Run, told: Answer, named: str = RUNS, said: Sequence[str] = (),
    beside: Sequence[Answer] = (), **known: Any,
) -> None:  # fmt: skip
    """Writes the page of one answer about games in a folder, prints its findings, where they come from and lie.

    `beside` are answers to what else was asked of the same games.

    The folder holds what `named` says: RUNS, FORKS, or another word where the answer is not kept in it. `said` is what
    has to be said of players whose games it does not keep, `known` what turned out besides the seed.
    """
    from dhstats.report.pages.writing import write_answers
    from dhstats.storage.run import cautions_below

    folder, playing = games.folder, games.playing
    again = games.request.text(seed=plan.seed, **known)
    report = write_answers(
        run, (told, *beside), playing.page or page_of(folder), again, (*cautions_below(folder), *said)
    )
    if named in (RUNS, FORKS):
        asked = {"asked": games.request.digest(seed=plan.seed)} if named == FORKS else {}
        keep(folder, report.path, report.json_text, **asked)
    rules = f"{'base' if named == RUNS else 'rules'} {plan.rules} ({run.manifest.rules_hash[:12]})"
    origin = f"{rules}, seed {plan.seed}, players {', '.join(plan.strategies)}"
    last = (origin, f"{named}: {folder}", f"report: {report.path}")
    sentences = (finding.text for each in (told, *beside) for finding in each.findings)
    show(report, sentences, playing.json_target, *last)
