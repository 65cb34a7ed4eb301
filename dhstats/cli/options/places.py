"""Where a command reads and writes: s3://BUCKET/PATH is a place in an object store, anything else on this machine.

The same names everywhere: `--out` is the folder of what is played, `--page` the page about it, `--json` its numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.errors import BadInput


def path(text: str) -> Path:
    """The place that a user named; it is asked for at once where it is in an object store."""
    from dhstats.storage.places import place

    if not text:
        raise BadInput('"": an empty text names no file or folder')
    return place(text)


Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="The folder for the games (default: in data/, named after the question; the same one continues there).",
        metavar="DIR",
        parser=path,
    ),
]
Page = Annotated[
    Path | None,
    typer.Option("-o", "--page", help="The page (default: reports/NAME.html).", metavar="FILE", parser=path),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue what was stopped in --out.")]
Json = Annotated[
    str | None, typer.Option("--json", help="The page's numbers as JSON to a file, or - for stdout.", metavar="FILE")
]
