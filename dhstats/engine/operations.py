"""What compiled code does in the compiler's own language, where plain Python has a function for it."""

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted

Function = TypeVar("Function", bound=Callable[..., Any])


def operation(code: Callable[..., Any], *kinds: Any, returns: Any = types.void) -> Callable[[Function], Function]:
    """Has compiled code do by `code(builder, *values)` what a function does in plain Python.

    `kinds` are the types of its arguments, None for an array or a record of any type. For an array `code` gets the
    address of its first element.
    """

    def decorate(function: Function) -> Function:
        def typed(_: Any, *given: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                arguments = [
                    context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
                    for kind, value in zip(signature.args, values, strict=True)
                ]
                made = code(builder, *arguments)
                return context.get_dummy_value() if returns is types.void else made

            chosen = (own if kind is None else kind for kind, own in zip(kinds, given, strict=True))
            return returns(*chosen), generate

        context = inspect.Parameter("_", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        named = [context, *inspect.signature(function).parameters.values()]
        functools.update_wrapper(typed, function)
        typed.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
        made: Function = intrinsic(typed)
        return made

    return (lambda function: function) if interpreted() else decorate
