"""How each of a round robin does against all the others, and how far each is behind the best."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.questions.leagues.league import League
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.tables import basis_of, limits, number, ranged, table, text
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.corrections import sidak_level, standard_errors
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import Interval, no_spread_interval
from dhstats.stats.leagues.payoffs import SCORES, joint_intervals, upper_cells

Array = np.ndarray[Any, Any]
LEVEL = 0.95
GAPS = (-1.0, 1.0)


@dataclass(frozen=True)
class Standing:
    """One of a round robin: the score against all the others, and how far behind the best that is.

    `score` is right for all of them at once; so is `behind`, of whichever two are compared. The best has no `behind`.
    """

    name: str
    score: Estimate
    behind: Estimate | None


def standings(league: League) -> tuple[Standing, ...]:
    """All of a round robin in its order."""
    size = len(league.names)
    apart = ~np.eye(size, dtype=bool)
    rates = (league.payoffs.strength_blocks * apart).sum(axis=2, dtype=np.float64) / (size - 1)
    best = int(rates.mean(axis=0).argmax())
    scores = [_estimate(rates[:, at], size, SCORES) for at in range(size)]
    pairs = len(upper_cells(size))
    gaps = [None if at == best else _estimate(rates[:, best] - rates[:, at], pairs, GAPS) for at in range(size)]
    return tuple(map(Standing, league.names, scores, gaps))


def _estimate(values: Array, together: int, bounds: tuple[float, float]) -> Estimate:
    """A mean over deals, with an interval that is right together with so many others (Šidák)."""
    deals, alone = len(values), sidak_level(LEVEL, together)
    mean, error = float(values.mean(dtype=np.float64)), float(standard_errors(values))
    if error == 0.0:
        return Estimate(mean, 0.0, replace(no_spread_interval(mean, deals, alone, bounds, "deals"), level=LEVEL))
    reach = student_critical(alone, deals - 1) * error
    low, high = max(bounds[0], mean - reach), min(bounds[1], mean + reach)
    return Estimate(mean, error, Interval(low, high, LEVEL, "t, Šidák", deals, "deals"))


def beating(league: League, found: tuple[Standing, ...]) -> tuple[str, ...]:
    """Who beats the best of them beyond doubt, all pairs judged at once."""
    best = next(at for at, each in enumerate(found) if each.behind is None)
    cells = upper_cells(len(found))
    intervals = zip(cells, joint_intervals(league.payoffs.strength_blocks, cells, LEVEL), strict=True)
    better = [j if i == best else i for (i, j), seen in intervals if best in (i, j) and _loses(seen, first=i == best)]
    return tuple(found[at].name for at in better)


def _loses(score: Interval, *, first: bool) -> bool:
    """Whether one of a pair loses beyond doubt, from the score of the first of them."""
    return score.high < 0.5 if first else score.low > 0.5


def against_all(found: tuple[Standing, ...], column: str, title: str) -> Table:
    """A row each, in the order of the round robin; `column` is what they are, in one word."""
    unit = "share of a win"
    columns = (
        text(column, column.capitalize(), "name"),
        number("score", title, unit, "score.value"),
        *limits(unit, "score.interval"),
        *basis_of("score.interval"),
        *ranged("behind", "Behind the best", unit, "behind"),
    )
    return table("overall", f"{title} against all others", columns, found)
