"""Forks bound to a game and compiled."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types

from dhstats.engine import forks
from dhstats.engine.arms import ARM, FORK
from dhstats.engine.compiled import bind, compiled, sources_below
from dhstats.engine.game import MIND, Game, functions_of, records, strategy_signature
from dhstats.engine.loop import PLACE
from dhstats.engine.stream import STREAM

# What forks are made of, each after those that it calls.
PARTS: tuple[Callable[..., Any], ...] = (
    forks.keep_kind, forks.decide, forks.decreed, forks.possible, forks.act, forks.set_out, forks.parent_game,
    forks.settle_turn, forks.rewind, forks.restore, forks.decree, forks.go_on, forks.play_on, forks.play_arms,
    forks.fork_game,
)  # fmt: skip


@cache
def fork_loop(game: Game) -> Callable[..., int]:
    """The fork loop bound to a game and compiled; one compilation serves all strategies, moments and arms."""
    own, sources = parts_of(game)
    return compiled(_signature(game), sources=sources)(bind(forks.play_forks, game.name, **own))


def parts_of(game: Game) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """The functions that forks are made of, bound to a game, and the files that they depend on."""
    forking = game.forking
    if forking is None:
        raise LookupError(f"game {game.name!r} cannot be forked")
    sources = (*sources_below(game.home), *sources_below(Path(__file__)))
    own: dict[str, Any] = functions_of(game) | functions_of(forking)
    for part in PARTS:
        own[part.__name__] = compiled(inline=False, sources=sources)(bind(part, game.name, **own))
    return own, sources


def _signature(game: Game) -> Any:
    strategy = types.FunctionType(strategy_signature(game.view, game.options))
    return types.int64(
        records(game.table), numba.from_dtype(game.options), types.UniTuple(strategy, game.seats), records(MIND),
        records(MIND), types.int64[:, ::1], types.uint64, types.int64, types.int64, types.int64, records(ARM),
        types.int64, numba.from_dtype(PLACE), records(game.event), records(STREAM), records(game.result),
        records(game.result), records(FORK),
    )  # fmt: skip
