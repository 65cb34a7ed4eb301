"""The games that the laboratory knows, loaded when they are asked for: those that come along, packages, game files.

Everything that a game brings is reached from here, by what it is (`part`). A game is named by its own name, or, of a
game file, by the name that runs keep: with the hash of its content, pig@1f0c2a7b93de. A game file is a program: its
path is taken where a person names it (`name_of`), and nowhere where data do.
"""

import importlib
from collections.abc import Mapping
from typing import Any, Protocol

from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleFiles
from dhstats.quoting import quoted

NAMES = ("dragonheart", "dragonwood", "dragon")

# Where a game that comes along keeps each of its parts: the module, with a slot for the game's name, and the value.
PARTS: Mapping[str, tuple[str, str]] = {
    "bundle": ("dhstats.games.{}.bundle", "BUNDLE"),
    "rule files": ("dhstats.games.{}.files.rulesets", "RULE_FILES"),
    "cautions": ("dhstats.games.{}.files.cautions", "cautions"),
    "retelling": ("dhstats.games.{}.words.notation", "RETELLING"),
    "table": ("dhstats.games.{}.words.at_table", "AT_TABLE"),
    "reasons": ("dhstats.games.{}.words.why_not", "tried"),
    "logging": ("dhstats.games.{}.words.logged", "LOGGING"),
    "notation": ("dhstats.games.{}.words.positions", "NOTATION"),
    "stacks": ("dhstats.games.{}.words.stacks", "STACKING"),
    "queries": ("dhstats.queries.{}.own", "QUERIES"),
    "dialect": ("dhstats.queries.{}.own", "dialect"),
    "questions": ("dhstats.questions.{}.own", "OWN"),
    "vocabulary": ("dhstats.questions.{}.words", "WORDS"),
    "puzzles": ("dhstats.questions.{}.puzzles", ""),
    "pages": ("dhstats.report.{}.own", "OWN"),
}


class Opened(Protocol):
    """A game file that has been opened."""

    @property
    def name(self) -> str:
        """The name by which runs keep it."""

    @property
    def seats(self) -> tuple[int, int]:
        """For how many it is: the least and the most."""

    def brings(self, what: str) -> bool:
        """Whether it has a part."""

    def part(self, what: str) -> Any:
        """A part."""


def name_of(text: str) -> str:
    """The name of a game that a person names; a game file is run.

    Raises BadInput for a file that is none, and for names that are not known.
    """
    if text.endswith(".py"):
        return str(_opening().of_path(text).name)
    return known(text)


def load(name: str) -> GameBundle:
    """The game of a name; BadInput with the nearest name if there is none."""
    bundle: GameBundle = part(name, "bundle")
    return bundle


def rules(name: str) -> RuleFiles:
    """How a game makes rule sets of its rule files; BadInput with the nearest name if there is no such game."""
    files: RuleFiles = part(name, "rule files")
    return files


def labels(name: str, effective: Mapping[str, Any]) -> tuple[str, ...]:
    """What has to be said, wherever results are shown, of whose cards they were played with; often nothing."""
    label = load(name).label(effective)
    return (label,) if label else ()


def part(name: str, what: str) -> Any:
    """What a game brings, by one of the names in PARTS.

    Raises BadInput for a game that is not known, and for a part that a game file does not have: it says what to add.
    """
    if opened := _opened(name):
        return opened.part(what)
    module, value = PARTS[what]
    found = importlib.import_module(module.format(known(name)))
    return getattr(found, value) if value else found


def brings(name: str, what: str) -> bool:
    """Whether a game has a part, so that what rests on it can be offered."""
    opened = _opened(name)
    return opened.brings(what) if opened else True


def title(name: str) -> str:
    """The name of a game for people."""
    return rules(name).name


def short(name: str) -> str:
    """The name of a game as it stands in the names of folders: pig for pig@1f0c2a7b93de."""
    return known(name).partition("@")[0]


def players(name: str) -> tuple[int, int]:
    """For how many a game is: the least and the most."""
    if opened := _opened(name):
        return opened.seats
    return 2, load(name).game.seats


def check_file(name: str) -> None:
    """BadInput for what names neither a game file that is there nor the game of a package; no code is run."""
    _opening().check_named(name)


def check_unedited(begun: str, now: str, where: str) -> None:
    """BadInput for a game file that is another than when a run began; `begun` and `now` are names as runs keep them."""
    stem, _, before = begun.partition("@")
    other, _, after = now.partition("@")
    if stem == other and before != after:
        raise BadInput(
            f"{where}: {stem}.py was edited since the run began (its SHA-256 began with {before}, now with {after});"
            " put it back as it was, or choose another --out"
        )


def packed(name: str) -> tuple[str, bytes]:
    """A game file as another process needs it: its name with the hash, and its content; nothing for other games."""
    return _opening().packed(name) if "@" in name else ("", b"")


def unpack(name: str, content: bytes) -> None:
    """Keeps a game file that `packed` sent, where there is one; BadInput if it is not what its name says."""
    if name:
        _opening().unpack(name, content)


def known(name: str) -> str:
    """The name by which a game is kept, if it is one; BadInput with the nearest name if not."""
    if name in NAMES:
        return name
    if opened := _opened(name):
        return str(opened.name)
    if name.endswith(".py"):
        raise BadInput(
            f"game {quoted(name)}: is a path; a game file is a program, and is run where --game names it alone"
        )
    offered = (*NAMES, *_opening().installed())
    raise BadInput(f"game {name!r}: not known; {nearest(name, offered)}, or the path of a game file, as in pig.py")


def _opened(name: str) -> Opened | None:
    """The game file or package of a name; None for the games that come along, and names that are not known."""
    if name in NAMES:
        return None
    found: Opened | None = _opening().opened(name)
    return found


def _opening() -> Any:
    """What reads game files, which is loaded where one is named: it knows all floors."""
    return importlib.import_module("dhstats.gamefile.opening")
