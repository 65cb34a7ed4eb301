"""Which compiled functions only borrow the arrays they work on, so that nobody has to count who holds them.

Numba counts the holders of an array in every function that is handed one. A function that makes no array, keeps none
and gives none away leaves all counts as they were, and counting in it would cost as much as a short decision.
"""

from typing import Any

from numba.core import ir, types
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import SliceType
from numba.extending import _Intrinsic

WITHOUT_VALUE = (ir.Branch, ir.Del, ir.Jump, ir.StaticRaise)
WITH_VALUE = (ir.Return, ir.SetAttr, ir.SetItem, ir.StaticSetItem)
AT_HAND = (ir.Arg, ir.FreeVar, ir.Global, ir.Var)  # names of what is there already
VIEWS = ("getattr", "getitem", "static_getitem")  # what shows a part of a record, a tuple or an array
SHOWN = (types.Array, BaseTuple)  # what may be such a part
PLACES = (types.Integer, SliceType)  # such an index of an array copies nothing


def only_borrows(state: Any) -> bool:
    """Whether a function whose types are known makes, keeps and gives away nothing whose holders are counted."""
    kinds = _Kinds(state)
    return all(kinds.borrowed(statement) for block in state.func_ir.blocks.values() for statement in block.body)


class _Kinds:
    """The types of a function's variables."""

    def __init__(self, state: Any) -> None:
        self._models = state.targetctx.data_model_manager
        self._of = state.typemap

    def borrowed(self, statement: ir.Stmt) -> bool:
        """Whether after a statement everything is held as before; False where that is not known."""
        if isinstance(statement, ir.Assign):
            value = statement.value
            if isinstance(value, ir.Expr) and value.op == "call":
                return not self._counted(statement.target) and self._lent(value)
            if not self._counted(statement.target) or isinstance(value, AT_HAND):
                return True
            shown = isinstance(value, ir.Expr) and self._shown(value)
            return shown and isinstance(self._of[statement.target.name], SHOWN)
        if isinstance(statement, WITH_VALUE):
            return not self._counted(statement.value)
        return isinstance(statement, WITHOUT_VALUE)

    def _shown(self, value: ir.Expr) -> bool:
        """Whether an expression shows a part of what is there."""
        if value.op != "getitem":
            return value.op in VIEWS
        kind = self._of[value.index.name]
        return all(isinstance(each, PLACES) for each in (kind.types if isinstance(kind, BaseTuple) else (kind,)))

    def _lent(self, call: ir.Expr) -> bool:
        """Whether what is called holds nothing either: a compiled function, an operation of this package, `len`."""
        if not any(map(self._counted, (*call.args, *dict(call.kws).values()))):
            return True
        called = self._of[call.func.name]
        known = getattr(called, "typing_key", None)
        return isinstance(called, types.Dispatcher) or isinstance(known, _Intrinsic) or known is len

    def _counted(self, variable: ir.Var) -> bool:
        """Whether the holders of what a variable stands for are counted."""
        return bool(self._models[self._of[variable.name]].contains_nrt_meminfo())
