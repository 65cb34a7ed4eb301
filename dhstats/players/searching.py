"""Players that search: they guess what is hidden, try their options on the guessed tables, and take what did best.

Every guess serves all options alike, with the same cards to come, so that options differ by what they do and not by
luck. The budget counts tries, never time, so a search plays the same game on every machine.

Sources: Ginsberg, "GIB: imperfect information in a computationally challenging game" (2001), for guessed deals;
Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits" (2013), for halving.
"""

from typing import Any

import numpy as np

from dhstats.engine.network import chance
from dhstats.engine.stream import PLAYER, STREAM, address, next_turn, next_word
from dhstats.players.thinking import BUDGET

WIN_SHARE = 0.5  # of how a game is judged; the rest is by how many points
PRIOR = 30.0  # how many tries the network's own opinion weighs
DEPTH = 2  # own decisions that a try looks ahead


def _unbound(*_: Any) -> Any:
    """Stands for a game's function until the templates are bound to a game."""


look = legal = play = skip = to_move = over = score = outcome = guess = fast_policy = _unbound
consider = appraise = as_chance = decide = count_candidates = candidate = _unbound
LEAD = 1.0
TABLE = OPTIONS = EVENT = RESULT = np.dtype([])


def judge(table: Any, result: Any, seat: int) -> float:
    """How a finished game is judged for a seat, from 0 to 1."""
    score(table, result)
    won, lead = outcome(result, seat)
    return float(WIN_SHARE * won + (1.0 - WIN_SHARE) * chance(np.float32(lead / LEAD)))


def play_out(table: Any, options: Any, event: Any, noise: Any) -> None:
    """Plays a game to its end by the fast policy."""
    while not over(table):
        view = look(table, to_move(table))
        count = legal(view, options.moves)
        next_turn(noise)
        if count == 0:
            skip(table, event)
        else:
            play(table, options.moves[fast_policy(view, options.moves, count, noise)], event)


def candidates(view: Any, moves: Any, count: int, mind: Any) -> Any:
    """The numbers of the moves that are tried."""
    numbers = np.empty(count_candidates(view, moves, count, 0, mind), np.int64)
    for k in range(len(numbers)):
        numbers[k] = candidate(mind, k)
    return numbers


def choose_by_playing_out(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Plays every option out on each of N guessed tables, all players by the fast policy, and takes the best mean."""
    if count == 1:
        return 0
    tables, options = np.zeros(2, TABLE), np.empty(1, OPTIONS)
    event, result, noise = np.empty(1, EVENT), np.empty(1, RESULT), np.empty(1, STREAM)
    tried = candidates(view, moves, count, mind)
    totals = np.zeros(len(tried))
    seat = view.seat
    tables[0].seen.rules = view.rules
    for _ in range(int(mind.weights[BUDGET])):
        guess(view, tables[0], mind.noise)
        word = next_word(mind.noise)
        for k in range(len(tried)):
            tables[1] = tables[0]
            look(tables[1], seat)
            address(noise[0], word, np.uint64(0), PLAYER)
            play(tables[1], moves[tried[k]], event[0])
            play_out(tables[1], options[0], event[0], noise[0])
            totals[k] += judge(tables[1], result[0], seat)
    return int(tried[np.argmax(totals)])


def look_ahead(table: Any, options: Any, event: Any, result: Any, mind: Any, seat: int) -> float:
    """Plays on by the network until the seat has decided DEPTH times more, and says what it then thinks."""
    ahead = 0
    while not over(table):
        mover = to_move(table)
        view = look(table, mover)
        count = legal(view, options.moves)
        if count == 0:
            skip(table, event)
            continue
        choice, worth = decide(view, options.moves, count, mind)
        if mover == seat:
            ahead += 1
            if ahead == DEPTH:
                return float(as_chance(worth))
        play(table, options.moves[choice], event)
    return judge(table, result, seat)


def order(values: Any, alive: Any, count: int) -> None:
    """Brings the first `count` of `alive` into falling order of value; equal ones keep theirs."""
    for i in range(1, count):
        this = alive[i]
        k = i
        while k > 0 and values[alive[k - 1]] < values[this]:
            alive[k] = alive[k - 1]
            k -= 1
        alive[k] = this


def choose_by_search(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Spends N tries on guessed tables, in rounds that drop the worse half, and takes the best.

    Each option starts from what the network thinks of it, which counts like PRIOR tries.
    """
    if count == 1:
        return 0
    tables, options = np.zeros(2, TABLE), np.empty(1, OPTIONS)
    event, result = np.empty(1, EVENT), np.empty(1, RESULT)
    tried = candidates(view, moves, count, mind)
    left, rounds = len(tried), 1
    totals, tries, values = np.zeros(left), np.zeros(left), np.zeros(left)
    alive = np.arange(left)
    seat = view.seat
    consider(view, mind)
    for k in range(left):
        totals[k] = PRIOR * as_chance(appraise(view, moves[tried[k]], mind))
        tries[k] = PRIOR
        values[k] = totals[k] / PRIOR
    order(values, alive, left)
    tables[0].seen.rules = view.rules
    budget = int(mind.weights[BUDGET])
    while 1 << rounds < left:
        rounds += 1
    for _ in range(rounds):
        for _ in range(max(budget // (rounds * left), 1)):
            guess(view, tables[0], mind.noise)
            for i in range(left):
                k = alive[i]
                tables[1] = tables[0]
                look(tables[1], seat)
                play(tables[1], moves[tried[k]], event[0])
                totals[k] += look_ahead(tables[1], options[0], event[0], result[0], mind, seat)
                tries[k] += 1.0
                values[k] = totals[k] / tries[k]
        order(values, alive, left)
        left = max(left - left // 2, 1)
    return int(tried[alive[0]])
