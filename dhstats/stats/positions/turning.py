"""The win probability of one game, turn by turn: what turned it, and whether that was luck or a decision.

A path has the win probability of the player in focus before every decision and at the end. What a decision changes is
the probability after the chosen move, before anything is drawn, minus that before; the rest of the step is luck.
Sources: Mills, Mills, "Player win averages" (1970), for changes of win probability; STATS §5.3.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Array, Interval, student_critical


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


def card_values(
    counts: Array, outcomes: Array | Sequence[float], copies: Mapping[str, int], level: float = 0.95
) -> dict[str, Estimate]:
    """The worth of one more of each picture in the opening hand instead of an average card of the deck.

    Outcomes on differences of counts, one row a deal; values by picture, in the unit of the outcome, with standard
    errors over deals. They average to 0 over the deck.

    `counts` (n, pictures) is the opening count of deck order 1 minus that of deck order 2, so rows add up to 0;
    `outcomes` (n,) is in favour of the owner of order 1, such as half the difference between a pair's two margins;
    `copies` is the composition of the deck, in the order of the columns. There is no constant: exchanging the decks
    changes the sign of both sides.
    """
    table, names = np.asarray(counts, np.float64), tuple(copies)
    if table.ndim != 2 or table.shape[1] != len(names) or len(names) < 2:
        raise ValueError(f"needs counts (deals, pictures) for {', '.join(names)}, got {table.shape}")
    if (table.sum(axis=1) != 0.0).any():
        raise ValueError("hands of one size differ by counts that add up to 0 in every row")
    y = np.asarray(outcomes, np.float64)
    x = np.ascontiguousarray(table[:, :-1])
    # The coefficients of least squares of y (n,) on x (n, p), and their covariance HC3, for any spread of rows
    if y.shape != x.shape[:1] or not np.isfinite(y).all():
        raise ValueError(f"needs a finite outcome for each of {len(x)} rows, got {y.shape}")
    if len(x) <= x.shape[1]:
        raise ValueError(f"needs more rows than the {x.shape[1]} columns, got {len(x)}")
    if int(np.linalg.matrix_rank(x)) < x.shape[1]:
        raise ValueError("columns depend on each other: leave one out")
    q, r = np.linalg.qr(x)
    inverse = np.linalg.inv(r)
    coefficients, bread = inverse @ (q.T @ y), inverse @ inverse.T
    room = 1.0 - np.einsum("ij,jk,ik->i", x, bread, x)
    if (room <= 1e-12).any():
        raise ValueError("a row decides a coefficient alone: its errors cannot be told")
    pulls = x * ((y - x @ coefficients) / room)[:, None]
    covariance = bread @ (pulls.T @ pulls) @ bread
    df, deck = len(table) - len(coefficients), sum(copies.values())
    average = np.array([copies[name] / deck for name in names[:-1]])
    values = {}
    for at, name in enumerate(names):
        parts = (np.arange(len(average)) == at) - average
        value, se = float(parts @ coefficients), math.sqrt(max(0.0, float(parts @ covariance @ parts)))
        half = student_critical(level, df) * se
        values[name] = Estimate(value, se, Interval(value - half, value + half, level, "t, HC3", len(table), "deals"))
    return values


@dataclass(frozen=True, slots=True)
class Advantages:
    """The legal moves of one state against their average; all (actions,), in the unit of the roll-outs.

    `values` are the mean outcomes, `advantages` add up to 0, `errors` are their standard errors over roll-outs with
    common random numbers (NaN for a single roll-out, but 0 where only one move is legal).
    """

    values: Array
    advantages: Array
    errors: Array


def advantages(rollouts: Array | Sequence[Sequence[float]]) -> Advantages:
    """The advantage of every legal move, Q(s, a) − mean over a of Q(s, a), from roll-outs (actions, K)."""
    table = np.asarray(rollouts, np.float64)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise ValueError(f"needs finite roll-outs (actions, K), got shape {table.shape}")
    actions, k = table.shape
    centred = table - table.mean(axis=0)
    values = table.mean(axis=1)
    if actions == 1:
        return Advantages(values, np.zeros(1), np.zeros(1))
    errors = centred.std(axis=1, ddof=1) / math.sqrt(k) if k > 1 else np.full(actions, math.nan)
    return Advantages(values, values - values.mean(), errors)
