"""How a game file is opened by its path, by the name of an installed package, or by the name that a run keeps.

A file that is named is run: a game file is a program. What ran is kept in the cache by the hash of its content, so a
run stays what it was when the file is edited, and a run that somebody else sends brings no program along: what reads it
asks for the file.
"""

import importlib
import importlib.util
import re
import tempfile
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from dhstats import programs
from dhstats.documents import expanded, read_bytes
from dhstats.engine.compiled import cache_root
from dhstats.errors import BadInput
from dhstats.gamefile.file import GameFile, name_of
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.reading.source import MOST_BYTES, check_name
from dhstats.quoting import one_line, quoted
from dhstats.release import GAMES

KEPT_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)@([0-9a-f]{12})")
FOLDER = "games"  # in the cache
NAMED = "named"  # beside a file that is kept: the path, or the name of the package, by which it was named last
# Where each part of a game is made: a module of this package, and a function of the file.
MAKERS = {
    "bundle": ("bundle", "bundle_of"),
    "rule files": ("playing.rulesets", "rule_files"),
    "cautions": ("playing.rulesets", "cautions_of"),
    "retelling": ("telling.story", "retelling_of"),
    "table": ("telling.story", "at_table_of"),
    "notation": ("telling.notes", "notation_of"),
    "logging": ("telling.notes", "logging_of"),
    "queries": ("telling.words", "queries_of"),
    "dialect": ("telling.words", "dialect_of"),
    "columns": ("telling.words", "columns_of"),
    "questions": ("telling.words", "questions_of"),
    "vocabulary": ("telling.words", "vocabulary_of"),
    "pages": ("telling.pages", "pages_of"),
}
MISSING = {
    "decks": "nobody brings a deck of their own to it, as a game file says nothing of decks",
    "stacks": "deals cannot be laid out by hand for it, as a game file says nothing of real cards; `dhstats report`"
    " shows what to expect of its games, `dhstats plan` how many games are needed",
    "puzzles": "puzzles cannot be made for it, as a game file says nothing of what a position teaches; `dhstats replay"
    " --explain` shows which moves of a game had better alternatives",
    "reasons": "nobody can say why a move is not allowed in it, as a game file says only which ones are",
}


class Opened:
    """A game file with its parts, each made when it is asked for."""

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self._made: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The name by which runs keep the game: with the hash of the file."""
        return self.file.name

    @property
    def seats(self) -> tuple[int, int]:
        """For how many it is: the least and the most."""
        return self.file.seats

    def brings(self, what: str) -> bool:
        """Whether a game file has a part."""
        return what in MAKERS

    def part(self, what: str) -> Any:
        """A part by its name in the catalogue; BadInput where game files have none."""
        if what not in MAKERS:
            raise BadInput(f"game {self.file.short}: {MISSING[what]}")
        if what not in self._made:
            module, function = MAKERS[what]
            make = getattr(importlib.import_module(f"dhstats.gamefile.{module}"), function)
            self._made[what] = make(self.file)
        return self._made[what]


def of_path(text: str) -> Opened:
    """The game of a file, which is run; BadInput for what is none."""
    programs.check(text)
    path = Path(expanded(text))
    return _of_path(path, one_line(text), str(path.absolute()))


def opened(name: str) -> Opened | None:
    """The game of a name with a hash, or of an installed package; None for other names."""
    if KEPT_NAME.fullmatch(name):
        return _kept(name)
    if point := installed().get(name):
        return _of_path(_module_file(point), f"{point.value} ({name})", name)
    return None


def check_named(name: str) -> None:
    """BadInput for what names neither a game file that can be read nor the game of a package; no code is run."""
    if name.endswith(".py"):
        read_bytes(Path(expanded(name)), f"game file {one_line(name)}", MOST_BYTES)
    elif name not in installed():
        raise BadInput(f"game {quoted(name)}: is not a game file; name the path of one, as in pig.py")


def installed() -> dict[str, EntryPoint]:
    """The games that installed packages offer, by name, not yet loaded."""
    return {point.name: point for point in entry_points(group=GAMES)}


def _module_file(point: EntryPoint) -> Path:
    spec = importlib.util.find_spec(point.module)
    if spec is None or not spec.origin or not Path(spec.origin).is_file():
        raise BadInput(f"game {point.name!r} ({point.value}): the package has no such module")
    return Path(spec.origin)


def typed(name: str) -> str:
    """What to type for a game that a run keeps: the file or the package that it was named by, if that is still it.

    Else the name with the hash, which this machine knows and others do not.
    """
    try:
        said = place_of(name).with_name(NAMED).read_text("utf-8")
        path = Path(said) if said.endswith(".py") else _module_file(installed()[said])
        if name_of(path, path.read_bytes()) != name:
            return name
    except (OSError, KeyError, ValueError, BadInput):
        return name
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) and said.endswith(".py") else said


def _of_path(path: Path, shown: str, said: str) -> Opened:
    content = read_bytes(path, f"game file {shown}", MOST_BYTES)
    check_name(path, shown)
    name = name_of(path, content)
    kept = place_of(name)
    if not kept.is_file() or kept.read_bytes() != content:
        _keep(kept, content)
    named = kept.with_name(NAMED)
    if not named.is_file() or named.read_text("utf-8", "replace") != said:
        with suppress(UnicodeEncodeError):  # a path that is no text cannot be typed either
            _keep(named, said.encode())
    return _read(name, shown)


def _kept(name: str) -> Opened:
    path = place_of(name)
    if not path.is_file() or name_of(path, path.read_bytes()) != name:
        stem, _, digest = name.partition("@")
        raise BadInput(
            f"game {quoted(name)}: was played with a file {stem}.py whose SHA-256 begins with {digest}, which was never"
            f" named on this machine; a game file is a program, so look at it and name it once, as in `dhstats games"
            f" check {stem}.py`"
        )
    return _read(name, f"{name.partition('@')[0]}.py")


def place_of(name: str) -> Path:
    """Where the content of a game file is kept."""
    return cache_root() / FOLDER / name / f"{name.partition('@')[0]}.py"


def _keep(place: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as draft:
        draft.write(content)
    Path(draft.name).replace(place)


def packed(name: str) -> tuple[str, bytes]:
    """The name and content of a game file that is kept here, for another process of the same user."""
    return name, place_of(name).read_bytes()


def unpack(name: str, content: bytes) -> None:
    """Keeps what `packed` sent; BadInput if it is not what its name says."""
    place = place_of(name)
    if not KEPT_NAME.fullmatch(name) or name_of(place, content) != name:
        raise BadInput(f"game {quoted(name)}: arrived with another content")
    if not place.is_file() or place.read_bytes() != content:
        _keep(place, content)


_opened: dict[str, Opened] = {}


def _read(name: str, shown: str) -> Opened:
    """One value for one file in a process, however it was named: functions are compiled once."""
    if name not in _opened:
        _opened[name] = Opened(read(place_of(name), shown))
    return _opened[name]
