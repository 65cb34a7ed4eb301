"""Means, differences and slopes of games whose players meet again and whose evenings are alike in themselves.

A mixed model: what is asked about has a flat prior; what players, their days and evenings add is drawn from normals
around 0. How wide these are nobody knows: that is integrated over, on a grid of shares of the variance that are alike
likely beforehand. At each point of it the answer is Student's t, so that the interval has quantiles of a mixture of t.
Estimates of what is drawn, such as skill, are shrunk by as much as the data cannot tell them from luck.
Sources: Henderson, "Best linear unbiased estimation and prediction under a selection model" (1975) for the equations;
Hill, "Inference about variance components in the one-way model" (1965) for the integral; Harville, "Maximum likelihood
approaches to variance component estimation" (1977) for the restricted likelihood; Wilson (1927) for shares.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from scipy.special import stdtr

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import (
    UNBOUNDED,
    Interval,
    no_spread_interval,
    normal_critical,
    normal_share,
    open_share,
)

Array = np.ndarray[Any, Any]

# Of the variance of a thing that is drawn and of luck together: what share the first may have.
SHARES = (0.005, 0.05, 0.15, 0.35, 0.65)
METHOD, WILSON = "mixed model", "Wilson, mixed model"
HALVINGS = 60
NO_SPREAD = 1e-12  # of the squares: what is left of them where nothing varies


@dataclass(frozen=True, slots=True)
class Fitted:
    """An estimate, and how surely it is not zero: the two-sided p-value."""

    estimate: Estimate
    p: float


def fit(
    values: Array, asked: Array, drawn: Sequence[Array], contrasts: Array, units: tuple[int, str],
    *, lost: int = 0, level: float = 0.95,
) -> tuple[Fitted, ...]:  # fmt: skip
    """What each contrast of the coefficients is, with its interval.

    Shapes: `values` (N,), `asked` (N, p) of full rank, each of `drawn` (N, q); `contrasts` (m, p + all q). `lost` are
    degrees of freedom that centring took away before; `units` says on how many blocks intervals rest, and what these
    are.
    Where nothing is left to vary, an exception is taken to be as rare as so many equal blocks say.
    """
    open_share("level", level)
    both = np.column_stack([asked, *drawn])
    df = len(values) - lost - asked.shape[1]
    if df < 1:
        raise ValueError(f"needs more than {asked.shape[1] + lost} observations, got {len(values)}")
    cross, right, square = both.T @ both, both.T @ values, float(values @ values)
    found = []
    for shares in product(SHARES, repeat=len(drawn)):
        penalties = [np.full(each.shape[1], (1.0 - of) / of) for of, each in zip(shares, drawn, strict=True)]
        penalty = np.concatenate([np.zeros(asked.shape[1]), *penalties])
        left = cross + np.diag(penalty)
        solved = np.linalg.solve(left, np.column_stack([right, contrasts.T]))
        rest = square - float(right @ solved[:, 0])
        means = contrasts @ solved[:, 0]
        if rest <= NO_SPREAD * square or square == 0.0:
            equal = bool(np.ptp(values) <= NO_SPREAD * abs(values).max())
            return tuple(_alike(float(mean), units, level, equal) for mean in means)
        prior = float(np.log(penalty[penalty > 0.0]).sum())
        likelihood = -0.5 * (float(np.linalg.slogdet(left)[1]) - prior + df * math.log(rest))
        found.append((likelihood, means, np.sqrt(rest / df * np.einsum("ij,ji->i", contrasts, solved[:, 1:]))))
    likelihoods, means, scales = (np.array(each) for each in zip(*found, strict=True))
    weights = np.exp(likelihoods - likelihoods.max())
    return _mixtures(weights / weights.sum(), means, scales, df, units, level)


def _mixtures(
    weights: Array, means: Array, scales: Array, df: int, units: tuple[int, str], level: float
) -> tuple[Fitted, ...]:
    """Mixtures of Student's t, one a contrast: `means` and `scales` have a row a point of the grid."""
    value = weights @ means
    deviation = np.sqrt(weights @ (scales**2 + (means - value) ** 2))
    reach = 1e4 * (scales.max(axis=0) + np.abs(means - value).max(axis=0))
    ends = []
    for tail in ((1.0 - level) / 2.0, (1.0 + level) / 2.0):
        low, high = value - reach, value + reach
        for _ in range(HALVINGS):
            middle = (low + high) / 2.0
            below = weights @ stdtr(df, (middle - means) / scales) < tail
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        ends.append((low + high) / 2.0)
    negative = weights @ stdtr(df, -means / scales)
    rows = zip(value.tolist(), deviation.tolist(), *ends, negative.tolist(), strict=True)
    return tuple(
        Fitted(Estimate(mean, se, Interval(float(low), float(high), level, METHOD, *units)), 2.0 * min(p, 1.0 - p))
        for mean, se, low, high, p in rows
    )


def _alike(value: float, units: tuple[int, str], level: float, equal: bool) -> Fitted:
    """What blocks of which nothing is left to vary say, as all are `equal` or the model meets each of them.

    That all differ from zero alike is as likely as so many coins that fall alike.
    """
    n, unit = units
    interval = no_spread_interval(value, n, level, UNBOUNDED, unit)
    interval = interval if equal else replace(interval, method=f"{METHOD} without a rest")
    return Fitted(Estimate(value, 0.0, interval), 1.0 if abs(value) < NO_SPREAD else 0.5 ** (n - 1))


def share(rate: float, n: float, units: tuple[int, str], even: float = 0.0, level: float = 0.95) -> Fitted:
    """A share less an even one, known as well as from `n` independent observations, n not always whole.

    Wilson's interval; the p-value is that of the same test. Where `even` is 0 there is nothing to be tested.
    """
    z, rate = normal_critical(level), min(1.0, max(0.0, round(rate, 12)))  # by rounding it is not quite 0
    shrink = 1.0 + z * z / n
    centre, luck = (rate + z * z / (2.0 * n)) / shrink, rate * (1.0 - rate) / n
    half = z * math.sqrt(luck + z * z / (4.0 * n * n)) / shrink
    low, high = max(0.0, min(centre - half, rate)), min(1.0, max(centre + half, rate))
    p = 2.0 * normal_share(-abs(rate - even) / math.sqrt(even * (1.0 - even) / n)) if 0.0 < even < 1.0 else 1.0
    interval = Interval(low - even, high - even, level, WILSON, *units)
    return Fitted(Estimate(rate - even, math.sqrt(luck) or half / z, interval), p)


def centred(values: Array, groups: Array) -> Array:
    """Values less the mean of their group; `groups` are numbered from 0, `values` have a row an observation."""
    sizes = np.bincount(groups)
    sums = np.zeros((len(sizes), *values.shape[1:]))
    np.add.at(sums, groups, values)
    return np.asarray(values - (sums / sizes.reshape(-1, *[1] * (values.ndim - 1)))[groups])


def columns_of(labels: Sequence[Any]) -> tuple[list[Any], Array]:
    """What occurs among some labels, in rising order, and a column of 0 and 1 for each."""
    known = sorted(set(labels))
    at = {label: place for place, label in enumerate(known)}
    return known, np.eye(len(known))[[at[label] for label in labels]]
