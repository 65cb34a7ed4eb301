"""The value of plays and cards, and turning points: vectors, oracles and what must hold exactly."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from statsmodels.regression.linear_model import OLS

from dhstats.stats.positions import turning

TIGHT = {"rtol": 1e-9, "atol": 1e-13}


@pytest.fixture(scope="module")
def known(vectors: dict[str, Any]) -> dict[str, Any]:
    """TV-7: what the section on cards prints."""
    section: dict[str, Any] = vectors["v7"]
    return section


# Plays


def test_rollout_advantages(known: dict[str, Any]) -> None:
    """TV-7.5: advantages against the mean of the legal moves."""
    for table, values, gains in zip(known["roll"]["Q"], known["roll"]["q"], known["roll"]["adv"], strict=True):
        found = turning.advantages(table)
        assert_allclose(found.values, values, **TIGHT)
        assert_allclose(found.advantages, gains, **TIGHT)
        assert_allclose(found.advantages.sum(), 0.0, atol=1e-14)


def test_errors_of_advantages() -> None:
    """The error of an advantage is that of its roll-outs less the mean of all moves, by brute force over roll-outs."""
    table = np.random.default_rng(1).normal(size=(4, 50))
    found = turning.advantages(table)
    for action in range(4):
        gaps = [table[action, k] - table[:, k].mean() for k in range(50)]
        assert_allclose(found.advantages[action], np.mean(gaps))
        assert_allclose(found.errors[action], np.std(gaps, ddof=1) / math.sqrt(50))
    shared = turning.advantages(table + 100.0 * np.arange(50))  # what all moves of a roll-out share is no error
    assert_allclose(shared.errors, found.errors)


def test_moves_without_choice() -> None:
    """One legal move has the advantage 0 exactly; equal moves too."""
    alone = turning.advantages([[3.1, 4.7, 0.3]])
    assert (alone.advantages.tolist(), alone.errors.tolist()) == ([0.0], [0.0])
    same = turning.advantages([[1.0, 2.5], [1.0, 2.5]])
    assert (same.advantages.tolist(), same.errors.tolist()) == ([0.0, 0.0], [0.0, 0.0])
    assert math.isnan(turning.advantages([[1.0], [2.0]]).errors[0])
    with pytest.raises(ValueError, match="actions"):
        turning.advantages([])


# Cards


def test_card_values(known: dict[str, Any]) -> None:
    """TV-7.3: against the last picture, and against the average card."""
    given, copies = known["hand"], {"a": 4, "b": 11, "c": 35}
    values = turning.card_values(np.array(given["X"]), given["y"], copies)
    found = [value.value for value in values.values()]
    assert_allclose([found[0] - found[2], found[1] - found[2]], given["b_ref"][:2], **TIGHT)
    assert_allclose(found, given["b_deckcentred"], **TIGHT)
    assert_allclose(np.dot(found, list(copies.values())), 0.0, atol=1e-12)


def test_errors_of_card_values(known: dict[str, Any]) -> None:
    """The errors against the average card do not depend on which picture comes last; statsmodels agrees."""
    given, copies = known["hand"], {"a": 4, "b": 11, "c": 35}
    x = np.array(given["X"], float)
    found = turning.card_values(x, given["y"], copies)
    turned = turning.card_values(x[:, [2, 0, 1]], given["y"], {"c": 35, "a": 4, "b": 11})
    for name, value in found.items():
        assert_allclose((turned[name].value, turned[name].se), (value.value, value.se), **TIGHT)
    theirs = OLS(np.array(given["y"]), x[:, :2]).fit(cov_type="HC3")
    centred = np.eye(2) - np.array([4, 11]) / 50
    assert_allclose(found["a"].se, math.sqrt(centred[0] @ theirs.cov_params() @ centred[0]))
    with pytest.raises(ValueError, match="add up to 0"):
        turning.card_values(np.ones((12, 3)), given["y"], copies)
    with pytest.raises(ValueError, match="counts"):
        turning.card_values(x[:, :2], given["y"], copies)
    with pytest.raises(ValueError, match="more rows than the 2 columns"):
        turning.card_values(x[:2], given["y"][:2], copies)
    with pytest.raises(ValueError, match="depend on each other"):
        turning.card_values(x @ [[0, 0, 1], [0, 1, 0], [0, 0, 1]], given["y"], copies)


# Turning points


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
        turning.explained([0.5, 1.2], [0.5])
    with pytest.raises(ValueError, match="two probabilities"):
        turning.explained([0.5], [])
    with pytest.raises(ValueError, match="after each of 1 moves"):
        turning.explained([0.5, 1.0], [0.5, 0.5])
