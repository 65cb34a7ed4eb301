"""What of an advantage goes with a mark: parts that add up, errors over deals, intervals that cover."""

import numpy as np
import pytest
import statsmodels.api as sm

from dhstats.stats.estimates.clusters import ratio
from dhstats.stats.estimates.marks import Marked, Split, counted, split
from dhstats.stats.intervals.intervals import Array

LEVEL = 0.95


def marked(gains: Array, marks: Array, alike: Array | None = None) -> Marked:
    """The sums of games, gain and mark of shape (deals, games)."""
    each = np.ones(len(gains), np.int64) if alike is None else alike
    sums = (gains.sum(1), marks.sum(1), (marks**2).sum(1), (gains * marks).sum(1))
    return Marked(*sums, gains.shape[1], each)


def found(gains: Array, marks: Array, scale: int = 1) -> Split:
    """The split of games."""
    parts = split(marked(gains, marks), scale)
    assert parts is not None
    return parts


def games(rng: np.random.Generator, deals: int, first: float, brings: float, seat: float) -> tuple[Array, Array]:
    """Deals of two games: who has the mark (the first so often), and who wins, with luck that a deal's games share."""
    lot = rng.random((deals, 2))
    marks = np.where(lot < first, 1, np.where(lot < first + 0.3, -1, 0))
    luck = rng.normal(0.0, 0.3, deals)[:, None] * np.array([1.0, -1.0])
    wins = rng.random((deals, 2)) < 0.5 + np.clip(seat + brings * marks + luck, -0.5, 0.5)
    return np.where(wins, 1, -1), marks


def test_by_hand() -> None:
    """With the mark 3 of 4 games are won, without it 1 of 4: of ½ − ½ = 0 the half with the mark brings +½, all else −½."""
    gains = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])
    marks = np.array([[1, 1], [1, 1], [0, 0], [0, 0]])
    parts = found(gains, marks)
    assert (parts.whole.value, parts.part.value, parts.rest.value, parts.slope) == (0.0, 0.5, -0.5, 1.0)
    both = found(np.array([[1, 1], [1, -1]]), np.array([[1, 1], [1, -1]]))  # who has it wins, and it is all
    assert (both.whole.value, both.part.value, both.rest.value) == (0.5, 0.5, 0.0)


@pytest.mark.parametrize("seed", range(6))
def test_parts_add_up_and_are_those_of_least_squares(seed: int) -> None:
    """Part and rest are the mean gain; slope and rest are those of statsmodels, the rest with its error by deals."""
    rng = np.random.default_rng(seed)
    gains, marks = rng.integers(-3, 4, (200, 2)), rng.integers(-1, 2, (200, 2))
    parts = found(gains, marks, scale=2)
    assert parts.part.value + parts.rest.value == pytest.approx(gains.mean() / 2, abs=1e-15)
    line = sm.OLS(gains.ravel() / 2, sm.add_constant(marks.ravel())).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(200), 2), "use_correction": False}
    )
    assert [parts.rest.value, parts.slope] == pytest.approx(list(line.params))
    assert parts.rest.se == pytest.approx(line.bse[0] * np.sqrt(200 / 199))


def test_the_error_of_a_part_is_that_of_the_delta_method() -> None:
    """By the numerical gradient over the four means of a deal; deals that are alike may be counted together."""
    gains, marks = games(np.random.default_rng(1), 400, 0.5, 0.2, 0.0)
    rows = np.stack([gains.mean(1), marks.mean(1), (marks**2).mean(1), (gains * marks).mean(1)])

    def part(means: Array) -> float:
        y, x, xx, xy = means
        return float((xy - x * y) / (xx - x * x) * x)

    means = rows.mean(1)
    steps = np.eye(4) * 1e-6
    slopes = np.array([(part(means + step) - part(means - step)) / 2e-6 for step in steps])
    parts = found(gains, marks)
    assert parts.part.value == pytest.approx(part(means))
    assert parts.part.se == pytest.approx(np.sqrt(slopes @ np.cov(rows) @ slopes / 400), rel=1e-6)
    both = np.column_stack([gains, marks])
    kinds, alike = np.unique(both, axis=0, return_counts=True)
    less = split(marked(kinds[:, :2], kinds[:, 2:], alike))
    assert less is not None
    assert (less.part.n, less.part.value) == (400, pytest.approx(parts.part.value))
    assert [less.part.se, less.rest.se] == pytest.approx([parts.part.se, parts.rest.se])
    assert ratio(less.part, less.whole).interval.low == pytest.approx(ratio(parts.part, parts.whole).interval.low)


def test_what_is_counted_is_a_mean() -> None:
    """A part that every game has of its own, with the error of a mean over deals; nothing where no game has any."""
    rng = np.random.default_rng(2)
    gains, part = rng.integers(-1, 2, (100, 2)), rng.integers(-2, 3, (100, 2))
    parts = counted(marked(gains, part), 2)
    assert parts is not None
    assert parts.slope is None
    assert parts.part.value == pytest.approx(part.mean() / 2)
    assert parts.part.se == pytest.approx(part.mean(1).std(ddof=1) / 20)
    assert parts.part.value + parts.rest.value == pytest.approx(gains.mean() / 2)
    assert counted(marked(gains, 0 * part)) is None


def test_a_mark_that_all_games_have_alike_tells_nothing() -> None:
    """It cannot be told from the seat; and so many deals tell a mark as have a game with another."""
    gains = np.array([[1, -1], [1, 1], [-1, 1]])
    for value in (-1, 0, 1):
        assert split(marked(gains, np.full((3, 2), value))) is None
    assert marked(gains, np.array([[1, 1], [1, 0], [1, 1]])).telling == 1


@pytest.mark.parametrize(("first", "brings", "seat"), [(0.5, 0.2, 0.02), (0.35, 0.1, 0.08), (0.06, 0.3, 0.2)])
def test_intervals_of_parts_and_shares_cover(first: float, brings: float, seat: float) -> None:
    """500 seeded runs of 300 deals: 95 % of the intervals hold what runs without end would have (3.3 errors off)."""
    gains, marks = games(np.random.default_rng(99), 800_000, first, brings, seat)
    truth = found(gains, marks)
    share = truth.part.value / truth.whole.value
    held = np.zeros(3)
    for seed in range(500):
        parts = found(*games(np.random.default_rng(seed), 300, first, brings, seat))
        estimates = (parts.part.estimate(LEVEL), parts.rest.estimate(LEVEL), ratio(parts.part, parts.whole, LEVEL))
        values = (truth.part.value, truth.rest.value, share)
        held += [
            each.interval.low <= value <= each.interval.high for each, value in zip(estimates, values, strict=True)
        ]
    assert (held >= 475 - 3.3 * np.sqrt(500 * 0.95 * 0.05)).all(), held
