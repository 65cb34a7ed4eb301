"""`dhstats replay`: a game move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli import places
from dhstats.cli.console import Console, check_targets, step_bar, write_text
from dhstats.cli.numbers import count
from dhstats.errors import BadInput


def command(
    folder: Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN", parser=places.path)],
    game_id: Annotated[int, typer.Argument(help="The game's number in the run.", metavar="GAME_ID")],
    explain: Annotated[
        bool, typer.Option("--explain", help="The chance to win at every turn, turning points, better moves.")
    ] = False,
    continuations: Annotated[
        int, count("--continuations", "With --explain: how often every legal move of every turn is played on.")
    ] = 400,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with a board instead.", metavar="FILE", parser=places.path)
    ] = None,
) -> None:
    """Show a game move by move, in words or as a page with a board.

    Turns that a run did not log are played again; a strategy file that played is then run, if it is still the same.

    Examples:

      dhstats replay data/demo 17

      dhstats replay data/demo 17 --html game17.html

      dhstats replay data/demo 17 --explain
    """
    from dhstats.simulate.plan_check import open_checked
    from dhstats.simulate.replay import replay

    if explain:
        if html is not None:
            raise BadInput("--explain and --html: choose one")
        _explain(folder, game_id, continuations)
        return
    check_targets(html)
    game = replay(open_checked(folder), game_id)
    if html is None:
        Console().say(*game.text().split("\n"))
        return
    from dhstats.report.board import replay_html
    from dhstats.report.contents import keep_contents

    write_text(str(html), replay_html(game))
    keep_contents(html)
    Console().say(*game.cautions, f"board: {html}")


def _explain(folder: Path, game_id: int, continuations: int) -> None:
    from dhstats.questions.explanation import explain
    from dhstats.simulate.plan_check import open_checked

    with step_bar("playing on") as advance:
        found = explain(open_checked(folder), game_id, continuations, lambda turn, most: advance(turn, most, "turn"))
    Console().say(*found.text().split("\n"))
