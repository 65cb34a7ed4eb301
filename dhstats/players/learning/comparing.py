"""Learning by comparison: at some decisions options are played on, and by how much each did better is learnt.

All options, or the few that look best, are tried on the table as it truly lies, with the same hidden cards and the same
cards to come, so what they bring differs by what they do and not by luck; over many games tables come as often as they
must for somebody who knows their view alone. A try ends at the next decision of the same seat, with what the network
then thinks; it learns how far each option is from the mean of those tried.

Source: Anthony, Tian, Barber, "Thinking fast and slow with deep learning and tree search" (2017), for learning from
what looking ahead finds.
"""

from typing import Any, NamedTuple

import numpy as np

from dhstats.engine.compiled import bind_named, unbound
from dhstats.engine.game import Game, Learning
from dhstats.engine.loop import STOP, loop_with
from dhstats.engine.network import chance
from dhstats.players.match import records
from dhstats.players.search import searching
from dhstats.players.search.searching import Ahead
from dhstats.players.thinking import NOISE, RESTRICTION

DEPTH = 1  # own decisions that a try looks ahead


class Trials(NamedTuple):
    """Room for trying the options of a decision: table, options by number, worths, what the seat thinks at the end."""

    tables: Any
    options: Any
    events: Any
    results: Any
    numbers: Any
    worths: Any
    returns: Any
    seen: Any


def room_for_trials(game: Game) -> Trials:
    """Room for trying the options of a decision."""
    kinds = game.table, game.options, game.event, game.result
    tables, options, events, results = (records(kind, 1) for kind in kinds)
    most = options["moves"].shape[1]
    worths, returns = np.zeros(most, np.float32), np.zeros(most, np.float32)
    return Trials(tables, options, events, results, np.zeros(most, np.int64), worths, returns, np.zeros(3))


look = play = score = judged = play_ahead = forbids = unbound
consider = appraise = as_chance = take_in = valued = blame = count_candidates = candidate = unbound
ENDS = 1
# Whether options end in one way, and their sums start from nothing or from one position of the game's own. Elsewhere
# they start from the first option that was valued, a random one where the player explored: the same option rounds
# otherwise.
SAME_START = False


def choose_compared(view: Any, moves: Any, count: int, mind: Any, numbers: Any) -> int:
    """Writes the numbers of the options that are compared, all that are looked at and allowed; returns how many."""
    restriction = int(mind.weights[RESTRICTION])
    compared = 0
    for k in range(count_candidates(view, moves, count, restriction, mind)):
        number = candidate(mind, k)
        if restriction != 0 and forbids(view, moves[number], restriction):
            continue
        numbers[compared] = number
        compared += 1
    return compared


def try_option(table: Any, seat: int, move: Any, taught: Any) -> Any:
    """What an option brings on a copy of the table, from 0 to 1: at the seat's next decision, or at the end."""
    trials, lesson = taught.trials, taught.lesson
    copy = trials.tables[0]
    trials.tables[0] = table
    look(copy, seat)
    play(copy, move, trials.events[0])
    trials.seen[0], trials.seen[1], trials.seen[2] = 0.0, 0.0, DEPTH
    ahead = Ahead(trials.options[0], taught.minds[0], seat, trials.seen)
    if play_ahead(copy, trials.options[0], trials.events, 0, 0, ahead) == STOP:
        return trials.seen[1]
    score(copy, trials.results[0])
    return judged(trials.results[0], seat, lesson.win_share)


def blame_option(view: Any, move: Any, worth: Any, error: Any, mind: Any, slopes: Any) -> None:
    """Adds what an option's error teaches to the slope: each way in which it may end has its share."""
    for end in range(ENDS):
        share = take_in(view, move, end, mind)
        if share > 0.0:
            known = worth if SAME_START else chance(valued(mind))
            aim = np.float32(float(known) + float(share) * error)
            blame(mind.network, mind.inputs, aim, slopes.slope, slopes.work)


def keep_best(numbers: Any, worths: Any, count: int, most: int) -> int:
    """Moves the options that are thought best to the front; returns how many are kept, 0 as limit: all."""
    if most == 0 or count <= most:
        return count
    for k in range(most):
        best = k
        for other in range(k + 1, count):
            best = other if worths[other] > worths[best] else best
        numbers[k], numbers[best] = numbers[best], numbers[k]
        worths[k], worths[best] = worths[best], worths[k]
    return most


def compare(table: Any, seat: int, view: Any, count: int, taught: Any) -> None:
    """Tries the options of a decision that was just made and adds up what they teach."""
    mind, trials, moves = taught.minds[0], taught.trials, taught.options.moves
    numbers, worths, returns = trials.numbers, trials.worths, trials.returns
    noise = mind.weights[NOISE]
    mind.weights[NOISE] = 0.0
    mean_worth, mean_return = 0.0, 0.0
    compared = choose_compared(view, moves, count, mind, numbers)
    for k in range(compared):
        worths[k] = as_chance(appraise(view, moves[numbers[k]], mind))
    compared = keep_best(numbers, worths, compared, taught.lesson.tried)
    for k in range(compared):
        mean_worth += float(worths[k]) / compared
    for k in range(compared):
        returns[k] = try_option(table, seat, moves[numbers[k]], taught)
        mean_return += float(returns[k]) / compared
    consider(view, mind)  # again: tries have considered other views
    for k in range(compared):
        error = float(returns[k]) - mean_return - float(worths[k]) + mean_worth  # in double precision in every mode
        blame_option(view, moves[numbers[k]], worths[k], error, mind, taught.slopes)
    mind.weights[NOISE] = noise


def comparison(game: Game, learning: Learning, title: str, space: dict[str, Any]) -> dict[str, Any]:
    """`compare` with its parts, bound to a game and a way of learning; `space` has their functions, and `judged`."""
    space = bind_named({"ask_ahead": searching.ask_ahead}, title, space | {"FIRST": DEPTH})
    fixed_start = learning.lay is not None or not learning.alike
    space["SAME_START"] = learning.ends == 1 and fixed_start
    space["play_ahead"] = loop_with(game, space["ask_ahead"])
    parts: tuple[Any, ...] = (choose_compared, try_option, blame_option, keep_best, compare)
    return bind_named({part.__name__: part for part in parts}, title, space)
