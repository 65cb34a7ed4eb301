"""`dhstats games`: the games that there are, a new one in one Python file, and whether such a file is sound."""

from __future__ import annotations

import keyword
import shlex
from pathlib import Path
from typing import Annotated

import typer

from dhstats.cli.options.parameters import FILE, JsonResult, number, option
from dhstats.cli.terminal.console import Console, show_rows, write_json
from dhstats.errors import BadInput, DataProblem, check_range
from dhstats.quoting import clipped, quoted


def group() -> None:
    """List games; start your own in a Python file, and check it."""


def list_games(json_target: JsonResult = None) -> None:
    """List the shipped games and those of installed packages, with the version of each package.

    The code of installed packages is executed to read their titles. Any other game is named by the path of its file:
    --game FILE.py.

    Example: dhstats games list
    """
    from dhstats import __name__ as home
    from dhstats.gamefile.opening import installed
    from dhstats.games import catalogue

    rows = [_row(name, "shipped") for name in catalogue.NAMES]
    for name, point in sorted(installed().items()):
        if name not in catalogue.NAMES:
            package = f"{point.value} ({point.dist.name} {point.dist.version})" if point.dist else point.value
            rows.append(_row(name, "shipped" if point.value.startswith(f"{home}.") else package))
    show_rows(["name", "title", "players", "source"], rows, json_target)


def _row(name: str, source: str) -> list[str]:
    from dhstats.games import catalogue

    try:
        least, most = catalogue.players(name)
        title = catalogue.title(name)
    except (BadInput, DataProblem) as error:
        return [name, f"cannot be played: {clipped(str(error))}", "–", source]
    return [name, title, f"{least}" if least == most else f"{least} to {most}", source]


def new(
    name: Annotated[str, typer.Argument(help="The game's name: letters, digits and _.", metavar="NAME")],
    like: str = option("", "A kind of game, such as co-op or auction, to start from.", "--like", metavar="KIND"),
    out: Path | None = option(None, "The file (default: NAME.py).", "--out", **FILE),
) -> None:
    """Write a game file to start from: a small game that runs, with comments that explain each part.

    With --like it is a game of that kind: push-your-luck, trick-taking, drafting, deck-building, worker-placement,
    co-op, area-control, hidden-roles, auction, abstract, race, solitaire, poker, climbing, simultaneous, programming,
    bluffing.

    Example: dhstats games new lagoon --like worker-placement
    """
    from dhstats.gamefile import starter
    from dhstats.gamefile.opening import installed
    from dhstats.games import catalogue

    if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name):
        raise BadInput(f"game {quoted(name)}: write a name such as harbour_2, with only letters, digits and _")
    if name in catalogue.NAMES or name in installed():
        raise BadInput(f"game {quoted(name)}: a game has this name; choose another one")
    place = Path(f"{name}.py") if out is None else out
    player = starter.write(place, name, like)
    games = f"--game {place}"
    Console().say(
        f"{place}: a small game that runs. Change it part by part; in between:",
        f"  dhstats games check {place}",
        f"  dhstats simulate {games} --strategies {player} --games 1000 --seed 1",
        f"  dhstats rules list --keys {games}",
    )


def check(
    file: Annotated[str, typer.Argument(help="A game file, such as pig.py, or the game of a package.", metavar="FILE")],
    games: int | None = number(
        None, "--games", "Number of games that random players play (default: 200, fewer if they are long)."
    ),
    seed: int = option(1, "The same seed gives the same games."),
    quick: bool = option(False, "Play only a dozen games, in plain Python, in about two seconds.", "--quick"),
    json_target: JsonResult = None,
) -> None:
    """Check a game file by playing it; report each error with its game, decision and line, and exit with code 2.

    A game file is Python code and will be executed: check only files you trust. Random players play it in a separate
    process, in plain Python, where every decision is checked, and compiled. Both must play the same games. While you
    write a file, --quick finds the same errors in its rules; it does not compile the game.

    Examples:

      dhstats games check pig.py
      dhstats games check pig.py --quick
      dhstats games check pig.py --games 2000 --seed 7
    """
    from dhstats.gamefile.checking.referee import Asked
    from dhstats.gamefile.checking.referee import check as checked
    from dhstats.games import catalogue

    if games is not None:
        check_range("--games", games, 1, 100_000)
    check_range("--seed", seed, 0, 2**64 - 1)
    if file in catalogue.NAMES:
        raise BadInput(
            f"game {quoted(file)}: is a shipped game, not a game file; name the path of a game file, such as pig.py"
        )
    catalogue.check_file(file)
    report = checked(Asked(file, games, seed, quick=quick))
    if json_target:
        findings = {"faults": report.faults, "cautions": report.cautions}
        record = {name: [{"says": says, "times": times} for says, times in each] for name, each in findings.items()}
        write_json(json_target, {"file": file, "checked": report.checked, **record})
    console = Console(json_target)
    console.say(*report.checked)
    console.say(*(f"caution: {_often(*each)}" for each in report.cautions))
    console.say(*(f"fault: {_often(*each)}" for each in report.faults))
    if report.faults:
        several = f"{len(report.faults)} faults" if len(report.faults) > 1 else "a fault"
        raise BadInput(f"game file {clipped(file)}: {several} found; fix the first and check again")
    console.say(f"{file}: no faults in {report.games:,} games{' in plain Python' if quick else ''}")


def _often(says: str, times: int) -> str:
    return says if times == 1 else f"{says} (and {times - 1:,} times more)"


def package(
    file: Annotated[str, typer.Argument(help="A game file, such as pig.py, or the folder of a game.", metavar="FILE")],
    strategies: str = option("", "The players of the games on the first page (default: the file's first script)."),
    out: Path | None = option(None, "The folder of the project (default: dhstats-NAME).", "--out", metavar="DIR"),
) -> None:
    """Write an installable Python project of a game file, so that others can install your game.

    It holds the rules, a test that checks them, a workflow that runs the test, and a README with a first page of 2,000
    games. A game file is Python code and will be executed: package only files you trust.

    Example: dhstats games package lagoon.py
    """
    from dhstats.gamefile.packaging import write_project

    project = write_project(file, out, strategies)
    Console().say(
        f"{project.folder}: a project to publish. Try it:",
        f"  pip install {shlex.quote(f'{project.folder}/')}",  # without a slash pip looks for a package
        "  dhstats games list",
        f"  dhstats simulate --game {project.name} --games 1000 --seed 1",
    )


COMMANDS = {"list": list_games, "new": new, "check": check, "package": package}
