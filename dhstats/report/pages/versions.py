"""Pages about several stored answers, made of their numbers alone: the game is not asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.page.composition import headlines, limits, opened, section
from dhstats.report.page.identity import identity
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import affordable, json_text
from dhstats.report.page.page import Fact, Page, Part, Rules
from dhstats.report.page.provenance import players
from dhstats.report.pages.writing import Report, write_page
from dhstats.storage import Run


def write_versions(reply: Answer, game: str, runs: Sequence[Run], path: Path, command: str) -> Report:
    """The page of an answer about stored runs, or other stored answers of a game; `command` gives it again."""
    reply, every = ready(reply, command), [run.manifest for run in runs]
    first = opened([reply])
    assert first is not None  # these questions have nothing else to say first
    title, played = first.opening.question, [sum(shard.deals for shard in each.shards) for each in every]
    facts = [
        Fact(str(run.folder), f"{deals:,} deals, seed {run.manifest.seed}")
        for run, deals in zip(runs, played, strict=True)
    ]
    part = Part(
        key="", title=title, headlines=headlines([reply], opened=True),
        sections=(section(reply, "", affordable(list(reply.tables), 1), opens=True),), rules=Rules((), "", (), ()),
        sources=(), players=tuple(dict.fromkeys(player for each in every for player in players(each))),
        facts=(*facts, Fact("dhstats version", VERSION)), command=command,
    )  # fmt: skip
    page = Page(
        title=title, labels=tuple(dict.fromkeys(caution for each in every for caution in each.cautions)),
        parts=(part,), verdicts="", limits=limits([], []), first=first,
        chips=(Fact("versions", str(len(runs))),) if len(runs) > 2 else (), name=title,
        identity=identity(title, first.opening, [reply.key], game, ("", "")),
    )  # fmt: skip
    file, sentences = write_page(page, path), tuple(finding.text for finding in reply.findings)
    return Report(file, file.stat().st_size, sentences, page, json_text([], VERSION, reply), (reply,))
