"""Confidence intervals, and how to make one for a yes-or-no event seen once per independent unit."""

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from scipy.special import betainc, betaincinv, ndtr, ndtri, stdtr, stdtrit


def whole(name: str, value: int, least: int | None = None) -> int:
    """A count is a whole number; an integer of any kind becomes an exact Python integer."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {value!r}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    return number


def tally(counts: Iterable[tuple[int, int]]) -> dict[int, int]:
    """A histogram with exact whole values and counts; values that never occurred are left out."""
    kept: dict[int, int] = {}
    for value, count in counts:
        if number := whole(f"count of {value}", count, least=0):
            kept[whole("value", value)] = number
    return kept


def open_share(name: str, value: float) -> float:
    """A level, a power or a probability that lies strictly between 0 and 1."""
    if not 0.0 < value < 1.0:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value}")
    return float(value)


def positive(name: str, value: float) -> float:
    """A length such as a margin, a half-width or a variance, which must be above zero."""
    if not 0.0 < value < float("inf"):
        raise ValueError(f"{name} must be a positive number, got {value}")
    return float(value)


def make_exact(record: Any, least: Mapping[str, int]) -> None:
    """Every field of a new frozen record becomes an exact Python integer, which cannot overflow."""
    for field in fields(record):
        exact = whole(field.name, getattr(record, field.name), least.get(field.name))
        object.__setattr__(record, field.name, exact)


def enough_blocks(needed: int, n: int) -> int:
    """The number of blocks, if there are as many as a statistic needs."""
    if n < needed:
        raise ValueError(f"needs at least {needed} blocks, got {n}")
    return n


def normal_quantile(share: float) -> float:
    """The point below which a standard normal variable falls with probability `share`."""
    return float(ndtri(open_share("share", share)))


def normal_share(z: float) -> float:
    """The probability that a standard normal variable falls below z."""
    return float(ndtr(z))


def normal_critical(level: float) -> float:
    """The z that a standard normal variable stays within, on both sides, with probability `level`."""
    return -float(ndtri((1.0 - open_share("level", level)) / 2.0))


def student_critical(level: float, df: int) -> float:
    """The t that a Student variable with `df` degrees of freedom stays within with probability `level`."""
    return -float(stdtrit(df, (1.0 - open_share("level", level)) / 2.0))


def student_tail(t: float, df: int) -> float:
    """The probability that a Student variable with `df` degrees of freedom exceeds t."""
    return float(stdtr(df, -t))


def binomial_at_least(successes: int, n: int, rate: float) -> float:
    """The probability of at least this many successes in n trials, as an incomplete beta function."""
    if successes <= 0:
        return 1.0
    return 0.0 if successes > n else float(betainc(successes, n - successes + 1, rate))


def binomial_at_most(successes: int, n: int, rate: float) -> float:
    """The probability of at most this many successes in n trials, as an incomplete beta function."""
    return binomial_at_least(n - successes, n, 1.0 - rate)


UNBOUNDED = (-math.inf, math.inf)
LEAST_DEALS = 30  # with an event: seen in fewer, what goes with it has no interval that can be relied on
TOO_FEW = "too few deals for an interval"
# What an interval rests on where all blocks have one value: their bounds, or how far off an exception may be
EQUAL, ALIKE = "Clopper–Pearson bound, as all blocks are equal", "rule of three"
EXACT = "worked out, not measured"  # of what is known without playing
EXCEPTION = "no exception being off by more than"


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, with the method behind it and the number of independent units it rests on.

    Units: `low` and `high` are in the unit of the estimate, and infinite where the data set no limit; `n`
    counts `unit`, for example "games" or "deals".
    """

    low: float
    high: float
    level: float
    method: str
    n: int
    unit: str

    def __post_init__(self) -> None:
        open_share("level", self.level)
        if not self.low <= self.high:
            raise ValueError(f"interval must run from low to high, got [{self.low}, {self.high}]")

    @property
    def half_width(self) -> float:
        """Half the distance between the ends."""
        return (self.high - self.low) / 2.0

    @property
    def middle(self) -> float:
        """Half the way from one end to the other."""
        return (self.low + self.high) / 2.0

    def minus(self, value: float) -> "Interval":
        """The interval of the number less a value."""
        return replace(self, low=self.low - value, high=self.high - value)

    def taken_from(self, value: float) -> "Interval":
        """The interval of a value less the number."""
        return replace(self, low=value - self.high, high=value - self.low)

    def contains(self, value: float) -> bool:
        """The value is compatible with the data: it lies between the ends, or on one."""
        return self.low <= value <= self.high

    def inside(self, low: float, high: float) -> bool:
        """The whole interval lies strictly between two limits."""
        return low < self.low and self.high < high

    def outside(self, low: float, high: float) -> bool:
        """The whole interval lies strictly to one side of the region from low to high."""
        return self.high < low or high < self.low


def wilson(successes: int, n: int, level: float = 0.95, unit: str = "games") -> Interval:
    """Wilson's score interval for the rate of an event; the default for true yes-or-no counts.

    Source: Wilson 1927, J. Am. Stat. Assoc. 22; Brown, Cai & DasGupta 2001.
    """
    k, n = whole("successes", successes, least=0), whole("n", n, least=1)
    if k > n:
        raise ValueError(f"successes must be at most n, got {k} of {n}")
    return wilson_mean(k, n, 1, level, unit)


def wilson_mean(total: int, n: int, scale: int, level: float = 0.95, unit: str = "games") -> Interval:
    """Wilson's interval for the mean of n scores from 0 to 1, in whole multiples of 1/scale that add up to `total`.

    Scores of 0 and 1 alone give `wilson`. Others, such as draws that count one half, vary less than those two with the
    same mean do, so that it is too wide rather than too narrow.
    """
    k, n = whole("total", total, least=0), whole("n", n, least=1)
    if k > n * scale:
        raise ValueError(f"total must be at most {n * scale}, got {k}")
    z, rate = normal_critical(level), k / (n * scale)
    # Wilson 1927: [(p + z²/2n) ± z √(p(1−p)/n + z²/4n²)] / (1 + z²/n)
    shrink = 1.0 + z * z / n
    centre = (rate + z * z / (2 * n)) / shrink
    half = z * math.sqrt(rate * (1.0 - rate) / n + z * z / (4 * n * n)) / shrink
    ends = (0.0 if k == 0 else centre - half, 1.0 if k == n * scale else centre + half)  # exact in spite of rounding
    return Interval(*ends, level, "Wilson", n, unit)


def no_spread_interval(
    value: float, n: int, level: float, bounds: tuple[float, float], unit: str, largest: float = 0.0
) -> Interval:
    """What n equal values say about their mean: other values are rare, and no further off than the bounds.

    The rate of other values is at most U, the Clopper–Pearson limit after none in n (about 3/n); so the mean lies
    within U times the distance from the value to either bound. Where there is none, `assumed` says how far that is,
    from the `largest` value that occurred.
    """
    low, high = assumed(value, bounds, largest)
    if not low <= value <= high:
        raise ValueError(f"value {value} lies outside its bounds [{low}, {high}]")
    method = EQUAL if (low, high) == bounds else f"{ALIKE}, {EXCEPTION} {high - value:g}"
    rate = clopper_pearson(0.0, n, level, method, n, unit).high
    below, above = rate * (value - low), rate * (high - value)
    return Interval(value - below, value + above, level, method, n, unit)


def student_interval(
    value: float, se: float, n: int, level: float, bounds: tuple[float, float], method: str
) -> Interval:
    """Student's interval for a mean over n deals, value ± t(n − 1) · SE, which ends where its bounds do.

    Deals that are all alike have SE 0, which says nothing about what was not seen: then the bounds alone decide how far
    off the mean may be.
    """
    if se == 0.0:
        return no_spread_interval(value, n, level, bounds, "deals")
    half = student_critical(level, n - 1) * se
    return within(Interval(value - half, value + half, level, method, n, "deals"), bounds)


def assumed(value: float, bounds: tuple[float, float], largest: float = 0.0) -> tuple[float, float]:
    """Between what a block lies of which all had one value: its bounds, or what is taken for them where one is missing.

    A quantity that never varied is known, not unknown: a block that is an exception is taken to be off by no more than
    twice that value (so that even its sign may turn), twice the `largest` that occurred, or one.
    """
    low, high = bounds
    away = max(1.0, 2.0 * abs(value), 2.0 * largest)
    return (low if math.isfinite(low) else value - away, high if math.isfinite(high) else value + away)


def within(interval: Interval, bounds: tuple[float, float]) -> Interval:
    """The interval as far as there can be such values: beyond the bounds lies nothing."""
    low, high = max(interval.low, bounds[0]), min(interval.high, bounds[1])
    return replace(interval, low=low, high=high) if low <= high else interval


def too_few(n: int, level: float, unit: str) -> Interval:
    """What n deals say of something seen in fewer than `LEAST_DEALS`: its ends are infinite, and its method says so."""
    return Interval(*UNBOUNDED, level, TOO_FEW, n, unit)


def if_enough(interval: Interval) -> Interval:
    """The interval, if it rests on as many deals as one needs."""
    return interval if interval.n >= LEAST_DEALS else too_few(interval.n, interval.level, interval.unit)


def clopper_pearson(rate: float, n: float, level: float, method: str, deals: int, unit: str) -> Interval:
    """The exact interval for a rate that is known as well as from n independent observations, n not always whole.

    It covers with at least its level, also for rare events.
    Sources: Clopper & Pearson 1934, Biometrika 26; Korn & Graubard 1998, Surv. Methodol. 24, for an effective number of
    observations.
    """
    tail, hits = (1.0 - open_share("level", level)) / 2.0, rate * n
    # Clopper & Pearson 1934 as beta quantiles: [B(α/2; k, n−k+1), B(1−α/2; k+1, n−k)]
    low = 0.0 if hits <= 0.0 else float(betaincinv(hits, n - hits + 1.0, tail))
    high = 1.0 if hits >= n else float(betaincinv(hits + 1.0, n - hits, 1.0 - tail))
    return Interval(min(low, rate), max(high, rate), level, method, deals, unit)


Array = np.ndarray[Any, Any]
DRAWS = 20_000  # of the largest of correlated normals; its quantile is then good to about 0.01


def sidak_level(level: float, count: int) -> float:
    """The level of each of `count` intervals that are all right at once with probability `level`.

    Exact for independent ones, conservative for intervals around jointly normal means. Source: Šidák (1967).
    """
    open_share("level", level)
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    return float(level ** (1.0 / count))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values that control the chance of any false rejection, for any dependence.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    return _adjusted(p_values, lambda p: np.maximum.accumulate(p * np.arange(len(p), 0, -1)))


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values that control the expected share of false rejections among all rejections.

    Source: Benjamini, Hochberg, "Controlling the false discovery rate" (1995).
    """
    return _adjusted(p_values, lambda p: np.minimum.accumulate((p * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1])


def _adjusted(p_values: Sequence[float], steps: Callable[[Array], Array]) -> tuple[float, ...]:
    """P-values in steps that are taken from the smallest to the largest, each in its place."""
    p = np.asarray(p_values, np.float64)
    if len(p) == 0 or not ((p >= 0.0) & (p <= 1.0)).all():
        raise ValueError("p-values must be from 0 to 1, and at least one")
    order, adjusted = np.argsort(p, kind="stable"), np.empty(len(p))
    adjusted[order] = np.minimum(steps(p[order]), 1.0)
    return tuple(map(float, adjusted))


def standard_errors(blocks: Array) -> Array:
    """The standard error of each mean over deals; shape of a block."""
    return np.asarray(blocks.std(axis=0, ddof=1, dtype=np.float64) / np.sqrt(len(blocks)))


def largest_of(samples: Array, level: float, seed: int) -> float:
    """The value that the largest absolute of jointly normal means stays below with probability `level`.

    `samples` has shape (n deals, m statistics); their correlation over deals is taken, constant ones left out.
    """
    spread = samples.std(axis=0)
    varying = samples[:, spread > 0]
    if varying.shape[1] == 0:
        return 0.0
    return largest_normal(np.atleast_2d(np.corrcoef(varying, rowvar=False)), level, seed)


def largest_normal(correlation: Array, level: float, seed: int) -> float:
    """The value that the largest absolute of standard normals of this correlation stays below; shape (m, m)."""
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    normals = np.random.Generator(np.random.Philox(key=seed)).standard_normal((DRAWS, len(values)))
    return float(np.quantile(np.abs(normals @ root.T).max(axis=1), level))
