"""What compiled code does in the compiler's own language, where plain Python has a function for it."""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted

Function = TypeVar("Function", bound=Callable[..., Any])
TYPES: Mapping[Any, Any] = {int: types.int64, float: types.float64, np.float32: types.float32, None: types.void}


def operation(code: Callable[..., Any], returns: Any = None) -> Callable[[Function], Function]:
    """Has compiled code do by `code(builder, *values)` what a function does in plain Python.

    Types are those of its annotations, of Any whatever it is called with. For an array `code` gets the address of its
    first element.
    """

    def decorate(function: Function) -> Function:
        own = inspect.signature(function)
        kinds = [TYPES.get(each.annotation) for each in own.parameters.values()]
        result = TYPES[own.return_annotation] if returns is None else returns

        def typed(_: Any, *given: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                arguments = [
                    context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
                    for kind, value in zip(signature.args, values, strict=True)
                ]
                made = code(builder, *arguments)
                return context.get_dummy_value() if result is types.void else made

            return result(*(call if kind is None else kind for kind, call in zip(kinds, given, strict=True))), generate

        functools.update_wrapper(typed, function)
        context = inspect.Parameter("_", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        typed.__signature__ = own.replace(parameters=[context, *own.parameters.values()])  # type: ignore[attr-defined]
        made: Function = intrinsic(typed)
        return made

    return (lambda function: function) if interpreted() else decorate
