"""The games that the laboratory knows, loaded when they are asked for: those that come along, packages, game files.

Everything that a game brings is reached from one value (`door`), by what it is. A game is named by its own name, or, of
a game file, by the name that runs keep: with the hash of its content, pig@1f0c2a7b93de. A game file is a program: its
path is taken where a person names it (`name_of`), on the command line, or in a file that says what to play where they
allow it, and nowhere where data do, such as runs, logs, certificates and pages.
"""

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.folder import Door, folder, found
from dhstats.games.ruleset import RuleFiles
from dhstats.programs import is_path
from dhstats.quoting import quoted

NAMES = found()  # of those that come along


def name_of(text: str) -> str:
    """The name of a game that a person names; a game file, or the package of a path, is run."""
    if is_path(text):
        return str(_opening().of_path(text).name)
    return known(text)


def door(name: str) -> Door:
    """The game of a name; BadInput with the nearest name if there is none."""
    if name in NAMES:
        return _folder(name)
    opened: Door | None = _opening().opened(name)
    if opened:
        return opened
    if is_path(name):
        raise BadInput(f"game {quoted(name)}: is a path; a game file is a program, and runs only if --game names it")
    hint = nearest(name, offered())
    path = " A game file is named by its path" if hint.endswith("?") else ", or the path of a game file"
    raise BadInput(f"game {name!r}: not known; {hint}{path}, as in pig.py")


_folder = cache(folder)


def offered() -> tuple[str, ...]:
    """The names of all games that come along, and of those of installed packages."""
    return (*NAMES, *(name for name in sorted(_opening().installed()) if name not in NAMES))


def known(name: str) -> str:
    """The name by which a game is kept, if it is one; BadInput with the nearest name if not."""
    return door(name).name


def part(name: str, what: str) -> Any:
    """What a game brings, by one of the names in PARTS."""
    return door(name).part(what)


def brings(name: str, what: str) -> bool:
    """Whether a game has a part, so that what rests on it can be offered."""
    return door(name).brings(what)


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


def title(name: str) -> str:
    """The name of a game for people."""
    return rules(name).name


def short(name: str) -> str:
    """The name of a game as it stands in the names of folders: pig for pig@1f0c2a7b93de."""
    return known(name).partition("@")[0]


def typed(name: str) -> str:
    """What to type after --game: the path of a game file for the name with a hash, as long as it is that file."""
    return name if name in NAMES else str(_opening().typed(name))


def players(name: str) -> tuple[int, int]:
    """For how many a game is: the least and the most."""
    return door(name).seats


def check_file(name: str) -> None:
    """BadInput for what names neither a game file that is there nor the game of a package; no code is run."""
    _opening().check_named(name)


def check_unedited(begun: str, now: str, where: str) -> None:
    """BadInput for a game file that is another than when a run began; `begun` and `now` are names as runs keep them."""
    stem, _, before = begun.partition("@")
    other, _, after = now.partition("@")
    if stem == other and before != after:
        raise BadInput(
            f"{where}: {stem}.py was edited after the run began (its SHA-256 began with {before}, now with {after});"
            " put it back as it was, or choose another --out"
        )


def packed(name: str) -> tuple[str, bytes]:
    """A game file as another process needs it: its name with the hash, and its content; nothing for other games."""
    return _opening().packed(name) if "@" in name else ("", b"")


def texts(name: str) -> Mapping[str, bytes]:
    """The files of a game file by their names, as this machine keeps them; nothing for all others. No code is run."""
    files: Mapping[str, bytes] = _opening().texts(name) if "@" in name else {}
    return files


def unpack(name: str, content: bytes) -> None:
    """Keeps a game file that `packed` sent, where there is one; BadInput if it is not what its name says."""
    if name:
        _opening().unpack(name, content)


def _opening() -> Any:
    """What reads game files, which is loaded where one is named: it knows all floors."""
    return importlib.import_module("dhstats.gamefile.opening")
