"""What a network learns with: records of who learns, room for the work, and the first network."""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.game import MIND, Game, Learning, records, strategy_signature
from dhstats.engine.inference import HINT_UNITS, MAX_CLASSES, WIDTH
from dhstats.engine.network import MAX_SECOND, MAX_UNITS, Work
from dhstats.engine.stream import STREAM
from dhstats.engine.vectors import GROUP
from dhstats.players.learning.comparing import Trials

# What a row of lessons is given: who plays, how much is learnt, and how a game is judged.
LESSON = np.dtype(
    [
        ("seed", "u8"),
        ("first", "i8"),  # number of the first game
        ("games", "i8"),
        ("begin", "i8"),  # the deal of game 0
        ("players", "i8"),  # how many play
        ("rival", "i8"),  # 0: the network plays itself; 1: it has one seat, in turn, and the rival has the rest
        ("batch", "i8"),  # games that a step of descent looks at together
        ("parts", "i8"),  # in which these games are played
        ("drawn", "i8"),  # 1: which layout of places a game has is drawn by lot; 0: it is the first
        ("helps", "i8"),  # 1: who plays here has a copy of the network that learns
        ("memory", "f8"),  # lambda
        ("rate", "f8"),
        ("win_share", "f8"),  # the part of winning in how a game is judged; the rest is by how many points
        ("compared", "i8"),  # of COMPARED_PARTS decisions, how many are learnt from by comparison as well
        ("tried", "i8"),  # how many options are then compared at most; 0: all
        ("number", "i8"),  # the deal that is played
        ("kept", "i8"),  # positions of it that were kept
        ("luck", STREAM),  # by which its rules and its layout are drawn
    ],
    align=True,
)


class Memory(NamedTuple):
    """What is kept of a game, a row a position: its inputs, the chance it was given, who had decided."""

    inputs: Any
    values: Any
    seats: Any


class Shared(NamedTuple):
    """What all threads of a training share: the network that learns, slopes and errors by part, who does what."""

    network: Any
    slopes: Any
    errors: Any
    counters: Any


class Learner(NamedTuple):
    """A network that learns (minds[0]) and its rival (minds[1]), with all that a thread plays with and keeps."""

    minds: Any
    rival: Any  # a tuple of one: numba knows the type of a function within a record only there
    options: Any
    lesson: Any
    rules: Any  # records; every game is played by one of them
    memory: Any
    slopes: Any
    trials: Any
    shared: Any


class HintWork(NamedTuple):
    """Room for a network that infers, at work: what `infer` leaves, and how what is held depends on it."""

    hidden: Any
    hints: Any
    slopes: Any
    above: Any
    present: Any  # what the opponent holds


class Slopes(NamedTuple):
    """What a step of descent goes by: room for both networks, and rows as long as all parameters."""

    work: Any
    hints: Any
    slope: Any
    moments: Any


def first_network(seed: int, learning: Learning) -> np.ndarray[Any, Any]:
    """Where training begins: small random weights, no biases; nothing is inferred yet."""
    chance = np.random.Generator(np.random.Philox(key=seed))
    shape, inference = learning.shape, learning.inference
    network = np.zeros(learning.parameters, np.float32)
    layers = [(0, shape.inputs * shape.units, 0.7 * np.sqrt(3 / shape.inputs))]
    last = (shape.inputs + 1) * shape.units
    if shape.second:
        layers.append((last, shape.units * shape.second, np.sqrt(3 / shape.units)))
        last += (shape.units + 1) * shape.second
    layers.append((last, shape.second or shape.units, 0.3))
    for start, size, scale in layers:
        network[start : start + size] = chance.uniform(-1, 1, size) * scale
    if inference:  # units alone begin at random: what they and the evidence say to the outputs is learnt from nothing
        weights = network[shape.parameters :][: inference.inputs * WIDTH].reshape(inference.inputs, WIDTH)
        weights[:, :HINT_UNITS] = chance.uniform(-1, 1, (inference.inputs, HINT_UNITS)) * 0.2
    return network


def empty_memory(positions: int, learning: Learning) -> Memory:
    """Room for so many positions of a game."""
    inputs = np.zeros((positions, learning.inputs), np.float32)
    return Memory(inputs, np.zeros(positions, np.float32), np.zeros(positions, np.int64))


def rows(count: int, parameters: int) -> np.ndarray[Any, Any]:
    """Rows of zeros, each as long as descent with so many parameters needs."""
    return np.zeros((count, -(-parameters // GROUP) * GROUP), np.float32)


def room(parameters: int) -> Slopes:
    """Room for descent with so many parameters, all zero."""
    work = Work(*(np.zeros(size, np.float32) for size in (MAX_UNITS, MAX_SECOND, MAX_UNITS, MAX_SECOND)))
    sizes = (WIDTH, MAX_CLASSES, WIDTH, MAX_CLASSES, MAX_CLASSES)
    hints = HintWork(*(np.zeros(size, np.float32) for size in sizes))
    return Slopes(work, hints, rows(1, parameters)[0], rows(2, parameters))


def signature(game: Game) -> Any:
    """The compiled type of what teaches."""
    row, rows, one = types.float32[::1], types.float32[:, ::1], numba.from_dtype
    rival = types.FunctionType(strategy_signature(game.view, game.options))
    memory = types.NamedTuple([rows, row, types.int64[::1]], Memory)
    work, hints = types.NamedTuple([row] * 4, Work), types.NamedTuple([row] * 5, HintWork)
    slopes = types.NamedTuple([work, hints, row, rows], Slopes)
    shared = types.NamedTuple([row, rows, types.float64[::1], types.int64[::1]], Shared)
    tried = [records(kind) for kind in (game.table, game.options, game.event, game.result)]
    trials = types.NamedTuple([*tried, types.int64[::1], row, row, types.float64[::1]], Trials)
    played = [one(game.options), one(LESSON), records(game.rules)]
    members = [records(MIND), types.UniTuple(rival, 1), *played, memory, slopes, trials, shared]
    taught = types.NamedTuple(members, Learner)
    return types.float64(one(game.table), records(game.event), one(game.result), taught)
