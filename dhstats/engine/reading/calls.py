"""What the calls of a strategy do with what it is shown: its own functions are read, others are known by name."""

import inspect
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import ir

from dhstats.engine.compiled import PACKAGE
from dhstats.engine.reading.frame import (
    CHANCE,
    MADE,
    OWN,
    SLICE,
    Array,
    Captured,
    Frame,
    Holder,
    Inner,
    Kind,
    Method,
    Outside,
    Refusal,
    Shown,
    Tuple,
    element,
    joined,
    shown,
)
from dhstats.engine.reading.names import (
    COPYING_METHODS,
    DRAWING,
    GIVING_METHODS,
    KEEPING_METHODS,
    PASSING_BUILTINS,
    READING_BUILTINS,
    READING_NUMPY,
    SPLITTING_NUMPY,
    VIEWING_NUMPY,
    WALKING_NUMPY,
    is_numpy,
    is_of_library,
)


class Calls(Frame):
    """A function as far as what it calls; each is read once for each kind of arguments."""

    # ---- Calls ------------------------------------------------------------------------------------------------------

    def _of_call(self, call: Any) -> Kind | None:
        called = self._of(call.func)
        given = [self._of(argument) for argument in call.args]
        named = {name: self._of(argument) for name, argument in call.kws or ()}
        if call.vararg is not None:
            rest = self._of(call.vararg)
            given += rest.parts if isinstance(rest, Tuple) else [element(rest)] * 8
        if isinstance(called, Inner):
            return self._visit(*self._inner(called, given))
        if isinstance(called, Method):
            return self._method(called, given, named, call)
        if isinstance(called, Outside):
            return self._value_called(called.value, given, named)
        if call.func.name in self._kinds:
            self._refuse("calls a function that is known only while it plays; call each by its name, after an `if`")
        return OWN

    def _visit(self, function: Callable[..., Any], given: Sequence[Kind], key: Any) -> Kind | None:
        """What a function returns; compiled code has no bound for recursion, and ends the process beyond it."""
        if function.__code__ in self._walk.running:
            name = f"{function.__name__}()" if function.__name__.isidentifier() else "a lambda"
            self._refuse(f"{name} calls itself, at once or through others (recursion): write a loop")
        known, mark = self._walk.returned, (function.__code__, tuple(given), key)
        if mark not in known:
            known[mark] = type(self)(self._walk, function, given).returned()
        return known[mark]

    def _inner(self, inner: Inner, given: Sequence[Kind]) -> tuple[Callable[..., Any], Sequence[Kind], Any]:
        """An inner function as a function of its own, with stand-ins for what it takes from outside."""
        held = [self._of(item) if isinstance(item, ir.Var) else item for item in inner.held]
        cells = tuple(types.CellType(Captured(kind)) for kind in held)
        code = inner.code
        missing = code.co_argcount - len(given)
        function = types.FunctionType(code, self._function.__globals__, code.co_name, None, cells)
        return function, [*given, *[OWN] * max(missing, 0)], tuple(held)

    def _method(self, called: Method, given: Sequence[Kind], named: dict[str, Kind], call: Any) -> Kind | None:
        if isinstance(called.of, Array):
            if "out" in named or any(shown(kind) for kind in (*given, *named.values())):
                self._refuse_change(joined(kind for kind in (*given, *named.values())) or OWN)
            return MADE if called.name in COPYING_METHODS else called.of
        if called.name in KEEPING_METHODS:
            for kind in given:
                parts = [element(kind)] if called.name in ("extend", "update") else [kind]
                self._keep(self._owners.get(call.func.name, ""), Holder.of(parts))
        elif not isinstance(called.of, Holder):
            self._refuse_passing(f".{called.name}()", [*given, *named.values()])
        if called.name in GIVING_METHODS:
            return element(called.of)
        if called.name in ("items", "popitem"):
            pair = Tuple((OWN, element(called.of)))
            return pair if called.name == "popitem" else Holder.of([pair])
        return called.of if isinstance(called.of, Holder) else OWN

    def _value_called(self, value: Any, given: Sequence[Kind], named: dict[str, Kind]) -> Kind | None:
        function = getattr(value, "py_func", value)
        if inspect.isfunction(function) and not is_of_library(function):
            return self._own_function(function, given, named)
        everything = [*given, *named.values()]
        if not any(shown(kind) or _asks(kind) for kind in everything):
            return SLICE if value is slice else MADE if is_numpy(value) and not isinstance(value, type) else OWN
        for kind in everything if value not in PASSING_BUILTINS else ():
            if _asks(kind):
                self._asked(kind, ())
        return self._library_function(value, given, named)

    def _own_function(self, function: Any, given: Sequence[Kind], named: dict[str, Kind]) -> Kind | None:
        name = function.__name__
        ours = PACKAGE in Path(function.__code__.co_filename).resolve().parents
        if any(kind == CHANCE for kind in (*given, *named.values())) and ours and not self._ours:
            if name not in DRAWING:
                self._refuse(f"{name}() is not for strategies; draw with below(randomness, n)")
            return OWN
        try:
            # The kinds of a function's arguments in the order of its parameters, the rest of them in a tuple
            code = function.__code__
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            kinds = {name: named.get(name, OWN) for name in names} | dict(zip(names, given, strict=False))
            rest = [Tuple(tuple(given[code.co_argcount :]))] if code.co_flags & inspect.CO_VARARGS else []
            return self._visit(function, [*kinds.values(), *rest], ())
        except Refusal as found:
            if self._ours or not ours:
                raise
            raise Refusal(self._line, f"{name}(): {found.reason}") from found

    def _library_function(self, value: Any, given: Sequence[Kind], named: dict[str, Kind]) -> Kind | None:
        name = getattr(value, "__name__", str(value))
        if isinstance(value, type) and issubclass(value, np.generic):
            return OWN
        if value is enumerate:
            return Holder.of([Tuple((OWN, element(given[0])))])
        if value is zip:
            return Holder.of([Tuple(tuple(element(kind) for kind in given))])
        if value is next:
            return element(given[0])
        if value in PASSING_BUILTINS:
            parts = [element(kind) for kind in given if not _asks(kind)]
            asked = [kind for kind in (*given, *named.values()) if _asks(kind)]
            return Holder.of([*parts, *(self._asked(kind, parts) or OWN for kind in asked)])
        if value in READING_BUILTINS or getattr(value, "__module__", "") == "math":
            return joined(element(kind) for kind in given if value in (min, max) and isinstance(kind, Holder)) or OWN
        if isinstance(value, np.ufunc) or is_numpy(value):
            return self._of_numpy(value, name, given, named)
        self._refuse_passing(f"{name}()", [*given, *named.values()])
        return OWN

    def _asked(self, kind: Kind, given: Sequence[Kind]) -> Kind | None:
        if isinstance(kind, Inner):
            return self._visit(*self._inner(kind, given))
        return self._value_called(kind.value, given, {})  # type: ignore[attr-defined]

    def _of_numpy(self, value: Any, name: str, given: Sequence[Kind], named: dict[str, Kind]) -> Kind:
        self._refuse_change(named.get("out", OWN))
        if isinstance(value, np.ufunc):
            for kind in given[value.nin :]:
                self._refuse_change(kind)
            return MADE
        if name in WALKING_NUMPY:
            return Holder.of([Tuple((OWN, element(given[0]))) if name == "ndenumerate" else Shown()])
        if name in SPLITTING_NUMPY:
            return Holder.of(given[:1])
        if name in VIEWING_NUMPY:
            return joined(kind for kind in given if shown(kind)) or OWN
        if name not in READING_NUMPY:
            self._refuse_passing(f"np.{name}()", [*given, *named.values()])
        for kind in given[2:] if name not in ("where", "interp", "clip", "select", "append", "searchsorted") else ():
            self._refuse_change(kind)  # where numpy takes an array to write its result into
        return MADE

    def _refuse_passing(self, what: str, given: Sequence[Kind]) -> None:
        if any(shown(kind) for kind in given):
            self._refuse(f"{what} may change or keep what it was shown; hand it a .copy()")


def _asks(kind: Kind) -> bool:
    """Whether a value is a function of the strategy's own, which may be asked about what is handed over with it."""
    function = getattr(kind.value, "py_func", kind.value) if isinstance(kind, Outside) else None
    return isinstance(kind, Inner) or (inspect.isfunction(function) and not is_of_library(function))
