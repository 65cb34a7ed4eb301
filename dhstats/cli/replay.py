"""`dhstats replay`: a game move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.console import Console, write_text


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN")],
    game_id: Annotated[int, typer.Argument(help="The game's number in the run.", metavar="GAME_ID")],
    html: Annotated[Path | None, typer.Option(help="Write a page with a board instead.", metavar="FILE")] = None,
) -> None:
    """Show a game move by move, in words or as a page with a board.

    Examples:

      dhstats replay data/demo 17

      dhstats replay data/demo 17 --html game17.html
    """
    from dhstats.simulate.replay import replay
    from dhstats.storage import open_run

    game = replay(open_run(folder), game_id)
    if html is None:
        Console().say(game.text())
        return
    from dhstats.report.board import replay_html

    write_text(str(html), replay_html(game))
    Console().say(f"board: {html}")
