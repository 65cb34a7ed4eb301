"""Commands that understand how their options were once spelt, and say in one line what is wrong with a command line."""

import difflib
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from dhstats.cli.terminal import defaults, notice
from dhstats.errors import BadInput, ResourceFailure, nearest
from dhstats.quoting import clipped, quoted

ONCE = {"--output": "--page"}  # in every command
ELSEWHERE = {("train", "--out"): "--player"}  # words that mean something else in all other commands

PAGE = ("-o", "--page")  # what many commands draw, and the others are asked for all the same
INSTEAD_OF_PAGE = ("--out", "--html", "--player", "--json")  # where what a command makes goes, if it draws no page
ALIKE = {
    "--games": "--deals", "--deals": "--games", "--folder": "--out", "--dir": "--out", "--html": "--page",
    "--threads": "--workers", "--jobs": "--workers", "--cores": "--workers",
    "--continue": "--resume", "--fresh": "--seed", "--players": "--strategies", "--metrics": "--metric",
}  # fmt: skip
NUMBERS = {"int": "a whole number", "float": "a number", "finite": "a finite number"}  # by pydantic's kind of mistake
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
SHOWN = 3  # commands that are named as having an option
EXTRA = re.compile(r"unexpected extra argument(?:s|\(s\))? \((.*)\)", re.DOTALL)
LACKS_VALUE = re.compile(r"Option '([^']*)' requires an? ")
TAKES_NONE = re.compile(r"Option '([^']*)' does not take a value")
WRITTEN = (  # files
    *("page", "json_target", "csv_target", "lines_target", "html", "certificate", "rule_file", "target", "phone"),
    *("pdf", "pdf_all", "png"),
)
ONCE_WRITTEN = ("player",)  # the same of a file that is never replaced unasked, whoever wrote it


class Unread(ModuleType):
    """A module that is not loaded: what is imported from it is used for nothing."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return object


def load_help() -> None:
    """Loads what draws help without the Markdown and the tracebacks that ours has none of: half of what it takes."""
    unread = [name for name in ("rich.markdown", "rich.traceback") if name not in sys.modules]
    sys.modules.update({name: Unread(name) for name in unread})
    import_module("typer.rich_utils")
    for name in unread:
        del sys.modules[name]


class Command(TyperCommand):
    """A command whose options have one name each, and old ones are understood or refused in one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the words of a command line; BadInput for what the command does not take."""
        end = args.index("--") if "--" in args else len(args)
        words = [*(_now(str(ctx.info_name), word) for word in args[:end]), *args[end:]]
        if problem := _empty_value(words[:end], ctx):
            raise BadInput(problem)
        own = {str(param.name) for param in self.params if param.param_type_name == "option"}
        ctx.default_map = {} if ctx.resilient_parsing else defaults.used(str(ctx.info_name), own)
        try:
            rest = super().parse_args(ctx, words)
        except TyperException as error:
            raise BadInput(complaint(error, ctx)) from error
        if not ctx.resilient_parsing:  # a completion asks for nothing to be written
            from dhstats.cli.terminal.console import PAGES, check_targets
            from dhstats.storage.outputs import guarded

            defaults.show(ctx)
            named = ctx.params
            usual = [PAGES / "page.html"] if "page" in named and named["page"] is None else []
            ctx.with_resource(guarded(_cache, force=bool(named.get("force"))))
            ours, others = ([named[name] for name in names if named.get(name)] for names in (WRITTEN, ONCE_WRITTEN))
            # Of a page that nobody named there has to be a folder; how it will be called is not known yet.
            check_targets(*ours, others=(*others, *usual))
        return rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Shows what the command does and takes."""
        load_help()
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Does what the command is for."""
        try:
            with notice.ending(str(ctx.info_name), ctx.params):
                return super().invoke(ctx)
        except ResourceFailure as failure:
            if any(param.name == "resume" for param in ctx.command.params):
                raise
            raise ResourceFailure(str(failure).replace("and use --resume", "and try again")) from failure


def _cache() -> Path:
    """The folder that keeps what is known of files that were written; who compiles knows where it is."""
    from dhstats.engine.compiled import cache_root

    return cache_root()


class Group(TyperGroup):
    """Commands by their names; an unknown name is refused with the nearest one. The `usual` one needs no name."""

    usual = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the words before the command; BadInput for what is no option there."""
        if self.usual and (not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names)):
            args = [self.usual, *args]
        try:
            return super().parse_args(ctx, args)
        except TyperException as error:
            if args:
                raise BadInput(complaint(error, ctx)) from error
            raise

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Shows what the commands are for."""
        load_help()
        super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds the command that the first word names; BadInput where there is no such command."""
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


def complaint(error: Exception, context: Any) -> str:
    """What typer found wrong with the words of the command of this context, in our words; its own for anything else."""
    text, command = str(getattr(error, "message", "") or error), context.command_path
    if type(error).__name__ == "NoSuchOption":
        return _unknown(str(getattr(error, "option_name", "")), context)
    if type(error).__name__ == "MissingParameter":
        param = getattr(error, "param", None)
        # An argument or option that a command cannot do without
        if param is None:
            return f"`{command} --help` says what it needs"
        name = param.opts[0] if param.param_type_name == "option" else (param.metavar or str(param.name).upper())
        help_text = (getattr(param, "help", "") or "").rstrip(".")
        return f"`{command}` needs {name}{f' ({help_text})' if help_text else ''}; `{command} --help` has examples"
    if match := EXTRA.search(text):
        return f"{clipped(match[1])}: too many words for `{command}`; `{command} --help` says what it takes"
    if match := LACKS_VALUE.search(text):
        return f"{match[1]}: a value must follow it{_of(match[1], context)}"
    if match := TAKES_NONE.search(text):
        return f"{match[1]}: is a switch and takes no value; write {match[1]} alone"
    # A value that is no number where one must stand; "" for any other mistake
    cause, param = error.__cause__, getattr(error, "param", None)
    faults = cause.errors() if cause is not None and hasattr(cause, "errors") else []
    if not faults or param is None:
        wrong_value = ""
    else:
        kind = NUMBERS.get(str(faults[0].get("type", "")).partition("_")[0])
        name = next((name for name in param.opts if name.startswith("--")), str(param.metavar or param.name).upper())
        given = faults[0].get("input")
        comma = kind != NUMBERS["int"] and isinstance(given, str) and DECIMAL_COMMA.fullmatch(given)
        point = f"; write {given.replace(',', '.')}" if comma else ""
        wrong_value = f"{name}: must be {kind}, not {quoted(given)}{point}" if kind else ""
    return wrong_value or getattr(error, "format_message", lambda: text)() or f"see `{command} --help`"


def _empty_value(words: Iterable[str], context: Any) -> str:
    """What to say of the first option with nothing after it, as an unset variable of a shell leaves it; often ""."""
    takes = {name for name, param in _options(context.command).items() if not getattr(param, "is_flag", False)}
    before = ""
    for word in words:
        option = before if word == "" else word[:-1] if word.endswith("=") else ""
        if option in takes:
            return f"{option}: the text after it is empty; leave {option} out, or name something{_of(option, context)}"
        before = word
    return ""


def _options(command: Any) -> dict[str, Any]:
    """The parameters of a command that are options, by each of their names."""
    options = (param for param in command.params if param.param_type_name == "option")
    return {name: param for param in options for name in (*param.opts, *param.secondary_opts)}


def _of(option: str, context: Any) -> str:
    """What an option is for, as the end of a sentence."""
    help_text = getattr(_options(context.command).get(option), "help", "") or ""
    return f" ({help_text.rstrip('.')})" if help_text else ""


def _unknown(option: str, context: Any) -> str:
    """An option that the command has not: what it may have meant, and where there is such an option."""
    command, own = context.command_path, _options(context.command)
    meant = [name for name in _meant(option, own) if name != option]
    told = [f"did you mean {' or '.join(meant)}?"] if meant else []
    commands = context.find_root().command.commands.items()
    if elsewhere := [name for name, command in commands if option in _options(command)]:
        what = "names a page, which is drawn by" if option in PAGE else "belongs to"
        told.insert(0, f"it {what} {', '.join(elsewhere[:SHOWN])}{' and others' if elsewhere[SHOWN:] else ''}")
    return f"{clipped(option)}: no option of `{command}`; {'; '.join([*told, f'`{command} --help` lists all'])}"


def _meant(option: str, own: Iterable[str]) -> list[str]:
    """The options that somebody may have meant, the likeliest first, at most three."""
    names = [name for name in own if name.startswith("--")]
    if option in PAGE:
        return [name for name in INSTEAD_OF_PAGE if name in names][:1]
    if ALIKE.get(option) in names:
        return [ALIKE[option]]
    begun = sorted(name for name in names if name.startswith("-" + option if len(option) == 2 else option))
    return (begun or difflib.get_close_matches(option, names, n=2, cutoff=0.7))[:3]
