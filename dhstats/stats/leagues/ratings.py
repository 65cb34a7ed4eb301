"""Ratings of a round robin: Bradley-Terry with ties as halves and a term for the seat, on the Elo scale.

Sources: Bradley, Terry (1952); Hunter, "MM algorithms for generalized Bradley-Terry models" (2004); White (1982) for
the sandwich covariance; Elo, "The rating of chessplayers" (1978) for the scale.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chdtrc, expit, xlogy

Array = np.ndarray[Any, Any]

ELO = 400.0 / math.log(10.0)  # Elo points for one unit of log odds
STEPS = 100
TOLERANCE = 1e-12
HALF_GAME = 0.5  # added to both sides of every cell where somebody won or lost everything


@dataclass(frozen=True, slots=True)
class Ratings:
    """Fitted ratings: `beta` in log odds with sum zero and `seat` the log odds that beginning adds.

    `covariance` is the model's, of (beta, seat); `sandwich` the one over deals, where blocks were given. `fitted` are
    the scores that the ratings predict for the row, who begins. `deviance` with `df` and `p` tests whether ratings
    describe the scores at all.
    """

    beta: Array
    seat: float
    covariance: Array
    sandwich: Array | None
    fitted: Array
    deviance: float
    df: int
    p: float

    @property
    def elo(self) -> Array:
        """The ratings in Elo points, mean 0."""
        return ELO * self.beta

    @property
    def elo_errors(self) -> Array:
        """Standard errors in Elo points: over deals where known, else the model's."""
        return np.asarray(ELO * np.sqrt(np.maximum(np.diag(self._best)[: len(self.beta)], 0.0)))

    @property
    def _best(self) -> Array:
        return np.asarray(self.covariance if self.sandwich is None else self.sandwich)

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """How many Elo points i is ahead of j, and the standard error."""
        c = self._best
        variance = max(0.0, float(c[i, i] + c[j, j] - 2 * c[i, j]))
        return ELO * float(self.beta[i] - self.beta[j]), ELO * math.sqrt(variance)

    def largest_residual(self, observed: Array, games: Array) -> tuple[int, int, float]:
        """The cell whose score the ratings miss by most: row, column, observed minus fitted."""
        miss = np.where(games > 0, observed - self.fitted, 0.0)
        i, j = np.unravel_index(int(np.argmax(np.abs(miss))), miss.shape)
        return int(i), int(j), float(miss[i, j])


def fit(wins: Array, games: Array, blocks: Array | None = None) -> Ratings:
    """Ratings from the summed score of the row, who begins, and the number of games in each ordered cell.

    `wins` and `games` have shape (k, k); cells with 0 games are left out. `blocks` of shape (n deals, k, k), the row's
    mean score in a deal, gives the covariance over deals. Where somebody won or lost everything half a game is added to
    both sides of every cell.
    """
    wins, games = np.asarray(wins, np.float64), np.asarray(games, np.float64)
    size = len(games)
    if size < 2 or wins.shape != games.shape or (wins < 0).any() or (wins > games).any():
        raise ValueError("ratings need at least two strategies, and wins between 0 and the number of games")
    played = games > 0
    if not _strongly_connected(played | played.T):
        raise ValueError("ratings need strategies that meet, directly or through others")
    beats = np.where(played, wins, 0.0) + np.where(played, games - wins, 0.0).T
    if not _strongly_connected(beats > 0):  # some won or lost everything against the rest: no rating is far enough
        wins = wins + HALF_GAME * played
        games = games + 2 * HALF_GAME * played
    rows, columns = np.nonzero(played)
    full = np.eye(size)[rows] - np.eye(size)[columns]
    design = np.column_stack([full[:, :-1] - full[:, -1:], np.ones(len(rows))])
    n, w = games[played], wins[played]
    theta = _newton(design, w, n)
    rate = expit(design @ theta)
    inverse = np.linalg.inv((design * (n * rate * (1 - rate))[:, None]).T @ design)
    outer = None if blocks is None else _over_deals(blocks[:, played] - rate, n, design)
    deviance, df = _deviance(w, n, rate), len(n) - design.shape[1]
    fitted = np.full((size, size), 0.5)
    fitted[played] = rate
    # From the free parameters to all ratings, of which the last is the others' less, and the seat term
    spread = np.insert(np.eye(size), size - 1, np.r_[-np.ones(size - 1), 0.0], axis=0)
    middle = None if outer is None else spread @ inverse @ outer @ inverse @ spread.T
    full = spread @ theta
    return Ratings(
        full[:size], float(full[size]), spread @ inverse @ spread.T, middle, fitted, deviance, df,
        float(chdtrc(df, deviance)) if df > 0 else math.nan,
    )  # fmt: skip


def _newton(design: Array, wins: Array, games: Array) -> Array:
    theta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        rate = expit(design @ theta)
        slope = design.T @ (wins - games * rate)
        bend = (design * (games * rate * (1 - rate))[:, None]).T @ design
        step = np.linalg.solve(bend, slope)
        step *= min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        theta = theta + step
        if np.abs(step).max() < TOLERANCE:
            break
    return theta


def _over_deals(residuals: Array, games: Array, design: Array) -> Array:
    """The sum over deals of the outer products of their scores: what replaces the model's own variance."""
    per_deal = (residuals * (games / len(residuals))) @ design
    centred = per_deal - per_deal.mean(axis=0)
    return np.asarray(centred.T @ centred * len(residuals) / (len(residuals) - 1))


def _deviance(wins: Array, games: Array, rate: Array) -> float:
    lost = games - wins
    full = xlogy(wins, wins / games) + xlogy(lost, lost / games)
    return float(2.0 * (full - xlogy(wins, rate) - xlogy(lost, 1 - rate)).sum())


def _strongly_connected(edges: Array) -> bool:
    reach = edges | np.eye(len(edges), dtype=bool)
    for _ in range(len(edges)):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return bool(reach.all())
