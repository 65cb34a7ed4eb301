"""A deal whose cards stay as they lie, played again and again: whatever else chance decides is drawn anew each time."""

from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_parts, compiled, entry, sources_below, unbound
from dhstats.engine.game import Function, Game, functions_of, records
from dhstats.engine.loop import BAD_INDEX, ask_player, checked, loop_with, seating_type, set_out, sources_of
from dhstats.engine.stream import PLAYER, address

APART = 1 << 40  # between the deals at whose addresses a game and its copies draw; no run has so many deals

shuffle = score = draw_anew = play_game = unbound


def play_stacked(table: Any, seating: Any, seed: Any, number: int, results: Any, events: Any) -> int:
    """Plays the first game of a deal as often as there are results: once as dealt, then with other chance.

    Returns 0, or BAD_INDEX for a bad move.
    """
    shuffle(table, seed, number)
    seating.place.deal = number
    seating.place.member = 0
    for i in range(results.shape[0]):
        set_out(table, seating, seed, number)
        if i > 0:
            draw_anew(table, seed, np.uint64(number + i * APART))
            for player in range(seating.minds.shape[0]):
                address(seating.minds[player].noise, seed, np.uint64(number + i * APART), PLAYER + player)
        if play_game(table, seating.options, events, 0, 0, seating) == BAD_INDEX:
            return BAD_INDEX
        score(table, results[i])
    return 0


@cache
def stacked_loop(game: Game, renew: Function, file: Path) -> Any:
    """The loop bound to a game and to what draws its other chance anew, which stands in a file of its own."""
    space = bind_parts((checked, ask_player, set_out), game.name, functions_of(game), inline=True)
    space |= {"play_game": loop_with(game, space["ask_player"]), "draw_anew": renew}
    signature = types.int64(
        numba.from_dtype(game.table), seating_type(game), types.uint64, types.int64, records(game.result),
        records(game.event),
    )  # fmt: skip
    sources = (*sources_of(game, __file__), *sources_below(file))
    return entry(compiled(signature, sources=sources)(bind(play_stacked, game.name, **space)))
