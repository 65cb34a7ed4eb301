"""The shape of a game, from its margins after every turn."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhstats.stats.paths import PathMetrics, path_metrics

paths = st.lists(st.integers(-30, 30), min_size=1, max_size=70).filter(lambda margins: margins[-1] != 0)


@pytest.mark.parametrize("name", ["T1", "T2", "T3"])
def test_three_games_agree_with_the_vectors(vectors, name):
    """TV-5.2: every metric of three games."""
    expected = vectors["v5"]["traj"][name]
    found = path_metrics(expected["data"])
    assert found.turns == len(expected["data"])
    assert found.lead_changes == expected["lead_changes"]
    assert found.lead_change_rate == pytest.approx(expected["lead_rate"], rel=1e-9)
    assert found.behind_share == pytest.approx(expected["behind_share"], rel=1e-9)
    assert found.drama_sqrt == pytest.approx(expected["drama_sqrt"], rel=1e-9)
    assert found.drama_mean == pytest.approx(expected["drama_mean"], rel=1e-9)
    assert found.max_deficit == expected["max_deficit"]
    assert found.permanent_lead_turn == expected["perm_lead_turn"]
    assert found.permanent_lead_share == pytest.approx(expected["perm_frac"], rel=1e-9)


@given(paths)
def test_swapping_seats_changes_nothing(margins):
    """Drama is seen by the winner, whoever that is."""
    assert path_metrics([-margin for margin in margins]) == path_metrics(margins)


@given(paths)
def test_metrics_stay_in_range(margins):
    """Shares lie between 0 and 1, and drama does not exceed the greatest deficit."""
    found = path_metrics(margins)
    assert 0 <= found.lead_changes < found.turns
    assert 0 <= found.behind_share <= 1
    assert 0 <= found.drama_mean <= found.max_deficit
    assert found.drama_sqrt <= math.sqrt(found.max_deficit) + 1e-12
    assert 0 <= found.permanent_lead_turn < found.turns
    assert (found.max_deficit > 0) == (found.drama_mean > 0)


@given(paths, st.integers(1, 5))
def test_waiting_in_the_lead_adds_no_drama(margins, turns):
    """Turns at the end that keep the margin leave the lead changes and the turn of decision alone."""
    longer = path_metrics(margins + [margins[-1]] * turns)
    assert longer.lead_changes == path_metrics(margins).lead_changes
    assert longer.permanent_lead_turn == path_metrics(margins).permanent_lead_turn


def test_tie_break_winner_may_be_behind_at_the_end():
    """Player 1 wins by the figure although he is a point behind: the lead never became his on the table."""
    found = path_metrics([2, -1, 1], winner=-1)
    assert found == PathMetrics(
        turns=3,
        lead_changes=2,
        behind_share=0.5,
        drama_sqrt=math.sqrt(2),
        drama_mean=1.0,
        max_deficit=2,
        permanent_lead_turn=3,
    )


def test_level_turns_are_no_lead_changes():
    """Drawing level and taking the lead again is no change of lead; passing through zero is one."""
    assert path_metrics([1, 0, 0, 2]).lead_changes == 0
    assert path_metrics([1, 0, 0, -2]).lead_changes == 1


def test_one_turn_game_has_no_turns_before_the_last():
    """A game of one turn has rates of zero, not a division by zero."""
    found = path_metrics([4])
    assert (found.lead_change_rate, found.behind_share, found.permanent_lead_turn) == (0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("margins", "winner", "message"),
    [
        ([], None, "at least one turn"),
        ([3, 0], None, "winner must be 1 or -1, got 0"),
        ([3, 1], 0, "winner must be 1 or -1, got 0"),
    ],
)
def test_games_without_a_winner_are_refused(margins, winner, message):
    """Drawn and empty games have no winner's view."""
    with pytest.raises(ValueError, match=message):
        path_metrics(margins, winner)
