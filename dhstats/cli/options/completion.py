"""What the shell offers while a command line is typed: games, rule sets, strategies, keys; and files that fit."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from dhstats.games.folder import USUAL

if TYPE_CHECKING:
    from dhstats.games.bundle import GameBundle


def games(incomplete: str) -> list[str]:
    """The games."""
    from dhstats.games import catalogue

    return _fitting(catalogue.offered(), incomplete)


def rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """The shipped rule sets of the game that was named, and rule files."""
    bundle = _bundle(ctx)
    return _fitting(bundle.rule_files.shipped() if bundle else (), incomplete) + _files(incomplete, ".toml")


def settings(ctx: typer.Context, incomplete: str) -> list[str]:
    """The keys of a rule file, to be given a value."""
    from dhstats.games import catalogue

    bundle = _bundle(ctx)
    every = catalogue.rules(bundle.game.name).every_key() if bundle else ()
    return _fitting((f"{key.name}=" for key in every), incomplete)


def changes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Rule sets and keys."""
    return rules(ctx, incomplete) + settings(ctx, incomplete)


def strategies(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the game, after those that are typed already, and files of players."""
    from dhstats.players import roster

    bundle = _bundle(ctx)
    before, comma, last = incomplete.rpartition(",")
    known = (*roster.names(bundle), *((roster.SPECIALIST,) if bundle.game.space_learning else ())) if bundle else ()
    words = _fitting(known, last) + _files(last, ".py", ".toml", ".json")
    return [before + comma + name for name in words]


def _bundle(ctx: typer.Context) -> GameBundle | None:
    """The game of the command line so far; None where no game has that name."""
    from dhstats.errors import BadInput
    from dhstats.games import catalogue

    usual = [str(each.default) for each in ctx.command.params if each.name == "game" and each.default]
    try:
        return catalogue.load(ctx.params.get("game") or (*usual, USUAL)[0])
    except BadInput:
        return None


def _fitting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _files(incomplete: str, *endings: str) -> list[str]:
    """Files with such endings, and the folders on the way to more of them."""
    folder = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    try:
        there = sorted(folder.iterdir())
    except OSError:
        return []
    named = [f"{path}/" if path.is_dir() else str(path) for path in there if path.is_dir() or path.suffix in endings]
    return [name for name in named if name.startswith(incomplete) and not Path(name).name.startswith(".")]
