"""Several values of the same blocks: contrasts, levels that hold together, what a game of a block is worth."""

import math

import numpy as np
import pytest
from scipy import integrate
from scipy.stats import norm

from dhstats.stats.estimates.clusters import VectorSums, worth_of_a_game
from dhstats.stats.intervals.blocks import BlockSums, PairMoments
from dhstats.stats.intervals.intervals import largest_normal, sidak_level

WHOLE = 12


def sums_of(values: np.ndarray, scale: int = 1) -> VectorSums:
    """The sums of a table of whole values, a row a block."""
    products = tuple(tuple(map(int, row)) for row in values.T @ values)
    return VectorSums(len(values), tuple(map(int, values.sum(axis=0))), products, scale)


def wins(blocks: int, games: int, seats: int, chances: list[float], common: float, seed: int) -> np.ndarray:
    """Shares of wins in twelfths, (blocks, games, seats): with the chance `common` a game ends as the first of its block."""
    draw = np.random.default_rng(seed)
    winner = draw.choice(seats, (blocks, games), p=chances)
    again = draw.random((blocks, games)) < common
    winner = np.where(again, winner[:, :1], winner)
    return WHOLE * (winner[:, :, None] == np.arange(seats)).astype(np.int64)


def table_of(shares: np.ndarray) -> list[tuple[int, int, int]]:
    """A seat's shares, (blocks, games), as rows of sums, squares and how many blocks have both."""
    rows = np.stack([shares.sum(axis=1), (shares**2).sum(axis=1)], axis=1)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    return [(int(a), int(b), int(n)) for (a, b), n in zip(kinds, counts, strict=True)]


def test_a_contrast_is_that_of_the_values_block_by_block() -> None:
    """Weighted sums of values have the exact sums of the blocks' own weighted sums."""
    values = np.random.default_rng(1).integers(-9, 30, (50, 4))
    sums, weights = sums_of(values, 3), [3, -1, -1, -1]
    assert sums.contrast(weights, 4) == BlockSums.from_values((values @ weights).tolist(), 12)
    assert sums.value(2) == BlockSums.from_values(values[:, 2].tolist(), 3)
    assert sums.covariance == pytest.approx(np.cov(values, rowvar=False) / 9)


@pytest.mark.parametrize(
    ("totals", "products"), [((1, 2), ((1,),)), ((1, 2), ((1, 0), (3, 4))), ((0.5,), ((1,),))], ids=str
)
def test_sums_that_do_not_fit(totals: tuple[int, ...], products: tuple[tuple[int, ...], ...]) -> None:
    """Products are as many as values each way, the same both ways, and all are whole."""
    with pytest.raises(ValueError, match=r"products|whole"):
        VectorSums(5, totals, products, 1)


def test_two_seats_say_the_same() -> None:
    """What one wins the other does not: no level is lost to asking both."""
    share = np.random.default_rng(2).integers(0, 5, 300)
    assert sums_of(np.stack([share, 4 - share], axis=1)).single_level(0.95, 0) == 0.95


def test_a_value_that_never_varied_is_a_statement_of_its_own() -> None:
    """What bounds say of it may be wrong as well, so all others are asked for more; without bounds it says nothing."""
    share = np.random.default_rng(2).integers(0, 5, 300)
    beside = sums_of(np.stack([share, 4 - share, 0 * share], axis=1))
    assert beside.single_level(0.95, 0) == sidak_level(0.95, 2)
    assert beside.single_level(0.95, 0, bounded=False) == 0.95
    assert sums_of(np.full((20, 3), 4)).single_level(0.95, 0) == sidak_level(0.95, 3)
    assert sums_of(np.full((20, 2), 6)).single_level(0.95, 0) == 0.95  # two seats say the same


def test_the_level_of_contrasts_is_that_of_their_own_correlation() -> None:
    """Scores of three seats that rise and fall together: those beyond the mean of the table do not."""
    rng = np.random.default_rng(4)
    values = rng.integers(0, 1000, (4000, 1)) + rng.integers(0, 9, (4000, 3))
    sums = sums_of(values)
    apart = sums.contrasts([[2, -1, -1], [-1, 2, -1], [-1, -1, 2]], 3)
    assert sums.single_level(0.95, 0) < 0.952
    assert apart.value(1) == sums.contrast([-1, 2, -1], 3)
    assert chance_of_three(norm.isf((1.0 - apart.single_level(0.95, 0)) / 2.0)) == pytest.approx(0.95, abs=0.004)


def chance_of_three(bound: float) -> float:
    """P(all of three standard normals lie within the bound) where they are correlated by −1/2, as they add up to 0.

    Two of them are z1 and −z1/2 + √3/2 · z2, and the third is less their sum.
    """

    def inside(z1: float) -> float:
        root = math.sqrt(0.75)
        low = max((-bound + z1 / 2) / root, (-bound - z1 / 2) / root)
        high = min((bound + z1 / 2) / root, (bound - z1 / 2) / root)
        return max(0.0, norm.cdf(high) - norm.cdf(low)) * norm.pdf(z1)

    return float(integrate.quad(inside, -bound, bound)[0])


def test_the_bound_of_three_seats_by_integration() -> None:
    """The largest of three that add up to nothing, against an integral over the two that are free."""
    correlation = np.array([[1.0, -0.5, -0.5], [-0.5, 1.0, -0.5], [-0.5, -0.5, 1.0]])
    assert chance_of_three(largest_normal(correlation, 0.95, 0)) == pytest.approx(0.95, abs=0.004)


def test_a_game_of_a_pair_is_worth_what_its_correlation_says() -> None:
    """For pairs whose games have equal means the worth is that of `PairMoments`, 1 / (1 + ρ)."""
    pairs = np.array([[12, 0], [0, 12]] * 40 + [[12, 12], [0, 0]] * 15 + [[6, 0], [0, 6]] * 3)
    a, b = pairs.T
    moments = PairMoments(len(pairs), *(int(each.sum()) for each in (a, b, a * a, b * b, a * b)), scale=WHOLE)
    found = worth_of_a_game(table_of(pairs), 2)
    assert found is not None
    assert found.value == pytest.approx(moments.effective_games, rel=1e-12)
    assert found.interval.low < found.value < found.interval.high
    assert (found.interval.n, found.interval.unit) == (len(pairs), "deals")


def test_the_error_of_the_worth_is_that_of_the_jackknife() -> None:
    """Leaving out one block after the other, the spread of the logarithm is the linearised standard error."""
    shares = wins(400, 3, 3, [0.4, 0.3, 0.3], 0.25, 4)[:, :, 0]
    found = worth_of_a_game(table_of(shares), 3)
    assert found is not None
    left = np.array([math.log(worth_of_a_game(table_of(np.delete(shares, i, axis=0)), 3).value) for i in range(400)])  # type: ignore[union-attr]
    jackknife = math.sqrt(399 / 400 * ((left - left.mean()) ** 2).sum())
    assert found.se / found.value == pytest.approx(jackknife, rel=0.02)


def test_games_that_cancel_each_other_have_no_number() -> None:
    """Blocks that all come to the same, and games that never vary."""
    assert worth_of_a_game([(12, 144, 30)], 3) is None
    assert worth_of_a_game([(0, 0, 30)], 3) is None
    with pytest.raises(ValueError, match="at least 2 blocks"):
        worth_of_a_game([(12, 144, 1)], 3)


@pytest.mark.long("that the common level of several seats is kept; the level itself is a vector above")
@pytest.mark.parametrize("common", [0.0, 0.3])
def test_intervals_of_all_seats_hold_together(common: float) -> None:
    """In 2,000 runs of 300 blocks all four intervals cover in 95 of 100, within a band that misses 1 in 10,000 times."""
    chances = [0.3, 0.26, 0.23, 0.21]
    covered = 0
    for seed in range(2_000):
        sums = sums_of(wins(300, 4, 4, chances, common, seed).sum(axis=1), 4 * WHOLE)
        level = sums.single_level(0.95, 0)
        covered += all(sums.value(seat).interval(level).contains(chance) for seat, chance in enumerate(chances))
    assert abs(covered / 2_000 - 0.95) < 3.9 * math.sqrt(0.95 * 0.05 / 2_000)
