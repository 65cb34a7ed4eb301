"""Self-play and learning from it: the compiled part of training.

A network plays against itself, or against a rival. Each position after one of its decisions is kept as the network's
inputs. After the game every kept position learns towards its lambda-return: a mix of what the network's next positions
were thought to be worth and of how the game ended for the seat that had decided.

Sources: Tesauro, "Temporal difference learning and TD-Gammon" (1995); Sutton and Barto, "Reinforcement learning"
(2018), section 12.1.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, compiled
from dhstats.engine.game import MIND, Game, records, strategy_signature
from dhstats.engine.network import blame, chance, descend, size
from dhstats.engine.stream import PLAYER, address, next_turn
from dhstats.players.thinking import bound, sources

BAD_CHOICE = -1.0  # the rival chose a move that does not exist

# What a row of lessons is given: who plays, how much is learnt, and how a game is judged.
LESSON = np.dtype(
    [
        ("seed", "u8"),
        ("first", "i8"),  # number of the first deal
        ("games", "i8"),
        ("players", "i8"),  # how many play
        (
            "rival",
            "i8",
        ),  # 0: the network plays itself; 1: it has one seat, another from game to game, the rival the rest
        ("batch", "i8"),  # games that a step of descent looks at together
        ("memory", "f8"),  # lambda
        ("rate", "f8"),
        ("win_share", "f8"),  # the part of winning in how a game is judged; the rest is by how many points
    ],
    align=True,
)


def _unbound(*_: Any) -> Any:
    """Stands for a game's function until `lessons` binds the templates to a game."""


shuffle = deal = look = legal = play = skip = to_move = over = score = _unbound
outcome = which_end = decide = take_in = as_chance = _unbound
INPUTS = 0
ENDS = 1
LEAD = 1.0


def keep_game(
    table: Any, options: Any, minds: Any, rival: Any, event: Any, lesson: Any, number: int, memory: Any, values: Any,
    seats: Any,
) -> int:  # fmt: skip
    """Plays one game and keeps the network's positions; returns how many, or -1 if the rival's choice is impossible.

    `memory` gets a row of inputs a position as its dice fell, `values` the chance it was given before they did, `seats`
    who had decided. A position whose dice are not yet settled is not kept: the next decision is about them.
    """
    kept = 0
    while not over(table):
        seat = to_move(table)
        is_rival = lesson.rival == 1 and (seat + number) % lesson.players != 0
        mind = minds[1 if is_rival else 0]
        view = look(table, seat)
        count = legal(view, options.moves)
        next_turn(mind.noise)
        if count == 0:
            skip(table, event)
            continue
        if is_rival:
            choice = rival(view, options, count, mind)
            if choice < 0 or choice >= count:
                return -1
            play(table, options.moves[choice], event)
        else:
            choice, worth = decide(view, options.moves, count, mind)
            write_inputs(view, options.moves[choice], mind, memory, kept)
            play(table, options.moves[choice], event)
            end = which_end(table, event)
            if end > 0:
                memory[kept] = memory[kept + end]
            values[kept] = as_chance(worth)
            seats[kept] = seat
            kept += 1 if end >= 0 else 0
    return kept


def write_inputs(view: Any, move: Any, mind: Any, memory: Any, row: int) -> None:
    """The inputs for every way in which a move may end, a row each: which it is shows once the move is played."""
    for end in range(ENDS):
        take_in(view, move, end, mind)
        for i in range(INPUTS):
            memory[row + end, i] = mind.inputs[i]


def learn_game(
    mind: Any, result: Any, lesson: Any, memory: Any, values: Any, seats: Any, kept: int, slopes: Any, slope: Any
) -> float:
    """Adds up what the positions of a game teach, last first; returns the mean squared error.

    The lambda-return of a position follows the decisions of its own seat, so it serves any number of seats.
    """
    returns = mind.notes  # by seat: the return of the seat's next position
    for seat in range(lesson.players):
        won, lead = outcome(result, seat)
        returns[seat] = lesson.win_share * won + (1.0 - lesson.win_share) * chance(np.float32(lead / LEAD))
    total = 0.0
    for back in range(kept):
        at = kept - 1 - back
        seat = seats[at]
        error = blame(mind.network, INPUTS, memory[at], np.float32(returns[seat]), slope, mind.sums, slopes)
        returns[seat] = lesson.memory * returns[seat] + (1.0 - lesson.memory) * values[at]
        total += error * error
    return total / max(kept, 1)


def teach(
    table: Any, options: Any, minds: Any, rival: Any, event: Any, result: Any, lesson: Any, memory: Any, values: Any,
    seats: Any, slopes: Any, moments: Any,
) -> float:  # fmt: skip
    """Plays a row of games and learns from each; returns the sum of mean squared errors, or BAD_CHOICE.

    minds[0] learns, minds[1] is the rival's. `moments` has three rows as long as the network: slope, its mean, and
    the mean of its square. Steps are counted by deal number, so rows of lessons may follow each other.
    """
    total = 0.0
    for number in range(lesson.first, lesson.first + lesson.games):
        shuffle(table, lesson.seed, number)
        address(minds[0].noise, lesson.seed, number, PLAYER)
        address(minds[1].noise, lesson.seed, number, PLAYER + 1)
        deal(table, 0)
        kept = keep_game(table, options, minds, rival, event, lesson, number, memory, values, seats)
        if kept < 0:
            return BAD_CHOICE
        score(table, result)
        total += learn_game(minds[0], result, lesson, memory, values, seats, kept, slopes, moments[0])
        if (number + 1) % lesson.batch == 0:
            step = (number + 1) // lesson.batch
            descend(minds[0].network, size(INPUTS), moments[0], moments[1], moments[2], lesson.rate, step)
    return total


def lessons(game: Game) -> Callable[..., float]:
    """The lessons bound to a game and compiled; kept on disk like the game loop."""
    space = dict(bound(game))
    space["write_inputs"] = compiled()(bind(write_inputs, game.name, **space))
    inner = {t.__name__: compiled()(bind(t, game.name, **space)) for t in (keep_game, learn_game)}
    return compiled(_signature(game), sources=sources(game, __file__))(bind(teach, game.name, **space, **inner))


def _signature(game: Game) -> Any:
    one, row = numba.from_dtype, types.float32[::1]
    rival = types.FunctionType(strategy_signature(game.view, game.options))
    table, options, event, result = (one(kind) for kind in (game.table, game.options, game.event, game.result))
    return types.float64(
        table, options, records(MIND), rival, event, result, one(LESSON), types.float32[:, ::1], row, types.int64[::1],
        row, types.float32[:, ::1],
    )  # fmt: skip
