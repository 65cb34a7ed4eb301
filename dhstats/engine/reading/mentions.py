"""The names of the fields that a strategy may read: what its code, and all that it calls, speaks of."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from types import CellType, CodeType, ModuleType
from typing import Any

from dhstats.engine.reading.names import is_library, is_of_library


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
