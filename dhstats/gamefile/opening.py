"""How a game file or a package is opened by its path, by the name of an installed package, or by what a run keeps.

What is named is run: a game file is a program. What ran is kept in the cache by the hash of its content, so a run stays
what it was when the file is edited, and a run that somebody else sends brings no program along: what reads it asks for
the file.
"""

import importlib.util
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from dhstats import programs
from dhstats.documents import expanded, read_bytes
from dhstats.engine.compiled import cache_root
from dhstats.errors import BadInput
from dhstats.gamefile import examples
from dhstats.gamefile.door import door_of
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.reading.source import check_name
from dhstats.gamefile.sources import MAIN, MOST_BYTES, Sources, read_sources, unpacked
from dhstats.games.folder import Door
from dhstats.quoting import one_line, quoted
from dhstats.release import GAMES

KEPT_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)@([0-9a-f]{12})")
FOLDER = "games"  # in the cache
NAMED = "named"  # beside what is kept: the path, or the name of the package, by which it was named last


def of_path(text: str) -> Door:
    """The game of a file or a package, which is run; BadInput for anything else."""
    programs.check(text)
    path = Path(expanded(text))
    end = programs.FOLDER if path.is_dir() else ""
    return _of_path(path, one_line(text), f"{path.absolute()}{end}")


def opened(name: str) -> Door | None:
    """The game of a name with a hash, or of an installed package; None for other names."""
    if KEPT_NAME.fullmatch(name):
        stem, _, digest = name.partition("@")
        if not _is_kept(name):
            raise BadInput(
                f"game {quoted(name)}: was played with a file {stem}.py whose SHA-256 begins with {digest}, which was"
                f" never named on this machine; a game file is a program, so look at it and name it once, as in"
                f" `dhstats games check {stem}.py`"
            )
        return _read(name, f"{stem}.py")
    if point := installed().get(name):
        return _of_path(_module_file(point), f"{point.value} ({name})", name)
    return None


def check_named(name: str) -> None:
    """BadInput for what names neither a game file that can be read nor the game of a package; no code is run."""
    if programs.is_path(name):
        path = Path(expanded(name))
        read_bytes(path / MAIN if path.is_dir() else path, f"game file {one_line(name)}", MOST_BYTES)
    elif name not in installed():
        raise BadInput(f"game {quoted(name)}: is not a game file; name the path of one, as in pig.py")


def installed() -> dict[str, EntryPoint]:
    """The games of one file that come along, and those that installed packages offer, by name, not yet loaded."""
    return {point.name: point for point in (*entry_points(group=GAMES), *examples.points())}


def _module_file(point: EntryPoint) -> Path:
    """The file of a game in a package, or the folder of one that has several files."""
    spec = importlib.util.find_spec(point.module)
    if spec is None or not spec.origin or not Path(spec.origin).is_file():
        raise BadInput(f"game {point.name!r} ({point.value}): the package has no such module")
    path = Path(spec.origin)
    return path.parent if path.name == "__init__.py" else path


def typed(name: str) -> str:
    """What to type for a game that a run keeps: the file or the package that it was named by, if that is still it.

    Else the name with the hash, which this machine knows and others do not.
    """
    try:
        text = (cache_root() / FOLDER / name / NAMED).read_text("utf-8")
        path = Path(text) if programs.is_path(text) else _module_file(installed()[text])
        if read_sources(path, text).name != name:
            return name
    except (OSError, KeyError, ValueError, BadInput):
        return name
    here = Path.cwd()
    if not path.is_relative_to(here) or not programs.is_path(text):
        return text
    return f"{path.relative_to(here)}{programs.FOLDER if programs.is_folder(text) else ''}"


def _of_path(path: Path, shown: str, said: str) -> Door:
    sources = read_sources(path, shown)
    check_name(sources.stem, shown, package=sources.package)
    if not sources.package and path.suffix != programs.ENDING:
        raise BadInput(f"game file {shown}: must have a name such as pig.py, with only letters, digits and _")
    _keep(sources)
    named = cache_root() / FOLDER / sources.name / NAMED
    if not named.is_file() or named.read_text("utf-8", "replace") != said:
        with suppress(UnicodeEncodeError):  # a path that is no text cannot be typed either
            _write(named, said.encode())
    return _read(sources.name, shown)


def place_of(name: str) -> Path:
    """Where the content of a game file is kept, or the folder of a package."""
    home, stem = cache_root() / FOLDER / name, name.partition("@")[0]
    return home / stem if (home / stem / MAIN).is_file() else home / f"{stem}.py"


def _is_kept(name: str) -> bool:
    """Whether what is kept under a name is still what the name says."""
    try:
        return read_sources(place_of(name), name).name == name
    except BadInput:
        return False


def _keep(sources: Sources) -> None:
    if _is_kept(sources.name):
        return
    home = cache_root() / FOLDER / sources.name
    if sources.package:
        home /= sources.stem
        shutil.rmtree(home, ignore_errors=True)  # what somebody changed there
    for path in sorted(sources.files, key=sources.main.__eq__):  # the file by which a package is found comes last
        _write(home / path, sources.files[path])


def _write(place: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as draft:
        draft.write(content)
    Path(draft.name).replace(place)


def packed(name: str) -> tuple[str, bytes]:
    """The name and content of a game that is kept here, for another process of the same user."""
    return name, read_sources(place_of(name), name).packed()


def texts(name: str) -> Mapping[str, bytes]:
    """The files of a game that is kept here, by their paths, as they are written; nothing for one that is not."""
    return read_sources(place_of(name), name).files if KEPT_NAME.fullmatch(name) and _is_kept(name) else {}


def unpack(name: str, content: bytes) -> None:
    """Keeps what `packed` sent; BadInput if it is not what its name says."""
    if not KEPT_NAME.fullmatch(name):
        raise BadInput(f"game {quoted(name)}: its content changed on the way")
    _keep(unpacked(name, content))


_opened: dict[str, Door] = {}


def _read(name: str, shown: str) -> Door:
    """One value for one game in a process, however it was named: functions are compiled once."""
    if name not in _opened:
        _opened[name] = door_of(read(place_of(name), shown))
    return _opened[name]
