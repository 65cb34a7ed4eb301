"""The only game loop: it asks who has to decide, and writes down what happened.

What happens at a decision is handed to it, as the game is: whole games ask strategies, forks count turns until their
moment, a log says what was played, training keeps what was seen, a search looks ahead.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_parts, compiled, entry, sources_below, unbound
from dhstats.engine.game import MIND, Function, Game, functions_of, records, strategy_signature
from dhstats.engine.stream import PLAYER, address, next_turn
from dhstats.errors import BadInput

# What a decision is in place of the index of a move.
BAD_INDEX = -1  # a strategy chose a move that does not exist
PASS = -2  # there is no move to choose
STOP = -3  # no more of this game is played

# Where the loop stands: read after an error to say which strategy failed in which game. `rules` counts how often they
# have changed, which they do in forks alone.
PLACE = np.dtype(
    [("deal", "i8"), ("member", "i8"), ("player", "i8"), ("choice", "i8"), ("options", "i8"), ("rules", "i8")],
    align=True,
)
APART = 1 << 40  # between the deals at whose addresses a game and its copies draw; no run has so many deals


class Seating(NamedTuple):
    """Who plays: a strategy and a mind for every player, and what they are shown.

    `plan` has a row a member of the block: the layout of decks, the replicate (games that differ in nothing else differ
    in the players' noise), then the player in each seat. `place` says which member is played.
    """

    strategies: Any
    minds: Any
    options: Any
    plan: Any
    place: Any


shuffle = deal = look = legal = play = skip = to_move = over = score = choose_move = play_game = draw_anew = unbound


@compiled()
def after_move(table: Any, seat: int, event: Any, choice: int, state: Any) -> None:
    """Looks at a turn that was played: not at all, unless the loop is handed something else."""


def play_on(table: Any, options: Any, events: Any, row: int, step: int, state: Any) -> int:
    """Plays a game on to its end; returns the next free row of `events`, or what stopped it: BAD_INDEX or STOP.

    `choose_move` decides, from what `state` holds; turns go to the rows of `events` from `row` on (a `step` of 0: all
    to the same one).
    """
    while not over(table):
        seat = to_move(table)
        view = look(table, seat)
        count = legal(view, options.moves)
        choice = choose_move(table, seat, view, count, state)
        if choice != PASS and choice < 0:
            return choice
        event = events[row]
        event.legal_moves = count
        if choice == PASS:
            skip(table, event)
        else:
            play(table, options.moves[choice], event)
        after_move(table, seat, event, choice, state)
        row += step
    return row


def ask_player(table: Any, seat: int, view: Any, count: int, seating: Any) -> int:
    """The index of the move that the player in a seat chooses, PASS if they have none; BAD_INDEX for a bad one."""
    place = seating.place
    player = seating.plan[place.member, 2 + seat]
    mind = seating.minds[player]
    mind.mark = place.rules
    next_turn(mind.noise)
    if count == 0:
        return PASS
    place.player = player
    return checked(seating.strategies[player](view, seating.options, count, mind), count, place)


def checked(choice: int, count: int, place: Any) -> int:
    """A choice among so many moves; BAD_INDEX, noted at the place, where there is no such move."""
    if choice < 0 or choice >= count:
        place.choice = choice
        place.options = count
        return BAD_INDEX
    return choice


def set_out(table: Any, seating: Any, seed: Any, number: int) -> None:
    """A game from its beginning: decks laid out, the players' draws at their addresses. The deal has been shuffled."""
    row = seating.plan[seating.place.member]
    for player in range(seating.minds.shape[0]):
        address(seating.minds[player].noise, seed, number, PLAYER + row[1] * seating.minds.shape[0] + player)
    deal(table, row[0])


def play_deals(table: Any, seating: Any, seed: Any, first_deal: int, log_every: int, results: Any, events: Any) -> int:
    """Plays all games of a row of deals; returns how many turns were logged, or BAD_INDEX.

    The result of member m of the i-th deal goes to results[i, m]. Turns are logged for every `log_every`-th deal
    (0: none), so that a block is logged whole or not at all.
    """
    row = 0
    for i in range(results.shape[0]):
        number = first_deal + i
        seating.place.deal = number
        shuffle(table, seed, number)
        logged = 1 if log_every > 0 and number % log_every == 0 else 0
        for member in range(seating.plan.shape[0]):
            seating.place.member = member
            set_out(table, seating, seed, number)
            start = row
            row = play_game(table, seating.options, events, row, logged, seating)
            if row == BAD_INDEX:
                return BAD_INDEX
            result = results[i, member]
            score(table, result)
            result.logged_turns = row - start
    return row


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


def loop_with(game: Game, choose_move: Any, after_move: Any = after_move) -> Callable[..., int]:
    """The loop bound to a game and to what happens at a decision and after it, as a part of what plays."""
    own = functions_of(game) | {"choose_move": choose_move, "after_move": after_move}
    return compiled()(bind(play_on, game.name, **own))


def sources_of(game: Game, file: str) -> tuple[Path, ...]:
    """All files that a compiled function of a file depends on when it is bound to a game."""
    return (*game.sources, *sources_below(Path(file)))


def loop_of(game: Game, template: Callable[..., Any], signature: Any, file: str) -> Callable[..., Any]:
    """What Python calls: a template of a file, bound to a game and to all its parts, compiled and kept on disk."""
    loop = entry(compiled(signature, sources=sources_of(game, file))(template))
    return _watched(game, loop) if game.maker else loop


class GameFailure(BadInput):
    """A game from outside raised an exception, which is the cause, unless a strategy from outside did."""


def _watched(game: Game, loop: Callable[..., Any]) -> Callable[..., Any]:
    """A loop of a game from outside, whose functions may raise."""
    file = f"{game.name.partition('@')[0]}.py"

    def watched(*arguments: Any) -> Any:
        try:
            return loop(*arguments)
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            if isinstance(error, TimeoutError):  # of a loop that counts how often it goes round, and says where it is
                raise GameFailure(f"game file {file}: {reason}") from error
            raise GameFailure(
                f"game file {file}: raised {type(error).__name__}: {reason}; `dhstats games check {file}` plays it in"
                " plain Python, which names the line"
            ) from error

    return watched


def seating_type(game: Game) -> Any:
    """The compiled type of a seating."""
    strategy = types.FunctionType(strategy_signature(game.view, game.options))
    strategies, options = types.UniTuple(strategy, game.seats), numba.from_dtype(game.options)
    plan, place = types.int64[:, ::1], numba.from_dtype(PLACE)
    return types.NamedTuple([strategies, records(MIND), options, plan, place], Seating)


@cache
def game_loop(game: Game) -> Callable[..., int]:
    """The loop bound to a game and compiled; one compilation serves all strategies of the game."""
    space = bind_parts((checked, ask_player, set_out), game.name, functions_of(game), inline=True)
    space["play_game"] = loop_with(game, space["ask_player"])
    signature = types.int64(
        numba.from_dtype(game.table), seating_type(game), types.uint64, types.int64, types.int64,
        types.Array(numba.from_dtype(game.result), 2, "A"), records(game.event),
    )  # fmt: skip
    return loop_of(game, bind(play_deals, game.name, **space), signature, __file__)


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
