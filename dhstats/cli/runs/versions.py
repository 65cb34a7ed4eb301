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


def diff(
    one: Annotated[Path, typer.Argument(help="A folder of a run.", metavar="A", parser=path)],
    other: Annotated[Path, typer.Argument(help="Another run of the same game.", metavar="B", parser=path)],
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Show what differs between two runs of a game, and which numbers changed for certain.

    Rules, players, seeds and the text of game files are compared, then every number. Runs that share deals are compared
    deal by deal. No program is executed: a run of a game file is compared by its logged numbers.

    Examples:

      dhstats diff data/monday data/tuesday

      dhstats diff data/monday data/tuesday -o changed.html --json -
    """
    from dhstats.questions.versions.deals import read_run
    from dhstats.questions.versions.diff import answer, named
    from dhstats.report.pages.versions import write_versions

    runs = [read_run(each) for each in (one, other)]
    again, game = shlex.join(["dhstats", "diff", str(one), str(other)]), runs[1].manifest.game
    usual = PAGES / f"{file_name('-'.join(['diff', *named(*runs)]))}.html"
    report = write_versions(answer(*runs), game, runs, page or usual, again)
    show(report, report.headlines, json_target, f"report: {report.path}")


def history(
    folder: Annotated[
        Path, typer.Argument(help="A folder with the runs of a prototype.", metavar="FOLDER", parser=path)
    ],
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Show how a prototype changed: its stored runs in order, every number along them, and the certain changes.

    The runs are in the order in which they were finished. All versions of a game file count. No program is executed.

    Examples:

      dhstats history data

      dhstats history data/pig -o history.html
    """
    from dhstats.questions.versions.history import answer, in_terminal, versions
    from dhstats.report.pages.versions import write_versions

    every, notes = versions(folder)
    runs, again = [each.run for each in every], shlex.join(["dhstats", "history", str(folder)])
    file = page or PAGES / f"{file_name(f'history-{folder.resolve().name}')}.html"
    report = write_versions(answer(every), runs[-1].manifest.game, runs, file, again)
    console = Console(json_target)
    console.table(*in_terminal(every))
    console.say("", *notes)
    show(report, report.headlines, json_target, f"report: {report.path}")
