"""The win probability of one game, turn by turn: what turned it, and whether that was luck or a decision.

A path has the win probability of the player in focus before every decision and at the end. What a decision changes is
the probability after the chosen move, before anything is drawn, minus that before; the rest of the step is luck.
Sources: Mills, Mills, "Player win averages" (1970), for changes of win probability; STATS §5.2 and §5.3.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
SETTLED = (0.05, 0.95)


@dataclass(frozen=True, slots=True)
class PathShape:
    """The drama of one game by its win probabilities.

    `excitement` is the sum of absolute changes, `variation` that of squares; `decided` is the first entry of the path
    from which on it stays outside 5 to 95 % (turns + 1 for a draw), also as a share of the turns; `effective_length`
    counts turns as even as a coin flip, `entropy_length` the same in bits; `comeback` is 1 minus the winner's lowest
    probability (NaN for a draw); `lead_changes` are crossings of one half.
    """

    excitement: float
    variation: float
    decided: int
    decided_share: float
    effective_length: float
    entropy_length: float
    comeback: float
    lead_changes: int


def path_shape(path: Sequence[float] | Array) -> PathShape:
    """The drama of a game from its win probabilities (turns + 1,), the last of which is the result.

    Errors: ValueError for fewer than two entries or values outside 0 to 1.
    """
    p = _path(path)
    steps = np.diff(p)
    open_turns = np.flatnonzero((p > SETTLED[0]) & (p < SETTLED[1]))
    decided = int(open_turns[-1]) + 1 if len(open_turns) else 0
    sides = np.sign(p - 0.5)
    sides = sides[sides != 0.0]
    inner = p[(p > 0.0) & (p < 1.0)]
    bits = -(inner * np.log2(inner) + (1.0 - inner) * np.log2(1.0 - inner))
    low = {1.0: float(p.min()), 0.0: 1.0 - float(p.max())}.get(float(p[-1]), math.nan)
    return PathShape(
        float(np.abs(steps).sum()),
        float((steps**2).sum()),
        decided,
        decided / len(steps),
        float((4.0 * p * (1.0 - p)).sum()),
        float(bits.sum()),
        1.0 - low,
        int((np.diff(sides) != 0.0).sum()),
    )


@dataclass(frozen=True, slots=True)
class Resolution:
    """How the result becomes known, turn by turn, over many games.

    `steps` (T,) is the mean squared change at each turn, `known` (T + 1,) the share of the result decided by then. For
    right probabilities the steps add up to `variance`, p(1 − p), and `drift` (T,), the mean change, is 0.
    """

    steps: Array
    drift: Array
    known: Array
    variance: float


def resolution(paths: Array, weights: Array | None = None) -> Resolution:
    """How much every turn decides, from paths of equal length (games, T + 1), each with its weight.

    Carry the result of shorter games on to the end. Errors: ValueError for another shape, or a result known before.
    """
    table = np.asarray(paths, np.float64)
    if table.ndim != 2 or table.shape[1] < 2 or table.size == 0:
        raise ValueError(f"needs paths (games, turns + 1), got {table.shape}")
    share = np.ones(len(table)) if weights is None else np.asarray(weights, np.float64)
    share = share / share.sum()
    centre = share @ table
    spread = share @ (table - centre) ** 2
    if spread[-1] == 0.0:
        raise ValueError("all games have one result: there is nothing to become known")
    changes = np.diff(table, axis=1)
    return Resolution(share @ changes**2, share @ changes, spread / spread[-1], float(spread[-1]))


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a game went as it did, from the win probability of the player in focus.

    Shapes: `changes`, `decisions` and `luck` are (turns,), with changes = decisions + luck. `turning` are the turns
    (from 0) that changed most, the largest first, none that may be noise.
    """

    changes: Array
    decisions: Array
    luck: Array
    turning: tuple[int, ...]

    def by_player(self, movers: Sequence[int] | Array) -> dict[int, tuple[float, float]]:
        """Decisions and luck added up over the turns of each player, from the player in focus's point of view."""
        who = np.asarray(movers)
        return {
            int(player): (float(self.decisions[who == player].sum()), float(self.luck[who == player].sum()))
            for player in np.unique(who)
        }


def explained(
    path: Sequence[float] | Array,
    chosen: Sequence[float] | Array,
    ends: Array | None = None,
    *,
    most: int = 3,
) -> Explained:
    """Luck against decision and the turning points of one game.

    Shapes: `path` (turns + 1,) before each decision and at the end, `chosen` (turns,) after the move and before its
    luck, by roll-outs of that move; `ends` (turns + 1, 2) are the intervals of the path, those of the result being the
    result. At most `most` turns are named, and only changes whose interval, from those of both ends, leaves out 0.
    Errors: ValueError for shapes that do not fit or values outside 0 to 1.
    Source: Newcombe, Statistics in Medicine 17 (1998), 873, method 10: the interval of a difference of two proportions.
    """
    p, q = _path(path), np.asarray(chosen, np.float64)
    spans = np.stack([p, p], axis=1) if ends is None else np.asarray(ends, np.float64)
    if q.shape != (len(p) - 1,) or spans.shape != (len(p), 2) or not ((q >= 0.0) & (q <= 1.0)).all():
        raise ValueError(f"needs a probability after each of {len(p) - 1} moves, got {q.shape} and ends {spans.shape}")
    changes = np.diff(p)
    below, above = p - spans[:, 0], spans[:, 1] - p
    risen, fallen = np.hypot(above[:-1], below[1:]), np.hypot(below[:-1], above[1:])
    noise = np.where(changes > 0.0, risen, fallen)
    order = np.argsort(-np.abs(changes), kind="stable")[: max(0, most)]
    turning = tuple(int(turn) for turn in order if abs(changes[turn]) > noise[turn])
    return Explained(changes, q - p[:-1], p[1:] - q, turning)


def _path(path: Sequence[float] | Array) -> Array:
    p = np.asarray(path, np.float64)
    if p.ndim != 1 or len(p) < 2 or not ((p >= 0.0) & (p <= 1.0)).all():
        raise ValueError(f"a path needs two probabilities or more, from 0 to 1, got shape {p.shape}")
    return p
