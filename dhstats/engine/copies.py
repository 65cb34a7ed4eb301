"""Copies of a function with all that it calls: with checked indices, or in plain Python."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted, named_in, sources_below
from dhstats.engine.linking import CHECKED, Part


def checked_copy(function: Callable[..., Any], *, divisions: bool = False) -> Callable[..., Any]:
    """A function with all that it calls, as far as that is compiled or of its own files, with checked indices."""
    if interpreted():
        return function
    options = CHECKED | {"error_model": "python"} if divisions else CHECKED
    return _Copies(function, checked=True, options=options).of(function, inline=True)


def plain_copy(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function in plain Python, where what it calls of its own files is plain too, and all else has checked indices.

    Compiled functions that it calls may have no checks, and would read beyond an array where Python raises.
    """
    return function if interpreted() else _Copies(function, checked=False).of(function)


class _Copies:
    """Copies of functions that call each other; `checked` or else plain."""

    def __init__(self, function: Any, *, checked: bool, options: Mapping[str, Any] = CHECKED) -> None:
        self._sources = sources_below(_file(function))
        self._done: dict[Any, Any] = {}
        self._options = options
        self._checked = None if checked else _Copies(function, checked=True)

    def of(self, function: Any, *, inline: bool = False) -> Any:
        """The copy of a function, whether compiled or not."""
        plain = getattr(function, "py_func", function)
        if plain in self._done:
            return self._done[plain]
        cells = tuple(CellType() for _ in plain.__closure__ or ())
        copy = FunctionType(plain.__code__, dict(plain.__globals__), plain.__name__, None, cells)
        copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
        inline = inline or getattr(function, "targetoptions", {}).get("forceinline", False)
        self._done[plain] = copy if self._checked else Part(copy, inline, self._options)
        # Puts copies wherever a function names or holds another
        for cell, held in zip(copy.__closure__ or (), plain.__closure__ or (), strict=True):
            if held != CellType():  # a cell may still be empty
                cell.cell_contents = self._value(held.cell_contents)
        copy.__defaults__ = self._value(plain.__defaults__)
        copy.__kwdefaults__ = {name: self._value(value) for name, value in (plain.__kwdefaults__ or {}).items()} or None
        space = copy.__globals__
        space.update((name, self._value(space[name])) for name in named_in(plain.__code__) & space.keys())
        return self._done[plain]

    def _value(self, value: Any) -> Any:
        if type(value) is tuple:
            return tuple(map(self._value, value))
        if self._checked and isinstance(value, Part):
            return self._checked.of(value)
        called = getattr(value, "py_func", value)
        if not isinstance(called, FunctionType):
            return value
        return self.of(value) if called is not value or _file(called) in self._sources else value


def _file(function: Any) -> Path:
    return Path(function.__code__.co_filename).resolve()


ALIGNED = 16  # bytes


def scratch(kind: np.dtype[Any]) -> Any:
    """A record of this kind, its content arbitrary; it ends with the function that asks for it."""
    return np.zeros(1, np.dtype((np.record, kind)))[0]


@intrinsic  # type: ignore[untyped-decorator]
def _scratch_compiled(_: Any, kind: Any) -> Any:
    """Room in the frame of the function, taken once however often it asks."""

    def generate(context: Any, builder: Any, signature: Any, _args: Any) -> Any:
        with builder.goto_entry_block():
            room = builder.alloca(context.get_data_type(signature.return_type))
        room.align = ALIGNED
        return room

    return (kind.dtype(kind), generate) if isinstance(kind, types.DType) else None


if not interpreted():
    scratch = _scratch_compiled
