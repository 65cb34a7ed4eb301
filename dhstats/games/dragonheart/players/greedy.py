"""Greedy play."""

from typing import Any

from dhstats.engine.stream import below
from dhstats.games.dragonheart.rules.collecting import claims_figure, points_taken


def choose(view: Any, moves: Any, count: int, noise: Any) -> int:
    """Takes the most points it can right now, the figure counting with its points; ties are broken at random."""
    best = 0
    best_points = -1
    ties = 0
    for i in range(count):
        points = points_taken(view, moves[i])
        if claims_figure(view, moves[i]):
            points += view.rules.figure_points
        if points > best_points:
            best, best_points, ties = i, points, 1
        elif points == best_points:
            ties += 1
            if below(noise, ties) == 0:
                best = i
    return best
