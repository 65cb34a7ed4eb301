"""The verb of this room: ask every question of a run, write the page, and the same numbers as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dhstats.questions.answer import Answer, Finding
from dhstats.report import composition
from dhstats.report.numbers import json_text, to_json
from dhstats.report.page import render
from dhstats.storage import Run


@dataclass(frozen=True, slots=True)
class Report:
    """A written report: where it lies, how large it is, and its headlines."""

    path: Path
    json_path: Path | None
    size: int
    headlines: tuple[Finding, ...]


def write_report(
    runs: Run | Sequence[Run], path: Path | str, json_path: Path | str | None = None
) -> Report:
    """One self-contained HTML page for a run, or for several below each other, and their numbers as JSON."""
    chosen = [runs] if isinstance(runs, Run) else list(runs)
    answered = [(run, answers(run)) for run in chosen]
    page = composition.page(answered)
    target, numbers = Path(path), Path(json_path) if json_path is not None else None
    content = render(page).encode()
    target.write_bytes(content)
    if numbers is not None:
        numbers.write_text(json_text([to_json(told, run) for run, told in answered], page.version), "utf-8")
    headlines = tuple(finding for part in page.parts for finding in part.headlines)
    return Report(target, numbers, len(content), headlines)


def answers(run: Run) -> tuple[Answer, ...]:
    raise NotImplementedError
