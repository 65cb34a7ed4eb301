"""Counters that several threads share: nobody gets a number twice, and who waits is told when all work stops."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numba import boolean, int64

from dhstats.engine import together
from dhstats.engine.compiled import compiled, interpreted
from dhstats.engine.together import PAST, READY, SLEEP, STOPPED, TAKEN, no_counts

pytestmark = pytest.mark.skipif(interpreted(), reason="in plain Python one thread does all")

NUMBERS = 200_000


def count_up(counters: Any, taken: Any) -> int:
    """Takes numbers until all are taken, and notes each; returns how many."""
    mine = 0
    while True:
        number = together.next_of(counters, TAKEN)
        if number >= taken.shape[0]:
            return mine
        taken[number] += 1
        mine += 1


def wait(counters: Any, step: int) -> bool:
    """The engine's waiting."""
    return bool(together.wait_for(counters, step))


def test_no_number_is_taken_twice_or_left_out() -> None:
    """By three threads at once."""
    loop = compiled(int64(int64[::1], int64[::1]))(count_up)
    counters, taken = no_counts(), np.zeros(NUMBERS, np.int64)
    with ThreadPoolExecutor(3) as pool:
        counts = list(pool.map(lambda _: loop(counters, taken), range(3)))
    assert sum(counts) == NUMBERS
    assert (taken == 1).all()


@pytest.mark.parametrize("yields", [True, False])
@pytest.mark.parametrize(("counter", "may"), [(READY, True), (STOPPED, False)])
def test_who_waits_goes_on_or_is_stopped(counter: int, *, may: bool, yields: bool) -> None:
    """Also where the system has nothing that lets other threads past."""
    loop = compiled(boolean(int64[::1], int64))(wait)
    counters = no_counts()
    counters[PAST] *= yields
    counters[SLEEP] *= yields
    threading.Timer(0.1, lambda: counters.__setitem__(counter, 1)).start()
    assert loop(counters, 0) is True
    assert loop(counters, 1) is may
