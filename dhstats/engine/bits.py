"""Sets as bits of a number, where looping over all that could be in a set costs more than the work itself; indices."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from dhstats.engine.compiled import interpreted


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; `bits` must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_compiled(_: Any, bits: Any) -> Any:
    """One machine instruction (count trailing zeros); numba offers no function for it."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def ones(bits: int) -> int:
    """How many bits are set; `bits` must not be negative."""
    return int(bits).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def _ones_compiled(_: Any, bits: Any) -> Any:
    """One machine instruction (population count)."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def natural(number: int) -> int:
    """A number that is never negative, as an index alone.

    Compiled code asks of every other index whether it counts from the end, which takes a third of a short loop.
    """
    return number


@intrinsic  # type: ignore[untyped-decorator]
def _natural_compiled(_: Any, number: Any) -> Any:
    """The same number; its type says that it has no sign."""

    def generate(_context: Any, _builder: Any, _signature: Any, args: Any) -> Any:
        return args[0]

    return types.uint64(types.int64), generate


if not interpreted():
    lowest = _lowest_compiled
    ones = _ones_compiled
    natural = _natural_compiled
