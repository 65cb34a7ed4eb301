"""What twenty games of people can show, and what they cannot: widths of intervals with and without common deals."""

from __future__ import annotations

from dataclasses import dataclass

from dhstats.questions.playtests.rung import RungGames
from dhstats.stats.estimates.common_deals import FewGames, correlation, few_games
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.power import blocks_for_effect

TABLE = 20
EDGE = 0.05  # an edge that a designer would want to see: five games in 100
POWER = 0.8


@dataclass(frozen=True)
class Power:
    """Half-widths at twenty games, correlations with their intervals, and how many games show an edge.

    `enough` is the number of games of different deals in which an edge of five games in 100 shows four times in five.
    """

    few: FewGames
    with_par: float
    with_par_interval: Interval
    common: float
    common_interval: Interval
    deviation: float
    enough: int
    deals: int


def power(played: RungGames) -> Power:
    """From games of a rung: the spread of one result, how much of it par tells, how much two tables have in common."""
    with_par, par_interval = correlation(played.first, played.par)
    common, common_interval = correlation(played.first, played.again)
    deviation = float(played.first.std(ddof=1)) or 0.5
    few = few_games(TABLE, deviation, with_par, max(0.0, common))
    enough = blocks_for_effect(deviation**2, EDGE, POWER)
    return Power(few, with_par, par_interval, common, common_interval, deviation, enough, len(played.first))
