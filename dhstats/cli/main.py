"""The command `dhstats`: its commands, and how a mistake is told."""

import errno
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.exceptions import Abort, TyperException

from dhstats import machine, programs
from dhstats.cli.terminal.console import announce_progress
from dhstats.cli.terminal.spelling import Command, Group
from dhstats.cli.terminal.streams import drop_output, drop_unwritten, keep_docstrings, open_streams, outlived, strangers
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

# By what they are for, as the help shows them: the module of each command, and its function unless it is `command`.
COMMANDS = {
    "Play and report": {
        "simulate": "runs.simulate", "report": "runs.report", "study": "runs.report:study_command",
        "index": "runs.report:index_command", "plan": "runs.plan", "ask": "ask",
    },
    "Change the rules": {
        "compare": "rules.tweaks:compare", "sweep": "rules.tweaks:sweep", "choose": "rules.tweaks:choose",
        "audit": "rules.tweaks:audit", "certify": "rules.certify", "design": "rules.design:design",
        "atlas": "rules.design:atlas_command", "lab": "rules.lab",
        "goals": "rules.goals:group", "games": "rules.games:group", "rules": "rules.rule_sets:group",
    },
    "What things are worth": {
        "value": "values:value_command", "plays": "values:plays_command", "fork": "values:fork_command",
        "mechanisms": "players.trials:mechanisms",
    },
    "Players": {
        "train": "players.train", "meta": "players.leagues:meta", "luck": "players.leagues:luck",
        "skill": "players.leagues:skill", "probe": "players.trials:probe", "strength": "players.trials:strength",
        "solve": "players.solving:solve", "puzzles": "players.puzzles", "strategies": "players.strategies:group",
    },
    "People": {
        "import": "runs.people:read_log", "people": "runs.people:people", "export": "runs.people:write_log",
        "playtests": "runs.playtests", "kit": "runs.people:kit",
    },
    "Decks of cards": {"decks": "decks", "cards": "decks:cards_command", "improve": "decks:improve_command"},
    "Look closer": {
        "diff": "runs.versions:diff", "history": "runs.versions:history",
        "replay": "runs.replay", "sql": "runs.sql", "verify": "runs.verify", "pack": "runs.sharing:pack",
        "open": "runs.sharing:open_file", "merge": "runs.sharing:merge", "bench": "runs.bench:group",
        "doctor": "runs.doctor",
        "help": "main:help_for",
    },
}  # fmt: skip
GROUP = "group"  # the function of a group, whose docstring is its help: its module has the COMMANDS by their names
PANELS = {name: panel for panel, commands in COMMANDS.items() for name in commands}


@cache
def load(name: str) -> Any:
    """A command of the first level with its options: its module is imported now."""
    from dhstats.cli.options.records import with_options

    module, _, function = COMMANDS[PANELS[name]][name].partition(":")
    found, alone = import_module(f"dhstats.cli.{module}"), typer.Typer()
    if function == GROUP:
        usual = getattr(found, "USUAL", "")  # the command that the group's name alone means
        group = typer.Typer(no_args_is_help=not usual, cls=Group, help=found.group.__doc__)
        for each, command in found.COMMANDS.items():
            group.command(each, cls=Command)(with_options(command))
        alone.add_typer(group, name=name, rich_help_panel=PANELS[name])
        read: Any = typer.main.get_group(alone).commands[name]
        read.usual = usual
        return read
    made = with_options(getattr(found, function or "command"))
    alone.command(name, cls=Command, rich_help_panel=PANELS[name])(made)
    return typer.main.get_group(alone).commands[name]


def listed(name: str) -> TyperCommand:
    """A command of the first level as lists show it: the first paragraph of its docstring, read in its source."""
    module, _, function = COMMANDS[PANELS[name]][name].partition(":")
    source = Path(__file__).parent.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8")
    match = re.search(rf'^def {function or "command"}\(.*?^    """(.*?)(?:\n\n|""")', source, re.DOTALL | re.MULTILINE)
    assert match is not None
    return TyperCommand(name, help=match[1], rich_help_panel=PANELS[name])


class AllCommands(Mapping[str, Any]):
    """All commands by their names, each imported when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in PANELS:
            raise KeyError(name)
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(PANELS)

    def __len__(self) -> int:
        return len(PANELS)


class FirstLevel(Group):
    """The group of all commands: lists and help import none of them, and a command line the one that it names."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands: Any = AllCommands()

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, as the help shows them."""
        return list(PANELS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """A command as lists show it."""
        return listed(cmd_name) if cmd_name in PANELS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds the command that the first word names, and imports it; BadInput where there is no such command."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, self.commands.get(name), rest


app = typer.Typer(
    name="dhstats",
    cls=FirstLevel,
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
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    nice: Annotated[bool, typer.Option("--nice", help="Run at low priority.", envvar="DHSTATS_NICE")] = False,
) -> None:
    machine.processors()  # what the environment asks for is refused before anything is done
    machine.check_memory()
    context.obj = main  # what types commands itself is handed who runs them
    if nice:
        machine.give_way()


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
    announce_progress()
    keep_docstrings()
    open_streams()
    outside = strangers(sys.argv[1:])
    sys.exit(outlived(_watched, outside) if outside or machine.memory_limit() else _watched())


def _watched() -> int:
    """Runs one command, which one Ctrl-C always ends."""
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
def all_commands() -> Any:
    """The group of all commands, once a process."""
    return typer.main.get_command(app)


def _done(arguments: list[str]) -> int:
    try:
        code = all_commands()(arguments, standalone_mode=False, prog_name="dhstats")
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
