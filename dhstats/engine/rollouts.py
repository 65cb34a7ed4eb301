"""Single states of games: every legal move played on, and opening hands."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.arms import ANY, ARM, AS_THEY_ARE, FORK, FREE
from dhstats.engine.compiled import bind, compiled
from dhstats.engine.forking import parts_of
from dhstats.engine.game import MIND, Game, records, strategy_signature
from dhstats.engine.loop import BAD_INDEX, PLACE
from dhstats.engine.stream import STREAM


def _unbound(*_: Any) -> Any:
    """Stands for a function of a game or of its forks until a loop is bound."""


shuffle = deal = look = legal = score = to_move = count_cards = _unbound
decide = set_out = rewind = restore = play_on = _unbound


def play_rollouts(
    tables: Any, options: Any, strategies: Any, players: Any, kept: Any, plan: Any, seed: Any, number: int, turn: int,
    replicates: int, place: Any, event: Any, draw: Any, arm: Any, results: Any, listed: Any, fork: Any,
) -> int:  # fmt: skip
    """Plays every legal move of one state on, so many times with unseen cards laid out anew; returns their number.

    The state is that of the game of plan row 0 after `turn` turns. Replicate r of every move has the same cards to come
    and goes to row move * replicates + r of `results`; the moves themselves are written into `listed`, and as many are
    looked at as it has room for. 0 where the mover has no move to choose.
    """
    at_seat = plan[0, 2:]
    fork.deal = number
    fork.member = 0
    fork.turn = turn
    tables[0] = tables[AS_THEY_ARE]
    set_out(tables[0], players, plan, 0, seed, number)
    rewind(tables, options, strategies, players, kept, at_seat, place, event[0], -1 - turn, fork)
    choice = decide(tables[0], options, strategies, players, at_seat, place, ANY, FREE)
    if choice < 0:
        return 0
    view = look(tables[0], to_move(tables[0]))
    count = min(legal(view, options.moves), listed.shape[0])
    fork.length = choice
    for move in range(count):
        listed[move] = options.moves[move]
    for move in range(count):
        for replicate in range(replicates):
            restore(tables, players, kept, fork, 1, replicate + 1, draw[0], seed)
            end = play_on(tables[0], options, strategies, players, at_seat, place, event[0], arm[0], fork.seat, move)
            if end == BAD_INDEX:
                return BAD_INDEX
            score(tables[0], results[move * replicates + replicate])
    return count


def deal_hands(table: Any, seed: Any, first_deal: int, deals: int, counts: Any) -> int:
    """The opening hands of a row of deals, as the decks lie: counts by kind, of shape (deals, seats, kinds)."""
    for i in range(deals):
        shuffle(table, seed, first_deal + i)
        deal(table, 0)
        for seat in range(counts.shape[1]):
            count_cards(table, seat, counts[i, seat])
    return deals


@cache
def hand_loop(game: Game) -> Callable[..., int]:
    """The opening hands, bound to a game and compiled."""
    own, sources = parts_of(game)
    signature = types.int64(
        numba.from_dtype(game.table), types.uint64, types.int64, types.int64, types.int64[:, :, ::1]
    )
    return compiled(signature, sources=sources)(bind(deal_hands, game.name, **own))


def move_type(game: Game) -> np.dtype[Any]:
    """The record of a single move."""
    return game.options["moves"].base


@cache
def rollout_loop(game: Game) -> Callable[..., int]:
    """The roll-outs of one state, bound to a game and compiled."""
    own, sources = parts_of(game)
    strategy = types.FunctionType(strategy_signature(game.view, game.options))
    signature = types.int64(
        records(game.table), numba.from_dtype(game.options), types.UniTuple(strategy, game.seats), records(MIND),
        records(MIND), types.int64[:, ::1], types.uint64, types.int64, types.int64, types.int64,
        numba.from_dtype(PLACE), records(game.event), records(STREAM), records(ARM), records(game.result),
        records(move_type(game)), numba.from_dtype(FORK),
    )  # fmt: skip
    return compiled(signature, sources=sources)(bind(play_rollouts, game.name, **own))
