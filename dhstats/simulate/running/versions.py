"""What decides the bytes of a run besides its plan: this project's code and the libraries that play and write."""

import hashlib
import platform
from functools import cache
from importlib.metadata import version

from dhstats.engine.compiled import PACKAGE
from dhstats.release import VERSION

ROOMS = ("engine", "gamefile", "games", "players", "queries", "simulate", "storage")
KINDS = ("*.py", "*.sql")
READING = ("questions", "pages")  # what games add to the floors above; no run is written by it
LIBRARIES = ("numba", "numpy", "pyarrow", "duckdb", "polars")

Versions = dict[str, str]


@cache
def versions() -> Versions:
    """The versions of this process by name."""
    python = ".".join(platform.python_version_tuple()[:2])
    # Names the code that plays and writes
    total = hashlib.sha256()
    files = (path for room in ROOMS for kind in KINDS for path in (PACKAGE / room).rglob(kind))
    for file in sorted(path for path in files if path.parent.name not in READING):
        total.update(file.relative_to(PACKAGE).as_posix().encode() + hashlib.sha256(file.read_bytes()).digest())
    code = total.hexdigest()[:8]
    return {"dhstats": f"{VERSION} ({code})", "Python": python} | {name: version(name) for name in LIBRARIES}


def difference(here: Versions, there: Versions) -> str:
    """In what another process would play or write otherwise, and what to do; nothing if in nothing."""
    for name, ours in here.items():
        if (theirs := there.get(name, "nothing")) != ours:
            return f"has {name} {theirs}, but here it is {ours}; install the same versions on every machine"
    return ""
