"""Answers about games that no folder keeps: the answer itself is kept there, and told again when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dhstats.cli.answers.kept_answers import Kept
from dhstats.cli.options.playing import Playing
from dhstats.cli.options.request import Request
from dhstats.cli.terminal.console import Console, Rows, page_of, write_json, write_text

if TYPE_CHECKING:
    from dhstats.questions.shared.answer import Answer
    from dhstats.report.pages.question_page import Inquiry


@dataclass(frozen=True)
class Found:
    """An answer with its tables as texts, what it is about, and the same for programs.

    `origin` says in a line what it rests on; `rule_file` is the text of the rules that were found, if any.
    """

    told: Answer
    tables: Sequence[Rows]
    inquiry: Inquiry
    numbers: dict[str, Any]
    origin: str
    rule_file: str = ""


def tell(found: Found, request: Request, playing: Playing, seed: int) -> None:
    """The findings, what they rest on, the page, and the numbers if they are wanted; kept to be told again."""
    from dhstats.report.pages.question_page import for_studies
    from dhstats.report.pages.writing import write_inquiry

    told, console = found.told, Console(playing.json_target)
    folder, _ = request.place(playing.out, resume=playing.resume)
    console.opening(told.opening)
    for each in found.tables:
        console.table(*each)
        console.say("")
    page = write_inquiry(told, found.inquiry, playing.page or page_of(folder))
    console.say(*(f"• {finding.text}" for finding in told.findings), "", told.method, told.caution)
    console.say(*found.inquiry.cautions, found.origin)
    numbers = json.dumps(found.numbers, indent=1, ensure_ascii=False)
    study = for_studies(told, found.inquiry)
    Kept(folder, request).write(page, numbers, seed, console.said, found.rule_file, study)
    console.say(f"kept: {folder}", f"report: {page}")
    if playing.json_target:
        write_json(playing.json_target, numbers)
    if playing.rule_file is not None:
        write_text(str(playing.rule_file), found.rule_file)
        console.say(f"rule file with the new deck: {playing.rule_file}")
