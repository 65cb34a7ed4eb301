"""Logged games followed turn by turn: each move is looked up among the legal ones and played, whoever chose it."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_parts, unbound
from dhstats.engine.game import Game, functions_of, records
from dhstats.engine.loop import PASS, STOP, loop_of, loop_with

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


def follow_game(table: Any, events: Any, log: Any) -> None:
    """Plays the logged turns of a game that has been dealt, as far as the rules allow."""
    log.trace.turns, log.trace.end = 0, FOLLOWED
    if play_game(table, log.options, events, log.first, 1, log) >= 0 and log.trace.turns < log.turns:
        log.trace.end = TOO_LONG


def follow_deals(table: Any, options: Any, seed: Any, logged: Any) -> int:
    """Follows all games of some deals; returns how many logged rows belong to them."""
    row, members = 0, logged.layouts.shape[0]
    for i in range(logged.deals.shape[0]):
        shuffle(table, seed, logged.deals[i])
        for member in range(members):
            game = i * members + member
            deal(table, logged.layouts[member])
            follow_game(table, logged.events, Log(options, logged.rows, row, logged.turns[game], logged.traces[game]))
            score(table, logged.results[game])
            row += logged.turns[game]
    return row


@cache
def follow_loop(game: Game) -> Callable[..., int]:
    """The following of games, bound to a game and compiled."""
    space = bind_parts((find_option, ask_log), game.name, functions_of(game), inline=True)
    space = bind_parts((follow_game,), game.name, space | {"play_game": loop_with(game, space["ask_log"])}, inline=True)
    numbers, events = types.int64[::1], records(game.event)
    logged = types.NamedTuple([numbers, numbers, numbers, events, events, records(game.result), records(TRACE)], Logged)
    signature = types.int64(numba.from_dtype(game.table), numba.from_dtype(game.options), types.uint64, logged)
    return loop_of(game, bind(follow_deals, game.name, **space), signature, __file__)
