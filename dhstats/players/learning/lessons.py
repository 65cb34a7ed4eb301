"""Self-play and learning from it: the compiled part of training.

A network plays against itself, or against a rival. Each position after one of its decisions is kept as the network's
inputs. After the game every kept position learns towards its lambda-return: a mix of what the network's next positions
were thought to be worth and of how the game ended for the seat that had decided.

The games of a step of descent are played in parts, each by whichever thread is free. Each part adds up a slope of its
own, and slopes are added in the order of the parts, so the number of threads changes no bit.

Sources: Tesauro, "Temporal difference learning and TD-Gammon" (1995); Sutton and Barto, "Reinforcement learning"
(2018), section 12.1.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind, bind_named, bind_parts, unbound
from dhstats.engine.game import Game, Learning
from dhstats.engine.inference import HINT_UNITS, WIDTH
from dhstats.engine.loop import BAD_INDEX, PASS, loop_of, loop_with
from dhstats.engine.network import descend, gather_row
from dhstats.engine.stream import PLAYER, address, below, next_turn
from dhstats.engine.together import DONE, READY, STOPPED, TAKEN, next_of, set_to, wait_for
from dhstats.engine.vectors import copy_floats
from dhstats.players.learning.comparing import comparison
from dhstats.players.learning.learner import Learner, Slopes, signature
from dhstats.players.search import searching
from dhstats.players.thinking import bound, title_of

RULES_OF_DEAL = PLAYER - 1  # the channel in which is drawn by which of several rule sets a deal is played
PLACES_OF_DEAL = PLAYER - 2  # the one in which is drawn which place is at which seat
COMPARED_PARTS = 1 << 20  # a share of decisions is counted in parts of this
BAD_CHOICE = -1.0  # the rival chose a move that does not exist

shuffle = deal = score = which_end = decide = take_in = as_chance = play_game = unbound
compare = judged = learn_options = unbound
truth = blame = blame_hints = learn_hints = unbound
INPUTS = PARAMETERS = 0
ENDS = 1


def ask_class(table: Any, seat: int, view: Any, count: int, taught: Any) -> int:
    """The choice of network or rival; PASS for none, BAD_INDEX for a bad one. The network's is written down."""
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
    """At a share of decisions with a choice options are compared."""
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
    """Keeps a position of the network with its inputs as the dice fell."""
    lesson, inputs = taught.lesson, taught.memory.inputs
    if choice == PASS or is_rival(lesson, seat):
        return
    end = which_end(table, event)
    if end > 0:
        inputs[lesson.kept] = inputs[lesson.kept + end]
    lesson.kept += 1 if end >= 0 else 0


def learn_game(taught: Any, result: Any) -> float:
    """Adds up what the positions of a game teach, last first; returns the mean squared error."""
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


def layout_of(lesson: Any) -> int:
    """The layout of places in a game: the first, or one by lot for each deal."""
    if lesson.drawn == 0:
        return 0
    address(lesson.luck, lesson.seed, lesson.number, PLACES_OF_DEAL)
    return int(below(lesson.luck, lesson.players))


def play_part(table: Any, events: Any, result: Any, taught: Any, step: int, part: int) -> bool:
    """Plays the games of a part of a step and learns from each; False where the rival chose no move that there is."""
    lesson, minds, errors = taught.lesson, taught.minds, taught.shared.errors
    begin, end = lesson.batch * part // lesson.parts, lesson.batch * (part + 1) // lesson.parts
    first, last = max(step * lesson.batch + begin, lesson.first), lesson.first + lesson.games
    for number in range(first, min(step * lesson.batch + end, last)):
        lesson.number, lesson.kept = lesson.begin + number, 0
        lay_rules(table, taught)
        shuffle(table, lesson.seed, lesson.number)
        for player in range(2):
            address(minds[player].noise, lesson.seed, lesson.number, PLAYER + player)
        deal(table, layout_of(lesson))
        if play_game(table, taught.options, events, 0, 0, taught) == BAD_INDEX:
            return False
        score(table, result)
        errors[part] += learn_game(taught, result)
    return True


def end_step(taught: Any, step: int) -> None:
    """Adds up the slopes of all parts and descends, if the last game of the step has been played."""
    lesson, shared = taught.lesson, taught.shared
    if (step + 1) * lesson.batch > lesson.first + lesson.games:
        return
    for part in range(1, lesson.parts):
        gather_row(shared.slopes[0], shared.slopes[part], PARAMETERS)
    descend(shared.network, PARAMETERS, shared.slopes[0], taught.slopes.moments, lesson.rate, step + 1)


def teach(table: Any, events: Any, result: Any, taught: Any) -> float:
    """Plays parts of a row of games, as long as any are left, and learns from each, on any threads; or BAD_CHOICE."""
    lesson, minds, memory, shared = taught.lesson, taught.minds, taught.memory, taught.shared
    work, hints, moments = taught.slopes.work, taught.slopes.hints, taught.slopes.moments
    begin = lesson.first // lesson.batch
    steps = (lesson.first + lesson.games - 1) // lesson.batch - begin + 1
    known = -1
    while True:
        taken = next_of(shared.counters, TAKEN)
        step, part = taken // lesson.parts, taken % lesson.parts
        if step >= steps or not wait_for(shared.counters, step):
            return 0.0
        if lesson.helps == 1 and step != known:
            copy_floats(minds[0].network, shared.network, PARAMETERS)
            known = step
        slopes = Slopes(work, hints, shared.slopes[part], moments)
        own = Learner(minds, taught.rival, taught.options, lesson, taught.rules, memory, slopes, taught.trials, shared)
        if not play_part(table, events, result, own, begin + step, part):
            set_to(shared.counters, STOPPED, 1)
            return BAD_CHOICE
        if next_of(shared.counters, DONE) == (step + 1) * lesson.parts - 1:
            end_step(taught, begin + step)
            set_to(shared.counters, READY, step + 1)


def lessons(game: Game, learning: Learning, *, compared: bool = False) -> Callable[..., float]:
    """The lessons bound to a game and a way of learning, and compiled; kept on disk like the game loop."""
    title = title_of(game, learning) + ("-compared" if compared else "")
    space = bound(game, learning) | {"PARAMETERS": learning.parameters}
    space = bind_named({"judged": searching.judged}, title, space)
    space |= comparison(game, learning, title, space) if compared else {}
    parts: dict[str, Any] = {"learn_hints": learn_what_was_held if learning.inference else learn_nothing}
    parts["learn_options"] = compare_some if compared else learn_no_options
    own = (write_inputs, is_rival, ask_class, keep_position, learn_game, lay_rules, layout_of)
    parts |= {each.__name__: each for each in own}
    space = bind_named(parts, title, space, inline=True)
    space["play_game"] = loop_with(game, space["ask_class"], space["keep_position"])
    space = bind_parts((play_part, end_step), title, space, inline=True)
    return loop_of(game, bind(teach, title, **space), signature(game), __file__)
