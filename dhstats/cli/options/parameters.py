"""How commands declare their parameters: each with its default, its help and how it is read; those that many share.

A parameter that may be left out is written `name: type = option(default, help)`, with `number` for whole numbers and
`argument` for what has no flag; one that is needed, or that many commands share, is `Annotated`. `with_options` makes
defaults of them: nobody calls such a function without it and leaves an argument out.
"""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Annotated, Any

import typer

from dhstats import programs
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count, path
from dhstats.games.folder import found

GAMES = (
    f"The game: {', '.join(found())}, another of `dhstats games list`, or a game file (game.py) or package (game/),"
    " which is executed."
)

FILE: dict[str, Any] = {"metavar": "FILE", "parser": path}  # what options for files have in common
OPTION = "option"  # the key under which a field has what typer knows of it


def option(default: Any, what: Any, *flags: str, **more: Any) -> Any:
    """A parameter of a command, or a field of a record: its default, and its help or what typer knows of it."""
    info = typer.Option(*flags, help=what, **more) if isinstance(what, str) else what
    return field(default=default, metadata={OPTION: info})


def argument(default: Any, words: str, metavar: str, **more: Any) -> Any:
    """The same of an argument, which may be left out."""
    return option(default, typer.Argument(help=words, metavar=metavar, **more))


def number(default: int | None, flag: str, words: str) -> Any:
    """The same of an option of that flag that takes a whole number."""
    return option(default, count(flag, words))


def game_option(words: str = GAMES) -> Any:
    """The option for a game; `words` are its help."""
    return typer.Option(help=words, autocompletion=completion.games, parser=game_named, metavar="<str>")


class Named(str):
    """The name of a game, with the words by which it was named on the command line: a game file has a path."""

    typed: str


def game_named(text: str) -> str:
    """The game that somebody names; a game file is run, and goes by the name that runs keep."""
    from dhstats.games import catalogue

    named = Named(catalogue.name_of(text) if programs.is_path(text) else text)
    named.typed = text
    return named


def as_typed(game: str) -> str:
    """A game by the words by which it was named."""
    return str(getattr(game, "typed", game))


def _allowed(run_code: bool) -> bool:
    if run_code:
        programs.allow_all()
    return run_code


RunCode = Annotated[
    bool,
    typer.Option(
        "--run-code", help="Run the programs (Python) that a file or folder names here: only if you trust them.",
        callback=_allowed,
    ),
]  # fmt: skip


def players_option(words: str) -> Any:
    """An option for players, who may be files; `words` are its help."""
    return typer.Option(help=words, autocompletion=completion.strategies)


def players_named(words: str) -> Any:
    """A parameter for them, who are the usual ones if nobody is named."""
    return option(None, players_option(words))


def rules_named(words: str) -> Any:
    """A parameter for a rule set, which is the usual one if none is named."""
    return option(None, words, autocompletion=completion.rules)


BASE = "The base rules: a shipped rule set or a rule file."
Base = Annotated[str, typer.Argument(help=BASE, metavar="BASE", autocompletion=completion.rules)]
Players = Annotated[str | None, players_option("A (against itself) or A,B (default: the game's best shipped player).")]
ExperimentFile = Annotated[
    Path | None, typer.Argument(help="An experiment file (TOML); options override it.", metavar="[FILE]")
]


def json_option(words: str = "Write the result as JSON to a file, or - for stdout.", metavar: str | None = None) -> Any:
    """The option for numbers that programs read; `words` are its help."""
    return typer.Option("--json", help=words, metavar=metavar)


JsonResult = Annotated[str | None, json_option()]
RunFolder = Annotated[Path, typer.Argument(help="A run folder.", metavar="RUN", parser=path)]
Page = Annotated[Path | None, typer.Option("-o", "--page", help="The page (default: reports/NAME.html).", **FILE)]
Json = Annotated[str | None, json_option("Write the page's numbers as JSON to a file, or - for stdout.", "FILE")]
