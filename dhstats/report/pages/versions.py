"""Pages about several stored answers, made of their numbers alone: nothing is reply of the game that was played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.page.composition import headlines, limits, opened, section
from dhstats.report.page.identity import identity
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import affordable, json_text
from dhstats.report.page.page import Fact, Page, Part, Player, Rules
from dhstats.report.pages.writing import Report, write_page
from dhstats.storage import Run

NO_RULES = Rules((), "", (), ())


def write_versions(answer: Answer, game: str, runs: Sequence[Run], path: Path, command: str) -> Report:
    """The page of an answer about stored runs, or other stored answers of a game; `command` gives it again."""
    reply, every = ready(answer, command), [run.manifest for run in runs]
    shown = section(reply, "", affordable(list(reply.tables), 1), opens=True)
    players = dict.fromkeys(Player(each.name, each.idea, each.source) for run in every for each in run.strategies)
    facts = [Fact(str(run.folder), f"{run.manifest.design.deals:,} deals, seed {run.manifest.seed}") for run in runs]
    assert reply.opening is not None  # these questions have nothing else to say first
    title = reply.opening.question
    first, cautions = opened([reply]), dict.fromkeys(caution for each in every for caution in each.cautions)
    part = Part(
        key="", title=title, headlines=headlines([reply], opened=True), sections=(shown,), rules=NO_RULES,
        sources=(), players=tuple(players), facts=(*facts, Fact("dhstats version", VERSION)), command=command,
    )  # fmt: skip
    page = Page(
        title=title, labels=tuple(cautions), parts=(part,), verdicts="", limits=limits([], []), first=first,
        chips=(Fact("versions", str(len(runs))),) if len(runs) > 2 else (), name=title,
        identity=identity(title, reply.opening, [reply.key], game, ("", "")),
    )  # fmt: skip
    file = write_page(page, path)
    sentences = tuple(finding.text for finding in reply.findings)
    return Report(file, file.stat().st_size, sentences, page, json_text([], VERSION, reply), (reply,))
