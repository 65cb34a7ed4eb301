"""How tries are shared out among moves: in rounds that drop the worse half, and then among those that stay close.

Rounds alone try moves as often where one is far better as where two are close. A race spends two thirds as many on
rounds, and goes on as long as it is open which move is best: with as many tries, on the mean, it chooses nearly as well
as twice as many in rounds alone (docs/players.md).

Sources: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits" (2013), for halving; Maron, Moore,
"Hoeffding races: accelerating model selection search for classification and function approximation" (1994).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from dhstats.engine.compiled import unbound

CLOSE = 0.1  # of a win, over the root of a move's tries: no further behind a better one is it tried again
MOST = 2  # times as many tries as usual are made where moves stay close


class Tally(NamedTuple):
    """What is known of moves: the sum over tries of each, how many they are, their mean, and the moves, best first."""

    totals: Any
    tries: Any
    values: Any
    ranks: Any


consider = appraise = as_chance = begin_tries = lay_out = worth_of = unbound


def rank(tally: Tally, count: int) -> None:
    """Brings the first `count` moves into falling order of value; equal ones keep theirs."""
    values, ranks = tally.values, tally.ranks
    for i in range(1, count):
        this = ranks[i]
        k = i
        while k > 0 and values[ranks[k - 1]] < values[this]:
            ranks[k] = ranks[k - 1]
            k -= 1
        ranks[k] = this


def opinions(view: Any, moves: Any, tried: Any, mind: Any, prior: float, trying: Any) -> Tally:
    """Each move as the network thinks of it, which counts like `prior` tries; `trying` is ready for tries then."""
    count = len(tried)
    tally = Tally(np.zeros(count), np.zeros(count), np.zeros(count), np.arange(count))
    consider(view, mind)
    begin_tries(view, mind, trying)
    for k in range(count):
        tally.totals[k] = prior * as_chance(appraise(view, moves[tried[k]], mind))
        tally.tries[k] = prior
        tally.values[k] = tally.totals[k] / prior
    rank(tally, count)
    return tally


def try_each(view: Any, moves: Any, tried: Any, tally: Tally, count: int, trying: Any) -> None:
    """Tries the first `count` moves once more, on the same table."""
    lay_out(view, trying)
    for i in range(count):
        k = tally.ranks[i]
        tally.totals[k] += worth_of(moves[tried[k]], trying)
        tally.tries[k] += 1.0
        tally.values[k] = tally.totals[k] / tally.tries[k]


def drop_halves(view: Any, moves: Any, tried: Any, tally: Tally, budget: int, trying: Any) -> None:
    """Spends so many tries in rounds of equal cost, the last on two moves; each drops the worse half."""
    left, rounds = len(tried), 1
    while 1 << rounds < left:
        rounds += 1
    for _ in range(rounds):
        for _ in range(max(budget // (rounds * left), 1)):
            try_each(view, moves, tried, tally, left, trying)
        rank(tally, left)
        left = max(left - left // 2, 1)


def still_close(tally: Tally, count: int) -> int:
    """How many of the first `count` moves may yet be the best; these stay in front."""
    values, tries, ranks, left = tally.values, tally.tries, tally.ranks, 0
    for i in range(count):
        k, beaten = ranks[i], False
        for j in range(left):
            ahead = values[ranks[j]] - values[k]
            beaten = beaten or (tries[ranks[j]] >= tries[k] and ahead > CLOSE / math.sqrt(tries[k]))
        if not beaten:
            ranks[left] = k
            left += 1
    return left


def halve(view: Any, moves: Any, tried: Any, mind: Any, prior: float, budget: int, trying: Any) -> int:
    """The best of some moves by so many tries, in rounds that drop the worse half.

    Each move starts from what the network thinks of it, which counts like `prior` tries. `begin_tries`, `lay_out` and
    `worth_of` say on which tables moves are tried and how, with the room that `trying` has.
    """
    tally = opinions(view, moves, tried, mind, prior, trying)
    drop_halves(view, moves, tried, tally, budget, trying)
    return int(tried[tally.ranks[0]])


def race(view: Any, moves: Any, tried: Any, mind: Any, prior: float, budget: int, trying: Any) -> int:
    """The best of some moves by about so many tries, two thirds in rounds, the others for those that are close."""
    tally = opinions(view, moves, tried, mind, prior, trying)
    in_rounds = 2 * budget // 3
    drop_halves(view, moves, tried, tally, in_rounds, trying)
    spare, left = MOST * budget - in_rounds, len(tried)
    rank(tally, left)
    left = still_close(tally, left)
    while 1 < left <= spare:
        try_each(view, moves, tried, tally, left, trying)
        spare -= left
        rank(tally, left)
        left = still_close(tally, left)
    return int(tried[tally.ranks[0]])


# Each after those that it calls.
HALVING = (rank, opinions, try_each, drop_halves, halve)
RACING = (*HALVING, still_close, race)
