"""The only game loop: it asks the seat that has to decide, and writes down what happened."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, compiled, sources_below
from dhstats.engine.game import MIND, Game, functions_of, records, strategy_signature
from dhstats.engine.stream import PLAYER, address, next_turn

BAD_INDEX = -1  # a strategy chose a move that does not exist

# Where the loop stands: read after an error to say which strategy failed in which game. `rules` counts how often they
# have changed, which they do in forks alone.
PLACE = np.dtype(
    [("deal", "i8"), ("member", "i8"), ("player", "i8"), ("choice", "i8"), ("options", "i8"), ("rules", "i8")],
    align=True,
)


def _unbound(*_: Any) -> Any:
    """Stands for a game's function until `game_loop` binds the loop to a game."""


shuffle = deal = look = legal = play = skip = to_move = over = score = _unbound


def play_game(
    table: Any, options: Any, strategies: Any, players: Any, at_seat: Any, place: Any, events: Any,
    row: int, logged: int,
) -> int:  # fmt: skip
    """Plays a game that has been dealt to its end; returns the next free row of `events`, or BAD_INDEX."""
    while not over(table):
        seat = to_move(table)
        player = at_seat[seat]
        view = look(table, seat)
        count = legal(view, options.moves)
        event = events[row]
        event.legal_moves = count
        mind = players[player]
        next_turn(mind.noise)
        if count == 0:
            skip(table, event)
        else:
            place.player = player
            choice = strategies[player](view, options, count, mind)
            if choice < 0 or choice >= count:
                place.choice = choice
                place.options = count
                return BAD_INDEX
            play(table, options.moves[choice], event)
        row += logged
    return row


def play_deals(
    table: Any, options: Any, strategies: Any, players: Any, plan: Any, seed: Any, first_deal: int,
    deals: int, log_every: int, place: Any, results: Any, stride: int, offset: int, events: Any,
) -> int:  # fmt: skip
    """Plays all games of a row of deals; returns how many turns were logged, or BAD_INDEX.

    `plan` has a row a member of the block: the layout of decks, the replicate (games that differ in nothing else differ
    in the players' noise), then the player in each seat. The result of member m of the i-th deal goes to row
    i * stride + offset + m of `results`. Turns are logged for every `log_every`-th deal
    (0: none), so that a block is logged whole or not at all.
    """
    row = 0
    for i in range(deals):
        number = first_deal + i
        place.deal = number
        shuffle(table, seed, number)
        logged = 1 if log_every > 0 and number % log_every == 0 else 0
        for member in range(plan.shape[0]):
            place.member = member
            for player in range(players.shape[0]):
                channel = PLAYER + plan[member, 1] * players.shape[0] + player
                address(players[player].noise, seed, number, channel)
            deal(table, plan[member, 0])
            start = row
            row = play_game(table, options, strategies, players, plan[member, 2:], place, events, row, logged)
            if row == BAD_INDEX:
                return BAD_INDEX
            result = results[i * stride + offset + member]
            score(table, result)
            result.logged_turns = row - start
    return row


@cache
def game_loop(game: Game) -> Callable[..., int]:
    """The loop bound to a game and compiled; one compilation serves all strategies of the game."""
    sources = (*sources_below(game.home), *sources_below(Path(__file__)))
    functions = functions_of(game)
    one_game = compiled(sources=sources)(bind(play_game, game.name, **functions))
    block = bind(play_deals, game.name, **functions, play_game=one_game)
    return compiled(_signature(game), sources=sources)(block)


def _signature(game: Game) -> Any:
    strategy = types.FunctionType(strategy_signature(game.view, game.options))
    return types.int64(
        numba.from_dtype(game.table), numba.from_dtype(game.options), types.UniTuple(strategy, game.seats),
        records(MIND), types.int64[:, ::1], types.uint64, types.int64, types.int64, types.int64,
        numba.from_dtype(PLACE), records(game.result), types.int64, types.int64, records(game.event),
    )  # fmt: skip
