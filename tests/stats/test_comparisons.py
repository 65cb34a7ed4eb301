"""Paired tables, sequences and e-values against the vectors and published values."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dhstats.stats.intervals.blocks import variance_reduction
from dhstats.stats.intervals.intervals import benjamini_hochberg, holm, largest_of
from dhstats.stats.sequential import sequences, verdicts

V = json.loads((Path(__file__).parents[1] / "vectors" / "stats.json").read_text())["v3"]
SCORES, COUNTS = np.array([0.0, 0.25, 0.5, 0.75, 1.0]), np.array(V["gk"]["counts40"])


def test_variance_reduction() -> None:
    """TV-3.1: both variances over that of the difference."""
    found = variance_reduction(V["vrf"]["vb"], V["vrf"]["vt"], V["vrf"]["vd"])
    assert_allclose(found, V["vrf"]["vrf"])
    assert variance_reduction(0.1, 0.1, 0.0) == math.inf


def test_asymptotic_sequence() -> None:
    """TV-3.9: tuning and half-widths."""
    rho2 = sequences.tuning(0.05, 20_000)
    assert_allclose(rho2, V["acs"]["rho2"])
    for n, width in V["acs"]["unit"].items():
        assert_allclose(sequences.unit_half_width(int(n), 0.05, rho2), width)


def test_betting() -> None:
    """TV-3.10: e-value and interval from counts alone; the e-value is large exactly outside the interval."""
    assert_allclose(math.exp(sequences.log_capital(SCORES, COUNTS, 0.5)), V["gk"]["e40_05"])
    interval = sequences.betting(SCORES, COUNTS)
    assert_allclose((interval.low, interval.high), V["gk"]["ci40"], atol=1e-9)
    assert sequences.log_capital(SCORES, COUNTS, interval.low - 0.01) > math.log(20)
    assert sequences.log_capital(SCORES, COUNTS, interval.high - 0.01) < math.log(20)


def test_many_questions() -> None:
    """TV-3.12: Holm, Benjamini-Hochberg, and the largest of correlated statistics."""
    assert_allclose(holm(V["mult"]["p"]), V["mult"]["holm"])
    assert_allclose(benjamini_hochberg(V["mult"]["p"]), V["mult"]["fdr_bh"])
    chance = np.random.default_rng(2)
    shared, own = chance.standard_normal((40_000, 1)), chance.standard_normal((40_000, 5))
    for rho in (0.0, 0.5, 0.9):
        sample = math.sqrt(rho) * shared + math.sqrt(1 - rho) * own
        assert largest_of(sample, 0.95, 4) == pytest.approx(V["maxt"][f"5_{rho:g}"], abs=0.04)


QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def test_log_ratio_of_two_means() -> None:
    """TV-3.6 and TV-3.7: published counts, a match, block scores both ways, and differences of two rule sets."""
    for key in ("pub", "A"):
        known = V["gsprt"][key]
        assert_allclose(
            verdicts.log_ratio(QUARTERS, known["counts"], known["s0"], known["s1"]), known["exact"], atol=1e-6
        )
    normal = V["gsprt_pub_norm"]
    found = verdicts.log_ratio(QUARTERS, V["gsprt"]["pub"]["counts"], 0.5, normal["s1"])
    assert_allclose(found, normal["exact"], atol=1e-6)
    block = V["llr_bal"]["counts"]
    assert_allclose(verdicts.log_ratio(QUARTERS, block, 0.5, 0.505), V["llr_bal"]["llr"], atol=1e-6)
    assert_allclose(verdicts.log_ratio(QUARTERS, block, 0.5, 0.495), V["llr_bal"]["llr_neg"], atol=1e-6)
    nine = [k / 4 for k in range(-4, 5)]
    assert_allclose(verdicts.log_ratio(nine, V["llr_diff"]["counts"], 0.0, 0.05), V["llr_diff"]["llr"], atol=1e-6)


def test_bounds_and_expected_blocks() -> None:
    """TV-3.8: where the test stops, and after how many blocks; with looks in batches too."""
    assert_allclose(verdicts.bounds(0.05, 0.05), V["bounds"])
    for true, (_, blocks) in V["oc"].items():
        assert_allclose(verdicts.expected_blocks(float(true), 0.5, 0.505, 0.076), blocks, rtol=1e-6)
    assert_allclose(verdicts.expected_blocks(0.5, 0.5, 0.505, 0.076, batch=100), 16868.2, rtol=1e-4)
