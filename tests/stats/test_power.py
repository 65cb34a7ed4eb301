"""Planning: numbers of blocks against the vectors, statsmodels, and their own definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri
from statsmodels.stats.power import normal_sample_size_one_tail

from dhstats.stats.sequential.power import blocks_for_effect, blocks_for_equivalence, blocks_for_half_width

variances = st.floats(0.01, 500)
fractions = st.floats(0.05, 0.95)
powers = st.floats(0.5, 0.99)


def equivalence_power(n: int, variance: float, margin: float, effect: float = 0.0) -> float:
    """The chance that both one-sided tests reject: Φ((Δ−θ)/SE − z) + Φ((Δ+θ)/SE − z) − 1, with z for .95."""
    se = (variance / n) ** 0.5
    return max(0.0, sum(ndtr((margin + side * effect) / se - ndtri(0.95)) for side in (-1, 1)) - 1.0)


def test_blocks_for_a_half_width_agree_with_the_vectors(vectors):
    """TV-1 and TV-3.9: blocks for half a point and a tenth of a point, paired and as single games."""
    v1 = vectors["v1"]
    assert blocks_for_half_width(0.076, 0.005) == v1["n_ci_0005"] == vectors["v3"]["acs"]["n_to_0005_ci"]
    assert blocks_for_half_width(0.076, 0.001) == v1["n_ci_0001"]
    assert blocks_for_half_width(0.25, 0.001) == v1["n_naive_0001"]


def test_fixed_sample_size_of_the_sequential_test_agrees_with_the_vector(vectors):
    """TV-3.8: one-sided errors of 5 % each, between .5 and .505, take 32900 blocks."""
    assert blocks_for_effect(0.076, 0.005, power=0.95, alpha=0.10) == vectors["v3"]["fixed_n"]


@pytest.mark.parametrize("margin", ["0.02", "0.01", "0.005", "0.0025"])
def test_blocks_for_equivalence_agree_with_the_vectors(vectors, margin):
    """TV-3.11: blocks to prove balance at 90 % power if the game is balanced."""
    assert blocks_for_equivalence(0.076, float(margin)) == vectors["v3"]["tost_n"][margin]


@pytest.mark.parametrize("n", [10_000, 32_898, 100_000])
@pytest.mark.parametrize("effect", ["0", "0.002", "0.003"])
def test_power_of_equivalence_agrees_with_the_vectors(vectors, n, effect):
    """TV-3.11: power to prove balance within half a point, at three true effects."""
    expected = vectors["v3"]["tost_pow"][f"{n}_{effect}"]
    assert equivalence_power(n, 0.076, 0.005, float(effect)) == pytest.approx(expected, rel=1e-9)
    if expected > 0.5:
        assert blocks_for_equivalence(0.076, 0.005, expected, effect=float(effect)) == pytest.approx(n, abs=1)


@given(variances, st.floats(0.001, 5), powers)
def test_blocks_for_an_effect_agree_with_statsmodels(variance, effect, power):
    """The number is statsmodels' one-tailed sample size at half of alpha, rounded up."""
    theirs = normal_sample_size_one_tail(effect, power, 0.025, std_null=variance**0.5)
    assert blocks_for_effect(variance, effect, power) == pytest.approx(theirs, rel=1e-9, abs=1.0)
    assert blocks_for_effect(variance, -effect, power) == blocks_for_effect(variance, effect, power)


@given(variances, st.floats(0.01, 3), powers, fractions)
def test_blocks_for_equivalence_have_just_the_power(variance, margin, power, part):
    """The number of blocks reaches the power, and one block fewer does not."""
    n = blocks_for_equivalence(variance, margin, power, effect=part * margin)
    if n > 3:
        assert equivalence_power(n, variance, margin, part * margin) >= power - 1e-9
        assert equivalence_power(n - 1, variance, margin, part * margin) < power + 1e-9
    assert blocks_for_equivalence(variance, margin, power, effect=-part * margin) == n


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda: blocks_for_half_width(0.0, 0.01), "variance must be a positive number, got 0.0"),
        (lambda: blocks_for_half_width(0.1, -0.01), "half_width must be a positive number, got -0.01"),
        (lambda: blocks_for_half_width(0.1, 0.01, level=95), "strictly between 0 and 1, got 95"),
        (lambda: blocks_for_effect(0.1, 0.0), "effect must be a positive number, got 0.0"),
        (lambda: blocks_for_effect(0.1, 0.1, power=1.0), "power must lie strictly between 0 and 1, got 1.0"),
        (lambda: blocks_for_effect(0.1, 0.1, alpha=0.0), "alpha must lie strictly between 0 and 1, got 0.0"),
        (lambda: blocks_for_equivalence(0.1, 0.0), "margin must be a positive number, got 0.0"),
        (lambda: blocks_for_equivalence(0.1, 0.005, effect=0.005), "smaller than the margin 0.005, got 0.005"),
    ],
)
def test_wrong_plans_are_refused_with_their_value(plan, message):
    """Plans that no number of blocks can meet are refused."""
    with pytest.raises(ValueError, match=message):
        plan()
