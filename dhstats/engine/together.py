"""Threads that work together within compiled code: counters that all of them read and change, and waiting for one.

Steps of learning take a millisecond, so threads cannot meet in Python between them. In plain Python nothing is shared:
there one thread does all, to which counters are ordinary numbers.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import types

from dhstats.engine.compiled import bind, bind_parts, compiled, unbound
from dhstats.engine.game import Game, functions_of, records
from dhstats.engine.loop import PASS, STOP, loop_of, loop_with
from dhstats.engine.operations import operation
from dhstats.engine.vectors import INDEX, LINE

APART = LINE // 8  # numbers between two counters: each has a line of the processor's cache of its own
TAKEN, DONE, READY, STOPPED, PAST, SLEEP = (APART * place for place in range(6))  # what counters count
LOOKS = 2000  # at a counter before other threads of the machine are let past: some microseconds
PASSED = 400  # times before a thread sleeps: others have the processors, and who is waited for needs one
NAP = 100  # microseconds

Array = np.ndarray[Any, Any]


def no_counts() -> Array:
    """Counters for a piece of work that is taken part by part, all zero: parts taken, done, steps that may begin.

    One that is not zero in STOPPED ends the work. PAST and SLEEP hold the addresses of functions of the system: what
    lets other threads past, and what sleeps for some microseconds.
    """
    counters = np.zeros(APART * 6, np.int64)
    counters[PAST], counters[SLEEP] = _address("sched_yield"), _address("usleep")
    return counters


def _address(name: str) -> int:
    """Where a function of the system lies; 0 where it has none of that name."""
    try:
        return ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value or 0
    except (AttributeError, OSError, TypeError):
        return 0


def _take(builder: Any, counters: Any, which: Any) -> Any:
    return builder.atomic_rmw("add", builder.gep(counters, [which]), ir.Constant(INDEX, 1), "acq_rel")


@operation(_take)
def next_of(counters: Any, which: int) -> int:
    """The number of a counter, which is then one more: no two threads get the same."""
    number = int(counters[which])
    counters[which] = number + 1
    return number


def _look(builder: Any, counters: Any, which: Any) -> Any:
    return builder.load_atomic(builder.gep(counters, [which]), "acquire", 8)


@operation(_look)
def look_at(counters: Any, which: int) -> int:
    """A counter as it is now; what other threads wrote before they set it is there to read."""
    return int(counters[which])


def _set(builder: Any, counters: Any, which: Any, number: Any) -> None:
    builder.store_atomic(number, builder.gep(counters, [which]), "release", 8)


@operation(_set)
def set_to(counters: Any, which: int, number: int) -> None:
    """Sets a counter, for those who look at it, after all that was written before."""
    counters[which] = number


def _call(builder: Any, counters: Any, which: Any, number: Any) -> None:
    address, whole = builder.load(builder.gep(counters, [which])), ir.IntType(32)
    with builder.if_then(builder.icmp_unsigned("!=", address, ir.Constant(INDEX, 0))):
        function = builder.inttoptr(address, ir.FunctionType(whole, [whole]).as_pointer())
        builder.call(function, [builder.trunc(number, whole)])


@operation(_call)
def ask_system(counters: Any, which: int, number: int) -> None:
    """Calls a function of the system with a number, if there is such a function."""


@compiled(inline=False)
def wait_for(counters: Any, step: int) -> bool:
    """Waits until a step may begin; says whether it may, or all work was stopped."""
    looks = 0
    while look_at(counters, READY) < step:
        if look_at(counters, STOPPED) != 0:
            return False
        looks += 1
        if looks > LOOKS + PASSED:
            ask_system(counters, SLEEP, NAP)
        elif looks > LOOKS:
            ask_system(counters, PAST, 0)  # which takes no number, and does not look at one
    return look_at(counters, STOPPED) == 0


FOLLOWED, FORBIDDEN, TOO_LONG, UNFINISHED = range(4)

# How far a logged game could be followed: how that ended, and how many of its turns were played.
TRACE = np.dtype([("end", "i8"), ("turns", "i8")], align=True)


class Log(NamedTuple):
    """The turns of a game that were logged, so many rows from the first on, and how far they could be followed."""

    options: Any
    rows: Any
    first: Any
    turns: Any
    trace: Any


class Logged(NamedTuple):
    """The logged games of some deals, and what the rules make of them.

    `layouts` says for every member of a block which deck lies at which seat. Game i * members + m is member m of the
    i-th deal: it has `turns[game]` rows of `rows`, one after the other. What the rules make of them goes to the same
    rows of `events`, and to `results[game]`; `traces[game]` says how far that went.
    """

    layouts: Any
    deals: Any
    turns: Any
    rows: Any
    events: Any
    results: Any
    traces: Any


shuffle = deal = same_move = score = play_game = unbound


def find_option(moves: Any, count: int, turn: Any) -> int:
    """The place of the legal move that a logged turn played; -1 where it is none of them."""
    for choice in range(count):
        if same_move(moves[choice], turn):
            return choice
    return -1


def ask_log(table: Any, seat: int, view: Any, count: int, log: Any) -> int:
    """The index of the legal move that the next logged turn played; STOP where there is none, or no further turn."""
    trace = log.trace
    if trace.turns == log.turns:
        trace.end = UNFINISHED
        return STOP
    logged = log.rows[log.first + trace.turns]
    trace.turns += 1
    if count == 0:
        return PASS
    choice = find_option(log.options.moves, count, logged)
    if choice >= 0:
        return choice
    trace.turns -= 1
    trace.end = FORBIDDEN
    return STOP


def follow_deals(table: Any, options: Any, seed: Any, logged: Any) -> int:
    """Follows all games of some deals as far as the rules allow; returns how many logged rows belong to them."""
    row, members = 0, logged.layouts.shape[0]
    for i in range(logged.deals.shape[0]):
        shuffle(table, seed, logged.deals[i])
        for member in range(members):
            game = i * members + member
            deal(table, logged.layouts[member])
            log = Log(options, logged.rows, row, logged.turns[game], logged.traces[game])
            log.trace.turns, log.trace.end = 0, FOLLOWED
            if play_game(table, options, logged.events, row, 1, log) >= 0 and log.trace.turns < log.turns:
                log.trace.end = TOO_LONG
            score(table, logged.results[game])
            row += logged.turns[game]
    return row


@cache
def follow_loop(game: Game) -> Callable[..., int]:
    """The following of games, bound to a game and compiled."""
    space = bind_parts((find_option, ask_log), game.name, functions_of(game), inline=True)
    space["play_game"] = loop_with(game, space["ask_log"])
    numbers, events = types.int64[::1], records(game.event)
    logged = types.NamedTuple([numbers, numbers, numbers, events, events, records(game.result), records(TRACE)], Logged)
    signature = types.int64(numba.from_dtype(game.table), numba.from_dtype(game.options), types.uint64, logged)
    return loop_of(game, bind(follow_deals, game.name, **space), signature, __file__)
