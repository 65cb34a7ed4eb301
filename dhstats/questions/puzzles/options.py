"""The options of a decision, tried: what each is worth, which are right, and by how much the others are worse."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.games.positions import Notation
from dhstats.players.positions.decisions import DecisionTable, Tries
from dhstats.simulate.tables import win_parts
from dhstats.storage.run import parts_of_win

Array = np.ndarray[Any, Any]
ALIKE = 0.02  # shares of a win by which options that do the same may differ and all be right,
LOOSELY = 0.04  # and where it is hundreds of options that do the same


@dataclass(frozen=True)
class Tried:
    """Options of a decision with what came of each: `shares` of a win for the mover, of shape (options, tries).

    `deeds` say what each does, as far as options that differ in less may all be right. Where these are hundreds, as
    other cards for the same attempt, it is the deed that has to be clearly best (`loose`).
    """

    moves: Any
    words: tuple[str, ...]
    deeds: tuple[str, ...]
    tries: Tries
    shares: Array
    loose: bool = False

    @cached_property
    def values(self) -> Array:
        """The mean share of a win after each option."""
        return np.asarray(self.shares.mean(axis=1))

    @cached_property
    def best(self) -> int:
        """The option that did best."""
        return int(np.argmax(self.values))

    @cached_property
    def right(self) -> Array:
        """Which options are right: the best, and those that do the same and are as good but for little."""
        alike = self.values >= self.values[self.best] - (LOOSELY if self.loose else ALIKE)
        return np.asarray(self.same & alike)

    @cached_property
    def same(self) -> Array:
        """Which options do the same as the best."""
        return np.array([deed == self.deeds[self.best] for deed in self.deeds])

    @cached_property
    def others(self) -> Array:
        """Which options have to be clearly worse: those that are not right, or loosely those that do something else."""
        return ~self.same if self.loose else ~self.right

    @cached_property
    def runner_up(self) -> int:
        """The best of the options that are not right; the best option where all are."""
        values = np.where(self.others, self.values, -1.0)
        return int(np.argmax(values)) if self.others.any() else self.best

    def behind(self, option: int) -> tuple[float, float]:
        """By how much an option is worse than the best, with the standard error over tries with the same luck."""
        gaps = self.shares[self.best] - self.shares[option]
        return float(gaps.mean()), float(gaps.std(ddof=1) / np.sqrt(gaps.size))

    def clear(self, margin: float, errors: float) -> bool:
        """Whether every option that has to be clearly worse is so by a margin, and by so many standard errors."""
        if not self.others.any():
            return False
        gaps = [self.behind(option) for option in np.flatnonzero(self.others).tolist()]
        return all(gap >= margin and gap >= errors * error for gap, error in gaps)


def shares_of(results: Any, seat: int, seats: int) -> Array:
    """What a seat has of the wins of games; partners of a team that wins have it both."""
    parts = win_parts(results, seats)
    won = np.where((np.asarray(results["winner"]) >= 0) & (parts > 0), parts_of_win(seats), parts)
    return np.asarray(won[seat] / parts_of_win(seats))


def tried(
    table: DecisionTable, notation: Notation, view: Any, moves: Any, effective: Any, deeds: Sequence[str],
    address: tuple[int, int, int], tries: int, seats: int, loose: bool,
) -> Tried:  # fmt: skip
    """Some moves of a decision, each tried so often."""
    found = table.tries(view, moves, address, tries)
    words = tuple(notation.move(move, view, effective) for move in moves)
    return Tried(moves, words, tuple(deeds), found, shares_of(found.results, int(view["seat"]), seats), loose)
