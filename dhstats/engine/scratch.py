"""Records that a compiled function needs while it runs and no longer: on the stack, without any memory management.

An array would be asked for, counted and given back in every call, which costs as much as a short decision.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted

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
