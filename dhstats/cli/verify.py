"""`dhstats verify`: whether a run is what its manifest says."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.console import Console, step_bar, write_json
from dhstats.errors import DataProblem


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN")],
    sample: Annotated[int, typer.Option(help="How many games to play again, move by move.")] = 200,
    json_target: Annotated[str | None, typer.Option("--json", help="As JSON to a file, or - for stdout.")] = None,
) -> None:
    """Check manifest, hashes, schema and order of a run, and referee a sample of its games move by move.

    Example: dhstats verify data/demo --sample 1000
    """
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
