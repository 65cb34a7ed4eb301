"""Any game turn by turn from Python, through the same compiled functions that the loop calls.

The drivers add nothing, so what a test sees here is what the loop plays. Interpreted, they are plain functions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, compiled, sources_below, unbound
from dhstats.engine.game import MIND, Game, functions_of
from dhstats.engine.stream import PLAYER, address, next_turn
from dhstats.games.bundle import GameBundle
from dhstats.players.match import records

Function = Callable[..., Any]


shuffle = deal = look = legal = play = skip = to_move = over = score = unbound


def shuffle_decks(table: Any, seed: Any, number: int) -> None:
    """Draws all that the games of one deal share."""
    shuffle(table, seed, number)


def deal_out(table: Any, layout: int) -> None:
    """Sets one game up."""
    deal(table, layout)


def see(table: Any, seat: int, view: Any) -> None:
    """Copies what a seat may know into a record of its own."""
    view[0] = look(table, seat)


def ask(table: Any, options: Any) -> int:
    """Lists the options of the seat that has to decide."""
    return legal(look(table, to_move(table)), options.moves)


def act(table: Any, options: Any, choice: int, event: Any) -> None:
    """Plays one of the options that were listed last; -1 passes."""
    if choice < 0:
        skip(table, event)
    else:
        play(table, options.moves[choice], event)


def settle(table: Any, result: Any) -> None:
    """Fills in the row of the games table."""
    score(table, result)


def state(table: Any) -> int:
    """The seat that has to decide; -1 once the game is over."""
    return -1 if over(table) else to_move(table)


def aim(mind: Any, seed: Any, number: int, player: int, turn: int) -> None:
    """Points a player's random draws at the first word of one of his turns."""
    address(mind.noise, seed, number, PLAYER + player)
    mind.noise.turn = turn - 1
    next_turn(mind.noise)


@dataclass(frozen=True)
class Drivers:
    """The compiled drivers of a game."""

    shuffle: Function
    deal: Function
    see: Function
    ask: Function
    act: Function
    settle: Function
    state: Function
    aim: Function


@cache
def drivers(game: Game) -> Drivers:
    """Binds the drivers to a game and compiles them, once a process."""
    sources = (*sources_below(game.home), *sources_below(Path(__file__)))
    table, options, event = (numba.from_dtype(dtype) for dtype in (game.table, game.options, game.event))
    views, result, mind = (types.Array(numba.from_dtype(game.view), 1, "C"), game.result, numba.from_dtype(MIND))

    def driver(template: Function, signature: Any) -> Function:
        return compiled(signature, sources=sources)(bind(template, f"test_{game.name}", **functions_of(game)))

    return Drivers(
        shuffle=driver(shuffle_decks, types.void(table, types.uint64, types.int64)),
        deal=driver(deal_out, types.void(table, types.int64)),
        see=driver(see, types.void(table, types.int64, views)),
        ask=driver(ask, types.int64(table, options)),
        act=driver(act, types.void(table, options, types.int64, event)),
        settle=driver(settle, types.void(table, numba.from_dtype(result))),
        state=driver(state, types.int64(table)),
        aim=driver(aim, types.void(mind, types.uint64, types.int64, types.int64, types.int64)),
    )


class OpenGame:
    """One table of a game, played from outside; every record on it may be read and written."""

    def __init__(self, bundle: GameBundle, rules: Any) -> None:
        self.bundle, self.drivers = bundle, drivers(bundle.game)
        game = bundle.game
        self._arrays = [records(kind, 1) for kind in (game.table, game.options, game.event, game.result)]
        # The record on the table, of the options listed last, of the turn played last, and of the result. Each is taken
        # out of its array once: that costs more than a turn.
        self.table, self.options, self.event, self._result = (array[0] for array in self._arrays)
        self._views = records(game.view, 1)
        self.table["seen"]["rules"] = rules

    def spoil(self, garbage: int) -> None:
        """Fills every byte on the table but the rules with garbage, and all other records."""
        rules = self.table["seen"]["rules"].copy()
        for array in self._arrays:
            array.view(np.ndarray).view(np.uint8)[:] = garbage
        self.table["seen"]["rules"] = rules

    def deal(self, seed: int, number: int, layout: int = 0) -> None:
        """Shuffles for a deal and sets a game up."""
        self.drivers.shuffle(self.table, np.uint64(seed), number)
        self.drivers.deal(self.table, layout)

    def redeal(self, layout: int) -> None:
        """Sets another game of the same deal up."""
        self.drivers.deal(self.table, layout)

    @property
    def mover(self) -> int:
        """The seat that has to decide, -1 once the game is over."""
        return int(self.drivers.state(self.table))

    def view(self, seat: int) -> Any:
        """What a seat may know now, as a record of its own."""
        self.drivers.see(self.table, seat, self._views)
        return self._views.copy()[0]

    def moves(self) -> list[tuple[int, ...]]:
        """The mover's options in their order; none once the game is over."""
        if self.mover < 0:
            return []
        count = self.drivers.ask(self.table, self.options)
        moves: list[tuple[int, ...]] = self.options["moves"][:count].tolist()
        return moves

    def take(self, choice: int) -> dict[str, int]:
        """Plays one of the options listed last (-1: passes); returns the row of the turn, without the count of options."""
        self.drivers.act(self.table, self.options, choice, self.event)
        row = dict(zip(self.bundle.game.event.names or (), self.event.item(), strict=True))
        del row["legal_moves"]  # the loop fills it in
        return row

    def result(self) -> dict[str, int]:
        """The row of the finished game, without the count of logged turns."""
        self.drivers.settle(self.table, self._result)
        row = dict(zip(self.bundle.game.result.names or (), self._result.item(), strict=True))
        del row["logged_turns"]  # the loop fills it in
        return row


def in_rows(match: Any, plan: Sequence[Sequence[int]], seed: int, first_deal: int, deals: int) -> tuple[Any, Any]:
    """The results and the logged turns of all games of a row of deals by the real loop, each in one row."""
    results, turns = match.play(np.array(plan, np.int64), seed, first_deal, deals, logged=True)
    return results.ravel(), turns
