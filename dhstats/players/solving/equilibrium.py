"""Games of two who know different things, solved by what each does at every set of positions that are alike to them.

Small ones by a linear programme, larger ones by regrets. Both end with certificates: what the best answer to each
player's way to play would bring. The value lies between these two numbers.

Sources: Koller, Megiddo, von Stengel, "Efficient computation of equilibria for extensive two-person games" (1996), for
the programme; Tammelin, "Solving large imperfect information games using CFR+" (2014), for the regrets.
"""

from typing import Any, NamedTuple

import numpy as np
import scipy.optimize
import scipy.sparse
from numba import types

from dhstats.engine.compiled import compiled
from dhstats.errors import BadInput
from dhstats.players.solving.backwards import sort
from dhstats.players.solving.growing import Graph

MOST_SEQUENCES = 4_000  # for a linear programme
FIRST_ROUND, MOST_ROUNDS = 64, 1 << 14  # of regrets
WHOLE, REAL, SMALL = types.int64[::1], types.float64[::1], types.int8[::1]


class Form(NamedTuple):
    """A game by its sequences: the options of all sets, counted from 1; 0 is the beginning.

    Of a set: `first` option, `mover`, and `parent`, the sequence that leads to it. Of an end that can be reached: the
    sequences of both players (`ours`, `theirs`), and `weight`, its payoff to the first times the chance of its draws.
    """

    first: Any
    mover: Any
    parent: Any
    ours: Any
    theirs: Any
    weight: Any


class Equilibrium(NamedTuple):
    """The chance of each sequence, for its own player's choices; what each player can be sure of by it."""

    plan: Any
    low: float
    high: float


def form_of(graph: Graph) -> Form:
    """The sequences of a game, and what their pairs bring the first player."""
    nodes, sets = len(graph.mover) - 1, len(graph.set_marks) - 1
    order, reach, parent = np.zeros(nodes, np.int64), np.zeros(nodes), np.zeros(sets, np.int64)
    if sort(order, graph.mover, graph.first_option, graph.first_edge, graph.child) < nodes:
        raise BadInput("the game cannot be solved: a position repeats although nobody decides anything")
    spread(order, reach, graph.first_option, graph.first_edge, graph.child, graph.share)
    inner = np.flatnonzero((graph.mover[:nodes] >= 0) & (graph.sets[:nodes] >= 0))
    parent[graph.sets[inner]] = graph.sequences[inner, graph.mover[inner]]
    ends = np.flatnonzero(graph.mover[:nodes] < 0)
    theirs = graph.sequences[ends, 1] if graph.sequences.shape[1] > 1 else np.zeros(len(ends), np.int64)
    middle = graph.payoffs[ends].mean(axis=1) if graph.payoffs.shape[1] > 1 else 0.0
    weight = (graph.payoffs[ends, 0] - middle) * reach[ends]
    return Form(
        graph.set_first[: sets + 1].copy(), graph.set_movers[:sets].copy(), parent,
        np.ascontiguousarray(graph.sequences[ends, 0]), np.ascontiguousarray(theirs), np.ascontiguousarray(weight),
    )  # fmt: skip


def solve(form: Form, wanted: float, *, alone: bool = False) -> Equilibrium:
    """How both play so that neither gains more than `wanted` by another way, as far as that is reached in time.

    Who plays `alone` plays best.
    """
    if alone:
        plan = np.ones(int(form.first[-1]) + 1)
        value = best_answer(plan, 0, *form)
        return Equilibrium(plan, value, value)
    if form.first[-1] <= MOST_SEQUENCES and (weights := _by_programme(form)) is not None:
        return certified(form, weights)
    length = int(form.first[-1]) + 1
    regrets, total = np.zeros(length), np.zeros(length)
    done, rounds = 0, FIRST_ROUND
    while True:
        by_regrets(regrets, total, done, rounds, *form)
        done, rounds = rounds, 2 * rounds
        found = certified(form, total)
        if found.high - found.low <= wanted or done >= MOST_ROUNDS:
            return found


def certified(form: Form, weights: Any) -> Equilibrium:
    """A way to play, by weights of sequences, with what each player is sure of."""
    plan = np.ascontiguousarray(weights, np.float64).copy()
    normalise(plan, form.first, form.parent)
    high, low = best_answer(plan.copy(), 0, *form), -best_answer(plan.copy(), 1, *form)
    return Equilibrium(plan, low, high)


def _by_programme(form: Form) -> Any:
    """The weights of sequences by two linear programmes, one for each player; None where one cannot be solved."""
    length = int(form.first[-1]) + 1
    brings = scipy.sparse.coo_array((form.weight, (form.ours, form.theirs)), (length, length)).tocsr()
    plan = np.zeros(length)
    for player, matrix in ((0, brings), (1, -brings.T.tocsr())):
        own, other = _flow(form, player, length), _flow(form, 1 - player, length)
        sets = other.shape[0]
        # maximise the value of the other's first set: at each of their sequences they get no less than it
        wants = np.concatenate([np.zeros(length), -(np.arange(sets) == 0).astype(float)])
        limits = scipy.sparse.hstack([-matrix.T, other.T]).tocsr()
        equal = scipy.sparse.hstack([own, scipy.sparse.csr_array((own.shape[0], sets))]).tocsr()
        right = (np.arange(own.shape[0]) == 0).astype(float)
        bounds = [(0.0, None)] * length + [(None, None)] * sets
        tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
        found = scipy.optimize.linprog(
            wants, limits, np.zeros(length), equal, right, bounds, method="highs", options=tight
        )
        if found.x is None:
            return None
        mine = np.zeros(length, bool)
        for this in np.flatnonzero(form.mover == player):
            mine[form.first[this] + 1 : form.first[this + 1] + 1] = True
        plan[mine] = np.maximum(found.x[:length][mine], 0.0)
    plan[0] = 1.0
    return plan


def _flow(form: Form, player: int, length: int) -> Any:
    """The equations of a player's plan: it begins with 1, and a set's options have the weight that leads to it."""
    rows, columns, values = [0], [0], [1.0]
    for row, this in enumerate(np.flatnonzero(form.mover == player), start=1):
        options = range(form.first[this] + 1, form.first[this + 1] + 1)
        rows += [row] * (1 + len(options))
        columns += [int(form.parent[this]), *options]
        values += [-1.0, *[1.0] * len(options)]
    count = 1 + int((form.mover == player).sum())
    return scipy.sparse.coo_array((values, (rows, columns)), (count, length)).tocsr()


@compiled(types.void(WHOLE, REAL, WHOLE, WHOLE, WHOLE, REAL))
def spread(order: Any, reach: Any, first_option: Any, first_edge: Any, child: Any, share: Any) -> None:
    """The chance of the draws on the way to each position, summed over the ways that nobody can tell apart."""
    reach[0] = 1.0
    for node in order:
        for edge in range(first_edge[first_option[node]], first_edge[first_option[node + 1]]):
            reach[child[edge]] += reach[node] * share[edge]


@compiled(types.void(REAL, WHOLE, WHOLE))
def normalise(plan: Any, first: Any, parent: Any) -> None:
    """Turns weights of sequences into a plan: in each set they sum to what leads there; even where nothing is known."""
    plan[0] = 1.0
    for this in range(parent.shape[0]):
        begin, end, total = first[this] + 1, first[this + 1] + 1, 0.0
        for each in range(begin, end):
            total += plan[each]
        for each in range(begin, end):
            plan[each] = plan[parent[this]] * (plan[each] / total if total > 0.0 else 1.0 / (end - begin))


@compiled(inline=False)
def gains(plan: Any, player: int, brought: Any, ours: Any, theirs: Any, weight: Any) -> None:
    """What each sequence of a player brings at the ends that it leads to, against the other's plan."""
    brought[:] = 0.0
    for end in range(weight.shape[0]):
        if player == 0:
            brought[ours[end]] += weight[end] * plan[theirs[end]]
        else:
            brought[theirs[end]] -= weight[end] * plan[ours[end]]


@compiled(types.float64(REAL, types.int64, WHOLE, SMALL, WHOLE, WHOLE, WHOLE, REAL))
def best_answer(
    plan: Any, player: int, first: Any, mover: Any, parent: Any, ours: Any, theirs: Any, weight: Any
) -> float:
    """What a player gets by the best answer to the other's plan, which their own sequences of `plan` become."""
    brought = np.empty(plan.shape[0])
    gains(plan, player, brought, ours, theirs, weight)
    for this in range(parent.shape[0] - 1, -1, -1):
        if mover[this] == player:
            best = -np.inf
            for each in range(first[this] + 1, first[this + 1] + 1):
                best = max(best, brought[each])
            brought[parent[this]] += best
    for this in range(parent.shape[0]):
        if mover[this] == player:
            begin, found = first[this] + 1, first[this] + 1
            for each in range(begin, first[this + 1] + 1):
                found = each if brought[each] > brought[found] else found
                plan[each] = 0.0
            plan[found] = plan[parent[this]]
    return float(brought[0])


@compiled(inline=False)
def regret(this: int, regrets: Any, brought: Any, first: Any, parent: Any) -> None:
    """Adds to the regrets of a set what each option brings beyond the mean; the mean is what leads there brings."""
    start, stop, reached, mean = first[this] + 1, first[this + 1] + 1, 0.0, 0.0
    for each in range(start, stop):
        reached += regrets[each]
    for each in range(start, stop):
        mean += brought[each] * (regrets[each] / reached if reached > 0.0 else 1.0 / (stop - start))
    for each in range(start, stop):
        regrets[each] = max(regrets[each] + brought[each] - mean, 0.0)
    brought[parent[this]] += mean


@compiled(types.void(REAL, REAL, types.int64, types.int64, WHOLE, SMALL, WHOLE, WHOLE, WHOLE, REAL))
def by_regrets(
    regrets: Any, total: Any, begin: int, end: int, first: Any, mover: Any, parent: Any, ours: Any, theirs: Any,
    weight: Any,
) -> None:  # fmt: skip
    """Rounds of regrets from one to another, players in turn; `total` sums plans, later ones weighing more."""
    sets, plan, brought = parent.shape[0], np.empty(regrets.shape[0]), np.empty(regrets.shape[0])
    for turn in range(begin, end):
        for player in range(2):
            plan[:] = regrets
            normalise(plan, first, parent)
            gains(plan, player, brought, ours, theirs, weight)
            for this in range(sets - 1, -1, -1):
                if mover[this] == player:
                    regret(this, regrets, brought, first, parent)
            plan[:] = regrets
            normalise(plan, first, parent)
            for this in range(sets):
                if mover[this] == player:
                    for each in range(first[this] + 1, first[this + 1] + 1):
                        total[each] += (turn + 1) * plan[each]
