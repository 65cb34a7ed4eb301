"""What an even score is: of single players, sides alike or not, places, and where all succeed together."""

from types import SimpleNamespace

import pytest

from dhstats.games import catalogue
from dhstats.games.objective import LOWEST, POINTS, RANKS, TO_WIN, TOGETHER, Objective
from dhstats.players.match import line_up
from dhstats.players.strength.examining import examine
from dhstats.players.thinking import learning_of
from dhstats.seats import SEATS

ALIKE = Objective(sides=("near", "far"), side_of=(0, 1, 0, 1))
ONE_AGAINST_ALL = Objective(sides=("dragon", "heroes"), side_of=(0, 1, 1, 1))
ROLES = Objective(sides=("wolves", "village"))


@pytest.mark.parametrize(
    ("objective", "seats", "even", "in_place"),
    [
        (TO_WIN, 2, 0.5, False),
        (TO_WIN, 4, 0.25, False),
        (TO_WIN, 1, 0.5, True),
        (Objective(LOWEST), 3, 1 / 3, False),
        (Objective(POINTS), 5, 0.2, False),
        (Objective(RANKS), 5, 0.5, False),
        (Objective(TOGETHER, success=("saved",)), 3, 0.5, True),
        (ALIKE, 4, 0.5, False),
        (ONE_AGAINST_ALL, 4, 0.5, True),
        (ROLES, 6, 0.5, True),
    ],
)
def test_an_even_score_is_that_of_who_plays_like_all_others(
    objective: Objective, seats: int, even: float, in_place: bool
) -> None:
    """One of so many wins, one of two sides, the middle of the places; else as much as another in the same place."""
    assert objective.even(seats) == pytest.approx(even)
    assert objective.in_place(seats) is in_place


@pytest.mark.parametrize(
    ("game", "player"), [("partners", "partner"), ("village", "greedy"), ("fires", "greedy"), ("pig", "greedy")]
)
def test_nobody_beats_themself(game: str, player: str) -> None:
    """Over all seats who plays like the others scores exactly what is even, whatever the deals."""
    bundle = catalogue.load(game)
    rules = bundle.rule_files.load(bundle.default_rules)
    lineup = line_up(bundle, rules, [bundle.find_strategy(player)])
    found = examine(lineup, player, player, 20)
    assert found.score == pytest.approx(bundle.objective.even(bundle.players(rules.record())))


def test_who_shares_a_place_has_the_mean_of_the_places() -> None:
    """Of three the two first have 1 and 1/2 together, so each 3/4; all alike have the middle."""
    outcome = learning_of(catalogue.load("ladder").game).outcome

    def won(*ranks: int) -> list[float]:
        columns = {f"rank_{seat}": rank for seat, rank in zip(SEATS, (*ranks, 0, 0, 0), strict=False)}
        result = SimpleNamespace(players=3, **columns, **{f"score_{seat}": 0 for seat in SEATS})
        return [getattr(outcome, "py_func", outcome)(result, seat)[0] for seat in range(3)]

    assert won(1, 1, 3) == [0.75, 0.75, 0.0]
    assert won(1, 2, 2) == [1.0, 0.25, 0.25]
    assert won(1, 1, 1) == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    ("game", "certain"), [("tic_tac_toe", True), ("pig", False), ("brim", False), ("partners", False)]
)
def test_a_game_is_certain_where_moves_alone_decide(game: str, certain: bool) -> None:
    """Nothing is hidden, and nothing but setup may draw."""
    solving = catalogue.load(game).game.solving
    assert solving is not None
    assert solving.certain is certain


def test_sides_that_are_both_first_share_the_win_in_halves() -> None:
    """Two partners and two others with one place: each side has half of the game, not each seat a third."""
    ranks = {f"rank_{seat}": 1 for seat in ("first", "second", "third", "fourth")}
    scores = {f"score_{seat}": 3 for seat in ("first", "second", "third", "fourth")}
    result = SimpleNamespace(players=4, **ranks, **scores)
    outcome = learning_of(catalogue.load("partners").game).outcome
    assert [getattr(outcome, "py_func", outcome)(result, seat) for seat in range(4)] == [(0.5, 0)] * 4
