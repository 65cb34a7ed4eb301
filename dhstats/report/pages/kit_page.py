"""The page of a kit: that of an answer about a run, with all that is printed for the table."""

from dataclasses import replace
from pathlib import Path

from dhstats.questions.playtests.kit import Playtest, answer
from dhstats.report.page import composition
from dhstats.report.page.kit import kit_of
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import json_text, to_json
from dhstats.report.page.page import Page, render
from dhstats.report.pages.writing import Report, write_file
from dhstats.storage import Run


def write_kit(run: Run, told: Playtest, path: Path, command: str) -> Report:
    """Writes the page of a kit; ResourceFailure for a file that cannot be written."""
    said = ready(answer(told), command)
    made = page(run, told, command)
    content = render(made).encode()
    write_file(path, content)
    numbers = json_text([to_json((said,), run)], made.version)
    return Report(path, len(content), (), made, numbers, (said,))


def page(run: Run, told: Playtest, command: str) -> Page:
    """The page; what the kit says is not said again in the section with its numbers."""
    said = ready(answer(told), command)
    made = composition.page([(run, (said,))], command)
    (part,) = made.parts
    sections = tuple(replace(each, title="Numbers and method", findings=()) for each in part.sections)
    return replace(made, parts=(replace(part, headlines=(), sections=sections),), kit=kit_of(told))
