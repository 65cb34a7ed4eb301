"""Commands that still understand how their options were once spelt, and say what is wrong with a command line."""

from typing import Any

from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from dhstats.cli.terminal.usage import complaint, empty_value
from dhstats.errors import BadInput, ResourceFailure, nearest
from dhstats.quoting import quoted

ONCE = {"--output": "--page"}  # in every command
ELSEWHERE = {("train", "--out"): "--player"}  # words that mean something else in all other commands

WRITTEN = ("page", "json_target", "html", "certificate", "player", "rule_file")  # parameters that name a file to write


class Command(TyperCommand):
    """A command whose options have one name each, and old ones are understood or refused in one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the words of a command line; BadInput for what the command does not take."""
        end = args.index("--") if "--" in args else len(args)
        words = [*(_now(str(ctx.info_name), word) for word in args[:end]), *args[end:]]
        if problem := empty_value(words[:end], ctx):
            raise BadInput(problem)
        try:
            rest = super().parse_args(ctx, words)
        except TyperException as error:
            raise BadInput(complaint(error, ctx)) from error
        if not ctx.resilient_parsing:  # a completion asks for nothing to be written
            _check_targets(ctx)
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Does what the command is for."""
        try:
            return super().invoke(ctx)
        except ResourceFailure as failure:
            raise _advised(failure, ctx) from failure


def _advised(failure: ResourceFailure, context: Any) -> ResourceFailure:
    """The failure without the advice to --resume where the command has no such option."""
    resumes = any(param.name == "resume" for param in context.command.params)
    return failure if resumes else ResourceFailure(str(failure).replace("and use --resume", "and try again"))


def _check_targets(context: Any) -> None:
    """BadInput where a page or file that the command is to write cannot be: before it plays or counts anything."""
    from dhstats.cli.terminal.console import PAGES, check_targets

    named = context.params
    usual = [PAGES / "page.html"] if "page" in named and named["page"] is None else []
    check_targets(*(named[name] for name in WRITTEN if named.get(name)), *usual)


class Group(TyperGroup):
    """Commands by their names; a name that is none is refused with the nearest one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the words before the command; BadInput for what is no option there."""
        try:
            return super().parse_args(ctx, args)
        except TyperException as error:
            if args:
                raise BadInput(complaint(error, ctx)) from error
            raise

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds the command that the first word names; BadInput for one that is none."""
        name = args[0] if args else ""
        if name and self.get_command(ctx, name) is None and not name.startswith("-"):
            raise BadInput(
                f"{quoted(name)}: no command of `{ctx.command_path}`; {nearest(name, self.list_commands(ctx))}"
            )
        return super().resolve_command(ctx, args)


def _now(command: str, word: str) -> str:
    name, equals, value = word.partition("=")
    if (command, name) in ELSEWHERE:
        now = ELSEWHERE[command, name]
        raise BadInput(f"{name}: names a folder of games in other commands; in `dhstats {command}` write {now} FILE")
    return ONCE.get(name, name) + equals + value
