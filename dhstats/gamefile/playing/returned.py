"""What the functions of a file must return: asked once by the compiler, or at every call in plain Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

WHOLE = (int, np.integer, np.bool_)


def truth(value: Any) -> bool:
    """Whether something holds; TypeError for what is neither True nor False nor a whole number."""
    if not isinstance(value, WHOLE):
        raise TypeError(f"must be True or False, not {value!r}")
    return bool(value)


def whole(value: Any) -> int:
    """A whole number; TypeError for what is none."""
    if not isinstance(value, WHOLE):
        raise TypeError(f"must be a whole number, not {value!r}")
    return int(value)


def _truth(value: Any) -> bool:
    return bool(value)


def _whole(value: Any) -> int:
    return int(value)


def _asked_once(function: Callable[..., Any], implementation: Callable[..., Any]) -> None:
    def typed(value: Any) -> Callable[..., Any]:
        if isinstance(value, types.Integer | types.Boolean):
            return implementation
        raise TypingError(f"a function of a game file returns {value}")

    overload(function)(typed)


_asked_once(truth, _truth)
_asked_once(whole, _whole)
