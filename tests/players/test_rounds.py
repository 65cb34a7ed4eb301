"""How tries are shared out: what rounds and races cost, whom they try again, and that a race finds more for as much."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from dhstats.players.search import rounds
from tests.players.scripted_tries import ScriptedTries

PRIOR = 10.0


def steady(*worths: float) -> Any:
    """Tries that always say the same of a move."""
    return lambda move, table: worths[move]


def written(worths: np.ndarray[Any, Any]) -> Any:
    """Tries that say of each move on each table what lies in rows of tables."""
    return lambda move, table: worths[table, move]


def test_rounds_cost_the_same_and_drop_the_worse_half() -> None:
    """48 tries of six moves are three rounds: 16 tries of six, of the best three, of two; each table serves all."""
    tries = ScriptedTries([0.5] * 6, steady(0.1, 0.6, 0.2, 0.3, 0.7, 0.4))
    assert tries.best(rounds.halve, 48, PRIOR) == 4
    assert tries.made == {0: 2, 2: 2, 3: 2, 5: 2 + 5, 1: 2 + 5 + 8, 4: 2 + 5 + 8}
    assert (tries.tables, tries.begun) == (2 + 5 + 8, 1)


def test_every_round_tries_at_least_once() -> None:
    """Even where there are fewer tries than moves."""
    tries = ScriptedTries([0.5, 0.4, 0.3, 0.2], steady(0.0, 0.0, 0.0, 1.0))
    assert tries.best(rounds.halve, 1, 0.5) == 3
    assert tries.made == {0: 2, 1: 1, 2: 1, 3: 2}


@pytest.mark.parametrize("way", [rounds.halve, rounds.race])
@pytest.mark.parametrize(("prior", "best"), [(2000.0, 0), (50.0, 1)])
def test_what_the_network_thinks_counts_like_tries(way: Any, prior: float, best: int) -> None:
    """The first is better by a tenth to the network, the second by two tenths in 400 tries of both."""
    assert ScriptedTries([0.5, 0.4], steady(0.4, 0.6)).best(way, 400, prior) == best


@pytest.mark.parametrize("way", [rounds.halve, rounds.race])
def test_of_equal_moves_the_first_is_best(way: Any) -> None:
    """Whatever it is tried for."""
    assert ScriptedTries([0.5, 0.5, 0.5], steady(0.5, 0.5, 0.5)).best(way, 60, PRIOR) == 0


def test_a_race_that_is_decided_after_its_rounds_goes_no_further() -> None:
    """Two thirds of the tries: 16 of each of two. 0.1 over the root of 26 is 0.02, and the better is ahead by more."""
    tries = ScriptedTries([0.5, 0.5], steady(0.6, 0.5))
    assert tries.best(rounds.race, 48, PRIOR) == 0
    assert tries.made == {0: 16, 1: 16}


def test_a_race_of_close_moves_ends_after_twice_as_many_tries() -> None:
    """And never makes more, also where they do not divide."""
    for budget, moves in ((48, 2), (50, 3), (7, 2)):
        tries = ScriptedTries([0.5] * moves, steady(*[0.5] * moves))
        tries.best(rounds.race, budget, PRIOR)
        assert 2 * budget - moves <= sum(tries.made.values()) <= 2 * budget


def test_who_was_dropped_in_rounds_comes_back_when_the_others_fall() -> None:
    """The third of four is behind after the first round of two; then both that went on do worse than it did."""

    def say(move: int, table: int) -> float:
        return (0.6, 0.6, 0.55, 0.1)[move] if table <= 3 else (0.4, 0.4, 0.55, 0.1)[move]

    tries = ScriptedTries([0.5] * 4, say)
    assert tries.best(rounds.halve, 24, PRIOR) == 0
    assert tries.best(rounds.race, 24 * 10, PRIOR) == 2
    assert tries.made[3] < tries.made[2]


def tally(tries: list[float], values: list[float], ranks: list[int]) -> rounds.Tally:
    """What is known of moves."""
    return rounds.Tally(np.zeros(len(ranks)), np.array(tries), np.array(values), np.array(ranks))


def test_moves_are_dropped_one_by_one_by_their_own_tries() -> None:
    """Close is within 0.1 of a win over the root of a move's tries, 100 here and 25: 0.01 and 0.02."""
    known = tally([100.0, 100.0, 25.0, 100.0], [0.5, 0.4895, 0.481, 0.4905], [0, 3, 1, 2])
    assert rounds.still_close(known, 4) == 3
    assert known.ranks[:3].tolist() == [0, 3, 2]
    assert rounds.still_close(known, 2) == 2


def test_a_move_that_was_hardly_tried_drops_nobody() -> None:
    """The network thinks much of the second; the first was tried more often, and drops the third and the fourth."""
    known = tally([300.0, 65.0, 300.0, 65.0], [0.5, 0.6, 0.49, 0.48], [1, 0, 2, 3])
    assert rounds.still_close(known, 4) == 2
    assert known.ranks[:2].tolist() == [1, 0]


def test_who_is_thought_much_of_is_tried_before_it_wins() -> None:
    """The network is wrong about the first, which goes out early; the others do better then than they do later."""

    def say(move: int, table: int) -> float:
        return (0.0, 0.9, 0.9, 0.1)[move] if table <= 20 else (0.0, 0.3, 0.31, 0.1)[move]

    tries = ScriptedTries([0.7, 0.5, 0.5, 0.5], say)
    assert tries.best(rounds.race, 300, 60.0) == 2
    assert tries.made[0] > 25


def test_a_race_finds_better_moves_with_as_many_tries() -> None:
    """500 times six moves whose worths differ by hundredths, tries with the noise that they have in Dragonheart."""
    draws, lost, made = np.random.default_rng(5), Counter(), Counter()
    ways = {"halved": (rounds.halve, 600), "raced": (rounds.race, 600), "halved, twice as many": (rounds.halve, 1200)}
    for _ in range(500):
        worths = 0.5 + 0.02 * draws.standard_normal(6)
        thought = worths + 0.02 * draws.standard_normal(6)
        for name, (way, budget) in ways.items():
            noise = 0.1 * draws.standard_normal((2 * 1200, 6))
            tries = ScriptedTries(list(thought), written(worths + noise))
            lost[name] += worths.max() - worths[tries.best(way, budget, 60.0)]
            made[name] += sum(tries.made.values())
    assert made["raced"] < made["halved"]
    assert lost["halved, twice as many"] < lost["raced"] < 0.9 * lost["halved"]
