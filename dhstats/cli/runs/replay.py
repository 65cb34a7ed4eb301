"""`dhstats replay`: a game move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.options.parameters import FILE, RunCode, RunFolder, game_option, number, option
from dhstats.cli.terminal.console import Console, step_bar, write_text
from dhstats.errors import BadInput


def command(
    folder: RunFolder,
    game_id: Annotated[int, typer.Argument(help="The game's number in the run.", metavar="GAME_ID")],
    explain: bool = option(
        False, "Also show the chance to win at every turn, turning points and better moves.", "--explain"
    ),
    continuations: int = number(
        400, "--continuations", "With --explain: number of continuations of every legal move of every turn."
    ),
    turn: int | None = option(
        None, "Show the legal moves of this turn with their numbers; with --explain also their chances."
    ),
    game: str | None = option(
        None, game_option("The game file of the run; needed only if it was never named on this machine.")
    ),
    run_code: RunCode = False,
    html: Path | None = option(
        None, "Write a page with a board; with --explain also with chances.", "--html", "--page", "-o", **FILE
    ),
) -> None:
    """Show a game move by move, in words or as a page with a board.

    Turns that the run did not log are played again, and --explain plays on; strategy files that the run names are
    then executed, if they have not changed, only with --run-code.
    The page hides the result until you ask for it; FILE.html#t27 opens turn 27.

    Examples:

      dhstats replay data/demo 17
      dhstats replay data/demo 17 --explain --html game17.html
      dhstats replay data/demo 17 --explain --turn 23
    """
    from dhstats.questions.forks import explanation
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.simulate.plans.experiment import refuse_unless_wins_count
    from dhstats.simulate.replays import replay

    if turn is not None and html is not None:
        raise BadInput("--turn and --html: choose one; the page has a list of moves for every turn")
    run = open_checked(folder)
    if turn is not None:
        counted = continuations if explain else 0  # without them moves are listed by their numbers alone
        if counted:
            refuse_unless_wins_count(run.manifest.game, len(run.manifest.seats), "--explain")
        moment = explanation.look_at(run, game_id, turn, counted or 2)
        Console().say(*explanation.moves(moment, str(run.folder), game_id, counted))
        return
    explained = None
    if explain:
        with step_bar("playing on") as advance:
            explained = explanation.explain(run, game_id, continuations, lambda at, most: advance(at, most, "turn"))
    if html is None:
        text = explanation.text(explained) if explained else replay(run, game_id).text()
        Console().say(*text.split("\n"))
        return
    from dhstats.report.boards import replay_html
    from dhstats.report.pages.sources import keep_contents

    shown = explained.game if explained else replay(run, game_id)
    write_text(str(html), replay_html(shown, explained))
    keep_contents(html)
    Console().say(*shown.cautions, f"board: {html}")
