"""Skill against luck: how much of the variance of results goes to strategies, to deals, and to what is left.

Sources: Searle, Casella, McCulloch, "Variance components" (1992); Shrout, Fleiss, "Intraclass correlations" (1979).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.special import betainc

from dhstats.stats.estimates import ratios
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Array, Interval, normal_quantile

Four = tuple[float, float, float, float]  # of deal, pairing, deal by pairing, noise
EXACT_GAMES = 2_000  # up to here the chance to lead is counted exactly, beyond by the normal distribution
MOST_GAMES = 10**9


@dataclass(frozen=True, slots=True)
class Budget:
    """The components of variance of a fully crossed design, and what they rest on.

    `shares` of (deal, pairing, deal by pairing, noise) add up to 1; a component that came out negative counts as 0, and
    with one game a cell (`replicates` 1) the third includes noise. `share_errors` are jackknife standard errors over
    deals. `alike` says that every deal had the same results.
    """

    deals: int
    replicates: int
    shares: Four
    share_errors: Four
    alike: bool = False

    def intervals(self, level: float = 0.95) -> tuple[Interval, ...]:
        """The jackknife intervals of the shares over deals."""
        pairs = zip(self.shares, self.share_errors, strict=True)
        return tuple(ratios.share_interval(share, error, self.deals, level, alike=self.alike) for share, error in pairs)


def budget(results: Array) -> Budget:
    """The components of variance of results of shape (deals, pairings, replicates): balanced analysis of variance."""
    results = np.asarray(results, np.float64)
    if results.ndim != 3 or results.shape[0] < 3 or results.shape[1] < 2 or results.shape[2] < 1:
        raise ValueError(f"a variance budget needs (3+ deals, 2+ pairings, 1+ replicates), got {results.shape}")
    shares = _shares(_components(results))
    if sum(shares) == 0.0:
        raise ValueError("all results are equal: there is no variance to share out")
    alike = bool((results == results[:1]).all())
    left = np.array([_shares(_components(np.delete(results, group, axis=0))) for group in ratios.groups(len(results))])
    return Budget(results.shape[0], results.shape[2], shares, _four(ratios.error(left)), alike)


def _components(y: Array) -> Four:
    """Components of variance: deal, pairing, deal by pairing, noise."""
    d, p, r = y.shape
    grand, by_deal, by_pairing, cells = y.mean(), y.mean(axis=(1, 2)), y.mean(axis=(0, 2)), y.mean(axis=2)
    deal = p * r * ((by_deal - grand) ** 2).sum() / (d - 1)
    pairing = d * r * ((by_pairing - grand) ** 2).sum() / (p - 1)
    both = r * ((cells - by_deal[:, None] - by_pairing[None] + grand) ** 2).sum() / ((d - 1) * (p - 1))
    noise = ((y - cells[..., None]) ** 2).sum() / (d * p * (r - 1)) if r > 1 else 0.0
    return _four(((deal - both) / (p * r), (pairing - both) / (d * r), (both - noise) / r, noise))


def _four(values: Iterable[float]) -> Four:
    a, b, c, d = map(float, values)
    return a, b, c, d


def _shares(parts: Four) -> Four:
    kept = [max(part, 0.0) for part in parts]
    total = sum(kept)
    return _four(part / total if total > 0.0 else 0.0 for part in kept)


def win_share(blocks: Array, games: int, level: float = 0.95) -> Estimate:
    """How much of who wins is decided by choosing strategies, with its jackknife interval over deals."""

    def skilled(rates: Array, deals: float) -> float:
        # The law of total variance for win rates of all cells, sampling noise taken off
        mean = float(rates.mean())
        noise = float((rates * (1 - rates) / (deals * games - 1)).mean())
        return max(float(rates.var()) - noise, 0.0) / (mean * (1 - mean))

    return ratios.share_of_means(skilled, blocks, level)


def games_to_lead(lead: float, spread: float, certainty: float = 0.95) -> int | None:
    """The fewest games after which the better player has more points with this probability; None beyond a billion.

    `lead` is how many points per game they are ahead, `spread` the standard deviation of that from game to game; by the
    normal distribution.
    """
    if lead <= 0.0:
        return None
    games = max(1, math.ceil((normal_quantile(certainty) * spread / lead) ** 2))
    return games if games <= MOST_GAMES else None


def games_to_tell(score: float, certainty: float = 0.95) -> int | None:
    """The fewest games after which the better player leads with this probability; None beyond a billion games.

    `score` is their chance of winning a game, draws counted as half a win each way; a level count is no lead. Exact up
    to 2,000 games (odd numbers, so that someone leads), by the normal distribution beyond.
    """
    if not 0.5 < score < 1.0:
        return 1 if score >= 1.0 else None
    for games in range(1, EXACT_GAMES, 2):
        need = games // 2 + 1
        if float(betainc(need, games - need + 1, score)) >= certainty:
            return games
    z = normal_quantile(certainty)
    games = math.ceil(score * (1 - score) * (z / (score - 0.5)) ** 2)
    return games if games <= MOST_GAMES else None
