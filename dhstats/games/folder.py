"""The one door of a game, from which all is reached that it brings: games that come along, packages, game files.

A part lies in a module of the game's folder, which has the same name in every game (PARTS). What a game declares in one
file, it need not bring: where there is no such module, the part is made from the declarations. Every folder beside this
file is a game that comes along; it is named nowhere else.
"""

import importlib
import importlib.util
import pkgutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import dhstats.games
from dhstats.errors import BadInput

USUAL = "dragonheart"  # the game that is meant where nobody names one
HOME = dhstats.games.__name__


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part of a game lies: the module of its folder and the value there, or nothing for the module itself.

    `maker` is what makes it of the declarations of a game file, a module of `dhstats.gamefile` and a function there.
    Where nothing can, `without` says why a game file does not bring it, and what to do in its place.
    """

    module: str
    value: str = ""
    maker: str = ""
    without: str = ""

    @property
    def path(self) -> str:
        """The file of the module in the folder of a game."""
        return f"{self.module.replace('.', '/')}.py"


PARTS: Mapping[str, Place] = {
    "bundle": Place("bundle", "BUNDLE", "bundle.bundle_of"),
    "rule files": Place("files.rulesets", "RULE_FILES", "playing.rulesets.rule_files"),
    "decks": Place(  # where players bring decks of their own
        "files.decks", "CONSTRUCTED",
        without="players bring no decks to it, because a game file has none",
    ),
    "cautions": Place("files.rulesets", "cautions", "playing.rulesets.cautions_of"),
    "retelling": Place("words.notation", "RETELLING", "telling.story.retelling_of"),
    "table": Place("words.notation", "AT_TABLE", "telling.story.at_table_of"),
    "reasons": Place(
        "words.why_not", "tried",
        without="it cannot explain why a move is not allowed, because a game file says only which ones are",
    ),
    "logging": Place("words.logged", "LOGGING", "telling.notes.logging_of"),
    "notation": Place("words.notation", "NOTATION", "telling.notes.notation_of"),
    "stacks": Place("words.logged", "STACKING", "telling.stacking.stacking_of"),
    "queries": Place("questions.words", "QUERIES", "telling.words.queries_of"),
    "dialect": Place("questions.words", "dialect", "telling.words.dialect_of"),
    "columns": Place("table", "COLUMNS", "telling.words.columns_of"),  # what its tables hold
    "questions": Place("questions.catalogue", "OWN", "telling.words.questions_of"),
    "vocabulary": Place("questions.words", "WORDS", "telling.words.vocabulary_of"),
    "puzzles": Place(
        "questions.puzzles",
        without="puzzles cannot be made for it, because a game file does not say what a position teaches; `dhstats"
        " replay --explain` shows which moves of a game had better alternatives",
    ),
    "pages": Place("pages", "OWN", "telling.pages.pages_of"),
}  # fmt: skip
# What a game's folder may hold besides: SQL, puzzles and rule sets as files, and modules that the parts are made of.
ROOMS = tuple(
    sorted(
        {place.module.partition(".")[0] for place in PARTS.values() if "." in place.module}
        | {"decks", "packs", "players", "puzzles", "referee", "rules", "rulesets", "trained"}
    )
)
_SHARED = Counter(place.module for place in PARTS.values())  # how many parts lie in a module


def found() -> tuple[str, ...]:
    """The names of all folders here: the usual game first, the others in the order of the alphabet."""
    names = [each.name for each in pkgutil.iter_modules(dhstats.games.__path__) if each.ispkg]
    return tuple(sorted(names, key=lambda name: (name != USUAL, name)))


def usual(what: str) -> str:
    """The first game that brings a part, to be meant where nobody names one."""
    return next((name for name in found() if folder(name).brings(what)), USUAL)


class Door:
    """A game by the name by which runs keep it, with all that it brings.

    `home` is the module of its folder, "" for a game file that stands alone; `file` what it declares, where one file
    does. `loads` imports a module of the folder.
    """

    def __init__(
        self, name: str, home: str = "", file: Any = None, loads: Callable[[str], ModuleType] = importlib.import_module
    ) -> None:
        self.name, self.home, self.file, self._loads = name, home, file, loads
        self._made: dict[str, Any] = {}

    @property
    def seats(self) -> tuple[int, int]:
        """For how many it is: the least and the most."""
        seats: tuple[int, int] = self.file.seats if self.file else (2, self.part("bundle").game.seats)
        return seats

    def brings(self, what: str) -> bool:
        """Whether it has a part, by one of the names in PARTS."""
        return bool(self.file and PARTS[what].maker) or self._lies(PARTS[what])

    def part(self, what: str) -> Any:
        """A part by its name in PARTS; BadInput that says what to add where the game has none."""
        if what not in self._made:
            place = PARTS[what]
            if self._lies(place):
                module = self._loads(f"{self.home}.{place.module}")
                self._made[what] = getattr(module, place.value) if place.value else module
            else:
                self._made[what] = self.derived(what)
        return self._made[what]

    def derived(self, what: str) -> Any:
        """A part as the declarations of the game give it, whether or not its folder has another one."""
        place = PARTS[what]
        if self.file is None:
            raise BadInput(f"game {self.name}: brings no {what}; add games/{self.name}/{place.path}")
        if not place.maker:
            add = f"; add {place.path} to its folder" if self.home else ""
            raise BadInput(f"game {self.file.short}: {place.without}{add}")
        module, _, function = place.maker.rpartition(".")
        return getattr(importlib.import_module(f"dhstats.gamefile.{module}"), function)(self.file)

    def _lies(self, place: Place) -> bool:
        """Whether the folder has the part, in a module that may hold others."""
        if not self.home:
            return False
        try:
            there = importlib.util.find_spec(f"{self.home}.{place.module}") is not None
        except ModuleNotFoundError:  # not even the folder around it
            return False
        if there and place.value and (self.file or _SHARED[place.module] > 1):
            return hasattr(self._loads(f"{self.home}.{place.module}"), place.value)
        return there


def folder(name: str) -> Door:
    """The door of a folder here."""
    return Door(name, f"{HOME}.{name}")
