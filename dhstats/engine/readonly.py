"""A strategy may look and choose, and change nothing: checked on its code before it plays, at no cost while it does.

A view is part of the table and the moves are those that the rules will play, so a strategy that wrote into either
would change the game. The check follows both through assignments, attributes, elements and calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
from numba.core import ir
from numba.core.compiler import run_frontend

SHARED = (0, 1)  # view and moves belong to the game; the randomness is the player's own
PARTS = (  # expressions whose value may be a part of what they are made of
    *("getattr", "getitem", "static_getitem", "cast", "phi", "build_tuple"),
    *("getiter", "iternext", "exhaust_iter", "pair_first"),
)
CHANGING_METHODS = ("sort", "fill", "partition", "put", "resize")


def writes(function: Callable[..., Any], arrays: frozenset[str], shared: Sequence[int] = SHARED) -> str:
    """The first statement of a function that writes into its arguments of these positions; "" if none does.

    `arrays` names the fields that hold more than one number, which `+=` would change in place.
    """
    return _Search(arrays).visit(function, frozenset(shared))


class _Search:
    """A walk through a function and all that it calls; recursion is cut by remembering what was seen."""

    def __init__(self, arrays: frozenset[str]) -> None:
        self._arrays = arrays
        self._seen: set[tuple[Any, frozenset[int]]] = set()

    def visit(self, function: Callable[..., Any], shared: frozenset[int]) -> str:
        """The first writing statement of a function, these of its arguments being shared, or of one that it calls."""
        if (function, shared) in self._seen:
            return ""
        self._seen.add((function, shared))
        code = run_frontend(function)
        statements = [statement for _, block in sorted(code.blocks.items()) for statement in block.body]
        tainted = _tainted(statements, shared)
        for statement in statements:
            problem = self._problem(function, statement, statements, tainted)
            if problem:
                return problem
        return ""

    def _problem(
        self, function: Callable[..., Any], statement: Any, statements: Sequence[Any], tainted: set[str]
    ) -> str:
        stores = (ir.SetAttr, ir.SetItem, ir.StaticSetItem, ir.DelItem)
        value = statement.value if isinstance(statement, ir.Assign) else None
        stored = isinstance(statement, stores) and statement.target.name in tainted
        if stored or (isinstance(value, ir.Expr) and self._changes(value, statements, tainted)):
            return f"line {statement.loc.line} of {function.__name__} writes into what it was shown"
        if isinstance(value, ir.Expr) and value.op == "call":
            passed = frozenset(i for i, argument in enumerate(value.args) if argument.name in tainted)
            called = _called(value.func.name, statements)
            if passed and called is not None:
                return self.visit(called, passed)
        return ""

    def _changes(self, value: Any, statements: Sequence[Any], tainted: set[str]) -> bool:
        """Whether an expression changes a shared array in place: by `+=` or by a method that does."""
        if value.op == "inplace_binop" and value.lhs.name in tainted:
            return _is_array(value.lhs.name, statements, self._arrays)
        return value.op == "getattr" and value.value.name in tainted and value.attr in CHANGING_METHODS


def _is_array(name: str, statements: Sequence[Any], arrays: frozenset[str]) -> bool:
    """Whether a variable stands for a whole array field."""
    values = [s.value for s in statements if isinstance(s, ir.Assign) and s.target.name == name]
    return any(
        (isinstance(value, ir.Expr) and value.op == "getattr" and value.attr in arrays)
        or (isinstance(value, ir.Var) and _is_array(value.name, statements, arrays))
        for value in values
    )


def _tainted(statements: Sequence[Any], shared: frozenset[int]) -> set[str]:
    """The variables that may stand for a part of the shared arguments."""
    tainted: set[str] = set()
    while True:
        before = len(tainted)
        for statement in statements:
            if isinstance(statement, ir.Assign) and _passes_on(statement.value, tainted, shared):
                tainted.add(statement.target.name)
        if len(tainted) == before:
            return tainted


def _passes_on(value: Any, tainted: set[str], shared: frozenset[int]) -> bool:
    """Whether a value may be a part of something shared: itself, an attribute, an element, or one of several."""
    if isinstance(value, ir.Arg):
        return value.index in shared
    if isinstance(value, ir.Var):
        return value.name in tainted
    parts = (
        "getattr",
        "getitem",
        "static_getitem",
        "cast",
        "phi",
        "build_tuple",
        "exhaust_iter",
        "iternext",
        "getiter",
    )
    if isinstance(value, ir.Expr) and value.op in (*parts, "pair_first"):
        return any(variable.name in tainted for variable in value.list_vars())
    return False


def _called(name: str, statements: Sequence[Any]) -> Callable[..., Any] | None:
    """The Python function that a name stands for, where it is one of the project's or the user's own."""
    for statement in statements:
        if isinstance(statement, ir.Assign) and statement.target.name == name:
            value = statement.value
            target = value.value if isinstance(value, ir.Global | ir.FreeVar) else None
            if isinstance(target, numba.core.dispatcher.Dispatcher):
                function: Callable[..., Any] = target.py_func
                return function
    return None
