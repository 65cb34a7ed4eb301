"""`dhstats puzzles`: positions with one clearly best move, and which players find it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dhstats.cli.options import completion
from dhstats.cli.options.parameters import FILE, argument, as_typed, game_option, json_option, number, option
from dhstats.cli.options.request import Request
from dhstats.cli.terminal.console import Console, training_bar, write_json, write_text
from dhstats.errors import BadInput
from dhstats.games.folder import USUAL

if TYPE_CHECKING:
    from dhstats.questions.puzzles.puzzle import Puzzle
    from dhstats.questions.puzzles.solving import Answers


@dataclass(frozen=True)
class Asking:
    """Which puzzles are put to the players, how often, and where the answers go."""

    game: str = option(USUAL, game_option())
    show: int | None = option(None, "Show one puzzle, by its number: the position and its moves.")
    solution: bool = option(False, "With --show: the best move, why, and what each move is worth.", "--solution")
    asks: int = number(20, "--asks", "How often to ask players who choose at random.")
    seed: int = option(1, "The same seed gives the same answers.")
    html: Path | None = option(None, "Write a page with the board of every puzzle.", "-o", "--page", **FILE)
    json_target: str | None = option(None, json_option("Write the answers as JSON to a file, or - for stdout.", "FILE"))


def command(
    request: Request,
    players: list[str] | None = argument(
        None, "Players (default: expert and all shipped scripts).", "[PLAYER]…", autocompletion=completion.strategies
    ),
    *,
    asking: Asking,
) -> None:
    """Test which best moves players find: positions with one clearly best move, grouped by lesson.

    A win rate shows that a player is weak; puzzles show where. The puzzles are shipped with the game; each explains
    why its move is best, and what every move is worth.

    Examples:

      dhstats puzzles
      dhstats puzzles mybots.py:careful expert search:400 --page puzzles.html
      dhstats puzzles --show 3
      dhstats puzzles greedy --show 3 --solution
    """
    from dhstats.cli.options.setup import Setup
    from dhstats.questions.puzzles import solving
    from dhstats.questions.puzzles.puzzle import shipped

    puzzles = shipped(asking.game)
    if asking.show is None and asking.solution:
        raise BadInput("--solution: name a puzzle, as in `dhstats puzzles --show 3 --solution`")
    if asking.show is not None:
        request.refuse(("html", "json_target"), "is about all puzzles; leave out --show, or leave this out")
        if not 1 <= asking.show <= len(puzzles):
            raise BadInput(f"--show: {asking.game} has puzzles 1 to {len(puzzles)}, not {asking.show}")
        puzzles = (puzzles[asking.show - 1],)
    names = list(dict.fromkeys(players or (() if asking.show else Setup(game=asking.game).everybody)))
    answers: tuple[Answers, ...] = ()
    said: tuple[str, ...] = ()
    if names:
        with training_bar() as watch:
            answers, said = solving.solve(puzzles, names, asking.seed, asking.asks, watch)
    if asking.show is None:
        _tell(puzzles, answers, said, request, asking)
        return
    console = Console()
    console.say(*solving.told(puzzles[0], answers, solution=asking.solution))
    if not asking.solution:
        console.say("", f"the solution: dhstats puzzles{_game(asking)} --show {asking.show} --solution")


def _tell(
    puzzles: tuple[Puzzle, ...], answers: tuple[Answers, ...], notes: tuple[str, ...], request: Request, asking: Asking
) -> None:
    """Who solves what, the page and the numbers if they are wanted."""
    from dhstats.games import catalogue
    from dhstats.questions.puzzles import solving
    from dhstats.questions.shared.first_screen import game_name
    from dhstats.release import VERSION
    from dhstats.report.page.numbers import answer_json, json_text

    notes = (*catalogue.labels(asking.game, puzzles[0].rules.effective), *notes)
    answer = solving.answer(answers, game_name(asking.game, puzzles[0].rules.effective))
    console = Console(asking.json_target)
    console.opening(answer.opening)
    for each in (solving.grid(answers), solving.listing(answers)):
        console.table(*each)
        console.say("")
    console.say(*(f"• {finding.text}" for finding in answer.findings), "", answer.caution, *notes)
    console.say(f"one of them: dhstats puzzles{_game(asking)} --show 1")
    if asking.html is not None:
        from dhstats.report.boards import puzzles_html
        from dhstats.report.pages.sources import keep_contents

        write_text(str(asking.html), puzzles_html(answer, answers, notes, request.text()))
        keep_contents(asking.html)
        console.say(f"page: {asking.html}")
    if asking.json_target:
        about = {"game": asking.game, "seed": asking.seed, "asks": asking.asks, "labels": list(notes)}
        about["puzzles"] = [
            {"number": each.number, "kind": each.kind, "why": each.why, "rules": each.rules.name, "exact": each.exact,
             "options": [asdict(option) for option in each.options]} for each in puzzles
        ]  # fmt: skip
        write_json(asking.json_target, json_text([about | {"answers": [answer_json(answer)]}], VERSION))


def _game(asking: Asking) -> str:
    return "" if asking.game == USUAL else f" --game {as_typed(asking.game)}"
