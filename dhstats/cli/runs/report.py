"""`dhstats report`: one self-contained HTML page about runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.kept_answers import keep
from dhstats.cli.options import places
from dhstats.cli.options.places import Json, Page
from dhstats.cli.terminal.console import Console, page_of, step_bar, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dhstats.questions.shared.answer import Answer
    from dhstats.report.pages.writing import Report
    from dhstats.storage import Run


RUNS = "runs"
Memory = Annotated[int | None, typer.Option(help="MiB that counting may use (default: DHSTATS_MEMORY, else 1024).")]
Temp = Annotated[
    str | None, typer.Option(help="Where what does not fit is spilled (default: DHSTATS_TEMP, else the system's).")
]


def command(
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders, or folders of any kind.", metavar="RUN…", parser=places.path)
    ],
    page: Page = None,
    json_target: Json = None,
    memory: Memory = None,
    temp: Temp = None,
) -> None:
    """Count, judge and draw: findings in sentences, a section a question, one offline HTML page.

    Examples:

      dhstats report data/demo

      dhstats report data/demo -o page.html --json numbers.json

      dhstats report data/large --memory 4096 --temp /scratch
    """
    from dhstats.queries.connection import Limits
    from dhstats.report import write_report
    from dhstats.simulate.checks.plan import open_checked

    if any(map(_keeps_an_answer, runs)):
        retell(runs, page, json_target)
        return
    limits = Limits.declared(memory, temp)
    opened = [open_checked(folder) for folder in runs]
    path = page or page_of(opened[0].folder)
    with step_bar("counting") as advance:
        report = write_report(
            opened, path, progress=lambda query, part, parts: advance(part, parts, query), limits=limits
        )
    if json_target:
        write_json(json_target, report.json_text)
    console = Console(json_target)
    console.opening(report.opening)
    console.say(*(f"• {sentence}" for sentence in report.headlines), "", *report.labels, f"report: {path}")


def _keeps_an_answer(folder: Path) -> bool:
    """Whether a folder is no run but keeps an answer about games in it."""
    from dhstats.storage.layout import ANSWER, MANIFEST

    return (folder / ANSWER).is_file() and not (folder / MANIFEST).is_file()


def retell(folders: list[Path], page: Path | None, json_target: str | None) -> None:
    """The page of forks or of a comparison once more, as its folder keeps it; of several folders the study of them."""
    from dhstats.cli.runs.study import study
    from dhstats.report.pages.contents import keep_contents
    from dhstats.report.pages.sources import kept_answer, kept_page
    from dhstats.storage.layout import check_target, whole_file

    if len(folders) > 1:
        study(folders, page, json_target)
        return
    told, content, path = kept_answer(folders[0]), kept_page(folders[0]), page or page_of(folders[0])
    check_target(path)
    with whole_file(path, make_folder=True) as draft:
        draft.write_bytes(content)
    keep_contents(path)
    if json_target:
        write_json(json_target, told.numbers)
    Console(json_target).say(*told.said, f"report: {path}")


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
    from dhstats.report import write_report

    path, json_target = target.page or page_of(run.folder), target.json_target
    with step_bar("counting") as advance:
        report = write_report(
            [run], path, progress=lambda query, part, parts: advance(part, parts, query), command=target.command
        )
    if json_target:
        write_json(json_target, report.json_text)
    console = Console(json_target)
    console.opening(report.opening)
    console.say(*(f"• {sentence}" for sentence in report.findings(*keys)), "", *report.labels)
    console.say(f"run folder: {run.folder}", f"report: {path}")


def publish(run: Run, told: Answer, target: Target, origin: str, cautions: Sequence[str] = ()) -> Report:
    """Writes the page of one answer about games in a folder, prints its findings, where they come from and lie.

    `cautions` are what has to be said of players whose games the folder does not keep.
    """
    from dhstats.report.pages.writing import write_answers
    from dhstats.storage.run import cautions_below

    path, json_target = target.page or page_of(target.folder), target.json_target
    said = (*cautions_below(target.folder), *cautions)
    report = write_answers(run, (told,), path, target.command, said)
    if target.named == RUNS:
        keep(target.folder, report.path, report.json_text)
    if json_target:
        write_json(json_target, report.json_text)
    console = Console(json_target)
    console.opening(report.opening)
    console.say(*(f"• {finding.text}" for finding in told.findings), "", *report.labels, origin)
    console.say(f"{target.named}: {target.folder}", f"report: {path}")
    return report
