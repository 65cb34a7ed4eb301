"""Response curves over a rule parameter on common deals, where they meet a target, and objectives to weigh.

All levels of the parameter are played on the same deals, so their means move together and only their joint covariance
says what a curve through them is worth.
Sources: Aitken (1936) and Rao, "Unified theory of linear estimation" (1971), for least squares.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import chdtrc

from dhstats.stats.estimates.rare import few_vary, rare_interval
from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.intervals import UNBOUNDED, Array, Interval, enough_blocks, open_share

Numbers = Array | Sequence[float]
Known = Mapping[int, Interval] | None  # intervals of some levels, by place, in place of those that their spread gives
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

    def fit(self, degree: int, center: float = 0.0) -> "Fit":
        """The polynomial through these means by generalised least squares (see `fit`)."""
        return fit(self.levels, self.means, self.covariance, degree, center, n=self.n)


def curve(samples: Array, levels: Numbers) -> Curve:
    """Means and their covariance over deals; `samples` has shape (n deals, k levels), one column a level."""
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


def fit(levels: Numbers, means: Numbers, covariance: Array, degree: int, center: float = 0.0, *, n: int = 0) -> Fit:
    """The polynomial through correlated means by generalised least squares, b = (XᵀΣ⁻¹X)⁻¹ XᵀΣ⁻¹ μ̂.

    Levels that are the same on every deal make Σ singular. Then its pseudo-inverse is used, so such levels count as one
    level; their contrasts, which have no error, do not bind a curve that is an approximation anyway. Only where too
    little varies to find all coefficients do the constant contrasts fill the gap (Rao 1971): a rule parameter that
    changes nothing gets the slope 0 with no error.
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
    levels: Numbers, means: Numbers, errors: Numbers, target: float, level: float = 0.95, known: Known = None
) -> tuple[float, ...]:
    """The levels whose mean is compatible with the target, |μ̂ − target| ≤ z·SE, in the order given."""
    z, kept = intervals.normal_critical(level), []
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
    reach: Iterator[float] = iter(
        intervals.largest_of(many, 1.0 - left, seed) * intervals.standard_errors(many) if many.size else ()
    )
    segments = []
    for at, mean in enumerate(values.mean(axis=0)):
        if at in few:
            segments.append(replace(few[at], level=level))
        else:
            half = next(reach)
            segments.append(Interval(float(mean - half), float(mean + half), level, "max-T", n, "deals"))
    return tuple(segments)


def _table(values: Any) -> Array:
    table = np.asarray(values, np.float64)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise ValueError(f"needs a table of finite numbers, got shape {table.shape}")
    return table


METHOD = "inverted test between levels"
FAR = 1e12  # stands for no limit


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where means meet a target, or why that is not certain anywhere; `value` lies between levels on either side."""

    reason: str
    value: float | None = None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class _Path:
    """Gaps to the target along rising levels, and how large a gap a test allows at a place between two of them.

    At the levels that is `widths`. Between two it follows from the `covariance` of both means, or is the mean of the
    widths where one of them is `rare`, known by another interval than its spread gives.
    """

    levels: Array
    gaps: Array
    covariance: Array
    widths: Array
    rare: Array
    critical: float

    def excess(self, at: int, place: float) -> float:
        """By how much the gap at a place after a level is larger than the test allows; 0 or less where it is not."""
        share = (place - self.levels[at]) / (self.levels[at + 1] - self.levels[at])
        weights, both = np.array([1.0 - share, share]), slice(at, at + 2)
        gap = abs(float(weights @ self.gaps[both]))
        if self.rare[both].any():
            return gap - float(weights @ self.widths[both])
        return gap - self.critical * math.sqrt(max(0.0, float(weights @ self.covariance[both, both] @ weights)))

    def crossing(self, first: int, last: int) -> tuple[int, float]:
        """After which level, and where, the gaps change sign between two levels; of several the middle one."""
        crossings = [at for at in range(first, last) if (self.gaps[at] < 0.0) != (self.gaps[at + 1] < 0.0)]
        at = crossings[len(crossings) // 2]
        one, other = self.gaps[at], self.gaps[at + 1]
        return at, float(self.levels[at] + (self.levels[at + 1] - self.levels[at]) * one / (one - other))


def meets(curve: Curve, target: float, level: float = 0.95, known: Known = None) -> Meeting:
    """Where the means meet a target for sure, the first time; of some levels another interval may be `known`."""
    order, critical = np.argsort(curve.levels), intervals.normal_critical(level)
    if len(order) < 2:
        raise ValueError("one level has no neighbour")
    gaps, widths, rare = curve.means - target, critical * curve.errors, np.zeros(len(order), bool)
    for at, interval in (known or {}).items():
        side = interval.taken_from(float(curve.means[at]))  # how far off the mean may be, to either side
        widths[at], rare[at] = min(FAR, side.high if gaps[at] > 0.0 else -side.low), True
    covariance = curve.covariance[np.ix_(order, order)]
    path = _Path(curve.levels[order], gaps[order], covariance, widths[order], rare[order], critical)
    sure = [at for at in range(len(path.levels)) if abs(path.gaps[at]) > path.widths[at]]
    turns = [(one, other) for one, other in pairwise(sure) if path.gaps[one] * path.gaps[other] < 0.0]
    if not turns:
        return Meeting(_why_not(path.gaps[sure], bool(path.gaps.min() > 0.0 or path.gaps.max() < 0.0)))
    first, last = turns[0]
    at, value = path.crossing(first, last)
    low = _edge(lambda place: path.excess(first, place), path.levels[first], _inner(path, first, at, value))
    high = _edge(lambda place: path.excess(last - 1, place), path.levels[last], _inner(path, last - 1, at, value, 0))
    again = f", and again between {len(turns) - 1} more" if len(turns) > 1 else ""
    reason = f"between {path.levels[first]:g} and {path.levels[last]:g}, which are certainly on either side{again}"
    return Meeting(reason, value, Interval(min(low, value), max(high, value), level, METHOD, curve.n, "deals"))


def _inner(path: _Path, segment: int, at: int, value: float, end: int = 1) -> float:
    """A place that the test accepts in a segment between levels: where the means cross, or its inner end."""
    return value if segment == at else float(path.levels[segment + end])


def _edge(excess: Callable[[float], float], outer: float, inner: float) -> float:
    """Where the test begins to accept between a level that it rejects and a place that it accepts."""
    if excess(inner) >= 0.0:
        return inner
    return float(brentq(excess, outer, inner, xtol=1e-12))


def _why_not(sure: Array, one_side: bool) -> str:
    """Why no two levels are certainly on either side."""
    if one_side and len(sure):
        return "all means are on one side of the target"
    if not len(sure):
        return "no level is certain to be off it"
    return f"no level is certain to be {'above' if sure[0] < 0.0 else 'below'} it"
