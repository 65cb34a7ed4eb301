"""What part of how rule sets differ comes from each key: shares of variance, less what the luck of the deals makes.

Rule sets are drawn so that all levels of a key are about equally frequent, and independent of those of other keys. The
means of a quantity are regressed on columns of the keys (`contrasts`), which are orthonormal, so that the squares of
a key's coefficients add up to the variance that it makes: the first-order index of Sobol, "Sensitivity estimates for
nonlinear mathematical models" (1993). From every square the variance of its coefficient is taken off, as in ω² (Hays
1963), which makes the sum unbiased; that variance has a part from what keys do together, known from the residuals, and
one from finite deals, known from the deals. Rule sets that were played on the same deals share luck, so the second part
is that of exactly these coefficients, deal by deal, rather than that of single means.

Intervals: the jackknife over rule sets (Efron, Stein 1981) on the scale of square roots, on which a share that is one
squared coefficient is as skewed as the coefficient. A lower end above zero needs an F test besides, at the same level:
near zero a square has no normal distribution.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.special import fdtrc, ndtr

from dhstats.stats.estimates.contrasts import Factor, main_columns
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Array, Interval, largest_of, sidak_level, student_critical

METHOD, OF_LEVELS = "simultaneous jackknife", "simultaneous t"
UNIT = "rule sets"
MOST_CONDITION = 1e8  # of normal equations that are solved


@dataclass(frozen=True, slots=True)
class Seen:
    """The means of a quantity under every rule set, and a root of what they owe to luck.

    Shapes: `means` (rule sets,), `noise` (rule sets, r); their covariance by finite deals is noise @ noise.T.
    """

    means: Array
    noise: Array

    def without(self, place: int) -> "Seen":
        """The same less one rule set."""
        return Seen(np.delete(self.means, place), np.delete(self.noise, place, axis=0))


def on_common_deals(values: Array) -> Seen:
    """Rule sets that were played on the same deals: `values` is (rule sets, deals)."""
    sets, deals = values.shape
    centred = (values - values.mean(axis=1, keepdims=True)) / np.sqrt(deals * (deals - 1.0))
    if deals > sets:  # a smaller root of the same covariance
        spread, vectors = np.linalg.eigh(centred @ centred.T)
        centred = vectors * np.sqrt(np.clip(spread, 0.0, None))
    return Seen(values.mean(axis=1), centred)


def on_own_deals(means: Array, variances: Array) -> Seen:
    """Rule sets that were played on deals of their own; `variances` are those of the means."""
    return Seen(np.asarray(means, np.float64), np.diag(np.sqrt(variances)))


@dataclass(frozen=True, slots=True)
class Fit:
    """One quantity regressed on the columns of all keys; `inverse` is the pseudoinverse of these columns.

    `coefficients` are those of the columns, `noise` what of them is luck (a root of that covariance, (columns, r)),
    `residuals` what the keys, each for itself, do not explain. `rest` is the variance that keys make together: that of
    the residuals less what is luck, which may come out negative; `variances` is what each makes, without bias, (keys,).
    """

    columns: Array
    inverse: Array
    places: tuple[slice, ...]
    seen: Seen
    coefficients: Array = field(init=False)
    noise: Array = field(init=False)
    residuals: Array = field(init=False)
    rest: float = field(init=False)
    variances: Array = field(init=False)

    def __post_init__(self) -> None:
        coefficients, noise = self.inverse @ self.seen.means, self.inverse @ self.seen.noise
        residuals, luck = self.seen.means - self.columns @ coefficients, self.seen.noise - self.columns @ noise
        rest = float((residuals @ residuals - (luck * luck).sum()) / self.freedom)
        doubt = rest * (self.inverse * self.inverse).sum(axis=1) + (noise * noise).sum(axis=1)
        squares = coefficients**2 - doubt
        variances = np.array([squares[place].sum() for place in self.places])
        for name, value in (
            ("coefficients", coefficients), ("noise", noise), ("residuals", residuals), ("rest", rest),
            ("variances", variances),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    @property
    def freedom(self) -> int:
        """The degrees of freedom of the residuals."""
        rows, columns = self.columns.shape
        return int(rows - columns)

    @property
    def covariance(self) -> Array:
        """Of the coefficients, by what keys do together and by luck, (columns, columns)."""
        return np.asarray(max(0.0, self.rest) * (self.inverse @ self.inverse.T) + self.noise @ self.noise.T)

    @property
    def total(self) -> float:
        """The variance between rule sets."""
        return float(self.variances.sum() + self.rest)

    @property
    def shares(self) -> Array:
        """The part of that which each key makes, and at the end what keys make together: (keys + 1,)."""
        total = self.total
        return np.append(self.variances, self.rest) / (total if total != 0.0 else np.nan)

    @property
    def chances(self) -> Array:
        """The p-value of each key: how often luck and other keys' doings alone would look as much, (keys,)."""
        shares, covariance = [], self.covariance
        for place in self.places:
            own = self.coefficients[place]
            squares = own @ np.linalg.pinv(covariance[place, place]) @ own
            shares.append(float(fdtrc(len(own), self.freedom, squares / len(own))))
        return np.array(shares)

    @property
    def by_luck(self) -> Array:
        """The variance that luck lends to each share, by its slope in the means: (keys + 1,)."""
        slopes = [2.0 * self.coefficients[place] @ self.inverse[place] for place in self.places]
        slopes.append(2.0 * self.residuals / self.freedom)
        every = np.array(slopes)
        change = (every - np.outer(self.shares, every.sum(axis=0))) / self.total
        return np.asarray(((change @ self.seen.noise) ** 2).sum(axis=1))


@dataclass(frozen=True, slots=True)
class Split:
    """How the variance of one quantity between rule sets is split up.

    `without` are the shares less one rule set each, (rule sets, keys + 1). `luck` is the part of the variance of the
    means, as they were seen, that finite deals make.
    """

    fit: Fit
    without: Array
    luck: float

    @property
    def pseudo(self) -> Array:
        """The jackknife's pseudo-values of the shares: (rule sets, keys + 1)."""
        many = len(self.without)
        return np.asarray(many * self.fit.shares - (many - 1.0) * self.without)

    @property
    def errors(self) -> Array:
        """The standard errors of the shares: over rule sets, and by common luck, (keys + 1,)."""
        many = len(self.without)
        over_sets = (many - 1.0) * self.without.var(axis=0)
        return np.asarray(np.sqrt(over_sets + self.fit.by_luck))

    @property
    def known(self) -> bool:
        """Whether rule sets differ by more than luck would make them: else there is nothing to be split up."""
        return self.fit.total > 0.0 and self.luck < 1.0 and bool(np.isfinite(self.errors).all())

    @property
    def trust(self) -> float:
        """Of what means lie off the sum of their keys' effects, the part that is no luck."""
        joint = max(0.0, self.fit.rest)
        noise = self.luck * float(self.fit.seen.means.var(ddof=1))
        return joint / (joint + noise) if joint + noise > 0.0 else 1.0

    def leaders(self, level: float, several: int = 1) -> list[int]:
        """The keys of which none is certain to have a smaller share than the one with the largest, that one first.

        Every two keys of `several` quantities are compared at once (Šidák), as the largest is picked by looking.
        """
        own, keys = self.pseudo[:, :-1], self.without.shape[1] - 1
        first, many = int(np.argmax(self.fit.shares[:-1])), len(self.without)
        alone = sidak_level(level, max(1, several * keys * (keys - 1) // 2))
        critical = student_critical(alone, many - 1)
        gaps = own[:, [first]] - own
        behind = self.fit.shares[first] - self.fit.shares[:-1]
        open_ = behind <= critical * gaps.std(axis=0, ddof=1) / np.sqrt(many)
        rest = sorted((key for key in range(keys) if open_[key] and key != first), key=lambda key: behind[key])
        return [first, *rest]


def split(factors: Sequence[Factor], points: Array, several: Sequence[Seen]) -> list[Split]:
    """How the variance of each of several quantities is split up; `points` are rows of levels (rule sets, keys)."""
    columns, places = main_columns(factors, points)
    if len(columns) < columns.shape[1] + 2 or np.linalg.matrix_rank(columns) < columns.shape[1]:
        raise ValueError(f"{len(columns)} rule sets do not tell {columns.shape[1] - 1} effects apart")
    whole, spots = [Fit(columns, np.linalg.pinv(columns), tuple(places), seen) for seen in several], tuple(places)
    without = np.empty((len(several), len(columns), len(places) + 1))
    for gone in range(len(columns)):
        fewer = np.delete(columns, gone, axis=0)
        inverse = inverse_of(fewer)
        for at, seen in enumerate(several):
            without[at, gone] = Fit(fewer, inverse, spots, seen.without(gone)).shares
    return [Split(fit, without[at], luck_of(fit.seen)) for at, fit in enumerate(whole)]


def inverse_of(columns: Array) -> Array:
    """The pseudoinverse of columns; one rule set less may leave a level that only it had without any."""
    square = columns.T @ columns
    if np.linalg.cond(square) > MOST_CONDITION:
        return np.asarray(np.linalg.pinv(columns))
    return np.asarray(np.linalg.solve(square, columns.T))


def luck_of(seen: Seen) -> float:
    """The part of the variance of means between rule sets that finite deals make; 1 where they do not differ."""
    many, spread = len(seen.means), float(seen.means.var(ddof=1))
    luck = float(((seen.noise - seen.noise.mean(axis=0)) ** 2).sum() / (many - 1.0))
    return min(1.0, luck / spread) if spread > 0.0 else 1.0


def share_estimates(splits: Sequence[Split], level: float, seed: int) -> list[list[Estimate]]:
    """The shares of every key, and of all together, of several quantities; intervals are all right at once."""
    samples = np.hstack([each.pseudo for each in splits])
    alone, many = float(2.0 * ndtr(largest_of(samples, level, seed)) - 1.0), len(samples)
    critical = student_critical(alone, many - 1)
    shares = []
    for each in splits:
        certain = [*(each.fit.chances < 1.0 - alone), True]
        rows = zip(each.fit.shares, each.errors, certain, strict=True)
        shares.append(
            [share_estimate(share, error, critical, level, many, sure=bool(sure)) for share, error, sure in rows]
        )
    return shares


def share_estimate(share: float, error: float, critical: float, level: float, many: int, *, sure: bool) -> Estimate:
    """A share with its interval, on the scale of square roots; its lower end is 0 where it is not `sure` to be more."""
    root = np.sqrt(max(share, 0.0))
    # Where a share is hardly more than nothing its root is known as well as one standard error's
    doubt = error / (2.0 * np.sqrt(max(share, error / 2.0))) if error > 0.0 else 0.0
    low = max(0.0, root - critical * doubt) ** 2 if sure else 0.0
    high = min(1.0, (root + critical * doubt) ** 2)
    value = float(min(1.0, max(0.0, share)))
    interval = Interval(min(float(low), value), max(float(high), value), level, METHOD, many, UNIT)
    return Estimate(value, float(error), interval)


def level_means(factors: Sequence[Factor], fit: Fit, level: float) -> list[list[Estimate]]:
    """The mean of a quantity at every level of every key, others being anything; intervals are all right at once."""
    critical = student_critical(sidak_level(level, sum(factor.size for factor in factors)), fit.freedom)
    levels: list[list[Estimate]] = []
    for factor, place in zip(factors, fit.places, strict=True):
        rows = np.zeros((factor.size, len(fit.coefficients)))
        rows[:, 0], rows[:, place] = 1.0, factor.columns
        means = (rows @ fit.coefficients).tolist()
        errors = np.sqrt(np.einsum("ij,jk,ik->i", rows, fit.covariance, rows)).tolist()
        levels.append([])
        for mean, error in zip(means, errors, strict=True):
            half = critical * error
            interval = Interval(mean - half, mean + half, level, OF_LEVELS, len(fit.columns), UNIT)
            levels[-1].append(Estimate(mean, error, interval))
    return levels
