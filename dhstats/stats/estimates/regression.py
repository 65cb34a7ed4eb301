"""Least squares with standard errors that hold whatever the spread of each row.

Sources: White (1980); MacKinnon, White, "Some heteroskedasticity-consistent covariance matrix estimators with improved
finite sample properties" (1985).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Regression:
    """The coefficients of a linear model and their covariance.

    Shapes: `coefficients` (p,) and `covariance` (p, p) in the order of `names`. `n` counts the independent `unit`
    ("deals"), `df` are the degrees of freedom of t, `method` names the covariance.
    """

    names: tuple[str, ...]
    coefficients: Array
    covariance: Array
    n: int
    df: int
    unit: str
    method: str

    def combination(self, parts: Mapping[str, float], level: float = 0.95) -> Estimate:
        """A weighted sum of coefficients, such as a difference or a prediction, with its error and interval.

        Errors: ValueError for a name that is not in the model.
        """
        missing = [name for name in parts if name not in self.names]
        if missing:
            raise ValueError(f"the model has no {', '.join(missing)}; it has {', '.join(self.names)}")
        row = np.array([parts.get(name, 0.0) for name in self.names])
        value, se = float(row @ self.coefficients), math.sqrt(max(0.0, float(row @ self.covariance @ row)))
        half = student_critical(level, self.df) * se
        return Estimate(value, se, Interval(value - half, value + half, level, f"t, {self.method}", self.n, self.unit))


def robust_regression(outcome: Array | Sequence[float], columns: Mapping[str, Array | Sequence[float]]) -> Regression:
    """Least squares of an outcome (n,) on named columns (n,) with one row a deal, whatever the spread of each row.

    The covariance is HC3; t has n − p degrees of freedom.
    Errors: ValueError for shapes that do not fit, columns that depend on each other, or no more rows than columns.
    """
    names, y, x = _model(outcome, columns)
    n, p = x.shape
    if n <= p:
        raise ValueError(f"needs more rows than the {p} columns, got {n}")
    coefficients, bread = _solve(x, y)
    room = 1.0 - np.einsum("ij,jk,ik->i", x, bread, x)
    if (room <= 1e-12).any():
        raise ValueError("a row decides a coefficient alone: its errors cannot be told")
    pulls = x * ((y - x @ coefficients) / room)[:, None]
    return Regression(names, coefficients, bread @ (pulls.T @ pulls) @ bread, n, n - p, "deals", "HC3")


def _model(
    outcome: Array | Sequence[float], columns: Mapping[str, Array | Sequence[float]]
) -> tuple[tuple[str, ...], Array, Array]:
    y = np.asarray(outcome, np.float64)
    rows = [np.broadcast_to(np.asarray(column, np.float64), y.shape) for column in columns.values()]
    if y.ndim != 1 or len(y) == 0 or not rows:
        raise ValueError(f"needs outcomes (n,) and at least one column, got {y.shape} and {len(rows)} columns")
    x = np.stack(rows, axis=1)
    if not (np.isfinite(y).all() and np.isfinite(x).all()):
        raise ValueError("needs finite outcomes and columns")
    return tuple(columns), y, x


def _solve(x: Array, y: Array) -> tuple[Array, Array]:
    """Coefficients and (XᵀX)⁻¹, by a QR decomposition."""
    if int(np.linalg.matrix_rank(x)) < x.shape[1]:
        raise ValueError("columns depend on each other: leave one out")
    q, r = np.linalg.qr(x)
    inverse = np.linalg.inv(r)
    return np.asarray(inverse @ (q.T @ y)), np.asarray(inverse @ inverse.T)
