"""`dhstats report`: one self-contained HTML page about runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.kept_answers import hand_out
from dhstats.cli.answers.publishing import report_on, show
from dhstats.cli.options.numbers import path
from dhstats.cli.options.playing import Counting, Json, Page
from dhstats.cli.options.setup import RunCode
from dhstats.cli.terminal.console import Console, page_of
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.shared.answer import Answer
    from dhstats.storage import Run


def command(
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders, or folders of any kind.", metavar="RUN…", parser=path)
    ],
    page: Page = None,
    json_target: Json = None,
    goals: Annotated[
        Path | None,
        typer.Option(help="Also say which goals of a goals file (TOML) the games meet.", metavar="FILE", parser=path),
    ] = None,
    run_code: RunCode = False,
    *,
    counting: Counting,
) -> None:
    """Analyse runs and write a report: findings in sentences, one section per question, on one offline HTML page.

    Examples:

      dhstats report data/demo

      dhstats report data/demo -o page.html --json numbers.json

      dhstats report data/demo --goals simulations/goals/dragonheart.toml

      dhstats report data/large --memory 4096 --temp /scratch
    """
    from dhstats.simulate.checks.plan import open_checked

    if any(map(_keeps_an_answer, runs)):
        if goals is not None:
            raise BadInput("--goals: works for runs only; name run folders only")
        from dhstats.cli.runs.study import study
        from dhstats.report.pages.sources import kept_answer

        if len(runs) > 1:
            study(runs, page, json_target)
        else:
            kept, retell_path = kept_answer(runs[0]), page or page_of(runs[0])
            hand_out(runs[0], kept.numbers, retell_path, json_target)
            Console(json_target).say(*kept.said, f"report: {retell_path}")
        return
    limits = counting.limits
    opened = [open_checked(folder) for folder in runs]
    report = report_on(opened, page or page_of(opened[0].folder), limits=limits, more=_goals_met(goals))
    show(report, report.headlines, json_target, f"report: {report.path}")


def _goals_met(file: Path | None) -> Callable[[Run, tuple[Answer, ...]], tuple[Answer, ...]]:
    """The answers of a run with which goals of a file it meets, and their ranges; as they are where none is named."""
    if file is None:
        return lambda _, told: told
    from dhstats.questions.goals import answers
    from dhstats.questions.goals.goal import read

    goals = read(file)
    return lambda run, told: (*answers.with_wanted(told, goals), answers.answer_of_run(goals, run))


def _keeps_an_answer(folder: Path) -> bool:
    """Whether a folder is no run but keeps an answer about games in it."""
    from dhstats.storage.layout import ANSWER, MANIFEST

    return (folder / ANSWER).is_file() and not (folder / MANIFEST).is_file()
