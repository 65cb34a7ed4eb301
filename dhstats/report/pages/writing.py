"""The verb of this room: ask every question of a run, write the page, and the same numbers as JSON."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dhstats.errors import BadInput
from dhstats.queries.connection import Limits
from dhstats.questions.catalogue import Progress, answer_all, possible
from dhstats.questions.shared.answer import Answer, Opening
from dhstats.report.page import composition
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import json_text, to_json
from dhstats.report.page.page import Page, render
from dhstats.report.page.provenance import command as run_command
from dhstats.report.pages.contents import keep_contents
from dhstats.report.pages.question_page import Inquiry
from dhstats.report.pages.question_page import page as page_of_inquiry
from dhstats.storage import Run, outputs
from dhstats.storage.layout import check_target, whole_file
from dhstats.storage.places import place


@dataclass(frozen=True, slots=True)
class Report:
    """A written report: where it lies and how large it is, its headlines, and its numbers as JSON."""

    path: Path
    size: int
    headlines: tuple[str, ...]
    page: Page
    json_text: str
    answers: tuple[Answer, ...]

    @property
    def opening(self) -> Opening | None:
        """What the page says first; nothing where it is about several runs."""
        return self.page.first.opening if self.page.first else None

    @property
    def labels(self) -> tuple[str, ...]:
        """What has to be said of whose cards the games were played with."""
        return self.page.labels

    def findings(self, *keys: str) -> tuple[str, ...]:
        """The sentences of these questions."""
        return tuple(finding.text for answer in self.answers if answer.key in keys for finding in answer.findings)


def write_report(
    runs: Run | Sequence[Run],
    path: Path | str,
    json_path: Path | str | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
    command: str = "",
    more: Callable[[Run, tuple[Answer, ...]], tuple[Answer, ...]] = lambda _, answers: answers,
) -> Report:
    """One self-contained HTML page for a run, or for several below each other; with `json_path` its numbers too.

    `limits` say what counting may use; those of the environment if there are none. `command` is what to type to have
    it all again; else it is what plays the games of each run. `more` adds to the answers of each
    run what else is asked of it.

    Errors: BadInput for no run at all, DataProblem for one that cannot be read, ResourceFailure for a file that
    cannot be written.
    """
    chosen = [runs] if isinstance(runs, Run) else list(runs)
    if not chosen:
        raise BadInput("report: name at least one run folder")
    return _written(
        [(run, more(run, tuple(answer_all(run, progress, limits)))) for run in chosen], path, json_path, command
    )


def write_answers(
    run: Run, answers: Sequence[Answer], path: Path | str, command: str = "", labels: Sequence[str] = ()
) -> Report:
    """A page with these answers alone; rules, players and sources are those of the run.

    `command` is what to type to have the answers again; else it is what plays the games of the run. `labels` are said
    besides those of the run.

    Errors: ResourceFailure for a file that cannot be written.
    """
    return _written([(run, tuple(answers))], path, None, command, labels)


def write_inquiry(answer: Answer, inquiry: Inquiry, path: Path | str) -> Path:
    """The page of an answer about games that no run folder keeps.

    Errors: ResourceFailure for a file that cannot be written.
    """
    return write_page(page_of_inquiry(ready(answer, inquiry.command), inquiry), path)


def write_page(page: Page, path: Path | str) -> Path:
    """Writes a page; ResourceFailure for a file that cannot be written."""
    file = place(path)
    write_file(file, render(page).encode())
    return file


def _written(
    answered: list[tuple[Run, tuple[Answer, ...]]], path: Path | str, json_path: Path | str | None, command: str,
    labels: Sequence[str] = (),
) -> Report:  # fmt: skip
    commands = [command or run_command(run.manifest) for run, _ in answered]
    answered = [
        (run, tuple(ready(each, asked) for each in answers))
        for (run, answers), asked in zip(answered, commands, strict=True)
    ]
    with possible(answered[0][0]):
        page = composition.page(answered, command)
    page = replace(page, labels=tuple(dict.fromkeys((*page.labels, *labels))))
    content = render(page).encode()
    numbers = json_text([to_json(answers, run, labels) for run, answers in answered], page.version)
    file = place(path)
    write_file(file, content)
    if json_path is not None:
        write_file(place(json_path), numbers.encode())
    headlines = tuple(line.finding.text for _, answers in answered for line in composition.headlines(answers))
    told = tuple(answer for _, answers in answered for answer in answers)
    return Report(file, len(content), headlines, page, numbers, told)


def write_file(path: Path, content: bytes) -> None:
    """Writes a file as a whole, and renews the list of pages beside a page; ResourceFailure where it cannot be."""
    check_target(path)
    outputs.check_ours(path)
    with whole_file(path, make_folder=True) as draft:
        draft.write_bytes(content)
    outputs.note(path)
    if path.suffix == ".html":
        keep_contents(path)
