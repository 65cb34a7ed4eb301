"""A game file as the catalogue knows games: what its package has, and what follows from its declarations."""

from functools import cache, partial
from typing import Any

from dhstats.gamefile.file import GameFile
from dhstats.gamefile.reading.source import load_module
from dhstats.gamefile.sources import MAIN
from dhstats.games.folder import Door

_doors: dict[str, Door] = {}  # of packages, by their modules


@cache
def door_of(file: GameFile) -> Door:
    """The game of a file."""
    door = Door(file.name, file.home, file, partial(load_module, shown=file.shown.removesuffix(MAIN)))
    if file.home:
        _doors[file.home] = door
    return door


def derived(module: str, what: str) -> Any:
    """A part of a package as its declarations give it, for the module of the package that has more to say of it.

    `module` is the name of that module, as in `derived(__name__, "questions")`.
    """
    return _doors[module.partition(".")[0]].derived(what)
