"""Verdicts: every outcome, its boundaries, the blocks still needed, and blocks without spread."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.weightstats import DescrStatsW

from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.sequential.power import blocks_for_effect, blocks_for_equivalence
from dhstats.stats.sequential.verdicts import judge

tallies = st.lists(st.integers(0, 4000), min_size=5, max_size=5).filter(lambda ns: sum(n > 0 for n in ns) > 1)
margins = st.floats(0.001, 0.2)


def scores(counts) -> BlockSums:
    """Pair scores 0, ¼, ½, ¾, 1 with these counts."""
    return BlockSums.from_counts(dict(enumerate(counts)), scale=4)


def with_moments(mean: float, sd: float, n: int) -> BlockSums:
    """Blocks with about these moments: values mean ± sd, in millionths, half and half."""
    low, high = round((mean - sd) * 10**6), round((mean + sd) * 10**6)
    return BlockSums.from_counts({low: n // 2, high: n - n // 2}, scale=10**6)


def p_equivalence(counts, null: float, margin: float) -> float:
    """The p-value of two one-sided tests by statsmodels."""
    return float(DescrStatsW(np.arange(5) / 4, counts).ttost_mean(null - margin, null + margin)[0])


def test_the_90_percent_interval_agrees_with_the_vector(vectors):
    """TV-3.11: the interval that says what two one-sided tests of 5 % say, and their p as statsmodels has it."""
    expected, counts = vectors["v3"]["tost"], vectors["v1"]["penta_counts"]
    narrow = judge(scores(counts), 0.5, 0.005).interval90
    assert [narrow.low, narrow.high] == pytest.approx(expected["ci90"], rel=1e-9)
    assert narrow.level == pytest.approx(0.9)
    for margin, key in ((0.005, "p"), (0.004, "p004"), (0.002, "p002")):
        assert p_equivalence(counts, 0.5, margin) == pytest.approx(expected[key], rel=1e-6)


def test_pilot_run_is_balanced_but_its_tiny_difference_is_detectable(vectors):
    """TV-3.11: a score of .4968 ± .0006 is balanced within half a point, and yet certainly not .5."""
    verdict = judge(scores(vectors["v1"]["penta_counts"]), 0.5, 0.005)
    assert (verdict.kind, verdict.tiny, verdict.blocks_needed) == ("balanced", True, 0)
    assert (verdict.estimate, verdict.se) == pytest.approx((0.49680125, 0.000616407781), rel=1e-9)
    assert verdict.effect == pytest.approx(-0.00319875)
    assert (verdict.null, verdict.margin, verdict.n) == (0.5, 0.005, 200_000)


@pytest.mark.parametrize(
    ("mean", "kind", "tiny"),
    [
        (0.500, "balanced", False),
        (0.503, "balanced", True),
        (0.505, "leaning", False),
        (0.506, "leaning", False),
        (0.508, "unbalanced", False),
        (0.492, "unbalanced", False),
        (0.4945, "leaning", False),
        (0.4985, "balanced", False),
    ],
)
def test_precise_runs_end_in_every_certain_verdict(mean, kind, tiny):
    """With an SE of .001 and a margin of .005, the verdict follows the estimate."""
    verdict = judge(with_moments(mean, 0.1, 10_000), 0.5, 0.005)
    assert (verdict.kind, verdict.tiny) == (kind, tiny)
    assert (verdict.blocks_needed > 0) == (kind == "leaning")


@pytest.mark.parametrize(
    ("mean", "kind"), [(0.5, "undecided"), (0.505, "undecided"), (0.511, "leaning"), (0.52, "unbalanced")]
)
def test_coarse_runs_stay_undecided(mean, kind):
    """With an SE of .005 the same margin leaves most estimates open."""
    assert judge(with_moments(mean, 0.1, 400), 0.5, 0.005).kind == kind


@given(tallies, margins)
def test_balanced_means_the_90_percent_interval_fits(counts, margin):
    """Balance is claimed exactly when both one-sided tests reject at .05, that is when the 90 % interval fits."""
    verdict, p = judge(scores(counts), 0.5, margin), p_equivalence(counts, 0.5, margin)
    assume(abs(p - 0.05) > 1e-9)
    assert (verdict.kind == "balanced") == (p < 0.05)
    assert (verdict.kind == "balanced") == verdict.interval90.inside(0.5 - margin, 0.5 + margin)
    assert verdict.interval95.half_width > verdict.interval90.half_width
    assert verdict.interval90.contains(verdict.estimate)


@given(tallies, margins)
def test_verdict_follows_its_intervals(counts, margin):
    """Unbalanced: beyond the margin for certain. Leaning: not null for certain. Undecided: neither."""
    verdict = judge(scores(counts), 0.5, margin)
    beyond = verdict.interval95.outside(0.5 - margin, 0.5 + margin)
    assert (verdict.kind == "unbalanced") == beyond
    if verdict.kind in ("leaning", "undecided"):
        assert verdict.interval95.contains(0.5) == (verdict.kind == "undecided")
        assert verdict.blocks_needed >= 1
        assert not verdict.tiny


@given(tallies, margins)
def test_swapping_seats_keeps_the_verdict_and_flips_the_effect(counts, margin):
    """Seen from the other seat, the same blocks give the same verdict with the opposite sign."""
    ours, theirs = judge(scores(counts), 0.5, margin), judge(scores(counts[::-1]), 0.5, margin)
    assert theirs.effect == pytest.approx(-ours.effect, abs=1e-12)
    assume(abs(p_equivalence(counts, 0.5, margin) - 0.05) > 1e-9)
    assert (theirs.kind, theirs.tiny) == (ours.kind, ours.tiny)
    assert theirs.blocks_needed == pytest.approx(ours.blocks_needed, rel=1e-6, abs=1)


def test_margins_in_points_are_judged_against_zero():
    """Margins work as scores do: null 0, and a region of half a point."""
    sums = BlockSums.from_values([3, -2, 1, 0, -1, 2, -3, 0] * 4000, scale=2)
    assert judge(sums, 0.0, 0.5).kind == "balanced"


def test_undecided_run_asks_for_the_blocks_of_an_equivalence_claim():
    """An estimate inside the margin is planned as a claim of balance at that effect, with power .9."""
    sums = with_moments(0.501, 0.1, 900)
    verdict = judge(sums, 0.5, 0.005)
    assert verdict.kind == "undecided"
    total = blocks_for_equivalence(sums.variance, 0.005, effect=sums.mean - 0.5)
    assert verdict.blocks_needed == total - 900


def test_leaning_run_beyond_the_margin_asks_for_the_blocks_that_show_it():
    """An estimate outside the margin is planned as a test of its distance to the margin, with power .9."""
    sums = with_moments(0.511, 0.1, 500)
    verdict = judge(sums, 0.5, 0.005)
    assert verdict.kind == "leaning"
    assert verdict.blocks_needed == blocks_for_effect(sums.variance, sums.mean - 0.505) - 500


def test_coarse_run_is_planned_as_if_the_game_were_balanced():
    """If the SE exceeds the margin, an estimate inside it is as good as none."""
    sums = with_moments(0.503, 0.1, 200)
    assert sums.se > 0.005
    assert judge(sums, 0.5, 0.005).blocks_needed == blocks_for_equivalence(sums.variance, 0.005) - 200


def test_estimate_just_beyond_the_edge_is_planned_one_standard_error_off():
    """A distance to the edge below one SE is not known well enough to plan with."""
    sums = with_moments(0.506, 0.1, 1000)
    assert judge(sums, 0.5, 0.005).blocks_needed == blocks_for_effect(sums.variance, sums.se) - 1000


@given(tallies, margins)
def test_estimates_near_the_edge_do_not_ask_for_blocks_without_end(counts, margin):
    """At most ten times the blocks at hand are asked for, or what proves a balanced game."""
    sums = scores(counts)
    assume(sums.n > 30)
    assert judge(sums, 0.5, margin).blocks_needed <= max(10 * sums.n, blocks_for_equivalence(sums.variance, margin))


@pytest.mark.parametrize("mean", [0.5005, 0.502, 0.512])
def test_blocks_asked_for_do_decide(mean):
    """If the estimate stays where it is, the blocks asked for end the matter."""
    first = judge(with_moments(mean, 0.1, 600), 0.5, 0.005)
    assert first.kind in ("undecided", "leaning")
    assert judge(with_moments(mean, 0.1, 600 + first.blocks_needed), 0.5, 0.005).kind in ("balanced", "unbalanced")


def test_stricter_alpha_changes_both_levels():
    """With α = .01 the intervals have the levels 99 % and 98 %."""
    verdict = judge(with_moments(0.5, 0.1, 100), 0.5, 0.005, alpha=0.01)
    assert (verdict.interval95.level, verdict.interval90.level) == (0.99, 0.98)


def test_equal_blocks_without_bounds_are_judged():
    """What every deal has is known: off the margin it is unbalanced, and within it once enough deals say so."""
    assert judge(BlockSums.from_values([6] * 50, 1), 0.0, 0.5).kind == "unbalanced"
    verdict = judge(BlockSums.from_values([0] * 50, 4), 0.0, 0.005)
    assert (verdict.kind, verdict.se) == ("undecided", 0.0)
    assert judge(BlockSums.from_values([0] * (50 + verdict.blocks_needed), 4), 0.0, 0.005).kind == "balanced"


def test_few_equal_blocks_are_undecided_and_say_how_many_decide():
    """Fifty equal differences bound the mean by .07; some 740 would bound it by the margin."""
    verdict = judge(BlockSums.from_values([0] * 50, 4), 0.0, 0.005, bounds=(-1.0, 1.0))
    assert verdict.kind == "undecided"
    assert 50 + verdict.blocks_needed == math.ceil(math.log(0.025) / math.log(0.995))
    more = BlockSums.from_values([0] * (50 + verdict.blocks_needed), 4)
    assert judge(more, 0.0, 0.005, bounds=(-1.0, 1.0)).kind == "balanced"


@given(st.integers(2, 3000), margins)
def test_equal_blocks_are_balanced_where_an_edge_would_rarely_give_them(n, margin):
    """Without spread: balanced where a mean on an edge gives so many equal blocks in 5 % of runs at most."""
    verdict = judge(BlockSums.from_values([2] * n, 4), 0.5, margin, bounds=(0.0, 1.0))
    p = (1 - min(1.0, 2 * margin)) ** n
    assume(abs(p - 0.05) > 1e-9)
    assert (verdict.kind == "balanced") == (p < 0.05)


@pytest.mark.parametrize(("null", "rate"), [(0.32, 0.03 / 0.25), (0.28, 0.13 / 0.75)])
def test_equal_blocks_are_planned_for_the_edge_that_is_easier_to_reach(null, rate):
    """Scores of ¼ reach the lower edge by a few 0s, the upper edge by a few 1s, whichever is rarer."""
    verdict = judge(BlockSums.from_values([1] * 10, 4), null, 0.1, bounds=(0.0, 1.0))
    assert 10 + verdict.blocks_needed == math.ceil(math.log(0.025) / math.log(1 - rate))


def test_few_equal_blocks_beyond_the_margin_ask_for_more():
    """Three wins in three deals are not yet a verdict; a few more are."""
    verdict = judge(BlockSums.from_values([4] * 3, 4), 0.5, 0.005, bounds=(0.0, 1.0))
    assert verdict.kind == "undecided"
    more = BlockSums.from_values([4] * (3 + verdict.blocks_needed), 4)
    assert judge(more, 0.5, 0.005, bounds=(0.0, 1.0)).kind == "unbalanced"


@pytest.mark.parametrize(
    ("value", "n", "margin", "kind", "needed"),
    [(4, 1000, 0.005, "unbalanced", 0), (2, 2, 0.7, "balanced", 0), (3, 20, 0.25, "leaning", 20)],
)
def test_equal_blocks_far_off_within_and_on_the_edge(value, n, margin, kind, needed):
    """Wins alone; a region that no value can leave; a value on its edge, which gives no rate to plan with."""
    verdict = judge(BlockSums.from_values([value] * n, 4), 0.5, margin, bounds=(0.0, 1.0))
    assert (verdict.kind, verdict.blocks_needed) == (kind, needed)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda s: judge(s, 0.5, 0.0), "margin must be a positive number, got 0.0"),
        (lambda s: judge(s, 0.5, -0.1), "margin must be a positive number, got -0.1"),
        (lambda s: judge(s, 0.5, 0.005, alpha=0.5), "alpha must lie strictly between 0 and 0.5, got 0.5"),
        (lambda s: judge(BlockSums.from_values([2], 4), 0.5, 0.005), "at least 2 blocks, got 1"),
        (lambda s: judge(BlockSums(0, 0, 0, 4), 0.5, 0.005), "at least 1 blocks, got 0|at least 2 blocks, got 0"),
    ],
)
def test_wrong_questions_are_refused_with_their_value(ask, message):
    """Margins, levels and runs that admit no verdict are refused."""
    with pytest.raises(ValueError, match=message):
        ask(scores([1, 2, 3, 4, 5]))
