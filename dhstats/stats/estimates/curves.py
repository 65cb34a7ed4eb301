"""Response curves over a rule parameter on common deals, where they meet a target, and objectives to weigh.

All levels of the parameter are played on the same deals, so their means move together and only their joint covariance
says what a curve through them is worth.
Sources: Aitken (1936) and Rao, "Unified theory of linear estimation" (1971), for least squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.special import chdtrc

from dhstats.stats.estimates.rare import few_vary, rare_interval
from dhstats.stats.intervals.corrections import largest_of, standard_errors
from dhstats.stats.intervals.counts import enough_blocks, open_share
from dhstats.stats.intervals.critical_values import normal_critical
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval

Array = np.ndarray[Any, Any]
SINGULAR = 1e-10  # share of the largest variance below which a direction counts as constant; one deal in 1e9 is more


@dataclass(frozen=True, slots=True)
class Curve:
    """The mean at every level of a rule parameter, and the joint covariance of these means.

    Shapes: `levels` and `means` are (k,), `covariance` is (k, k) and that of the means, not of a single deal; `n`
    counts the deals that all levels share.
    """

    levels: Array
    means: Array
    covariance: Array
    n: int

    @property
    def errors(self) -> Array:
        """The standard error of the mean at each level."""
        return np.asarray(np.sqrt(np.diag(self.covariance)))

    def fit(self, degree: int, center: float = 0.0) -> Fit:
        """The polynomial through these means by generalised least squares (see `fit`)."""
        return fit(self.levels, self.means, self.covariance, degree, center, n=self.n)


def curve(samples: Array, levels: Sequence[float] | Array) -> Curve:
    """Means and their covariance over deals; `samples` has shape (n deals, k levels), one column a level.

    Errors: ValueError for fewer than two deals, or a number of columns that is not the number of levels.
    """
    values, at = _table(samples), np.asarray(levels, np.float64)
    n, width = enough_blocks(2, len(values)), values.shape[1]
    if at.shape != (width,):
        raise ValueError(f"needs one level per column of samples, got {at.shape} for {values.shape}")
    covariance = np.atleast_2d(np.cov(values, rowvar=False)) / n
    return Curve(at, values.mean(axis=0), covariance, n)


@dataclass(frozen=True, slots=True)
class Fit:
    """A polynomial through the means at several levels, lowest power first, in powers of level − center.

    `covariance` is that of the coefficients. `lack_of_fit` is chi-square with `df` degrees of freedom if the curve has
    this form; a small `p` says it has not. Without any degree of freedom left p is 1. `span` is the swept range, and
    `n` the number of deals, 0 where it was not said.
    """

    coefficients: Array
    covariance: Array
    center: float
    lack_of_fit: float
    df: int
    p: float
    span: tuple[float, float]
    n: int

    @property
    def errors(self) -> Array:
        """The standard error of each coefficient."""
        return np.asarray(np.sqrt(np.clip(np.diag(self.covariance), 0.0, None)))


def fit(
    levels: Sequence[float] | Array,
    means: Sequence[float] | Array,
    covariance: Array,
    degree: int,
    center: float = 0.0,
    *,
    n: int = 0,
) -> Fit:
    """The polynomial through correlated means by generalised least squares, b = (XᵀΣ⁻¹X)⁻¹ XᵀΣ⁻¹ μ̂.

    Levels that are the same on every deal make Σ singular. Then its pseudo-inverse is used, so such levels count as one
    level; their contrasts, which have no error, do not bind a curve that is an approximation anyway. Only where too
    little varies to find all coefficients do the constant contrasts fill the gap (Rao 1971): a rule parameter that
    changes nothing gets the slope 0 with no error.
    Errors: ValueError for repeated levels, shapes that do not fit, or a degree not below the number of levels.
    """
    at, mu, sigma = (np.asarray(values, np.float64) for values in (levels, means, covariance))
    k, terms = len(at), degree + 1
    if at.ndim != 1 or mu.shape != (k,) or sigma.shape != (k, k) or len(set(at.tolist())) != k:
        raise ValueError(
            f"needs k distinct levels, k means and k × k covariances, got {at.shape}, {mu.shape}, {sigma.shape}"
        )
    if not 0 <= degree < k:
        raise ValueError(f"degree must be from 0 to {k - 1} for {k} levels, got {degree}")
    powers = np.vander(at - center, terms, increasing=True)
    whitening = _whitening(sigma)
    known = int(np.linalg.matrix_rank(whitening @ powers)) == terms
    if known:
        coefficients, spread = _least_squares(whitening, powers, mu)
    else:
        # Rao: with Σ + XXᵀ for Σ the estimate is best also where Σ is singular; the covariance is then too large by I.
        scale = float(np.trace(sigma)) / k or 1.0
        coefficients, spread = _least_squares(_whitening(sigma / scale + powers @ powers.T), powers, mu)
        spread = scale * (spread - np.eye(terms))
    df = max(0, len(whitening) - terms)
    misfit = whitening @ (mu - powers @ coefficients)
    lack = float(misfit @ misfit) if df else 0.0
    p = float(chdtrc(df, lack)) if df else 1.0
    return Fit(coefficients, spread, center, lack, df, p, (float(at.min()), float(at.max())), n)


def _whitening(covariance: Array) -> Array:
    """W with WᵀW the pseudo-inverse of a covariance; as many rows as there are directions that vary."""
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2.0)
    kept = values > SINGULAR * max(float(values[-1]), 0.0)
    return np.asarray((vectors[:, kept] / np.sqrt(values[kept])).T)


def _least_squares(whitening: Array, powers: Array, means: Array) -> tuple[Array, Array]:
    design = whitening @ powers
    coefficients = np.linalg.lstsq(design, whitening @ means, rcond=None)[0]
    return coefficients, np.linalg.inv(design.T @ design)


def not_rejected(
    levels: Sequence[float] | Array,
    means: Sequence[float] | Array,
    errors: Sequence[float] | Array,
    target: float,
    level: float = 0.95,
    known: Mapping[int, Interval] | None = None,
) -> tuple[float, ...]:
    """The levels whose mean is compatible with the target, |μ̂ − target| ≤ z·SE, in the order given.

    Of some levels, by their places, another interval may be `known`, which then decides.
    """
    z, kept = normal_critical(level), []
    for place, (at, mean, error) in enumerate(zip(levels, means, errors, strict=True)):
        other = (known or {}).get(place)
        if other.contains(target) if other else abs(float(mean) - target) <= z * float(error):
            kept.append(float(at))
    return tuple(kept)


def bands(
    samples: Array, level: float = 0.95, seed: int = 0, bounds: tuple[float, float] = UNBOUNDED
) -> tuple[Interval, ...]:
    """Intervals of the means at all levels that are all right at once with probability `level`.

    By the largest absolute value of normals that are correlated as the levels are over deals (max-T). Where so few
    deals differ that their spread says little, the least and the greatest value that a deal can have (`bounds`) decide:
    each such level takes its share of the chance of error, the others have what is left.
    """
    values = _table(samples)
    n, chance, width = enough_blocks(2, len(values)), 1.0 - open_share("level", level), values.shape[1]
    rare, single = [at for at in range(width) if few_vary(values[:, at])], 1.0 - chance / width
    few = {at: rare_interval(values[:, at], bounds, single) for at in rare}
    many = values[:, [at not in few for at in range(width)]]
    limited = sum(math.isfinite(each.high) for each in few.values())  # no limits are never wrong
    left = chance * (width - limited) / width
    reach: Iterator[float] = iter(largest_of(many, 1.0 - left, seed) * standard_errors(many) if many.size else ())
    found = []
    for at, mean in enumerate(values.mean(axis=0)):
        if at in few:
            found.append(replace(few[at], level=level))
        else:
            half = next(reach)
            found.append(Interval(float(mean - half), float(mean + half), level, "max-T", n, "deals"))
    return tuple(found)


def _table(values: Any) -> Array:
    table = np.asarray(values, np.float64)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise ValueError(f"needs a table of finite numbers, got shape {table.shape}")
    return table
