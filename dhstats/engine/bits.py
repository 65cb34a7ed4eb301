"""Sets as bits of a number, where looping over all that could be in a set costs more than the work itself; indices."""

from llvmlite import ir
from numba import types

from dhstats.engine.operations import operation


# One machine instruction each, for which numba offers no function
@operation(lambda builder, bits: builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; `bits` must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


@operation(lambda builder, bits: builder.ctpop(bits))
def ones(bits: int) -> int:
    """How many bits are set; `bits` must not be negative."""
    return int(bits).bit_count()


@operation(lambda _, number: number, returns=types.uint64)
def natural(number: int) -> int:
    """A number that is never negative, as an index alone: when compiled its type says that it has no sign.

    Compiled code asks of every other index whether it counts from the end, which takes a third of a short loop.
    """
    return number
