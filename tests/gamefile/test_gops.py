"""Goofspiel: as many courses as OpenSpiel counts, no seat worth more, and bids that nobody sees too early."""

from typing import Any

import numpy as np
import pytest

from dhstats.gamefile.playing import hiding, records
from tests.gamefile.examples import Table, example, near, played

# How likely each pair of scores is at random with three cards, as OpenSpiel has it (points_order random).
THREE = {
    (0, 0): 1 / 6, (1, 2): 1 / 12, (2, 1): 1 / 12, (1, 3): 1 / 12, (3, 1): 1 / 12, (2, 3): 1 / 12, (3, 2): 1 / 12,
    (3, 3): 1 / 9, (1, 5): 1 / 18, (5, 1): 1 / 18, (2, 4): 1 / 18, (4, 2): 1 / 18,
}  # fmt: skip
FOUR = {(0, 0): 0.041667, (5, 5): 0.097222, (4, 6): 0.059028, (6, 4): 0.059028, (1, 9): 0.010417, (9, 1): 0.010417}


def test_three_cards_have_as_many_courses_and_the_chances_that_openspiel_counts() -> None:
    """Every order of prizes with every pair of bids."""
    count, likely = Table("gops", cards=3).in_all()
    assert count == 216
    assert likely == pytest.approx(THREE)


@pytest.fixture(scope="module")
def at_random(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Games with four cards at random."""
    return played(tmp_path_factory.mktemp("gops") / "run", "gops", "random", 20_000, "cards=4")


def test_games_at_random_score_as_openspiel_calculates(at_random: Any) -> None:
    """With four cards, compiled and played."""
    games, _ = at_random
    for (first, second), chance in FOUR.items():
        assert near((games["score_first"] == first) & (games["score_second"] == second), chance)


def test_no_seat_is_worth_more(at_random: Any) -> None:
    """Nothing but chance tells the seats apart, and no chance does where all courses are counted."""
    games, _ = at_random
    assert near((games["score_first"] - games["score_second"]).reshape(-1, 2).mean(axis=1), 0.0)
    _, likely = Table("gops", cards=3, ties="carried").in_all()
    assert likely == pytest.approx({(second, first): chance for (first, second), chance in likely.items()})


def test_who_bids_second_sees_no_bid() -> None:
    """Whatever the first bids, the second sees one and the same."""
    table, hide = Table("gops", cards=4), hiding.hide(example("gops"))
    state, _ = next(table.beginnings())
    seen = set()
    for move in table.allowed(state):
        ((after, _),) = table.after(state, move)
        view = np.zeros(1, records.view(table.file)).view(np.recarray)[0]
        view.state = after
        hide(view, after, 1)
        seen.add(np.asarray(view).tobytes())
    assert len(seen) == 1
