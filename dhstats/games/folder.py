"""A game as a folder beside this file: where each of its parts lies, loaded when it is asked for.

Every folder here is a game that comes along; it is named nowhere else. All that it brings lies in it, in modules with
the same names in every game (PARTS).
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import dhstats.games
from dhstats.errors import BadInput

USUAL = "dragonheart"  # the game that is meant where nobody names one
HOME = dhstats.games.__name__

# What a game brings: the module of its folder that keeps it and the value there, or nothing for the module itself.
PARTS: Mapping[str, tuple[str, str]] = {
    "bundle": ("bundle", "BUNDLE"),
    "rule files": ("files.rulesets", "RULE_FILES"),
    "decks": ("files.decks", "CONSTRUCTED"),  # where players bring decks of their own
    "cautions": ("files.cautions", "cautions"),
    "retelling": ("words.notation", "RETELLING"),
    "table": ("words.at_table", "AT_TABLE"),
    "reasons": ("words.why_not", "tried"),
    "logging": ("words.logged", "LOGGING"),
    "notation": ("words.positions", "NOTATION"),
    "stacks": ("words.stacks", "STACKING"),
    "queries": ("queries.catalogue", "QUERIES"),
    "dialect": ("queries.catalogue", "dialect"),
    "columns": ("queries.columns", "COLUMNS"),  # what its tables hold
    "questions": ("questions.catalogue", "OWN"),
    "vocabulary": ("questions.words", "WORDS"),
    "puzzles": ("questions.puzzles", ""),
    "pages": ("pages.board", "OWN"),
}


def found() -> tuple[str, ...]:
    """The names of all folders here: the usual game first, the others in the order of the alphabet."""
    names = [each.name for each in pkgutil.iter_modules(dhstats.games.__path__) if each.ispkg]
    return tuple(sorted(names, key=lambda name: (name != USUAL, name)))


def usual(what: str) -> str:
    """The first game that brings a part, to be meant where nobody names one."""
    return next((name for name in found() if GameFolder(name).brings(what)), USUAL)


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game that comes along, with its parts."""

    name: str

    @property
    def seats(self) -> tuple[int, int]:
        """For how many it is: the least and the most."""
        return 2, self.part("bundle").game.seats

    def brings(self, what: str) -> bool:
        """Whether the folder has the module of a part."""
        try:
            return importlib.util.find_spec(self._module(what)) is not None
        except ModuleNotFoundError:  # not even the folder around it
            return False

    def part(self, what: str) -> Any:
        """A part by its name in PARTS; BadInput that names the file to be written where the game has none."""
        if not self.brings(what):
            file = self._module(what).removeprefix(f"{HOME}.").replace(".", "/")
            raise BadInput(f"game {self.name}: brings no {what}; add games/{file}.py")
        module, value = importlib.import_module(self._module(what)), PARTS[what][1]
        return getattr(module, value) if value else module

    def _module(self, what: str) -> str:
        return f"{HOME}.{self.name}.{PARTS[what][0]}"
