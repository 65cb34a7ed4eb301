"""Runs that stop by themselves, rebuilt with a known truth, many at once: how often intervals hold it, and the bias."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from dhstats.stats.sequential import sequences, verdicts
from dhstats.stats.sequential.stopping import Balance, Better, Proof, Rule, Sample
from dhstats.stats.sequential.stopping_bias import Boundary, Looks, SimulatedRuns, around

Array = np.ndarray[Any, Any]
QUARTERS = np.arange(5) / 4
SHARES = np.array([0.152, 0.001, 0.694, 0.001, 0.152])  # of deals by score among good players (STATS, TV-1.3)
SD = math.sqrt(0.076)
LOOK, MOST = 250, 200_000
BALANCE, PROOF, BETTER = Balance.plan(0.5, 0.02, SD), Proof.plan(0.5, 0.02, SD), Better.plan(0.5, 0.52, SD)
ROWS: dict[str, tuple[Rule, float]] = {
    "balance, truth within the margin": (BALANCE, 0.51),
    "balance, truth just outside": (BALANCE, 0.53),
    "balance, truth far outside": (BALANCE, 0.55),
    "proof, truth within the margin": (PROOF, 0.51),
    "proof, truth outside": (PROOF, 0.535),
    "better, truth one half": (BETTER, 0.5),
    "better, truth nearer the claim": (BETTER, 0.515),
    "better, truth as claimed": (BETTER, 0.52),
    "better, truth beyond the claim": (BETTER, 0.53),
}


def tilted(mean: float) -> Array:
    """Such shares with another mean."""

    def by(slope: float) -> Array:
        weights = SHARES * np.exp(slope * QUARTERS)
        return np.asarray(weights / weights.sum())

    return by(float(brentq(lambda slope: by(slope) @ QUARTERS - mean, -20.0, 20.0)))


def log_ratios(counts: Array, null: float, other: float) -> Array:
    """The log likelihood ratio of two means for many counts at once, by Newton's method on the secular equation."""
    kept = np.where(counts > 0, counts, verdicts.UNSEEN)
    total = kept.sum(axis=-1)

    def log_tilt(mean: float) -> Array:
        gaps = QUARTERS - mean
        x = (kept @ gaps) / (kept @ gaps**2)
        for _ in range(8):
            share = gaps / (1.0 + x[:, None] * gaps)
            step = (kept * share).sum(axis=-1) / (kept * share**2).sum(axis=-1)
            x = np.clip(x + step, -1.0 / gaps[-1] + 1e-9, -1.0 / gaps[0] - 1e-9)
            if np.abs(step).max() < 1e-11:
                break
        assert (np.abs(step) * total < 1e-6).all()
        return np.asarray((kept * np.log1p(x[:, None] * gaps)).sum(axis=-1))

    return log_tilt(null) - log_tilt(other)


@dataclass(frozen=True)
class Rebuilt:
    """Runs that stopped by themselves: their estimates, and how often each kind of interval held the truth.

    Wherever runs stop, their deals together are off by nothing on average: `off` takes what they are by chance from a
    mean of estimates, so that the bias shows.
    """

    estimates: Array
    deals: Array
    by_sequence: float
    by_t: float
    mean: float

    def off(self, estimates: Array) -> float:
        """How far estimates of these runs are from the true mean, on average."""
        chance = self.deals * (self.estimates - self.mean)
        slope = np.cov(estimates, chance)[0, 1] / chance.var(ddof=1)
        return float((estimates - slope * chance).mean() - self.mean)

    def error(self, estimates: Array) -> float:
        """The root of the mean squared distance of estimates from the true mean."""
        return float(np.sqrt(np.mean((estimates - self.mean) ** 2)))


def rebuilt(rule: Rule, mean: float, seed: int, runs: int) -> Rebuilt:
    """Deals drawn and looked at as a run is; the rule ends each run by itself, its large-sample form by counts."""
    lot, shares = np.random.default_rng(seed), tilted(mean)
    counts, deals = np.zeros((runs, 5)), np.zeros(runs, np.int64)
    alive, n = np.ones(runs, bool), 0
    while alive.any() and n < MOST:
        n += LOOK
        counts[alive] += lot.multinomial(LOOK, shares, int(alive.sum()))
        if n < sequences.FIRST_LOOK:
            continue
        deals[alive] = n
        means = counts[alive] @ QUARTERS / n
        spreads = np.sqrt(np.maximum(counts[alive] @ QUARTERS**2 / n - means**2, 0.0))
        boundary = Boundary.drawn(rule, np.array([n]), spreads.mean(keepdims=True))
        alive[alive] = ~boundary.ended(means[None, :], spreads[None, :])[0]
    means = counts @ QUARTERS / deals
    errors = np.sqrt((counts @ QUARTERS**2 / deals - means**2) / deals)
    unit = np.array([sequences.unit_half_width(float(k), 0.05, sequences.tuning(0.05, rule.planned)) for k in deals])
    held = np.abs(means - mean) <= errors * np.sqrt(deals) * unit
    return Rebuilt(means, deals, float(held.mean()), float((np.abs(means - mean) <= 1.96 * errors).mean()), mean)


def without_bias(rule: Rule, found: Rebuilt, seed: int = 7) -> Array:
    """The adjusted estimate of every run, by one set of simulated runs."""
    usual = float(np.median(found.deals))
    sample = Sample(QUARTERS, tilted(found.mean) * usual, 0.0, 1.0)
    runs = SimulatedRuns.drawn(rule, sample, Looks(LOOK, MOST), seed)
    means = around(found.mean, SD, (int(usual), int(runs.looks[0])))
    return found.estimates + np.interp(found.estimates, means, runs.unbiased(means) - means)
