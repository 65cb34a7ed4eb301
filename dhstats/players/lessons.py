"""Self-play and learning from it: the compiled part of training.

A network plays against itself, or against a rival. Each position after one of its decisions is kept as the network's
inputs. After the game every kept position learns towards its lambda-return: a mix of what the network's next positions
were thought to be worth and of how the game ended for the seat that had decided.

Sources: Tesauro, "Temporal difference learning and TD-Gammon" (1995); Sutton and Barto, "Reinforcement learning"
(2018), section 12.1.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_named, unbound
from dhstats.engine.game import MIND, Game, Learning, records, strategy_signature
from dhstats.engine.inference import HINT_UNITS, MAX_CLASSES, WIDTH
from dhstats.engine.loop import BAD_INDEX, PASS, loop_of, loop_with
from dhstats.engine.network import MAX_SECOND, MAX_UNITS, Work, descend
from dhstats.engine.stream import PLAYER, STREAM, address, below, next_turn
from dhstats.engine.vectors import GROUP
from dhstats.players import searching
from dhstats.players.comparing import Trials, comparison
from dhstats.players.thinking import bound, title_of

RULES_OF_DEAL = PLAYER - 1  # the channel in which is drawn by which of several rule sets a deal is played
COMPARED_PARTS = 1 << 20  # a share of decisions is counted in parts of this
BAD_CHOICE = -1.0  # the rival chose a move that does not exist

# What a row of lessons is given: who plays, how much is learnt, and how a game is judged.
LESSON = np.dtype(
    [
        ("seed", "u8"),
        ("first", "i8"),  # number of the first deal
        ("games", "i8"),
        ("players", "i8"),  # how many play
        ("rival", "i8"),  # 0: the network plays itself; 1: it has one seat, in turn, and the rival has the rest
        ("batch", "i8"),  # games that a step of descent looks at together
        ("memory", "f8"),  # lambda
        ("rate", "f8"),
        ("win_share", "f8"),  # the part of winning in how a game is judged; the rest is by how many points
        ("compared", "i8"),  # of COMPARED_PARTS decisions, how many are learnt from by comparison as well
        ("number", "i8"),  # the deal that is played
        ("kept", "i8"),  # positions of it that were kept
        ("luck", STREAM),  # by which its rules are drawn
    ],
    align=True,
)


class Memory(NamedTuple):
    """What is kept of a game, a row a position: its inputs, the chance it was given, who had decided."""

    inputs: Any
    values: Any
    seats: Any


class Class(NamedTuple):
    """A network that learns (minds[0]) and its rival (minds[1]), with all that they play with and keep."""

    minds: Any
    rival: Any  # a tuple of one: numba knows the type of a function within a record only there
    options: Any
    lesson: Any
    rules: Any  # records; every game is played by one of them
    memory: Any
    slopes: Any
    trials: Any


class HintWork(NamedTuple):
    """Room for a network that infers, at work: what `infer` leaves, and how what is held depends on it."""

    hidden: Any
    hints: Any
    slopes: Any
    above: Any
    present: Any  # what the opponent holds


class Slopes(NamedTuple):
    """What a step of descent goes by: room for both networks, and rows as long as all parameters.

    `moments` are the mean of slopes, and that of their squares.
    """

    work: Any
    hints: Any
    slope: Any
    moments: Any


shuffle = deal = score = which_end = decide = take_in = as_chance = play_game = unbound
compare = judged = learn_options = unbound
truth = blame = blame_hints = learn_hints = unbound
INPUTS = PARAMETERS = 0
ENDS = 1


def ask_class(table: Any, seat: int, view: Any, count: int, taught: Any) -> int:
    """The choice of the network or of the rival; PASS if there is none, BAD_INDEX for an impossible one of the rival.

    A position that the network chooses is written down: a row of inputs for every way in which its dice may fall.
    """
    lesson, memory, moves = taught.lesson, taught.memory, taught.options.moves
    mind = taught.minds[1 if is_rival(lesson, seat) else 0]
    next_turn(mind.noise)
    if count == 0:
        return PASS
    if is_rival(lesson, seat):
        choice = taught.rival[0](view, taught.options, count, mind)
        return int(choice) if 0 <= choice < count else BAD_INDEX
    choice, worth = decide(view, moves, count, mind)
    learn_hints(table, seat, mind, taught.slopes)
    write_inputs(view, moves[choice], mind, memory.inputs, lesson.kept)
    memory.values[lesson.kept] = as_chance(worth)
    memory.seats[lesson.kept] = seat
    learn_options(table, seat, view, count, taught)
    return int(choice)


def learn_no_options(table: Any, seat: int, view: Any, count: int, taught: Any) -> None:
    """Where nothing is compared, nothing is learnt of options that were not chosen."""


def compare_some(table: Any, seat: int, view: Any, count: int, taught: Any) -> None:
    """At a share of decisions with a choice all options are compared."""
    compared = taught.lesson.compared
    if compared > 0 and count > 1 and below(taught.minds[0].noise, COMPARED_PARTS) < compared:
        compare(table, seat, view, count, taught)


def learn_nothing(table: Any, seat: int, mind: Any, slopes: Any) -> None:
    """Where nothing hidden is inferred, nothing is learnt of it."""


def learn_what_was_held(table: Any, seat: int, mind: Any, slopes: Any) -> None:
    """Adds up what a decision teaches of the cards that the opponent held then."""
    hints = slopes.hints
    truth(table, seat, hints.present)
    for unit in range(WIDTH):
        hints.hidden[unit] = mind.hidden[unit]
    for unit in range(HINT_UNITS):
        hints.hints[unit] = mind.hints[unit]
    blame_hints(mind.network, mind.evidence, mind.chances, hints.present, slopes.slope, hints)


def is_rival(lesson: Any, seat: int) -> bool:
    """Whether the rival has a seat in this game."""
    return bool(lesson.rival == 1 and (seat + lesson.number) % lesson.players != 0)


def write_inputs(view: Any, move: Any, mind: Any, memory: Any, row: int) -> None:
    """The inputs for every way in which a move may end, a row each: which it is shows once the move is played."""
    for end in range(ENDS):
        take_in(view, move, end, mind)
        for i in range(INPUTS):
            memory[row + end, i] = mind.inputs[i]


def keep_position(table: Any, seat: int, event: Any, choice: int, taught: Any) -> None:
    """Keeps a position of the network with its inputs as the dice fell.

    One whose dice are not yet settled is not kept: the next decision is about them.
    """
    lesson, inputs = taught.lesson, taught.memory.inputs
    if choice == PASS or is_rival(lesson, seat):
        return
    end = which_end(table, event)
    if end > 0:
        inputs[lesson.kept] = inputs[lesson.kept + end]
    lesson.kept += 1 if end >= 0 else 0


def learn_game(taught: Any, result: Any) -> float:
    """Adds up what the positions of a game teach, last first; returns the mean squared error.

    The lambda-return of a position follows the decisions of its own seat, so it serves any number of seats.
    """
    mind, lesson, memory, slopes = taught.minds[0], taught.lesson, taught.memory, taught.slopes
    returns = mind.notes  # by seat: the return of the seat's next position
    for seat in range(lesson.players):
        returns[seat] = judged(result, seat, lesson.win_share)
    total = 0.0
    for back in range(lesson.kept):
        at = lesson.kept - 1 - back
        seat = memory.seats[at]
        target = np.float32(returns[seat])
        error = blame(mind.network, memory.inputs[at], target, slopes.slope, slopes.work)
        returns[seat] = lesson.memory * returns[seat] + (1.0 - lesson.memory) * memory.values[at]
        total += error * error
    return float(total / max(lesson.kept, 1))


def lay_rules(table: Any, taught: Any) -> None:
    """Lays one of several rule sets on the table, by lot for each deal; one alone lies there from the start."""
    lesson = taught.lesson
    if len(taught.rules) > 1:
        address(lesson.luck, lesson.seed, lesson.number, RULES_OF_DEAL)
        table.seen.rules = taught.rules[below(lesson.luck, len(taught.rules))]


def teach(table: Any, events: Any, result: Any, taught: Any) -> float:
    """Plays a row of games and learns from each; returns the sum of mean squared errors, or BAD_CHOICE.

    Steps are counted by deal number, so rows of lessons may follow each other.
    """
    total = 0.0
    lesson, minds, slopes = taught.lesson, taught.minds, taught.slopes
    for number in range(lesson.first, lesson.first + lesson.games):
        lesson.number, lesson.kept = number, 0
        lay_rules(table, taught)
        shuffle(table, lesson.seed, number)
        for player in range(2):
            address(minds[player].noise, lesson.seed, number, PLAYER + player)
        deal(table, 0)
        if play_game(table, taught.options, events, 0, 0, taught) == BAD_INDEX:
            return BAD_CHOICE
        score(table, result)
        total += learn_game(taught, result)
        if (number + 1) % lesson.batch == 0:
            step = (number + 1) // lesson.batch
            descend(minds[0].network, PARAMETERS, slopes.slope, slopes.moments, lesson.rate, step)
    return total


def lessons(game: Game, learning: Learning, *, compared: bool = False) -> Callable[..., float]:
    """The lessons bound to a game and a way of learning, and compiled; kept on disk like the game loop.

    Those in which options are compared take a third longer to compile, so they are others.
    """
    title = title_of(game, learning) + ("-compared" if compared else "")
    space = bound(game, learning) | {"PARAMETERS": learning.parameters}
    space = bind_named({"judged": searching.judged}, title, space)
    space |= comparison(game, title, space) if compared else {}
    parts: dict[str, Any] = {"learn_hints": learn_what_was_held if learning.inference else learn_nothing}
    parts["learn_options"] = compare_some if compared else learn_no_options
    own = (write_inputs, is_rival, ask_class, keep_position, learn_game, lay_rules)
    parts |= {each.__name__: each for each in own}
    space = bind_named(parts, title, space, inline=True)
    space["play_game"] = loop_with(game, space["ask_class"], space["keep_position"])
    return loop_of(game, bind(teach, title, **space), _signature(game), __file__)


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
    rows = np.zeros((positions, learning.inputs), np.float32)
    return Memory(rows, np.zeros(positions, np.float32), np.zeros(positions, np.int64))


def room(parameters: int) -> Slopes:
    """Room for descent with so many parameters, all zero."""
    long = -(-parameters // GROUP) * GROUP
    work = Work(*(np.zeros(size, np.float32) for size in (MAX_UNITS, MAX_SECOND, MAX_UNITS, MAX_SECOND)))
    sizes = (WIDTH, MAX_CLASSES, WIDTH, MAX_CLASSES, MAX_CLASSES)
    hints = HintWork(*(np.zeros(size, np.float32) for size in sizes))
    return Slopes(work, hints, np.zeros(long, np.float32), np.zeros((2, long), np.float32))


def _signature(game: Game) -> Any:
    row, rows, one = types.float32[::1], types.float32[:, ::1], numba.from_dtype
    rival = types.FunctionType(strategy_signature(game.view, game.options))
    memory = types.NamedTuple([rows, row, types.int64[::1]], Memory)
    work, hints = types.NamedTuple([row] * 4, Work), types.NamedTuple([row] * 5, HintWork)
    slopes = types.NamedTuple([work, hints, row, rows], Slopes)
    tried = [records(kind) for kind in (game.table, game.options, game.event, game.result)]
    trials = types.NamedTuple([*tried, types.int64[::1], row, row, types.float64[::1]], Trials)
    played = [one(game.options), one(LESSON), records(game.rules)]
    members = [records(MIND), types.UniTuple(rival, 1), *played, memory, slopes, trials]
    taught = types.NamedTuple(members, Class)
    return types.float64(one(game.table), records(game.event), one(game.result), taught)
