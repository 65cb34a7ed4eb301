"""What several changes do together, from what each does alone: additive effects on a scale on which they add up.

A quantity is taken to a scale by a link (logit for shares, logarithm for positive means), where the effect of changes
together is the sum of their effects alone plus interactions, one for every two of them. Interactions of changes that
were not tried together are normal around zero; how far they spread is estimated from those that were tried.
Sources: Wu, Hamada, "Experiments" (2009), chapters 4 and 9, on effects and their interactions; the spread of
interactions by moments as in DerSimonian, Laird, "Meta-analysis in clinical trials" (1986).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit, fdtrc, logit, ndtr

from dhstats.stats.estimates.contrasts import Factor, pair_columns
from dhstats.stats.estimates.variance_shares import Fit, Split, inverse_of, share_estimate
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Array, sidak_level, student_critical

PRIOR_SHARE = 0.25  # of the typical effect of a change: how large interactions are before any was seen
PRIOR_WEIGHT = 4.0  # tried combinations that this is worth
Gap = tuple[float, float]  # a difference, and the variance of its noise
UNSEEN = 2.0  # typical effects that a change may have which could not be tried alone


@dataclass(frozen=True, slots=True)
class Link:
    """A scale on which effects add up: the way there with its slope, and the way back."""

    there: Callable[[Any], Any]
    slope: Callable[[Any], Any]
    back: Callable[[Any], Any]


IDENTITY = Link(np.asarray, np.ones_like, np.asarray)
LOG = Link(np.log, lambda mean: 1.0 / mean, np.exp)
LOGIT = Link(logit, lambda mean: 1.0 / (mean * (1.0 - mean)), expit)


def link_of(low: float, high: float) -> Link:
    """The scale for the mean of a quantity between two ends: logit for shares, logarithm from zero on, else none."""
    if (low, high) == (0.0, 1.0):
        return LOGIT
    return LOG if low == 0.0 and math.isinf(high) else IDENTITY


@dataclass(frozen=True, slots=True)
class Sample:
    """The mean of a quantity over n blocks, and the variance of that mean."""

    mean: float
    variance: float
    n: int

    def on(self, link: Link) -> tuple[float, float]:
        """Mean and variance on the scale of a link; what the scale has no place for lies half a block from its end."""
        mean = self.mean
        if link is not IDENTITY:
            least = 0.5 / self.n
            mean = min(max(mean, least), 1.0 - least if link is LOGIT else math.inf)
        at = np.float64(mean)
        # Blocks that are all alike would have no variance: they are known to half a block
        variance = self.variance or (0.5 / self.n) ** 2
        return float(link.there(at)), float(link.slope(at)) ** 2 * variance


@dataclass(frozen=True, slots=True)
class Effects:
    """The base and what each change alone does to one quantity, on the scale of its link.

    Shapes: `effects` is (k,), NaN for a change that could not be tried alone. `covariance` is that of the base's mean
    and of the k means, (1 + k, 1 + k), on the scale.
    """

    link: Link
    base: float
    effects: Array
    covariance: Array

    @classmethod
    def of(
        cls, link: Link, base: Sample, changes: Sequence[Sample | None], correlation: Array | None = None
    ) -> "Effects":
        """From means of blocks; `correlation` is that of the means of base and changes where blocks are common."""
        spots = [None if each is None else each.on(link) for each in (base, *changes)]
        means = np.array([math.nan if spot is None else spot[0] for spot in spots])
        spread = np.array([0.0 if spot is None else math.sqrt(spot[1]) for spot in spots])
        alike = np.eye(len(spots)) if correlation is None else correlation
        return cls(link, float(means[0]), means[1:] - means[0], alike * np.outer(spread, spread))

    @property
    def typical(self) -> float:
        """The root of the mean squared effect of a change."""
        known = self.effects[np.isfinite(self.effects)]
        return float(np.sqrt(np.mean(known**2))) if len(known) else 0.0

    def together(self, members: Array) -> tuple[Array, Array]:
        """The mean of changes together without interactions and its variance, for rows of changes: (rows, size)."""
        chosen = self.effects[members]
        unseen = ~np.isfinite(chosen)
        mean = self.base + np.where(unseen, 0.0, chosen).sum(axis=1)
        known, places = 1.0 - unseen, members + 1
        of_base = 1.0 - known.sum(axis=1)  # each effect is a mean less the base's
        variance = of_base**2 * self.covariance[0, 0] + 2.0 * of_base * self.covariance[0, places].sum(axis=1)
        variance = variance + self.covariance[places[:, :, None], places[:, None, :]].sum(axis=(1, 2))
        return mean, np.maximum(variance, 0.0) + unseen.sum(axis=1) * (UNSEEN * self.typical) ** 2


@dataclass(frozen=True, slots=True)
class Tried:
    """Changes that were tried together: their numbers in order, and the mean that they had."""

    members: tuple[int, ...]
    seen: Sample


@dataclass(frozen=True, slots=True)
class Forecast:
    """What changes together come to, where single ones are known and some were tried together.

    `pairs` are the interactions that were seen between two changes, with their variances; `spread` is the standard
    deviation of those that were not; `shift` is by how much everything lies off, with its variance.
    """

    effects: Effects
    pairs: Mapping[tuple[int, int], tuple[float, float]]
    spread: float
    shift: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, effects: Effects, tried: Sequence[Tried], shift: tuple[float, float] = (0.0, 0.0)) -> "Forecast":
        """From what was tried: residuals from the sum of single effects, of which noise explains a part."""
        several = [each for each in tried if len(each.members) > 1]
        prior = PRIOR_SHARE * effects.typical
        squares, weight = PRIOR_WEIGHT * prior**2, PRIOR_WEIGHT
        ranges: dict[tuple[int, int], tuple[float, float]] = {}
        residuals: list[Gap] = []  # how far combinations lie from the sum of their effects
        for each in several:
            mean, variance = effects.together(np.array([each.members]))
            seen, noise = each.seen.on(effects.link)
            gap, noise = seen - float(mean[0]), float(variance[0]) + noise
            residuals.append((gap, noise))
            couples = len(each.members) * (len(each.members) - 1) / 2.0
            squares += max(0.0, gap**2 - noise) / couples
            weight += 1.0
        spread = math.sqrt(squares / weight)
        for each, (gap, noise) in zip(several, residuals, strict=True):
            if len(each.members) == 2 and spread > 0.0:
                trust = spread**2 / (spread**2 + noise)
                ranges[each.members[0], each.members[1]] = trust * gap, trust * noise
        return cls(effects, ranges, spread, shift)

    def together(self, members: Array) -> tuple[Array, Array]:
        """The mean of changes together and its variance on the scale, for rows of changes in order: (rows, size)."""
        mean, variance = self.effects.together(members)
        many = len(self.effects.effects)
        gaps, doubts = np.zeros((many, many)), np.full((many, many), self.spread**2)  # of every two changes
        for pair, (gap, doubt) in self.pairs.items():
            gaps[pair], doubts[pair] = gap, doubt
        for one in range(members.shape[1]):
            for other in range(one + 1, members.shape[1]):
                mean = mean + gaps[members[:, one], members[:, other]]
                variance = variance + doubts[members[:, one], members[:, other]]
        return mean + self.shift[0], variance + self.shift[1]

    def after(self, members: Sequence[int], seen: Sample) -> tuple[float, float]:
        """Mean and variance of one combination that was tried: what was expected and what was seen, by precision."""
        mean, variance = seen.on(self.effects.link)
        mean, variance = mean + self.shift[0], variance + self.shift[1]
        if len(members) < 2:
            return mean, variance
        # What would be expected, had just these not been tried together: of more than two no interaction was seen but
        # those of other combinations
        rows = np.array([members])
        means, doubts = self.together(rows) if len(members) > 2 else self.effects.together(rows)
        expected, doubt = float(means[0]), float(doubts[0])
        if len(members) == 2:
            expected, doubt = expected + self.shift[0], doubt + self.spread**2 + self.shift[1]
        trust = doubt / (doubt + variance) if doubt + variance > 0.0 else 1.0
        return trust * mean + (1.0 - trust) * expected, trust * variance


def common_shift(gaps: Sequence[Gap]) -> tuple[float, float]:
    """By how much several differences lie off zero in common, with its variance; each comes with that of its noise.

    Shifts are normal around zero; how far they spread is what of the squares noise does not explain (by moments, as in
    DerSimonian, Laird 1986). Where noise explains all of them there is none.
    """
    spread = sum(gap**2 - noise for gap, noise in gaps) / max(len(gaps), 1)
    if spread <= 0.0:
        return 0.0, 0.0
    precision = 1.0 / spread + sum(1.0 / noise for _, noise in gaps)
    return sum(gap / noise for gap, noise in gaps) / precision, 1.0 / precision


def chance_within(link: Link, mean: Array, variance: Array, low: float, high: float) -> Array:
    """The probability that a quantity lies from `low` to `high`, where it is normal on the scale of a link."""
    deviation = np.sqrt(np.maximum(variance, 1e-300))
    above = np.ones_like(mean) if math.isinf(low) else ndtr((mean - _end(link, low)) / deviation)
    beyond = np.zeros_like(mean) if math.isinf(high) else ndtr((mean - _end(link, high)) / deviation)
    return np.asarray(np.clip(above - beyond, 0.0, 1.0))


def _end(link: Link, value: float) -> float:
    """An end of a range on the scale of a link; an end that lies at the end of the scale is far away."""
    with np.errstate(divide="ignore"):
        return float(link.there(np.float64(value)))


@dataclass(frozen=True, slots=True)
class Pair:
    """What two keys make together, beyond what each does: the share of the variance, and its p-value among its kind."""

    one: int
    other: int
    share: Estimate
    chance: float


def pairs(factors: Sequence[Factor], points: Array, split: Split, level: float, shown: int) -> list[Pair]:
    """The interactions of every two keys that make most, so many; intervals are right for all pairs at once."""
    every = pair_columns(factors, points)
    fit, columns = split.fit, split.fit.columns
    hat = columns @ fit.inverse
    made = {pair: _together(z - hat @ z, fit) for pair, z in every.items() if z.shape[1] < fit.freedom - 1}
    first = sorted(made, key=lambda pair: (-made[pair][0], pair))[:shown]
    alone = sidak_level(level, max(1, len(made)))
    critical = student_critical(alone, len(columns) - 1)
    many, rows = len(columns), []
    without = np.zeros((many, len(first)))  # the shares of chosen pairs less one rule set each
    for gone in range(many):
        fewer = np.delete(columns, gone, axis=0)
        part = Fit(fewer, inverse_of(fewer), fit.places, fit.seen.without(gone))
        hat = fewer @ part.inverse
        for at, pair in enumerate(first):
            own = np.delete(every[pair], gone, axis=0)
            without[gone, at] = _together(own - hat @ own, part)[0] / part.total
    for at, pair in enumerate(first):
        share, chance = made[pair][0] / fit.total, made[pair][1]
        error = float(np.sqrt((many - 1.0) * without[:, at].var()))
        sure = chance < 1.0 - alone
        together = min(1.0, 1.0 - (1.0 - chance) ** len(made))
        rows.append(Pair(*pair, share_estimate(share, error, critical, level, many, sure=sure), together))
    return rows


def _together(extra: Array, fit: Fit) -> tuple[float, float]:
    """The variance that columns make besides those of single keys, and the p-value of that."""
    inverse = np.linalg.pinv(extra)
    own, luck = inverse @ fit.residuals, inverse @ fit.seen.noise
    size = int(np.linalg.matrix_rank(extra))
    left = fit.residuals - extra @ own
    rest_noise = fit.seen.noise - fit.columns @ fit.noise - extra @ luck
    freedom = fit.freedom - size
    rest = float((left @ left - (rest_noise * rest_noise).sum()) / freedom)
    covariance = max(0.0, rest) * (inverse @ inverse.T) + luck @ luck.T
    doubt = rest * (inverse * inverse).sum() + (luck * luck).sum()
    squares = float(own @ np.linalg.pinv(covariance) @ own)
    return float(own @ own - doubt), float(fdtrc(size, freedom, squares / size))
