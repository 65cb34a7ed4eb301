"""Answers about games in a folder: their page, their numbers, and what the terminal shows of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dhstats.cli.answers.kept_answers import keep
from dhstats.cli.terminal.console import Console, page_of, step_bar, write_json

if TYPE_CHECKING:
    from dhstats.questions.shared.answer import Answer
    from dhstats.report.pages.writing import Report
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import Run

RUNS = "runs"


@dataclass(frozen=True, slots=True)
class Target:
    """Where an answer goes, and what to type to get it again.

    `folder` holds the games, which `named` says in a word; `page` and `json_target` are as the command was given them.
    """

    folder: Path
    page: Path | None
    json_target: str | None
    command: str
    named: str = RUNS


def tell(run: Run, target: Target, *keys: str) -> None:
    """Writes the page of a run that was played for some questions, and prints what it found on them."""
    report = report_on([run], target.page or page_of(run.folder), command=target.command)
    show(report, report.findings(*keys), target.json_target, f"run folder: {run.folder}", f"report: {report.path}")


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


def publish(run: Run, told: Answer, target: Target, origin: str, cautions: Sequence[str] = ()) -> Report:
    """Writes the page of one answer about games in a folder, prints its findings, where they come from and lie.

    `cautions` are what has to be said of players whose games the folder does not keep.
    """
    from dhstats.report.pages.writing import write_answers
    from dhstats.storage.run import cautions_below

    said = (*cautions_below(target.folder), *cautions)
    report = write_answers(run, (told,), target.page or page_of(target.folder), target.command, said)
    if target.named == RUNS:
        keep(target.folder, report.path, report.json_text)
    last = (origin, f"{target.named}: {target.folder}", f"report: {report.path}")
    show(report, (finding.text for finding in told.findings), target.json_target, *last)
    return report


def origin(plan: Experiment, rules: str, run: Run | None = None) -> str:
    """Where findings come from, in a line: the rules, with their hash where a run has them, the seed, the players."""
    rules = rules if run is None else f"{rules} ({run.manifest.rules_hash[:12]})"
    return f"{rules}, seed {plan.seed}, players {', '.join(plan.strategies)}"
