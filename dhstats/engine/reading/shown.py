"""What a strategy does with what it is shown, read off its code before it plays: it looks and chooses, no more.

The view and the moves are followed through a function and all that it calls: assignments, fields, elements, tuples,
loops, inner functions, methods, functions of numpy. Whatever may change them is refused, and so is whatever would make
two runs of one seed differ. A function that is not known to leave its arguments alone gets a copy or nothing.
"""

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
from numba.core import ir
from numba.core.compiler import run_frontend

from dhstats.engine.reading.calls import Calls
from dhstats.engine.reading.frame import (
    CHANCE,
    OWN,
    SLICE,
    Array,
    Holder,
    Inner,
    Kind,
    Outside,
    Record,
    Refusal,
    Tuple,
    Walk,
    element,
    joined,
    part_of,
    shown,
)

NO_NUMBERS = (str, bytes, float, complex, tuple, frozenset)  # that code may hold, or return as it is (Python 3.12)


def refusal(function: Callable[..., Any], view: np.dtype[Any], moves: np.dtype[Any]) -> str:
    """Why a function is no strategy for views and moves of these records, by its line; "" if it may be one."""
    given = (Record(view, "view"), Array(moves, 1, "a move"), OWN, CHANCE)
    try:
        back = _Reading(Walk(), function, given).returned()
    except Refusal as found:
        helper = "" if found.file == function.__code__.co_filename else f"{Path(found.file).name}, "
        return f"{helper}line {found.line}: {found.reason}"
    return "" if back is not None else f"line {function.__code__.co_firstlineno}: never returns the number of a move"


class _Reading(Calls):
    """One function with arguments of known kinds: the kinds of its variables, grown until they stay."""

    def returned(self) -> Kind | None:
        """What the function returns; raises Refusal for the first statement that no strategy may have."""
        self._walk.running.append(self._function.__code__)
        try:
            try:
                blocks = run_frontend(self._function).blocks
            except Exception as error:  # the compiler's front reads less than Python: generators, async, …
                line = getattr(getattr(error, "loc", None), "line", None) or self._line
                raise Refusal(line, "this cannot be compiled: compiled code knows no such statement") from error
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
        except Refusal as found:
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
            handler = getattr(self, f"_of_{value.op}", None)
            if handler is not None:
                return handler(value)
            parts = [self._of(variable) for variable in value.list_vars()]
            return joined(part for part in parts if shown(part)) or OWN
        return OWN

    def _of_getattr(self, value: Any) -> Kind | None:
        return self._attribute(self._of(value.value), value.attr)

    def _of_cast(self, value: Any) -> Kind | None:
        return self._kinds.get(value.value.name)

    def _of_phi(self, value: Any) -> Kind | None:
        return joined(self._kinds.get(v.name) for v in value.incoming_values if isinstance(v, ir.Var))

    def _of_unary(self, value: Any) -> Kind:
        return OWN

    _of_pair_second = _of_unary

    def _of_inplace_binop(self, value: Any) -> Kind:
        self._refuse_change(self._of(value.lhs))
        parts = [self._of(variable) for variable in (value.lhs, value.rhs)]
        return Holder.of([element(part) for part in parts if isinstance(part, Holder | Tuple)])

    def _of_build_tuple(self, value: Any) -> Kind:
        return Tuple(tuple(self._kinds.get(item.name, OWN) for item in value.items))

    def _of_build_list(self, value: Any) -> Kind:
        return Holder.of(self._of(item) for item in value.items)

    _of_build_set = _of_build_list

    def _of_build_map(self, value: Any) -> Kind:
        return Holder.of(self._of(item) for pair in value.items for item in pair)

    def _of_getitem(self, value: Any) -> Kind:
        kind, index = self._of(value.value), self._of(value.index)
        if shown(kind) and isinstance(index, Outside) and isinstance(index.value, str):
            return self._attribute(kind, index.value)
        return part_of(kind, index)

    def _of_static_getitem(self, value: Any) -> Kind | None:
        kind, index = self._of(value.value), value.index
        if isinstance(index, str) and shown(kind):
            return self._attribute(kind, index)
        return part_of(kind, SLICE if isinstance(index, slice) else Outside(index))

    def _of_getiter(self, value: Any) -> Kind:
        return Holder.of([element(self._of(value.value))])

    def _of_iternext(self, value: Any) -> Kind:
        return self._of(value.value)

    _of_exhaust_iter = _of_iternext

    def _of_pair_first(self, value: Any) -> Kind:
        return element(self._of(value.value))

    def _of_make_function(self, value: Any) -> Kind:
        code = value.code if isinstance(value.code, CodeType) else self._code(value.code)
        captured = value.closure
        held = captured.items if isinstance(captured, ir.Expr) else self._tuple_items(captured)
        return Inner(code, tuple(held))

    def _code(self, variable: Any) -> CodeType:
        kind = self._of(variable)
        if isinstance(kind, Outside) and isinstance(kind.value, CodeType):
            return kind.value
        raise Refusal(self._line, "this inner function cannot be compiled")

    def _tuple_items(self, variable: Any) -> tuple[Kind, ...]:
        if variable is None:
            return ()
        kind = self._of(variable)
        return kind.parts if isinstance(kind, Tuple) else ()
