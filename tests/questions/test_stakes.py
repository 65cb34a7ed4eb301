"""What decisions are about: against exact values, without the luck of whoever looks best, and where losers pick winners."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from dhstats.games import catalogue
from dhstats.questions.forks.stakes import findings, stakes
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Looked, look_at
from tests.gamefile.examples import command

KUHN = Experiment("stakes", "?", "kuhn", "standard", (), ("random",), design="seat", games=2, seed=3)


def looked(won: list[list[list[int]]], mover: int = 0) -> Looked:
    """Decisions of three players from the places (moves, continuations) of whoever wins, a list a decision."""
    sizes = [len(each) for each in won]
    winners = np.concatenate([np.array(each) for each in won])
    results = np.zeros(winners.shape, [("winner", "i8"), *((f"score_{name}", "i8") for name in ("first", "second", "third"))]
                       + [(f"rank_{name}", "i8") for name in ("first", "second", "third")])  # fmt: skip
    results["winner"] = winners
    for seat, name in enumerate(("first", "second", "third")):
        results[f"score_{name}"] = winners == seat
        results[f"rank_{name}"] = np.where(winners == seat, 1, 2)
    states = np.repeat(np.arange(len(sizes)), sizes)
    return Looked(states, states, states, np.zeros(len(states)), states == 0, np.full(len(states), mover), results)


def test_kuhn_is_what_can_be_worked_out_by_hand() -> None:
    """Among random players: the chips between passing and betting at each of four decisions, over all cards."""
    total, weight = 0.0, 0.0
    for card in range(3):
        stake = np.mean([1.0 if card > other else -1.0 for other in range(3) if other != card])
        called = (1.0 + 2.0 * stake) / 2.0  # after a bet: half of the others fold
        answered = (-1.0 + 2.0 * stake) / 2.0  # after a pass and a bet of the other
        for chance, one, other in (
            (1.0, (stake + answered) / 2.0, called),
            (0.5, stake, called),
            (0.5, -1.0, 2.0 * stake),
            (0.25, -1.0, 2.0 * stake),
        ):
            total, weight = total + chance * abs(one - other), weight + chance
    _, seen = look_at(KUHN, 1500, 120, 2, workers=2)
    found = stakes(catalogue.load("kuhn"), seen)
    assert found is not None
    assert found.in_points
    assert found.states == 1500
    assert found.best.value == pytest.approx(total / weight, abs=3 * found.best.se)
    assert found.average.value == pytest.approx(found.best.value / 2.0)
    assert found.idle.value == 0.0
    again = look_at(KUHN, 1500, 120, 2, workers=1)[1]
    assert np.array_equal(seen.results, again.results)
    assert np.array_equal(seen.chosen, again.chosen)


def test_moves_that_are_alike_differ_by_nothing() -> None:
    """The move that looks best is judged by continuations that did not choose it: pure noise is worth nothing."""
    draw = np.random.default_rng(5)
    found = stakes(catalogue.load("dragonwood"), looked([draw.integers(0, 3, (6, 8)).tolist() for _ in range(3000)]))
    assert found is not None
    assert abs(found.best.value) < 3 * found.best.se < 0.03
    assert abs(found.average.value) < 3 * found.average.se


def test_a_loser_who_picks_the_winner_is_counted() -> None:
    """Only where the player to move never wins, and the others do by what is chosen."""
    picks, wins, idle = [[1, 1], [2, 1]], [[0, 1], [2, 1]], [[1, 2], [1, 2]]
    found = stakes(catalogue.load("dragonwood"), looked([picks, wins, idle, idle, picks, wins, wins, wins]))
    assert found is not None
    assert found.crowning is not None
    assert (found.crowning.value, found.idle.value) == (0.25, 0.5)
    assert "still decides who does: kingmaking" in findings(found)[2].text


def test_forced_moves_are_no_decisions() -> None:
    """A state with one legal move is left out, and without two deals with a choice there is no answer."""
    choice, forced = list(map(list, product((0, 1), repeat=2))), [[1, 1]]
    assert stakes(catalogue.load("dragonwood"), looked([choice, forced, forced])) is None
    found = stakes(catalogue.load("dragonwood"), looked([choice, forced, choice]))
    assert found is not None
    assert found.states == 2


def test_the_command_for_a_game_without_pictures(tmp_path: Path) -> None:
    """The question, options by the words of the move, and what decisions are about."""
    page = tmp_path / "page.html"
    words = (
        "plays",
        "--game",
        "kuhn",
        "--strategies",
        "random",
        "--states",
        "60",
        "--continuations",
        "6",
        "--seed",
        "1",
    )
    said = command(*words, "--out", str(tmp_path / "run"), "-o", str(page), "--json", str(tmp_path / "told.json"))
    assert "How much do decisions matter in Kuhn poker?" in said
    assert "points more than the second best" in said
    (told,) = json.loads((tmp_path / "told.json").read_text())["runs"]
    tables = {each["key"]: each for each in told["answers"][0]["tables"]}
    assert {row[0] for row in tables["plays"]["rows"]} == {"pass", "bet"}
    assert len(tables["stakes"]["rows"]) == 1
