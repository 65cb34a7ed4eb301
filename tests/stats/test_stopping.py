"""Stopping rules against the sequences and ratios they are made of, and what looking again and again does to them."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.intervals import normal_critical
from dhstats.stats.sequential import sequences, verdicts
from dhstats.stats.sequential.at_any_time import judge_at_any_time
from dhstats.stats.sequential.stopping import (
    Balance,
    Better,
    Outcome,
    Remaining,
    Rule,
    Sample,
    Width,
    guard,
    known_within,
    remaining,
    sequence,
)
from tests.stats.rebuilt import log_ratios

Array = np.ndarray[Any, Any]
QUARTERS = np.arange(5) / 4
GAPS = np.arange(-4, 5) / 4
VARIANCE = 0.076  # of a deal's mean score in a mirror match (STATS, section 11)
SD = math.sqrt(VARIANCE)
FIXED = 32_900  # TV-3.11: blocks that prove balance within .005 with power .9 if nobody looks before the end
BALANCE, WIDTH, BETTER = Balance.plan(0.5, 0.005, SD), Width.plan(0.005, SD), Better.plan(0.5, 0.505, SD)
RULES = pytest.mark.parametrize("rule", [BALANCE, WIDTH, BETTER], ids=["balance", "width", "better"])


def scored(counts: Any) -> Sample:
    """A sample of mean scores of two games."""
    return Sample(QUARTERS, np.asarray(counts, np.float64), 0.0, 1.0)


def differences(counts: Any) -> Sample:
    """A sample of differences of such scores."""
    return Sample(GAPS, np.asarray(counts, np.float64), -1.0, 1.0)


def sums_of(sample: Sample) -> BlockSums:
    """The same blocks as exact sums."""
    return BlockSums.from_counts({k: int(count) for k, count in enumerate(sample.counts)}, 4)


def written_out(sample: Sample) -> list[float]:
    """Every block by itself."""
    pairs = zip(sample.support.tolist(), sample.counts.tolist(), strict=True)
    return [value for value, count in pairs for _ in range(int(count))]


@pytest.fixture(scope="module")
def pilot(vectors: dict[str, Any]) -> Sample:
    """TV-1.3: two hundred thousand pairs."""
    return scored(vectors["v1"]["penta_counts"])


@pytest.mark.parametrize("sample", [scored([3, 1, 4, 1, 5]), differences([2, 0, 7, 1, 8, 2, 8, 1, 8])])
def test_moments_are_those_of_the_blocks_written_out(sample: Sample) -> None:
    """Number, mean and variance with divisor n, block by block."""
    blocks = written_out(sample)
    assert sample.n == len(blocks)
    assert sample.mean == pytest.approx(sum(blocks) / len(blocks))
    assert sample.variance == pytest.approx(float(np.var(blocks)))


def test_samples_add_up() -> None:
    """Parts of a run together are the run, in any order, and the parts stay what they were."""
    one, other = scored([3, 1, 4, 1, 5]), scored([0, 2, 0, 7, 1])
    assert sorted(written_out(one + other)) == sorted(written_out(one) + written_out(other))
    assert ((one + other).counts == (other + one).counts).all()
    assert (one.n, other.n, (one + other).n) == (14, 10, 24)
    assert ((one + other).low, (one + other).high) == (0.0, 1.0)


def test_sequence_of_the_pilot(vectors: dict[str, Any], pilot: Sample) -> None:
    """TV-3.10 A: planned for twenty thousand blocks, on two hundred thousand."""
    found = sequence(pilot, 0.05, 20_000)
    assert_allclose((found.low, found.high), vectors["v3"]["gk"]["acs_ci"], atol=1e-12)
    assert found.level == pytest.approx(0.95)


def log_capital(values: list[float], mean: float) -> float:
    """K(m) of the design, written out for one block after another: twenty bets a side, each side half the money."""
    total = 0.0
    for j in range(1, 21):
        up, down = 2.0**-j / mean, 2.0**-j / (1.0 - mean)
        total += math.exp(sum(math.log1p(up * (value - mean)) for value in values))
        total += math.exp(sum(math.log1p(-down * (value - mean)) for value in values))
    return math.log(total / 40.0)


def test_guard_of_scores(vectors: dict[str, Any], pilot: Sample) -> None:
    """TV-3.10 B: on forty blocks, and on the pilot."""
    for sample, key in ((scored(vectors["v3"]["gk"]["counts40"]), "ci40"), (pilot, "pil_ci")):
        found = guard(sample, 0.05)
        assert_allclose((found.low, found.high), vectors["v3"]["gk"][key], atol=1e-9)
        assert (found.n, found.level) == (sample.n, 0.95)


def test_guard_of_differences_ends_where_the_capital_is_twenty(vectors: dict[str, Any]) -> None:
    """At both ends a bettor on (D + 1) / 2 has turned 1 into 20; within, less."""
    sample = differences(vectors["v3"]["llr_diff"]["counts"])
    found, values = guard(sample, 0.05), [(value + 1.0) / 2.0 for value in written_out(sample)]
    for end in (found.low, found.high):
        assert log_capital(values, (end + 1.0) / 2.0) == pytest.approx(math.log(20.0), abs=1e-6)
    assert found.low < sample.mean < found.high
    assert log_capital(values, (sample.mean + 1.0) / 2.0) < math.log(20.0)


def test_evidence_for_balance(pilot: Sample) -> None:
    """TV-3.11: one-sided log e-values on the pilot; at .005 one of them is below log 20, at .01 both are above."""
    for margin, known in ((0.005, (1.75948710, 82.80848922)), (0.01, (52.84011546, 209.96685522))):
        found = Balance.plan(0.5, margin, SD).e_values(pilot)
        assert_allclose(found, known, atol=1e-6)
        assert (min(found) >= math.log(20.0)) == (margin == 0.01)


def test_evidence_for_balance_of_differences(vectors: dict[str, Any]) -> None:
    """Against the bets on the stretched differences, block by block; exchanged signs exchange the two numbers."""
    counts = np.array(vectors["v3"]["llr_diff"]["counts"], float)
    rule = Balance.plan(0.0, 0.1, 0.2)
    above, below = rule.e_values(differences(counts))
    values = [(value + 1.0) / 2.0 for value in written_out(differences(counts))]
    by_hand = [sum(math.log1p(2.0**-j / 0.45 * (value - 0.45)) for value in values) for j in range(1, 21)]
    assert above == pytest.approx(float(np.logaddexp.reduce(by_hand)) - math.log(20.0))
    assert_allclose(rule.e_values(differences(counts[::-1])), (below, above), atol=1e-9)


def test_verdicts_on_the_pilot(pilot: Sample) -> None:
    """Mean .4968 ± .0020: within .005, beyond .001, and neither for .003; known to .0025, not to .0015."""
    expected: dict[float, Outcome] = {0.005: "balanced", 0.001: "unbalanced", 0.003: "open"}
    for margin, outcome in expected.items():
        assert Balance(0.5, margin, 0.05, 40_000).outcome(pilot) == outcome
    assert Width(0.0025, 0.05, 20_000).outcome(pilot) == "narrow"
    assert Width(0.0015, 0.05, 20_000).outcome(pilot) == "open"
    assert Better.plan(0.5, 0.505, SD).outcome(pilot) == "not better"
    assert Better.plan(0.5, 0.495, SD).outcome(pilot) == "better"


SAMPLES = st.tuples(
    st.integers(0, 2**30), st.integers(300, 60_000), st.floats(-0.03, 0.03), st.sampled_from([0.002, 0.005, 0.02])
)


def drawn(seed: int, n: int, shift: float) -> Sample:
    """Blocks of some run."""
    shares = np.array([0.15, 0.01, 0.68, 0.01, 0.15]) + shift * np.array([-1.0, 0.0, 0.0, 0.0, 1.0])
    return scored(np.random.default_rng(seed).multinomial(n, shares / shares.sum()))


@given(SAMPLES)
def test_outcomes_are_what_the_sequences_say(case: tuple[int, int, float, float]) -> None:
    """Balanced: the interval of twice the chance lies inside. Unbalanced: the other one lies outside. Narrow: half of it."""
    seed, n, shift, margin = case
    sample, rule = drawn(seed, n, shift), Balance(0.5, margin, 0.05, 30_000)
    mean, spread = float(np.mean(written_out(sample))), float(np.std(written_out(sample)))
    wide, narrow = (
        spread * sequences.unit_half_width(n, alpha, sequences.tuning(alpha, 30_000)) for alpha in (0.05, 0.1)
    )
    inside, outside = abs(mean - 0.5) + narrow < margin, abs(mean - 0.5) - wide > margin
    assert rule.outcome(sample) == ("balanced" if inside else "unbalanced" if outside else "open")
    assert rule.reached(sample.mean, sample.variance**0.5, n) == (inside or outside)
    assert Width(margin, 0.05, 30_000).outcome(sample) == ("narrow" if wide <= margin else "open")


@given(SAMPLES)
def test_better_is_what_the_ratio_says(case: tuple[int, int, float, float]) -> None:
    """The likelihood ratio against the bounds of Wald."""
    seed, n, shift, margin = case
    sample, rule = drawn(seed, n, shift), Better.plan(0.5, 0.5 + margin, SD)
    ratio = verdicts.log_ratio(QUARTERS.tolist(), sample.counts.tolist(), 0.5, 0.5 + margin)
    assert rule.ratio(sample) == ratio
    bound = math.log(0.95 / 0.05)
    assert rule.outcome(sample) == ("better" if ratio >= bound else "not better" if ratio <= -bound else "open")


@pytest.mark.parametrize("sample", [scored([0, 0, 10, 0, 289]), scored([289, 0, 10, 0, 0]), scored([1, 0, 297, 0, 1])])
def test_nothing_is_decided_before_three_hundred_blocks(sample: Sample) -> None:
    """However clear it looks; one more block decides."""
    rules: tuple[Rule, ...] = (Balance(0.5, 0.05, 0.05, 400), Width(0.1, 0.05, 400), Better.plan(0.5, 0.6, SD))
    assert sample.n == 299
    assert {rule.outcome(sample) for rule in rules} == {"open"}
    assert "open" not in {rule.outcome(sample + scored([0, 0, 1, 0, 0])) for rule in rules}
    assert judge_at_any_time(sums_of(sample), 0.5, 0.05, 400).kind == "undecided"
    assert judge_at_any_time(sums_of(sample + scored([0, 0, 1, 0, 0])), 0.5, 0.05, 400).kind in (
        "balanced",
        "unbalanced",
    )


@pytest.mark.parametrize("value", range(5))
def test_without_spread_the_guard_decides(value: int) -> None:
    """Blocks that are all alike say nothing of their spread, so no interval is a point; what a block can be does, by bets."""
    for blocks in (400, 100_000):
        found = judge_at_any_time(sums_of(scored(np.eye(5)[value] * blocks)), 0.5, 0.005, 40_000)
        assert found.interval95.low < found.interval95.high
        assert found.interval90.low < found.interval90.high
    sample = scored(np.eye(5)[value] * 100_000)
    assert {rule.outcome(sample) for rule in (WIDTH, BETTER)} == {"open"}
    told = "balanced" if value == 2 else "unbalanced"
    assert found.kind == told  # without bounds as well: an exception is taken to be no further off than one
    assert BALANCE.outcome(sample) == told
    assert judge_at_any_time(sums_of(sample), 0.5, 0.005, 40_000, bounds=(0.0, 1.0)).kind == told
    assert BALANCE.outcome(scored(np.eye(5)[value] * 299)) == "open"
    assert BALANCE.outcome(scored(np.eye(5)[2] * 310)) == "open"  # few: half a point off is not ruled out by bets


@given(SAMPLES)
def test_verdicts_of_a_watched_run_are_those_of_the_sequences(case: tuple[int, int, float, float]) -> None:
    """Both intervals, the four outcomes, and blocks to come just where it is open."""
    seed, n, shift, margin = case
    sample = drawn(seed, n, shift)
    found = judge_at_any_time(sums_of(sample), 0.5, margin, 30_000)
    wide, narrow = sequence(sample, 0.05, 30_000), sequence(sample, 0.1, 30_000)
    for ours, known in ((found.interval95, wide), (found.interval90, narrow)):
        assert_allclose((ours.low, ours.high), (known.low, known.high), atol=known.half_width / n)
        assert ours.level == pytest.approx(known.level)
    assert found.interval95.method == "asymptotic confidence sequence"
    outside = found.interval95.outside(0.5 - margin, 0.5 + margin)
    inside = found.interval90.inside(0.5 - margin, 0.5 + margin)
    rest = "undecided" if found.interval95.contains(0.5) else "leaning"
    assert found.kind == ("balanced" if inside else "unbalanced" if outside else rest)
    assert found.tiny == (inside and not found.interval95.contains(0.5))
    assert (found.n, found.null, found.margin) == (n, 0.5, margin)
    assert (found.blocks_needed == 0) == (inside or outside)


@pytest.mark.parametrize("counts", [[45, 3, 204, 3, 45], [700, 0, 1600, 0, 690], [4000, 10, 22_000, 10, 4100]])
def test_a_page_does_not_contradict_the_rule_that_ended_its_run(counts: list[int]) -> None:
    """A run that just ended as balanced is balanced in its report too: both measure the spread alike."""
    sample = scored(counts)
    reach = abs(sample.mean - 0.5) + sequence(sample, 0.1, 1000).half_width
    margin = reach * (1.0 + 1.0 / (10.0 * sample.n))
    assert Balance(0.5, margin, 0.05, 1000).outcome(sample) == "balanced"
    assert judge_at_any_time(sums_of(sample), 0.5, margin, 1000).kind == "balanced"


@pytest.mark.parametrize("counts", [[0, 0, 20, 0, 180], [0, 0, 20, 0, 0], [0, 0, 0, 0, 20], [60, 0, 100, 0, 60]])
def test_what_is_undecided_needs_more_blocks(counts: list[int]) -> None:
    """Too few blocks, or few that are all alike: undecided, and so at least one more is needed."""
    found = judge_at_any_time(sums_of(scored(counts)), 0.5, 0.1, 400)
    assert found.kind == "undecided"
    assert found.blocks_needed >= 1


@pytest.mark.parametrize(("counts", "kind"), [([0, 0, 1000, 0, 0], "balanced"), ([0, 0, 0, 0, 1000], "unbalanced")])
def test_what_was_the_same_in_many_blocks_is_known(counts: list[int], kind: str) -> None:
    """No variance is knowledge: of a thousand blocks that are all alike few others can be exceptions."""
    found = judge_at_any_time(sums_of(scored(counts)), 0.5, 0.1, 400)
    assert (found.kind, found.blocks_needed) == (kind, 0)


def test_watched_runs_need_a_margin() -> None:
    """A margin of nothing, or a single block, cannot be judged."""
    with pytest.raises(ValueError, match="margin"):
        judge_at_any_time(sums_of(scored([50, 0, 300, 0, 50])), 0.5, 0.0, 400)
    with pytest.raises(ValueError, match=r"."):
        judge_at_any_time(sums_of(scored([0, 0, 1, 0, 0])), 0.5, 0.005, 400)


def test_plans_are_those_of_the_design() -> None:
    """TV-3.9: 28 148 blocks to .005 if planned for 20 000, a little fewer if planned for the very number; TV-3.8."""
    rule = Width(0.005, 0.05, 20_000)
    assert not rule.reached(0.5, SD, 28_147)
    assert rule.reached(0.5, SD, 28_148)
    assert 27_500 < WIDTH.planned < 28_148
    assert WIDTH.reached(0.5, SD, WIDTH.planned + 1.0)
    assert not WIDTH.reached(0.5, SD, WIDTH.planned - 1.0)
    assert BETTER.planned == pytest.approx(26_356.0, abs=0.1)
    assert (BETTER.alpha, BETTER.beta) == (0.05, 0.05)
    assert BALANCE.reached(0.5, SD, BALANCE.planned)


def test_nothing_remains_where_the_end_is_reached(pilot: Sample) -> None:
    """No blocks for the estimate itself, whatever the other means would take."""
    for rule in (BALANCE, Width(0.0025, 0.05, 20_000), BETTER):
        assert rule.outcome(pilot) != "open"
        assert remaining(rule, pilot.mean, pilot.variance**0.5, pilot.n).blocks == 0.0


@RULES
@pytest.mark.parametrize("mean", [0.4, 0.49, 0.494, 0.496, 0.4999, 0.5, 0.501, 0.504, 0.506, 0.52])
def test_the_end_comes_after_the_blocks_that_remain(rule: Rule, mean: float) -> None:
    """Blocks of that mean and deviation: not reached well before, reached then."""
    found = remaining(rule, mean, SD, 1000)
    if found.blocks > 0.0:
        assert rule.reached(mean, SD, 1000 + found.blocks)
        assert not rule.reached(mean, SD, 1000 + 0.998 * found.blocks - 1.0)


@RULES
def test_blocks_played_are_blocks_less_to_play(rule: Rule) -> None:
    """As a run goes on with the same mean and deviation, its end stays where it was."""
    ends = [n + remaining(rule, 0.501, SD, n).blocks for n in (500, 2000, 8000, 10_000)]
    assert_allclose(ends, ends[0], rtol=1e-3)
    spreads = [remaining(rule, 0.501, sd, 1000).blocks for sd in (0.1, 0.2, 0.3, 0.5)]
    assert spreads == sorted(set(spreads))


def test_no_end_is_in_sight_on_the_edge() -> None:
    """On the edge of the margin, midway between two means, and where all blocks are alike."""
    for edge in (0.5, -0.5):
        assert remaining(Balance(0.0, 0.5, 0.05, 400), edge, 0.2, 1000).blocks == math.inf
    assert remaining(Better.plan(0.5, 0.75, SD), 0.625, SD, 1000).blocks == math.inf
    assert remaining(BALANCE, 0.505, SD, 1000).high == math.inf
    assert remaining(BALANCE, 0.5, 0.0, 1000) == Remaining(math.inf, 0.0, math.inf)


@dataclass(frozen=True)
class Runs:
    """Many runs at their looks; arrays (runs, looks), `n` (looks,)."""

    counts: Array
    n: Array

    @property
    def means(self) -> Array:
        """Their means."""
        return np.asarray(self.counts @ QUARTERS / self.n)

    @property
    def deviations(self) -> Array:
        """Their deviations with divisor n."""
        return np.asarray(np.sqrt(self.counts @ QUARTERS**2 / self.n - self.means**2))

    def reach(self, alpha: float, planned: float) -> Array:
        """Half-widths of their sequences."""
        rho2 = sequences.tuning(alpha, planned)
        return np.asarray(self.deviations * [sequences.unit_half_width(int(n), alpha, rho2) for n in self.n])

    def at(self, values: Array, when: Array) -> Array:
        """Values at a look of each run."""
        return np.asarray(np.broadcast_to(values, self.means.shape)[np.arange(len(when)), when])


def watched(shares: Array, by: float, runs: int, looks: int, seed: int, every: int = 500) -> Runs:
    """Runs with a mean of one half and so much more, looked at every so many blocks."""
    moved = shares + by * np.array([-1.0, 0.0, 0.0, 0.0, 1.0])
    parts = np.random.default_rng(seed).multinomial(every, moved, size=(runs, looks))
    return Runs(parts.cumsum(axis=1), np.arange(1, looks + 1) * every)


def balance_outcomes(found: Runs, rule: Balance) -> Array:
    """1 where the rule says balanced, 2 where it says unbalanced, 0 where it is open; checked on a few of them."""
    away = np.abs(found.means - rule.null)
    inside = away + found.reach(2.0 * rule.alpha, rule.planned) < rule.margin
    outside = away - found.reach(rule.alpha, rule.planned) > rule.margin
    outcomes = np.where(inside, 1, np.where(outside, 2, 0))
    words = np.array(["open", "balanced", "unbalanced"])
    for row, look in [(0, 0), *np.argwhere(inside)[:5], *np.argwhere(outside)[:5], *np.argwhere(outcomes == 0)[-5:]]:
        assert rule.outcome(scored(found.counts[row, look])) == words[outcomes[row, look]]
    return outcomes


@pytest.mark.parametrize("true", [0.005, -0.005, 0.0051, 0.006])
def test_balance_is_rarely_claimed_where_there_is_none(even: Array, true: float) -> None:
    """On the edge and beyond, with 120 looks up to 60 000 blocks: a false claim in at most alpha of two thousand runs."""
    found = watched(even, true, runs=2000, looks=120, seed=37_001)
    claimed = (balance_outcomes(found, BALANCE) == 1).any(axis=1).mean()
    assert claimed <= 0.05
    assert claimed > 0.0 or abs(true) > 0.005  # the edge is where it may happen at all


@pytest.mark.parametrize("true", [0.005, 0.0049, 0.0])
def test_imbalance_is_rarely_claimed_where_there_is_none(even: Array, true: float) -> None:
    """On the edge and within: a false claim in at most alpha of two thousand runs."""
    found = watched(even, true, runs=2000, looks=120, seed=37_002)
    assert (balance_outcomes(found, BALANCE) == 2).any(axis=1).mean() <= 0.05


def test_balance_takes_hardly_more_blocks_than_a_fixed_sample(even: Array) -> None:
    """At a mean of one half runs end as balanced, on average after 1.10 times 32 900 blocks at most, and a look more."""
    ends = []
    for seed in (37_003, 37_103):
        found = watched(even, 0.0, runs=2000, looks=600, seed=seed, every=250)
        outcomes = balance_outcomes(found, BALANCE)
        ended, first = outcomes.any(axis=1), (outcomes > 0).argmax(axis=1)
        assert ended.mean() > 0.999
        assert (found.at(outcomes, first)[ended] == 1).mean() > 0.999
        ends.append(found.n[np.where(ended, first, -1)].mean())
    assert np.mean(ends) <= 1.10 * FIXED
    assert np.mean(ends) == pytest.approx(BALANCE.planned, rel=0.1)


def ends_of(found: Runs, rule: Better) -> tuple[Array, Array]:
    """Where each run ends by a test, or its last look, and the ratio there."""
    low, high = verdicts.bounds(rule.alpha, rule.beta)
    going = np.arange(len(found.counts))
    when, ends = np.full(len(going), len(found.n) - 1), np.zeros(len(going))
    for look in np.flatnonzero(found.n >= sequences.FIRST_LOOK):
        when[going], ends[going] = look, log_ratios(found.counts[going, look], rule.null, rule.other)
        going = going[(ends[going] > low) & (ends[going] < high)]
        if not len(going):
            break
    return when, ends


def covered(found: Runs, when: Array, rule: Rule, truth: float) -> tuple[float, float]:
    """How often the sequence, and the interval for a number of blocks fixed beforehand, hold the truth at the end."""
    off = found.at(np.abs(found.means - truth), when)
    plain = normal_critical(0.95) * found.at(found.deviations / np.sqrt(found.n), when)
    return float((off <= found.at(found.reach(rule.alpha, rule.planned), when)).mean()), float((off <= plain).mean())


FARTHER = pytest.mark.long("sequences at other distances from even; even and where balance ends are played in between")


@pytest.mark.parametrize(
    ("by", "balance_plain", "better_plain"),
    [
        (0.0, 1.0, 0.93),
        (0.006, 0.92, 1.0),
        *(
            pytest.param(*case, marks=FARTHER)
            for case in ((0.0025, 1.0, 0.925), (0.0075, 0.935, 1.0), (0.01, 1.0, 1.0))
        ),
    ],
)
def test_sequences_hold_the_truth_where_a_run_ended(
    even: Array, by: float, balance_plain: float, better_plain: float
) -> None:
    """Ended by what they showed, runs have the truth in their sequence 95 times in 100; plain intervals do not."""
    found = watched(even, by, runs=2000, looks=200, seed=37_005)
    outcomes = balance_outcomes(found, BALANCE)
    ended = np.where(outcomes.any(axis=1), (outcomes > 0).argmax(axis=1), len(found.n) - 1)
    sequences_hold, plain_hold = covered(found, ended, BALANCE, 0.5 + by)
    assert sequences_hold >= 0.95
    assert plain_hold <= balance_plain
    sequences_hold, plain_hold = covered(found, ends_of(found, BETTER)[0], BETTER, 0.5 + by)
    assert sequences_hold >= 0.95
    assert plain_hold <= better_plain
    narrow = (found.reach(WIDTH.alpha, WIDTH.planned) <= WIDTH.half_width).argmax(axis=1)
    assert covered(found, narrow, WIDTH, 0.5 + by)[0] >= 0.95


def test_shares_that_are_shown_end_where_shares_do() -> None:
    """The sequence of few deals goes beyond all and none; what is shown of it does not."""
    sample = Sample.of_shares([40, 10, 50, 10, 50])
    found, shown = sequence(sample, 0.05, 1e7), known_within(sample, 0.05, 1e7)
    assert found.low < 0.0 < 1.0 < found.high
    assert (shown.low, shown.high) == (0.0, 1.0)
    assert (shown.level, shown.method, shown.n) == (found.level, found.method, found.n)
