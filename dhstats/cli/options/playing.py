"""How games are played and counted, and where they and the answer go, as commands ask for it.

The same names everywhere: `--out` is the folder of what is played, `--page` the page about it, `--json` its numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats import machine
from dhstats.cli.options.numbers import path, seconds, size
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.queries.connection import Limits
    from dhstats.simulate.work.budget import Budget

ALL = "seed out page workers cluster max_time max_disk nice resume json_target"
FORK_OPTIONS = "seed out page workers max_time nice resume json_target"  # played here alone, and small on disk


def _threads(context: typer.Context, workers: int | None) -> int | None:
    """Holds this command and all its libraries to so many threads."""
    if workers is not None:
        if workers < 1:
            raise BadInput(f"--workers: must be at least 1, not {workers}")
        if workers > machine.MOST_THREADS:
            raise BadInput(f"--workers: must be at most {machine.MOST_THREADS:,}, not {workers:,}")
        context.with_resource(machine.at_most(workers))
    return workers


def _priority(nice: bool) -> bool:
    if nice:
        machine.give_way()
    return nice


def file_option(*names: str, words: str) -> Any:
    """An option for a file to write; `words` are its help."""
    return typer.Option(*names, help=words, metavar="FILE", parser=path)


def json_option(words: str = "Write the result as JSON to a file, or - for stdout.", metavar: str | None = None) -> Any:
    """The option for numbers that programs read; `words` are its help."""
    return typer.Option("--json", help=words, metavar=metavar)


Page = Annotated[Path | None, file_option("-o", "--page", words="The page (default: reports/NAME.html).")]
Json = Annotated[str | None, json_option("Write the page's numbers as JSON to a file, or - for stdout.", "FILE")]


@dataclass(frozen=True)
class Playing:
    """How games are played, and where they and the answer go."""

    seed: Annotated[int | None, typer.Option(help="The same seed gives the same games.")] = None
    rule_file: Annotated[
        Path | None, file_option(words="Write the new deck and its pack as a rule file, to play with --rules.")
    ] = None
    out: Annotated[
        Path | None,
        typer.Option(
            help="The folder for the games (default: in data/, named after the question; the same question "
            "continues there).",
            metavar="DIR",
            parser=path,
        ),
    ] = None
    page: Page = None
    workers: Annotated[
        int | None,
        typer.Option(
            help="Number of threads (default: one per processor); results do not depend on it.", callback=_threads
        ),
    ] = None
    cluster: Annotated[
        str,
        typer.Option(
            help="Play on the workers of a Dask cluster: tcp://HOST:8786, or local:N for N processes on this machine.",
            metavar="ADDRESS",
        ),
    ] = ""
    max_time: Annotated[
        str | None,
        typer.Option(help="Stop after this time, such as 90s or 2h30m, and keep what is finished; --resume continues."),
    ] = None
    max_disk: Annotated[
        str | None,
        typer.Option(help="Stop before the games take more disk space than this, such as 20GB; --resume continues."),
    ] = None
    nice: Annotated[bool, typer.Option("--nice", help="Run at low priority.", callback=_priority)] = False
    resume: Annotated[bool, typer.Option("--resume", help="Continue a stopped command in --out.")] = False
    json_target: Json = None

    @property
    def limits(self) -> Budget:
        """What the command may take of time and disk; BadInput for what cannot be read."""
        from dhstats.simulate.work.budget import Budget

        return Budget(
            None if self.max_time is None else seconds(self.max_time),
            None if self.max_disk is None else size(self.max_disk),
        )


PlayedRuns = Annotated[Playing, ALL]
PlayedForks = Annotated[Playing, FORK_OPTIONS, ("seed", "The same seed gives the same forks.")]


@dataclass(frozen=True)
class Counting:
    """What counting may use of memory, and where it spills the rest."""

    memory: Annotated[
        int | None, typer.Option(help="Memory limit of queries in MiB (default: DHSTATS_MEMORY, else 1024).")
    ] = None
    temp: Annotated[
        str | None,
        typer.Option(help="Folder for temporary files of large queries (default: DHSTATS_TEMP, else the system's)."),
    ] = None

    @property
    def limits(self) -> Limits:
        """The same for who counts; BadInput for what cannot be."""
        from dhstats.queries.connection import Limits

        return Limits.declared(self.memory, self.temp)
