"""Holders of arrays are counted where an array is made, kept or given away, and nowhere else."""

from typing import Any

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from dhstats.engine.compiled import compiled, interpreted

pytestmark = pytest.mark.skipif(interpreted(), reason="about what is compiled")


@compiled(inline=False)
def total(values: Any) -> int:
    """Goes through what it is handed."""
    found = 0
    for i in range(len(values)):
        found += values[i]
    return found


@compiled(inline=False)
def total_of_the_rest(table: Any, first: int) -> int:
    """Hands on a view of a view."""
    row = table[0]
    return total(row[first:])


@compiled(inline=False)
def refused(values: Any) -> int:
    """Raises what needs no memory."""
    if values[0] > 0:
        raise ValueError("no")
    return 1


@compiled(inline=False)
def longer(values: Any) -> Any:
    """Makes an array and gives it away."""
    more = np.zeros(len(values) + 1, np.int64)
    more[1:] = values
    return more


@compiled(inline=False)
def either(one: Any, other: Any, first: int) -> Any:
    """Gives away what it was handed."""
    return one if first > 0 else other


@compiled(inline=False)
def chosen(values: Any, places: Any) -> int:
    """Copies what lies at some places."""
    return total(values[places])


@compiled(inline=False)
def complained(values: Any) -> int:
    """Raises an error that is made of a value."""
    if values[0] > 0:
        raise ValueError("no", values[0])
    return 1


BORROWING, COUNTING = (total, total_of_the_rest, refused), (longer, either, chosen, complained)


def used(values: Any, places: Any) -> int:
    """All of the above."""
    grown = either(longer(values), values, 1)
    table = np.stack((grown, grown))
    return total(values) + total_of_the_rest(table, 2) + chosen(values, places) + refused(values) + complained(values)


def counts(part: Any) -> bool:
    """Whether the code of a part counts holders or asks for memory."""
    (compilation,) = part._within.overloads.values()
    return "NRT_" in str(compilation.library._final_module)


def test_only_what_may_change_holders_counts_them() -> None:
    """Parts that only borrow hold no call of numba's memory management; and nothing is left over, or freed too early."""
    run, values, places = compiled()(used), np.array([0, 5, 7, 11]), np.array([1, 3])
    assert run(values, places) == 23 + 23 + 16 + 1 + 1
    assert [counts(part) for part in BORROWING] == [False] * len(BORROWING)
    assert [counts(part) for part in COUNTING] == [True] * len(COUNTING)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for _ in range(50):
        run(values, places)
    after = rtsys.get_allocation_stats()
    _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0
