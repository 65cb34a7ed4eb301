"""Board games whose value is known: four in a row and Kalah on small boards, recounted by solvers that share nothing."""

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.gamefile import opening
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.learning import trainees
from dhstats.players.match import Match, line_up
from dhstats.players.search import tree
from dhstats.players.solving import solver
from dhstats.players.solving.solutions import MOST
from tests.gamefile.examples import command

pytestmark = pytest.mark.skipif(interpreted(), reason="every position in plain Python takes too long")

GAMES = Path(__file__).parents[1] / "gamefile" / "games"


def game(name: str, *settings: str) -> tuple[GameBundle, RuleSet]:
    """A game of the tests, with some rules changed."""
    bundle: GameBundle = opening.of_path(str(GAMES / f"{name}.py")).part("bundle")
    return bundle, bundle.rule_files.load(bundle.default_rules, settings)


class Four:
    """Four in a row gone through in plain Python: discs are bits of a number, those of the mover and of the other."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        inside = {(column, row) for column in range(wide) for row in range(high)}
        every = [
            [(column + at * across, row + at * up) for at in range(4)]
            for column, row in inside
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        ]
        self.lines = [
            sum(1 << column * high + row for column, row in line) for line in every if inside.issuperset(line)
        ]
        self.seen: dict[tuple[int, int], int] = {}

    def moved(self, mine: int, theirs: int, heights: tuple[int, ...], column: int) -> tuple[int, int, tuple[int, ...]]:
        """The position after a disc, as the other sees it."""
        disc = 1 << column * self.high + heights[column]
        return theirs, mine | disc, (*heights[:column], heights[column] + 1, *heights[column + 1 :])

    def after(self, mine: int, theirs: int, heights: tuple[int, ...], column: int) -> int:
        """What a disc in a column is worth to who drops it: 1, 0 or -1."""
        others = self.moved(mine, theirs, heights, column)
        return 1 if any(others[1] & line == line for line in self.lines) else -self.worth(*others)

    def worth(self, mine: int, theirs: int, heights: tuple[int, ...]) -> int:
        """What a position is worth to who is to move."""
        if (mine, theirs) not in self.seen:
            free = [column for column in range(self.wide) if heights[column] < self.high]
            self.seen[mine, theirs] = max((self.after(mine, theirs, heights, each) for each in free), default=0)
        return self.seen[mine, theirs]


def kalah(houses: int, seeds: int) -> int:
    """By how many seeds who begins wins Kalah: sown round a ring of houses and one store."""

    @cache
    def lead(own: tuple[int, ...], other: tuple[int, ...]) -> int:
        if not any(own) or not any(other):
            return sum(own) - sum(other)
        return max(sow(own, other, house) for house in range(houses) if own[house])

    def sow(own: tuple[int, ...], other: tuple[int, ...], house: int) -> int:
        ring, at = [*own, 0, *other], house
        left, ring[house] = ring[house], 0
        for _ in range(left):
            at = (at + 1) % len(ring)
            ring[at] += 1
        facing = 2 * houses - at
        if at < houses and ring[at] == 1 and ring[facing]:
            ring[houses] += 1 + ring[facing]
            ring[at] = ring[facing] = 0
        mine, theirs = tuple(ring[:houses]), tuple(ring[houses + 1 :])
        return ring[houses] + (lead(mine, theirs) if at == houses else -lead(theirs, mine))

    return lead((seeds,) * houses, (seeds,) * houses)


@pytest.mark.parametrize("high", [3, 4])
def test_small_boards_of_four_in_a_row_are_drawn(high: int) -> None:
    """Every position in which somebody moves is counted once, as another solver counts them."""
    bundle, rules = game("four", f"rows={high}")
    found, board = solver.solve(bundle, rules, MOST), Four(4, high)
    value = board.worth(0, 0, (0,) * 4)
    positions = sum((mine | theirs).bit_count() < 4 * high for mine, theirs in board.seen)
    assert found.values == pytest.approx((0.5 + value / 2, 0.5 - value / 2))
    assert (found.sets, found.error, found.certified) == (positions, 0.0, True)


@pytest.mark.parametrize("houses", [1, 2, 3])
@pytest.mark.parametrize("seeds", [1, 2, 3])
def test_kalah_with_few_houses_is_won_as_published(houses: int, seeds: int) -> None:
    """The values of Irving, Donkers and Uiterwijk (2000), and those of a solver that sows round a ring."""
    bundle, rules = game("kalah", f"houses={houses}", f"seeds={seeds}")
    value = solver.solve(bundle, rules, MOST).values[0]
    assert value == pytest.approx(0.5 + 0.5 * np.sign(kalah(houses, seeds)))
    assert value == pytest.approx({"D": 0.5, "L": 0.0, "W": 1.0}[("DLW", "WLL", "DWW")[houses - 1][seeds - 1]])


@pytest.mark.parametrize(
    ("name", "setting", "seat", "value"), [("four", "rows=4", 1, 0.5), ("kalah", "seeds=2", 0, 1.0)]
)
def test_a_search_reaches_the_value_of_small_boards(name: str, setting: str, seat: int, value: float) -> None:
    """With a thousand tries against perfect players: four in a row is drawn from the second seat, Kalah won."""
    bundle, rules = game(name, setting)
    players = [trainees.find(bundle, rules, each) for each in ("search:1000", "solved")]
    match = Match(line_up(bundle, rules, players), ["search:1000", "solved"])
    played, _ = match.play(np.array([[0, 0, seat, 1 - seat]]), 3, 0, 20)
    assert np.where(played["winner"] < 0, 0.5, played["winner"] == seat).mean() == value


def test_a_search_makes_no_mistake_near_the_end() -> None:
    """Where moves alone decide, what tries have proved counts: thirty are enough with five squares free."""
    bundle, rules = game("four")
    players = [trainees.find(bundle, rules, each) for each in ("search:30", "solved")]
    match = Match(line_up(bundle, rules, players), ["search:30", "solved"])
    _, turns = match.play(np.array([[0, 0, 0, 1], [0, 0, 1, 0]]), 3, 0, 150, logged=True)
    board = Four(4, 4)
    position: tuple[int, int, tuple[int, ...]] = (0, 0, (0,) * 4)
    for turn in turns:
        if turn["turn"] == turns["turn"].min():
            position = (0, 0, (0,) * 4)
        if sum(position[2]) >= 11:
            assert board.after(*position, int(turn["column"])) == board.worth(*position)
        position = board.moved(*position, int(turn["column"]))


@pytest.mark.parametrize(("end", "players", "proved"), [(1, 1, 1), (0, 1, 0), (1, 2, 0)])
def test_a_game_that_is_stopped_proves_nothing(end: int, players: int, proved: int) -> None:
    """The limit of decisions (ending 0 here) is no part of a position; nor is a game for another number of players."""
    counts, result = np.zeros(6, np.int64), SimpleNamespace(end_reason=end, players=players)
    trying = SimpleNamespace(tree=SimpleNamespace(counts=counts, steps=[]), result=[result], seat=0)
    assert tree.proved_worth(0.3, trying) == 0.3
    assert counts[tree.PROVED] == proved


def test_who_goes_first_may_lose_for_certain() -> None:
    """The question is whether it matters, so that the answer to a loss is not that it helps."""
    lines = command("solve", str(GAMES / "kalah.py"), "--set", "houses=2").splitlines()
    assert lines[:2] == [
        "Does it matter who goes first in Kalah, between perfect players?",
        "Yes: the first player wins 0 of 100 games (a draw counts half).",
    ]
