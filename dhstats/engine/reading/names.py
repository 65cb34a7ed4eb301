"""The names from outside that a strategy may use, and those that would change what it sees or make two runs differ."""

import inspect
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import CellType, CodeType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from dhstats.documents import read_toml
from dhstats.engine.compiled import PACKAGE
from dhstats.quoting import one_line

DRAWING = ("below", "next_word")  # the functions of the project that take the randomness
READING_BUILTINS = (len, min, max, sum, abs, range, int, float, bool, round, divmod, pow, isinstance, print, any, all)
PASSING_BUILTINS = (list, tuple, iter, reversed, sorted, set, frozenset, next, filter, map)
REFUSED_BUILTINS = ("id", "hash", "input", "open", "eval", "exec", "getattr", "setattr", "delattr", "vars", "globals")
LIBRARIES = ("numpy", "numba", "builtins", "math")  # which know nothing of a game's fields
READING_NUMPY = frozenset({
    *("abs", "all", "any", "argmax", "argmin", "argsort", "array", "array_equal", "average", "ceil"),
    *("clip", "concatenate", "copy", "corrcoef", "count_nonzero", "cumprod", "cumsum", "diff", "digitize", "dot"),
    *("column_stack", "dstack", "floor", "flatnonzero", "full_like", "histogram", "hstack", "inner", "interp", "isin"),
    *("intersect1d", "kron", "max", "mean", "median", "min", "nanmax", "nanmean", "nanmin", "nansum", "nonzero"),
    *("ones_like", "outer", "percentile", "prod", "ptp", "quantile", "repeat", "roll", "round", "searchsorted"),
    *("setdiff1d", "shape", "size", "sort", "stack", "std", "sum", "trace", "tril", "triu", "union1d"),
    *("unique", "var", "vdot", "vstack", "where", "zeros_like", "amax", "amin", "append", "select"),
    *("argwhere", "partition", "argpartition", "ndindex"),
})  # fmt: skip
VIEWING_NUMPY = frozenset({
    *("asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "atleast_1d", "atleast_2d", "atleast_3d"),
    *("broadcast_to", "expand_dims", "flip", "fliplr", "flipud", "ravel", "reshape", "rot90", "squeeze", "swapaxes"),
    *("transpose", "moveaxis", "diag", "real", "imag"),
})  # fmt: skip
SPLITTING_NUMPY = ("split", "array_split", "hsplit", "vsplit", "dsplit", "broadcast_arrays")
WALKING_NUMPY = ("ndenumerate", "nditer")
MEMORY = "it holds whatever lay in memory, so that two runs differ; write np.zeros"
REFUSED_NUMPY = {
    "random": "its draws differ from run to run; draw with below(randomness, n)",
    "empty": MEMORY,
    "empty_like": MEMORY,
    "ndarray": MEMORY,
    "lib": "it reads memory without bounds",
    "frombuffer": "it reads memory without bounds",
    "take": "with an axis it reads without bounds; write array[indices]",
    "take_along_axis": "it reads without bounds; write array[indices]",
    "delete": "it writes without bounds; write array[mask]",
    "bincount": "it writes without bounds where a number is negative; count in a loop",
}
COPYING_METHODS = frozenset({
    *("copy", "astype", "sum", "max", "min", "any", "all", "mean", "argmax", "argmin", "item", "flatten", "nonzero"),
    *("std", "var", "prod", "cumsum", "cumprod", "argsort", "dot", "take", "repeat", "ptp", "tolist", "searchsorted"),
    *("clip", "round", "trace", "conj", "conjugate"),
})  # fmt: skip
VIEWING_METHODS = frozenset({"reshape", "ravel", "transpose", "squeeze", "swapaxes", "diagonal"})
VIEWING_ATTRIBUTES = ("T", "real", "imag")
FLAT = ".flat is read and written without bounds; write .ravel(), or loop over rows"
ADDRESS = "leads to the address of an array, which differs from run to run; index the array"
REFUSED_ATTRIBUTES = {"flat": FLAT} | {
    name: f".{name} {ADDRESS}" for name in ("ctypes", "data", "__array_interface__", "__array_struct__")
}
PLAIN_ATTRIBUTES = ("shape", "size", "ndim", "dtype", "nbytes", "itemsize", "strides")
GIVING_METHODS = ("pop", "popleft", "get", "setdefault")  # of a collection: one of its elements
KEEPING_METHODS = ("append", "insert", "extend", "add", "update", "setdefault", "appendleft")
LOOSE = "differs from run to run; a strategy draws with below(randomness, n)"
_STANDARD = sys.stdlib_module_names
FEW = "a strategy uses numpy, math and functions of its own file"


def is_of_library(function: Any) -> bool:
    """Whether a function is one of a library, which knows nothing of a game."""
    return function.__module__ is None or is_library(function.__module__)


def is_library(module: str) -> bool:
    """Whether a module of this name belongs to a library, and not merely has a name that begins like one."""
    return module.split(".")[0] in LIBRARIES


def is_numpy(value: Any) -> bool:
    """Whether a value is a function or a type of numpy."""
    return (getattr(value, "__module__", None) or "").split(".")[0] == "numpy"


def refused(value: Any, name: str) -> str:
    """Why a strategy may not use a name from outside; "" if it may."""
    if isinstance(value, ModuleType):
        return _refusing_module(value, name)
    home = getattr(value, "__module__", None) or ""
    if home.startswith("numpy.random") or isinstance(getattr(value, "__self__", None), np.random.RandomState):
        return f"{name} {LOOSE}"
    if is_numpy(value) and getattr(value, "__name__", "") in REFUSED_NUMPY:
        return f"np.{value.__name__}: {REFUSED_NUMPY[value.__name__]}"
    if home == "builtins" and name in REFUSED_BUILTINS:
        return f"{name}() is nothing that a strategy may use"
    if home.split(".")[0] in ("random", "time", "_random", "secrets", "datetime", "uuid"):
        return f"{home.split('.')[0]}.{name} {LOOSE}"
    return _refusing_class(value, name)


def _refusing_class(value: Any, name: str) -> str:
    """Why a strategy may not use a class, or an object that is no number, array or plain function."""
    home, maker = ((getattr(each, "__module__", None) or "").split(".")[0] for each in (value, type(value)))
    if home == PACKAGE.name:
        return ""
    if "numba" in (home, maker) and not isinstance(value, numba.types.Type | Dispatcher):
        return f"numba's {name}: {FEW}"
    if isinstance(value, type) and home not in ("builtins", "numpy"):
        return f"{name} is a class: {FEW}"
    if maker in ("ctypes", "_ctypes", "cffi", "_cffi_backend", "random"):
        return f"{name} calls code that is not compiled: {FEW}"
    return ""


def _refusing_module(module: ModuleType, name: str) -> str:
    if module.__name__ == "numpy.random":
        return f"np.random: {REFUSED_NUMPY['random']}"
    if module is np or module is math or module is numba:
        return ""
    if module.__name__ in ("random", "time", "secrets", "datetime", "uuid"):
        return f"{module.__name__} {LOOSE}"
    file = getattr(module, "__file__", None)
    installed = file is None or module.__name__.startswith("numpy.")
    if installed or module.__name__.split(".")[0] in _STANDARD:
        return f"{name}: {FEW}"
    return ""


def mentioned(function: Callable[..., Any]) -> frozenset[str]:
    """The names of all fields that a function, or anything it calls, may read: more than it does, never fewer.

    Every name and every text counts that stands in its code, in functions inside it, or in whatever its global names
    and closure stand for: functions, tuples of them or of texts, modules by the attributes that are named.
    """
    names: set[str] = set()
    waiting: list[Any] = [function]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        value = getattr(value, "py_func", value)
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, str):
            names.add(value)
        elif isinstance(value, tuple | list | frozenset | set):
            waiting += value
        elif isinstance(value, dict):
            waiting += (*value.keys(), *value.values())
        elif inspect.isfunction(value) and not is_of_library(value):
            own = _words(value.__code__)
            names |= own
            waiting += (each for _, each in named_values(value, own, lambda module: not is_library(module.__name__)))
    return frozenset(names)


def _words(code: CodeType) -> set[str]:
    """All names and texts in a piece of code and in those inside it."""
    found, waiting = {*code.co_names, *code.co_varnames}, [*code.co_consts]
    while waiting:
        value = waiting.pop()
        if isinstance(value, CodeType):
            found |= _words(value)
        elif isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple | frozenset):
            waiting += value
    return found


def named_values(
    function: Any, names: Iterable[str], opened: Callable[[ModuleType], bool]
) -> Iterator[tuple[str, Any]]:
    """What names in a function stand for: its globals, closure, defaults, and attributes of modules to be opened."""
    names = sorted(names)
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if inspect.ismodule(value) and opened(value):
                yield from ((f"{name}.{each}", getattr(value, each)) for each in names if hasattr(value, each))
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    yield from ((name, cell.cell_contents) for name, cell in cells if cell != CellType())  # one may still be empty
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    yield from ((f"a default of {function.__name__}()", value) for value in defaults)


UNKNOWN = "compiled code cannot do this"
LONGEST = 240  # letters of a reason


def complaint(error: Exception, file: Path, reasons: Iterable[Mapping[str, str]] = (), unknown: str = UNKNOWN) -> str:
    """The line of a file that cannot be compiled, quoted, and why: by these reasons, else by those of all files."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    # The last line of this file that the compiler names; 0 if it names none
    name, whole = re.escape(file.name), re.escape(str(file))  # numba shortens paths relative to where the command runs
    named = re.findall(rf'File "(?:[^"\n]*[/\\])?{name}", line (\d+)|{whole}["\'()]*,? (?:line |\()(\d+)', text)
    numbers = [int(number) for pair in named for number in pair if number]
    own = getattr(getattr(error, "loc", None), "filename", "")
    if not numbers and own and Path(own).name == file.name:
        numbers = [error.loc.line]  # type: ignore[attr-defined]
    line = numbers[-1] if numbers else 0
    where = f"line {line}{_quoted(file, line)}: " if line else ""
    rows = (*reasons, *read_toml(Path(__file__).with_name("complaints.toml"))["reasons"])
    found = ((row, re.search(row["pattern"], text)) for row in rows)
    said = next((str(row["says"]).format(*match.groups()) for row, match in found if match), unknown)
    return where + one_line(said)[:LONGEST]


def _quoted(file: Path, line: int) -> str:
    """A line of the file as it stands there."""
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    words = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return f" ({one_line(words)[:80]})" if words else ""
