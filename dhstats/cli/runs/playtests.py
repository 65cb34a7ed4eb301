"""`dhstats playtests`: what people's games show, from the spreadsheet in which somebody wrote them down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.publishing import show
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import FILE, Json, Page, number, option
from dhstats.cli.terminal.console import PAGES, Console, check_targets
from dhstats.errors import BadInput, check_range
from dhstats.quoting import file_name, quoted

if TYPE_CHECKING:
    from dhstats.simulate.playtests.games import Sheet

MOST_SHOWN = 20  # lines of what could not be used
MOST_LOOKS = 1_000


def command(
    file: Annotated[
        Path, typer.Argument(help="A spreadsheet of playtests: CSV, XLSX, ODS.", metavar="FILE", parser=path)
    ],
    column: list[str] = option(
        [],
        "What a column holds, if it was taken for something else: score_2=HEADING. Repeatable.",
        metavar="WHAT=HEADING",
    ),
    columns: Path | None = option(None, 'The same as a TOML file: score_2 = "HEADING".', **FILE),
    names: str = option("initials", "Names of people on the page: initials, none (numbers), or keep."),
    run: Path | None = option(
        None,
        "A run of programs that played the same game: do people's games look like theirs?",
        "--with",
        metavar="RUN",
        parser=path,
    ),
    looks: int = number(1, "--looks", "Total number of looks, for example one after each evening."),
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Analyse a spreadsheet of playtests with people: what they show, and what they cannot show.

    Seats, powers, versions, length, gaps, ties and learning are judged, with the players' skill and the evening taken
    into account. No game file is needed. The command shows how it read each column; `--column` corrects it.

    Examples:

      dhstats playtests evenings.csv

      dhstats playtests evenings.csv --column score_2="Points Bob" --with data/first -o evenings.html
    """
    from dhstats.questions.evenings.programs import games_of
    from dhstats.questions.evenings.records import Evenings
    from dhstats.questions.evenings.telling import answers
    from dhstats.report.pages.playtests import write_sheet
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.simulate.playtests.reading import read_sheet

    check_range("--looks", looks, 1, MOST_LOOKS)
    check_targets(page)
    sheet = read_sheet(file, _given(column, columns), names)
    evenings = Evenings.looked_at(sheet, looks)
    told = answers(evenings, games_of(open_checked(run)) if run else None)
    report = write_sheet(told, evenings, page or PAGES / f"{file_name(file.stem)}-playtests.html")
    _show_columns(sheet, Console(json_target))
    findings = [finding for answer in told for finding in answer.findings]  # what is known before what is not
    show(
        report,
        (each.text for each in sorted(findings, key=lambda each: each.verdict == "undecided")),
        json_target,
        f"report: {report.path}",
    )


def _given(column: list[str], columns: Path | None) -> dict[str, str]:
    """What a person said of columns, by what they hold; the command line goes before the file."""
    from dhstats.documents import read_toml

    found: dict[str, str] = {}
    for name, heading in (read_toml(columns) if columns else {}).items():
        if not isinstance(heading, str):
            raise BadInput(f'{columns}: {quoted(name)} must be the heading of a column, as text: {name} = "HEADING"')
        found[name] = heading
    for each in column:
        name, equals, heading = each.partition("=")
        if not equals or not name.strip() or not heading.strip():
            raise BadInput(f"--column {quoted(each)}: write a content and its heading, as in score_2=HEADING")
        found[name.strip()] = heading.strip()
    return found


def _show_columns(sheet: Sheet, console: Console) -> None:
    """What each column was taken for, and what could not be used."""
    console.say("How the columns were read (--column corrects one):")
    console.table(["  heading", "taken for"], [[f"  {heading}", taken] for heading, taken in sheet.columns])
    if sheet.unusable:
        console.say("Not used in full:", *(f"  {each.cell}: {each.reason}" for each in sheet.unusable[:MOST_SHOWN]))
        if (more := len(sheet.unusable) - MOST_SHOWN) > 0:
            console.say(f"  and {more:,} more, which the page lists")
    console.say("")
