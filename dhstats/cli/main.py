"""The command `dhstats`: its commands, and how a mistake is told."""

import errno
import sys
import traceback
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, TyperException

from dhstats import machine, programs
from dhstats.cli.decks import cards, decks, improve
from dhstats.cli.options.records import with_options
from dhstats.cli.players import leagues, puzzles, strategies, strength, train, trials
from dhstats.cli.rules import atlas, audit, certify, choose, compare, design, games, goals, lab, sweep
from dhstats.cli.rules import rule_sets as rules
from dhstats.cli.runs import bench, index, kit, people, plan, replay, report, simulate, sql, study, verify
from dhstats.cli.terminal.console import announce_progress
from dhstats.cli.terminal.processes import keep_docstrings, outlived, strangers
from dhstats.cli.terminal.spelling import Command, Group
from dhstats.cli.terminal.streams import drop_output, drop_unwritten, open_streams
from dhstats.cli.values import fork, plays, value
from dhstats.documents import Mistakes
from dhstats.errors import BadInput, Interrupted, ResourceFailure, UserError
from dhstats.quoting import plain, quoted, shortened
from dhstats.release import VERSION

EPILOG = (
    "Exit codes: 0 done, 1 a goal is missed or open (goals check, design), 2 bad usage or bad input, 3 data missing or"
    " damaged, 4 a resource failed or a limit is reached (resumable), "
    "130 interrupted (resumable)."
)

LONGEST_LINE = 2_000  # letters of an error message; what a user typed may be endless
NAMES = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EINVAL)  # faults of a path

app = typer.Typer(
    name="dhstats",
    cls=Group,
    help="A balance laboratory for tabletop games: play millions of games, analyse them, and read the "
    "answer on one page.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dhstats {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    nice: Annotated[bool, typer.Option("--nice", help="Run at low priority.", envvar="DHSTATS_NICE")] = False,
) -> None:
    """Options before the command."""
    machine.processors()  # what the environment asks for is refused before anything is done
    machine.check_memory()
    if nice:
        machine.give_way()


COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Play and report": {
        "simulate": simulate.command, "report": report.command, "study": study.command,
        "index": index.command, "plan": plan.command,
    },
    "Change the rules": {
        "compare": compare.command, "sweep": sweep.command, "choose": choose.command, "audit": audit.command,
        "certify": certify.command, "design": design.command, "atlas": atlas.command, "lab": lab.command,
    },
    "What things are worth": {
        "value": value.command, "plays": plays.command, "fork": fork.command, "mechanisms": trials.mechanisms,
    },
    "Players": {
        "train": train.command, "meta": leagues.meta, "luck": leagues.luck, "skill": leagues.skill,
        "probe": trials.probe, "strength": strength.command, "puzzles": puzzles.command,
    },
    "People": {
        "import": people.read_log, "people": people.people, "export": people.write_log, "kit": kit.command,
    },
    "Decks of cards": {"decks": decks.command, "cards": cards.command, "improve": improve.command},
    "Look closer": {"replay": replay.command, "sql": sql.command, "verify": verify.command, "bench": bench.command},
}  # fmt: skip
for panel, commands in COMMANDS.items():
    for name, function in commands.items():
        app.command(name, cls=Command, rich_help_panel=panel)(with_options(function))
app.add_typer(goals.app, name="goals", rich_help_panel="Change the rules")
app.add_typer(games.app, name="games", rich_help_panel="Change the rules")
app.add_typer(rules.app, name="rules", rich_help_panel="Change the rules")
app.add_typer(strategies.app, name="strategies", rich_help_panel="Players")


@app.command("help", rich_help_panel="Look closer")
def help_for(
    words: Annotated[list[str] | None, typer.Argument(help="A command.", metavar="[COMMAND]…")] = None,
) -> None:
    """Show all commands, or the help of one.

    Examples:

      dhstats help

      dhstats help rules show
    """
    raise typer.Exit(main([*(words or []), "--help"]))


def run() -> None:
    """Runs the command line and ends the process with the exit code of the contract."""
    machine.collect_less()
    announce_progress()
    keep_docstrings()
    open_streams()
    outside = strangers(sys.argv[1:])
    sys.exit(outlived(_watched, outside) if outside or machine.memory_limit() else _watched())


def _watched() -> int:
    """Runs one command, which one Ctrl-C ends whatever it does."""
    machine.watch_interrupts(Interrupted.exit_code)
    return main(sys.argv[1:])


def main(arguments: list[str]) -> int:
    """Runs one command; returns its exit code. Mistakes are one line on stderr, a traceback only with --debug."""
    if any("\0" in argument for argument in arguments):  # only who calls this function can say so
        return _failed(arguments, BadInput.exit_code, "an argument has a NUL character, which is not allowed")
    try:
        with programs.command_line(arguments):
            code = _done(arguments)
        sys.stdout.flush()
        if code == Interrupted.exit_code:  # how typer says that Ctrl-C came where no command waits for it
            raise KeyboardInterrupt
        return code
    except BrokenPipeError:  # whoever read our output has seen enough
        drop_output()
        return 0
    except (KeyboardInterrupt, Abort):
        return _failed(arguments, Interrupted.exit_code, "interrupted")
    except Exception as error:
        exit_code, *problems = _told(error)
        if not any(problems):
            raise
        return _failed(arguments, exit_code, *problems)


@cache
def _commands(app: typer.Typer) -> Callable[..., Any]:
    """All commands with their options, put together once a process: that takes as long as a small command."""
    return typer.main.get_command(app)


def _done(arguments: list[str]) -> int:
    """Runs one command; its exit code."""
    try:
        code = _commands(app)(arguments, standalone_mode=False, prog_name="dhstats")
    except SystemExit as ended:  # how typer ends where nobody reads on
        if isinstance(ended.__context__, BrokenPipeError):
            raise ended.__context__ from None
        raise
    except OSError as error:  # the machine's answer to a name or a file; the rooms tell the usual cases themselves
        if isinstance(error, BrokenPipeError):
            raise
        from dhstats.storage.layout import PLAIN

        kind = BadInput if error.errno in NAMES else ResourceFailure
        place = f"{quoted(str(error.filename))}: " if error.filename else ""
        reason = machine.shortage(error) or PLAIN.get(error.errno or 0) or error.strerror
        raise kind(f"{place}{reason or error}") from error
    return code if isinstance(code, int) else 0


def _told(error: Exception) -> tuple[int, *tuple[str, ...]]:
    """The exit code of an error, and what a person is told of it; nothing for a fault of this project."""
    if isinstance(error, UserError):
        return error.exit_code, *(error.problems if isinstance(error, Mistakes) else (str(error),))
    if isinstance(error, TyperException):
        message = getattr(error, "format_message", lambda: str(error))()
        return BadInput.exit_code, message or "name one of the commands above"
    return ResourceFailure.exit_code, machine.shortage(error)  # a library says in its own way that it got no memory


def _failed(arguments: list[str], exit_code: int, *problems: str) -> int:
    if "--debug" in arguments:
        traceback.print_exc()
    if exit_code == ResourceFailure.exit_code:
        drop_unwritten()
    for problem in problems:
        sys.stderr.write(f"dhstats: {shortened(plain(' '.join(problem.split())), LONGEST_LINE)}\n")
    return exit_code
