"""`dhstats index`: the list of all pages in a folder with their answers."""

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.options.numbers import path
from dhstats.cli.options.playing import json_option
from dhstats.cli.terminal.console import Console, write_json
from dhstats.errors import BadInput


def index_command(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of pages (default: reports).", metavar="[FOLDER]", parser=path)
    ] = None,
    json_target: Annotated[
        str | None, json_option("Write the list as JSON to a file, or - for stdout.", "FILE")
    ] = None,
) -> None:
    """Write the index.html of a folder: its pages with their answers, newest first.

    Whenever a command writes a page into reports/, or into a folder that has such an index, it updates the index.

    Examples:

      dhstats index

      dhstats index pages --json -
    """
    from dataclasses import asdict

    from dhstats.report.pages.contents import USUAL, write_contents
    from dhstats.storage.places import remote

    where = folder or Path(USUAL)
    if remote(where):
        raise BadInput(f"{where}: lists are made of pages on this machine; copy them to a folder here")
    file, known = write_contents(where)
    if json_target:
        write_json(
            json_target, {"pages": [{"file": each.file, **asdict(each.identity)} for each in known if each.identity]}
        )
    console = Console(json_target)
    for each in known:
        said = each.identity
        told = f"{said.question or said.name} {said.answer}".strip() if said else each.fault
        console.say(f"• {each.file}: {told}")
    console.say("", f"list: {file}")
