"""The reference of the command line: every command with its options, as the code knows them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from dhstats.cli.main import COMMANDS, all_commands
from docs.workshop.prose import code, console, safe, terms

HIDDEN = {"help"}  # options that every command has
KINDS = {int: "NUMBER", float: "NUMBER", Path: "FILE"}  # what is written after an option whose help names nothing else
EXAMPLE = re.compile(r"^(.*?)\s*(dhstats .*)$", re.DOTALL)

VARIABLES = {
    "DHSTATS_CACHE": "The folder in which compiled code is kept (default: `~/.cache/dhstats`).",
    "DHSTATS_MEMORY": "MiB that counting may use (default: 1024).",
    "DHSTATS_NICE": "1: let other processes go first, as `--nice`.",
    "DHSTATS_TEMP": "The folder in which counting keeps what does not fit into its memory.",
    "DHSTATS_WORKERS": "The most threads of any command, as `--workers`.",
}


def every(group: Any = None, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its full name; a group comes before what is in it."""
    for name, command in (group or all_commands()).commands.items():
        yield above + name, command
        if hasattr(command, "commands"):
            yield from every(command, f"{above}{name} ")


def pages() -> Mapping[str, str]:
    """The pages by their names: one a command of the first level, and a list of all."""
    top = all_commands().commands
    made = {f"reference/commands/{name}.md": page(name, command) for name, command in top.items()}
    return made | {"reference/commands.md": contents(top)}


def contents(top: Mapping[str, Any]) -> str:
    """The list of all commands, in groups."""
    lines = ["# Commands", "", "What `dhstats COMMAND --help` says, a page a command.", ""]
    for panel, names in COMMANDS.items():
        lines += [f"## {panel}", ""]
        lines += [terms((f"[`dhstats {name}`](commands/{name}.md)", safe(first(top[name]))) for name in names)]
    lines += ["## Before any command", "", options(all_commands()), ""]
    lines += ["## Variables of the environment", "", terms((code(name), what) for name, what in VARIABLES.items())]
    lines += ["```{toctree}", ":hidden:", ":maxdepth: 1", "", *(f"commands/{name}" for name in sorted(top)), "```", ""]
    return "\n".join(lines)


def first(command: Any) -> str:
    """The first sentence of a help."""
    return str((command.help or "").split("\n\n")[0]).strip()


def page(name: str, command: Any) -> str:
    """The page of a command, or of a group with all that is in it."""
    lines = [f"# dhstats {name}", "", described(command.help or "")]
    if hasattr(command, "commands"):
        for below, inner in command.commands.items():
            lines += [f"## dhstats {name} {below}", "", usage(f"{name} {below}", inner), described(inner.help or "")]
            lines += ["", options(inner), ""]
        return "\n".join(lines)
    return "\n".join([lines[0], "", usage(name, command), lines[2], "", "## Options", "", options(command), ""])


def usage(name: str, command: Any) -> str:
    """How it is called."""
    words = [metavar(each) for each in command.params if each.param_type_name == "argument"]
    return console(" ".join(["dhstats", name, *words, "[OPTIONS]"]))


def metavar(param: Any) -> str:
    """What stands for the value of an argument."""
    named = str(param.metavar or param.name.upper())
    return named if param.required or named.startswith("[") else f"[{named}]"


def described(text: str) -> str:
    """A help text as Markdown: sentences as they are, examples as blocks."""
    parts: list[str] = []
    examples: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\b", "").strip()):
        words = " ".join(paragraph.split())
        found = EXAMPLE.match(words)
        if found and not found[1]:
            examples.append(found[2])
            continue
        if examples:
            parts.append(console(*examples))
            examples = []
        if found and found[1].endswith(":"):
            parts.append(safe(found[1]))
            examples = [found[2]]
        else:
            parts.append(safe(words))
    return "\n\n".join([*parts, *([console(*examples)] if examples else [])]) + "\n"


def options(command: Any) -> str:
    """Arguments and options with what they mean."""
    shown = [each for each in command.params if each.name not in HIDDEN]
    return terms((spelled(each), meaning(each)) for each in shown) or "It has none.\n"


def spelled(param: Any) -> str:
    """An argument by its name, an option by all its names and the kind of its value."""
    if param.param_type_name == "argument":
        return code(metavar(param))
    names = ", ".join(map(code, (*param.opts, *param.secondary_opts)))
    return names if param.is_flag or param.count else f"{names} {code(kind(param))}"


def kind(param: Any) -> str:
    """What is written after an option."""
    annotation = param.type_descriptor.annotation
    inner = next(iter(get_args(annotation)), annotation)
    return str(param.metavar or KINDS.get(inner, "TEXT"))


def meaning(param: Any) -> str:
    """What an option does, what it is where nobody says it, and whether it may be repeated."""
    said = [safe(str(param.help or "").strip())]
    usual = param.default
    if param.secondary_opts:
        usual = next(iter(param.opts if usual else param.secondary_opts), None)
    if not callable(usual) and usual not in (None, False, "", ()) and not str(usual).startswith("Sentinel"):
        said.append(f"Default: {code(usual)}.")
    if getattr(param, "multiple", False):
        said.append("May be given more than once.")
    if param.envvar:
        said.append(f"Variable: {code(param.envvar)}.")
    return " ".join(each for each in said if each) or "See above."
