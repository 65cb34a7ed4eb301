"""The files of a game: one file, or a package, which is a folder with `game.py` and modules beside it.

Of a package all files count that lie in its rooms (PARTS and ROOMS of `games/folder.py`), besides `game.py` and
`bundle.py`: data and notes in the same folder do not count. Its name has the hash of a list of these files,
each with its own hash, as `sha256sum` writes them.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dhstats.documents import read_bytes
from dhstats.errors import BadInput
from dhstats.gamefile.cards import named_in
from dhstats.games.folder import PARTS, ROOMS
from dhstats.quoting import quoted

MAIN = "game.py"
MOST_BYTES = 1 << 20  # of a file
MOST_FILES = 500
ENDINGS = (".py", ".sql", ".toml", ".json", ".csv", ".txt")
# What tells `game.py` of a package from a file that is called so: a module that is a part, or rule sets.
SIGNS = ("rulesets", *(place.path for place in PARTS.values()))
BESIDE = tuple(dict.fromkeys(place.path for place in PARTS.values() if "." not in place.module))


@dataclass(frozen=True)
class Sources:
    """The files of a game by their paths in its folder, of a package or not; `stem` is its name for people."""

    stem: str
    files: Mapping[str, bytes]
    package: bool = False

    @property
    def main(self) -> str:
        """The path of the file that declares the game."""
        return MAIN if self.package else f"{self.stem}.py"

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the file, or of the list of all files where there are several."""
        if len(self.files) == 1 and not self.package:
            return hashlib.sha256(self.files[self.main]).hexdigest()
        listed = (f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(self.files.items()))
        return hashlib.sha256("".join(listed).encode()).hexdigest()

    @property
    def name(self) -> str:
        """The name of the game, as runs keep it."""
        return f"{self.stem}@{self.digest[:12]}"

    def packed(self) -> bytes:
        """All files as one, for another process."""
        if len(self.files) == 1 and not self.package:
            return self.files[self.main]
        return json.dumps({path: base64.b64encode(each).decode() for path, each in self.files.items()}).encode()


def unpacked(name: str, content: bytes) -> Sources:
    """What `packed` made, by the name of the game; BadInput if it is something else."""
    stem = name.partition("@")[0]
    alone = Sources(stem, {f"{stem}.py": content})
    if alone.name == name:
        return alone
    try:
        files = {path: base64.b64decode(each) for path, each in json.loads(content).items()}
        sources = Sources(stem, files, MAIN in files)
    except (ValueError, AttributeError, TypeError):
        sources = alone
    tables = named_in(sources.files.get(sources.main, b""))
    if sources.name != name or not all(_counts(path) or path in (sources.main, *tables) for path in sources.files):
        raise BadInput(f"game {quoted(name)}: its content changed on the way")
    return sources


def read_sources(path: Path, shown: str) -> Sources:
    """The files of a path: a game file, `game.py` in the folder of a package, or this folder itself."""
    folder = path if path.is_dir() else path.parent
    if folder != path and not (path.name == MAIN and any((folder / each).exists() for each in SIGNS)):
        content = read_bytes(path, f"game file {shown}", MOST_BYTES)
        return Sources(path.stem, {path.name: content} | _tables(folder, content))
    if not (folder / MAIN).is_file():
        raise BadInput(f"game {shown}: has no {MAIN}; a package is a folder with a game file of this name")
    inside = [path for room in ROOMS for path in (folder / room).rglob("*")]
    there = [path for path in (folder / MAIN, *(folder / each for each in BESIDE), *inside) if path.is_file()]
    paths = sorted(filter(_counts, (path.relative_to(folder).as_posix() for path in there)))
    if len(paths) > MOST_FILES:
        raise BadInput(f"game {shown}: has {len(paths):,} files, must be at most {MOST_FILES}")
    place = shown.removesuffix(MAIN).rstrip("/")
    files = {each: read_bytes(folder / each, f"game file {place}/{each}", MOST_BYTES) for each in paths}
    return Sources(folder.absolute().name, files | _tables(folder, files[MAIN]), package=True)


def _tables(folder: Path, content: bytes) -> dict[str, bytes]:
    """The tables of cards that a game file names, from the folder in which it lies."""
    return {name: read_bytes(folder / name, f"table {name}", MOST_BYTES) for name in named_in(content)}


def _counts(path: str) -> bool:
    """Whether a file of this path in the folder is part of the game."""
    parts = path.split("/")
    hidden = any(part.startswith((".", "__pycache__")) or not part for part in parts)
    here = path in (MAIN, *BESIDE) if len(parts) == 1 else parts[0] in ROOMS
    return here and not hidden and path.endswith(ENDINGS)
