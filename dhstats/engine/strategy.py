"""Strategies: plain functions that see a view, compiled one by one for the game loop."""

import hashlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from dhstats import machine, programs
from dhstats.documents import expanded, read_bytes
from dhstats.engine import guard
from dhstats.engine.compiled import bind, compiled, interpreted, own_sources, sources_below
from dhstats.engine.copies import checked_copy
from dhstats.engine.game import Game, move_type, plain, strategy_signature, weighted, with_mind
from dhstats.engine.reading.names import complaint
from dhstats.engine.reading.shown import refusal
from dhstats.engine.stream import STREAM
from dhstats.errors import BadInput, nearest
from dhstats.quoting import one_line, quoted
from dhstats.release import STRATEGIES

MAX_BYTES = 1 << 20  # of a strategy file
MAX_IDEA = 1000  # letters
_memories: dict[str, bytes] = {}  # of players who play in this process: minds have their addresses
_imported: dict[str, ModuleType] = {}  # what strategy files have imported from their folders, by name


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play: a function from (view, moves, count, randomness) to the index of a move.

    `idea` says it in one sentence; `source` where it comes from, `hash` what exactly it was; a parametric strategy has
    `weights`, which its function receives as a fifth argument. A player that was made, not written, by a `version` of
    the game's way of learning receives its whole mind instead: randomness, weights, and the parameters of its
    `network`, a row of 32-bit floats, and of its `other_network`, if it has two; or a table of what to play, its
    `memory`. Code that came from `outside` gets
    copies of what it may see, and every index in it is checked. `counts` says whether it may ask for what a game has to
    count for it, such as cards that it does not see.
    """

    name: str
    idea: str
    source: str
    hash: str
    function: Callable[..., int]
    weights: tuple[tuple[str, float], ...] = ()
    version: int = 0  # 0: was not made
    network: bytes = b""
    caution: str = ""  # what has to be said wherever results of this player are shown
    outside: bool = False
    counts: bool = True
    other_network: bytes = b""
    memory: bytes = b""

    @property
    def typed(self) -> str:
        """What names it on the command line."""
        if self.source.endswith(".py"):
            return f"{self.source}:{self.name}"
        return self.source if self.source.endswith((".toml", ".json")) else self.name

    def settle(self, mind: Any) -> None:
        """Puts what the strategy brings along into the record that it plays from, and zeros behind it."""
        network, other = (np.frombuffer(each, "<f4") for each in (self.network, self.other_network))
        weights = [value for _, value in self.weights]
        for name, brought in (("weights", weights), ("network", network), ("other_network", other)):
            mind[name] = 0.0
            mind[name][: len(brought)] = brought
        mind["networks"] = 2 if self.other_network else 1
        if self.memory:
            kept = _memories.setdefault(self.hash, self.memory)
            mind["memory"] = np.frombuffer(kept, "u1").ctypes.data


def file_hash(*contents: bytes) -> str:
    """What a strategy was, in 64 hex digits, by all that it is made of."""
    return hash_of(map(digest_of, contents))


def hash_of(digests: Iterable[str]) -> str:
    """What a strategy was, in 64 hex digits, by the digest of each of its parts."""
    return hashlib.sha256(b"".join(map(bytes.fromhex, digests))).hexdigest()


def digest_of(content: bytes) -> str:
    """One part of what a strategy was, in 64 hex digits."""
    return hashlib.sha256(content).hexdigest()


def source_file_hash(path: Path) -> str:
    """What a strategy file is, without running it: its content, and that of all it imports from its own folder.

    Installed packages, data that it reads, and imports that it makes while running are not part of the hash.
    Raises BadInput for a file that cannot be read, or is no Python.
    """
    content = _source(path)
    try:
        others = [other for other in own_sources(path) if other != path.resolve()]
        return file_hash(content, *map(_source, others))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadInput(f"strategy file {one_line(str(path))}: {_in_one_line(error)} while it was read") from error


def _source(path: Path) -> bytes:
    return read_bytes(path, f"strategy file {one_line(str(path))}", MAX_BYTES)


def _in_one_line(error: BaseException) -> str:
    """An exception in one short line."""
    return " ".join(one_line(" ".join(f"{type(error).__name__}: {error}".split()))[:300].split())


def compile_strategy(game: Game, strategy: Strategy) -> Callable[..., int]:
    """The strategy as machine code in the form that the game loop calls; kept on disk by the hash of its source.

    Raises BadInput naming a strategy from outside, the line of its file, and what no strategy may do.
    """
    function = strategy.function
    own = sources_below(_file(function))
    if strategy.outside:
        # It gets copies, and every index in it and in all that it calls is checked
        machine.expect_strangers()
        who = f"strategy {strategy.name!r} ({strategy.source})"
        if problem := refusal(function, game.view, move_type(game)):
            raise BadInput(f"{who}: {problem}")
        if interpreted():
            return bind(guard.guarded_in_python, _mark(function), choose=function, VIEW=game.view, STREAM=STREAM)
        choose = checked_copy(function)
        bound = bind(guard.guarded, _mark(function), choose=choose)
        sources = (*game.sources, *sources_below(Path(guard.__file__)), *own)
        try:
            return compiled(strategy_signature(game.view, game.options), sources=sources, checked=True)(bound)
        except Exception as error:  # a compiler says in many ways what it does not know
            raise BadInput(f"{who}: cannot be compiled: {complaint(error, _file(function))}") from error
    wrapper = with_mind if strategy.version else weighted if strategy.weights else plain
    bound = bind(wrapper, _mark(function), choose=compiled()(function))
    if interpreted():
        return bound
    signature = strategy_signature(game.view, game.options)
    try:
        ready: Callable[..., int] = compiled(signature, sources=(*game.sources, *own))(bound)
    except NumbaError as error:
        reason = complaint(error, game.home)
        if game.maker is None or not reason.startswith("line "):
            raise
        raise BadInput(  # of a script of the game file that this player follows
            f"strategy {strategy.name!r}: cannot be compiled: {game.home.name}, {reason}"
        ) from error
    return ready


def _mark(function: Callable[..., Any]) -> str:
    """Tells a function from others of its name in its file: by its line, its code and what it holds of outside."""
    held = [content_words(cell.cell_contents) for cell in function.__closure__ or ()]
    digest = hashlib.sha256(repr((content_words(function.__code__), held)).encode()).hexdigest()
    return f"{function.__module__}.{function.__qualname__}.{function.__code__.co_firstlineno}.{digest[:12]}"


def content_words(value: Any) -> str:
    """What a value is, in words that are the same in every process."""
    if isinstance(value, CodeType):
        return repr((value.co_code, value.co_names, [content_words(constant) for constant in value.co_consts]))
    if inspect.isfunction(plain := getattr(value, "py_func", value)):
        return content_words(plain.__code__)
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape, hashlib.sha256(value.tobytes()).hexdigest()))
    return repr(value)


def _file(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename).resolve()


def from_file(text: str) -> Strategy:
    """The strategy named by `path/to/file.py:function`."""
    path_text, _, name = text.rpartition(":")
    path = Path(expanded(path_text))
    if not name.isidentifier() or path.suffix != ".py":
        raise BadInput(f"strategy {quoted(text)}: write FILE.py:FUNCTION")
    programs.check(text)
    digest = source_file_hash(path)
    # It is run under a name that stands for its content, so that a cache can find it again
    mark = digest.encode() + os.fsencode(path.resolve())
    called = f"dhstats_strategy_{hashlib.sha256(mark).hexdigest()[:20]}"
    module = sys.modules.get(called)
    if module is None:
        spec = importlib.util.spec_from_file_location(called, path)
        if spec is None or spec.loader is None:
            raise BadInput(f"strategy file {path}: not a Python file (its name must end in .py)")
        module = sys.modules[called] = importlib.util.module_from_spec(spec)
        try:
            with _neighbours(path):
                spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:  # whatever a stranger's file may raise
            del sys.modules[called]
            raise BadInput(f"strategy file {path}: {_in_one_line(error)} while it was read") from error
    function = getattr(module, name, None)
    if not inspect.isfunction(function):
        offered = [key for key, value in vars(module).items() if inspect.isfunction(value) and not key.startswith("_")]
        raise BadInput(f"strategy {quoted(text)}: {path} has no function {quoted(name)}; {nearest(name, offered)}")
    return from_function(function, name, str(path), digest)


@contextmanager
def _neighbours(path: Path) -> Iterator[None]:
    """While a file is read it can import what lies in its folder, as that is now.

    What an earlier file imported from its folder may have the same name, or may have been edited since.
    """
    folder = path.resolve().parent
    for other in {each.stem for each in own_sources(path)} & _imported.keys():
        if sys.modules.get(other) is _imported.pop(other):
            del sys.modules[other]
    before, writes = set(sys.modules), sys.dont_write_bytecode
    sys.path.append(str(folder))  # last: no file hides an installed package
    sys.dont_write_bytecode = True  # a second edit in a second would not be noticed
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = writes
        new = {name: sys.modules[name] for name in sys.modules.keys() - before}
        places = {name: Path(getattr(each, "__file__", None) or "/").resolve() for name, each in new.items()}
        _imported.update({name: each for name, each in new.items() if places[name].parent == folder})


def from_function(function: Callable[..., int], name: str, source: str, content_hash: str) -> Strategy:
    """A strategy made of a plain function with four arguments; its docstring's first line is its idea."""
    taken = len(inspect.signature(function).parameters)
    if taken != 4:
        must = "but must take four: (view, moves, count, randomness)"
        raise BadInput(f"strategy {name!r} ({source}): takes {taken} arguments, {must}")
    idea = one_line((inspect.getdoc(function) or "no description").strip().split("\n")[0])[:MAX_IDEA]
    return Strategy(name, idea, source, content_hash, function, outside=True)


def installed() -> dict[str, Any]:
    """The strategies that installed packages offer, by name, not yet loaded."""
    return {point.name: point for point in entry_points(group=STRATEGIES)}


def file_of_package(name: str) -> Path | None:
    """The file in which an installed package says that its strategy is, found without running it; None if it is not."""
    first, *rest = installed()[name].module.split(".")
    spec = importlib.util.find_spec(first)
    if spec is None or not rest:
        return Path(spec.origin) if spec and spec.origin and Path(spec.origin).is_file() else None
    places = [Path(folder, *rest) for folder in spec.submodule_search_locations or ()]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return next(filter(Path.is_file, files), None)


def from_package(name: str) -> Strategy:
    """A strategy that an installed package offers under its name."""
    point = installed()[name]
    try:
        function = point.load()
    except Exception as error:  # whatever a stranger's package may raise
        raise BadInput(f"strategy {name!r} ({point.value}): cannot be loaded: {_in_one_line(error)}") from error
    if not inspect.isfunction(function):
        raise BadInput(f"strategy {name!r} ({point.value}): is not a plain function")
    return from_function(function, name, point.value, source_file_hash(Path(function.__code__.co_filename)))
