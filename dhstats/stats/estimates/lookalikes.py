"""Whether a few games look like many: exact checks by drawing as many from both together, again and again.

If nothing differs, the few are as good as any other draw of so many from all games together. Draws are made with a
fixed seed, and the games themselves are one of them, so that a check rejects no more often than its level says.
Sources: Fisher (1935) and Pitman (1937) for permutation tests; Davison, Hinkley, "Bootstrap Methods" (1997), section
4.2, for draws that count the data as one of them.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import comb
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
DRAWS, SEED = 9_999, 1
ROUNDING = 1e-9  # of a distance: as far as the games are
ROUNDED = 1e-6  # of a sum of parts of wins
PARTS = (1, 2, 6, 12, 60, 2520)  # of which the shares of a win are whole numbers


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
    parts = next((each for each in PARTS if np.allclose(each * won, np.rint(each * won))), PARTS[-1])
    whole, order, chances = np.rint(parts * won).astype(np.int64), np.argsort(games, kind="stable"), np.ones(1)
    for rows in np.split(order, np.flatnonzero(np.diff(games[order])) + 1):
        ways, marks = Counter({(0, 0): 1}), int(marked[rows].sum())
        for share in whole[rows].tolist():  # marked or not: how many ways lead to so many marks with so much of the win
            ways += Counter({(held + 1, total + share): n for (held, total), n in ways.items()})
        one = np.zeros(int(whole[rows].sum()) + 1)
        for (held, total), n in ways.items():
            one[total] += n / comb(len(rows), marks) if held == marks else 0.0
        chances = np.convolve(chances, one)
    totals = np.arange(len(chances))
    even = float(totals @ chances)
    return min(1.0, float(chances[np.abs(totals - even) >= abs(float(whole @ marked) - even) - ROUNDED].sum()))


def _p(few: Sequence[Hashable], many: Sequence[Hashable], away: Callable[[Array, list[Any]], Array]) -> float:
    own, both = Counter(few), Counter(few) + Counter(many)
    values = list(both)
    rng = np.random.Generator(np.random.Philox(key=SEED))
    drawn = rng.multivariate_hypergeometric([both[value] for value in values], len(few), DRAWS)
    here = away(np.array([[own[value] for value in values]]), values)[0]
    return float(1 + (away(drawn, values) >= here * (1.0 - ROUNDING)).sum()) / (DRAWS + 1)
