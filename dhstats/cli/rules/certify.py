"""`dhstats certify`: a balance certificate of a run, as a file and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.options import places
from dhstats.cli.options.places import Json
from dhstats.cli.terminal.console import Console, page_of, write_json, write_text


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN", parser=places.path)],
    margin: Annotated[
        str | None, typer.Option(help="What counts as balanced, as 0.5pp (default: the run's goal, else 0.5pp).")
    ] = None,
    alpha: Annotated[float, typer.Option(help="The chance of a false verdict.")] = 0.05,
    page: Annotated[
        Path | None,
        typer.Option("-o", "--page", help="The page (default: reports/NAME-certificate.html).", parser=places.path),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(help="The file (default: beside the page, as .json).", parser=places.path)
    ] = None,
    json_target: Json = None,
) -> None:
    """Write down whether a run proves the first player's score balanced, or all seats where more than two play.

    `dhstats verify FILE` plays the deals again and says whether the certificate stands.

    Examples:

      dhstats simulate --until "proved balanced within 1pp" --moves none --seed 1 --out data/mirror

      dhstats certify data/mirror

      dhstats verify reports/mirror-certificate.json
    """
    from dhstats.questions.certificates.certificates import certify
    from dhstats.report.page.provenance import command as rerun
    from dhstats.report.pages.writing import write_answers
    from dhstats.simulate.checks.plan import open_checked

    run = open_checked(folder)
    found, told = certify(run, rerun(run.manifest), _margin(margin), alpha)
    path = page or page_of(run.folder, "-certificate")
    file = certificate or path.with_suffix(".json")
    report = write_answers(run, (told,), path)
    write_text(str(file), found.text())
    if json_target:
        write_json(json_target, report.json_text)
    console = Console(json_target)
    console.opening(told.opening)
    console.say(*(f"• {finding.text}" for finding in told.findings), "", *report.labels)
    console.say(f"certificate: {file}", f"report: {path}")


def _margin(written: str | None) -> float | None:
    if written is None:
        return None
    from dhstats.questions.shared.metrics import asked

    return asked("score", written).margin
