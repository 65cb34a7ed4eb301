"""Kuhn poker against its known solution: -1/18 of a chip for who begins, and nobody can do better against it."""

import itertools
from typing import Any

import numpy as np
import pytest

from tests.gamefile.examples import Table, by_game, near, played

# How often each player bets (or calls) with jack, queen, king: the first at once, the first after pass and bet, the
# second after a pass, the second after a bet.
EQUILIBRIUM = ((1 / 3, 0, 1), (0, 2 / 3, 1), (1 / 3, 0, 1), (0, 1 / 3, 1))
HONEST = ((0, 0, 1),) * 4
PURE = tuple(tuple(map(float, bets)) for bets in itertools.product((0, 1), repeat=3))


def worth(first: Any, second: Any) -> float:
    """What a hand is worth to who begins, where both bet as often as these tables say."""
    total = 0.0
    for own, other in itertools.permutations(range(3), 2):
        shown = 1 if own > other else -1
        opens, calls, bluffs, follows = first[0][own], first[1][own], second[2][other], second[3][other]
        passed = (1 - bluffs) * shown + bluffs * (calls * 2 * shown - (1 - calls))
        total += opens * (follows * 2 * shown + 1 - follows) + (1 - opens) * passed
    return total / 6


def best_first(second: Any) -> float:
    """What the best answer of who begins brings them."""
    return max(worth((opens, calls), second) for opens in PURE for calls in PURE)


def best_second(first: Any) -> float:
    """What the best answer of the other brings them."""
    return max(-worth(first, (None, None, bluffs, follows)) for bluffs in PURE for follows in PURE)


def test_the_equilibrium_is_one() -> None:
    """No answer to it brings either player more than its value."""
    assert worth(EQUILIBRIUM, EQUILIBRIUM) == pytest.approx(-1 / 18)
    assert best_first(EQUILIBRIUM) == pytest.approx(-1 / 18)
    assert best_second(EQUILIBRIUM) == pytest.approx(1 / 18)


def test_the_honest_player_can_be_exploited_and_the_equilibrium_earns_from_it() -> None:
    """The best answer to honesty gains from both seats."""
    gain = best_first(HONEST) - worth(HONEST, HONEST), best_second(HONEST) + worth(HONEST, HONEST)
    assert gain == pytest.approx((1 / 6, 1 / 3))


def test_there_are_as_many_hands_as_openspiel_counts_and_random_play_is_worth_the_same() -> None:
    """Six deals with five courses each."""
    count, likely = Table("kuhn").in_all()
    assert count == 30
    assert sum(chance * scores[0] for scores, chance in likely.items()) == pytest.approx(0.125)
    assert all(first == -second for first, second in likely)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Hands of two who play the equilibrium."""
    return played(tmp_path_factory.mktemp("kuhn") / "run", "kuhn", "equilibrium", 40_000)


def test_a_hand_is_worth_an_eighteenth_of_a_chip_to_the_second(hands: Any) -> None:
    """Played in equilibrium, as Kuhn calculated."""
    games, _ = hands
    assert near(games["score_first"].reshape(-1, 2).mean(axis=1), -1 / 18)
    assert np.all(games["score_first"] == -games["score_second"])


def test_the_equilibrium_in_the_file_bets_as_often_as_the_solution(hands: Any) -> None:
    """Over all cards alike: as many bets at each of the four points as the table says."""
    _, moves = hands
    bets: tuple[list[bool], ...] = ([], [], [], [])
    for rows in by_game({name: column[:60_000] for name, column in moves.items()}):
        acts = [row["act"] == "bet" for row in rows]
        bets[0].append(acts[0])
        bets[3 if acts[0] else 2].append(acts[1])
        if len(acts) > 2:
            bets[1].append(acts[2])
    for said, cases in zip(bets, _cases(), strict=True):
        assert near(said, sum(chance * bet for chance, bet in cases) / sum(chance for chance, _ in cases))


def _cases() -> Any:
    """For each of the four points: how likely a pair of cards comes to it, and how often there is a bet then."""
    opens, calls, bluffs, follows = EQUILIBRIUM
    pairs = list(itertools.permutations(range(3), 2))
    return (
        [(1.0, opens[own]) for own, _ in pairs],
        [((1 - opens[own]) * bluffs[other], calls[own]) for own, other in pairs],
        [(1 - opens[own], bluffs[other]) for own, other in pairs],
        [(opens[own], follows[other]) for own, other in pairs],
    )
