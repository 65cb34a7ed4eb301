"""Whether a few games look like many: exact checks by drawing as many from both together, again and again.

If nothing differs, the few are as good as any other draw of so many from all games together. Draws are made with a
fixed seed, and the games themselves are one of them, so that a check rejects no more often than its level says.
Sources: Fisher (1935) and Pitman (1937) for permutation tests; Davison, Hinkley, "Bootstrap Methods" (1997), section
4.2, for draws that count the data as one of them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from math import comb
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
DRAWS, SEED = 9_999, 1
ROUNDING = 1e-9  # of a distance: as far as the games are
ROUNDED = 1e-6  # of a sum of shares of wins


def mean_p(few: Sequence[float], many: Sequence[float]) -> float:
    """The chance that as many games as the few have a mean as far from that of all."""

    def away(counts: Array, values: list[Any]) -> Array:
        every = np.array(values)
        return np.asarray(np.abs(counts @ every / len(few) - (sum(few) + sum(many)) / (len(few) + len(many))))

    return _p(few, many, away)


def kinds_p(few: Sequence[str], many: Sequence[str]) -> float:
    """The chance that as many games as the few have shares of kinds as far from those of all (Pearson's X²)."""
    both = Counter(few) + Counter(many)

    def away(counts: Array, values: list[Any]) -> Array:
        expected = np.array([both[value] for value in values]) * len(few) / both.total()
        return np.asarray((np.square(counts - expected) / expected).sum(axis=-1))

    return _p(few, many, away)


def dealt_p(won: Array, marked: Array, games: Array) -> float:
    """The chance that a mark has wins as far from even if each game dealt its marks anew among its players: exact.

    Arrays have a row a player in a game: the share of the win, whether marked (0 or 1), and the number of the game.
    """
    chances = {0.0: 1.0}
    for game in set(games.tolist()):
        one = games == game
        ways, marks = Counter({(0, 0.0): 1}), int(marked[one].sum())
        for share in won[one].tolist():  # marked or not: how many ways lead to so many marks with so much of the win
            ways += Counter({(held + 1, round(total + share, 9)): n for (held, total), n in ways.items()})
        before, chances = chances, defaultdict(float)
        for (held, more), n in ways.items():
            for total, chance in before.items() if held == marks else ():
                chances[round(total + more, 9)] += chance * n / comb(int(one.sum()), marks)
    even = sum(total * chance for total, chance in chances.items())
    away = abs(float(won @ marked) - even) - ROUNDED
    return min(1.0, sum(chance for total, chance in chances.items() if abs(total - even) >= away))


def _p(few: Sequence[Hashable], many: Sequence[Hashable], away: Callable[[Array, list[Any]], Array]) -> float:
    own, both = Counter(few), Counter(few) + Counter(many)
    values = list(both)
    rng = np.random.Generator(np.random.Philox(key=SEED))
    drawn = rng.multivariate_hypergeometric([both[value] for value in values], len(few), DRAWS)
    here = away(np.array([[own[value] for value in values]]), values)[0]
    return float(1 + (away(drawn, values) >= here * (1.0 - ROUNDING)).sum()) / (DRAWS + 1)
