"""`dhstats verify`: whether a run is what its manifest says."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.console import Console, progress_bar, step_bar, write_json
from dhstats.errors import BadInput, DataProblem


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder, or the file of a certificate.", metavar="RUN|FILE")],
    sample: Annotated[int, typer.Option(help="How many games of a run to play again, move by move.")] = 200,
    counted: Annotated[
        Path | None,
        typer.Option("--run", help="Count a certificate's deals in this run folder, and do not play them again."),
    ] = None,
    json_target: Annotated[str | None, typer.Option("--json", help="As JSON to a file, or - for stdout.")] = None,
) -> None:
    """Check manifest, hashes, schema and order of a run, and referee a sample of its games move by move.

    A certificate's deals are all played again, and its numbers computed anew from them.

    Examples:

      dhstats verify data/demo --sample 1000

      dhstats verify reports/mirror-certificate.json
    """
    if folder.is_file():
        _certificate(folder, counted, json_target)
        return
    if counted is not None:
        raise BadInput("--run: belongs to the file of a certificate")
    from dhstats.simulate.verify import verify
    from dhstats.storage.manifest import read_manifest

    read_manifest(folder)
    with step_bar("checking") as advance:
        result = verify(folder, sample=sample, watch=lambda seen: advance(seen.shards_done, seen.shards, ""))
    if json_target:
        write_json(json_target, asdict(result))
    console = Console(json_target)
    console.say(*(f"problem: {problem}" for problem in result.problems))
    console.say(*(f"not checked: {reason}" for reason in result.left_out))
    if result.problems:
        raise DataProblem(f"{folder}: {len(result.problems)} problem(s) found; simulate it again")
    console.say(
        f"{folder}: stands. {result.games:,} games in {result.shards} shards, hashes and order right; "
        f"{result.games_replayed} games refereed move by move ({result.rows_checked:,} turns)."
    )


def _certificate(file: Path, folder: Path | None, json_target: str | None) -> None:
    """Says whether a certificate stands."""
    from dhstats.questions.certificate import read_certificate
    from dhstats.questions.recheck import check
    from dhstats.storage import open_run

    found = read_certificate(file)
    run = open_run(folder) if folder else None
    with progress_bar("playing again") as watch:
        problems = check(found, run, watch)
    if json_target:
        write_json(json_target, {"stands": not problems, "problems": problems, "certificate": str(file)})
    console = Console(json_target)
    console.say(*(f"problem: {problem}" for problem in problems))
    if problems:
        raise DataProblem(f"{file}: does not stand: {problems[0]}")
    how = "counted in the run" if run else "played again"
    console.say(f"{file}: stands. {found.deals:,} deals {how}. {found.claim}: {found.verdict}.")
