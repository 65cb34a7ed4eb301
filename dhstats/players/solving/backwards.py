"""Games whose players all know the same, solved from their ends back: a position is worth what its best option is.

Where two choose at once, a position is a matrix game. Where positions can come back, values are closed in from both
sides: from what is worst for the first party, and from what is best.

Sources: Zermelo (1913); von Neumann (1928), for matrix games; Shapley, "Stochastic games" (1953), for positions that
come back.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from dhstats.engine.compiled import compiled
from dhstats.players.solving.growing import NOBODY, Graph

EQUAL = 1e-9  # options that differ by less, beside the range of payoffs, are equally good
MOST_SWEEPS = 20_000
TINY = 1e-12  # of a step of the simplex method: what is no rounding is larger
PLAIN, FIRST_OF_TWO, SECOND_OF_TWO = range(3)  # what a position is
WHOLE, REAL, SMALL = types.int64[::1], types.float64[::1], types.int8[::1]
TABLE = types.float64[:, ::1]


class Solved(NamedTuple):
    """What positions are worth to each party, the chance of each option, and how far the value is from certain."""

    values: Any
    policy: Any
    error: float


def solve(graph: Graph, parties: np.ndarray[Any, Any], *, at_once: bool) -> Solved | None:
    """Solves a game by the party of each seat; None where no way to play is the best for sure.

    So it is where positions look alike to who decides in them, unless two who want the opposite choose at once, and
    where others than one or two such parties can come back to a position.
    """
    nodes, count = len(graph.mover) - 1, int(parties.max()) + 1
    seats = [int(np.flatnonzero(parties == party)[0]) for party in range(count)]
    worth = np.ascontiguousarray(graph.payoffs[:nodes, seats])
    ends = worth[graph.mover[:nodes] < 0]
    opposed = count == 1 or (count == 2 and np.ptp(ends.sum(axis=1)) < EQUAL)
    kinds = np.zeros(nodes, np.int8)
    joined = (graph.mover, graph.sets, graph.first_option, graph.first_edge, graph.child, parties)
    paired = at_once and count == 2 and opposed and pair(kinds, *joined)
    if not paired and np.sum((graph.mover[:nodes] >= 0) & (graph.sets[:nodes] >= 0)) > len(graph.set_marks) - 1:
        return None  # some positions look alike to who decides there
    policy = np.zeros(len(graph.first_edge), np.float64)
    shape = (graph.mover, kinds, graph.first_option, graph.first_edge, graph.child, graph.share, parties)
    close = EQUAL * max(1.0, float(np.ptp(ends)) if len(ends) else 1.0)
    order = np.zeros(nodes, np.int64)
    if sort(order, graph.mover, graph.first_option, graph.first_edge, graph.child) == nodes:
        sweep(order, worth, policy, close, *shape)
        return Solved(worth, policy, 0.0)
    return _closed_in(worth, ends, policy, close, shape) if opposed else None


def _closed_in(worth: Any, ends: Any, policy: Any, close: float, shape: tuple[Any, ...]) -> Solved:
    """Values positions that can come back: from the worst for the first party up, and from the best down."""
    mover, first_option, parties = shape[0][: len(worth)], shape[2], shape[-1]
    inner, order, bounds, policies = mover >= 0, np.arange(len(worth)), [], []
    for first in (float(ends[:, 0].min()), float(ends[:, 0].max())):
        values = worth.copy()
        values[inner, 0] = first
        if worth.shape[1] == 2:
            values[inner, 1] = float(ends[0].sum()) - first
        for _ in range(MOST_SWEEPS):
            if sweep(order, values, policy, close, *shape) < close / 1000:
                break
        bounds.append(values)
        policies.append(policy.copy())
    firsts = np.repeat(parties[np.maximum(mover, 0)] == 0, np.diff(first_option[: len(worth) + 1]))
    safe = policy.copy()  # each plays by what they are sure of
    safe[: len(firsts)] = np.where(firsts, policies[0][: len(firsts)], policies[1][: len(firsts)])
    return Solved((bounds[0] + bounds[1]) / 2, safe, float(abs(bounds[1][0, 0] - bounds[0][0, 0])) / 2)


@compiled(types.int64(WHOLE, SMALL, WHOLE, WHOLE, WHOLE))
def sort(order: Any, mover: Any, first_option: Any, first_edge: Any, child: Any) -> int:
    """Brings positions into an order in which each comes before what follows it; how many could be brought into it."""
    nodes = order.shape[0]
    before = np.zeros(nodes, np.int64)
    for edge in range(first_edge[first_option[nodes]]):
        before[child[edge]] += 1
    order[0], sorted_ones, done = 0, 1, 0
    while done < sorted_ones:
        node = order[done]
        done += 1
        for edge in range(first_edge[first_option[node]], first_edge[first_option[node + 1]]):
            before[child[edge]] -= 1
            if before[child[edge]] == 0:
                order[sorted_ones] = child[edge]
                sorted_ones += 1
    return sorted_ones


@compiled(inline=False)
def answered(node: int, alike: Any, mover: Any, sets: Any, first_option: Any, first_edge: Any, child: Any,
             parties: Any) -> bool:  # fmt: skip
    """Whether another party chooses next, without seeing which option of a position was chosen."""
    options = first_option[node + 1] - first_option[node]
    if mover[node] < 0 or sets[node] < 0 or options < 2:
        return False
    second = child[first_edge[first_option[node]]]
    if mover[second] < 0 or sets[second] < 0 or parties[mover[second]] == parties[mover[node]]:
        return False
    for option in range(first_option[node], first_option[node + 1]):
        if first_edge[option + 1] - first_edge[option] > 1 or sets[child[first_edge[option]]] != sets[second]:
            return False
    return bool(alike[sets[second]] == options)


@compiled(types.boolean(SMALL, SMALL, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE))
def pair(kinds: Any, mover: Any, sets: Any, first_option: Any, first_edge: Any, child: Any, parties: Any) -> bool:
    """Notes which positions two parties choose in at once; False where some look alike otherwise."""
    nodes = kinds.shape[0]
    alike = np.zeros(nodes + 1, np.int64)
    for node in range(nodes):
        alike[sets[node] if mover[node] >= 0 else NOBODY] += 1
    for node in range(nodes):
        if answered(node, alike, mover, sets, first_option, first_edge, child, parties):
            kinds[node] = FIRST_OF_TWO
            for option in range(first_option[node], first_option[node + 1]):
                kinds[child[first_edge[option]]] = SECOND_OF_TWO
    for node in range(nodes):
        if mover[node] >= 0 and sets[node] >= 0 and alike[sets[node]] > 1 and kinds[node] != SECOND_OF_TWO:
            return False
    return True


@compiled(inline=False)
def worth_of_option(option: int, party: int, values: Any, first_edge: Any, child: Any, share: Any) -> float:
    """What an option is worth to a party, over all ways in which chance may follow."""
    total = 0.0
    for edge in range(first_edge[option], first_edge[option + 1]):
        total += share[edge] * values[child[edge], party]
    return total


@compiled(inline=False)
def pivot(table: Any, basis: Any) -> bool:
    """One step of the simplex method, by Bland's rule; False at its end."""
    rows, entering = basis.shape[0], 0
    while entering < table.shape[1] - 1 and table[rows, entering] >= -TINY:
        entering += 1
    if entering == table.shape[1] - 1:
        return False
    leaving, least = -1, np.inf
    for i in range(rows):
        ratio = table[i, -1] / table[i, entering] if table[i, entering] > TINY else np.inf
        if ratio < least or (ratio == least < np.inf and basis[i] < basis[leaving]):
            leaving, least = i, ratio
    table[leaving] /= table[leaving, entering]
    for i in range(rows + 1):
        if i != leaving:
            table[i] -= table[i, entering] * table[leaving]
    basis[leaving] = entering
    return True


@compiled(inline=False)
def matrix_game(game: Any, row: Any, column: Any) -> float:
    """The value of a matrix game to the player of the rows, and how both mix: a linear programme."""
    rows, columns = game.shape
    lowest = game.min()
    # the largest sum of y for which (game - lowest + 1) y <= 1: the mix of the columns is y over its sum
    table = np.zeros((rows + 1, columns + rows + 1))
    basis = np.arange(columns, columns + rows)
    table[:rows, :columns] = game - lowest + 1.0
    table[rows, :columns] = -1.0
    for i in range(rows):
        table[i, columns + i], table[i, -1] = 1.0, 1.0
    while pivot(table, basis):
        pass
    total = table[rows, -1]
    column[:] = 0.0
    for i in range(rows):
        if basis[i] < columns:
            column[basis[i]] = table[i, -1] / total
        row[i] = table[rows, columns + i] / total
    return float(1.0 / total + lowest - 1.0)


@compiled(inline=False)
def choose_at_once(
    node: int, values: Any, policy: Any, mover: Any, first_option: Any, first_edge: Any, child: Any, share: Any,
    parties: Any,
) -> float:  # fmt: skip
    """Solves the matrix game of a position in which two choose at once; how far its value changed."""
    own, rows = first_option[node], first_option[node + 1] - first_option[node]
    party = parties[mover[node]]
    other = first_option[child[first_edge[own]]]
    columns = first_option[child[first_edge[own]] + 1] - other
    game, row, column = np.empty((rows, columns)), np.empty(rows), np.empty(columns)
    for i in range(rows):
        start = first_option[child[first_edge[own + i]]]
        for j in range(columns):
            game[i, j] = worth_of_option(start + j, party, values, first_edge, child, share)
    value = matrix_game(game, row, column)
    total = 0.0
    for i in range(rows):
        policy[own + i] = row[i]
        start = first_option[child[first_edge[own + i]]]
        for j in range(columns):
            policy[start + j] = column[j]
            total += row[i] * column[j] * worth_of_option(start + j, 1 - party, values, first_edge, child, share)
    changed = abs(values[node, party] - value)
    values[node, party], values[node, 1 - party] = value, total
    return float(changed)


@compiled(inline=False)
def choose_best(
    node: int, values: Any, policy: Any, close: float, party: int, first_option: Any, first_edge: Any,
    child: Any, share: Any,
) -> float:  # fmt: skip
    """Values a position by its best options; how far its value changed."""
    first, last, best, equals, changed = first_option[node], first_option[node + 1], -np.inf, 0, 0.0
    for option in range(first, last):
        policy[option] = worth_of_option(option, party, values, first_edge, child, share)
        best = max(best, policy[option])
    for option in range(first, last):
        policy[option] = 1.0 if policy[option] >= best - close else 0.0
        equals += int(policy[option])
    for each in range(values.shape[1]):
        total = 0.0
        for option in range(first, last):
            if policy[option] > 0.0:
                total += worth_of_option(option, each, values, first_edge, child, share) / equals
        total = best if each == party else total
        changed = max(changed, abs(total - values[node, each]))
        values[node, each] = total
    policy[first:last] /= equals
    return changed


@compiled(types.float64(WHOLE, TABLE, REAL, types.float64, SMALL, SMALL, WHOLE, WHOLE, WHOLE, REAL, WHOLE))
def sweep(
    order: Any, values: Any, policy: Any, close: float, mover: Any, kinds: Any, first_option: Any,
    first_edge: Any, child: Any, share: Any, parties: Any,
) -> float:  # fmt: skip
    """Values every position by those that follow it, from the last to the first; the largest change.

    Options that are equally good share the chance.
    """
    largest, shape = 0.0, (first_option, first_edge, child, share)
    for place in range(order.shape[0] - 1, -1, -1):
        node, changed = order[place], 0.0
        if mover[node] < 0 or kinds[node] == SECOND_OF_TWO:
            continue
        if kinds[node] == FIRST_OF_TWO:
            changed = choose_at_once(node, values, policy, mover, *shape, parties)
        else:
            changed = choose_best(node, values, policy, close, parties[mover[node]], *shape)
        largest = max(largest, changed)
    return largest
