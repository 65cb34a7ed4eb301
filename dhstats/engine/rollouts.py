"""Single states of games: every legal move played on, and opening hands."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba import types

from dhstats.engine.arms import ANY, ARM, AS_THEY_ARE, FORK, FREE
from dhstats.engine.compiled import bind, unbound
from dhstats.engine.forks import copies_type, parts_of
from dhstats.engine.game import Game, move_type, records
from dhstats.engine.loop import BAD_INDEX, loop_of, seating_type

shuffle = deal = look = legal = score = to_move = count_cards = decide = rewind = restore = play_arm = unbound


def play_rollouts(
    copies: Any, seating: Any, seed: Any, arm: Any, results: Any, listed: Any, wanted: Any, fork: Any
) -> int:
    """Plays the wanted moves of one state on, so many times with unseen cards laid out anew; returns how many it has.

    The state is that of the game of plan row 0 that `fork` names, after its turn. Replicate r of every move has the
    same cards to come and goes to results[move, r]; the moves themselves are written into `listed`, and as many are
    looked at as it has room for. Where none is `wanted` the table in play stays in that state, with the mover's view.
    0 where the mover has no move to choose.
    """
    tables, turn = copies.tables, fork.turn
    tables[0] = tables[AS_THEY_ARE]
    rewind(copies, seating, seed, -1 - turn, fork)
    choice = decide(tables[0], seating, ANY, FREE)
    if choice < 0:
        return 0
    view = look(tables[0], to_move(tables[0]))
    count = min(legal(view, seating.options.moves), listed.shape[0])
    fork.length = choice
    for move in range(count):
        listed[move] = seating.options.moves[move]
    for move in range(count):
        for replicate in range(results.shape[1] if wanted[move] else 0):
            restore(copies, seating, seed, fork, replicate + 1)
            if play_arm(copies, seating, arm, fork.seat, move) == BAD_INDEX:
                return BAD_INDEX
            score(tables[0], results[move, replicate])
    return count


def deal_hands(table: Any, seed: Any, first_deal: int, counts: Any) -> int:
    """The opening hands of a row of deals, as the decks lie: counts by kind, of shape (deals, seats, kinds)."""
    for i in range(counts.shape[0]):
        shuffle(table, seed, first_deal + i)
        deal(table, 0)
        for seat in range(counts.shape[1]):
            count_cards(table, seat, counts[i, seat])
    return int(counts.shape[0])


@cache
def hand_loop(game: Game) -> Callable[..., int]:
    """The opening hands, bound to a game and compiled."""
    signature = types.int64(numba.from_dtype(game.table), types.uint64, types.int64, types.int64[:, :, ::1])
    return loop_of(game, bind(deal_hands, game.name, **parts_of(game)), signature, __file__)


@cache
def rollout_loop(game: Game) -> Callable[..., int]:
    """The roll-outs of one state, bound to a game and compiled."""
    signature = types.int64(
        copies_type(game), seating_type(game), types.uint64, numba.from_dtype(ARM),
        types.Array(numba.from_dtype(game.result), 2, "C"), records(move_type(game)), types.boolean[::1],
        numba.from_dtype(FORK),
    )  # fmt: skip
    return loop_of(game, bind(play_rollouts, game.name, **parts_of(game)), signature, __file__)
