"""Logged games followed turn by turn: each move is looked up among the legal ones and played, whoever chose it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, compiled, sources_below
from dhstats.engine.game import Game, functions_of, records

FOLLOWED, FORBIDDEN, TOO_LONG, UNFINISHED = range(4)

# How far a logged game could be followed: how that ended, and how many of its turns were played.
TRACE = np.dtype([("end", "i8"), ("turns", "i8")], align=True)


def _unbound(*_: Any) -> Any:
    """Stands for a game's function until `follow_loop` binds the loop to a game."""


shuffle = deal = look = legal = play = skip = to_move = over = score = same_move = _unbound


def find(moves: Any, count: int, told: Any) -> int:
    """The index of the legal move that a logged turn played, or -1."""
    for choice in range(count):
        if same_move(moves[choice], told):
            return choice
    return -1


def follow_game(table: Any, options: Any, logged: Any, row: int, turns: int, events: Any, trace: Any) -> None:
    """Plays the logged turns of a game that has been dealt, as far as the rules allow."""
    for turn in range(turns):
        trace.turns = turn
        if over(table):
            trace.end = TOO_LONG
            return
        count = legal(look(table, to_move(table)), options.moves)
        event = events[row + turn]
        event.legal_moves = count
        if count == 0:
            skip(table, event)
        else:
            choice = find(options.moves, count, logged[row + turn])
            if choice < 0:
                trace.end = FORBIDDEN
                return
            play(table, options.moves[choice], event)
    trace.turns = turns
    trace.end = FOLLOWED if over(table) else UNFINISHED


def follow_deals(
    table: Any, options: Any, layouts: Any, seed: Any, deals: Any, turns: Any, logged: Any, events: Any, results: Any,
    traces: Any,
) -> int:  # fmt: skip
    """Follows all games of these deals; returns how many rows of `logged` belong to them.

    `layouts` says for every member of a block which deck lies at which seat. Game i * members + m is member m of the
    i-th deal: it has `turns[game]` rows of `logged`, one after the other. What the rules make of them goes to the same
    rows of `events`, and to `results[game]`; `traces[game]` says how far that went.
    """
    row = 0
    for i in range(deals.shape[0]):
        shuffle(table, seed, deals[i])
        for member in range(layouts.shape[0]):
            game = i * layouts.shape[0] + member
            deal(table, layouts[member])
            follow_game(table, options, logged, row, turns[game], events, traces[game])
            score(table, results[game])
            row += turns[game]
    return row


@cache
def follow_loop(game: Game) -> Callable[..., int]:
    """The following of games, bound to a game and compiled."""
    sources = (*sources_below(game.home), *sources_below(Path(__file__)))
    functions = functions_of(game)
    search = compiled(sources=sources)(bind(find, game.name, **functions))
    one_game = compiled(sources=sources)(bind(follow_game, game.name, **functions, find=search))
    signature = types.int64(
        numba.from_dtype(game.table), numba.from_dtype(game.options), types.int64[::1], types.uint64, types.int64[::1],
        types.int64[::1], records(game.event), records(game.event), records(game.result), records(TRACE),
    )  # fmt: skip
    return compiled(signature, sources=sources)(bind(follow_deals, game.name, **functions, follow_game=one_game))
