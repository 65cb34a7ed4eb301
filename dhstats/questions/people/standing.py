"""Where players stand: a precision fitted to their decisions, read off on the ladder; how often they find the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.players.positions.judging import Judge, Judged, together
from dhstats.questions.people.records import Records
from dhstats.questions.people.scale import TIE, TOP, Scale, choices_of
from dhstats.stats.estimates import quantal
from dhstats.stats.estimates.quantal import Precision
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval

Array = np.ndarray[Any, Any]

LEVEL = 0.95
EVERYBODY = "all together"
NEAR = 3  # an option is among the first so many if fewer options are worth more


@dataclass(frozen=True)
class Standing:
    """Where somebody stands by so many games and decisions.

    `rung` is that of their precision, `by_loss` that of what they lose a decision (`loss`, a share of a win); `first`
    and `near` are the shares of decisions in which they took the expert's first choice, and one of its three best.
    `better_fit` is how much better per decision, in units of log likelihood, their errors are told by what options are
    worth than by a share of random moves.
    """

    who: str
    games: int
    decisions: int
    precision: Precision
    rung: Estimate
    by_loss: Estimate
    loss: Estimate
    first: Estimate
    near: Estimate
    better_fit: float

    @property
    def nearest(self) -> int:
        """The whole rung that is nearest, to read findings off at."""
        return min(TOP, max(0, round(self.rung.value)))


def judged_games(records: Records, judge: Judge, watch: Any = lambda _: None) -> Judged:
    """All decisions of some games, valued by an expert."""
    parts = []
    for number, game in enumerate(records.games):
        parts.append(judge.judge(number, game.chance, game.turns, game.known))
        watch(number + 1)
    return together(parts)


def seats_of(records: Records, judged: Judged) -> Array:
    """Who made each decision, by name."""
    names = [game.players for game in records.games]
    pairs = zip(judged.games.tolist(), judged.seats.tolist(), strict=True)
    return np.array([names[game][seat] for game, seat in pairs], object)


def standings(records: Records, judged: Judged, scale: Scale) -> tuple[Standing, ...]:
    """Everybody who is judged together, then each by name where there are several; nobody without a decision."""
    who, blocks = seats_of(records, judged), records.blocks
    found = [standing(EVERYBODY, judged.of(np.isin(who, records.names)), blocks, scale)]
    if len(records.names) > 1:
        found += [standing(name, judged.of(who == name), blocks, scale) for name in records.names]
    return tuple(each for each in found if each is not None)


def standing(who: str, judged: Judged, blocks: Array, scale: Scale) -> Standing | None:
    """Where those stand who made some decisions; None where there is no decision."""
    if not len(judged.games):
        return None
    choices = choices_of(judged, blocks)
    precision, losses = quantal.fit(choices, LEVEL), judged.losses
    lapses = quantal.lapses(choices, TIE)
    sure = choices.log_likelihood(min(precision.value, quantal.LARGEST))
    games = choices.games
    loss = mean_over(losses, games, choices.n, choices.unit)
    return Standing(
        who, len(np.unique(judged.games)), len(losses), precision, _read_off(precision, scale),
        _read_loss(loss, scale), loss, mean_over(losses <= TIE, games, choices.n, choices.unit),
        mean_over(better_options(judged) < NEAR, games, choices.n, choices.unit),
        (sure - lapses.log_likelihood) / len(losses),
    )  # fmt: skip


def _read_off(precision: Precision, scale: Scale) -> Estimate:
    """A precision and its interval on the ladder; the standard error is a quarter of the interval."""
    low, high = (scale.rung(end) if not math.isnan(end) else end for end in _ends(precision.interval))
    known = precision.interval
    interval = Interval(low, high, known.level, known.method, known.n, known.unit)
    return Estimate(scale.rung(precision.value), (high - low) / 4.0, interval)


def _ends(interval: Interval) -> tuple[float, float]:
    return max(0.0, interval.low), interval.high


def _read_loss(loss: Estimate, scale: Scale) -> Estimate:
    known = loss.interval
    low, high = scale.rung_of_loss(known.high), scale.rung_of_loss(max(0.0, known.low))
    interval = Interval(low, high, known.level, known.method, known.n, known.unit)
    return Estimate(scale.rung_of_loss(loss.value), (high - low) / 4.0, interval)


def mean_over(values: Array, games: Array, n: int, unit: str = "games", level: float = LEVEL) -> Estimate:
    """The mean over decisions with Student's interval over games, or deals, which their decisions share.

    Source: Cochran 1977, Sampling Techniques, section 2.11, for the ratio of two sums over games.
    """
    sums, sizes = np.bincount(games, values.astype(float), n), np.bincount(games, minlength=n)
    mean = float(sums.sum() / sizes.sum())
    method = f"t over {unit}, linearised ratio"
    if n < 2:
        return Estimate(mean, math.nan, Interval(*UNBOUNDED, level, method, n, unit))
    se = math.sqrt(n / (n - 1) * float(((sums - mean * sizes) ** 2).sum())) / float(sizes.sum())
    half = student_critical(level, n - 1) * se
    return Estimate(mean, se, Interval(mean - half, mean + half, level, method, n, unit))


def better_options(judged: Judged) -> Array:
    """Of each decision how many different worths of options lie above that of the one that was taken."""
    values = judged.values.astype(np.float64)
    found = np.zeros(len(judged.games), np.int64)
    for at, (start, count, choice) in enumerate(_rows(judged)):
        own = values[start : start + count]
        better = np.sort(own[own > own[choice] + TIE])
        found[at] = 0 if not len(better) else 1 + int((np.diff(better) > TIE).sum())
    return found


def _rows(judged: Judged) -> Sequence[tuple[int, int, int]]:
    return list(zip(judged.starts.tolist(), judged.counts.tolist(), judged.choices.tolist(), strict=True))
