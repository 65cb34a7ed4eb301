"""What a strategy does with what it is shown, read off its code before it plays: it looks and chooses, no more.

The view and the moves are followed through a function and all that it calls: assignments, fields, elements, tuples,
loops, inner functions, methods, functions of numpy. Whatever may change them is refused, and so is whatever would make
two runs of one seed differ. A function that is not known to leave its arguments alone gets a copy or nothing.
"""

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
from numba.core import ir
from numba.core.compiler import run_frontend

from dhstats.engine.compiled import PACKAGE
from dhstats.engine.reading import frame, names
from dhstats.engine.reading.frame import CHANCE, MADE, OWN, SLICE, Holder, Kind, Outside, Tuple, element, joined, shown
from dhstats.engine.reading.names import is_numpy, is_of_library


def _asks(kind: Kind) -> bool:
    """Whether a value is a function of the strategy's own, which may be asked about what is handed over with it."""
    function = getattr(kind.value, "py_func", kind.value) if isinstance(kind, Outside) else None
    return isinstance(kind, frame.Inner) or (inspect.isfunction(function) and not is_of_library(function))


NO_NUMBERS = (str, bytes, float, complex, tuple, frozenset)  # that code may hold, or return as it is (Python 3.12)


def refusal(function: Callable[..., Any], view: np.dtype[Any], moves: np.dtype[Any]) -> str:
    """Why a function is no strategy for views and moves of these records, by its line; "" if it may be one."""
    given = (frame.Record(view, "view"), frame.Array(moves, 1, "a move"), OWN, CHANCE)
    try:
        back = _Reading(frame.Walk(), function, given).returned()
    except frame.Refusal as found:
        helper = "" if found.file == function.__code__.co_filename else f"{Path(found.file).name}, "
        return f"{helper}line {found.line}: {found.reason}"
    return "" if back is not None else f"line {function.__code__.co_firstlineno}: never returns the number of a move"


class _Reading(frame.Frame):
    """One function with arguments of known kinds: the kinds of its variables, grown until they stay."""

    def returned(self) -> Kind | None:
        """What the function returns; raises Refusal for the first statement that no strategy may have."""
        self._walk.running.append(self._function.__code__)
        try:
            try:
                blocks = run_frontend(self._function).blocks
            except Exception as error:  # the compiler's front reads less than Python: generators, async, …
                line = getattr(getattr(error, "loc", None), "line", None) or self._line
                raise frame.Refusal(line, "this cannot be compiled: compiled code knows no such statement") from error
            statements = [statement for _, block in sorted(blocks.items()) for statement in block.body]
            self._refuse_generator(statements)
            while True:
                before = dict(self._kinds)
                for statement in statements:
                    self._line = statement.loc.line
                    self._follow(statement)
                if self._kinds == before:
                    break
            for statement in statements:
                self._line = statement.loc.line
                self._judge(statement)
            kind = joined(self._of(s.value) for s in statements if isinstance(s, ir.Return))
        except frame.Refusal as found:
            found.file = found.file or self._function.__code__.co_filename
            raise
        self._walk.running.pop()
        return kind

    def _refuse_generator(self, statements: Sequence[Any]) -> None:
        """Refuses what gives values one after the other, or when it is waited for, and not one when it is called."""
        flags = self._function.__code__.co_flags
        if flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            self._refuse("`async` cannot be compiled; write a plain function")
        if flags & inspect.CO_GENERATOR and self._top:
            given = (s.loc.line for s in statements if isinstance(getattr(s, "value", None), ir.Yield))
            self._line = next(given, self._line)
            self._refuse("`yield` makes it a generator, which gives no move; `return` the number of one")

    def _follow(self, statement: Any) -> None:
        """Grows the kinds by what one statement does."""
        if isinstance(statement, ir.Assign):
            value = statement.value
            if isinstance(value, ir.Expr) and value.op == "getattr":
                self._owners[statement.target.name] = value.value.name
            self._hold(statement.target.name, self._kind(value))
            if isinstance(value, ir.Var) and isinstance(self._of(statement.target), Holder):
                self._keep(value.name, self._of(statement.target))  # another name for the same collection
        elif isinstance(statement, ir.SetItem | ir.StaticSetItem | ir.StoreMap):
            target = statement.dct if isinstance(statement, ir.StoreMap) else statement.target
            self._keep(target.name, Holder.of([self._of(statement.value)]))

    # ---- Statements -------------------------------------------------------------------------------------------------

    def _judge(self, statement: Any) -> None:
        """Refuses a statement that stores into something shown, or that a strategy has no business with."""
        if isinstance(statement, ir.SetAttr | ir.SetItem | ir.StaticSetItem | ir.DelItem | ir.DelAttr):
            self._refuse_change(self._kinds.get(statement.target.name, OWN))
        if isinstance(statement, ir.EnterWith):
            self._refuse("this cannot be compiled: `with` leads out of compiled code")
        if isinstance(statement, ir.Return) and self._top:
            self._judge_choice(self._of(statement.value))

    def _judge_choice(self, kind: Kind) -> None:
        """Refuses what is surely not the number of a move; the compiler knows of the rest."""
        if kind == Outside(None):
            self._refuse("ends here without returning the number of a move")
        if shown(kind) or isinstance(kind, Tuple) or (isinstance(kind, Outside) and isinstance(kind.value, NO_NUMBERS)):
            self._refuse("returns something else than a whole number, the number of a move")

    # ---- Values -----------------------------------------------------------------------------------------------------

    def _kind(self, value: Any) -> Kind | None:
        if isinstance(value, ir.Arg):
            return self._given[value.index] if value.index < len(self._given) else OWN
        if isinstance(value, ir.Var):
            return self._kinds.get(value.name)
        if isinstance(value, ir.Const):
            return SLICE if value.value is Ellipsis else Outside(value.value)
        if isinstance(value, ir.Global | ir.FreeVar):
            return self._outside(value.value, value.name)
        if isinstance(value, ir.Expr):
            if value.op in GIVES:
                return GIVES[value.op](self, value)
            parts = [self._of(variable) for variable in value.list_vars()]
            return joined(part for part in parts if shown(part)) or OWN
        return OWN

    def _of_binop(self, value: Any) -> Kind:
        parts = [self._of(variable) for variable in (value.lhs, value.rhs)]
        return Holder.of([element(part) for part in parts if isinstance(part, Holder | Tuple)])

    def _of_inplace_binop(self, value: Any) -> Kind:
        self._refuse_change(self._of(value.lhs))
        return self._of_binop(value)

    def _of_item(self, value: Any) -> Kind:
        kind, index = self._of(value.value), value.index
        index = self._of(index) if isinstance(index, ir.Var) else SLICE if isinstance(index, slice) else Outside(index)
        if shown(kind) and isinstance(index, Outside) and isinstance(index.value, str):
            return self._attribute(kind, index.value)
        return frame.part_of(kind, index)

    def _of_make_function(self, value: Any) -> Kind:
        code = value.code if isinstance(value.code, CodeType) else getattr(self._of(value.code), "value", None)
        if not isinstance(code, CodeType):
            self._refuse("this inner function cannot be compiled")
        captured = value.closure
        kind = OWN if captured is None or isinstance(captured, ir.Expr) else self._of(captured)
        held = captured.items if isinstance(captured, ir.Expr) else kind.parts if isinstance(kind, Tuple) else ()
        return frame.Inner(code, tuple(held))

    # ---- Calls ------------------------------------------------------------------------------------------------------

    def _of_call(self, call: Any) -> Kind | None:
        called = self._of(call.func)
        given = [self._of(argument) for argument in call.args]
        named = {name: self._of(argument) for name, argument in call.kws or ()}
        if call.vararg is not None:
            rest = self._of(call.vararg)
            given += rest.parts if isinstance(rest, Tuple) else [element(rest)] * 8
        if isinstance(called, frame.Inner):
            return self._visit(*self._inner(called, given))
        if isinstance(called, frame.Method):
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

    def _inner(self, inner: frame.Inner, given: Sequence[Kind]) -> tuple[Callable[..., Any], Sequence[Kind], Any]:
        """An inner function as a function of its own, with stand-ins for what it takes from outside."""
        held = [self._of(item) if isinstance(item, ir.Var) else item for item in inner.held]
        cells = tuple(types.CellType(frame.Captured(kind)) for kind in held)
        code = inner.code
        missing = code.co_argcount - len(given)
        function = types.FunctionType(code, self._function.__globals__, code.co_name, None, cells)
        return function, [*given, *[OWN] * max(missing, 0)], tuple(held)

    def _method(self, called: frame.Method, given: Sequence[Kind], named: dict[str, Kind], call: Any) -> Kind | None:
        if isinstance(called.of, frame.Array):
            if "out" in named or any(shown(kind) for kind in (*given, *named.values())):
                self._refuse_change(joined(kind for kind in (*given, *named.values())) or OWN)
            return MADE if called.name in names.COPYING_METHODS else called.of
        if called.name in names.KEEPING_METHODS:
            for kind in given:
                parts = [element(kind)] if called.name in ("extend", "update") else [kind]
                self._keep(self._owners.get(call.func.name, ""), Holder.of(parts))
        elif not isinstance(called.of, Holder):
            self._refuse_passing(f".{called.name}()", [*given, *named.values()])
        if called.name in names.GIVING_METHODS:
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
        for kind in everything if value not in names.PASSING_BUILTINS else ():
            if _asks(kind):
                self._asked(kind, ())
        return self._library_function(value, given, named)

    def _own_function(self, function: Any, given: Sequence[Kind], named: dict[str, Kind]) -> Kind | None:
        name = function.__name__
        ours = PACKAGE in Path(function.__code__.co_filename).resolve().parents
        if any(kind == CHANCE for kind in (*given, *named.values())) and ours and not self._ours:
            if name not in names.DRAWING:
                self._refuse(f"{name}() is not for strategies; draw with below(randomness, n)")
            return OWN
        try:
            # The kinds of a function's arguments in the order of its parameters, the rest of them in a tuple
            code = function.__code__
            taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            kinds = {name: named.get(name, OWN) for name in taken} | dict(zip(taken, given, strict=False))
            rest = [Tuple(tuple(given[code.co_argcount :]))] if code.co_flags & inspect.CO_VARARGS else []
            return self._visit(function, [*kinds.values(), *rest], ())
        except frame.Refusal as found:
            if self._ours or not ours:
                raise
            raise frame.Refusal(self._line, f"{name}(): {found.reason}") from found

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
        if value in names.PASSING_BUILTINS:
            parts = [element(kind) for kind in given if not _asks(kind)]
            asked = [kind for kind in (*given, *named.values()) if _asks(kind)]
            return Holder.of([*parts, *(self._asked(kind, parts) or OWN for kind in asked)])
        if value in names.READING_BUILTINS or getattr(value, "__module__", "") == "math":
            return joined(element(kind) for kind in given if value in (min, max) and isinstance(kind, Holder)) or OWN
        if isinstance(value, np.ufunc) or is_numpy(value):
            return self._of_numpy(value, name, given, named)
        self._refuse_passing(f"{name}()", [*given, *named.values()])
        return OWN

    def _asked(self, kind: Kind, given: Sequence[Kind]) -> Kind | None:
        if isinstance(kind, frame.Inner):
            return self._visit(*self._inner(kind, given))
        return self._value_called(kind.value, given, {})  # type: ignore[attr-defined]

    def _of_numpy(self, value: Any, name: str, given: Sequence[Kind], named: dict[str, Kind]) -> Kind:
        self._refuse_change(named.get("out", OWN))
        if isinstance(value, np.ufunc):
            for kind in given[value.nin :]:
                self._refuse_change(kind)
            return MADE
        if name in names.WALKING_NUMPY:
            return Holder.of([Tuple((OWN, element(given[0]))) if name == "ndenumerate" else frame.Shown()])
        if name in names.SPLITTING_NUMPY:
            return Holder.of(given[:1])
        if name in names.VIEWING_NUMPY:
            return joined(kind for kind in given if shown(kind)) or OWN
        if name not in names.READING_NUMPY:
            self._refuse_passing(f"np.{name}()", [*given, *named.values()])
        for kind in given[2:] if name not in ("where", "interp", "clip", "select", "append", "searchsorted") else ():
            self._refuse_change(kind)  # where numpy takes an array to write its result into
        return MADE

    def _refuse_passing(self, what: str, given: Sequence[Kind]) -> None:
        if any(shown(kind) for kind in given):
            self._refuse(f"{what} may change or keep what it was shown; hand it a .copy()")


# What an expression gives, by its operation.
GIVES: Mapping[str, Callable[[_Reading, Any], Kind | None]] = {
    "getattr": lambda self, value: self._attribute(self._of(value.value), value.attr),
    "cast": lambda self, value: self._kinds.get(value.value.name),
    "phi": lambda self, value: joined(self._kinds.get(v.name) for v in value.incoming_values if isinstance(v, ir.Var)),
    "unary": lambda self, value: OWN,
    "binop": _Reading._of_binop,
    "inplace_binop": _Reading._of_inplace_binop,
    "build_tuple": lambda self, value: Tuple(tuple(self._kinds.get(item.name, OWN) for item in value.items)),
    "build_list": lambda self, value: Holder.of(self._of(item) for item in value.items),
    "build_set": lambda self, value: Holder.of(self._of(item) for item in value.items),
    "build_map": lambda self, value: Holder.of(self._of(item) for pair in value.items for item in pair),
    "getitem": _Reading._of_item,
    "static_getitem": _Reading._of_item,
    "getiter": lambda self, value: Holder.of([element(self._of(value.value))]),
    "iternext": lambda self, value: self._of(value.value),
    "exhaust_iter": lambda self, value: self._of(value.value),
    "pair_first": lambda self, value: element(self._of(value.value)),
    "pair_second": lambda self, value: OWN,
    "make_function": _Reading._of_make_function,
    "call": _Reading._of_call,
}
