"""Equilibria of a matrix game between strategies: value, mixtures, how sure they are, and where they are not unique.

Sources: von Neumann (1928); Balduzzi et al., "Re-evaluating evaluation" (2018), for Nash averaging; Milgrom, Segal,
"Envelope theorems for arbitrary choice sets" (2002), for the standard error of a value.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linprog, minimize

from dhstats.stats.intervals.intervals import Interval, enough_blocks, sidak_level, standard_errors, student_interval

Array = np.ndarray[Any, Any]
SCORES = (0.0, 1.0)  # the least and the greatest


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The first player's mean score in every deal for every ordered pair of strategies.

    `blocks` has shape (n deals, k, k) with values from 0 to 1: entry [d, i, j] is the score of strategy i, who begins,
    against j on deal d. All pairs share the deals, so cells are not independent; every interval here is over deals.
    """

    blocks: Array

    def __post_init__(self) -> None:
        shape = self.blocks.shape
        if len(shape) != 3 or shape[1] != shape[2] or shape[0] < 2:
            raise ValueError(f"payoffs need at least two deals of a square of strategies, got shape {shape}")
        if not (np.isfinite(self.blocks).all() and self.blocks.min() >= 0.0 and self.blocks.max() <= 1.0):
            raise ValueError("payoffs are scores from 0 to 1")

    @property
    def deals(self) -> int:
        """How many blocks there are."""
        return int(self.blocks.shape[0])

    @property
    def first(self) -> Array:
        """B: the expected score of the row, who begins, against the column; shape (k, k)."""
        return np.asarray(self.blocks.mean(axis=0, dtype=np.float64))

    @property
    def strength_blocks(self) -> Array:
        """The seat-averaged score of the row against the column, deal by deal; shape (n, k, k)."""
        return (self.blocks + 1.0 - self.blocks.transpose(0, 2, 1)) / 2.0

    @property
    def strength(self) -> Array:
        """P: the seat-averaged score of the row against the column; P + P^T = 1."""
        return (self.first + 1.0 - self.first.T) / 2.0

    @property
    def edge(self) -> Array:
        """A = P - 1/2, antisymmetric: what a seat-blind game between the strategies pays."""
        return self.strength - 0.5


def upper_cells(size: int) -> tuple[tuple[int, int], ...]:
    """All pairs of different strategies, each once, row before column."""
    return tuple((i, j) for i in range(size) for j in range(i + 1, size))


def joint_intervals(blocks: Array, cells: tuple[tuple[int, int], ...], level: float) -> tuple[Interval, ...]:
    """Intervals of the means of these cells that are all right at once with probability `level`.

    By Šidák's level, which holds for any dependence of this kind. Of a cell that never varied the deals say how rare
    other scores are at most.
    """
    picked = np.stack([blocks[:, i, j] for i, j in cells], axis=1).astype(np.float64)
    means, errors = picked.mean(axis=0), standard_errors(picked)
    single = sidak_level(level, len(cells))
    intervals = [
        student_interval(mean, error, len(blocks), single, SCORES, "t, Šidák")
        for mean, error in zip(means.tolist(), errors.tolist(), strict=True)
    ]
    return tuple(replace(interval, level=level) for interval in intervals)


SLACK = 1e-9  # how far from optimal a mixture may be and still count as one, when ranges are sought
POINT = 1e-5  # a range of weights narrower than this is a point
SUPPORT = 1e-6  # a weight above this takes part


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A mixture for the row and one for the column that nobody gains by leaving, and the value to the row."""

    row: Array
    column: Array
    value: float


def solve(payoffs: Array) -> Equilibrium:
    """An equilibrium of the game in which the row is paid `payoffs` (shape (m, n)) by the column."""
    payoffs = np.asarray(payoffs, np.float64)
    if payoffs.ndim != 2 or payoffs.size == 0 or not np.isfinite(payoffs).all():
        raise ValueError("an equilibrium needs a matrix of finite payoffs")
    row, value = best_mixture(payoffs)
    return Equilibrium(row, best_mixture(-payoffs.T)[0], value)


def best_mixture(payoffs: Array) -> tuple[Array, float]:
    """The mixture of rows whose worst payoff against any column is largest, and that payoff (a linear program)."""
    rows, columns = payoffs.shape
    solution = linprog(
        np.r_[np.zeros(rows), -1.0], A_ub=np.column_stack([-payoffs.T, np.ones(columns)]), b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0.0][None], b_eq=[1.0], bounds=[(0, None)] * rows + [(None, None)], method="highs",
    )  # fmt: skip
    weights = np.clip(solution.x[:-1], 0.0, None)
    return weights / weights.sum(), float(solution.x[-1])


@dataclass(frozen=True, slots=True)
class NashAverage:
    """The equilibrium of greatest entropy of an antisymmetric game, and the payoff of each strategy against it.

    `ranges`, of shape (k, 2), have the least and the greatest weight of every strategy over all equilibria.
    """

    weights: Array
    ratings: Array
    ranges: Array


def nash_average(edge: Array) -> NashAverage:
    """The equilibrium that mixes most evenly: the only one that does not change when a strategy is cloned.

    `edge` is antisymmetric, shape (k, k). The weights are found on the face of all equilibria by maximising entropy.
    """
    edge = np.asarray(edge, np.float64)
    if edge.shape != edge.T.shape or not np.allclose(edge, -edge.T, atol=1e-12):
        raise ValueError("Nash averaging needs an antisymmetric matrix")
    # The least and the greatest weight of each row over all optimal mixtures, whose value is 0
    rows, columns = edge.shape
    ranges = np.empty((rows, 2))
    for i in range(rows):
        for end, sign in enumerate((1.0, -1.0)):
            solution = linprog(
                sign * np.eye(rows)[i], A_ub=-edge.T, b_ub=np.full(columns, SLACK),
                A_eq=np.ones((1, rows)), b_eq=[1.0], bounds=[(0, 1)] * rows, method="highs",
            )  # fmt: skip
            ranges[i, end] = sign * solution.fun
    weights = ranges.mean(axis=1)
    weights = weights / weights.sum()
    if (ranges[:, 1] - ranges[:, 0] > POINT).any():
        weights = _most_even(edge, ranges)
    return NashAverage(weights, edge @ weights, ranges)


def _most_even(edge: Array, ranges: Array) -> Array:
    free = ranges[:, 1] > POINT
    size = int(free.sum())

    def minus_entropy(p: Array) -> float:
        return float((p * np.log(np.maximum(p, 1e-300))).sum())

    def slope(p: Array) -> Array:
        return np.asarray(np.log(np.maximum(p, 1e-300)) + 1.0)

    constraints = [
        {"type": "eq", "fun": lambda p: p.sum() - 1.0, "jac": lambda p: np.ones(size)},
        {"type": "ineq", "fun": lambda p: edge[free].T @ p + SLACK, "jac": lambda p: edge[free].T},
    ]
    start = ranges[free].mean(axis=1)
    optimum = minimize(
        minus_entropy, start / start.sum(), jac=slope, bounds=[(0, 1)] * size, constraints=constraints, method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
    )  # fmt: skip
    weights = np.zeros(len(edge))
    weights[free] = np.clip(optimum.x, 0.0, None)
    return np.asarray(weights / weights.sum())


@dataclass(frozen=True, slots=True)
class Resampled:
    """What equilibria look like when the deals are drawn again: a heuristic for mixtures, sound for the value.

    `values` of each draw; `row_support` and `column_support`: how often a strategy takes part; `regrets`:
    what best answers gain on the published mixtures under the payoffs of a draw.
    """

    values: Array
    row_support: Array
    column_support: Array
    regrets: Array


def resample(equilibrium: Equilibrium, blocks: Array, draws: int, seed: int) -> Resampled:
    """Draws the deals again with replacement, one row of numbers for all cells, and solves again."""
    if draws < 2:
        raise ValueError(f"at least two draws are needed, got {draws}")
    chance = np.random.Generator(np.random.Philox(key=seed))
    deals = len(blocks)
    flat = blocks.reshape(deals, -1)
    rows, columns, values, regrets = [], [], [], []
    for _ in range(draws):
        counts = chance.multinomial(deals, np.full(deals, 1.0 / deals))
        payoffs = (counts @ flat / deals).reshape(blocks.shape[1:])
        drawn = solve(payoffs)
        rows.append(drawn.row)
        columns.append(drawn.column)
        values.append(drawn.value)
        regrets.append(float((payoffs @ equilibrium.column).max() - (equilibrium.row @ payoffs).min()))
    x, y = np.array(rows), np.array(columns)
    return Resampled(np.array(values), (x > SUPPORT).mean(axis=0), (y > SUPPORT).mean(axis=0), np.array(regrets))


def blind_weights(blocks: Array, draws: int, seed: int, level: float = 0.95) -> Array:
    """From which to which weight each strategy of the seat-blind game goes when the deals are drawn again; (k, 2)."""
    chance = np.random.Generator(np.random.Philox(key=seed))
    deals, tail = len(blocks), (1.0 - level) / 2.0
    flat, found = blocks.reshape(deals, -1), []
    for _ in range(draws):
        first = (chance.multinomial(deals, np.full(deals, 1.0 / deals)) @ flat / deals).reshape(blocks.shape[1:])
        found.append(best_mixture((first - first.T) / 2.0)[0])
    return np.asarray(np.quantile(np.array(found), (tail, 1.0 - tail), axis=0).T)


def split_value(blocks: Array) -> tuple[float, float]:
    """The value without optimism: mixtures found on the even deals, paid on the odd ones; with its standard error."""
    enough_blocks(4, len(blocks))
    solution = solve(blocks[::2].mean(axis=0))
    paid = np.einsum("i,dij,j->d", solution.row, blocks[1::2], solution.column)
    return float(paid.mean()), float(paid.std(ddof=1) / np.sqrt(len(paid)))


def transitivity(matrix: Array) -> float:
    """The share of an antisymmetric matrix that ratings explain: 1 where one number a strategy says all, 0 in cycles.

    Row means are the ratings (equal weights). Raises ValueError where all entries are 0.
    """
    ratings = np.asarray(matrix, np.float64).mean(axis=1)
    total = float((np.asarray(matrix) ** 2).sum())
    if total == 0.0:
        raise ValueError("all strategies are equal: there is nothing to explain")
    return float(((ratings[:, None] - ratings[None, :]) ** 2).sum()) / total


POPULATION = 50


def alpha_rank(payoffs: Array, alpha: float) -> Array:
    """The stationary distribution over strategies at a strength of selection `alpha`.

    `payoffs` has shape (k, k), what the row earns against the column; the scale of payoffs matters.
    """
    if not alpha > 0.0:
        raise ValueError(f"alpha must be positive, got {alpha}")
    gain = alpha * POPULATION / (POPULATION - 1) * np.asarray(payoffs, np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        fixation = np.where(gain == 0.0, 1.0 / POPULATION, np.expm1(-gain) / np.expm1(-POPULATION * gain))
    size = len(gain)
    # Transitions: from the column's strategy to the row's with the chance that one of those takes over
    moves = np.nan_to_num(fixation, nan=0.0).T / max(1, size - 1)
    np.fill_diagonal(moves, 0.0)
    np.fill_diagonal(moves, 1.0 - moves.sum(axis=1))
    system = np.vstack([moves.T - np.eye(size), np.ones(size)])
    weights = np.clip(np.linalg.lstsq(system, np.r_[np.zeros(size), 1.0], rcond=None)[0], 0.0, None)
    return np.asarray(weights / weights.sum())
