"""The names from outside that a strategy may use, and those that would change what it sees or make two runs differ."""

import math
import sys
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from dhstats.engine.compiled import PACKAGE

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
        return f"{name} leads out of compiled code: {FEW}"
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
