"""The value of plays and cards, and turning points: vectors, oracles and what must hold exactly."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import hypergeom
from statsmodels.regression.linear_model import OLS

from dhstats.stats import advantages, clusters, openings, regression, turning, weighting

Array = np.ndarray[Any, Any]
TIGHT = {"rtol": 1e-9, "atol": 1e-13}
DECK = {
    "treasure": 7, "fire": 4, "petrified": 5, "sorceress": 4, "troll": 3, "dwarf": 11, "knight": 5, "huntress": 5,
    "ship": 6,
}  # fmt: skip


@pytest.fixture(scope="module")
def known(vectors: dict[str, Any]) -> dict[str, Any]:
    """TV-7: what the section on cards prints."""
    section: dict[str, Any] = vectors["v7"]
    return section


# Plays


def test_swings_by_picture(known: dict[str, Any]) -> None:
    """TV-7.1: mean swing by picture, clustered by game, plain and with the correction for small samples."""
    games, pictures, _, swings, _ = zip(*known["plays"], strict=True)
    columns = regression.dummies(pictures)
    plain, corrected = (regression.clustered_regression(swings, columns, games, kind) for kind in ("CR0", "CR1S"))
    for name, (value, se, larger) in known["pic"].items():
        assert_allclose((plain.estimate(name).value, plain.estimate(name).se), (value, se), **TIGHT)
        assert_allclose(corrected.estimate(name).se, larger, **TIGHT)
    assert_allclose(corrected.errors / plain.errors, known["cr1_factor"], **TIGHT)
    groups = clusters.by_group(swings, pictures, games)
    assert_allclose([group.effect.value for group in groups], [known["pic"][group.label][0] for group in groups])


def test_adjusted_swings(known: dict[str, Any]) -> None:
    """TV-7.1: swings on picture and number of cards against the dwarf."""
    games, pictures, k, swings, _ = zip(*known["plays"], strict=True)
    columns = {"Intercept": np.ones(15), **regression.dummies(pictures, drop="dwarf"), "k": np.array(k)}
    found = regression.clustered_regression(swings, columns, games, "CR1S")
    for name, (value, se) in known["pic_adj"].items():
        estimate = found.estimate(name.removeprefix("C(pic)[T.").removesuffix("]"))
        assert_allclose((estimate.value, estimate.se), (value, se), **TIGHT)


def test_rollout_advantages(known: dict[str, Any]) -> None:
    """TV-7.5: advantages against the mean of the legal moves, and a contrast with both standard errors."""
    for table, values, gains in zip(known["roll"]["Q"], known["roll"]["q"], known["roll"]["adv"], strict=True):
        found = advantages.advantages(table)
        assert_allclose(found.values, values, **TIGHT)
        assert_allclose(found.advantages, gains, **TIGHT)
        assert_allclose(found.advantages.sum(), 0.0, atol=1e-14)
    pair = advantages.contrast(known["roll"]["Q"][0], 2, 0)
    assert_allclose((pair.value, pair.se, pair.independent_se), known["roll"]["d"], **TIGHT)


def test_errors_of_advantages() -> None:
    """The error of an advantage is that of its roll-outs less the mean of all moves, by brute force over roll-outs."""
    table = np.random.default_rng(1).normal(size=(4, 50))
    found = advantages.advantages(table)
    for action in range(4):
        gaps = [table[action, k] - table[:, k].mean() for k in range(50)]
        assert_allclose(found.advantages[action], np.mean(gaps))
        assert_allclose(found.errors[action], np.std(gaps, ddof=1) / math.sqrt(50))
    shared = advantages.contrast(table + 100.0 * np.arange(50), 0, 1)
    assert_allclose(shared.se, advantages.contrast(table, 0, 1).se)
    assert shared.independent_se > 10 * shared.se


def test_moves_without_choice() -> None:
    """One legal move has the advantage 0 exactly; equal moves too; the best has no regret."""
    alone = advantages.advantages([[3.1, 4.7, 0.3]])
    assert (alone.advantages.tolist(), alone.errors.tolist()) == ([0.0], [0.0])
    same = advantages.advantages([[1.0, 2.5], [1.0, 2.5]])
    assert (same.advantages.tolist(), same.errors.tolist()) == ([0.0, 0.0], [0.0, 0.0])
    table = [[1.0, 2.0], [4.0, 6.0]]
    assert advantages.regret(table, 1) == advantages.Contrast(0.0, 0.0, advantages.contrast(table, 1, 1).independent_se)
    assert advantages.regret(table, 0).value == 3.5
    one, other = advantages.contrast(table, 0, 1), advantages.contrast(table, 1, 0)
    assert (one.value, one.se) == (-other.value, other.se)
    assert math.isnan(advantages.advantages([[1.0], [2.0]]).errors[0])
    with pytest.raises(ValueError, match="actions"):
        advantages.advantages([])
    with pytest.raises(ValueError, match="two roll-outs"):
        advantages.contrast([[1.0], [2.0]], 0, 1)


def test_randomised_moves(known: dict[str, Any]) -> None:
    """TV-7.4: naive, Horvitz-Thompson, Hájek and augmented effects, and the effective number of rows."""
    given = known["ipw"]
    found = weighting.weighted_effect(given["T"], given["Y"], given["e"], models=(given["m1"], given["m0"]))
    assert found.augmented is not None
    values = [s.value for s in (found.naive, found.horvitz_thompson, found.hajek, found.augmented)]
    assert_allclose(values, [given[key] for key in ("naive", "ht", "hajek", "aipw")], **TIGHT)
    assert_allclose(found.horvitz_thompson.se, given["ht_se"], **TIGHT)
    assert_allclose(found.augmented.se, given["aipw_se"], **TIGHT)
    assert_allclose(found.effective[0], given["ess1"], **TIGHT)
    assert found.rare == 0


def test_weighted_effects_are_unbiased() -> None:
    """Moves made more often where they are good anyway: the naive effect is wrong, the other three are right."""
    chance, n = np.random.default_rng(2), 40_000
    state = chance.normal(size=n)
    e = 1.0 / (1.0 + np.exp(-state))
    made = chance.random(n) < np.clip(e, 0.05, 0.95)
    y = 2.0 * made + 3.0 * state + chance.normal(size=n)
    found = weighting.weighted_effect(made, y, np.clip(e, 0.05, 0.95), models=(2.0 + 3.0 * state, 3.0 * state))
    assert found.augmented is not None
    for estimate in (found.horvitz_thompson, found.hajek, found.augmented):
        assert abs(estimate.value - 2.0) < 4 * estimate.se
    assert found.naive.value > 3.0
    assert found.augmented.se < min(found.hajek.se, found.horvitz_thompson.se)
    lifted = weighting.weighted_effect(made, y + 50.0, np.clip(e, 0.05, 0.95))
    assert_allclose((lifted.hajek.value, lifted.hajek.se), (found.hajek.value, found.hajek.se))
    assert lifted.horvitz_thompson.se > 5 * found.horvitz_thompson.se
    by_deal = weighting.weighted_effect(made, y, np.clip(e, 0.05, 0.95), deals=np.arange(n) // 4)
    assert by_deal.horvitz_thompson.n == n // 4
    assert by_deal.augmented is None


def test_hopeless_propensities_are_refused() -> None:
    """Probabilities of 0 or 1, moves that were never made, and rows of different lengths; rare ones are counted."""
    with pytest.raises(ValueError, match="strictly between"):
        weighting.weighted_effect([1, 0], [1.0, 2.0], [1.0, 0.5])
    with pytest.raises(ValueError, match="with the move"):
        weighting.weighted_effect([0, 0], [1.0, 2.0], [0.5, 0.5])
    with pytest.raises(ValueError, match="one length"):
        weighting.weighted_effect([1, 0], [1.0, 2.0], [0.5])
    assert weighting.weighted_effect([1, 0, 1], [1.0, 2.0, 1.0], [0.01, 0.5, 0.99]).rare == 2


# Cards


def test_opening_counts(known: dict[str, Any]) -> None:
    """TV-7.2: how many of a picture five cards of fifty hold; scipy's distribution agrees at the edges too."""
    for name, copies in DECK.items():
        found = openings.hand_count(50, copies, 5)
        given = known["hyper"][name]
        assert_allclose(
            (found.mean, found.variance, found.at_least_one), [given[k] for k in ("mean", "var", "p1")], **TIGHT
        )
    for deck, copies, hand in ((7, 0, 3), (7, 3, 0), (7, 5, 4), (7, 7, 7), (400, 2, 5)):
        found = openings.hand_count(deck, copies, hand)
        shares = hypergeom(deck, copies, hand).pmf(np.arange(hand + 1))
        mean = float(shares @ np.arange(hand + 1))
        variance = float(shares @ (np.arange(hand + 1) - mean) ** 2)
        assert_allclose((found.mean, found.variance), (mean, variance), **TIGHT)
        assert_allclose(found.at_least_one, 1.0 - shares[0], **TIGHT)
    with pytest.raises(ValueError, match="cannot have"):
        openings.hand_count(10, 11, 5)


def test_card_values(known: dict[str, Any]) -> None:
    """TV-7.3: against the last picture, with the least norm, and against the average card."""
    given, copies = known["hand"], {"a": 4, "b": 11, "c": 35}
    found = openings.card_values(np.array(given["X"]), given["y"], copies)
    assert_allclose(found.model.coefficients, given["b_ref"][:2], **TIGHT)
    assert_allclose(found.model.errors, given["hc3"], **TIGHT)
    simple = openings.card_values(np.array(given["X"]), given["y"], copies, covariance="HC1")
    assert_allclose(simple.model.errors, given["hc1"], **TIGHT)
    assert_allclose(openings.least_norm(given["X"], given["y"]), given["b_minnorm"], **TIGHT)
    values = [value.value for value in found.values.values()]
    assert_allclose(values, given["b_deckcentred"], **TIGHT)
    assert_allclose(np.dot(values, list(copies.values())), 0.0, atol=1e-12)


def test_errors_of_card_values(known: dict[str, Any]) -> None:
    """The errors against the average card do not depend on which picture comes last; statsmodels agrees."""
    given, copies = known["hand"], {"a": 4, "b": 11, "c": 35}
    x = np.array(given["X"], float)
    found = openings.card_values(x, given["y"], copies)
    turned = openings.card_values(x[:, [2, 0, 1]], given["y"], {"c": 35, "a": 4, "b": 11})
    for name, value in found.values.items():
        assert_allclose((turned.values[name].value, turned.values[name].se), (value.value, value.se), **TIGHT)
    theirs = OLS(np.array(given["y"]), x[:, :2]).fit(cov_type="HC3")
    centred = np.eye(2) - np.array([4, 11]) / 50
    assert_allclose(found.values["a"].se, math.sqrt(centred[0] @ theirs.cov_params() @ centred[0]))
    with pytest.raises(ValueError, match="add up to 0"):
        openings.card_values(np.ones((12, 3)), given["y"], copies)
    with pytest.raises(ValueError, match="counts"):
        openings.card_values(x[:, :2], given["y"], copies)


# Turning points


def test_drama_by_win_probability(vectors: dict[str, Any]) -> None:
    """TV-5.2: the path printed there."""
    given = vectors["v5"]["wp"]
    found = turning.path_shape(given["data"])
    assert_allclose((found.excitement, found.variation), (given["excite"], given["qv"]), **TIGHT)
    assert (found.decided, found.lead_changes) == (given["t_dec"], given["lead_changes"])
    assert_allclose(found.decided_share, given["frac"], **TIGHT)
    lengths = (found.effective_length, found.entropy_length, found.comeback)
    assert_allclose(lengths, [given[key] for key in ("eff_var", "eff_ent", "comeback")], **TIGHT)
    lost = turning.path_shape(1.0 - np.array(given["data"]))
    assert_allclose((lost.comeback, lost.excitement), (found.comeback, found.excitement))
    assert math.isnan(turning.path_shape([0.5, 0.9, 0.5]).comeback)
    assert turning.path_shape([1.0, 1.0]).decided == 0


def test_martingale(vectors: dict[str, Any]) -> None:
    """TV-5.3: at least two heads in three tosses; what becomes known adds up to p(1 - p)."""
    given, paths = vectors["v5"]["mart"], []
    for tosses in product((0, 1), repeat=3):
        rest = [[sum(tosses[:t]) + sum(more) >= 2 for more in product((0, 1), repeat=3 - t)] for t in range(4)]
        paths.append([float(np.mean(chances)) for chances in rest])
    found = turning.resolution(np.array(paths))
    assert_allclose(found.steps, given["inc"], **TIGHT)
    assert_allclose(found.steps.sum(), given["total"], **TIGHT)
    assert_allclose((found.variance, *found.known), (given["pq"], *given["r2"]), **TIGHT)
    assert_allclose(found.drift, 0.0, atol=1e-15)
    weights = np.full(8, 3.0)
    assert_allclose(turning.resolution(np.array(paths), weights).steps, found.steps)
    with pytest.raises(ValueError, match="one result"):
        turning.resolution(np.ones((4, 3)))


def test_luck_against_decision() -> None:
    """Every change is a decision and luck; the sums go from the beginning to the result."""
    path, chosen = [0.5, 0.4, 0.75, 0.7, 1.0], [0.55, 0.3, 0.74, 0.8]
    found = turning.explained(path, chosen)
    assert_allclose(found.changes, [-0.1, 0.35, -0.05, 0.3])
    assert_allclose(found.decisions, [0.05, -0.1, -0.01, 0.1])
    assert_allclose(found.decisions + found.luck, found.changes)
    assert_allclose(found.decisions.sum() + found.luck.sum(), 0.5)
    assert found.turning == (1, 3, 0)
    players = found.by_player([0, 1, 0, 1])
    assert_allclose(sum(map(sum, players.values())), 0.5)
    assert_allclose(players[0], (0.04, -0.19))
    ends = np.array([[each - 0.2, each + 0.2] for each in path[:-1]] + [[1.0, 1.0]])
    assert turning.explained(path, chosen, ends).turning == (1, 3)  # 0.35 and 0.3 are beyond 0.2·√2 and 0.2, 0.1 is not
    assert turning.explained(path, chosen, most=0).turning == ()


def test_a_change_is_beyond_chance_by_the_sides_that_face_each_other() -> None:
    """From 0.1 (0 to 0.2) to 0.5 (0.2 to 0.9): 0.4 against √(0.1² + 0.3²); the far sides do not count."""
    ends = np.array([[0.0, 0.2], [0.2, 0.9], [0.5, 0.5]])
    assert turning.explained([0.1, 0.5, 0.5], [0.1, 0.5], ends).turning == (0,)
    wide = np.array([[0.0, 0.2], [0.1, 0.9], [0.5, 0.5]])  # √(0.1² + 0.4²) is more than 0.4
    assert turning.explained([0.1, 0.5, 0.5], [0.1, 0.5], wide).turning == ()


def test_the_other_player_sees_the_opposite() -> None:
    """From the other side of the table every change has the other sign, and the turning points are the same."""
    chance = np.random.default_rng(3)
    path, chosen = chance.random(20), chance.random(19)
    one, other = turning.explained(path, chosen), turning.explained(1.0 - path, 1.0 - chosen)
    assert_allclose(one.decisions, -other.decisions)
    assert_allclose(one.luck, -other.luck)
    assert_array_equal(one.turning, other.turning)


def test_bad_paths_are_refused() -> None:
    """Probabilities outside 0 to 1, a path of one entry, and moves that are not one a turn."""
    with pytest.raises(ValueError, match="from 0 to 1"):
        turning.path_shape([0.5, 1.2])
    with pytest.raises(ValueError, match="two probabilities"):
        turning.path_shape([0.5])
    with pytest.raises(ValueError, match="after each of 1 moves"):
        turning.explained([0.5, 1.0], [0.5, 0.5])
