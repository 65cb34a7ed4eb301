"""The win probability of one game, turn by turn: what turned it, and whether that was luck or a decision.

A path has the win probability of the player in focus before every decision and at the end. What a decision changes is
the probability after the chosen move, before anything is drawn, minus that before; the rest of the step is luck.
Sources: Mills, Mills, "Player win averages" (1970), for changes of win probability; STATS §5.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


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
    path: Sequence[float] | Array, chosen: Sequence[float] | Array, ends: Array | None = None, *, most: int = 3
) -> Explained:
    """Luck against decision and the turning points of one game.

    Shapes: `path` (turns + 1,) before each decision and at the end, `chosen` (turns,) after the move and before its
    luck, by roll-outs of that move; `ends` (turns + 1, 2) are the intervals of the path, those of the result being the
    result. At most `most` turns are named, and only changes whose interval, from those of both ends, leaves out 0.
    Errors: ValueError for shapes that do not fit or values outside 0 to 1.
    Source: Newcombe, Statistics in Medicine 17 (1998), 873, method 10: the interval of a difference of two proportions.
    """
    p, q = np.asarray(path, np.float64), np.asarray(chosen, np.float64)
    if p.ndim != 1 or len(p) < 2 or not ((p >= 0.0) & (p <= 1.0)).all():
        raise ValueError(f"a path needs two probabilities or more, from 0 to 1, got shape {p.shape}")
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
