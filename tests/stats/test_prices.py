"""Prices in points: vectors, brute force over stored ends, and properties."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from dhstats.stats.estimates import clusters
from dhstats.stats.intervals.intervals import student_critical
from dhstats.stats.positions import prices

Array = np.ndarray[Any, Any]


def ends(seed: int, n: int = 300, k: int = 2, shift: float = 0.0) -> prices.Ends:
    """Ends of games in which somebody holds the figure, most often the player in focus."""
    chance = np.random.default_rng(seed)
    margins = np.rint(chance.normal(shift, 10.0, (n, k))).astype(np.int64)
    return prices.Ends(margins, chance.choice([-1, 0, 1], (n, k), p=[0.2, 0.1, 0.7]))


def swept(
    deals: Array, having: prices.Ends, reference: Array | float, bonus: float = 0, tie_break: bool = True
) -> prices.Sweep:
    """The win score gained at every payment, from the lowest to the highest of those a price is sought among."""
    totals = having.totals(bonus)
    payments = range(min(int(totals.min()) - 1, -1), max(int(totals.max()) + 1, 1) + 1)
    return prices.sweep(deals, payments, lambda p: having.scores(bonus, tie_break=tie_break, payment=p) - reference)


def test_counting_anew(vectors: dict[str, Any]) -> None:
    """TV-2.2: eight games under five rules of the final count."""
    games = np.array(vectors["v2"]["rescore_games"])
    holders = np.array([0, 1, -1])[games[:, 2] + 1]  # seats -1, 0, 1 as seen from seat 0
    counted = prices.Ends(games[:, 0] - games[:, 1], holders)
    for bonus, tie in ((3, 1), (0, 1), (3, 0), (0, 0), (6, 1)):
        known = vectors["v2"]["rescore"][f"b{bonus}t{tie}"]
        found = counted.scores(bonus, tie_break=bool(tie))
        assert_array_equal(found, known["per"])
        assert found.mean() == known["score"]


@pytest.fixture(scope="module")
def having(vectors: dict[str, Any]) -> tuple[Array, prices.Ends, Array]:
    """TV-2.4: deals, ends of the arm that has the figure, and scores of the arm where nobody has it."""
    rows = np.array(vectors["v2"]["fork_data"])
    return rows[:, 0], prices.Ends(rows[:, 3], np.ones(12, np.int64)), np.array(vectors["v2"]["fork_w"])[:, 1]


def test_win_price(vectors: dict[str, Any], having: tuple[Array, prices.Ends, Array]) -> None:
    """TV-2.4: the score gained at every payment, the price, the payments not rejected, and points on average."""
    known, (deals, arm, nobody) = vectors["v2"], having
    found, curve = prices.win_price(deals, arm, nobody), swept(deals, arm, nobody)
    assert_allclose([curve.at(p).value for p in range(9)], known["price_curve"], rtol=1e-9, atol=1e-15)
    assert_allclose(found.price.value, known["price_root"], rtol=1e-9)
    t = student_critical(0.95, len(set(deals)) - 1)
    accepted = [int(p) for p in curve.levels if abs(curve.at(p).value) <= t * curve.at(p).se]
    assert accepted == known["price_set"]
    points = clusters.mean(arm.totals() - np.array(known["fork_data"])[:, 4], deals)
    assert points.value == known["price_mean_equiv"]
    interval = found.price.interval
    assert interval is not None
    assert -1 < interval.low < 0
    assert 5 < interval.high < 6


def test_interval_inverts_the_test() -> None:
    """At a finite end the mean is exactly t standard errors from the target; inside it is closer, outside further."""
    deals, arm = np.arange(300) // 2, ends(1, shift=3.0)
    found = prices.win_price(deals, arm, ends(2).scores(3), bonus=3).price
    curve = swept(deals, arm, ends(2).scores(3), bonus=3)
    assert found.interval is not None
    assert found.value is not None
    assert found.interval.contains(found.value)
    t = student_critical(0.95, 149)
    for end in (found.interval.low, found.interval.high):
        at = curve.at(end)
        assert_allclose(abs(at.value), t * at.se, rtol=1e-6)
    for price in curve.levels:
        assert found.interval.contains(price) == (abs(curve.at(price).value) <= t * curve.at(price).se)


def test_narrow_intervals_fall_between_whole_prices() -> None:
    """With many games no whole price may be accepted; the interval is then between two of them."""
    arm = ends(3, n=60_000, k=1, shift=0.5)
    found = prices.win_price(np.arange(60_000), arm, 0.5).price
    assert found.interval is not None
    assert found.value is not None
    assert found.interval.half_width < 0.2
    assert math.floor(found.interval.low) == math.floor(found.interval.high)
    assert found.interval.contains(found.value)


def test_payments_by_brute_force() -> None:
    """The sweep is the mean score of games counted one by one."""
    arm, reference = ends(4, n=30), ends(5, n=30).scores(3)
    found = prices.win_price(np.arange(30) // 3, arm, reference, bonus=3, tie_break=False)
    curve = swept(np.arange(30) // 3, arm, reference, bonus=3, tie_break=False)
    for payment in (-5, 0, 2, 9):
        total = 0.0
        for i in range(30):
            for k in range(2):
                left = arm.margins[i, k] + 3 * arm.holders[i, k] - payment
                total += (1.0 if left > 0 else 0.5 if left == 0 else 0.0) - reference[i, k]
        assert_allclose(curve.at(payment).value, total / 60)
    assert (np.diff(curve.means) <= 0).all()
    assert_allclose(curve.means[0], 1.0 - reference.mean())
    assert_allclose(curve.means[-1], -reference.mean())
    assert_allclose(found.rate.value, (curve.at(-1).value - curve.at(1).value) / 2)
    between = curve.at(2.25)
    assert_allclose(between.value, 0.75 * curve.at(2).value + 0.25 * curve.at(3).value)


def test_a_gift_costs_itself() -> None:
    """Three points more at the end, in every game: the price is exactly three, with no error at three."""
    plain = ends(6)
    nobody = prices.Ends(plain.margins, np.zeros_like(plain.holders))
    richer = prices.Ends(plain.margins + 3, np.zeros_like(plain.holders))
    found = prices.win_price(np.arange(300), richer, nobody.scores())
    assert found.price.value == 3.0
    assert swept(np.arange(300), richer, nobody.scores()).at(3).se == 0.0
    assert prices.win_price(np.arange(300), nobody, nobody.scores()).price.value == 0.0
    poorer = prices.Ends(plain.margins - 2, np.zeros_like(plain.holders))
    assert prices.win_price(np.arange(300), poorer, nobody.scores()).price.value == -2.0


def test_komi() -> None:
    """A first player who leads by four points on average pays four, ties left as draws."""
    margins = ends(7, n=20_000, shift=4.0).margins
    found = prices.win_price(np.arange(20_000) // 2, prices.Ends(margins, np.zeros_like(margins)), 0.5).price
    assert found.interval is not None
    assert found.interval.contains(4.0)
    assert found.interval.half_width < 0.5


def test_no_price() -> None:
    """Where the arm without always wins, no payment but a flat stretch; where nothing changes, every level."""
    arm = ends(8)
    found = prices.win_price(np.arange(300), arm, 1.0)
    assert found.price.value is None
    assert found.price.interval is not None
    assert found.price.interval.low == -math.inf
    flat = prices.sweep(np.arange(5), range(4), lambda level: np.zeros(5))
    price = prices.meets(flat, 0.0)
    assert (price.value, price.interval and price.interval.low) == (None, -math.inf)
    far = prices.meets(prices.sweep(np.arange(9), range(4), lambda level: level + np.arange(9) % 2), 50.0)
    assert (far.value, far.interval) == (None, None)


def test_design_price() -> None:
    """The bonus at which the swing between the arms reaches a target, rising with the bonus."""
    deals, margins = np.arange(400) // 2, ends(9, n=400).margins
    one, other = prices.Ends(margins, np.ones_like(margins)), prices.Ends(margins, -np.ones_like(margins))
    curve = prices.bonus_sweep(deals, range(9), one, other)
    swings = [float((one.scores(b) - other.scores(b)).mean()) for b in range(9)]
    assert_allclose(curve.means, swings)
    target = (swings[3] + 3 * swings[4]) / 4
    found = prices.meets(curve, target)
    assert_allclose(found.value, 3.75)
    assert found.interval is not None
    assert found.interval.contains(3.75)
    worth = clusters.ratio(curve.at(3), prices.win_price(deals, one, other.scores(), bonus=3).rate)
    assert worth.interval.contains(worth.value)


def test_swapped_seats_change_the_sign_of_the_price() -> None:
    """From the other side of the table the komi is the same payment in the other direction."""
    arm = ends(10, shift=2.0)
    other = prices.Ends(-arm.margins, -arm.holders)
    assert_array_equal(arm.scores(3), 1.0 - other.scores(3))
    one, two = (prices.win_price(np.arange(300), some, 0.5, bonus=3).price for some in (arm, other))
    assert one.value is not None
    assert two.value is not None
    assert abs(one.value + two.value) <= 1.0  # a stretch of exact zeros is left at opposite ends
    assert one.interval is not None
    assert two.interval is not None
    assert_allclose((one.interval.low, one.interval.high), (-two.interval.high, -two.interval.low))


def test_bad_ends_are_refused() -> None:
    """Shapes that do not fit, seats for holders, levels that fall, and extrapolation."""
    with pytest.raises(ValueError, match="holder for every margin"):
        prices.Ends(np.zeros(3), np.zeros(4))
    with pytest.raises(ValueError, match="holders are 1"):
        prices.Ends(np.zeros(3), np.full(3, 2))
    with pytest.raises(ValueError, match="rising"):
        prices.sweep(np.arange(3), [2, 1], lambda level: np.zeros(3))
    with pytest.raises(ValueError, match="run from 0 to 1"):
        prices.sweep(np.arange(3), [0, 1], lambda level: np.zeros(3)).at(1.5)
