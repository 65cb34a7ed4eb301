"""Threads that work together within compiled code: counters that all of them read and change, and waiting for one.

Steps of learning take a millisecond, so threads cannot meet in Python between them. In plain Python nothing is shared:
there one thread does all, to which counters are ordinary numbers.
"""

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import compiled, interpreted
from dhstats.engine.vectors import INDEX, LINE

APART = LINE // 8  # numbers between two counters: each has a line of the processor's cache of its own
TAKEN, DONE, READY, STOPPED, YIELD = (APART * place for place in range(5))  # what the counters of a desk count
LOOKS = 2000  # at a counter before other threads of the machine are let past, a few microseconds

Array = np.ndarray[Any, Any]


def desk() -> Array:
    """Counters for a piece of work that is taken part by part, all zero: parts taken, done, steps that may begin.

    One that is not zero in STOPPED ends the work; YIELD holds the address of what lets other threads past.
    """
    counters = np.zeros(APART * 5, np.int64)
    counters[YIELD] = _yield_address()
    return counters


def _yield_address() -> int:
    """Where the system's function lies that lets other threads past; 0 where it has none of that name."""
    try:
        return ctypes.cast(ctypes.CDLL(None).sched_yield, ctypes.c_void_p).value or 0
    except (AttributeError, OSError, TypeError):
        return 0


def next_of(counters: Any, which: int) -> int:
    """The number of a counter, which is then one more: no two threads get the same."""
    number = int(counters[which])
    counters[which] = number + 1
    return number


def look_at(counters: Any, which: int) -> int:
    """A counter as it is now; what other threads wrote before they set it is there to read."""
    return int(counters[which])


def set_to(counters: Any, which: int, number: int) -> None:
    """Sets a counter, for those who look at it, after all that was written before."""
    counters[which] = number


def let_past(counters: Any) -> None:
    """Lets other threads of the machine past."""


def _place(context: Any, builder: Any, kind: Any, args: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, args[0]).data, [args[1]])


@intrinsic  # type: ignore[untyped-decorator]
def _next_of(_: Any, counters: Any, which: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature.args[0], args)
        return builder.atomic_rmw("add", place, ir.Constant(INDEX, 1), "acq_rel")

    return types.int64(counters, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _look_at(_: Any, counters: Any, which: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature.args[0], args), "acquire", 8)

    return types.int64(counters, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _set_to(_: Any, counters: Any, which: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store_atomic(args[2], _place(context, builder, signature.args[0], args), "release", 8)
        return context.get_dummy_value()

    return types.void(counters, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _let_past(_: Any, counters: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        address = builder.load(builder.gep(data, [ir.Constant(INDEX, YIELD)]))
        with builder.if_then(builder.icmp_unsigned("!=", address, ir.Constant(INDEX, 0))):
            function = ir.FunctionType(ir.IntType(32), []).as_pointer()
            builder.call(builder.inttoptr(address, function), [])
        return context.get_dummy_value()

    return types.void(counters), generate


if not interpreted():
    next_of, look_at, set_to, let_past = _next_of, _look_at, _set_to, _let_past


@compiled(inline=False)
def wait_for(counters: Any, step: int) -> bool:
    """Waits until a step may begin; says whether it may, or all work was stopped."""
    looks = 0
    while look_at(counters, READY) < step:
        if look_at(counters, STOPPED) != 0:
            return False
        looks += 1
        if looks > LOOKS:
            let_past(counters)
    return look_at(counters, STOPPED) == 0
