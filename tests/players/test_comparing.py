"""Learning by comparison: what the options of a decision bring is learnt as differences from their mean."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import bind, interpreted
from dhstats.engine.loop import STOP
from dhstats.errors import BadInput
from dhstats.players.learning import comparing, training
from dhstats.players.recipes import Recipe, recipe_table
from dhstats.players.thinking import NOISE, RESTRICTION
from tests.players.pupils import FFG, HEART

MOVES = ["left", "right", "back", "home"]
WORTHS = [0.5, 0.25, 0.375, 0.75]
BROUGHT = {"left": 0.25, "right": 0.625, "back": 0.5, "home": 0.875}


def taught(noise: float = 0.25, restriction: int = 0, tried: int = 0) -> Any:
    """A decision among four moves, of which so many are tried, with a player whose share of random moves is `noise`."""
    mind = SimpleNamespace(weights=[0.0] * 4, considered="", log=[])
    mind.weights[NOISE], mind.weights[RESTRICTION] = noise, restriction
    trials = SimpleNamespace(numbers=[0] * 4, worths=[0.0] * 4, returns=[0.0] * 4)
    lesson, options = SimpleNamespace(tried=tried), SimpleNamespace(moves=MOVES)
    return SimpleNamespace(minds=[mind], trials=trials, options=options, slopes="slopes", lesson=lesson)


def compared(scene: Any, barred: str = "") -> dict[str, float]:
    """The error that is learnt of every move, by its name."""
    errors: dict[str, float] = {}
    mind = scene.minds[0]

    def consider(view: str, mind: Any) -> None:
        mind.considered = view

    def try_option(table: str, seat: int, move: str, _: Any) -> float:
        assert (table, seat, mind.weights[NOISE]) == ("table", 1, 0.0)  # nobody errs at random in a try
        mind.considered = "another view"
        return BROUGHT[move]

    def blame_option(view: str, move: str, worth: float, error: float, mind: Any, slopes: Any) -> None:
        assert (mind.considered, slopes) == ("view", "slopes")  # not what the last try left
        assert worth == WORTHS[MOVES.index(move)]
        errors[move] = error

    choosing = bind(
        comparing.choose_compared, "test", forbids=lambda view, move, restriction: move == barred,
        count_candidates=lambda view, moves, count, restriction, mind: count, candidate=lambda mind, k: k,
    )  # fmt: skip
    parts = {"consider": consider, "try_option": try_option, "blame_option": blame_option, "choose_compared": choosing}
    parts |= {"appraise": lambda view, move, mind: WORTHS[MOVES.index(move)], "as_chance": lambda worth: worth}
    bind(comparing.compare, "test", **parts)("table", 1, "view", 4, scene)
    return errors


def test_errors_are_differences_from_the_mean() -> None:
    """By hand: options are worth .46875 in the mean and brought .5625; so the first is .34375 worse than it seemed."""
    errors = compared(taught())
    assert errors == {"left": -0.34375, "right": 0.28125, "back": 0.03125, "home": 0.03125}
    assert sum(errors.values()) == 0.0  # whatever is common to all options teaches nothing


def test_the_share_of_random_moves_comes_back() -> None:
    """Tries are without it, the game continues with it."""
    scene = taught(noise=0.25)
    compared(scene)
    assert scene.minds[0].weights[NOISE] == 0.25


def test_what_is_forbidden_is_not_compared() -> None:
    """The means are those of the other three: worth 1.625 / 3, and they brought as much."""
    errors = compared(taught(restriction=1), "right")
    assert errors == pytest.approx({"left": -0.25, "back": 0.125, "home": 0.125})
    assert sum(errors.values()) == pytest.approx(0.0)


def test_of_many_options_those_that_look_best_are_compared() -> None:
    """Home (.75) and left (.5) are worth .625 in the mean and brought .5625: left is .1875 worse than it seemed."""
    assert compared(taught(tried=2)) == {"home": 0.1875, "left": -0.1875}
    assert compared(taught(tried=4)) == compared(taught())
    assert compared(taught(restriction=1, tried=2), "home") == {"left": -0.1875, "back": 0.1875}


def test_of_options_that_look_alike_the_first_are_kept() -> None:
    """Worths go along with their numbers."""
    numbers, worths = [4, 5, 6, 7], [0.25, 0.5, 0.25, 0.5]
    assert comparing.keep_best(numbers, worths, 4, 3) == 3
    assert (numbers[:3], worths[:3]) == ([5, 7, 6], [0.5, 0.5, 0.25])


@pytest.mark.parametrize(("end", "expected"), [(STOP, 0.625), (7, 0.75)])
def test_a_try_brings_what_the_next_decision_is_worth_or_the_end(end: int, expected: float) -> None:
    """It is played on a copy; what an earlier try counted does not count."""
    played: list[tuple[str, str]] = []
    trials = SimpleNamespace(
        tables=[["blank"]], options=["options"], events=["event"], results=["result"], seen=[9.0, 0.0, 9.0]
    )

    def play_ahead(table: Any, options: str, events: Any, row: int, step: int, ahead: Any) -> int:
        assert (ahead.seat, ahead.mind, trials.seen[0]) == (2, "mind", 0.0)
        trials.seen[1] = 0.625
        return end

    scene = SimpleNamespace(trials=trials, minds=["mind"], lesson=SimpleNamespace(win_share=0.5))
    parts: dict[str, Any] = {"look": lambda table, seat: None, "play_ahead": play_ahead}
    parts |= {"play": lambda table, move, event: played.append((move, event)), "score": lambda table, result: None}
    parts |= {
        "judged": lambda result, seat, win_share: 0.75 if (result, seat, win_share) == ("result", 2, 0.5) else -1.0
    }
    table = ["true"]
    assert bind(comparing.try_option, "test", **parts)(table, 2, "left", scene) == expected
    assert played == [("left", "event")]
    assert trials.tables == [["true"]]


def test_every_way_in_which_a_move_may_end_has_its_share_of_the_error() -> None:
    """A chance of .75 for an output of 1: with a share of .25 it learns towards .75 + .25 × .4; what cannot be, nothing."""
    aims: list[float] = []
    parts: dict[str, Any] = {"ENDS": 3, "take_in": lambda view, move, end, mind: (0.75, 0.25, 0.0)[end]}
    parts |= {"valued": lambda mind: np.float32(1.0)}
    parts |= {"blame": lambda network, inputs, aim, slope, work: aims.append(float(aim))}
    mind, slopes = SimpleNamespace(network=0, inputs=0), SimpleNamespace(slope=0, work=0)
    bind(comparing.blame_option, "test", **parts)("view", "move", 0.5, 0.4, mind, slopes)
    assert aims == pytest.approx([0.75 + 0.75 * 0.4, 0.75 + 0.25 * 0.4])
    aims.clear()
    for same, known in ((False, 0.75), (True, 0.5)):  # where sums start as they did, what it is worth is known
        bind(comparing.blame_option, "test", **parts | {"ENDS": 1, "SAME_START": same})(
            "view", "move", 0.5, 0.4, mind, slopes
        )
        assert aims.pop() == pytest.approx(known + 0.75 * 0.4)


def test_recipes_say_how_much_is_compared() -> None:
    """Files of players who compared nothing stay what they were; a share is one, and a rival's moves are not known."""
    assert "compared" not in recipe_table(Recipe())
    assert recipe_table(Recipe(compared=0.3))["compared"] == 0.3
    assert "tried" not in recipe_table(Recipe(compared=0.3))
    assert recipe_table(Recipe(compared=0.3, tried=4))["tried"] == 4
    with pytest.raises(BadInput, match=r"training: compared must be from 0 to 1, not 1\.5"):
        training.checked(Recipe(compared=1.5))
    recipe = Recipe(games=4, rounds=2, compared=0.5, version=HEART.learning.version)
    with pytest.raises(BadInput, match="compared only in self-play"):
        training.train(HEART.bundle, FFG, recipe, rival=HEART.found("greedy"))


@pytest.mark.skipif(interpreted(), reason="hundreds of games of self-play in plain Python take too long")
def test_comparing_changes_what_is_learnt_and_the_same_seed_learns_the_same() -> None:
    """Three players of one seed: two who compare are one and the same, and not the one who does not."""
    usual = Recipe(seed=3, games=60, rounds=6, version=HEART.learning.version)
    recipe = replace(usual, compared=0.5)
    networks = [training.train(HEART.bundle, FFG, each).network for each in (recipe, recipe, usual)]
    assert networks[0] == networks[1] != networks[2]
