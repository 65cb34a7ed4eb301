"""`dhstats diff` and `dhstats history`: what differs between stored answers, and how a prototype changed."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.answers.publishing import show
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import Json, Page
from dhstats.cli.terminal.console import PAGES, Console
from dhstats.quoting import file_name

STORED = "A folder of a run or of a goals check, a certificate, or the numbers that --json wrote."


def diff(
    one: Annotated[Path, typer.Argument(help=STORED, metavar="A", parser=path)],
    other: Annotated[Path, typer.Argument(help="Another one of the same kind.", metavar="B", parser=path)],
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Show what differs between two runs, goals checks, certificates or studies, and which numbers moved beyond error.

    Rules, players, seeds and the text of game files are compared, then every number. Runs that share deals are compared
    deal by deal. No program is executed: a run of a game file is compared by its logged numbers.

    Examples:

      dhstats diff data/monday data/tuesday

      dhstats diff data/check-before data/check-after -o changed.html

      dhstats diff before.json after.json --json -
    """
    from dhstats.questions.versions.diff import answer
    from dhstats.questions.versions.stored import read
    from dhstats.report.pages.versions import write_versions

    stored = read(one), read(other)
    name, runs = f"diff-{stored[0].name}-{stored[1].name}", [each.run for each in stored if each.run is not None]
    again, game = shlex.join(["dhstats", "diff", str(one), str(other)]), stored[1].about["game"]
    report = write_versions(answer(*stored), game, runs, page or PAGES / f"{file_name(name)}.html", again)
    show(report, report.headlines, json_target, f"report: {report.path}")


def history(
    folder: Annotated[
        Path, typer.Argument(help="A folder with the runs of a prototype.", metavar="FOLDER", parser=path)
    ],
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Show how a prototype changed: its stored runs in order, each number over them, and the steps beyond error.

    The runs are in the order in which they were finished. Versions of a game file are one game. No program is executed.

    Examples:

      dhstats history data

      dhstats history data/pig -o history.html
    """
    from dhstats.questions.versions.history import answer, in_terminal, versions
    from dhstats.report.pages.versions import write_versions

    every, left_out = versions(folder)
    runs, again = [each.run for each in every], shlex.join(["dhstats", "history", str(folder)])
    file = page or PAGES / f"{file_name(f'history-{folder.resolve().name}')}.html"
    report = write_versions(answer(every), runs[-1].manifest.game, runs, file, again)
    console = Console(json_target)
    console.table(*in_terminal(every))
    console.say("", *(f"left out: {each}" for each in left_out))
    show(report, report.headlines, json_target, f"report: {report.path}")
