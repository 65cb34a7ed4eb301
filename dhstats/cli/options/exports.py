"""What every command that writes a page saves of it besides, if asked: tables, two sheets, all of it, a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import FILE, option
from dhstats.cli.terminal.console import Console

OFFERED = {
    "csv_folder": option(
        None, "Write every table of the page as CSV into a folder, numbers unrounded.", "--csv", metavar="FOLDER",
        parser=path,
    ),
    "pdf": option(None, "Write the page as it is printed, on two sheets (PDF); needs Chromium.", "--pdf", **FILE),
    "pdf_all": option(None, "Write all of the page as PDF; needs Chromium.", "--pdf-all", **FILE),
    "png": option(None, "Write the first screen as a picture of 1920 × 1080; needs Chromium.", "--png", **FILE),
}  # fmt: skip


@contextmanager
def exporting(asked: dict[str, Any], json_target: str | None) -> Iterator[None]:
    """Saves what these of a command's options name, once the command has written its page."""
    named = {name: asked[name] for name in OFFERED if name in asked}
    if not any(named.values()):
        yield
        return
    from dhstats.report.page.sheets import gathering
    from dhstats.report.pages.exports import Exports

    wanted, console = Exports(**named), Console(json_target)
    wanted.check()
    with gathering() as pages:
        try:
            yield
        except typer.Exit as end:  # a command that has answered, such as goals that are not met, or one that has failed
            if pages or not end.exit_code:
                console.say(*wanted.save(pages))
            raise
        console.say(*wanted.save(pages))
