"""`dhstats pack`, `open` and `merge`: a run as one file that others open, and runs of one plan made into one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import FILE, Page, RunCode, RunFolder, option
from dhstats.cli.terminal.console import Console, check_targets
from dhstats.errors import BadInput, DataProblem
from dhstats.quoting import file_name


def pack(
    run: RunFolder, target: Path | None = option(None, "The file (default: NAME.dhs).", "-o", "--file", **FILE)
) -> None:
    """Pack a run into one file for others: rules, players, seed and exact counts, at most 3 MiB.

    Runs of many games fit if they keep totals. `dhstats open` checks every byte.

    Examples:

      dhstats simulate --games 1000000 --moves none --keep totals --seed 1 --out data/even
      dhstats pack data/even
      dhstats pack data/even -o even.dhs
    """
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.storage import sharing

    opened = open_checked(run)
    file = target or Path(f"{file_name(opened.manifest.name)}{sharing.ENDING}")
    check_targets(file)
    size = sharing.pack(opened, file)
    Console().say(
        f"{file}: {size:,} bytes, {opened.manifest.games:,} games", f"open it: dhstats open {shlex.quote(str(file))}"
    )


def open_file(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file of `dhstats pack`.", metavar="FILE", parser=path)],
    out: Path | None = option(None, "The folder for the run (default: data/NAME).", parser=path),
    again: bool = option(False, "Play its games again, and compare them.", "--again"),
    page: Page = None,
    run_code: RunCode = False,
) -> None:
    """Open a packed run: check every byte, put it into a folder, and report its answer.

    The answer is counted again. --again also plays games again, which must give the same results. A file is refused if
    a byte was changed.

    Examples:

      dhstats open even.dhs
      dhstats open even.dhs --again -o even.html
    """
    from dhstats.storage import sharing
    from dhstats.storage.layout import MANIFEST

    if not file.is_file():
        raise DataProblem(f"{file}: there is no such file")
    folder = out or Path("data") / file_name(file.stem)
    if folder.exists():
        there = folder / MANIFEST
        if not there.is_file() or there.read_bytes() != sharing.manifest_in(file):
            raise BadInput(f"{folder}: exists and holds something else; name another --out")
    else:
        sharing.unpack(file, folder)
    allowed = ["--run-code"] * run_code
    steps = [["verify", str(folder), *allowed]] * again
    steps.append(["report", str(folder), *(["--page", str(page)] if page else []), *allowed])
    for words in steps:
        if code := context.obj(words):
            raise typer.Exit(code)
    Console().say(f"run folder: {folder}")


def merge(
    runs: Annotated[list[Path], typer.Argument(help="Run folders.", metavar="RUN RUN…", parser=path)],
    out: Path = option(..., "The folder for the whole run.", parser=path),
) -> None:
    """Merge runs of consecutive deals of one seed, from one machine or several, into one run.

    Rules, players, seed and design must be the same, and each run must begin where the one before ends (`--from-deal`).
    The result has the same bytes as one run of all these deals. Files hold 8,192 deals each, fewer in games for more
    than two players, so every run but the last must have whole files.

    Examples:

      dhstats simulate --games 409600 --seed 1 --out data/mine
      dhstats simulate --games 400000 --seed 1 --from-deal 204800 --out data/yours
      dhstats merge data/mine data/yours --out data/both
    """
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.storage import sharing

    if len(runs) < 2:
        raise BadInput("merge: name at least two run folders")
    opened = [open_checked(run) for run in runs]
    if out.exists():
        raise BadInput(f"{out}: exists; name another --out")
    whole = sharing.merge(opened, out)
    Console().say(f"{whole.games:,} games in {whole.design.deals:,} deals", f"run folder: {out}")
