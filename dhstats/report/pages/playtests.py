"""The page of people's playtests: no rules and no players stand behind it, but the games that they wrote down."""

from collections.abc import Sequence
from pathlib import Path

from dhstats.questions.evenings.records import Evenings
from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.page.composition import headlines, opened, section, shared
from dhstats.report.page.identity import identity
from dhstats.report.page.numbers import affordable, answer_json, json_text
from dhstats.report.page.page import Fact, Page, Part, Rules
from dhstats.report.pages.writing import Report, write_page

LIMITS = (
    "Other people. These games show how the people at these tables play, and nothing about others.",
    "Causes. Players who won more, or took longer, may have done so for reasons that nobody wrote down.",
    "Whether it is fun. Ask them.",
)


def write_sheet(answers: Sequence[Answer], evenings: Evenings, path: Path) -> Report:
    """Writes the page of a sheet; ResourceFailure for a file that cannot be written."""
    title, first = f"Playtests of {evenings.sheet.name}", opened(answers)
    cells = affordable([table for each in answers for table in each.tables], 1)
    sections = tuple(section(each, "", cells, opens=each.opening is not None) for each in answers)
    none, games, days = Rules((), "", (), ()), len(evenings.games), len(set(evenings.names))
    page = Page(
        title=first.opening.question if first else title,
        name=title,
        first=first,
        labels=(),
        chips=(Fact("games", f"{games:,}"), *([Fact("evenings", f"{days:,}")] if evenings.told else [])),
        parts=(Part("", title, headlines(answers, opened=True), sections, none, (), (), (), ""),),
        verdicts="",
        limits=LIMITS,
        cautions=shared(each.caution for each in answers),
        identity=identity(title, first.opening if first else None, [each.key for each in answers], "", ("", "")),
    )
    said = [{"name": title, "games": games, "answers": [answer_json(each) for each in answers]}]
    numbers, written = json_text(said, VERSION), write_page(page, path)
    return Report(written, written.stat().st_size, (), page, numbers, tuple(answers))
