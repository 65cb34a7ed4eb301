"""The one way a function is handed to numba: all flags and the cache policy live here.

numba's own disk cache notices an edit in the file of a function, but not an edit in a file that it calls into. So
every compiled function is kept in a folder whose name is a hash of all sources that can reach it and of the
versions of the compiler: an edit anywhere below leads to another folder, and a stale result cannot be found.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core.caching import CacheImpl, _CacheLocator
from numba.core.errors import NumbaError

from dhstats.documents import expanded
from dhstats.engine import compiling, shortcuts
from dhstats.engine.linking import CHECKED, OPTIONS, Part, WholeCompiler
from dhstats.errors import UserError

RECORDS = "*.dist-info/RECORD"  # what a distribution brought, a file a line


def shared_folder(file: Path) -> Path | None:
    """The folder of installed packages that a source file lies in; None for one that lies anywhere else."""
    searched = {Path(each).resolve() for each in sys.path if each}
    return next((folder for folder in file.parents if folder in searched and any(folder.glob("*.dist-info"))), None)


def distribution(file: Path, folder: Path) -> str:
    """The distribution that brought a file to this folder; "" where none says so."""
    return _owners(folder, folder.stat().st_mtime_ns).get(file.relative_to(folder).as_posix(), "")


@lru_cache(maxsize=4)
def _owners(folder: Path, changed: int) -> dict[str, str]:
    """The distribution of every source file in a folder, as it was when that was `changed` last."""
    owners = dict[str, str]()
    for record in folder.glob(RECORDS):
        with record.open(encoding="utf-8", errors="replace", newline="") as lines:
            owners |= {row[0]: record.parent.name for row in csv.reader(lines) if row and row[0].endswith(".py")}
    return owners


PACKAGE = Path(__file__).resolve().parents[1]
_PARSING = threading.Lock()  # threads that parse at once make CPython 3.11 fail now and then (gh-106905)

BODIES = ("body", "orelse", "finalbody", "handlers", "cases")  # where statements stand in statements

Function = TypeVar("Function", bound=Callable[..., Any])

warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)
compiling.listen()
shortcuts.take()


def cache_root() -> Path:
    """The folder that keeps compiled functions: DHSTATS_CACHE, else the user's cache folder; ~ is the home folder."""
    if chosen := os.environ.get("DHSTATS_CACHE"):
        return Path(expanded(chosen))
    return Path(expanded(os.environ.get("XDG_CACHE_HOME") or "~/.cache")) / "dhstats"


def interpreted() -> bool:
    """Whether compiling is switched off (NUMBA_DISABLE_JIT), so that plain Python runs the same source."""
    return bool(numba.config.DISABLE_JIT)


@cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def source_hash(paths: tuple[Path, ...]) -> str:
    """Names a set of source files and the compiler's versions, in 20 hex digits."""
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    total = hashlib.sha256(repr((versions, bool(numba.config.BOUNDSCHECK))).encode())
    for path in sorted(set(paths)):
        total.update(path.name.encode() + _digest(path))
    return total.hexdigest()[:20]


@cache
def sources_below(file: Path) -> tuple[Path, ...]:
    """A source file with all that it imports from this package or its own folder, and what those import.

    So a strategy depends on the rules and on its own file, but on no other strategy: adding one compiles that one.
    """
    return _reached(file)


def own_sources(file: Path) -> tuple[Path, ...]:
    """A stranger's source file with all that it imports from its own folder or package, as they are now."""
    return _reached(file, lambda path: PACKAGE not in path.parents)


def _reached(file: Path, wanted: Callable[[Path], bool] = lambda _: True) -> tuple[Path, ...]:
    """A source file and whatever it imports, directly or not, as far as it is wanted."""
    found: set[Path] = set()
    waiting = [file.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += filter(wanted, _imported(path))
    return tuple(sorted(found))


def _imported(file: Path) -> list[Path]:
    """The files that the import statements of a file name: in this package; a stranger's also in what is its own.

    That is its folder and its package; of installed packages, which share a folder with all others, the distribution.
    """
    if PACKAGE in file.parents:
        return _imported_here(file)
    shared, top = shared_folder(file), file.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    named = _named(file, (file.parent, shared or top))
    if shared is None:
        return named
    own = distribution(file, shared)
    return [
        path
        for path in named
        if PACKAGE in path.parents or (shared in path.parents and distribution(path, shared) == own)
    ]


def _named(file: Path, around: tuple[Path, ...] = ()) -> list[Path]:
    """The files that a file names in this package, and in the folders `around`."""
    places = dict[str, None]()
    with _PARSING:
        tree = ast.parse(file.read_bytes())
    around = tuple(dict.fromkeys(around))
    for node in _executed(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                places |= _modules(alias.name, around)
        elif isinstance(node, ast.ImportFrom):
            above = (file.parents[node.level - 1],) if node.level else around
            for name in ("", *(alias.name for alias in node.names)):
                places |= _modules(".".join(filter(None, (node.module, name))), above)
    return [Path(place).resolve() for place in places if os.path.isfile(place)]  # noqa: PTH113


_imported_here = cache(_named)  # the same of a file of this package, which does not change while it runs


def _executed(tree: ast.AST) -> Iterator[ast.stmt]:
    """All statements of a syntax tree but those for type checkers alone, which no process ever runs."""
    for part in BODIES:
        for node in getattr(tree, part, ()):
            if isinstance(node, ast.stmt):
                if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                    continue
                yield node
            yield from _executed(node)


def _modules(name: str, roots: tuple[Path, ...]) -> dict[str, None]:
    """The files that a dotted name may stand for below these folders, packages on the way included, as text.

    Thousands are looked for as a process starts, and as paths that takes most of the time.
    """
    parts = name.split(".") if name else []
    if parts[:1] == [PACKAGE.name]:
        roots = (PACKAGE.parent, *roots)
    steps = ["", *("/" + "/".join(parts[: n + 1]) for n in range(len(parts)))]
    packages = [f"{root}{step}/__init__.py" for root in roots for step in steps[bool(parts) :]]
    return dict.fromkeys((*packages, *(f"{root}{steps[-1]}.py" for root in roots if parts)))


def _cache_folder(sources: tuple[Path, ...]) -> Path | None:
    """The folder that keeps functions of these sources; None where it cannot be written to."""
    folder = cache_root() / source_hash(sources)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:  # a read-only home: compile afresh in every process rather than fail
        return None
    return folder


class SourceHashLocator(_CacheLocator):
    """Tells numba where to keep a function: in the folder named by the hash of its sources."""

    def __init__(self, folder: Path, mark: str) -> None:
        self._folder = folder
        self._mark = mark
        self._py_file = ""

    def get_cache_path(self) -> str:
        """The folder of this function's machine code."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Freshness needs no time stamp: the folder's name is the content."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Tells apart functions of one name and template."""
        return self._mark

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> SourceHashLocator | None:
        """Takes charge of this project's functions alone; numba's own locators serve all others."""
        folder = getattr(py_func, "dhstats_folder", None)
        return None if folder is None else cls(folder, f"{py_func.__module__}-{py_func.__code__.co_firstlineno}")


def _configure() -> None:
    """Sets up the compiler, which forgets it whenever a variable NUMBA_… of the environment changes: do it again."""
    numba.config.reload_config()  # or else the change is taken in, and all forgotten, in the midst of what follows
    numba.config.LOOP_VECTORIZE = 0  # loops over a hand are a few turns long: wide registers only cost
    numba.config.CACHE_LOCATOR_CLASSES = ""  # those below, whatever the environment says


CacheImpl._locator_classes = [SourceHashLocator, *CacheImpl._locator_classes]
_configure()


def compiled(
    signature: Any = None, *, sources: tuple[Path, ...] | None = None, inline: bool = True, checked: bool = False
) -> Callable[[Function], Function]:
    """Compiles a function for the game loop: no Python objects, no interpreter lock, kept on disk.

    With a `signature` it is compiled at once; without one it becomes part of every function that calls it (calls
    cost more than most rules), unless it is long or seldom needed and says `inline=False`. It is LLVM that inlines:
    numba's own inlining copies a function's source into each of its callers, compiles it anew in each, and plays no
    faster. `sources` names the files that it depends on where its own place does not tell.
    One that is `checked` raises IndexError where it would read or write beyond an array; what it calls is not checked
    with it (see `copies`).
    """

    def decorate(function: Function) -> Function:
        if interpreted():
            return function
        if signature is None:
            return Part(function, inline)  # type: ignore[return-value]
        _configure()
        folder = _cache_folder(sources or sources_below(Path(function.__code__.co_filename)))
        function.dhstats_folder = folder  # type: ignore[attr-defined]
        return _compile(function, signature, folder, CHECKED if checked else OPTIONS)

    return decorate


def named_in(code: types.CodeType) -> set[str]:
    """The names of globals and attributes in a piece of code and in those inside it."""
    inside = (constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*map(named_in, inside))


def _compile(function: Function, signature: Any, folder: Path | None, options: Mapping[str, Any]) -> Function:
    """Compiles a function or finds it in its folder; a damaged folder is thrown away and made anew."""
    try:
        return numba.njit(signature, **options, pipeline_class=WholeCompiler, cache=folder is not None)(function)
    except NumbaError as error:
        raise _explained(error) from error
    except Exception:  # unpickling a damaged file can raise anything, and so can code from outside
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
    try:
        return numba.njit(signature, **options, pipeline_class=WholeCompiler)(function)
    except Exception as error:
        raise _explained(error) from error


_explanations: list[Callable[[], UserError | None]] = []


def explain(explanation: Callable[[], UserError | None]) -> None:
    """Has code from outside explained that may be why something cannot be compiled: what to tell of it, or None."""
    _explanations.append(explanation)


def _explained(error: Exception) -> Exception:
    """What to raise in place of what the compiler raised; what came last from outside is looked at first."""
    return next((told for each in reversed(_explanations) if (told := each())), error)


def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """The way from Python into a compiled function with one signature, whose arguments are known to be of its types.

    Numba looks through every record that it is handed, at each call: for milliseconds, in which dozens of games end.
    """
    return function if interpreted() else next(iter(function.overloads.values())).entry_point  # type: ignore[attr-defined]


def unbound(*_: Any) -> Any:
    """Stands for a function that a template calls, a game's own or a strategy, until `bind` puts that in its place."""
    raise LookupError("nothing is bound")


def bind(template: Callable[..., Any], name: str, **functions: Any) -> Callable[..., Any]:
    """Makes a copy of a function whose global names are bound to a game's own functions.

    A closure would do the same but could never be found again in the cache on disk; globals can.
    """
    space = {**template.__globals__, **functions}
    copy = types.FunctionType(template.__code__, space, template.__name__, template.__defaults__)
    copy.__module__, copy.__doc__ = template.__module__, template.__doc__
    copy.__qualname__ = f"{name}.{template.__qualname__}"
    return copy


def bind_parts(
    templates: Iterable[Callable[..., Any]], name: str, functions: Mapping[str, Any], *, inline: bool = False
) -> dict[str, Any]:
    """These functions, and under their own names templates bound to them and to those before, as parts of others."""
    return bind_named({template.__name__: template for template in templates}, name, functions, inline=inline)


def bind_named(
    templates: Mapping[str, Callable[..., Any]], name: str, functions: Mapping[str, Any], *, inline: bool = False
) -> dict[str, Any]:
    """The same for templates by the names under which others call them."""
    space = dict(functions)
    for called, template in templates.items():
        space[called] = compiled(inline=inline)(bind(template, name, **space))
    return space
