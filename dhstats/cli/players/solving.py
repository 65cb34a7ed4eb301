"""`dhstats solve`: a small game gone through as a whole."""

from __future__ import annotations

from typing import Annotated

import typer

from dhstats.cli.options import completion
from dhstats.cli.options.parameters import JsonResult, game_named, number, players_named
from dhstats.cli.options.setup import Setup
from dhstats.cli.terminal.console import Console, training_bar, write_json
from dhstats.errors import check_range

MOST, MOST_ALLOWED = 3_000_000, 1_000_000_000  # positions


def solve(
    game: Annotated[
        str,
        typer.Argument(
            help="A game of `dhstats games list` or a game file (game.py), which is executed.",
            metavar="GAME",
            autocompletion=completion.games,
        ),
    ],
    *,
    setup: Annotated[Setup, "rules settings"],
    players: str | None = players_named("A,B: players to judge by the solution, for games of two."),
    most: int = number(MOST, "--most", "The most positions to go through."),
    json_target: JsonResult = None,
) -> None:
    """Solve a small game: exactly what it is worth to perfect players, and what others lose against the best answer.

    The command goes through every position. From then on all commands know the perfect player as `solved`.

    Examples:

      dhstats solve tic_tac_toe
      dhstats solve kuhn --players equilibrium,honest,expert
      dhstats solve gops --set cards=4
    """  # fmt: skip
    from dhstats.games import catalogue
    from dhstats.players.solving import solutions
    from dhstats.players.solving.judging import DRAWS, Examiner
    from dhstats.questions.training import solved as question
    from dhstats.quoting import different_names

    bundle, rules = Setup(game_named(game), setup.rules, setup.settings).load()
    check_range("--most", most, 1, MOST_ALLOWED)
    console = Console(json_target)
    solution = solutions.solved(bundle, rules, most)
    title, together = catalogue.title(bundle.game.name), bundle.objective.together
    console.say(*question.sentences(solution, title, together=together))
    judged = []
    if players:
        from dhstats.players.learning import trainees

        names, examiner = different_names(players), Examiner(bundle, rules, most)
        with training_bar() as watch:
            judged = [examiner.judge(trainees.find(bundle, rules, name, watch)) for name in names]
    if judged:
        console.table(*question.table(solution, judged))
        console.say(*question.notes(judged, DRAWS))
    if json_target:
        lost = {each.name: question.losses(solution, each) for each in judged}
        write_json(json_target, solution.facts() | {"losses": lost})
