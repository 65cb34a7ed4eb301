"""A strategy may look and choose, and change nothing: checked on its code before it plays, at no cost while it does.

A view is part of the table and the moves are those that the rules will play, so a strategy that wrote into either
would change the game. The check follows both through assignments, attributes, elements and calls.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any

from numba.core import ir
from numba.core.compiler import run_frontend

SHARED = (0, 1)  # view and moves belong to the game; the randomness is the player's own
PARTS = (  # expressions whose value may be a part of what they are made of
    *("getattr", "getitem", "static_getitem", "cast", "phi", "build_tuple"),
    *("getiter", "iternext", "exhaust_iter", "pair_first", "make_function"),
)
FRESH = ("copy", "astype", "sum", "max", "min", "any", "all", "mean", "argmax", "argmin", "item", "flatten", "nonzero")
VIEWING = (  # functions of numpy whose result may be their argument seen in another way
    *("asarray", "asanyarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "broadcast_to", "expand_dims", "flip"),
    *("ravel", "reshape", "squeeze", "swapaxes", "transpose"),
)
GATHERING = ("build_list", "build_set", "build_map")  # a collection of numbers is the strategy's own, one of arrays not
CHANGING_FUNCTIONS = ("copyto", "put", "place", "putmask", "fill_diagonal")
FOREIGN = ("numpy", "numba", "builtins", "math")  # libraries that know nothing of a game's fields
STORING = ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "DELETE_SUBSCR")
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
        self._handed_back: dict[tuple[Any, frozenset[int]], bool] = {}

    def visit(self, function: Callable[..., Any], shared: frozenset[int]) -> str:
        """The first writing statement of a function, these of its arguments being shared, or of one that it calls."""
        if (function, shared) in self._seen:
            return ""
        self._seen.add((function, shared))
        statements = _statements(function)
        tainted = self._tainted(statements, shared)
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
        """Whether an expression changes something shared: by `+=`, a method, a function of numpy, or from inside."""
        if value.op == "inplace_binop" and value.lhs.name in tainted:
            return _is_array(value.lhs.name, statements, self._arrays)
        if value.op == "getattr" and value.value.name in tainted:
            return value.attr in CHANGING_METHODS
        if value.op == "make_function" and any(variable.name in tainted for variable in value.list_vars()):
            return any(step.opname in STORING for step in dis.get_instructions(_code(value.code, statements)))
        if value.op == "call" and _inner_stores(value, statements, tainted):
            return True
        return value.op == "call" and _fills_in(value, statements, tainted)

    def _tainted(self, statements: Sequence[Any], shared: frozenset[int]) -> set[str]:
        """The variables that may stand for a part of the shared arguments."""
        tainted: set[str] = set()
        while True:
            before = len(tainted)
            for statement in statements:
                if isinstance(statement, ir.Assign) and self._passes_on(statement.value, statements, tainted, shared):
                    tainted.add(statement.target.name)
            if len(tainted) == before:
                return tainted

    def _passes_on(self, value: Any, statements: Sequence[Any], tainted: set[str], shared: frozenset[int]) -> bool:
        """Whether a value may be a part of something shared: itself, an attribute, an element, or one of several."""
        if isinstance(value, ir.Arg):
            return value.index in shared
        if isinstance(value, ir.Var):
            return value.name in tainted
        if not isinstance(value, ir.Expr) or (value.op == "getattr" and value.attr in FRESH):
            return False
        if value.op == "call" and _is_viewing(value, statements, tainted):
            return True
        if value.op == "call":
            return value.func.name in tainted or self._hands_back(value, statements, tainted)
        if value.op in GATHERING:
            parts = [variable.name for variable in value.list_vars() if variable.name in tainted]
            return any(_is_array(name, statements, self._arrays) for name in parts)
        return value.op in PARTS and any(variable.name in tainted for variable in value.list_vars())

    def _hands_back(self, call: Any, statements: Sequence[Any], tainted: set[str]) -> bool:
        """Whether a function may return a part of what it is given."""
        passed = frozenset(i for i, argument in enumerate(call.args) if argument.name in tainted)
        called = _called(call.func.name, statements)
        if not passed or called is None:
            return False
        if (called, passed) not in self._handed_back:
            self._handed_back[called, passed] = False  # what a recursion starts from
            inside = _statements(called)
            kept = self._tainted(inside, passed)
            back = any(isinstance(statement, ir.Return) and statement.value.name in kept for statement in inside)
            self._handed_back[called, passed] = back
        return self._handed_back[called, passed]


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
        elif inspect.isfunction(value) and not value.__module__.startswith(FOREIGN):
            own = _words(value.__code__)
            names |= own
            waiting += _outside(value, own)
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


def _outside(function: Any, names: set[str]) -> list[Any]:
    """What the names in a function may stand for: its globals, closure, defaults, and attributes of modules."""
    held = [function.__globals__[name] for name in names if name in function.__globals__]
    held += [cell.cell_contents for cell in function.__closure__ or ()]
    held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    modules = [each for each in held if inspect.ismodule(each) and not each.__name__.startswith(FOREIGN)]
    held += [getattr(module, name) for module in modules for name in names if hasattr(module, name)]
    return held


@cache
def _statements(function: Callable[..., Any]) -> tuple[Any, ...]:
    """The statements of a function as the compiler reads them, in order."""
    blocks = run_frontend(function).blocks
    return tuple(statement for _, block in sorted(blocks.items()) for statement in block.body)


def _fills_in(call: Any, statements: Sequence[Any], tainted: set[str]) -> bool:
    """Whether a call of numpy writes its result into something shared."""
    made = [s.value for s in statements if isinstance(s, ir.Assign) and s.target.name == call.func.name]
    names = [value.attr for value in made if isinstance(value, ir.Expr) and value.op == "getattr"]
    outputs = [argument for key, argument in call.kws if key == "out"] + list(call.args[2:] if names else ())
    if any(name in CHANGING_FUNCTIONS for name in names):
        outputs += list(call.args[:1])
    return any(output.name in tainted for output in outputs)


def _made_by(name: str, statements: Sequence[Any]) -> list[Any]:
    """The expressions that a variable is assigned."""
    return [s.value for s in statements if isinstance(s, ir.Assign) and s.target.name == name]


def _is_viewing(call: Any, statements: Sequence[Any], tainted: set[str]) -> bool:
    """Whether a call of numpy may hand back what was shown, seen in another way."""
    made = _made_by(call.func.name, statements)
    views = any(isinstance(value, ir.Expr) and value.op == "getattr" and value.attr in VIEWING for value in made)
    return views and any(argument.name in tainted for argument in call.args)


def _inner_stores(call: Any, statements: Sequence[Any], tainted: set[str]) -> bool:
    """Whether an inner function that stores anything is given what was shown."""
    if not any(argument.name in tainted for argument in call.args):
        return False
    inner = [each for name in _names_of(call.func.name, statements) for each in _made_by(name, statements)]
    codes = [_code(v.code, statements) for v in inner if isinstance(v, ir.Expr) and v.op == "make_function"]
    return any(step.opname in STORING for code in codes for step in dis.get_instructions(code))


def _names_of(name: str, statements: Sequence[Any]) -> list[str]:
    """A variable with all that it is another name for."""
    others = [value.name for value in _made_by(name, statements) if isinstance(value, ir.Var)]
    return [name, *(each for other in others for each in _names_of(other, statements))]


def _code(value: Any, statements: Sequence[Any]) -> Any:
    """The code of an inner function, which the compiler keeps as such or as a constant."""
    if not isinstance(value, ir.Var):
        return value
    return next(s.value.value for s in statements if isinstance(s, ir.Assign) and s.target.name == value.name)


def _is_array(name: str, statements: Sequence[Any], arrays: frozenset[str]) -> bool:
    """Whether a variable stands for a whole array field."""
    values = [s.value for s in statements if isinstance(s, ir.Assign) and s.target.name == name]
    return any(
        (isinstance(value, ir.Expr) and value.op == "getattr" and value.attr in arrays)
        or (isinstance(value, ir.Var) and _is_array(value.name, statements, arrays))
        for value in values
    )


def _called(name: str, statements: Sequence[Any]) -> Callable[..., Any] | None:
    """The Python function that a name stands for, where it is one of the project's or the user's own."""
    for statement in statements:
        if isinstance(statement, ir.Assign) and statement.target.name == name:
            value = statement.value
            target = value.value if isinstance(value, ir.Global | ir.FreeVar) else None
            function: Callable[..., Any] | None = getattr(target, "py_func", None)
            return function
    return None
